//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes references to landing pads that have no relocates.
///
/// In front of each invoke that unwinds to such a landing pad, the base pointer
/// of what the landing pad needs is stored in a slot, a stack object that the
/// invoke lists, and after the landing pad it is loaded. A slot means nothing
/// elsewhere, so that few are enough for a function: as many as the landing pad
/// needs that needs most.
///
///   What is needed                    passed              there
///   a base pointer B                  B                   B' = load
///   B + constant, by getelementptr    B, which is needed  B' + constant
///   another pointer into an object    its base and the    base' + offset
///                                     offset, by
///                                     gc.get.pointer.*
///
/// B counts as needed wherever B + constant is, so uses of B that are added in
/// front of invokes are after no landing pad that does not define it again.
/// Rewriting resolves the intrinsics; what these need is B + offset itself.
///
/// All invokes of a landing pad take part, safepoints or not. Then uses of what
/// was needed are made uses of what the landing pads define. A slot stays up to
/// date, so what it has already is not stored again: by an invoke right after
/// another one of the same landing pad, and by one in the block of a landing
/// pad that has loaded it.
///
//===----------------------------------------------------------------------===//

#include "GCNormalizationSteps.h"
#include "Verification/UnrelocatableValues.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/GCInteriorPointers.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"
#include <optional>

using namespace llvm;

namespace {

class PadRewriter {
  Function &F;
  const GCStrategy &Strategy;
  std::optional<GCInteriorPointers> Interior;
  struct Pad {
    /// What is loaded goes in front of this, which is removed at the end. The
    /// block may have nothing else but an invoke: what that stores comes later.
    Instruction *Behind = nullptr;
    /// What the landing pad needs, and how many slots it has used so far.
    SmallSetVector<Value *, 8> Needed;
    unsigned NumSlots = 0;
  };
  MapVector<BasicBlock *, Pad> Pads;
  /// The blocks that can be reached from landing pads.
  DenseSet<const BasicBlock *> Reached;
  DenseMap<Type *, SmallVector<AllocaInst *, 4>> Slots;
  /// What landing pads define instead of values.
  MapVector<Value *, SmallVector<std::pair<BasicBlock *, Value *>, 2>> Defined;

  AllocaInst *slot(Type *Ty, unsigned Number);
  void findReached();
  void findPads(Value &V);
  Value *pass(BasicBlock &BB, function_ref<Value *(BasicBlock *)> Get, Type *Ty,
              bool IsInterior);
  Value *passElements(BasicBlock &BB, function_ref<Value *(BasicBlock *)> Get,
                      FixedVectorType *Ty);
  void passPhis(BasicBlock &BB);
  void passNeeded(BasicBlock &BB);
  void repair(Value &V, ArrayRef<std::pair<BasicBlock *, Value *>> Definitions);
  void removeStores();

public:
  PadRewriter(Function &F, const GCStrategy &Strategy)
      : F(F), Strategy(Strategy) {}
  bool run(ArrayRef<CallBase *> Safepoints);
};

} // end anonymous namespace

/// Slots of one type and different numbers are different.
AllocaInst *PadRewriter::slot(Type *Ty, unsigned Number) {
  SmallVector<AllocaInst *, 4> &All = Slots[Ty];
  while (All.size() <= Number)
    All.push_back(new AllocaInst(Ty, F.getDataLayout().getAllocaAddrSpace(),
                                 "gc.slot", F.getEntryBlock().begin()));
  return All[Number];
}

void PadRewriter::findReached() {
  SmallVector<const BasicBlock *, 16> Pending;
  for (const auto &[BB, P] : Pads)
    if (Reached.insert(BB).second)
      Pending.push_back(BB);
  while (!Pending.empty())
    for (const BasicBlock *Next : successors(Pending.pop_back_val()))
      if (Reached.insert(Next).second)
        Pending.push_back(Next);
}

/// The value that \p V is at a constant distance from, and the distance.
static std::pair<Value *, int64_t> stripConstant(Value *V,
                                                 const DataLayout &DL) {
  int64_t Distance = 0;
  while (auto *GEP = dyn_cast<GetElementPtrInst>(V)) {
    APInt Offset(DL.getIndexTypeSizeInBits(V->getType()), 0);
    if (V->getType()->isVectorTy() ||
        !GEP->accumulateConstantOffset(DL, Offset))
      break;
    Distance += Offset.getSExtValue();
    V = GEP->getPointerOperand();
  }
  return {V, Distance};
}

/// Finds the landing pads at which \p V is live.
void PadRewriter::findPads(Value &V) {
  Value *Root = stripConstant(&V, F.getDataLayout()).first;
  // What does not move is not relocated.
  if (isa<Constant>(Root))
    return;
  const auto *I = dyn_cast<Instruction>(&V);
  const BasicBlock *Home = I ? I->getParent() : &F.getEntryBlock();
  SmallVector<const BasicBlock *, 16> Pending;
  DenseSet<const BasicBlock *> LiveIn;
  for (const Use &U : V.uses()) {
    const auto *User = cast<Instruction>(U.getUser());
    const auto *Phi = dyn_cast<PHINode>(User);
    Pending.push_back(Phi ? Phi->getIncomingBlock(U) : User->getParent());
  }
  while (!Pending.empty()) {
    const BasicBlock *BB = Pending.pop_back_val();
    if (BB == Home || !Reached.contains(BB) || !LiveIn.insert(BB).second)
      continue;
    auto It = Pads.find(const_cast<BasicBlock *>(BB));
    if (It != Pads.end()) {
      It->second.Needed.insert(Root);
      It->second.Needed.insert(&V);
    }
    append_range(Pending, predecessors(BB));
  }
}

/// Passes a vector element by element.
Value *PadRewriter::passElements(BasicBlock &BB,
                                 function_ref<Value *(BasicBlock *)> Get,
                                 FixedVectorType *Ty) {
  Value *Result = PoisonValue::get(Ty);
  for (unsigned I = 0; I != Ty->getNumElements(); ++I) {
    Value *Element = pass(
        BB,
        [&](BasicBlock *From) {
          return IRBuilder<>(From->getTerminator())
              .CreateExtractElement(Get(From), I);
        },
        Ty->getElementType(), /*IsInterior=*/true);
    Result =
        IRBuilder<>(Pads[&BB].Behind).CreateInsertElement(Result, Element, I);
  }
  return Result;
}

/// \returns the number that \p V is as an address if it is a constant and no
/// object is there, such as a pointer that is derived from null; otherwise
/// null.
static Constant *getAbsoluteAddress(Value *V, const DataLayout &DL) {
  auto *C = dyn_cast<ConstantExpr>(V);
  if (!C || !C->getType()->isPointerTy())
    return nullptr;
  if (C->getOpcode() == Instruction::IntToPtr)
    return C->getOperand(0);
  APInt Offset(DL.getIndexTypeSizeInBits(C->getType()), 0);
  const Value *Base = C->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  Constant *Distance = ConstantInt::get(C->getContext(), Offset);
  if (isa<ConstantPointerNull>(Base))
    return Distance;
  const auto *Cast = dyn_cast<ConstantExpr>(Base);
  if (!Cast || Cast->getOpcode() != Instruction::IntToPtr)
    return nullptr;
  Constant *Number = ConstantFoldIntegerCast(
      Cast->getOperand(0), Distance->getType(), /*IsSigned=*/true, DL);
  return Number ? ConstantExpr::getAdd(Number, Distance) : nullptr;
}

/// Passes what \p Get returns for each block that unwinds to \p BB, of type
/// \p Ty. Returns what it is there.
Value *PadRewriter::pass(BasicBlock &BB,
                         function_ref<Value *(BasicBlock *)> Get, Type *Ty,
                         bool IsInterior) {
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty); Vector && IsInterior)
    return passElements(BB, Get, Vector);
  const DataLayout &DL = F.getDataLayout();
  AllocaInst *Slot = slot(Ty, Pads[&BB].NumSlots++);
  PHINode *Offset = nullptr;
  if (IsInterior)
    Offset = PHINode::Create(F.getDataLayout().getIndexType(Ty), pred_size(&BB),
                             "offset", BB.begin());
  SmallDenseMap<const BasicBlock *, Value *> Passed;
  for (BasicBlock *From : predecessors(&BB))
    Passed[From] = Get(From);
  for (BasicBlock *From : predecessors(&BB)) {
    Value *V = Passed[From];
    // The invoke in front of this one has stored it, and whoever moves the
    // object writes the slot.
    const bool IsThere = Passed.lookup(From->getSinglePredecessor()) == V;
    IRBuilder<> Builder(From->getTerminator());
    const bool HasOffset = IsInterior && !isa<Constant>(V);
    Constant *Address = IsInterior ? getAbsoluteAddress(V, DL) : nullptr;
    Value *Base = V;
    if (HasOffset && !IsThere)
      Base = Builder.CreateGCGetPointerBase(V);
    else if (Address)
      Base = Constant::getNullValue(Ty);
    if (!IsThere)
      Builder.CreateStore(Base, Slot);
    if (HasOffset)
      Offset->addIncoming(Builder.CreateGCGetPointerOffset(V), From);
    else if (Address)
      Offset->addIncoming(Builder.CreateSExtOrTrunc(Address, Offset->getType()),
                          From);
    else if (IsInterior)
      Offset->addIncoming(ConstantInt::get(Offset->getType(), 0), From);
  }
  IRBuilder<> Builder(Pads[&BB].Behind);
  Value *There = Builder.CreateLoad(Ty, Slot);
  return IsInterior ? Builder.CreatePtrAdd(There, Offset) : There;
}

/// Removes stores of what has been loaded from the same slot in the same block:
/// there is none in between.
void PadRewriter::removeStores() {
  for (const auto &[Ty, All] : Slots)
    for (AllocaInst *Slot : All)
      for (User *U : make_early_inc_range(Slot->users())) {
        auto *Store = dyn_cast<StoreInst>(U);
        if (!Store)
          continue;
        const auto *Load = dyn_cast<LoadInst>(Store->getValueOperand());
        if (Load && Load->getPointerOperand() == Slot &&
            Load->getParent() == Store->getParent())
          Store->eraseFromParent();
      }
}

void PadRewriter::passPhis(BasicBlock &BB) {
  SmallVector<PHINode *, 4> Phis;
  for (PHINode &Phi : BB.phis())
    if (isReferenceType(Phi.getType(), &Strategy))
      Phis.push_back(&Phi);
  for (PHINode *Phi : Phis) {
    Value *There = pass(
        BB,
        [&](BasicBlock *From) { return Phi->getIncomingValueForBlock(From); },
        Phi->getType(),
        Interior->contains(*Phi) ||
            any_of(Phi->incoming_values(), [&](Value *V) {
              return getAbsoluteAddress(V, F.getDataLayout());
            }));
    There->takeName(Phi);
    Phi->replaceAllUsesWith(There);
    Phi->eraseFromParent();
  }
}

void PadRewriter::passNeeded(BasicBlock &BB) {
  DenseMap<Value *, Value *> There;
  IRBuilder<> Builder(Pads[&BB].Behind);
  for (Value *V : Pads[&BB].Needed) {
    const auto [Root, Distance] = stripConstant(V, F.getDataLayout());
    Value *&Result = There[V];
    if (Root == V)
      Result = pass(
          BB, [&](BasicBlock *) { return V; }, V->getType(),
          Interior->contains(*V));
    else
      Result =
          Builder.CreatePtrAdd(There.lookup(Root), Builder.getInt64(Distance));
    Defined[V].emplace_back(&BB, Result);
  }
}

/// Has what \p V is used for after \p Definitions use these.
void PadRewriter::repair(
    Value &V, ArrayRef<std::pair<BasicBlock *, Value *>> Definitions) {
  auto *I = dyn_cast<Instruction>(&V);
  BasicBlock *Home = I ? I->getParent() : &F.getEntryBlock();
  SSAUpdater Updater;
  Updater.Initialize(V.getType(), V.getName());
  Updater.AddAvailableValue(Home, &V);
  DenseMap<const BasicBlock *, Value *> There;
  for (const auto &[BB, Value] : Definitions) {
    Updater.AddAvailableValue(BB, Value);
    There[BB] = Value;
  }
  SmallVector<Use *, 8> Uses;
  for (Use &U : V.uses())
    Uses.push_back(&U);
  for (Use *U : Uses) {
    const auto *User = cast<Instruction>(U->getUser());
    const auto *Phi = dyn_cast<PHINode>(User);
    const BasicBlock *BB = Phi ? Phi->getIncomingBlock(*U) : User->getParent();
    if (BB == Home || !Reached.contains(BB))
      continue;
    if (Value *Defined = There.lookup(BB))
      U->set(Defined);
    else
      Updater.RewriteUse(*U);
  }
}

bool PadRewriter::run(ArrayRef<CallBase *> Safepoints) {
  for (CallBase *Call : Safepoints) {
    auto *Invoke = dyn_cast<InvokeInst>(Call);
    if (!Invoke)
      continue;
    BasicBlock *BB = Invoke->getUnwindDest();
    const LandingPadInst *Landing = BB->getLandingPadInst();
    if (!Landing || Landing->getType()->isTokenTy() || !canUnwind(*Invoke))
      continue;
    if (Pad &P = Pads[BB]; !P.Behind)
      P.Behind =
          new FreezeInst(PoisonValue::get(Type::getInt1Ty(F.getContext())), "",
                         BB->getFirstInsertionPt());
  }
  if (Pads.empty())
    return false;

  Interior.emplace(F, GCPointers(Strategy));
  for (const auto &[BB, P] : Pads)
    passPhis(*BB);
  // There are others now.
  Interior.emplace(F, GCPointers(Strategy));
  findReached();
  for (Argument &A : F.args())
    if (isReferenceType(A.getType(), &Strategy))
      findPads(A);
  for (Instruction &I : instructions(F))
    if (isReferenceType(I.getType(), &Strategy))
      findPads(I);
  for (const auto &[BB, P] : Pads)
    passNeeded(*BB);
  for (const auto &[V, Definitions] : Defined)
    repair(*V, Definitions);
  for (const auto &[BB, P] : Pads)
    P.Behind->eraseFromParent();
  removeStores();
  return !Slots.empty();
}

/// Has the landing pads of \p F return the exception if tokens are resumed,
/// which do not say what it is. All landing pads of a function have the same
/// type.
static bool replaceResumedTokens(Function &F) {
  SmallVector<LandingPadInst *, 8> Landings;
  bool IsResumed = false;
  for (Instruction &I : instructions(F)) {
    auto *Landing = dyn_cast<LandingPadInst>(&I);
    if (!Landing || !Landing->getType()->isTokenTy())
      continue;
    Landings.push_back(Landing);
    IsResumed |= any_of(Landing->users(), IsaPred<ResumeInst>);
  }
  if (!IsResumed)
    return false;
  LLVMContext &Context = F.getContext();
  Type *Ty = StructType::get(PointerType::getUnqual(Context),
                             Type::getInt32Ty(Context));
  for (LandingPadInst *Landing : Landings) {
    const unsigned Count = Landing->getNumClauses();
    auto *New = LandingPadInst::Create(Ty, Count, "", Landing->getIterator());
    New->takeName(Landing);
    New->setCleanup(Landing->isCleanup());
    New->setDebugLoc(Landing->getDebugLoc());
    for (unsigned I = 0; I != Count; ++I)
      New->addClause(Landing->getClause(I));
    for (User *U : make_early_inc_range(Landing->users()))
      U->replaceUsesOfWith(Landing, New);
    Landing->eraseFromParent();
  }
  return true;
}

bool llvm::passReferencesToPads(Function &F, const GCStrategy &Strategy,
                                ArrayRef<CallBase *> Safepoints) {
  const bool Changed = replaceResumedTokens(F);
  return PadRewriter(F, Strategy).run(Safepoints) || Changed;
}
