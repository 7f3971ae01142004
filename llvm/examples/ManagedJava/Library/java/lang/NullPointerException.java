//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Thrown if null is dereferenced. A message that tells what was null, as
/// OpenJDK computes it, is not made.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class NullPointerException extends RuntimeException {
  public NullPointerException() {}

  public NullPointerException(String message) { super(message); }
}
