//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What enums extend.
///
//===----------------------------------------------------------------------===//

package java.lang;

import java.io.Serializable;

public abstract class Enum<E extends Enum<E>>
    implements Comparable<E>, Serializable {
  private final String name;
  private final int ordinal;

  protected Enum(String name, int ordinal) {
    this.name = name;
    this.ordinal = ordinal;
    getDeclaringClass().addConstant(this);
  }

  public final String name() { return name; }

  public final int ordinal() { return ordinal; }

  public String toString() { return name; }

  public final boolean equals(Object other) { return this == other; }

  public final int hashCode() { return super.hashCode(); }

  protected final Object clone() throws CloneNotSupportedException {
    throw new CloneNotSupportedException();
  }

  public final int compareTo(E other) {
    Enum<?> enumOther = other;
    if (getDeclaringClass() != enumOther.getDeclaringClass())
      throw new ClassCastException();
    return ordinal - enumOther.ordinal;
  }

  /// A constant with a body has a class of its own, a subclass of the enum.
  @SuppressWarnings("unchecked")
  public final Class<E> getDeclaringClass() {
    Class<?> own = getClass(), parent = own.getSuperclass();
    return (Class<E>)(parent == Enum.class ? own : parent);
  }

  @SuppressWarnings("unchecked")
  public static <T extends Enum<T>> T valueOf(Class<T> type, String name) {
    Enum<?> found = type.findConstant(name);
    if (found != null)
      return (T)found;
    if (name == null)
      throw new NullPointerException("Name is null");
    throw new IllegalArgumentException(
        "No enum constant " + type.getName().replace('$', '.') + "." + name);
  }
}
