//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Elements that differ from each other.
///
//===----------------------------------------------------------------------===//

package java.util;

public interface Set<E> extends Collection<E> {
  int size();

  boolean isEmpty();

  boolean contains(Object element);

  Iterator<E> iterator();

  Object[] toArray();

  <T> T[] toArray(T[] array);

  boolean add(E element);

  boolean remove(Object element);

  boolean containsAll(Collection<?> elements);

  boolean addAll(Collection<? extends E> elements);

  boolean removeAll(Collection<?> elements);

  boolean retainAll(Collection<?> elements);

  void clear();

  boolean equals(Object other);

  int hashCode();
}
