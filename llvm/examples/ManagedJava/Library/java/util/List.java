//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Elements in an order.
///
//===----------------------------------------------------------------------===//

package java.util;

public interface List<E> extends Collection<E> {
  E get(int index);

  E set(int index, E element);

  void add(int index, E element);

  boolean add(E element);

  E remove(int index);

  boolean remove(Object element);

  int indexOf(Object element);

  int lastIndexOf(Object element);

  boolean addAll(int index, Collection<? extends E> elements);

  boolean addAll(Collection<? extends E> elements);

  boolean equals(Object other);

  int hashCode();

  int size();

  boolean isEmpty();

  boolean contains(Object element);

  Iterator<E> iterator();

  Object[] toArray();

  <T> T[] toArray(T[] array);

  boolean containsAll(Collection<?> elements);

  boolean removeAll(Collection<?> elements);

  boolean retainAll(Collection<?> elements);

  void clear();

  @SuppressWarnings("unchecked")
  default void sort(Comparator<? super E> order) {
    Object[] sorted = toArray();
    Arrays.sort(sorted, (Comparator<Object>)order);
    for (int i = 0; i < sorted.length; ++i)
      set(i, (E)sorted[i]);
  }
}
