//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What class files name for concatenations of strings. The compiler makes
/// calls of StringBuilder of them.
///
//===----------------------------------------------------------------------===//

package java.lang.invoke;

public final class StringConcatFactory {
  private StringConcatFactory() {}

  public static CallSite makeConcat(MethodHandles.Lookup lookup, String name,
                                    MethodType type) {
    throw new UnsupportedOperationException();
  }

  public static CallSite makeConcatWithConstants(MethodHandles.Lookup lookup,
                                                 String name, MethodType type,
                                                 String recipe,
                                                 Object... constants) {
    throw new UnsupportedOperationException();
  }
}
