//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What class files name for the methods of records. The compiler writes them.
///
//===----------------------------------------------------------------------===//

package java.lang.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.TypeDescriptor;

public class ObjectMethods {
  private ObjectMethods() {}

  public static Object bootstrap(MethodHandles.Lookup lookup, String name,
                                 TypeDescriptor type, Class<?> record,
                                 String components, MethodHandle... getters) {
    throw new UnsupportedOperationException();
  }
}
