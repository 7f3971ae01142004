//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An abstract class was instantiated.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class InstantiationError extends IncompatibleClassChangeError {
  public InstantiationError() {}

  public InstantiationError(String message) { super(message); }
}
