//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Checks the copy of Decimals with random numbers, by BigDecimal and by the
/// installed Java: texts are read as the number, none that is shorter is, and
/// none that is as short is nearer; and texts half way between two numbers, or
/// next to it, are read right.
///
/// Usage: DecimalsTrial numbers
///
//===----------------------------------------------------------------------===//

package trial.lang;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

public class DecimalsTrial {
  private static int longer;

  private static void check(boolean right, String what) {
    if (!right)
      throw new AssertionError(what);
  }

  private static int digits(BigDecimal value) {
    return value.stripTrailingZeros().precision();
  }

  private interface Type {
    String print(double value);

    String printInstalled(double value);

    double parse(String text);

    double parseInstalled(String text);

    double next(double value);
  }

  private static final Type DOUBLE = new Type() {
    public String print(double value) { return Decimals.toString(value); }

    public String printInstalled(double value) {
      return java.lang.Double.toString(value);
    }

    public double parse(String text) { return Decimals.parseDouble(text); }

    public double parseInstalled(String text) {
      return java.lang.Double.parseDouble(text);
    }

    public double next(double value) { return java.lang.Math.nextUp(value); }
  };

  private static final Type FLOAT = new Type() {
    public String print(double value) {
      return Decimals.toString((float)value);
    }

    public String printInstalled(double value) {
      return java.lang.Float.toString((float)value);
    }

    public double parse(String text) { return Decimals.parseFloat(text); }

    public double parseInstalled(String text) {
      return java.lang.Float.parseFloat(text);
    }

    public double next(double value) {
      return java.lang.Math.nextUp((float)value);
    }
  };

  private static void checkText(Type type, double x) {
    String text = type.print(x), installed = type.printInstalled(x);
    check(type.parseInstalled(text) == x, x + " became " + text);
    check(type.parse(text) == x, text + " was not read right");
    check(type.parse(installed) == x, installed + " was not read right");
    BigDecimal exact = new BigDecimal(x), decimal = new BigDecimal(text);
    int count = digits(decimal), other = digits(new BigDecimal(installed));
    check(count <= other, text + " could be " + installed);
    if (count < other)
      ++longer;
    if (text.replaceAll("E.*", "").length() ==
        installed.replaceAll("E.*", "").length())
      check(text.replaceAll("[0-9]", "9")
                .equals(installed.replaceAll("[0-9]", "9")),
            text + " is laid out in another way than " + installed);
    for (RoundingMode mode :
         new RoundingMode[] {RoundingMode.FLOOR, RoundingMode.CEILING}) {
      if (count <= 2)
        break;
      BigDecimal shorter = exact.round(new MathContext(count - 1, mode));
      check(type.parseInstalled(shorter.toString()) != x,
            text + " could be " + shorter);
    }
    BigDecimal nearest = exact.round(
        new MathContext(java.lang.Math.max(count, 2), RoundingMode.HALF_EVEN));
    check(nearest.compareTo(decimal) == 0 ||
              type.parseInstalled(nearest.toString()) != x,
          text + " could be " + nearest);
  }

  private static void checkHalf(Type type, double x) {
    double above = type.next(x);
    if (above > java.lang.Double.MAX_VALUE)
      return;
    BigDecimal half = new BigDecimal(x)
                          .add(new BigDecimal(above))
                          .divide(BigDecimal.valueOf(2));
    BigDecimal little = half.ulp().scaleByPowerOfTen(-200);
    for (BigDecimal value :
         new BigDecimal[] {half, half.add(little), half.subtract(little)}) {
      String text = value.toString();
      check(type.parse(text) == type.parseInstalled(text), text);
      text = value.toPlainString() + (value.scale() > 0 ? "" : ".00");
      text += "0".repeat(900) + "e-3";
      check(type.parse(text) == type.parseInstalled(text), text);
      text = text.replace("e-3", "1e2");
      check(type.parse(text) == type.parseInstalled(text), text);
    }
  }

  public static void main(String[] arguments) {
    int count = java.lang.Integer.parseInt(arguments[0]);
    java.util.Random random = new java.util.Random(1);
    for (int i = 0; i < count; ++i) {
      long bits = random.nextLong() & java.lang.Long.MAX_VALUE;
      // Powers of two, the smallest numbers, and those with few digits, too.
      double x = java.lang.Double.longBitsToDouble(i % 4 == 0 ? bits & -1L << 52
                                                   : i % 4 == 1 ? i
                                                                : bits);
      float y = java.lang.Float.intBitsToFloat(
          (int)(i % 4 == 0   ? bits & 0x7F800000
                : i % 4 == 1 ? i
                             : bits & 0x7FFFFFFF));
      if (i % 8 == 3) {
        x = random.nextInt(100000) / 1000.0;
        y = random.nextInt(1000) / 10.0f;
      }
      if (x > 0 && x <= java.lang.Double.MAX_VALUE) {
        checkText(DOUBLE, x);
        if (i % 16 == 2 || i % 64 == 1)
          checkHalf(DOUBLE, x);
      }
      if (y > 0 && y <= java.lang.Float.MAX_VALUE) {
        checkText(FLOAT, y);
        if (i % 16 == 2 || i % 64 == 1)
          checkHalf(FLOAT, y);
      }
    }
    System.out.println("right; " + longer + " shorter than here");
  }
}
