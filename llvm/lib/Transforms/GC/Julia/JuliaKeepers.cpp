//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JuliaGC.h"
#include "JuliaRootRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

/// Whether \p Tag is one for memory that never changes, or of a kind of that.
static bool isImmutableTag(const MDNode *Tag) {
  if (!Tag || Tag->getNumOperands() < 2)
    return false;
  // From the type of the access towards the root.
  const auto *Type = dyn_cast_or_null<MDNode>(Tag->getOperand(1));
  SmallPtrSet<const MDNode *, 8> Seen;
  while (Type && Type->getNumOperands() != 0 && Seen.insert(Type).second) {
    const auto *Name = dyn_cast_or_null<MDString>(Type->getOperand(0));
    if (Name &&
        is_contained({"jtbaa_immut", "jtbaa_const", "jtbaa_datatype",
                      "jtbaa_memoryptr", "jtbaa_memorylen", "jtbaa_memoryown"},
                     Name->getString()))
      return true;
    Type = Type->getNumOperands() < 2
               ? nullptr
               : dyn_cast_or_null<MDNode>(Type->getOperand(1));
  }
  return false;
}

/// Whether \p Scopes has some of Julia's regions, and they have nothing but
/// memory that never changes.
static bool areImmutableRegions(const MDNode *Scopes) {
  if (!Scopes)
    return false;
  bool IsAny = false;
  for (const MDOperand &Operand : Scopes->operands()) {
    const auto *Node = dyn_cast<MDNode>(Operand);
    const AliasScopeNode Scope(Node);
    const MDNode *Domain = Node ? Scope.getDomain() : nullptr;
    const auto *Name = Domain && Domain->getNumOperands() > 1
                           ? dyn_cast<MDString>(Domain->getOperand(1))
                           : nullptr;
    if (!Name || Name->getString() != julia::Regions)
      continue;
    if (!is_contained({"jnoalias_immutdata", "jnoalias_mutconstdata"},
                      Scope.getName()))
      return false;
    IsAny = true;
  }
  return IsAny;
}

bool llvm::isImmutableJuliaLoad(const LoadInst &Load) {
  return Load.hasMetadata(LLVMContext::MD_invariant_load) ||
         isImmutableTag(Load.getMetadata(LLVMContext::MD_tbaa)) ||
         areImmutableRegions(Load.getMetadata(LLVMContext::MD_alias_scope));
}

static bool isSpecial(const Type *Ty) {
  return getJuliaGCPointers().getKind(Ty) != GCPointerKind::None;
}

/// Whether \p V is the array of a boxed call: in front of the number of its
/// elements, and not what is passed for other purposes.
static bool isBoxedArray(const Value &V) {
  const auto *A = dyn_cast<Argument>(&V);
  if (!A || isSpecial(A->getType()) || A->hasStructRetAttr() ||
      A->hasPassPointeeByValueCopyAttr() ||
      A->hasAttribute(Attribute::SwiftSelf))
    return false;
  const Function &F = *A->getParent();
  const unsigned Number = A->getArgNo();
  return Number + 1 < F.arg_size() &&
         F.getArg(Number + 1)->getType()->isIntegerTy(32) &&
         !F.getAttributes().hasParamAttr(Number, julia::StackParameter) &&
         !F.getAttributes().hasParamAttr(Number, julia::ReturnRoots);
}

JuliaKeeper JuliaKeepers::getKeeper(const Value &V) const {
  if (isa<Constant>(V))
    return JuliaKeeper::Forever;
  // Who passes a pointer of address space 0 keeps nothing.
  if (isa<Argument>(V))
    return V.getType()->isPtrOrPtrVectorTy() && !isSpecial(V.getType())
               ? JuliaKeeper::Nobody
               : JuliaKeeper::Caller;
  auto It = States.find(&V);
  return It == States.end() ? JuliaKeeper::Nobody : It->second;
}

JuliaKeeper JuliaKeepers::evaluate(const Instruction &I) const {
  auto GetWorst = [&](auto &&Operands) {
    JuliaKeeper Worst = JuliaKeeper::Forever;
    for (const Value *V : Operands)
      if (V->getType()->isPtrOrPtrVectorTy() || V->getType()->isAggregateType())
        Worst = std::min(Worst, getKeeper(*V));
    return Worst;
  };
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    const Value *Pointer = Load->getPointerOperand();
    const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
    const auto *Variable = dyn_cast<GlobalVariable>(Object);
    if (Variable && (Variable->isConstant() ||
                     Variable->hasMetadata(julia::ConstantGlobal) ||
                     isImmutableJuliaLoad(*Load)))
      return JuliaKeeper::Forever;
    if (Load->hasMetadata(julia::ConstantGlobal))
      return JuliaKeeper::Forever;
    if (isa<AllocaInst>(Object))
      return JuliaKeeper::Nobody;
    if (isImmutableJuliaLoad(*Load))
      return getKeeper(*Pointer);
    // As a tracked pointer, it is that of an object.
    return isBoxedArray(*Object) && isSpecial(I.getType()) &&
                   !isSpecial(Pointer->getType())
               ? JuliaKeeper::Caller
               : JuliaKeeper::Nobody;
  }
  if (isa<PHINode, ExtractElementInst, InsertElementInst, ShuffleVectorInst>(I))
    return GetWorst(I.operand_values());
  if (isa<SelectInst>(I))
    return GetWorst(drop_begin(I.operand_values()));
  // The same as for arguments: it may be a member of one.
  if (isa<ExtractValueInst>(I) && I.getType()->isPtrOrPtrVectorTy() &&
      !isSpecial(I.getType()))
    return JuliaKeeper::Nobody;
  if (isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, FreezeInst,
          ExtractValueInst>(I))
    return getKeeper(*I.getOperand(0));
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    if (callsJulia(*Call, julia::TypeOf))
      return JuliaKeeper::Forever;
    if (callsJulia(*Call, julia::MemoryOfObject) && Call->arg_size())
      return getKeeper(*Call->getArgOperand(0));
  }
  return JuliaKeeper::Nobody;
}

JuliaKeepers::JuliaKeepers(const Function &F) {
  SmallSetVector<const Instruction *, 32> Pending;
  for (const Instruction &I : instructions(F))
    if (I.getType()->isPtrOrPtrVectorTy() ||
        (isa<LoadInst, PHINode, SelectInst, FreezeInst, ExtractValueInst>(I) &&
         I.getType()->isAggregateType())) {
      States[&I] = JuliaKeeper::Forever;
      Pending.insert(&I);
    }
  while (!Pending.empty()) {
    const Instruction *I = Pending.pop_back_val();
    const JuliaKeeper New = evaluate(*I);
    JuliaKeeper &Old = States[I];
    if (New >= Old)
      continue;
    Old = New;
    for (const User *U : I->users())
      if (States.contains(U))
        Pending.insert(cast<Instruction>(U));
  }
}

/// Returns what keeps the object of \p I, if references of the function do.
static SmallVector<Value *, 2> findInside(Instruction &I,
                                          const DominatorTree &DT) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    if (isSpecial(Load->getPointerOperandType()) &&
        isImmutableJuliaLoad(*Load) &&
        !isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand(), 0)))
      return {Load->getPointerOperand()};
  if (auto *Select = dyn_cast<SelectInst>(&I))
    return {Select->getTrueValue(), Select->getFalseValue()};
  if (isa<FreezeInst>(I))
    return {I.getOperand(0)};
  auto *Phi = dyn_cast<PHINode>(&I);
  if (!Phi || !all_of(Phi->incoming_values(), [&](Value *V) {
        return !isa<Instruction>(V) || DT.dominates(cast<Instruction>(V), Phi);
      }))
    return {};
  SmallSetVector<Value *, 2> Chosen(llvm::from_range, Phi->incoming_values());
  return SmallVector<Value *, 2>(Chosen.getArrayRef());
}

GCKeepers llvm::findJuliaKeepers(Function &F) {
  const GCPointers &Pointers = getJuliaGCPointers();
  const JuliaKeepers Found(F);
  GCKeepers Keepers;
  for (const Argument &A : F.args())
    if (Pointers.isReference(A))
      Keepers.Outside.insert(&A);
  const DominatorTree DT(F);
  for (Instruction &I : instructions(F)) {
    if (!Pointers.isReference(I))
      continue;
    if (Found.getKeeper(I) != JuliaKeeper::Nobody)
      Keepers.Outside.insert(&I);
    else if (Pointers.getKind(I.getType()) != GCPointerKind::Base)
      // Its object is another value, or it was cast from address space 0, and
      // so were those that it is chosen from: then it has none.
      Keepers.Unrooted.insert(&I);
    else if (auto Inside = findInside(I, DT); !Inside.empty())
      Keepers.Inside[&I] = std::move(Inside);
  }
  return Keepers;
}
