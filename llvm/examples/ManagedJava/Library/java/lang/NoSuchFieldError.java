//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A field is missing.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class NoSuchFieldError extends IncompatibleClassChangeError {
  public NoSuchFieldError() {}

  public NoSuchFieldError(String message) { super(message); }
}
