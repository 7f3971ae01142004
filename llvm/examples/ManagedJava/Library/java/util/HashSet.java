//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The keys of a hash map.
///
//===----------------------------------------------------------------------===//

package java.util;

import java.io.Serializable;

public class HashSet<E>
    extends AbstractSet<E> implements Set<E>, Cloneable, Serializable {
  private final HashMap<E, Boolean> map;

  public HashSet() { map = new HashMap<>(); }

  public HashSet(int capacity) { map = new HashMap<>(capacity); }

  public HashSet(Collection<? extends E> elements) {
    map = new HashMap<>(Math.max((int)(elements.size() / .75f) + 1, 16));
    addAll(elements);
  }

  public int size() { return map.size(); }

  public boolean contains(Object element) { return map.containsKey(element); }

  public boolean add(E element) { return map.put(element, true) == null; }

  public boolean remove(Object element) { return map.remove(element) != null; }

  public void clear() { map.clear(); }

  public Iterator<E> iterator() { return map.keySet().iterator(); }

  public Object clone() { return new HashSet<E>(this); }
}
