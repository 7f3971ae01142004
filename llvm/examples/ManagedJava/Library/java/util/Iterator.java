//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What visits the elements of a collection.
///
//===----------------------------------------------------------------------===//

package java.util;

import java.util.function.Consumer;

public interface Iterator<E> {
  boolean hasNext();

  E next();

  default void remove() { throw new UnsupportedOperationException("remove"); }

  default void forEachRemaining(Consumer<? super E> action) {
    Objects.requireNonNull(action);
    while (hasNext())
      action.accept(next());
  }
}
