//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A method is missing.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class NoSuchMethodError extends IncompatibleClassChangeError {
  public NoSuchMethodError() {}

  public NoSuchMethodError(String message) { super(message); }
}
