//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A hash table of lists. Iterates in OpenJDK's order, as it uses the same
/// hash, grows at the same times, and puts new entries at the same end of their
/// list. But its lists do not become trees if they are long, so many keys with
/// equal hashes are slow, and may be in another order.
///
//===----------------------------------------------------------------------===//

package java.util;

import java.io.Serializable;
import java.util.function.BiFunction;
import java.util.function.Function;

public class HashMap<K, V>
    extends AbstractMap<K, V> implements Map<K, V>, Cloneable, Serializable {
  private static final int DEFAULT_CAPACITY = 16, MAX_CAPACITY = 1 << 30;
  /// A table that is shorter grows if a list has so many entries.
  private static final int SHORT_TABLE = 64, LONG_LIST = 8;

  private static final class Node<K, V> implements Map.Entry<K, V> {
    final int hash;
    final K key;
    V value;
    Node<K, V> next;

    Node(int hash, K key, V value) {
      this.hash = hash;
      this.key = key;
      this.value = value;
    }

    public K getKey() { return key; }

    public V getValue() { return value; }

    public V setValue(V value) {
      V old = this.value;
      this.value = value;
      return old;
    }

    public boolean equals(Object other) {
      if (!(other instanceof Map.Entry))
        return false;
      Map.Entry<?, ?> entry = (Map.Entry<?, ?>)other;
      return Objects.equals(key, entry.getKey()) &&
          Objects.equals(value, entry.getValue());
    }

    public int hashCode() {
      return Objects.hashCode(key) ^ Objects.hashCode(value);
    }

    public String toString() { return key + "=" + value; }
  }

  /// Its length is a power of two; null until the first entry.
  private Node<K, V>[] table;
  /// The length of the table that is not yet made; 0 for the default.
  private int capacity;
  private int size;
  /// How often entries were added or removed.
  private int modCount;
  private final float loadFactor;

  public HashMap() { loadFactor = 0.75f; }

  public HashMap(int capacity) { this(capacity, 0.75f); }

  public HashMap(int capacity, float loadFactor) {
    if (capacity < 0)
      throw new IllegalArgumentException("Illegal initial capacity: " +
                                         capacity);
    if (!(loadFactor > 0))
      throw new IllegalArgumentException("Illegal load factor: " + loadFactor);
    this.capacity = powerOfTwo(capacity);
    this.loadFactor = loadFactor;
  }

  /// \returns the least one that is not smaller.
  private static int powerOfTwo(int capacity) {
    int power = 1;
    while (power < capacity && power < MAX_CAPACITY)
      power *= 2;
    return power;
  }

  public HashMap(Map<? extends K, ? extends V> other) {
    this();
    putAll(other);
  }

  /// Only the low bits choose a list, so the high ones have a part in them.
  private static int hash(Object key) {
    if (key == null)
      return 0;
    int hash = key.hashCode();
    return hash ^ hash >>> 16;
  }

  private Node<K, V> find(Object key) {
    if (table == null)
      return null;
    int hash = hash(key);
    Node<K, V> node = table[hash & table.length - 1];
    while (node != null && !isOf(node, hash, key))
      node = node.next;
    return node;
  }

  private static boolean isOf(Node<?, ?> node, int hash, Object key) {
    return node.hash == hash &&
        (node.key == key || key != null && key.equals(node.key));
  }

  public int size() { return size; }

  public boolean containsKey(Object key) { return find(key) != null; }

  public V get(Object key) {
    Node<K, V> node = find(key);
    return node == null ? null : node.value;
  }

  public V put(K key, V value) {
    if (table == null)
      makeTable();
    int hash = hash(key), index = hash & table.length - 1;
    int length = 0;
    Node<K, V> last = null;
    for (Node<K, V> node = table[index]; node != null; node = node.next) {
      if (isOf(node, hash, key))
        return node.setValue(value);
      last = node;
      ++length;
    }
    Node<K, V> added = new Node<>(hash, key, value);
    if (last == null)
      table[index] = added;
    else
      last.next = added;
    if (length >= LONG_LIST)
      growShortTable();
    ++modCount;
    ++size;
    if (isFull())
      grow();
    return null;
  }

  private void makeTable() {
    table = newTable(capacity == 0 ? DEFAULT_CAPACITY : capacity);
  }

  private boolean isFull() {
    return size > table.length * loadFactor && table.length < MAX_CAPACITY;
  }

  private void growShortTable() {
    if (table.length < SHORT_TABLE)
      grow();
  }

  /// Adds an entry whose key is new in front of its list.
  private void addInFront(K key, V value) {
    if (table == null)
      makeTable();
    else if (isFull())
      grow();
    int hash = hash(key), index = hash & table.length - 1;
    int length = 0;
    for (Node<K, V> node = table[index]; node != null; node = node.next)
      ++length;
    Node<K, V> added = new Node<>(hash, key, value);
    added.next = table[index];
    table[index] = added;
    if (length >= LONG_LIST - 1)
      growShortTable();
    ++modCount;
    ++size;
  }

  public void putAll(Map<? extends K, ? extends V> other) {
    int count = other.size();
    if (count == 0)
      return;
    if (table == null)
      capacity = Math.max(capacity, powerOfTwo((int)Math.min(
                                        count / loadFactor + 1, MAX_CAPACITY)));
    else
      while (count > table.length * loadFactor && table.length < MAX_CAPACITY)
        grow();
    super.putAll(other);
  }

  @SuppressWarnings("unchecked")
  private static <K, V> Node<K, V>[] newTable(int length) {
    return (Node<K, V>[]) new Node < ?, ? > [length];
  }

  /// Each list becomes two, which keep the order.
  private void grow() {
    Node<K, V>[] larger = newTable(2 * table.length);
    for (int i = 0; i < table.length; ++i) {
      Node<K, V> low = null, high = null;
      for (Node<K, V> node = table[i], next; node != null; node = next) {
        next = node.next;
        node.next = null;
        if ((node.hash & table.length) == 0) {
          if (low == null)
            larger[i] = node;
          else
            low.next = node;
          low = node;
        } else {
          if (high == null)
            larger[i + table.length] = node;
          else
            high.next = node;
          high = node;
        }
      }
    }
    table = larger;
  }

  private Node<K, V> unlink(Object key) {
    if (table == null)
      return null;
    int hash = hash(key), index = hash & table.length - 1;
    Node<K, V> last = null;
    for (Node<K, V> node = table[index]; node != null; node = node.next) {
      if (isOf(node, hash, key)) {
        if (last == null)
          table[index] = node.next;
        else
          last.next = node.next;
        --size;
        ++modCount;
        return node;
      }
      last = node;
    }
    return null;
  }

  public V remove(Object key) {
    Node<K, V> node = unlink(key);
    return node == null ? null : node.value;
  }

  public void clear() {
    ++modCount;
    size = 0;
    if (table != null)
      Arrays.fill(table, null);
  }

  public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
    Node<K, V> node = find(key);
    if (node != null && node.value != null)
      return node.value;
    int expected = modCount;
    V value = function.apply(key);
    if (modCount != expected)
      throw new ConcurrentModificationException();
    if (value == null)
      return null;
    if (node != null)
      node.value = value;
    else
      addInFront(key, value);
    return value;
  }

  public V merge(K key, V value,
                 BiFunction<? super V, ? super V, ? extends V> function) {
    Objects.requireNonNull(value);
    Objects.requireNonNull(function);
    Node<K, V> node = find(key);
    if (node == null) {
      addInFront(key, value);
      return value;
    }
    V result = value;
    if (node.value != null) {
      int expected = modCount;
      result = function.apply(node.value, value);
      if (modCount != expected)
        throw new ConcurrentModificationException();
    }
    if (result != null)
      node.value = result;
    else
      unlink(key);
    return result;
  }

  public Object clone() { return new HashMap<K, V>(this); }

  public Set<Map.Entry<K, V>> entrySet() { return new Entries(); }

  private final class Entries extends AbstractSet<Map.Entry<K, V>> {
    public int size() { return size; }

    public void clear() { HashMap.this.clear(); }

    public boolean contains(Object other) {
      return other instanceof Map.Entry
          && other.equals(find(((Map.Entry<?, ?>)other).getKey()));
    }

    public Iterator<Map.Entry<K, V>> iterator() { return new NodeIterator(); }
  }

  private final class NodeIterator implements Iterator<Map.Entry<K, V>> {
    private int index, expected = modCount;
    private Node<K, V> next, last;

    NodeIterator() { findNext(); }

    /// The first node of the next list that is not empty.
    private void findNext() {
      if (table != null)
        while (next == null && index < table.length)
          next = table[index++];
    }

    public boolean hasNext() { return next != null; }

    public Map.Entry<K, V> next() {
      if (modCount != expected)
        throw new ConcurrentModificationException();
      if (next == null)
        throw new NoSuchElementException();
      last = next;
      next = next.next;
      findNext();
      return last;
    }

    public void remove() {
      if (last == null)
        throw new IllegalStateException();
      if (modCount != expected)
        throw new ConcurrentModificationException();
      unlink(last.key);
      last = null;
      expected = modCount;
    }
  }
}
