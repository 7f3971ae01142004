//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function from double to double.
///
//===----------------------------------------------------------------------===//

package java.util.function;

@FunctionalInterface
public interface DoubleUnaryOperator {
  double applyAsDouble(double argument);
}
