//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the collections do, by random operations whose results are summed, and
/// some of the texts.
///
/// Usage: LibraryCollections [operations]
///
//===----------------------------------------------------------------------===//

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;

public class LibraryCollections {
  private static int seed = 42;

  private static int next(int bound) {
    seed = seed * 1103515245 + 12345;
    return (seed >>> 8) % bound;
  }

  private static int sum;

  private static void add(Object value) {
    sum = 31 * sum + (value == null ? 0 : value.hashCode());
  }

  private static void add(RuntimeException e) {
    add(e.getClass().getName());
    add(e.getMessage());
  }

  private static void report(String name) {
    System.out.println(name + " " + sum);
  }

  private static void lists(int operations) {
    List<Integer> list = new ArrayList<>();
    for (int i = 0; i < operations; ++i) {
      int at = next(list.size() + 2) - (next(20) == 0 ? 1 : 0);
      Integer value = next(50) == 0 ? null : (Integer)next(1000);
      try {
        switch (next(12)) {
        case 0:
        case 1:
        case 2:
          add(list.add(value));
          break;
        case 3:
          list.add(at, value);
          break;
        case 4:
          add(list.remove(at));
          break;
        case 5:
          add(list.set(at, value));
          break;
        case 6:
          add(list.get(at));
          break;
        case 7:
          add(list.remove(value));
          break;
        case 8:
          add(list.indexOf(value) + list.lastIndexOf(value));
          break;
        case 9:
          add(list.contains(value));
          break;
        case 10:
          if (list.size() < 500)
            add(list.addAll(at, Arrays.asList(value, null, i)));
          break;
        default:
          if (next(10) == 0)
            add(list.removeIf(e -> e == null || e % 7 == 0));
          break;
        }
      } catch (IndexOutOfBoundsException e) {
        add(e);
      }
      add(list.size());
    }
    add(list);
    add(list.toString());
    add(list.equals(new ArrayList<>(list)));
    add(list.toArray().length + list.toArray(new Integer[0]).length);
    report("list");
  }

  private static void deques(int operations) {
    ArrayDeque<Integer> deque = new ArrayDeque<>();
    for (int i = 0; i < operations; ++i) {
      try {
        switch (next(10)) {
        case 0:
        case 1:
        case 2:
          deque.addFirst(i);
          break;
        case 3:
        case 4:
        case 5:
          deque.addLast(i);
          break;
        case 6:
          add(deque.pollFirst());
          break;
        case 7:
          add(deque.removeLast());
          break;
        case 8:
          add(deque.getFirst());
          break;
        default:
          add(deque.peekLast());
          break;
        }
      } catch (NoSuchElementException e) {
        add(e);
      }
    }
    Iterator<Integer> all = deque.iterator();
    while (all.hasNext())
      if (all.next() % 3 == 0)
        all.remove();
    add(deque.toString());
    report("deque");
  }

  private static void maps(int operations) {
    Map<Object, Integer> map = new HashMap<>();
    for (int i = 0; i < operations; ++i) {
      int number = next(300);
      Object key = number == 0       ? null
                   : number % 3 == 0 ? (Object)("key" + number)
                   : number % 3 == 1 ? (Object)(number * 65536)
                                     : (Object)(number / 4.0);
      switch (next(10)) {
      case 0:
      case 1:
      case 2:
      case 3:
        add(map.put(key, i));
        break;
      case 4:
        add(map.remove(key));
        break;
      case 5:
        add(map.get(key));
        break;
      case 6:
        add(map.merge(key, i, (a, b) -> a % 5 == 0 ? null : a + b));
        break;
      case 7:
        add(map.computeIfAbsent(key, k -> k == null ? null : 7));
        break;
      case 8:
        add(map.getOrDefault(key, -1) + " " + map.putIfAbsent(key, 3));
        break;
      default:
        add(map.containsKey(key) + " " + map.containsValue(i - 5));
        break;
      }
      add(map.size());
      if (i % 100 == 0)
        add(map.toString());
    }
    Map<Object, Integer> copy = new HashMap<>(map);
    add(copy.equals(map));
    add(map.hashCode());
    for (Map.Entry<Object, Integer> entry : copy.entrySet())
      entry.setValue(entry.getValue() + 1);
    add(copy.keySet().equals(map.keySet()));
    add(copy.equals(map));
    copy.keySet().removeIf(Objects::isNull);
    copy.values().removeIf(value -> value % 2 == 0);
    add(copy.toString());
    copy.forEach((key, value) -> add(key + "" + value));
    try {
      for (Object key : map.keySet())
        map.remove(key);
    } catch (ConcurrentModificationException e) {
      add(e);
    }
    report("map");
  }

  private static void sets(int operations) {
    Set<String> a = new HashSet<>(), b = new HashSet<>();
    for (int i = 0; i < operations; ++i) {
      add(a.add("s" + next(400)));
      add(b.remove("s" + next(400)) || b.add("s" + next(400)));
    }
    Collection<String> both = new HashSet<>(a);
    add(both.retainAll(b));
    add(both.toString());
    add(a.containsAll(both));
    add(a.removeAll(both));
    add(a.hashCode());
    add(a.addAll(b));
    report("set");
  }

  private static void arrays(int operations) {
    for (int i = 0; i < operations / 50; ++i) {
      int[] ints = new int[next(100)];
      long[] longs = new long[ints.length];
      double[] doubles = new double[ints.length];
      Integer[] boxed = new Integer[ints.length];
      int bound = 1 + next(1000);
      for (int j = 0; j < ints.length; ++j) {
        ints[j] = next(bound) - bound / 2;
        longs[j] = ints[j] * 5000000000L;
        doubles[j] = next(20) == 0 ? 0.0 / 0 : ints[j] / -0.5;
        boxed[j] = ints[j];
      }
      Integer[] byDigit = boxed.clone();
      Arrays.sort(byDigit, (a, b) -> a % 10 - b % 10);
      Arrays.sort(boxed, Comparator.reverseOrder());
      Arrays.sort(ints);
      Arrays.sort(longs);
      Arrays.sort(doubles);
      add(Arrays.toString(ints) + Arrays.toString(longs));
      add(Arrays.toString(doubles) + Arrays.toString(boxed));
      add(Arrays.toString(byDigit));
      add(Arrays.hashCode(ints) + Arrays.hashCode(longs) +
          Arrays.hashCode(doubles) + Arrays.hashCode(boxed));
      add(Arrays.equals(boxed, byDigit));
      try {
        int from = next(80), to = next(120) - 5;
        add(Arrays.toString(Arrays.copyOfRange(ints, from, to)));
        add(Arrays.toString(Arrays.copyOfRange(boxed, from, to)));
        add(Arrays.toString(Arrays.copyOf(boxed, to)));
        Arrays.fill(ints, from, to, 9);
        add(Arrays.hashCode(ints));
      } catch (IndexOutOfBoundsException | IllegalArgumentException |
               NegativeArraySizeException e) {
        add(e);
      }
    }
    report("array");
  }

  private static void orders() {
    List<String> words = new ArrayList<>();
    for (String word : new String[] {"pear", "fig", "apple", "kiwi", "plum",
                                     "date", "lemon", "lime"})
      words.add(word);
    Collections.sort(words);
    System.out.println(words);
    words.sort(Comparator.comparingInt(String::length));
    System.out.println(words);
    words.sort(Comparator.comparing((String word) -> word.charAt(1))
                   .reversed()
                   .thenComparing(Comparator.naturalOrder()));
    System.out.println(words);
    Collections.reverse(words);
    Collections.swap(words, 0, 1);
    System.out.println(words + " " + words.hashCode());
    System.out.println(Objects.hash(1, "two", null) + " " +
                       Objects.toString(null, "none") + " " +
                       Objects.equals(null, null));
    Map<String, List<Integer>> lengths = new HashMap<>();
    for (String word : words)
      lengths.computeIfAbsent(word, w -> new ArrayList<>()).add(word.length());
    System.out.println(lengths);
  }

  public static void main(String[] arguments) {
    int operations =
        arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10000;
    lists(operations);
    deques(operations);
    maps(operations);
    sets(operations);
    arrays(operations);
    orders();
  }
}
