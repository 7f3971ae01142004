//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions of arrays.
///
//===----------------------------------------------------------------------===//

package java.util;

import java.io.Serializable;

public final class Arrays {
  private Arrays() {}

  private static void checkRange(int length, int from, int to) {
    if (from > to)
      throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" +
                                         to + ")");
    if (from < 0)
      throw new ArrayIndexOutOfBoundsException(from);
    if (to > length)
      throw new ArrayIndexOutOfBoundsException(to);
  }

  private static int checkCopy(int length, int from, int to) {
    if (from > to)
      throw new IllegalArgumentException(from + " > " + to);
    if (from < 0 || from > length)
      throw new ArrayIndexOutOfBoundsException(
          "arraycopy: length " + (length - from) + " is negative");
    return Math.min(length, to) - from;
  }

  // Filling and copying

  public static void fill(boolean[] array, boolean value) {
    for (int i = 0; i < array.length; ++i)
      array[i] = value;
  }

  public static void fill(boolean[] array, int from, int to, boolean value) {
    checkRange(array.length, from, to);
    for (int i = from; i < to; ++i)
      array[i] = value;
  }

  public static void fill(byte[] array, byte value) {
    for (int i = 0; i < array.length; ++i)
      array[i] = value;
  }

  public static void fill(byte[] array, int from, int to, byte value) {
    checkRange(array.length, from, to);
    for (int i = from; i < to; ++i)
      array[i] = value;
  }

  public static void fill(char[] array, char value) {
    for (int i = 0; i < array.length; ++i)
      array[i] = value;
  }

  public static void fill(char[] array, int from, int to, char value) {
    checkRange(array.length, from, to);
    for (int i = from; i < to; ++i)
      array[i] = value;
  }

  public static void fill(short[] array, short value) {
    for (int i = 0; i < array.length; ++i)
      array[i] = value;
  }

  public static void fill(short[] array, int from, int to, short value) {
    checkRange(array.length, from, to);
    for (int i = from; i < to; ++i)
      array[i] = value;
  }

  public static void fill(int[] array, int value) {
    for (int i = 0; i < array.length; ++i)
      array[i] = value;
  }

  public static void fill(int[] array, int from, int to, int value) {
    checkRange(array.length, from, to);
    for (int i = from; i < to; ++i)
      array[i] = value;
  }

  public static void fill(long[] array, long value) {
    for (int i = 0; i < array.length; ++i)
      array[i] = value;
  }

  public static void fill(long[] array, int from, int to, long value) {
    checkRange(array.length, from, to);
    for (int i = from; i < to; ++i)
      array[i] = value;
  }

  public static void fill(float[] array, float value) {
    for (int i = 0; i < array.length; ++i)
      array[i] = value;
  }

  public static void fill(float[] array, int from, int to, float value) {
    checkRange(array.length, from, to);
    for (int i = from; i < to; ++i)
      array[i] = value;
  }

  public static void fill(double[] array, double value) {
    for (int i = 0; i < array.length; ++i)
      array[i] = value;
  }

  public static void fill(double[] array, int from, int to, double value) {
    checkRange(array.length, from, to);
    for (int i = from; i < to; ++i)
      array[i] = value;
  }

  public static void fill(Object[] array, Object value) {
    for (int i = 0; i < array.length; ++i)
      array[i] = value;
  }

  public static void fill(Object[] array, int from, int to, Object value) {
    checkRange(array.length, from, to);
    for (int i = from; i < to; ++i)
      array[i] = value;
  }

  public static boolean[] copyOf(boolean[] array, int length) {
    boolean[] copy = new boolean[length];
    System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
    return copy;
  }

  public static boolean[] copyOfRange(boolean[] array, int from, int to) {
    int count = checkCopy(array.length, from, to);
    boolean[] copy = new boolean[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  public static byte[] copyOf(byte[] array, int length) {
    byte[] copy = new byte[length];
    System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
    return copy;
  }

  public static byte[] copyOfRange(byte[] array, int from, int to) {
    int count = checkCopy(array.length, from, to);
    byte[] copy = new byte[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  public static char[] copyOf(char[] array, int length) {
    char[] copy = new char[length];
    System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
    return copy;
  }

  public static char[] copyOfRange(char[] array, int from, int to) {
    int count = checkCopy(array.length, from, to);
    char[] copy = new char[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  public static short[] copyOf(short[] array, int length) {
    short[] copy = new short[length];
    System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
    return copy;
  }

  public static short[] copyOfRange(short[] array, int from, int to) {
    int count = checkCopy(array.length, from, to);
    short[] copy = new short[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  public static int[] copyOf(int[] array, int length) {
    int[] copy = new int[length];
    System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
    return copy;
  }

  public static int[] copyOfRange(int[] array, int from, int to) {
    int count = checkCopy(array.length, from, to);
    int[] copy = new int[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  public static long[] copyOf(long[] array, int length) {
    long[] copy = new long[length];
    System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
    return copy;
  }

  public static long[] copyOfRange(long[] array, int from, int to) {
    int count = checkCopy(array.length, from, to);
    long[] copy = new long[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  public static float[] copyOf(float[] array, int length) {
    float[] copy = new float[length];
    System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
    return copy;
  }

  public static float[] copyOfRange(float[] array, int from, int to) {
    int count = checkCopy(array.length, from, to);
    float[] copy = new float[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  public static double[] copyOf(double[] array, int length) {
    double[] copy = new double[length];
    System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
    return copy;
  }

  public static double[] copyOfRange(double[] array, int from, int to) {
    int count = checkCopy(array.length, from, to);
    double[] copy = new double[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  @SuppressWarnings("unchecked")
  private static <T> T[] newArray(T[] like, int length) {
    if (length < 0)
      throw new NegativeArraySizeException(String.valueOf(length));
    return (T[])ManagedRuntime.newArrayLike(like, length);
  }

  public static <T> T[] copyOf(T[] array, int length) {
    T[] copy = newArray(array, length);
    System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
    return copy;
  }

  public static <T> T[] copyOfRange(T[] array, int from, int to) {
    int count = checkCopy(array.length, from, to);
    T[] copy = newArray(array, to - from);
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  // Comparison, hashes and texts

  public static boolean equals(boolean[] a, boolean[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; ++i)
      if (a[i] != b[i])
        return false;
    return true;
  }

  public static int hashCode(boolean[] array) {
    if (array == null)
      return 0;
    int result = 1;
    for (boolean element : array)
      result = 31 * result + Boolean.hashCode(element);
    return result;
  }

  public static String toString(boolean[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; ++i)
      text.append(i == 0 ? "" : ", ").append(array[i]);
    return text.append(']').toString();
  }

  public static boolean equals(byte[] a, byte[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; ++i)
      if (a[i] != b[i])
        return false;
    return true;
  }

  public static int hashCode(byte[] array) {
    if (array == null)
      return 0;
    int result = 1;
    for (byte element : array)
      result = 31 * result + Byte.hashCode(element);
    return result;
  }

  public static String toString(byte[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; ++i)
      text.append(i == 0 ? "" : ", ").append(array[i]);
    return text.append(']').toString();
  }

  public static boolean equals(char[] a, char[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; ++i)
      if (a[i] != b[i])
        return false;
    return true;
  }

  public static int hashCode(char[] array) {
    if (array == null)
      return 0;
    int result = 1;
    for (char element : array)
      result = 31 * result + Character.hashCode(element);
    return result;
  }

  public static String toString(char[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; ++i)
      text.append(i == 0 ? "" : ", ").append(array[i]);
    return text.append(']').toString();
  }

  public static boolean equals(short[] a, short[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; ++i)
      if (a[i] != b[i])
        return false;
    return true;
  }

  public static int hashCode(short[] array) {
    if (array == null)
      return 0;
    int result = 1;
    for (short element : array)
      result = 31 * result + Short.hashCode(element);
    return result;
  }

  public static String toString(short[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; ++i)
      text.append(i == 0 ? "" : ", ").append(array[i]);
    return text.append(']').toString();
  }

  public static boolean equals(int[] a, int[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; ++i)
      if (a[i] != b[i])
        return false;
    return true;
  }

  public static int hashCode(int[] array) {
    if (array == null)
      return 0;
    int result = 1;
    for (int element : array)
      result = 31 * result + Integer.hashCode(element);
    return result;
  }

  public static String toString(int[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; ++i)
      text.append(i == 0 ? "" : ", ").append(array[i]);
    return text.append(']').toString();
  }

  public static boolean equals(long[] a, long[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; ++i)
      if (a[i] != b[i])
        return false;
    return true;
  }

  public static int hashCode(long[] array) {
    if (array == null)
      return 0;
    int result = 1;
    for (long element : array)
      result = 31 * result + Long.hashCode(element);
    return result;
  }

  public static String toString(long[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; ++i)
      text.append(i == 0 ? "" : ", ").append(array[i]);
    return text.append(']').toString();
  }

  public static boolean equals(float[] a, float[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; ++i)
      if (Float.compare(a[i], b[i]) != 0)
        return false;
    return true;
  }

  public static int hashCode(float[] array) {
    if (array == null)
      return 0;
    int result = 1;
    for (float element : array)
      result = 31 * result + Float.hashCode(element);
    return result;
  }

  public static String toString(float[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; ++i)
      text.append(i == 0 ? "" : ", ").append(array[i]);
    return text.append(']').toString();
  }

  public static boolean equals(double[] a, double[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; ++i)
      if (Double.compare(a[i], b[i]) != 0)
        return false;
    return true;
  }

  public static int hashCode(double[] array) {
    if (array == null)
      return 0;
    int result = 1;
    for (double element : array)
      result = 31 * result + Double.hashCode(element);
    return result;
  }

  public static String toString(double[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; ++i)
      text.append(i == 0 ? "" : ", ").append(array[i]);
    return text.append(']').toString();
  }

  public static boolean equals(Object[] a, Object[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; ++i)
      if (!Objects.equals(a[i], b[i]))
        return false;
    return true;
  }

  public static int hashCode(Object[] array) {
    if (array == null)
      return 0;
    int result = 1;
    for (Object element : array)
      result = 31 * result + Objects.hashCode(element);
    return result;
  }

  public static String toString(Object[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; ++i)
      text.append(i == 0 ? "" : ", ").append(array[i]);
    return text.append(']').toString();
  }

  // Sorting

  private static final int SHORT = 16;

  public static void sort(int[] array) { sort(array, 0, array.length); }

  /// Quicksort, down to short ranges.
  public static void sort(int[] array, int from, int to) {
    checkRange(array.length, from, to);
    while (to - from > SHORT) {
      int pivot = middle(array[from], array[from + to >>> 1], array[to - 1]);
      int i = from, j = to - 1;
      while (i <= j) {
        while (array[i] < pivot)
          ++i;
        while (pivot < array[j])
          --j;
        if (i > j)
          break;
        int element = array[i];
        array[i++] = array[j];
        array[j--] = element;
      }
      // The recursion is for the shorter range, so it is not deep.
      if (j - from < to - i) {
        sort(array, from, j + 1);
        from = i;
      } else {
        sort(array, i, to);
        to = j + 1;
      }
    }
    for (int i = from + 1; i < to; ++i) {
      int value = array[i];
      int j = i;
      for (; j > from && value < array[j - 1]; --j)
        array[j] = array[j - 1];
      array[j] = value;
    }
  }

  private static int middle(int a, int b, int c) {
    if (b < a) {
      int first = a;
      a = b;
      b = first;
    }
    return c < a ? a : c < b ? c : b;
  }

  public static void sort(long[] array) { sort(array, 0, array.length); }

  /// Quicksort, down to short ranges.
  public static void sort(long[] array, int from, int to) {
    checkRange(array.length, from, to);
    while (to - from > SHORT) {
      long pivot = middle(array[from], array[from + to >>> 1], array[to - 1]);
      int i = from, j = to - 1;
      while (i <= j) {
        while (array[i] < pivot)
          ++i;
        while (pivot < array[j])
          --j;
        if (i > j)
          break;
        long element = array[i];
        array[i++] = array[j];
        array[j--] = element;
      }
      // The recursion is for the shorter range, so it is not deep.
      if (j - from < to - i) {
        sort(array, from, j + 1);
        from = i;
      } else {
        sort(array, i, to);
        to = j + 1;
      }
    }
    for (int i = from + 1; i < to; ++i) {
      long value = array[i];
      int j = i;
      for (; j > from && value < array[j - 1]; --j)
        array[j] = array[j - 1];
      array[j] = value;
    }
  }

  private static long middle(long a, long b, long c) {
    if (b < a) {
      long first = a;
      a = b;
      b = first;
    }
    return c < a ? a : c < b ? c : b;
  }

  public static void sort(float[] array) { sort(array, 0, array.length); }

  /// Quicksort, down to short ranges.
  public static void sort(float[] array, int from, int to) {
    checkRange(array.length, from, to);
    while (to - from > SHORT) {
      float pivot = middle(array[from], array[from + to >>> 1], array[to - 1]);
      int i = from, j = to - 1;
      while (i <= j) {
        while (Float.compare(array[i], pivot) < 0)
          ++i;
        while (Float.compare(pivot, array[j]) < 0)
          --j;
        if (i > j)
          break;
        float element = array[i];
        array[i++] = array[j];
        array[j--] = element;
      }
      // The recursion is for the shorter range, so it is not deep.
      if (j - from < to - i) {
        sort(array, from, j + 1);
        from = i;
      } else {
        sort(array, i, to);
        to = j + 1;
      }
    }
    for (int i = from + 1; i < to; ++i) {
      float value = array[i];
      int j = i;
      for (; j > from && Float.compare(value, array[j - 1]) < 0; --j)
        array[j] = array[j - 1];
      array[j] = value;
    }
  }

  private static float middle(float a, float b, float c) {
    if (Float.compare(b, a) < 0) {
      float first = a;
      a = b;
      b = first;
    }
    return Float.compare(c, a) < 0 ? a : Float.compare(c, b) < 0 ? c : b;
  }

  public static void sort(double[] array) { sort(array, 0, array.length); }

  /// Quicksort, down to short ranges.
  public static void sort(double[] array, int from, int to) {
    checkRange(array.length, from, to);
    while (to - from > SHORT) {
      double pivot = middle(array[from], array[from + to >>> 1], array[to - 1]);
      int i = from, j = to - 1;
      while (i <= j) {
        while (Double.compare(array[i], pivot) < 0)
          ++i;
        while (Double.compare(pivot, array[j]) < 0)
          --j;
        if (i > j)
          break;
        double element = array[i];
        array[i++] = array[j];
        array[j--] = element;
      }
      // The recursion is for the shorter range, so it is not deep.
      if (j - from < to - i) {
        sort(array, from, j + 1);
        from = i;
      } else {
        sort(array, i, to);
        to = j + 1;
      }
    }
    for (int i = from + 1; i < to; ++i) {
      double value = array[i];
      int j = i;
      for (; j > from && Double.compare(value, array[j - 1]) < 0; --j)
        array[j] = array[j - 1];
      array[j] = value;
    }
  }

  private static double middle(double a, double b, double c) {
    if (Double.compare(b, a) < 0) {
      double first = a;
      a = b;
      b = first;
    }
    return Double.compare(c, a) < 0 ? a : Double.compare(c, b) < 0 ? c : b;
  }

  public static void sort(Object[] array) { sort(array, null); }

  public static <T> void sort(T[] array, Comparator<? super T> order) {
    sort(array, 0, array.length, order);
  }

  /// Stable; null is the order that the elements have.
  @SuppressWarnings("unchecked")
  public static <T> void sort(T[] array, int from, int to,
                              Comparator<? super T> order) {
    checkRange(array.length, from, to);
    Comparator<Object> any = (Comparator<Object>)order;
    if (any == null)
      any = (a, b) -> ((Comparable<Object>)a).compareTo(b);
    Object[] merged = new Object[to - from];
    mergeSort(array, from, to, merged, any);
  }

  private static void mergeSort(Object[] array, int from, int to,
                                Object[] merged, Comparator<Object> order) {
    if (to - from <= 1)
      return;
    int middle = from + to >>> 1;
    mergeSort(array, from, middle, merged, order);
    mergeSort(array, middle, to, merged, order);
    if (order.compare(array[middle - 1], array[middle]) <= 0)
      return;
    int i = from, j = middle, count = 0;
    while (i < middle && j < to)
      merged[count++] =
          order.compare(array[i], array[j]) <= 0 ? array[i++] : array[j++];
    // The others of the second half are where they belong.
    System.arraycopy(array, i, array, from + count, middle - i);
    System.arraycopy(merged, 0, array, from, count);
  }

  // As a list

  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T> List<T> asList(T... elements) {
    return new ArrayAsList<>(elements);
  }

  /// Its size is that of the array.
  private static final class ArrayAsList<E>
      extends AbstractList<E> implements Serializable {
    private final E[] array;

    ArrayAsList(E[] array) { this.array = Objects.requireNonNull(array); }

    public int size() { return array.length; }

    public E get(int index) { return array[index]; }

    public E set(int index, E element) {
      E old = array[index];
      array[index] = element;
      return old;
    }
  }
}
