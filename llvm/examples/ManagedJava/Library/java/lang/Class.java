//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A class at run time. The runtime makes the one object of each class by
/// ManagedRuntime.newClass().
///
//===----------------------------------------------------------------------===//

package java.lang;

public final class Class<T> {
  /// The values of ClassKind in ObjectModel.h.
  private static final int INTERFACE = 1, PRIMITIVE_ARRAY = 2,
                           REFERENCE_ARRAY = 3, PRIMITIVE = 4;

  /// The address of the java::Class.
  final long descriptor;
  private String name;
  /// The constants of an enum so far, in their order; else null.
  private Enum<?>[] constants;
  private int constantCount;
  /// What NoClassDefFoundError has as its cause, after the initializer failed.
  ExceptionInInitializerError failure;

  Class(long descriptor) { this.descriptor = descriptor; }

  public String getName() {
    if (name == null) {
      char[] text = Utf8.decode(ManagedRuntime.className(descriptor));
      for (int i = 0; i < text.length; ++i)
        if (text[i] == '/')
          text[i] = '.';
      name = new String(text);
    }
    return name;
  }

  public boolean isInterface() {
    return ManagedRuntime.classKind(descriptor) == INTERFACE;
  }

  public boolean isArray() {
    int kind = ManagedRuntime.classKind(descriptor);
    return kind == PRIMITIVE_ARRAY || kind == REFERENCE_ARRAY;
  }

  public boolean isPrimitive() {
    return ManagedRuntime.classKind(descriptor) == PRIMITIVE;
  }

  @SuppressWarnings("unchecked")
  public Class<? super T> getSuperclass() {
    long superclass = ManagedRuntime.superclass(descriptor);
    return superclass == 0
        ? null
        : (Class<? super T>)ManagedRuntime.mirror(superclass);
  }

  /// Null if this is no array.
  public Class<?> getComponentType() {
    long element = ManagedRuntime.elementClass(descriptor);
    return element == 0 ? null : ManagedRuntime.mirror(element);
  }

  public boolean isInstance(Object object) {
    return object != null && ManagedRuntime.isInstance(descriptor, object);
  }

  @SuppressWarnings("unchecked")
  public T cast(Object object) {
    if (object != null && !isInstance(object))
      throw new ClassCastException(
          "Cannot cast " + object.getClass().getName() + " to " + getName());
    return (T)object;
  }

  /// Assertions are off.
  public boolean desiredAssertionStatus() { return false; }

  public String toString() {
    String kind = isInterface() ? "interface " : isPrimitive() ? "" : "class ";
    return kind + getName();
  }

  /// Enum's constructor calls this: there is no reflection to find them by.
  void addConstant(Enum<?> constant) {
    if (constants == null)
      constants = new Enum<?>[4];
    if (constantCount == constants.length) {
      Enum<?>[] more = new Enum<?>[2 * constantCount];
      System.arraycopy(constants, 0, more, 0, constantCount);
      constants = more;
    }
    constants[constantCount++] = constant;
  }

  /// \returns null if there is none of that name. Initializes the enum.
  Enum<?> findConstant(String constant) {
    ManagedRuntime.initialize(descriptor);
    for (int i = 0; i < constantCount; ++i)
      if (constants[i].name().equals(constant))
        return constants[i];
    return null;
  }
}
