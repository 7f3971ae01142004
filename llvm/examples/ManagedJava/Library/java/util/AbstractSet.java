//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What sets have in common.
///
//===----------------------------------------------------------------------===//

package java.util;

public abstract class AbstractSet<E>
    extends AbstractCollection<E> implements Set<E> {
  protected AbstractSet() {}

  public boolean equals(Object other) {
    return other == this || other instanceof Set &&
                                ((Set<?>)other).size() == size() &&
                                containsAll((Set<?>)other);
  }

  public int hashCode() {
    int sum = 0;
    for (E element : this)
      sum += Objects.hashCode(element);
    return sum;
  }
}
