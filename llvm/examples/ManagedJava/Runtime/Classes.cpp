//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Classes.h"
#include "Exceptions.h"
#include "Heap.h"
#include "Throwing.h"

namespace java {

bool implements(const Class *Type, const Class *Interface) {
  return Type->Interfaces &&
         Type->Interfaces[Interface->Id & Type->InterfaceMask].Interface ==
             Interface;
}

static bool isSubclass(const Class *Type, const Class *Super) {
  if (Super->Depth < DisplaySize)
    return Type->Display[Super->Depth] == Super;
  while (Type && Type->Depth > Super->Depth)
    Type = Type->Super;
  return Type == Super;
}

bool isAssignable(const Class *Type, const Class *To) {
  for (;;) {
    switch (To->Kind) {
    case ClassKind::Class:
      return isSubclass(Type, To);
    case ClassKind::Interface:
      return implements(Type, To);
    case ClassKind::PrimitiveArray:
    case ClassKind::Primitive:
      return Type == To;
    case ClassKind::ReferenceArray:
      // Arrays of references are as their elements are.
      if (Type->Kind != ClassKind::ReferenceArray)
        return false;
      Type = Type->Element;
      To = To->Element;
    }
    // An array of primitives is an object, as an element.
  }
}

Object *mirrorOf(Class *C) {
  static const auto New = findMethod<Object *(*)(Class *)>("newClass");
  if (!C->Mirror) {
    Object *Mirror = New(C);
    C->Mirror = Mirror;
  }
  return C->Mirror;
}

void initialize(Class *C) {
  if (C->State == Initialized || C->State == Initializing)
    return;
  if (C->State == Erroneous)
    throwNotInitialized(C);
  C->State = Initializing;
  Object *Thrown = catchThrown([C] {
    if (C->Super)
      initialize(C->Super);
    for (uint32_t I = 0;
         C->Kind == ClassKind::Class && I != C->NumInitializedInterfaces; ++I)
      initialize(const_cast<Class *>(
          C->Interfaces[C->InterfaceMask + 1 + I].Interface));
    if (C->Initializer)
      C->Initializer();
  });
  if (Thrown) {
    C->State = Erroneous;
    throwInitializerThrew(C, Thrown);
  }
  __atomic_store_n(&C->State, uint32_t(Initialized), __ATOMIC_RELEASE);
}

} // namespace java

using namespace java;

extern "C" {
void javaInitialize(Class *C) { initialize(C); }

Object *javaClassMirror(Class *C) { return mirrorOf(C); }

/// Of an object that is not null. Collects nothing.
bool java_is_instance(const Object *O, const Class *C) {
  return isAssignable(O->Type, C);
}

/// Whether \p Value, which is not null, may be an element of \p A.
bool java_can_store(const Array *A, const Object *Value) {
  return isAssignable(Value->Type, A->Type->Element);
}
}
