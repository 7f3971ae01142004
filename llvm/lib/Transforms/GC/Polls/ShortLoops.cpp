//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShortLoops.h"
#include "StripMining.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <algorithm>

using namespace llvm;

/// In an iteration that executes more, a poll costs less than a hundredth.
static constexpr uint64_t MaxCost = 100;

/// How many instructions of IR are copied: of a loop, of one around others, and
/// by unrolling.
static constexpr unsigned MaxLoop = 200, MaxNest = 120, MaxUnrolled = 48;

/// How many iterations have one poll, at most.
static constexpr unsigned MaxUnrollCount = 8;

/// A short loop executes a fourth of the distance, so that several of them need
/// no poll between them. What is executed around longer ones costs them little.
static constexpr uint64_t ShortPart = 4;

/// A test in front of fewer iterations does not pay.
static constexpr uint64_t MinTimes = 8;

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

static unsigned getSize(const Loop &L) {
  unsigned Size = 0;
  for (const BasicBlock *BB : L.blocks())
    Size += BB->sizeWithoutDebug();
  return Size;
}

/// Whether \p I must not depend on other conditions than it does.
static bool isConvergent(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && Call->isConvergent();
}

/// Whether a copy of \p L may be made once it has a preheader.
bool ShortLoops::mayCopy(const Loop &L, unsigned MaxSize) const {
  if (!L.isSafeToClone() || getSize(L) > MaxSize || hasTokenUsedOutside(L))
    return false;
  for (const BasicBlock *BB : L.blocks())
    if (BB->hasAddressTaken() || BB->isEHPad() ||
        isa<CallBrInst>(BB->getTerminator()) || any_of(*BB, isConvergent))
      return false;
  for (const BasicBlock *Pred : predecessors(L.getHeader()))
    if (isa<IndirectBrInst, CallBrInst>(Pred->getTerminator()))
      return false;
  return true;
}

/// \returns the outermost loop around \p L, or \p L, which can be copied and in
/// which \p Count does not change. No other loop in it needs polls, and there
/// is no safepoint, next to which the test is cheap where it is.
Loop *ShortLoops::findOutermost(Loop &L, const SCEV *Count,
                                function_ref<bool(Loop &)> HasPolls) {
  Loop *Outermost = &L;
  while (Loop *Next = Outermost->getParentLoop()) {
    if (!mayCopy(*Next, MaxNest) || !SE.isLoopInvariant(Count, Next) ||
        any_of(Next->getLoopsInPreorder(),
               [&](Loop *Inner) {
                 return !Inner->contains(&L) && HasPolls(*Inner);
               }) ||
        any_of(Next->blocks(), [&](const BasicBlock *BB) {
          return any_of(
              *BB, [&](const Instruction &I) { return Rules.isSafepoint(I); });
        }))
      break;
    simplifyLoop(Next, &DT, &LI, &SE, &AC, /*MSSAU=*/nullptr,
                 /*PreserveLCSSA=*/false);
    if (!Next->isLoopSimplifyForm())
      break;
    Outermost = Next;
  }
  return Outermost;
}

namespace {

/// The values that an expression is made of.
struct Leaves {
  SmallVector<Value *, 4> Values;
  bool follow(const SCEV *S) {
    if (const auto *Unknown = dyn_cast<SCEVUnknown>(S))
      Values.push_back(Unknown->getValue());
    return true;
  }
  bool isDone() const { return false; }
};

} // end anonymous namespace

/// Takes from what computes \p V of the values that \p Count is made of what
/// makes poison of numbers: the code may have been in the loop, and what it
/// says be true there only. \returns true if \p V is a number then in front of
/// \p Before.
static bool makeNumber(Value *V, const SCEV *Count, const Instruction *Before,
                       DominatorTree &DT, AssumptionCache &AC) {
  Leaves Found;
  visitAll(Count, Found);
  const SmallPtrSet<const Value *, 8> IsLeaf(Found.Values.begin(),
                                             Found.Values.end());
  SmallVector<Value *, 8> Work = {V};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Work.empty()) {
    Value *Next = Work.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    auto *I = dyn_cast<Instruction>(Next);
    if (!I || isa<PHINode>(I) || IsLeaf.contains(I)) {
      if (!isGuaranteedNotToBeUndefOrPoison(Next, &AC, Before, &DT))
        return false;
      continue;
    }
    I->dropPoisonGeneratingAnnotations();
    if (canCreateUndefOrPoison(cast<Operator>(I)))
      return false;
    append_range(Work, I->operands());
  }
  return true;
}

/// Freezes the values that \p Count is made of, everywhere. \returns true if
/// there are any.
static bool freezeLeaves(const SCEV *Count, const Instruction *Before,
                         DominatorTree &DT, ScalarEvolution &SE,
                         AssumptionCache &AC) {
  Leaves Found;
  visitAll(Count, Found);
  bool Changed = false;
  for (Value *V : Found.Values) {
    if (isa<Constant>(V) ||
        isGuaranteedNotToBeUndefOrPoison(V, &AC, Before, &DT))
      continue;
    // A frozen reference is another value that safepoints relocate.
    if (V->getType()->isPtrOrPtrVectorTy())
      return Changed;
    BasicBlock::iterator Position;
    if (auto *I = dyn_cast<Instruction>(V)) {
      const auto After = I->getInsertionPointAfterDef();
      if (!After)
        return Changed;
      Position = *After;
    } else {
      Position = const_cast<Function *>(Before->getFunction())
                     ->getEntryBlock()
                     .getFirstNonPHIOrDbgOrAlloca();
    }
    auto *Frozen = new FreezeInst(V, V->getName() + ".fr", Position);
    SE.forgetValue(V);
    V->replaceUsesWithIf(Frozen, [&](const Use &U) {
      return U.getUser() != Frozen && DT.dominates(Frozen, U);
    });
    Changed = true;
  }
  return Changed;
}

/// Computes how many back edges \p L has at most, in front of \p Outermost.
/// \returns null if that cannot be done, or takes long.
Value *ShortLoops::expandCount(Loop &L, Loop &Outermost) {
  Instruction *Before = Outermost.getLoopPreheader()->getTerminator();
  const SCEV *Count = SE.getSymbolicMaxBackedgeTakenCount(&L);
  for (bool IsFrozen = false;; IsFrozen = true) {
    SCEVExpander Expander(SE, "polls");
    if (!mayExpandCount(Count, Before, Expander) ||
        SCEVExprContains(Count, [](const SCEV *S) {
          const auto *Division = dyn_cast<SCEVUDivExpr>(S);
          const auto *Divisor =
              Division ? dyn_cast<SCEVConstant>(Division->getRHS()) : nullptr;
          return Division && (!Divisor || !Divisor->getAPInt().isPowerOf2());
        }))
      return nullptr;
    Value *V = Expander.expandCodeFor(Count, Count->getType(), Before);
    const bool IsNumber = makeNumber(V, Count, Before, DT, AC);
    // The verifier recognizes the number of back edges.
    const bool IsSame = SE.getSCEV(V) == Count;
    if (IsNumber && IsSame)
      return V;
    Expander.clear();
    RecursivelyDeleteTriviallyDeadInstructions(V);
    // The loop may be left before its count matters, so the value may be one
    // that must not decide a branch.
    if (!IsSame || IsFrozen || !freezeLeaves(Count, Before, DT, SE, AC))
      return nullptr;
    SE.forgetTopmostLoop(&L);
    SE.forgetBlockAndLoopDispositions();
    Count = SE.getSymbolicMaxBackedgeTakenCount(&L);
  }
}

/// Executes \p L if \p IsShort, and otherwise a copy of it, in which the loop
/// for \p Counted is a long one.
void ShortLoops::copy(Loop &L, Value *IsShort, Loop &Counted) {
  formLCSSARecursively(L, DT, &LI, &SE);
  BasicBlock *Test = L.getLoopPreheader();
  BasicBlock *Preheader =
      SplitBlock(Test, Test->getTerminator(), &DT, &LI, /*MSSAU=*/nullptr,
                 L.getHeader()->getName() + ".short");
  SmallVector<BasicBlock *, 8> Exits;
  L.getUniqueExitBlocks(Exits);
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 8> Blocks;
  cloneLoopWithPreheader(Preheader, Test, &L, Map, ".long", &LI, &DT, Blocks);
  remapInstructionsInBlocks(Blocks, Map);
  Instruction *Old = Test->getTerminator();
  auto *Branch =
      BranchInst::Create(Preheader, cast<BasicBlock>(Map.lookup(Preheader)),
                         IsShort, Old->getIterator());
  Branch->setDebugLoc(Counted.getStartLoc());
  Old->eraseFromParent();
  for (BasicBlock *Exit : Exits)
    for (PHINode &Phi : Exit->phis())
      for (unsigned I = 0, E = Phi.getNumIncomingValues(); I != E; ++I) {
        Value *V = Phi.getIncomingValue(I);
        if (Value *Copy = Map.lookup(V))
          V = Copy;
        Phi.addIncoming(V,
                        cast<BasicBlock>(Map.lookup(Phi.getIncomingBlock(I))));
      }
  // What was reached through the loop alone is now reached through the copy,
  // too.
  SmallVector<DomTreeNode *, 8> Reached;
  for (BasicBlock *BB : L.blocks())
    for (DomTreeNode *Node : DT.getNode(BB)->children())
      if (!L.contains(Node->getBlock()))
        Reached.push_back(Node);
  for (DomTreeNode *Node : Reached)
    DT.changeImmediateDominator(Node, DT.getNode(Test));
  Long.insert(cast<BasicBlock>(Map.lookup(Counted.getHeader())));
}

bool ShortLoops::version(Loop &L, uint64_t Cost, uint64_t Distance,
                         function_ref<bool(Loop &)> HasPolls) {
  if (Long.contains(L.getHeader()) || Numbers.contains(L.getHeader()) ||
      Cost > MaxCost || !mayCopy(L, MaxLoop))
    return false;
  const uint64_t Most = Distance / ShortPart / Cost;
  const SCEV *Count = SE.getSymbolicMaxBackedgeTakenCount(&L);
  if (Most < MinTimes || isa<SCEVConstant, SCEVCouldNotCompute>(Count) ||
      !Count->getType()->isIntegerTy() ||
      !isUIntN(Count->getType()->getIntegerBitWidth(), Most))
    return false;
  simplifyLoop(&L, &DT, &LI, &SE, &AC, /*MSSAU=*/nullptr,
               /*PreserveLCSSA=*/false);
  if (!L.isLoopSimplifyForm())
    return false;
  Loop *Outermost = findOutermost(L, Count, HasPolls);
  Value *Number = expandCount(L, *Outermost);
  if (!Number)
    return false;
  IRBuilder<> Builder(Outermost->getLoopPreheader()->getTerminator());
  Builder.SetCurrentDebugLocation(L.getStartLoc());
  Value *IsShort = Builder.CreateICmpULT(
      Number, ConstantInt::get(Number->getType(), Most), "is.short");
  copy(*Outermost, IsShort, L);
  Times[L.getHeader()] = Most;
  Numbers[L.getHeader()] = Number;
  SE.forgetTopmostLoop(Outermost);
  SE.forgetBlockAndLoopDispositions();
  return true;
}

bool ShortLoops::forgetUnproven(ScalarEvolution &SE) {
  bool Changed = false;
  for (const auto &[Header, Number] : Numbers) {
    const Loop *L = LI.getLoopFor(Header);
    if (!Number || !L || L->getHeader() != Header ||
        SE.getSCEV(Number) != SE.getSymbolicMaxBackedgeTakenCount(L))
      Changed |= Times.erase(Header);
  }
  return Changed;
}

//===----------------------------------------------------------------------===//
// Unrolling
//===----------------------------------------------------------------------===//

bool ShortLoops::unroll(Loop &L) {
  const unsigned Size = getSize(L);
  const unsigned Count = std::min(MaxUnrollCount, MaxUnrolled / Size);
  if (Count < 2 || !L.isInnermost() || !mayCopy(L, MaxUnrolled) ||
      (hasUnrollTransformation(&L) & TM_Disable))
    return false;
  simplifyLoop(&L, &DT, &LI, &SE, &AC, /*MSSAU=*/nullptr,
               /*PreserveLCSSA=*/false);
  if (!L.isLoopSimplifyForm() || !L.isInnermost())
    return false;
  formLCSSA(L, DT, &LI, &SE);
  UnrollLoopOptions Options = {};
  Options.Count = Count;
  Options.Force = true;
  const TargetTransformInfo TTI(L.getHeader()->getParent()->getDataLayout());
  return UnrollLoop(&L, Options, &LI, &SE, &DT, &AC, &TTI, /*ORE=*/nullptr,
                    /*PreserveLCSSA=*/false) != LoopUnrollResult::Unmodified;
}
