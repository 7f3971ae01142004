//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// instanceof, checkcast, and what they are made of. A class is found in the
/// display of the object's class, an interface in the hash table; the rest is
/// up to the runtime (ObjectModel.h).
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace java;

/// Loads what never changes: class descriptors, and the class of an object.
Value *MethodTranslator::loadConstant(Type *Type, Value *Base,
                                      uint64_t Offset) {
  LoadInst *Load = B.CreateAlignedLoad(
      Type, address(Base, Offset), Type->isPointerTy() ? Align(8) : Align(4));
  Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(Context, {}));
  return Load;
}

Value *MethodTranslator::typeWord(Value *Object) {
  return loadConstant(B.getPtrTy(), Object, offsetof(java::Object, Type));
}

/// \p IsEntry is whether the object has the interface. If so, the result is its
/// entry.
Value *MethodTranslator::interfaceEntry(Value *Type, const JavaClass &Interface,
                                        Value *&IsEntry) {
  GlobalVariable *Wanted = T.declareClass(Interface);
  Value *Id = loadConstant(B.getInt32Ty(), Wanted, offsetof(java::Class, Id));
  Value *Mask =
      loadConstant(B.getInt32Ty(), Type, offsetof(java::Class, InterfaceMask));
  Value *Table =
      loadConstant(B.getPtrTy(), Type, offsetof(java::Class, Interfaces));
  static_assert(sizeof(InterfaceEntry) == 16);
  Value *Place =
      B.CreateShl(B.CreateZExt(B.CreateAnd(Id, Mask), B.getInt64Ty()),
                  Log2_64(sizeof(InterfaceEntry)));
  Value *Entry = B.CreateInBoundsGEP(B.getInt8Ty(), Table, Place);
  IsEntry = B.CreateICmpEQ(
      loadConstant(B.getPtrTy(), Entry, offsetof(InterfaceEntry, Interface)),
      Wanted);
  return Entry;
}

Value *MethodTranslator::isInstance(Value *Object, const JavaClass &C) {
  if (!C.super()) // java/lang/Object
    return B.getTrue();
  GlobalVariable *Wanted = T.declareClass(C);
  if (C.isFinal())
    return B.CreateICmpEQ(typeWord(Object), Wanted);
  if (C.isArray() || (!C.isInterface() && C.depth() >= DisplaySize))
    return call("java_is_instance", {Object, Wanted});
  if (C.isInterface()) {
    Value *IsEntry;
    interfaceEntry(typeWord(Object), C, IsEntry);
    return IsEntry;
  }
  return B.CreateICmpEQ(
      loadConstant(B.getPtrTy(), typeWord(Object),
                   offsetof(java::Class, Display) + C.depth() * sizeof(void *)),
      Wanted);
}

/// What \p Test computes of an object that is not null; otherwise \p IfNull.
Value *MethodTranslator::testObject(Value *Object, bool IfNull,
                                    function_ref<Value *()> Test) {
  if (NotNull.contains(Object))
    return Test();
  BasicBlock *From = B.GetInsertBlock();
  BasicBlock *Next = newBlock("");
  BasicBlock *IsObject = newBlock("object");
  B.CreateCondBr(B.CreateIsNull(Object), Next, IsObject);
  B.SetInsertPoint(IsObject);
  Value *Is = Test();
  BasicBlock *TestEnd = B.GetInsertBlock();
  B.CreateBr(Next);
  B.SetInsertPoint(Next);
  PHINode *Result = B.CreatePHI(B.getInt1Ty(), 2);
  Result->addIncoming(B.getInt1(IfNull), From);
  Result->addIncoming(Is, TestEnd);
  return Result;
}

void MethodTranslator::translateInstanceOf(unsigned Index) {
  Expected<StringRef> Name = Constants.className(Index);
  if (!Name)
    return fail(toString(Name.takeError()));
  const JavaClass *C = load(*Name);
  const TypedValue Object = popObject();
  if (failed())
    return;
  pushInt(B.CreateZExt(testObject(Object.V, /*IfNull=*/false,
                                  [&] { return isInstance(Object.V, *C); }),
                       B.getInt32Ty()));
}

void MethodTranslator::translateCheckCast(unsigned Index) {
  Expected<StringRef> Name = Constants.className(Index);
  if (!Name)
    return fail(toString(Name.takeError()));
  const JavaClass *C = load(*Name);
  const TypedValue Object = popObject();
  if (failed())
    return;
  const VerificationType To = {VerificationType::Object, 0, C->name()};
  // What is verified needs no test, but for interfaces.
  const bool IsVerified =
      Object.Type.K == VerificationType::Null ||
      (!C->isInterface() && !C->isArray() && isAssignable(Object.Type, To));
  if (!IsVerified) {
    Value *Fits = testObject(Object.V, /*IfNull=*/true,
                             [&] { return isInstance(Object.V, *C); });
    branchIfUnlikely(B.CreateNot(Fits), "cast", [&] {
      call("java_throw_cast", {Object.V, T.declareClass(*C)});
      B.CreateUnreachable();
    });
  }
  push(To, Object.V);
}
