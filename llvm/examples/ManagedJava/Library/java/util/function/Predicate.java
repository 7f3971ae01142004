//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A property of objects.
///
//===----------------------------------------------------------------------===//

package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface Predicate<T> {
  boolean test(T argument);

  default Predicate<T> and(Predicate<? super T> other) {
    Objects.requireNonNull(other);
    return argument -> test(argument) && other.test(argument);
  }

  default Predicate<T> or(Predicate<? super T> other) {
    Objects.requireNonNull(other);
    return argument -> test(argument) || other.test(argument);
  }

  default Predicate<T> negate() { return argument -> !test(argument); }
}
