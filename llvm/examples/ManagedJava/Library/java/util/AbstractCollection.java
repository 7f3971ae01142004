//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What collections have in common: everything, by their iterators.
///
//===----------------------------------------------------------------------===//

package java.util;

public abstract class AbstractCollection<E> implements Collection<E> {
  protected AbstractCollection() {}

  public abstract Iterator<E> iterator();

  public abstract int size();

  public boolean isEmpty() { return size() == 0; }

  public boolean contains(Object element) {
    for (E own : this)
      if (Objects.equals(element, own))
        return true;
    return false;
  }

  public Object[] toArray() { return toArray(new Object[size()]); }

  @SuppressWarnings("unchecked")
  public <T> T[] toArray(T[] array) {
    int count = size();
    if (array.length < count)
      array = (T[])ManagedRuntime.newArrayLike(array, count);
    int i = 0;
    for (E element : this)
      ((Object[])array)[i++] = element;
    if (i < array.length)
      array[i] = null;
    return array;
  }

  public boolean add(E element) { throw new UnsupportedOperationException(); }

  public boolean remove(Object element) {
    for (Iterator<E> i = iterator(); i.hasNext();) {
      if (Objects.equals(element, i.next())) {
        i.remove();
        return true;
      }
    }
    return false;
  }

  public boolean containsAll(Collection<?> elements) {
    for (Object element : elements)
      if (!contains(element))
        return false;
    return true;
  }

  public boolean addAll(Collection<? extends E> elements) {
    boolean changed = false;
    for (E element : elements)
      changed |= add(element);
    return changed;
  }

  public boolean removeAll(Collection<?> elements) {
    Objects.requireNonNull(elements);
    return removeIf(element -> elements.contains(element));
  }

  public boolean retainAll(Collection<?> elements) {
    Objects.requireNonNull(elements);
    return removeIf(element -> !elements.contains(element));
  }

  public void clear() {
    for (Iterator<E> i = iterator(); i.hasNext();) {
      i.next();
      i.remove();
    }
  }

  public String toString() {
    StringBuilder text = new StringBuilder("[");
    String between = "";
    for (E element : this) {
      text.append(between);
      if (element == this)
        text.append("(this Collection)");
      else
        text.append(element);
      between = ", ";
    }
    return text.append(']').toString();
  }
}
