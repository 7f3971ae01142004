//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions of numbers. Those that are native are instructions.
///
//===----------------------------------------------------------------------===//

package java.lang;

public final class Math {
  public static final double PI = 3.141592653589793;
  public static final double E = 2.718281828459045;

  private Math() {}

  public static native double sqrt(double x);

  public static native double floor(double x);

  public static native double ceil(double x);

  /// To the nearest integer, or the even one.
  public static native double rint(double x);

  public static native double fma(double a, double b, double c);

  /// The nearest integer, or the larger one.
  public static long round(double x) {
    double below = floor(x);
    return (long)(x - below >= 0.5 ? below + 1 : below);
  }

  public static int round(float x) {
    double below = floor(x);
    return (int)(x - below >= 0.5 ? below + 1 : below);
  }

  public static int abs(int x) { return x < 0 ? -x : x; }

  public static long abs(long x) { return x < 0 ? -x : x; }

  public static float abs(float x) {
    return Float.intBitsToFloat(Float.floatToRawIntBits(x) & 0x7FFFFFFF);
  }

  public static double abs(double x) {
    return Double.longBitsToDouble(Double.doubleToRawLongBits(x) &
                                   0x7FFFFFFFFFFFFFFFL);
  }

  public static int min(int a, int b) { return a <= b ? a : b; }

  public static long min(long a, long b) { return a <= b ? a : b; }

  public static float min(float a, float b) {
    if (a != a)
      return a;
    if (a == 0 && b == 0)
      return Float.intBitsToFloat(Float.floatToRawIntBits(a) |
                                  Float.floatToRawIntBits(b));
    return a <= b ? a : b;
  }

  public static double min(double a, double b) {
    if (a != a)
      return a;
    if (a == 0 && b == 0)
      return Double.longBitsToDouble(Double.doubleToRawLongBits(a) |
                                     Double.doubleToRawLongBits(b));
    return a <= b ? a : b;
  }

  public static int max(int a, int b) { return a >= b ? a : b; }

  public static long max(long a, long b) { return a >= b ? a : b; }

  public static float max(float a, float b) {
    if (a != a)
      return a;
    if (a == 0 && b == 0)
      return Float.intBitsToFloat(Float.floatToRawIntBits(a) &
                                  Float.floatToRawIntBits(b));
    return a >= b ? a : b;
  }

  public static double max(double a, double b) {
    if (a != a)
      return a;
    if (a == 0 && b == 0)
      return Double.longBitsToDouble(Double.doubleToRawLongBits(a) &
                                     Double.doubleToRawLongBits(b));
    return a >= b ? a : b;
  }

  public static double signum(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }

  public static int addExact(int a, int b) {
    int sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0)
      throw new ArithmeticException("integer overflow");
    return sum;
  }

  public static long addExact(long a, long b) {
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0)
      throw new ArithmeticException("long overflow");
    return sum;
  }

  public static int subtractExact(int a, int b) {
    int difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0)
      throw new ArithmeticException("integer overflow");
    return difference;
  }

  public static long subtractExact(long a, long b) {
    long difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0)
      throw new ArithmeticException("long overflow");
    return difference;
  }

  public static int multiplyExact(int a, int b) {
    long product = (long)a * b;
    if ((int)product != product)
      throw new ArithmeticException("integer overflow");
    return (int)product;
  }

  public static int toIntExact(long x) {
    if ((int)x != x)
      throw new ArithmeticException("integer overflow");
    return (int)x;
  }

  public static int floorDiv(int a, int b) {
    int quotient = a / b;
    return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
  }

  public static long floorDiv(long a, long b) {
    long quotient = a / b;
    return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
  }

  public static int floorMod(int a, int b) { return a - floorDiv(a, b) * b; }

  public static long floorMod(long a, long b) { return a - floorDiv(a, b) * b; }
}
