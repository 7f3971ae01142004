//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How objects and classes lie in memory: the one description that the compiler
/// and the runtime share. The compiler takes offsets from these structures, so
/// both have to have 64-bit pointers and the same byte order.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_OBJECTMODEL_H
#define LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_OBJECTMODEL_H

#include <cstddef>
#include <cstdint>

namespace java {

struct Class;

/// What all objects begin with. Objects are aligned to 8 bytes. A collector
/// replaces Type of an object that it moved by the new address plus one.
struct Object {
  const Class *Type;
  /// The owner and the depth of the monitor, and the identity hash once it was
  /// asked for: Monitors.cpp. Zero in a new object.
  uint32_t Lock;
};

/// Fields of an object begin here; those of 8 bytes at the next multiple of 8.
constexpr uint32_t FirstField = 12;

/// Begins as Object does.
struct Array {
  const Class *Type;
  uint32_t Lock;
  uint32_t Length;
};
/// The elements follow. Booleans take a byte each.
constexpr uint32_t FirstElement = 16;

static_assert(sizeof(Array) == FirstElement &&
              offsetof(Object, Lock) + 4 == FirstField);

/// An interface that a class implements. Methods has what the class does for
/// each method of the interface, in the order of the interface's own methods
/// with a body or without, but for static and private ones.
struct InterfaceEntry {
  const Class *Interface;
  void *const *Methods;
};

enum class ClassKind : uint8_t {
  Class,
  Interface,
  /// An array, of primitives or of references.
  PrimitiveArray,
  ReferenceArray,
  Primitive,
};

/// The state of a class's initialization.
enum ClassState : uint32_t {
  /// The initial state of a class that has nothing to initialize, nor have its
  /// superclasses. The compiler emits it so.
  Initialized = 0,
  Uninitialized = 1,
  Initializing = 2,
  Erroneous = 3,
};

/// Superclasses that are found at once; those of a depth from 8 on are looked
/// for.
constexpr unsigned DisplaySize = 8;

/// A class, as the compiler emits it: a global variable that is writable. The
/// vtable follows.
struct Class {
  /// Null for java/lang/Object, interfaces and primitives.
  Class *Super;
  /// A hash table without collisions: an interface is in the entry `Id &
  /// InterfaceMask`, or not implemented. Null if the class implements none; the
  /// mask is 0 then, and the table is one empty entry. Includes superinterfaces
  /// and, for an interface, itself. After the table are those that have to be
  /// initialized in front of the class, in this order (JVMS 5.5).
  const InterfaceEntry *Interfaces;
  uint32_t InterfaceMask;
  /// A hash of the name.
  uint32_t Id;
  /// Of objects, in bytes, a multiple of 8; of arrays, 1 << this is the size of
  /// an element.
  uint32_t InstanceSize;
  /// Of java/lang/Object 0. That of arrays is 1.
  uint16_t Depth;
  ClassKind Kind;
  /// Access flags of interest at run time: 1 if abstract or an interface.
  uint8_t Abstract;
  /// Superclasses by depth, the class itself included.
  const Class *Display[DisplaySize];
  /// Of an array.
  Class *Element;
  /// Offsets of the references in an object, superclasses' included.
  const uint32_t *References;
  /// The static fields that are references.
  Object **const *StaticReferences;
  uint32_t NumReferences;
  uint32_t NumStaticReferences;
  /// Modified UTF-8, as in the class file: "java/lang/Object", "[I", "int".
  const char *Name;
  /// `<clinit>`, or null.
  void (*Initializer)();
  /// A ClassState, read with acquire order.
  uint32_t State;
  /// How many entries are after the table of interfaces.
  uint32_t NumInitializedInterfaces;
  /// The java/lang/Class object, or null: a root.
  Object *Mirror;
  void *VTable[1];
};

static_assert(offsetof(Class, VTable) % 8 == 0);

} // namespace java

#endif
