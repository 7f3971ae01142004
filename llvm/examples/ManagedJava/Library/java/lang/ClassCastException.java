//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Thrown by a cast that fails.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class ClassCastException extends RuntimeException {
  public ClassCastException() {}

  public ClassCastException(String message) { super(message); }
}
