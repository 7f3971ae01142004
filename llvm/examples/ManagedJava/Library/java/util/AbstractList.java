//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What lists have in common: everything, by get(), set(), add() and remove().
///
//===----------------------------------------------------------------------===//

package java.util;

public abstract class AbstractList<E>
    extends AbstractCollection<E> implements List<E> {
  /// How often elements were added or removed.
  protected transient int modCount;

  protected AbstractList() {}

  public abstract E get(int index);

  public E set(int index, E element) {
    throw new UnsupportedOperationException();
  }

  public void add(int index, E element) {
    throw new UnsupportedOperationException();
  }

  public E remove(int index) { throw new UnsupportedOperationException(); }

  public boolean add(E element) {
    add(size(), element);
    return true;
  }

  public int indexOf(Object element) {
    for (int i = 0, count = size(); i < count; ++i)
      if (Objects.equals(element, get(i)))
        return i;
    return -1;
  }

  public int lastIndexOf(Object element) {
    for (int i = size() - 1; i >= 0; --i)
      if (Objects.equals(element, get(i)))
        return i;
    return -1;
  }

  public boolean addAll(int index, Collection<? extends E> elements) {
    if (index < 0 || index > size())
      throw new IndexOutOfBoundsException("Index: " + index +
                                          ", Size: " + size());
    for (E element : elements)
      add(index++, element);
    return !elements.isEmpty();
  }

  public boolean equals(Object other) {
    if (other == this)
      return true;
    if (!(other instanceof List))
      return false;
    Iterator<?> theirs = ((List<?>)other).iterator();
    for (E element : this)
      if (!theirs.hasNext() || !Objects.equals(element, theirs.next()))
        return false;
    return !theirs.hasNext();
  }

  public int hashCode() {
    int result = 1;
    for (E element : this)
      result = 31 * result + Objects.hashCode(element);
    return result;
  }

  public Iterator<E> iterator() { return new ListIterator(); }

  private final class ListIterator implements Iterator<E> {
    private int next, last = -1, expected = modCount;

    public boolean hasNext() { return next != size(); }

    private void check() {
      if (modCount != expected)
        throw new ConcurrentModificationException();
    }

    public E next() {
      check();
      if (next >= size())
        throw new NoSuchElementException();
      last = next++;
      return get(last);
    }

    public void remove() {
      if (last < 0)
        throw new IllegalStateException();
      check();
      AbstractList.this.remove(last);
      next = last;
      last = -1;
      expected = modCount;
    }
  }
}
