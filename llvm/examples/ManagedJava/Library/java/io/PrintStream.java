//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// System.out and System.err. What is printed is UTF-8, and is written when the
/// buffer is full, by flush(), and when the program ends; errors also at the end
/// of each line.
///
//===----------------------------------------------------------------------===//

package java.io;

public class PrintStream {
  private static final int SIZE = 8192;

  private final int file;
  private final byte[] buffer = new byte[SIZE];
  private int used;

  /// Only ManagedRuntime has streams to make.
  private PrintStream(int file) { this.file = file; }

  private static final PrintStream OUT = new PrintStream(1),
                                   ERR = new PrintStream(2);

  /// 1: the standard output, 2: the errors. System calls it.
  public static PrintStream standard(int file) { return file == 1 ? OUT : ERR; }

  public void flush() {
    if (used > 0)
      ManagedRuntime.write(file, buffer, used);
    used = 0;
  }

  public void write(int octet) {
    if (used == SIZE)
      flush();
    buffer[used++] = (byte)octet;
    if (octet == '\n' && file == 2)
      flush();
  }

  public void print(String text) {
    if (text == null)
      text = "null";
    int length = text.length();
    for (int i = 0; i < length; ++i) {
      char unit = text.charAt(i);
      if (unit < 0x80) {
        write(unit);
        continue;
      }
      int point = text.codePointAt(i);
      if (Character.charCount(point) == 2)
        ++i;
      encode(point);
    }
  }

  private void encode(int point) {
    if (point < 0x800) {
      write(0xC0 | point >> 6);
    } else if (point < 0x10000) {
      if (Character.isSurrogate((char)point)) {
        write('?');
        return;
      }
      write(0xE0 | point >> 12);
      write(0x80 | point >> 6 & 0x3F);
    } else {
      write(0xF0 | point >> 18);
      write(0x80 | point >> 12 & 0x3F);
      write(0x80 | point >> 6 & 0x3F);
    }
    write(0x80 | point & 0x3F);
  }

  public void print(Object value) { print(String.valueOf(value)); }

  public void print(char[] value) { print(new String(value)); }

  public void print(boolean value) { print(String.valueOf(value)); }

  public void print(char value) { print(String.valueOf(value)); }

  public void print(int value) { print(String.valueOf(value)); }

  public void print(long value) { print(String.valueOf(value)); }

  public void print(float value) { print(String.valueOf(value)); }

  public void print(double value) { print(String.valueOf(value)); }

  public void println() { write('\n'); }

  public void println(String value) {
    print(value);
    println();
  }

  public void println(Object value) {
    print(String.valueOf(value));
    println();
  }

  public void println(char[] value) {
    print(value);
    println();
  }

  public void println(boolean value) {
    print(value);
    println();
  }

  public void println(char value) {
    print(value);
    println();
  }

  public void println(int value) {
    print(value);
    println();
  }

  public void println(long value) {
    print(value);
    println();
  }

  public void println(float value) {
    print(value);
    println();
  }

  public void println(double value) {
    print(value);
    println();
  }
}
