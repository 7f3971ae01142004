//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A queue in an array that is used as a ring. Null is no element.
///
//===----------------------------------------------------------------------===//

package java.util;

import java.io.Serializable;

public class ArrayDeque<E>
    extends AbstractCollection<E> implements Deque<E>, Cloneable, Serializable {
  /// The size is a power of two.
  private Object[] ring;
  private int first, size;

  public ArrayDeque() { ring = new Object[16]; }

  public ArrayDeque(int capacity) {
    int length = 8;
    while (length < capacity)
      length *= 2;
    ring = new Object[length];
  }

  public ArrayDeque(Collection<? extends E> other) {
    this(other.size());
    addAll(other);
  }

  /// The place of the element \p index.
  private int place(int index) { return first + index & ring.length - 1; }

  @SuppressWarnings("unchecked")
  private E at(int index) {
    return (E)ring[place(index)];
  }

  private void reserve() {
    if (size < ring.length)
      return;
    Object[] larger = new Object[2 * size];
    for (int i = 0; i < size; ++i)
      larger[i] = at(i);
    ring = larger;
    first = 0;
  }

  public void addFirst(E element) {
    Objects.requireNonNull(element);
    reserve();
    first = place(-1);
    ring[first] = element;
    ++size;
  }

  public void addLast(E element) {
    Objects.requireNonNull(element);
    reserve();
    ring[place(size++)] = element;
  }

  public boolean offerFirst(E element) {
    addFirst(element);
    return true;
  }

  public boolean offerLast(E element) {
    addLast(element);
    return true;
  }

  public E peekFirst() { return size == 0 ? null : at(0); }

  public E peekLast() { return size == 0 ? null : at(size - 1); }

  public E pollFirst() {
    if (size == 0)
      return null;
    E element = at(0);
    ring[first] = null;
    first = place(1);
    --size;
    return element;
  }

  public E pollLast() {
    if (size == 0)
      return null;
    E element = at(--size);
    ring[place(size)] = null;
    return element;
  }

  private static <E> E orThrow(E element) {
    if (element == null)
      throw new NoSuchElementException();
    return element;
  }

  public E getFirst() { return orThrow(peekFirst()); }

  public E getLast() { return orThrow(peekLast()); }

  public E removeFirst() { return orThrow(pollFirst()); }

  public E removeLast() { return orThrow(pollLast()); }

  public boolean add(E element) { return offerLast(element); }

  public boolean offer(E element) { return offerLast(element); }

  public E remove() { return removeFirst(); }

  public E poll() { return pollFirst(); }

  public E element() { return getFirst(); }

  public E peek() { return peekFirst(); }

  public void push(E element) { addFirst(element); }

  public E pop() { return removeFirst(); }

  public int size() { return size; }

  public boolean isEmpty() { return size == 0; }

  public void clear() {
    Arrays.fill(ring, null);
    first = size = 0;
  }

  public ArrayDeque<E> clone() { return new ArrayDeque<E>(this); }

  public Iterator<E> iterator() { return new RingIterator(); }

  private final class RingIterator implements Iterator<E> {
    private int next;
    private boolean removable;

    public boolean hasNext() { return next < size; }

    public E next() {
      if (next >= size)
        throw new NoSuchElementException();
      removable = true;
      return at(next++);
    }

    public void remove() {
      if (!removable)
        throw new IllegalStateException();
      removable = false;
      --size;
      for (int i = --next; i < size; ++i)
        ring[place(i)] = ring[place(i + 1)];
      ring[place(size)] = null;
    }
  }
}
