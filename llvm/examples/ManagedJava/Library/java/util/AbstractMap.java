//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What maps have in common: everything, by their entries.
///
//===----------------------------------------------------------------------===//

package java.util;

public abstract class AbstractMap<K, V> implements Map<K, V> {
  protected AbstractMap() {}

  public abstract Set<Map.Entry<K, V>> entrySet();

  private Map.Entry<K, V> find(Object key) {
    for (Map.Entry<K, V> entry : entrySet())
      if (Objects.equals(key, entry.getKey()))
        return entry;
    return null;
  }

  public int size() { return entrySet().size(); }

  public boolean isEmpty() { return size() == 0; }

  public boolean containsKey(Object key) { return find(key) != null; }

  public boolean containsValue(Object value) {
    for (Map.Entry<K, V> entry : entrySet())
      if (Objects.equals(value, entry.getValue()))
        return true;
    return false;
  }

  public V get(Object key) {
    Map.Entry<K, V> entry = find(key);
    return entry == null ? null : entry.getValue();
  }

  public V put(K key, V value) { throw new UnsupportedOperationException(); }

  public V remove(Object key) {
    for (Iterator<Map.Entry<K, V>> i = entrySet().iterator(); i.hasNext();) {
      Map.Entry<K, V> entry = i.next();
      if (Objects.equals(key, entry.getKey())) {
        V old = entry.getValue();
        i.remove();
        return old;
      }
    }
    return null;
  }

  public void putAll(Map<? extends K, ? extends V> other) {
    for (Map.Entry<? extends K, ? extends V> entry : other.entrySet())
      put(entry.getKey(), entry.getValue());
  }

  public void clear() { entrySet().clear(); }

  public Set<K> keySet() { return new Keys(); }

  public Collection<V> values() { return new Values(); }

  public boolean equals(Object other) {
    if (other == this)
      return true;
    if (!(other instanceof Map) || ((Map<?, ?>)other).size() != size())
      return false;
    Map<?, ?> theirs = (Map<?, ?>)other;
    for (Map.Entry<K, V> entry : entrySet()) {
      Object value = theirs.get(entry.getKey());
      if (!Objects.equals(entry.getValue(), value) ||
          value == null && !theirs.containsKey(entry.getKey()))
        return false;
    }
    return true;
  }

  public int hashCode() {
    int sum = 0;
    for (Map.Entry<K, V> entry : entrySet())
      sum += entry.hashCode();
    return sum;
  }

  public String toString() {
    StringBuilder text = new StringBuilder("{");
    String between = "";
    for (Map.Entry<K, V> entry : entrySet()) {
      K key = entry.getKey();
      V value = entry.getValue();
      text.append(between);
      text.append(key == this ? "(this Map)" : key).append('=');
      text.append(value == this ? "(this Map)" : value);
      between = ", ";
    }
    return text.append('}').toString();
  }

  private final class Keys extends AbstractSet<K> {
    public int size() { return AbstractMap.this.size(); }

    public boolean contains(Object key) { return containsKey(key); }

    public void clear() { AbstractMap.this.clear(); }

    public Iterator<K> iterator() {
      Iterator<Map.Entry<K, V>> entries = entrySet().iterator();
      return new Iterator<K>() {
        public boolean hasNext() { return entries.hasNext(); }

        public K next() { return entries.next().getKey(); }

        public void remove() { entries.remove(); }
      };
    }
  }

  private final class Values extends AbstractCollection<V> {
    public int size() { return AbstractMap.this.size(); }

    public void clear() { AbstractMap.this.clear(); }

    public Iterator<V> iterator() {
      Iterator<Map.Entry<K, V>> entries = entrySet().iterator();
      return new Iterator<V>() {
        public boolean hasNext() { return entries.hasNext(); }

        public V next() { return entries.next().getValue(); }

        public void remove() { entries.remove(); }
      };
    }
  }
}
