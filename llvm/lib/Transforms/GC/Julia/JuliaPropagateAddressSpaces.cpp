//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each step is linear in the values between casts and accesses:
///
///   1. Collect what the pointers of all accesses are made of.
///   2. What is made of anything but casts from the address space of stack
///      objects is impossible, and so is what is made of that.
///   3. Make GEPs, selects and phis again for the others, at first without
///      their pointers because of loops.
///   4. Change the accesses, and erase what only they used.
///
//===----------------------------------------------------------------------===//

#include "JuliaGC.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/GC/JuliaPasses.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace {

/// Finds pointers of one address space that are equal to special ones.
class PlainPointers {
  /// The address space of stack objects.
  const unsigned Plain;
  SetVector<Value *> Collected;
  SmallPtrSet<Value *, 16> Impossible;
  MapVector<Value *, Value *> Made;

  void collect(ArrayRef<Use *> Accesses);
  void findImpossible();
  void makeWithoutPointers(Value &V);
  void setPointers(Instruction &Old, Instruction &New);
  Value *makeConstant(ConstantExpr &C);

public:
  /// Makes what those of \p Accesses need that can be changed.
  PlainPointers(ArrayRef<Use *> Accesses, unsigned Plain);

  bool exists(Value &V) const { return !Impossible.contains(&V); }
  /// Returns the equal of \p V, which exists.
  Value *get(Value &V);
  /// Erases phis that only the accesses used.
  void eraseDeadPhis();
};

} // end anonymous namespace

static bool isSpecial(const Value &V) {
  return V.getType()->isPointerTy() &&
         julia::isSpecialAddressSpace(V.getType()->getPointerAddressSpace());
}

static bool isSpaceCast(const Value &V) {
  return Operator::getOpcode(&V) == Instruction::AddrSpaceCast;
}

/// Returns the pointer of address space \p Plain that \p V is without others,
/// or null.
static Value *getPlainLeaf(Value &V, unsigned Plain) {
  if (isa<ConstantPointerNull>(V) || isa<UndefValue>(V)) {
    auto *Ptr = PointerType::get(V.getContext(), Plain);
    // Null is another address elsewhere.
    if (isa<ConstantPointerNull>(V) && Plain != 0)
      return nullptr;
    if (isa<PoisonValue>(V))
      return PoisonValue::get(Ptr);
    if (isa<UndefValue>(V))
      return UndefValue::get(Ptr);
    return ConstantPointerNull::get(Ptr);
  }
  if (!isSpaceCast(V))
    return nullptr;
  Value *Source = cast<User>(V).getOperand(0);
  return Source->getType()->getPointerAddressSpace() == Plain ? Source
                                                              : nullptr;
}

/// Returns the special pointers that \p V is computed or chosen from. Empty if
/// it is none of the values that are looked through.
static SmallVector<Value *, 4> getSources(Value &V) {
  switch (Operator::getOpcode(&V)) {
  case Instruction::AddrSpaceCast:
    if (!isSpecial(*cast<User>(V).getOperand(0)))
      return {};
    return {cast<User>(V).getOperand(0)};
  case Instruction::GetElementPtr:
    return {cast<User>(V).getOperand(0)};
  case Instruction::Select:
    return {cast<User>(V).getOperand(1), cast<User>(V).getOperand(2)};
  case Instruction::PHI: {
    auto Sources = cast<User>(V).operand_values();
    return {Sources.begin(), Sources.end()};
  }
  default:
    return {};
  }
}

/// Step 1.
void PlainPointers::collect(ArrayRef<Use *> Accesses) {
  for (Use *Access : Accesses)
    Collected.insert(Access->get());
  for (unsigned Next = 0; Next != Collected.size(); ++Next)
    if (Value *V = Collected[Next]; !getPlainLeaf(*V, Plain))
      Collected.insert_range(getSources(*V));
}

/// Step 2.
void PlainPointers::findImpossible() {
  DenseMap<Value *, SmallVector<Value *, 2>> MadeOf;
  SmallVector<Value *, 16> Worklist;
  for (Value *V : Collected) {
    if (getPlainLeaf(*V, Plain))
      continue;
    const auto Sources = getSources(*V);
    if (Sources.empty())
      Worklist.push_back(V);
    for (Value *Source : Sources)
      MadeOf[Source].push_back(V);
  }
  while (!Worklist.empty()) {
    Value *V = Worklist.pop_back_val();
    if (Impossible.insert(V).second)
      append_range(Worklist, MadeOf.lookup(V));
  }
}

/// Makes a GEP, select or phi like \p V with pointers that are poison.
void PlainPointers::makeWithoutPointers(Value &V) {
  Value *Poison = PoisonValue::get(PointerType::get(V.getContext(), Plain));
  Instruction *New = nullptr;
  if (auto *GEP = dyn_cast<GetElementPtrInst>(&V)) {
    SmallVector<Value *, 4> Indices(GEP->indices());
    New = GetElementPtrInst::Create(GEP->getSourceElementType(), Poison,
                                    Indices, GEP->getNoWrapFlags());
  } else if (auto *Select = dyn_cast<SelectInst>(&V)) {
    New = SelectInst::Create(Select->getCondition(), Poison, Poison);
  } else if (auto *Phi = dyn_cast<PHINode>(&V)) {
    auto *NewPhi =
        PHINode::Create(Poison->getType(), Phi->getNumIncomingValues());
    for (BasicBlock *From : Phi->blocks())
      NewPhi->addIncoming(Poison, From);
    New = NewPhi;
  } else {
    return;
  }
  auto &Old = cast<Instruction>(V);
  New->insertBefore(Old.getIterator());
  New->setName(Old.getName());
  New->copyMetadata(Old);
  Made[&V] = New;
}

/// Returns \p C, a GEP, of the equal of its pointer.
Value *PlainPointers::makeConstant(ConstantExpr &C) {
  SmallVector<Constant *, 4> Operands;
  for (Use &U : C.operands())
    Operands.push_back(cast<Constant>(U.get()));
  Operands[0] = cast<Constant>(get(*Operands[0]));
  return C.getWithOperands(Operands, Operands[0]->getType(),
                           /*OnlyIfReduced=*/false,
                           cast<GEPOperator>(C).getSourceElementType());
}

Value *PlainPointers::get(Value &V) {
  // In code that cannot be reached, casts may be their own operands.
  SmallPtrSet<Value *, 4> Seen;
  Value *Current = &V;
  while (Seen.insert(Current).second) {
    if (Value *Leaf = getPlainLeaf(*Current, Plain))
      return Leaf;
    if (auto It = Made.find(Current); It != Made.end())
      return It->second;
    if (!isSpaceCast(*Current))
      return Made[Current] = makeConstant(*cast<ConstantExpr>(Current));
    Current = cast<User>(Current)->getOperand(0);
  }
  return PoisonValue::get(PointerType::get(V.getContext(), Plain));
}

void PlainPointers::setPointers(Instruction &Old, Instruction &New) {
  for (auto [OldUse, NewUse] : zip_equal(Old.operands(), New.operands()))
    if (isSpecial(*OldUse))
      NewUse = get(*OldUse);
}

PlainPointers::PlainPointers(ArrayRef<Use *> Accesses, unsigned Plain)
    : Plain(Plain) {
  collect(Accesses);
  findImpossible();
  SetVector<Value *> Needed;
  for (Use *Access : Accesses)
    if (exists(**Access))
      Needed.insert(Access->get());
  for (unsigned Next = 0; Next != Needed.size(); ++Next)
    if (Value *V = Needed[Next]; !getPlainLeaf(*V, Plain))
      Needed.insert_range(getSources(*V));
  for (Value *V : Needed)
    makeWithoutPointers(*V);
  for (Value *V : Needed)
    if (auto *Old = dyn_cast<Instruction>(V))
      if (auto *New = dyn_cast_or_null<Instruction>(Made.lookup(V)))
        setPointers(*Old, *New);
}

void PlainPointers::eraseDeadPhis() {
  SmallVector<WeakTrackingVH, 8> Phis;
  for (const auto &[Old, New] : Made)
    if (isa<PHINode>(New))
      Phis.push_back(Old);
  for (const WeakTrackingVH &Phi : Phis)
    if (auto *Left = dyn_cast_or_null<PHINode>(Phi))
      RecursivelyDeleteDeadPHINode(Left);
}

/// Adds the special pointers through which \p I accesses memory.
static void addAccesses(Instruction &I, SmallVectorImpl<Use *> &Accesses) {
  SmallVector<Use *, 2> Pointers;
  if (isa<LoadInst>(I) || isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I)) {
    Pointers.push_back(&I.getOperandUse(0));
  } else if (isa<StoreInst>(I)) {
    Pointers.push_back(&I.getOperandUse(StoreInst::getPointerOperandIndex()));
  } else if (auto *Intrinsic = dyn_cast<AnyMemIntrinsic>(&I)) {
    Pointers.push_back(&Intrinsic->getRawDestUse());
    if (auto *Transfer = dyn_cast<AnyMemTransferInst>(&I))
      Pointers.push_back(&Transfer->getRawSourceUse());
  }
  for (Use *Pointer : Pointers)
    if (isSpecial(**Pointer))
      Accesses.push_back(Pointer);
}

/// Has \p Intrinsic call what fits its arguments.
static void updateCallee(IntrinsicInst &Intrinsic) {
  SmallVector<Type *, 4> Arguments, Overloads;
  for (const Value *Argument : Intrinsic.args())
    Arguments.push_back(Argument->getType());
  auto *Ty = FunctionType::get(Intrinsic.getType(), Arguments, false);
  const Intrinsic::ID ID = Intrinsic.getIntrinsicID();
  if (Intrinsic::getIntrinsicSignature(ID, Ty, Overloads))
    Intrinsic.setCalledFunction(Intrinsic::getOrInsertDeclaration(
        Intrinsic.getModule(), ID, Overloads));
}

PreservedAnalyses
JuliaPropagateAddressSpacesPass::run(Function &F, FunctionAnalysisManager &) {
  SmallVector<Use *, 16> Accesses;
  for (Instruction &I : instructions(F))
    addAccesses(I, Accesses);
  PlainPointers Pointers(Accesses, F.getDataLayout().getAllocaAddrSpace());

  SmallVector<WeakTrackingVH, 16> Unused;
  for (Use *Access : Accesses) {
    Value *Old = Access->get();
    if (!Pointers.exists(*Old))
      continue;
    Access->set(Pointers.get(*Old));
    if (isa<Instruction>(Old))
      Unused.emplace_back(Old);
    if (auto *Intrinsic = dyn_cast<IntrinsicInst>(Access->getUser()))
      updateCallee(*Intrinsic);
  }
  if (Accesses.empty())
    return PreservedAnalyses::all();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Unused);
  Pointers.eraseDeadPhis();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
