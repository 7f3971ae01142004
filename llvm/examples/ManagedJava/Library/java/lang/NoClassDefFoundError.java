//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A class is missing, or could not be initialized.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class NoClassDefFoundError extends LinkageError {
  public NoClassDefFoundError() {}

  public NoClassDefFoundError(String message) { super(message); }

  NoClassDefFoundError(String message, Throwable cause) {
    super(message, cause);
  }
}
