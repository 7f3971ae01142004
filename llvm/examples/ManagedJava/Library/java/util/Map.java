//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Values by keys.
///
//===----------------------------------------------------------------------===//

package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

public interface Map<K, V> {
  int size();

  boolean isEmpty();

  boolean containsKey(Object key);

  boolean containsValue(Object value);

  V get(Object key);

  V put(K key, V value);

  V remove(Object key);

  void putAll(Map<? extends K, ? extends V> other);

  void clear();

  Set<K> keySet();

  Collection<V> values();

  Set<Map.Entry<K, V>> entrySet();

  boolean equals(Object other);

  int hashCode();

  default V getOrDefault(Object key, V value) {
    V found = get(key);
    return found != null || containsKey(key) ? found : value;
  }

  default void forEach(BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(action);
    for (Map.Entry<K, V> entry : entrySet())
      action.accept(entry.getKey(), entry.getValue());
  }

  default V putIfAbsent(K key, V value) {
    V found = get(key);
    return found != null ? found : put(key, value);
  }

  default V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
    Objects.requireNonNull(function);
    V found = get(key);
    if (found != null)
      return found;
    V value = function.apply(key);
    if (value != null)
      put(key, value);
    return value;
  }

  default V merge(K key, V value,
                  BiFunction<? super V, ? super V, ? extends V> function) {
    Objects.requireNonNull(function);
    Objects.requireNonNull(value);
    V found = get(key);
    V result = found == null ? value : function.apply(found, value);
    if (result == null)
      remove(key);
    else
      put(key, result);
    return result;
  }

  interface Entry<K, V> {
    K getKey();

    V getValue();

    V setValue(V value);

    boolean equals(Object other);

    int hashCode();
  }
}
