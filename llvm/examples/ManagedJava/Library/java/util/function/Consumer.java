//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What takes objects.
///
//===----------------------------------------------------------------------===//

package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface Consumer<T> {
  void accept(T argument);

  default Consumer<T> andThen(Consumer<? super T> after) {
    Objects.requireNonNull(after);
    return (T argument) -> {
      accept(argument);
      after.accept(argument);
    };
  }
}
