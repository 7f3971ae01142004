//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What records extend; the compiler writes their methods.
///
//===----------------------------------------------------------------------===//

package java.lang;

public abstract class Record {
  protected Record() {}

  public abstract boolean equals(Object other);

  public abstract int hashCode();

  public abstract String toString();
}
