//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// There is no room for an object.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class OutOfMemoryError extends VirtualMachineError {
  public OutOfMemoryError() {}

  public OutOfMemoryError(String message) { super(message); }

  /// One that is thrown again and again, so it remembers nothing.
  OutOfMemoryError(String message, boolean suppression) {
    super(message, null, suppression, false);
  }
}
