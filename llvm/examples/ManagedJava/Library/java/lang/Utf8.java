//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes UTF-8, also the modified one of class files.
///
//===----------------------------------------------------------------------===//

package java.lang;

final class Utf8 {
  private Utf8() {}

  /// What is not UTF-8 becomes U+FFFD.
  static char[] decode(byte[] bytes) {
    // No sequence makes more units than it has bytes.
    char[] text = new char[bytes.length];
    int length = 0;
    for (int i = 0; i < bytes.length;) {
      int first = bytes[i++] & 0xFF;
      int more = first < 0x80   ? 0
                 : first < 0xC0 ? -1
                 : first < 0xE0 ? 1
                 : first < 0xF0 ? 2
                 : first < 0xF8 ? 3
                                : -1;
      int point = more <= 0 ? first : first & 0x3F >> more;
      for (int left = more; left > 0; --left) {
        if (i == bytes.length || (bytes[i] & 0xC0) != 0x80) {
          more = -1;
          break;
        }
        point = point << 6 | bytes[i++] & 0x3F;
      }
      if (more < 0 || point > 0x10FFFF)
        point = 0xFFFD;
      if (point >= 0x10000) {
        text[length++] = Character.highSurrogate(point);
        text[length++] = Character.lowSurrogate(point);
      } else {
        text[length++] = (char)point;
      }
    }
    char[] exact = new char[length];
    System.arraycopy(text, 0, exact, 0, length);
    return exact;
  }
}
