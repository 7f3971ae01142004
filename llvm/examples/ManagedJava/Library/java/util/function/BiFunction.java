//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function of two arguments.
///
//===----------------------------------------------------------------------===//

package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface BiFunction<T, U, R> {
  R apply(T first, U second);

  default <V> BiFunction<T, U, V>
  andThen(Function<? super R, ? extends V> after) {
    Objects.requireNonNull(after);
    return (T first, U second) -> after.apply(apply(first, second));
  }
}
