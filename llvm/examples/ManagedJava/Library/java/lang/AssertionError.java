//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Thrown by an assertion that fails.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class AssertionError extends Error {
  public AssertionError() {}

  public AssertionError(Object detail) {
    super(String.valueOf(detail));
    if (detail instanceof Throwable)
      initCause((Throwable)detail);
  }

  public AssertionError(boolean detail) { super(String.valueOf(detail)); }

  public AssertionError(char detail) { super(String.valueOf(detail)); }

  public AssertionError(int detail) { super(String.valueOf(detail)); }

  public AssertionError(long detail) { super(String.valueOf(detail)); }

  public AssertionError(float detail) { super(String.valueOf(detail)); }

  public AssertionError(double detail) { super(String.valueOf(detail)); }

  public AssertionError(String message, Throwable cause) {
    super(message, cause);
  }
}
