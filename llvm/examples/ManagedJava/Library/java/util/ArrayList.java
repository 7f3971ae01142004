//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A list in an array.
///
//===----------------------------------------------------------------------===//

package java.util;

import java.io.Serializable;

public class ArrayList<E>
    extends AbstractList<E> implements List<E>, Cloneable, Serializable {
  private static final int LEAST = 10;

  private Object[] elements;
  private int size;

  public ArrayList() { elements = new Object[0]; }

  public ArrayList(int capacity) {
    if (capacity < 0)
      throw new IllegalArgumentException("Illegal Capacity: " + capacity);
    elements = new Object[capacity];
  }

  public ArrayList(Collection<? extends E> other) {
    // What a collection returns need not be an Object[].
    Object[] all = other.toArray();
    size = all.length;
    elements = new Object[size];
    System.arraycopy(all, 0, elements, 0, size);
  }

  public int size() { return size; }

  public boolean isEmpty() { return size == 0; }

  @SuppressWarnings("unchecked")
  private E at(int index) {
    return (E)elements[index];
  }

  public E get(int index) {
    Objects.checkIndex(index, size);
    return at(index);
  }

  public E set(int index, E element) {
    Objects.checkIndex(index, size);
    E old = at(index);
    elements[index] = element;
    return old;
  }

  public void ensureCapacity(int capacity) {
    if (capacity <= elements.length)
      return;
    int most = Math.max(elements.length + (elements.length >> 1), LEAST);
    Object[] more = new Object[Math.max(capacity, most)];
    System.arraycopy(elements, 0, more, 0, size);
    elements = more;
  }

  public boolean add(E element) {
    ++modCount;
    if (size == elements.length)
      ensureCapacity(size + 1);
    elements[size++] = element;
    return true;
  }

  private void open(int index, int count) {
    if (index < 0 || index > size)
      throw new IndexOutOfBoundsException("Index: " + index +
                                          ", Size: " + size);
    ++modCount;
    ensureCapacity(size + count);
    System.arraycopy(elements, index, elements, index + count, size - index);
    size += count;
  }

  public void add(int index, E element) {
    open(index, 1);
    elements[index] = element;
  }

  public boolean addAll(Collection<? extends E> other) {
    return addAll(size, other);
  }

  public boolean addAll(int index, Collection<? extends E> other) {
    // They may be those of this list.
    Object[] added = other.toArray();
    open(index, added.length);
    System.arraycopy(added, 0, elements, index, added.length);
    return added.length != 0;
  }

  public E remove(int index) {
    Objects.checkIndex(index, size);
    ++modCount;
    E old = at(index);
    --size;
    System.arraycopy(elements, index + 1, elements, index, size - index);
    elements[size] = null;
    return old;
  }

  public boolean remove(Object element) {
    int index = indexOf(element);
    if (index >= 0)
      remove(index);
    return index >= 0;
  }

  public boolean contains(Object element) { return indexOf(element) >= 0; }

  public void clear() {
    ++modCount;
    Arrays.fill(elements, 0, size, null);
    size = 0;
  }

  public Object[] toArray() {
    Object[] copy = new Object[size];
    System.arraycopy(elements, 0, copy, 0, size);
    return copy;
  }

  @SuppressWarnings("unchecked")
  public void sort(Comparator<? super E> order) {
    int expected = modCount;
    Arrays.sort((E[])elements, 0, size, order);
    if (modCount != expected)
      throw new ConcurrentModificationException();
    ++modCount;
  }

  public Object clone() { return new ArrayList<E>(this); }
}
