//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Elements that wait.
///
//===----------------------------------------------------------------------===//

package java.util;

public interface Queue<E> extends Collection<E> {
  boolean add(E element);

  boolean offer(E element);

  E remove();

  E poll();

  E element();

  E peek();
}
