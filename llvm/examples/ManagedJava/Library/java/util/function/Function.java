//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function.
///
//===----------------------------------------------------------------------===//

package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface Function<T, R> {
  R apply(T argument);

  default <V> Function<V, R> compose(Function<? super V, ? extends T> before) {
    Objects.requireNonNull(before);
    return (V argument) -> apply(before.apply(argument));
  }

  default <V> Function<T, V> andThen(Function<? super R, ? extends V> after) {
    Objects.requireNonNull(after);
    return (T argument) -> after.apply(apply(argument));
  }

  static <T> Function<T, T> identity() { return argument -> argument; }
}
