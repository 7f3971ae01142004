//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Input or output failed.
///
//===----------------------------------------------------------------------===//

package java.io;

public class IOException extends Exception {
  public IOException() {}

  public IOException(String message) { super(message); }

  public IOException(String message, Throwable cause) { super(message, cause); }

  public IOException(Throwable cause) { super(cause); }
}
