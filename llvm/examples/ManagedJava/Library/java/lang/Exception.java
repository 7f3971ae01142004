//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a program may want to catch.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class Exception extends Throwable {
  public Exception() {}

  public Exception(String message) { super(message); }

  public Exception(String message, Throwable cause) { super(message, cause); }

  public Exception(Throwable cause) { super(cause); }

  protected Exception(String message, Throwable cause, boolean suppression,
                      boolean trace) {
    super(message, cause, suppression, trace);
  }
}
