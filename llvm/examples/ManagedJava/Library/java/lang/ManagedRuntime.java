//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package java.lang;

/**
 * What the runtime (Runtime/Throwing.cpp, Runtime/Strings.cpp) asks Java for, so
 * that it need not know how strings and exceptions are laid out. The compiler
 * exports all static methods of this class, by their names alone.
 */
final class ManagedRuntime {
  private ManagedRuntime() {}

  static String newString(char[] text) { return new String(text); }

  static char[] toChars(String s) { return s.toCharArray(); }

  /** The text that an exception is printed as when nothing catches it. */
  static String describe(Throwable t) {
    StringBuilder text = new StringBuilder();
    for (String prefix = ""; t != null; prefix = "\nCaused by: ") {
      text.append(prefix).append(t.toString());
      t = t.getCause();
    }
    return text.toString();
  }

  static void throwNull() { throw new NullPointerException(); }

  static void throwArithmetic() {
    throw new ArithmeticException("/ by zero");
  }

  static void throwIndex(int index, int length) {
    throw new ArrayIndexOutOfBoundsException(
        "Index " + index + " out of bounds for length " + length);
  }

  static void throwNegativeSize(int length) {
    throw new NegativeArraySizeException(String.valueOf(length));
  }

  /** Names of classes come from the runtime as Class.getName() has them. */
  static void throwCast(String from, String to) {
    throw new ClassCastException(from + " cannot be cast to " + to);
  }

  static void throwStore(String value) {
    throw new ArrayStoreException(value);
  }

  static void throwIncompatible(String type, String wanted) {
    throw new IncompatibleClassChangeError(
        "Class " + type + " does not implement the requested interface "
        + wanted);
  }

  static void throwAbstract(String message) {
    throw new AbstractMethodError(message);
  }

  static void throwMonitor() { throw new IllegalMonitorStateException(); }

  static void throwIndexRange(String message) {
    throw new ArrayIndexOutOfBoundsException(message);
  }

  static void throwNotCloneable(String type) throws CloneNotSupportedException {
    throw new CloneNotSupportedException(type);
  }

  static void throwNoClass(String type) {
    throw new NoClassDefFoundError("Could not initialize class " + type);
  }

  /** What {@code <clinit>} has thrown. */
  static void throwInInitializer(Throwable t) throws Throwable {
    throw t instanceof Error ? t : new ExceptionInInitializerError(t);
  }

  // There is no memory for it when it is needed.
  private static final OutOfMemoryError NO_MEMORY =
      new OutOfMemoryError("Java heap space");

  static void throwMemory() { throw NO_MEMORY; }
}
