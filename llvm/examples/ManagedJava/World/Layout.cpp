//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where fields lie in objects, and methods in vtables.
///
//===----------------------------------------------------------------------===//

#include "World/World.h"
#include <array>
#include <deque>

using namespace llvm;
using namespace java;

uint32_t java::sizeOf(TypeDescriptor Type) {
  switch (Type.kind()) {
  case 'Z':
  case 'B':
    return 1;
  case 'C':
  case 'S':
    return 2;
  case 'I':
  case 'F':
    return 4;
  default:
    return 8;
  }
}

/// Fields follow those of the superclass. The largest one that is aligned where
/// the last one ends comes first, so that gaps are filled.
Error JavaClass::layOut() {
  std::array<std::deque<JavaField *>, 4> BySize;
  size_t Left = 0;
  for (JavaField &F : Fields)
    if (!F.isStatic()) {
      BySize[Log2_32(sizeOf(F.Type))].push_back(&F);
      ++Left;
    }

  if (Super) {
    FieldsEnd = Super->FieldsEnd;
    References = Super->References;
  }
  while (Left) {
    // An alignment of one is always there, if no such field is.
    int Size = std::min<int>(3, countr_zero(FieldsEnd));
    while (Size >= 0 && BySize[Size].empty())
      --Size;
    if (Size < 0) {
      ++FieldsEnd;
      continue;
    }
    JavaField *F = BySize[Size].front();
    BySize[Size].pop_front();
    --Left;
    F->Offset = FieldsEnd;
    if (F->Type.isReference())
      References.push_back(FieldsEnd);
    FieldsEnd += 1u << Size;
  }
  InstanceSize = alignTo<8>(FieldsEnd);
  return Error::success();
}

/// \returns whether \p M, of \p Class, may override \p Other, of a superclass,
/// with the same name and descriptor (JVMS 5.4.5), if no method between them
/// matters.
static bool mayOverride(const JavaClass &Class, const JavaMethod &Other) {
  if (Other.Source->Flags & (ACC_PUBLIC | ACC_PROTECTED))
    return true;
  return !(Other.Source->Flags & ACC_PRIVATE) &&
         getPackage(Class.name()) == getPackage(Other.Owner->name());
}

/// \returns whether a method of \p Class overrides what \p Super, its
/// superclass, has in entry \p Index: if it may override that, or what a class
/// further up has there.
static bool overrides(const JavaClass &Class, const JavaClass *Super,
                      unsigned Index) {
  for (; Super && Index < Super->vtable().size(); Super = Super->super())
    if (mayOverride(Class, *Super->vtable()[Index]))
      return true;
  return false;
}

Error JavaClass::makeVTable() {
  if (isInterface()) {
    // An interface has no objects. Those of classes that implement it have what
    // java/lang/Object has.
    VTable = Super->VTable;
    int Index = 0;
    for (JavaMethod &M : Methods)
      if (!M.isStatic() && !M.isPrivate())
        M.InterfaceIndex = Index++;
    return Error::success();
  }

  if (Super)
    VTable = Super->VTable;
  const unsigned NumInherited = VTable.size();
  for (JavaMethod &M : Methods) {
    if (M.isStatic() || M.isPrivate() || M.isConstructor())
      continue;
    for (unsigned I = 0; I != NumInherited; ++I) {
      const Method &Old = *Super->VTable[I]->Source;
      if (Old.Name != M.Source->Name ||
          Old.Descriptor != M.Source->Descriptor || !overrides(*this, Super, I))
        continue;
      if (Old.Flags & ACC_FINAL)
        return createStringError(
            File->Path + ": " + Name + "." + Old.Name + Old.Descriptor +
            " overrides a final method of " + Super->VTable[I]->Owner->Name);
      VTable[I] = &M;
      M.VTableIndex = I;
    }
    if (M.VTableIndex < 0) {
      M.VTableIndex = VTable.size();
      VTable.push_back(&M);
    }
  }
  return Error::success();
}
