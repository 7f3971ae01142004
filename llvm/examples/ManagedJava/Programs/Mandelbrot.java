//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The points of a square that do not escape in 50 iterations. Prints how many,
/// a sum over their places, and a small picture.
///
/// Usage: Mandelbrot [side]
///
//===----------------------------------------------------------------------===//

public class Mandelbrot {
  private static final int ITERATIONS = 50;

  private static boolean stays(double x, double y) {
    double re = 0, im = 0;
    for (int i = 0; i < ITERATIONS; ++i) {
      double reSquared = re * re, imSquared = im * im;
      if (reSquared + imSquared > 4)
        return false;
      im = 2 * re * im + y;
      re = reSquared - imSquared + x;
    }
    return true;
  }

  /// A bit for each point, the rows begin with a byte.
  private static byte[] draw(int side) {
    int rowBytes = (side + 7) / 8;
    byte[] bits = new byte[rowBytes * side];
    for (int row = 0; row < side; ++row)
      for (int column = 0; column < side; ++column)
        if (stays(2.0 * column / side - 1.5, 2.0 * row / side - 1))
          bits[row * rowBytes + column / 8] |= 0x80 >> column % 8;
    return bits;
  }

  public static void main(String[] arguments) {
    int side = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 500;
    byte[] bits = draw(side);
    int count = 0, sum = 0;
    for (byte b : bits) {
      count += Integer.bitCount(b & 0xFF);
      sum = sum * 31 + b;
    }
    System.out.println(count + " points, " + sum);
    byte[] small = draw(32);
    for (int row = 0; row < 32; row += 2) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < 32; ++column) {
        int b = small[row * 4 + column / 8];
        line.append((b & 0x80 >> column % 8) != 0 ? '*' : '.');
      }
      System.out.println(line);
    }
  }
}
