//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The runtime cannot go on.
///
//===----------------------------------------------------------------------===//

package java.lang;

public abstract class VirtualMachineError extends Error {
  public VirtualMachineError() {}

  public VirtualMachineError(String message) { super(message); }

  public VirtualMachineError(String message, Throwable cause) {
    super(message, cause);
  }

  public VirtualMachineError(Throwable cause) { super(cause); }

  VirtualMachineError(String message, Throwable cause, boolean suppression,
                      boolean trace) {
    super(message, cause, suppression, trace);
  }
}
