//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A native method is missing.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class UnsatisfiedLinkError extends LinkageError {
  public UnsatisfiedLinkError() {}

  public UnsatisfiedLinkError(String message) { super(message); }
}
