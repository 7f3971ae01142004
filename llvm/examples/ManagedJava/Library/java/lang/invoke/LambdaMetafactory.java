//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What class files name for lambdas. The compiler makes classes of them.
///
//===----------------------------------------------------------------------===//

package java.lang.invoke;

public final class LambdaMetafactory {
  private LambdaMetafactory() {}

  public static CallSite metafactory(MethodHandles.Lookup caller, String name,
                                     MethodType type, MethodType erased,
                                     MethodHandle body, MethodType exact) {
    throw new UnsupportedOperationException();
  }

  public static CallSite altMetafactory(MethodHandles.Lookup caller,
                                        String name, MethodType type,
                                        Object... arguments) {
    throw new UnsupportedOperationException();
  }
}
