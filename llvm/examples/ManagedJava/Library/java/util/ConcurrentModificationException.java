//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A collection changed under its iterator.
///
//===----------------------------------------------------------------------===//

package java.util;

public class ConcurrentModificationException extends RuntimeException {
  public ConcurrentModificationException() {}

  public ConcurrentModificationException(String message) { super(message); }

  public ConcurrentModificationException(String message, Throwable cause) {
    super(message, cause);
  }

  public ConcurrentModificationException(Throwable cause) { super(cause); }
}
