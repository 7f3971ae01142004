//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A name that class files with lambdas have. The compiler translates those
/// instructions, so this package does nothing at run time.
///
//===----------------------------------------------------------------------===//

package java.lang.invoke;

public abstract class MethodHandle {
  MethodHandle() {}
}
