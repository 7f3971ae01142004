//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An order.
///
//===----------------------------------------------------------------------===//

package java.util;

import java.util.function.Function;
import java.util.function.ToIntFunction;

@FunctionalInterface
public interface Comparator<T> {
  int compare(T a, T b);

  boolean equals(Object other);

  default Comparator<T> reversed() { return (a, b) -> compare(b, a); }

  default Comparator<T> thenComparing(Comparator<? super T> other) {
    Objects.requireNonNull(other);
    return (a, b) -> {
      int order = compare(a, b);
      return order != 0 ? order : other.compare(a, b);
    };
  }

  static <T, U extends Comparable<? super U>> Comparator<T>
  comparing(Function<? super T, ? extends U> key) {
    Objects.requireNonNull(key);
    return (a, b) -> key.apply(a).compareTo(key.apply(b));
  }

  static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) {
    Objects.requireNonNull(key);
    return (a, b) -> Integer.compare(key.applyAsInt(a), key.applyAsInt(b));
  }

  static <T extends Comparable<? super T>> Comparator<T> naturalOrder() {
    return (a, b) -> a.compareTo(b);
  }

  static <T extends Comparable<? super T>> Comparator<T> reverseOrder() {
    return (a, b) -> b.compareTo(a);
  }
}
