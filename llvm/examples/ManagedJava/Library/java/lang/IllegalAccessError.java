//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A member that is not accessible was used.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class IllegalAccessError extends IncompatibleClassChangeError {
  public IllegalAccessError() {}

  public IllegalAccessError(String message) { super(message); }
}
