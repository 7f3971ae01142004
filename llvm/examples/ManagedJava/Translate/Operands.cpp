//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The operand stack and the local variables. Within a block, their values are
/// SSA values. At its end, each operand is stored to the variable (alloca) of
/// its place and kind; a local variable is stored when it changes, since a
/// handler may need it. mem2reg makes SSA values of these when the method is
/// complete.
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace java;

Kind MethodTranslator::kindOf(const VerificationType &Type) {
  switch (Type.K) {
  case VerificationType::Top:
  case VerificationType::Int:
    return Kind::Int;
  case VerificationType::Long:
    return Kind::Long;
  case VerificationType::Float:
    return Kind::Float;
  case VerificationType::Double:
    return Kind::Double;
  default:
    return Kind::Reference;
  }
}

bool MethodTranslator::isWide(const VerificationType &Type) {
  return Type.K == VerificationType::Long || Type.K == VerificationType::Double;
}

Type *MethodTranslator::typeOf(Kind K) {
  switch (K) {
  case Kind::Int:
    return B.getInt32Ty();
  case Kind::Long:
    return B.getInt64Ty();
  case Kind::Float:
    return B.getFloatTy();
  case Kind::Double:
    return B.getDoubleTy();
  case Kind::Reference:
    break;
  }
  return T.referenceType();
}

VerificationType MethodTranslator::typeOf(TypeDescriptor Type) {
  switch (Type.kind()) {
  case 'J':
    return {VerificationType::Long};
  case 'F':
    return {VerificationType::Float};
  case 'D':
    return {VerificationType::Double};
  case 'L':
  case '[':
    return {VerificationType::Object, 0, Type.className()};
  default:
    return {VerificationType::Int};
  }
}

void MethodTranslator::push(VerificationType Type, Value *V) {
  StackDepth += isWide(Type) ? 2 : 1;
  if (StackDepth > Source->MaxStack)
    return fail("the operand stack overflows");
  Stack.push_back({Type, V});
}

TypedValue MethodTranslator::popAny() {
  if (Stack.empty()) {
    fail("the operand stack is empty");
    return {{VerificationType::Int}, PoisonValue::get(B.getInt32Ty())};
  }
  TypedValue Top = Stack.pop_back_val();
  StackDepth -= isWide(Top.Type) ? 2 : 1;
  return Top;
}

Value *MethodTranslator::pop(VerificationType::Kind K) {
  const TypedValue Top = popAny();
  if (Top.Type.K == K)
    return Top.V;
  fail("the operand is " + describe(Top.Type) + ", not " + describe({K}));
  return PoisonValue::get(typeOf(kindOf({K})));
}

TypedValue MethodTranslator::popObject() {
  TypedValue Top = popAny();
  if (Top.Type.K == VerificationType::Object ||
      Top.Type.K == VerificationType::Null)
    return Top;
  fail("the operand is " + describe(Top.Type) + ", not an object");
  return {{VerificationType::Null}, PoisonValue::get(T.referenceType())};
}

TypedValue MethodTranslator::popObject(StringRef Name) {
  const TypedValue Top = popObject();
  if (!isAssignable(Top.Type, {VerificationType::Object, 0, Name}))
    fail("the operand is " + describe(Top.Type) + ", not " + Name);
  return Top;
}

Value *MethodTranslator::pop(TypeDescriptor Type) {
  const VerificationType Wanted = typeOf(Type);
  if (Wanted.isReference())
    return popObject(Wanted.Class).V;
  return pop(Wanted.K);
}

/// pop, dup and swap and their like. Values are copied by slots: those of
/// category 1 have one, those of category 2 have two, and none is cut in half.
void MethodTranslator::permute(Op Opcode) {
  // Takes N slots from the stack; the deepest value comes first.
  auto Take = [&](unsigned N) {
    SmallVector<TypedValue, 4> Values;
    while (N && !failed()) {
      const TypedValue Top = popAny();
      const unsigned Size = isWide(Top.Type) ? 2 : 1;
      if (Size > N) {
        fail("the operand is " + describe(Top.Type) + ", which has two slots");
        break;
      }
      N -= Size;
      Values.insert(Values.begin(), Top);
    }
    return Values;
  };
  auto Put = [&](ArrayRef<TypedValue> Values) {
    for (const TypedValue &V : Values)
      push(V.Type, V.V);
  };

  switch (Opcode) {
  case Op::pop:
    Take(1);
    return;
  case Op::pop2:
    Take(2);
    return;
  case Op::swap: {
    const auto Top = Take(1), Second = Take(1);
    Put(Top);
    return Put(Second);
  }
  default:
    break;
  }
  const bool IsTwo =
      Opcode == Op::dup2 || Opcode == Op::dup2_x1 || Opcode == Op::dup2_x2;
  unsigned Below = 0;
  if (Opcode == Op::dup_x1 || Opcode == Op::dup2_x1)
    Below = 1;
  if (Opcode == Op::dup_x2 || Opcode == Op::dup2_x2)
    Below = 2;
  const auto Top = Take(IsTwo ? 2 : 1), Others = Take(Below);
  Put(Top);
  Put(Others);
  Put(Top);
}

AllocaInst *MethodTranslator::newSlot(Type *Type, const Twine &Name) {
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> Builder(&Entry, Entry.begin());
  return Builder.CreateAlloca(Type, nullptr, Name);
}

AllocaInst *MethodTranslator::localSlot(unsigned Index, Kind K) {
  AllocaInst *&Slot = LocalSlots[{Index, K}];
  if (!Slot)
    Slot = newSlot(typeOf(K), "local" + Twine(Index));
  return Slot;
}

AllocaInst *MethodTranslator::stackSlot(unsigned Index, Kind K) {
  AllocaInst *&Slot = StackSlots[{Index, K}];
  if (!Slot)
    Slot = newSlot(typeOf(K), "stack" + Twine(Index));
  return Slot;
}

void MethodTranslator::spillStack() {
  for (auto [Index, Operand] : enumerate(Stack))
    B.CreateStore(Operand.V, stackSlot(Index, kindOf(Operand.Type)));
}

void MethodTranslator::setLocal(unsigned Index, TypedValue Value) {
  const bool Wide = isWide(Value.Type);
  if (Index + (Wide ? 1 : 0) >= Locals.size())
    return fail("there is no local variable " + Twine(Index));
  // Half of a long or double is nothing.
  if (Index && isWide(Locals[Index - 1].Type))
    Locals[Index - 1] = TypedValue();
  if (isWide(Locals[Index].Type))
    Locals[Index + 1] = TypedValue();
  if (Wide) {
    if (isWide(Locals[Index + 1].Type))
      Locals[Index + 2] = TypedValue();
    Locals[Index + 1] = TypedValue();
  }
  Locals[Index] = Value;
  B.CreateStore(Value.V, localSlot(Index, kindOf(Value.Type)));
  LocalsChanged = true;
}

Value *MethodTranslator::localValue(unsigned Index) {
  TypedValue &Local = Locals[Index];
  if (!Local.V) {
    const Kind K = kindOf(Local.Type);
    Local.V = B.CreateLoad(typeOf(K), localSlot(Index, K));
  }
  return Local.V;
}

void MethodTranslator::loadLocal(unsigned Index, VerificationType::Kind K) {
  if (Index >= Locals.size())
    return fail("there is no local variable " + Twine(Index));
  if (Locals[Index].Type.K != K)
    return fail("local variable " + Twine(Index) + " is " +
                describe(Locals[Index].Type) + ", not " + describe({K}));
  push({K}, localValue(Index));
}

void MethodTranslator::loadReference(unsigned Index) {
  if (Index >= Locals.size())
    return fail("there is no local variable " + Twine(Index));
  if (!Locals[Index].Type.isReference())
    return fail("local variable " + Twine(Index) + " is " +
                describe(Locals[Index].Type) + ", not a reference");
  push(Locals[Index].Type, localValue(Index));
}

void MethodTranslator::storeLocal(unsigned Index, VerificationType::Kind K) {
  setLocal(Index, {{K}, pop(K)});
}

void MethodTranslator::storeReference(unsigned Index) {
  const TypedValue Top = popAny();
  if (!Top.Type.isReference())
    return fail("the operand is " + describe(Top.Type) + ", not a reference");
  setLocal(Index, Top);
}

void MethodTranslator::increment(unsigned Index, int32_t By) {
  if (Index >= Locals.size() || Locals[Index].Type.K != VerificationType::Int)
    return fail("local variable " + Twine(Index) + " is not an int");
  setLocal(Index, {{VerificationType::Int},
                   B.CreateAdd(localValue(Index), B.getInt32(By))});
}

void MethodTranslator::promoteSlots() {
  SmallVector<AllocaInst *, 32> Slots;
  for (auto *Map : {&LocalSlots, &StackSlots})
    for (const auto &[Place, Slot] : *Map)
      Slots.push_back(Slot);
  DominatorTree DT(F);
  PromoteMemToReg(Slots, DT);
}
