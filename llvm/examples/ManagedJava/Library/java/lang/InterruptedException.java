//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Declared by methods that wait.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class InterruptedException extends Exception {
  public InterruptedException() {}

  public InterruptedException(String message) { super(message); }
}
