//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is a subclass of what, and which methods objects execute.
///
//===----------------------------------------------------------------------===//

#include "World/World.h"

using namespace llvm;
using namespace java;

StringRef java::getPackage(StringRef Class) {
  return Class.take_front(
      Class.rfind('/') == StringRef::npos ? 0 : Class.rfind('/'));
}

/// \returns \p Name without what linkers take for a version.
static std::string mangle(StringRef Name) {
  std::string Result;
  for (char C : Name)
    if (C == '@')
      Result += "\\u0040";
    else
      Result += C;
  return Result;
}

std::string java::mangleClass(StringRef Class) {
  // LLVM takes functions whose name begins with "llvm." for intrinsics.
  return Class == "llvm" ? "llvm\\u0020" : mangle(Class);
}

static bool byName(const JavaClass *A, const JavaClass *B) {
  return A->name() < B->name();
}

std::string JavaField::symbol() const {
  return mangleClass(Owner->name()) + "." + mangle(Source->Name) + ":" +
         mangle(Source->Descriptor);
}

std::string JavaMethod::symbol() const {
  return mangleClass(Owner->name()) + "." + mangle(Source->Name) +
         mangle(Source->Descriptor);
}

std::string JavaClass::symbol() const { return mangleClass(Name) + "#class"; }

bool JavaClass::isFinal() const {
  if (isArray())
    return !Element || Element->isFinal();
  return File->Flags & ACC_FINAL;
}

bool JavaClass::isSubclassOf(const JavaClass *Other) const {
  if (Other->isInterface())
    return llvm::binary_search(AllInterfaces, Other, byName);
  for (const JavaClass *Class = this; Class; Class = Class->Super)
    if (Class == Other)
      return true;
  return false;
}

bool JavaClass::isAssignableTo(const JavaClass *Other) const {
  if (isSubclassOf(Other))
    return true;
  // An array of references, to an array of others.
  return isArray() && Other->isArray() && Element && Other->Element &&
         Element->isAssignableTo(Other->Element);
}

void JavaClass::collectInterfaces() {
  auto AddAll = [&](const JavaClass &Class) {
    AllInterfaces.insert(AllInterfaces.end(), Class.AllInterfaces.begin(),
                         Class.AllInterfaces.end());
  };
  if (Super)
    AddAll(*Super);
  for (const JavaClass *Interface : Interfaces)
    AddAll(*Interface);
  if (isInterface())
    AllInterfaces.push_back(this);
  llvm::sort(AllInterfaces, byName);
  AllInterfaces.erase(llvm::unique(AllInterfaces), AllInterfaces.end());

  NeedsInitialization |= !initializedInterfaces().empty();
}

/// Superinterfaces come first. One that is named again is initialized already.
void JavaClass::addInitialized(std::vector<const JavaClass *> &Result) const {
  for (const JavaClass *Interface : Interfaces) {
    Interface->addInitialized(Result);
    if (Interface->NeedsInitialization && !is_contained(Result, Interface) &&
        any_of(Interface->Methods, [](const JavaMethod &M) {
          return !M.isAbstract() && !M.isStatic();
        }))
      Result.push_back(Interface);
  }
}

std::vector<const JavaClass *> JavaClass::initializedInterfaces() const {
  std::vector<const JavaClass *> Result;
  if (!isInterface() && !isArray())
    addInitialized(Result);
  return Result;
}

const JavaMethod *JavaClass::findOwnMethod(StringRef Name,
                                           StringRef Descriptor) const {
  for (const JavaMethod &M : Methods)
    if (M.Source->Name == Name && M.Source->Descriptor == Descriptor)
      return &M;
  return nullptr;
}

const JavaField *JavaClass::findOwnField(StringRef Name,
                                         StringRef Descriptor) const {
  for (const JavaField &F : Fields)
    if (F.Source->Name == Name && F.Source->Descriptor == Descriptor)
      return &F;
  return nullptr;
}

const JavaMethod *JavaClass::findMethod(StringRef Name,
                                        StringRef Descriptor) const {
  for (const JavaClass *Class = this; Class; Class = Class->Super)
    if (const JavaMethod *M = Class->findOwnMethod(Name, Descriptor))
      return M;
  return nullptr;
}

const JavaField *JavaClass::findField(StringRef Name,
                                      StringRef Descriptor) const {
  for (const JavaClass *Class = this; Class; Class = Class->Super)
    if (const JavaField *F = Class->findOwnField(Name, Descriptor))
      return F;
  return nullptr;
}

const JavaMethod *JavaClass::findMostSpecific(StringRef Name,
                                              StringRef Descriptor) const {
  SmallVector<const JavaMethod *, 4> Found;
  for (const JavaClass *Interface : AllInterfaces)
    if (const JavaMethod *M = Interface->findOwnMethod(Name, Descriptor))
      if (!M->isStatic() && !M->isPrivate())
        Found.push_back(M);
  const JavaMethod *Only = nullptr;
  for (const JavaMethod *M : Found) {
    if (M->isAbstract() || any_of(Found, [&](const JavaMethod *Other) {
          return Other != M && Other->Owner->isSubclassOf(M->Owner);
        }))
      continue;
    if (Only)
      return nullptr;
    Only = M;
  }
  return Only;
}

const JavaMethod *JavaClass::selectInterface(const JavaMethod &M) const {
  if (M.isPrivate())
    return &M;
  const StringRef MethodName = M.Source->Name, Type = M.Source->Descriptor;
  if (!isInterface())
    for (const JavaClass *Class = this; Class; Class = Class->Super)
      if (const JavaMethod *Own = Class->findOwnMethod(MethodName, Type))
        // One that is not public would be an IllegalAccessError when it is
        // called, which is none here, but an AbstractMethodError.
        if (!Own->isStatic() && !Own->isPrivate())
          return Own->isAbstract() || !(Own->Source->Flags & ACC_PUBLIC)
                     ? nullptr
                     : Own;
  return findMostSpecific(MethodName, Type);
}

const JavaMethod *JavaClass::select(const JavaMethod &M) const {
  if (M.Owner->isInterface())
    return selectInterface(M);
  const JavaMethod *Selected = M.VTableIndex < 0 ? &M : VTable[M.VTableIndex];
  return Selected->isAbstract() ? nullptr : Selected;
}

const JavaMethod *World::findOnlyTarget(const JavaMethod &M,
                                        const JavaClass &Receiver) const {
  if (M.isStatic() || M.isPrivate() || M.isConstructor())
    return &M;
  // An array executes what java/lang/Object does.
  if (Receiver.isArray())
    return Receiver.select(M);

  const JavaMethod *Only = nullptr;
  DenseSet<const JavaClass *> Seen;
  SmallVector<const JavaClass *, 16> Worklist = {&Receiver};
  while (!Worklist.empty()) {
    const JavaClass *Class = Worklist.pop_back_val();
    if (!Seen.insert(Class).second)
      continue;
    append_range(Worklist, Class->subclasses());
    if (Class->isInterface() || Class->isAbstract() ||
        (Instantiated && !Class->isArray() && !Instantiated->contains(Class)))
      continue;
    const JavaMethod *Target = Class->select(M);
    if (!Target || (Only && Only != Target))
      return nullptr;
    Only = Target;
  }
  return Only;
}

bool World::isCertain(const JavaMethod &M, const JavaClass &Receiver) const {
  return Closed || M.isStatic() || M.isPrivate() || M.isConstructor() ||
         (M.Source->Flags & ACC_FINAL) || M.Owner->isFinal() ||
         Receiver.isFinal() || Receiver.isArray();
}
