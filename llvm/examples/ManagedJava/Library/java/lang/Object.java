//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What all classes extend.
///
//===----------------------------------------------------------------------===//

package java.lang;

public class Object {
  public Object() {}

  public final native Class<?> getClass();

  public int hashCode() { return System.identityHashCode(this); }

  public boolean equals(Object other) { return this == other; }

  /// Also what arrays do, which are Cloneable.
  protected Object clone() throws CloneNotSupportedException {
    if (!(this instanceof Cloneable))
      throw new CloneNotSupportedException(getClass().getName());
    return ManagedRuntime.copyOf(this);
  }

  public String toString() {
    return getClass().getName() + "@" + Integer.toHexString(hashCode());
  }
}
