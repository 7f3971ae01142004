//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Elements between two ends.
///
//===----------------------------------------------------------------------===//

package java.util;

public interface Deque<E> extends Queue<E> {
  void addFirst(E element);

  void addLast(E element);

  boolean offerFirst(E element);

  boolean offerLast(E element);

  E removeFirst();

  E removeLast();

  E pollFirst();

  E pollLast();

  E getFirst();

  E getLast();

  E peekFirst();

  E peekLast();

  boolean add(E element);

  boolean offer(E element);

  E remove();

  E poll();

  E element();

  E peek();

  void push(E element);

  E pop();

  int size();

  Iterator<E> iterator();
}
