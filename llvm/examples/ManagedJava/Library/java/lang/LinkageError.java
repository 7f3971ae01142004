//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Classes do not fit together.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class LinkageError extends Error {
  public LinkageError() {}

  public LinkageError(String message) { super(message); }

  public LinkageError(String message, Throwable cause) {
    super(message, cause);
  }
}
