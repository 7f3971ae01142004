//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A static initializer threw an exception, which is the cause.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class ExceptionInInitializerError extends LinkageError {
  public ExceptionInInitializerError() { initCause(null); }

  public ExceptionInInitializerError(String message) { super(message, null); }

  public ExceptionInInitializerError(Throwable thrown) { super(null, thrown); }

  public Throwable getException() { return getCause(); }
}
