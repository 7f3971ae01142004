//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The runtime is wrong.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class InternalError extends VirtualMachineError {
  public InternalError() {}

  public InternalError(String message) { super(message); }

  public InternalError(String message, Throwable cause) {
    super(message, cause);
  }

  public InternalError(Throwable cause) { super(cause); }
}
