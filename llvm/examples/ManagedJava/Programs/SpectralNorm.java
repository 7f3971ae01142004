//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The spectral norm of the matrix 1, 1/2, 1/4; 1/3, 1/5, 1/8; 1/6, 1/9, 1/13;
/// ...
///
/// Usage: SpectralNorm [size]
///
//===----------------------------------------------------------------------===//

public class SpectralNorm {
  /// An element of the matrix.
  private static double at(int row, int column) {
    int diagonal = row + column;
    return 1.0 / (diagonal * (diagonal + 1) / 2 + row + 1);
  }

  private static double[] multiply(double[] vector) {
    double[] result = new double[vector.length];
    for (int i = 0; i < result.length; ++i) {
      double sum = 0;
      for (int j = 0; j < vector.length; ++j)
        sum += at(i, j) * vector[j];
      result[i] = sum;
    }
    return result;
  }

  private static double[] multiplyTransposed(double[] vector) {
    double[] result = new double[vector.length];
    for (int i = 0; i < result.length; ++i) {
      double sum = 0;
      for (int j = 0; j < vector.length; ++j)
        sum += at(j, i) * vector[j];
      result[i] = sum;
    }
    return result;
  }

  private static double product(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; ++i)
      sum += a[i] * b[i];
    return sum;
  }

  public static void main(String[] arguments) {
    int size = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 300;
    double[] u = new double[size], v = null;
    for (int i = 0; i < size; ++i)
      u[i] = 1;
    for (int i = 0; i < 10; ++i) {
      v = multiplyTransposed(multiply(u));
      u = multiplyTransposed(multiply(v));
    }
    double norm = Math.sqrt(product(u, v) / product(v, v));
    String digits = Long.toString(Math.round(norm * 1e9));
    int point = digits.length() - 9;
    System.out.println(digits.substring(0, point) + "." +
                       digits.substring(point));
    System.out.println(Double.doubleToLongBits(norm));
  }
}
