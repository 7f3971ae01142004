//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes aggregates apart that hold references across safepoints.
///
/// The *leaves* of an aggregate are its members that are not aggregates, in the
/// order of its type. A value is taken apart if it may be live across a
/// safepoint, or if a reference is taken out of it that was put in, whose base
/// is that of what was put in. With it, the results of phis, selects and the
/// like are taken apart. Then
///
///   phi, select, freeze        become those of the leaves,
///   insertvalue, extractvalue  exchange and choose leaves,
///   other definitions          stay, and leaves are extracted after them,
///   other uses                 get an aggregate that is made before them.
///
/// So no aggregate is live across a safepoint: the definitions and uses that
/// stay are its first and last ones. Time is linear in the leaves of the values
/// that are taken apart.
///
//===----------------------------------------------------------------------===//

#include "GCAggregates.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

using LeafList = SmallVector<Value *, 4>;

namespace {

class Splitter {
  Function &F;
  const GCPointers &Pointers;
  DominatorTree &DT;
  function_ref<bool(const Use &)> IsDemanded;
  /// The number of safepoints in front of an instruction, in its block, and of
  /// those up to it.
  DenseMap<const Instruction *, unsigned> Before, Behind;
  EquivalenceClasses<Value *> Webs;
  SmallSetVector<Value *, 8> Split;
  /// The instructions whose leaves stand in for them.
  SmallSetVector<Instruction *, 8> Replaced;
  DenseMap<const Value *, LeafList> Leaves;

  bool isAggregate(const Value &V) const {
    return V.getType()->isAggregateType() && !isa<Constant>(V) &&
           Pointers.containsReferences(V.getType());
  }
  bool isLiveOverSafepoint(const Value &V) const;
  bool isTakenOut(const Value &V) const;
  void findWebs();
  void addConstant(Constant &C, LeafList &List);
  LeafList leavesOf(Value &V);
  LeafList extract(Value &V, BasicBlock::iterator Where);
  BasicBlock::iterator behind(Instruction &I);
  /// Whether \p I takes something out of what is taken apart.
  bool isExtracted(const Instruction &I) const {
    return isa<ExtractValueInst>(I) && Split.contains(I.getOperand(0));
  }
  void define(Instruction &I);
  void complete(PHINode &Phi);
  void rebuildUses(Value &V);

public:
  Splitter(Function &F, const GCPointers &Pointers, DominatorTree &DT,
           function_ref<bool(const Use &)> IsDemanded)
      : F(F), Pointers(Pointers), DT(DT), IsDemanded(IsDemanded) {}
  CallBase *flattenDeopt(CallBase &Call);
  bool run(SmallVectorImpl<CallBase *> &Safepoints);
};

} // end anonymous namespace

static unsigned getNumMembers(const Type *Ty) {
  return isa<StructType>(Ty) ? Ty->getStructNumElements()
                             : Ty->getArrayNumElements();
}

static Type *getMember(Type *Ty, unsigned I) {
  return isa<StructType>(Ty) ? Ty->getStructElementType(I)
                             : Ty->getArrayElementType();
}

static unsigned getNumLeaves(Type *Ty) {
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return Array->getNumElements() * getNumLeaves(Array->getElementType());
  if (!isa<StructType>(Ty))
    return 1;
  unsigned Count = 0;
  for (Type *Member : Ty->subtypes())
    Count += getNumLeaves(Member);
  return Count;
}

/// Calls \p Visit with the type of each leaf of \p Ty and the indices of it.
static void forEachLeaf(Type *Ty, SmallVectorImpl<unsigned> &Indices,
                        function_ref<void(Type *, ArrayRef<unsigned>)> Visit) {
  if (!Ty->isAggregateType())
    return Visit(Ty, Indices);
  for (unsigned I = 0, E = getNumMembers(Ty); I != E; ++I) {
    Indices.push_back(I);
    forEachLeaf(getMember(Ty, I), Indices, Visit);
    Indices.pop_back();
  }
}

static void forEachLeaf(Type *Ty,
                        function_ref<void(Type *, ArrayRef<unsigned>)> Visit) {
  SmallVector<unsigned, 4> Indices;
  forEachLeaf(Ty, Indices, Visit);
}

/// The number of the first leaf of the member of \p Ty that has \p Indices.
static unsigned findLeaf(Type *Ty, ArrayRef<unsigned> Indices) {
  unsigned Number = 0;
  for (unsigned Index : Indices) {
    if (isa<ArrayType>(Ty))
      Number += Index * getNumLeaves(Ty->getArrayElementType());
    else
      for (unsigned I = 0; I != Index; ++I)
        Number += getNumLeaves(Ty->getStructElementType(I));
    Ty = getMember(Ty, Index);
  }
  return Number;
}

static Value *build(Type *Ty, ArrayRef<Value *> Leaves, IRBuilder<> &Builder) {
  if (!Ty->isAggregateType())
    return Leaves.front();
  Value *Result = PoisonValue::get(Ty);
  unsigned Number = 0;
  forEachLeaf(Ty, [&](Type *, ArrayRef<unsigned> Indices) {
    Result = Builder.CreateInsertValue(Result, Leaves[Number++], Indices);
  });
  return Result;
}

/// Whether \p V may be: it is if a safepoint is between it and a use in its
/// block, and taken to be if it is used in another.
bool Splitter::isLiveOverSafepoint(const Value &V) const {
  const auto *I = dyn_cast<Instruction>(&V);
  const BasicBlock *Home = I ? I->getParent() : &F.getEntryBlock();
  const unsigned Start = I ? Behind.lookup(I) : 0;
  return any_of(V.uses(), [&](const Use &U) {
    const auto *User = cast<Instruction>(U.getUser());
    if (IsDemanded && IsDemanded(U))
      return true;
    if (const auto *Phi = dyn_cast<PHINode>(User)) {
      const BasicBlock *From = Phi->getIncomingBlock(U);
      return From != Home || Behind.lookup(From->getTerminator()) != Start;
    }
    return User->getParent() != Home || Before.lookup(User) != Start;
  });
}

/// Whether a reference is taken out of \p V that was put in.
bool Splitter::isTakenOut(const Value &V) const {
  const Value *From = &V;
  while (const auto *Outer = dyn_cast<ExtractValueInst>(From))
    From = Outer->getAggregateOperand();
  return isa<PHINode, SelectInst, FreezeInst, InsertValueInst>(From) &&
         any_of(V.users(), [&](const User *U) {
           return isa<ExtractValueInst>(U) && Pointers.isReference(*U) &&
                  Pointers.getKind(U->getType()) != GCPointerKind::Base;
         });
}

/// Finds what has to be taken apart together.
void Splitter::findWebs() {
  SmallVector<Value *, 8> Live;
  auto Add = [&](Value &V) {
    Webs.insert(&V);
    if (isLiveOverSafepoint(V) || isTakenOut(V))
      Live.push_back(&V);
  };
  SmallVector<Value *, 16> All;
  for (Argument &A : F.args())
    if (isAggregate(A) && !A.use_empty())
      All.push_back(&A);
  for (Instruction &I : instructions(F))
    if (isAggregate(I) && !isa<LandingPadInst, CallBrInst>(I) &&
        !containsScalableVector(I.getType()))
      All.push_back(&I);
  for (Value *V : All)
    Add(*V);
  for (Value *V : All)
    if (isa<PHINode, SelectInst, FreezeInst, InsertValueInst, ExtractValueInst>(
            V))
      for (Value *Operand : cast<Instruction>(V)->operands())
        if (Webs.contains(Operand))
          Webs.unionSets(V, Operand);
  SmallPtrSet<Value *, 8> Leaders;
  for (Value *V : Live)
    Leaders.insert(Webs.getLeaderValue(V));
  for (Value *V : All)
    if (Leaders.contains(Webs.getLeaderValue(V)))
      Split.insert(V);
}

void Splitter::addConstant(Constant &C, LeafList &List) {
  if (!C.getType()->isAggregateType())
    return List.push_back(&C);
  for (unsigned I = 0, E = getNumMembers(C.getType()); I != E; ++I)
    addConstant(*C.getAggregateElement(I), List);
}

LeafList Splitter::leavesOf(Value &V) {
  auto It = Leaves.find(&V);
  if (It != Leaves.end())
    return It->second;
  LeafList List;
  if (auto *C = dyn_cast<Constant>(&V))
    addConstant(*C, List);
  else
    List.push_back(&V);
  return List;
}

LeafList Splitter::extract(Value &V, BasicBlock::iterator Where) {
  IRBuilder<> Builder(&*Where);
  LeafList List;
  forEachLeaf(V.getType(), [&](Type *, ArrayRef<unsigned> Indices) {
    List.push_back(
        Builder.CreateExtractValue(&V, Indices, V.getName() + ".leaf"));
  });
  return List;
}

/// Where instructions after \p I go, which all of its uses are after.
BasicBlock::iterator Splitter::behind(Instruction &I) {
  auto *Invoke = dyn_cast<InvokeInst>(&I);
  if (!Invoke)
    return std::next(I.getIterator());
  BasicBlock *Next = Invoke->getNormalDest();
  if (!Next->getSinglePredecessor() || isa<PHINode>(Next->front()))
    Next = SplitEdge(Invoke->getParent(), Next, &DT);
  return Next->getFirstInsertionPt();
}

/// Finds the leaves of \p I, whose operands have theirs.
void Splitter::define(Instruction &I) {
  IRBuilder<> Builder(&I);
  LeafList List;
  if (isExtracted(I)) {
    const Value *From = I.getOperand(0);
    const LeafList All = Leaves.lookup(From);
    const auto First =
        All.begin() +
        findLeaf(From->getType(), cast<ExtractValueInst>(I).getIndices());
    List.append(First, First + getNumLeaves(I.getType()));
    if (!Split.contains(&I)) {
      I.replaceAllUsesWith(build(I.getType(), List, Builder));
      return;
    }
  } else if (auto *Phi = dyn_cast<PHINode>(&I)) {
    forEachLeaf(I.getType(), [&](Type *Ty, ArrayRef<unsigned>) {
      List.push_back(Builder.CreatePHI(Ty, Phi->getNumIncomingValues(),
                                       I.getName() + ".leaf"));
    });
  } else if (auto *Select = dyn_cast<SelectInst>(&I)) {
    for (const auto &[True, False] :
         zip_equal(leavesOf(*Select->getTrueValue()),
                   leavesOf(*Select->getFalseValue())))
      List.push_back(Builder.CreateSelect(Select->getCondition(), True, False,
                                          I.getName() + ".leaf"));
  } else if (isa<FreezeInst>(I)) {
    for (Value *Leaf : leavesOf(*I.getOperand(0)))
      List.push_back(Builder.CreateFreeze(Leaf, I.getName() + ".leaf"));
  } else if (auto *Insert = dyn_cast<InsertValueInst>(&I)) {
    List = leavesOf(*Insert->getAggregateOperand());
    Value *Member = Insert->getInsertedValueOperand();
    // Others, which have no references, have no leaves yet.
    const LeafList New = Member->getType()->isAggregateType() &&
                                 !isa<Constant>(Member) &&
                                 !Leaves.contains(Member)
                             ? extract(*Member, I.getIterator())
                             : leavesOf(*Member);
    llvm::copy(New, List.begin() + findLeaf(I.getType(), Insert->getIndices()));
  } else {
    List = extract(I, behind(I));
  }
  Leaves[&I] = std::move(List);
}

void Splitter::complete(PHINode &Phi) {
  const LeafList Own = leavesOf(Phi);
  for (const auto &[From, V] : zip_equal(Phi.blocks(), Phi.incoming_values()))
    for (const auto &[Leaf, Incoming] : zip_equal(Own, leavesOf(*V)))
      cast<PHINode>(Leaf)->addIncoming(Incoming, From);
}

/// Has what stays and uses \p V use its leaves.
void Splitter::rebuildUses(Value &V) {
  const LeafList Own = leavesOf(V);
  SmallPtrSet<const Value *, 4> Kept(llvm::from_range, Own);
  for (Use &U : make_early_inc_range(V.uses())) {
    auto *User = cast<Instruction>(U.getUser());
    // Definitions that stay have their leaves extracted.
    if (Kept.contains(User) || Replaced.contains(User))
      continue;
    IRBuilder<> Builder(User);
    U.set(build(V.getType(), Own, Builder));
  }
}

/// Passes the members of aggregates as deopt values of \p Call instead.
/// Returns the call that takes its place, which may be itself.
CallBase *Splitter::flattenDeopt(CallBase &Call) {
  auto Deopt = Call.getOperandBundle(LLVMContext::OB_deopt);
  if (!Deopt ||
      none_of(Deopt->Inputs, [&](const Use &U) { return isAggregate(*U); }))
    return &Call;
  SmallVector<OperandBundleDef, 2> Bundles;
  for (unsigned I = 0, E = Call.getNumOperandBundles(); I != E; ++I) {
    const OperandBundleUse Bundle = Call.getOperandBundleAt(I);
    std::vector<Value *> Inputs;
    for (Value *V : Bundle.Inputs)
      if (Bundle.getTagID() == LLVMContext::OB_deopt && isAggregate(*V))
        append_range(Inputs, extract(*V, Call.getIterator()));
      else
        Inputs.push_back(V);
    Bundles.emplace_back(Bundle.getTagName().str(), std::move(Inputs));
  }
  CallBase *New = CallBase::Create(&Call, Bundles, Call.getIterator());
  New->copyMetadata(Call);
  New->takeName(&Call);
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
  return New;
}

bool Splitter::run(SmallVectorImpl<CallBase *> &Safepoints) {
  bool Changed = false;
  for (CallBase *&Call : Safepoints) {
    CallBase *New = flattenDeopt(*Call);
    Changed |= New != Call;
    Call = New;
  }
  for (Instruction &I : instructions(F))
    if (auto *Invoke = dyn_cast<InvokeInst>(&I))
      if (isAggregate(I) && Invoke->getNormalDest()->getSinglePredecessor())
        FoldSingleEntryPHINodes(Invoke->getNormalDest());
  SmallPtrSet<const Instruction *, 16> Calls(llvm::from_range, Safepoints);
  for (const BasicBlock &BB : F) {
    unsigned Number = 0;
    for (const Instruction &I : BB) {
      Before[&I] = Number;
      Number += Calls.contains(&I);
      Behind[&I] = Number;
    }
  }
  findWebs();
  if (Split.empty())
    return Changed;
  SmallVector<Instruction *, 16> Ordered;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB) {
      if (!Split.contains(&I) && !isExtracted(I))
        continue;
      Ordered.push_back(&I);
      if (isExtracted(I) ||
          isa<PHINode, SelectInst, FreezeInst, InsertValueInst>(I))
        Replaced.insert(&I);
    }
  for (Value *V : Split)
    if (isa<Argument>(V))
      Leaves[V] = extract(*V, F.getEntryBlock().getFirstInsertionPt());
  for (Instruction *I : Ordered)
    define(*I);
  for (Instruction *I : Ordered)
    if (auto *Phi = dyn_cast<PHINode>(I))
      complete(*Phi);
  for (Value *V : Split)
    rebuildUses(*V);
  for (Instruction *I : Replaced)
    I->dropAllReferences();
  for (Instruction *I : Replaced)
    I->eraseFromParent();
  return true;
}

bool llvm::splitGCAggregates(Function &F, const GCPointers &Pointers,
                             SmallVectorImpl<CallBase *> &Safepoints,
                             DominatorTree &DT,
                             function_ref<bool(const Use &)> IsDemanded) {
  return Splitter(F, Pointers, DT, IsDemanded).run(Safepoints);
}
