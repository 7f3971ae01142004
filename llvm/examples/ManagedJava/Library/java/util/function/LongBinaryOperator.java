//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function of two longs that is a long.
///
//===----------------------------------------------------------------------===//

package java.util.function;

@FunctionalInterface
public interface LongBinaryOperator {
  long applyAsLong(long first, long second);
}
