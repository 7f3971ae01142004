//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fields. All accesses are atomic, since several threads may access a field
/// and none may see a part of a value: unordered, or sequentially consistent
/// for volatile fields.
///
/// Types are verified, so each field is memory of its own, and so are the
/// elements of each kind of array. TBAA says so.
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;
using namespace java;

/// The size, which is the alignment, too.
static Align alignmentOf(Type *Type) {
  if (Type->isPointerTy())
    return Align(8);
  return Align(Type->getScalarSizeInBits() / 8);
}

Value *MethodTranslator::address(Value *Object, uint64_t Offset) {
  return Offset ? B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Object, Offset)
                : Object;
}

Value *MethodTranslator::loadFrom(Value *Address, TypeDescriptor Type,
                                  bool IsVolatile, StringRef Place) {
  llvm::Type *InMemory = T.memoryTypeOf(Type);
  LoadInst *Load =
      B.CreateAlignedLoad(InMemory, Address, alignmentOf(InMemory));
  Load->setAtomic(IsVolatile ? AtomicOrdering::SequentiallyConsistent
                             : AtomicOrdering::Unordered);
  Load->setMetadata(LLVMContext::MD_tbaa, aliasTag(Place));
  // The static type says that nothing else is ever there.
  if (Type.isReference())
    Load->setMetadata(
        LLVMContext::MD_annotation,
        MDNode::get(Context, MDString::get(Context, "managed.reference")));
  switch (Type.kind()) {
  case 'B':
  case 'S':
    return B.CreateSExt(Load, B.getInt32Ty());
  case 'Z':
  case 'C':
    return B.CreateZExt(Load, B.getInt32Ty());
  default:
    return Load;
  }
}

MDNode *MethodTranslator::aliasTag(StringRef Place) {
  MDBuilder Builder(Context);
  MDNode *Node = Builder.createTBAANode(Place, Builder.createTBAARoot("java"));
  return Builder.createTBAAStructTagNode(Node, Node, 0);
}

void MethodTranslator::storeTo(Value *Address, TypeDescriptor Type, Value *V,
                               bool IsVolatile, StringRef Place) {
  llvm::Type *InMemory = T.memoryTypeOf(Type);
  if (Type.kind() == 'Z')
    V = narrow(V, 'Z');
  if (InMemory->isIntegerTy())
    V = B.CreateTrunc(V, InMemory);
  StoreInst *Store = B.CreateAlignedStore(V, Address, alignmentOf(InMemory));
  Store->setAtomic(IsVolatile ? AtomicOrdering::SequentiallyConsistent
                              : AtomicOrdering::Unordered);
  Store->setMetadata(LLVMContext::MD_tbaa, aliasTag(Place));
}

void MethodTranslator::markCard(Value *Object) {
  if (T.options().CardMarks)
    call("java_card_mark", {Object});
}

const JavaField *MethodTranslator::resolveField(unsigned Index, bool IsStatic,
                                                bool IsPut) {
  Expected<MemberRef> Ref = Constants.field(Index);
  if (!Ref) {
    fail(toString(Ref.takeError()));
    return nullptr;
  }
  const JavaField *Field = check(W.resolveField(*Ref, Class));
  if (!Field)
    return nullptr;
  auto Refuse = [&](const Twine &Why) {
    unresolved(createStringError(Ref->Class + "." + Ref->Name + " " + Why));
    return nullptr;
  };
  if (Field->isStatic() != IsStatic)
    return Refuse(IsStatic ? "is not static" : "is static");
  if (IsPut && Field->isFinal() && Field->Owner != &Class)
    return Refuse("is final");
  return Field;
}

void MethodTranslator::translateGetField(unsigned Index) {
  const JavaField *Field = resolveField(Index, false, false);
  if (!Field)
    return;
  const TypedValue Object = popObject(cantFail(Constants.field(Index)).Class);
  if (failed())
    return;
  checkNull(Object);
  push(Field->Type, loadFrom(address(Object.V, Field->Offset), Field->Type,
                             Field->isVolatile(), Field->symbol()));
}

void MethodTranslator::translatePutField(unsigned Index) {
  const JavaField *Field = resolveField(Index, false, true);
  if (!Field)
    return;
  Value *V = pop(Field->Type);
  if (failed())
    return;
  TypedValue Object;
  // A constructor may set its own fields before it calls another constructor.
  if (!Stack.empty() &&
      Stack.back().Type.K == VerificationType::UninitializedThis &&
      Field->Owner == &Class)
    Object = popAny();
  else
    Object = popObject(cantFail(Constants.field(Index)).Class);
  if (failed())
    return;
  checkNull(Object);
  storeTo(address(Object.V, Field->Offset), Field->Type, V, Field->isVolatile(),
          Field->symbol());
  if (Field->Type.isReference())
    markCard(Object.V);
}

void MethodTranslator::translateGetStatic(unsigned Index) {
  const JavaField *Field = resolveField(Index, true, false);
  if (!Field)
    return;
  initialize(*Field->Owner);
  push(Field->Type, loadFrom(T.declareStatic(*Field), Field->Type,
                             Field->isVolatile(), Field->symbol()));
}

void MethodTranslator::translatePutStatic(unsigned Index) {
  const JavaField *Field = resolveField(Index, true, true);
  if (!Field)
    return;
  Value *V = pop(Field->Type);
  if (failed())
    return;
  initialize(*Field->Owner);
  storeTo(T.declareStatic(*Field), Field->Type, V, Field->isVolatile(),
          Field->symbol());
}
