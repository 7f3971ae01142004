//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions of collections.
///
//===----------------------------------------------------------------------===//

package java.util;

public class Collections {
  private Collections() {}

  public static <T extends Comparable<? super T>> void sort(List<T> list) {
    list.sort(null);
  }

  public static <T> void sort(List<T> list, Comparator<? super T> order) {
    list.sort(order);
  }

  public static <T> Comparator<T> reverseOrder(Comparator<T> order) {
    return order.reversed();
  }

  public static void reverse(List<?> list) { reverseElements(list); }

  private static <T> void reverseElements(List<T> list) {
    for (int i = 0, j = list.size() - 1; i < j; ++i, --j)
      list.set(j, list.set(i, list.get(j)));
  }

  public static void swap(List<?> list, int i, int j) {
    swapElements(list, i, j);
  }

  private static <T> void swapElements(List<T> list, int i, int j) {
    list.set(i, list.set(j, list.get(i)));
  }
}
