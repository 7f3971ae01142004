//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a program is not expected to catch.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class Error extends Throwable {
  public Error() {}

  public Error(String message) { super(message); }

  public Error(String message, Throwable cause) { super(message, cause); }

  public Error(Throwable cause) { super(cause); }

  protected Error(String message, Throwable cause, boolean suppression,
                  boolean trace) {
    super(message, cause, suppression, trace);
  }
}
