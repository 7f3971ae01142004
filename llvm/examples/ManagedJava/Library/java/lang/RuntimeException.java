//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Exceptions that need not be declared.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class RuntimeException extends Exception {
  public RuntimeException() {}

  public RuntimeException(String message) { super(message); }

  public RuntimeException(String message, Throwable cause) {
    super(message, cause);
  }

  public RuntimeException(Throwable cause) { super(cause); }

  protected RuntimeException(String message, Throwable cause,
                             boolean suppression, boolean trace) {
    super(message, cause, suppression, trace);
  }
}
