//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "World/Reachability.h"

using namespace llvm;
using namespace java;

/// \returns the value, or the default. What cannot be resolved is reported when
/// the method is translated.
template <typename T> static T orNothing(Expected<T> Value) {
  if (Value)
    return std::move(*Value);
  consumeError(Value.takeError());
  return T();
}

void Reachability::addRoot(const JavaMethod &M) {
  Methods.insert(&M);
  if (M.isStatic())
    initialize(*M.Owner);
}

void Reachability::addInstantiated(const JavaClass &Class) {
  if (Class.isArray()) {
    // Objects of all other classes have what these have, too.
    for (const JavaMethod *M : Class.vtable())
      addVirtual(M);
    return;
  }
  if (!Instantiated.insert(&Class).second)
    return;
  initialize(Class);
  for (const JavaMethod *M : Class.vtable())
    addVirtual(M);
  for (const JavaClass *Interface : Class.allInterfaces())
    for (const JavaMethod &M : Interface->methods())
      if (M.InterfaceIndex >= 0)
        addVirtual(Class.selectInterface(M));
}

void Reachability::instantiate(Expected<const JavaClass *> Class) {
  if (const JavaClass *Known = orNothing(std::move(Class)))
    addInstantiated(*Known);
}

void Reachability::addVirtual(const JavaMethod *M) {
  if (!M || M->isAbstract())
    return;
  const Key Name(M->Source->Name, M->Source->Descriptor);
  if (Called.contains(Name))
    Methods.insert(M);
  else
    Waiting[Name].push_back(M);
}

void Reachability::addCall(Key Name) {
  if (!Called.insert(Name).second)
    return;
  for (const JavaMethod *M : Waiting.lookup(Name))
    Methods.insert(M);
  Waiting.erase(Name);
}

void Reachability::initialize(const JavaClass &Class) {
  if (!Class.needsInitialization() || !Initialized.insert(&Class).second)
    return;
  if (const JavaMethod *M = Class.findOwnMethod("<clinit>", "()V"))
    Methods.insert(M);
  if (Class.isInterface() || Class.isArray())
    return;
  if (Class.super())
    initialize(*Class.super());
  for (const JavaClass *Interface : Class.initializedInterfaces())
    initialize(*Interface);
}

void Reachability::initializeEnum(const JavaClass *Class) {
  while (Class && Class->isArray())
    Class = Class->element();
  if (Class && Class->file()->Flags & ACC_ENUM)
    initialize(*Class);
}

void Reachability::run() {
  // The set grows.
  for (size_t I = 0; I != Methods.size(); ++I)
    visit(*Methods[I]);
}

void Reachability::visit(const JavaMethod &M) {
  if (M.Source->Flags & ACC_SYNCHRONIZED)
    instantiate(W.load("java/lang/Class"));
  if (!M.Source->Body)
    return;
  Expected<Bytecode> Decoded =
      Bytecode::decode(*M.Source->Body, M.Owner->file()->Constants);
  if (!Decoded) {
    consumeError(Decoded.takeError());
    return;
  }
  for (const Instruction &I : Decoded->instructions())
    visit(M, I);
}

void Reachability::visit(const JavaMethod &M, const Instruction &I) {
  const ConstantPool &Constants = M.Owner->file()->Constants;
  switch (I.Opcode) {
  case Op::new_:
    instantiate(W.load(orNothing(Constants.className(I.Index))));
    return;
  case Op::ldc:
    if (Constants.tag(I.Index) == ConstantTag::String)
      instantiate(W.load("java/lang/String"));
    if (Constants.tag(I.Index) == ConstantTag::Class) {
      instantiate(W.load("java/lang/Class"));
      // Enum.valueOf() initializes the enum.
      initializeEnum(
          orNothing(W.load(orNothing(Constants.className(I.Index)))));
    }
    return;
  case Op::anewarray:
  case Op::multianewarray:
    // The array's class leads to that of its elements.
    initializeEnum(orNothing(W.load(orNothing(Constants.className(I.Index)))));
    return;
  case Op::getstatic:
  case Op::putstatic:
    if (Expected<MemberRef> Ref = Constants.field(I.Index)) {
      if (const JavaField *F = orNothing(W.resolveField(*Ref, *M.Owner)))
        initialize(*F->Owner);
    } else {
      consumeError(Ref.takeError());
    }
    return;
  case Op::invokedynamic:
    if (const JavaMethod *Site = orNothing(Sites.get(*M.Owner, I.Index)))
      addRoot(*Site);
    return;
  case Op::invokestatic:
  case Op::invokespecial:
  case Op::invokevirtual:
  case Op::invokeinterface:
    visitCall(M, I);
    return;
  default:
    return;
  }
}

void Reachability::visitCall(const JavaMethod &M, const Instruction &I) {
  Expected<MemberRef> Ref = M.Owner->file()->Constants.method(I.Index);
  if (!Ref) {
    consumeError(Ref.takeError());
    return;
  }
  const JavaMethod *Resolved = orNothing(W.resolveMethod(*Ref, *M.Owner));
  if (!Resolved)
    return;
  if (I.Opcode == Op::invokespecial) {
    if (const JavaMethod *Target =
            orNothing(W.selectSpecial(*Ref, *Resolved, *M.Owner)))
      Methods.insert(Target);
  } else if (Resolved->isStatic()) {
    addRoot(*Resolved);
  } else if (Resolved->isPrivate()) {
    Methods.insert(Resolved);
  } else {
    addCall({Resolved->Source->Name, Resolved->Source->Descriptor});
  }
}
