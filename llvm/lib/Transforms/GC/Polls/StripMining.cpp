//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripMining.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include <memory>

using namespace llvm;

/// Shorter chunks cost more than the polls that they save.
static constexpr uint64_t MinChunk = 4;

/// What an iteration gets more: a counter and its comparison.
static constexpr uint64_t CounterCost = 2;

/// \returns how many iterations a chunk has, or 0 for no chunks.
static uint64_t getChunk(const Loop &L, uint64_t Cost, uint64_t Distance) {
  // The other half is for what is around the loop, so that no poll is needed in
  // front of each execution.
  uint64_t Chunk = Distance / 2 / SaturatingAdd(Cost, CounterCost);
  if (Chunk < MinChunk)
    return 0;
  // The vectorizer leaves no iterations over then.
  if (!getBooleanLoopAttribute(&L, "llvm.loop.isvectorized"))
    Chunk = bit_floor(Chunk);
  return Chunk;
}

bool llvm::hasTokenUsedOutside(const Loop &L) {
  return any_of(L.blocks(), [&](const BasicBlock *BB) {
    return any_of(*BB, [&](const Instruction &I) {
      return I.getType()->isTokenTy() && any_of(I.users(), [&](const User *U) {
               return !L.contains(cast<Instruction>(U));
             });
    });
  });
}

bool llvm::mayExpandCount(const SCEV *Count, const Instruction *Before,
                          const SCEVExpander &Expander) {
  if (isa<SCEVCouldNotCompute>(Count) ||
      !Expander.isSafeToExpandAt(Count, Before))
    return false;
  const Function &F = *Before->getFunction();
  if (!F.hasGC() || !mayMoveObjects(F))
    return true;
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
  return !SCEVExprContains(Count, [&](const SCEV *S) {
    const auto *Cast = dyn_cast<SCEVPtrToIntExpr>(S);
    return Cast &&
           isReferenceType(Cast->getOperand()->getType(), Strategy.get());
  });
}

/// Whether \p L can be divided once it has a preheader.
static bool mayDivide(const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  const auto *Branch =
      Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional() || L.getExitingBlock() != Latch)
    return false;
  for (const BasicBlock *Pred : predecessors(L.getHeader()))
    if (isa<IndirectBrInst, CallBrInst>(Pred->getTerminator()))
      return false;
  return !hasTokenUsedOutside(L);
}

namespace {

class LoopDivider {
  Loop &L;
  DominatorTree &DT;
  LoopInfo &LI;
  BasicBlock *Header;
  BasicBlock *Latch;
  BasicBlock *Preheader;
  BasicBlock *Exit;
  BasicBlock *OuterHeader = nullptr;
  BasicBlock *ChunkExit = nullptr;
  BasicBlock *OuterLatch = nullptr;
  PHINode *Counter = nullptr;

  void makeBlocks();
  void countChunks(Value *Left, uint64_t Chunk);
  void carryValues();
  void updateLoops();

public:
  LoopDivider(Loop &L, DominatorTree &DT, LoopInfo &LI)
      : L(L), DT(DT), LI(LI), Header(L.getHeader()), Latch(L.getLoopLatch()),
        Preheader(L.getLoopPreheader()), Exit(L.getExitBlock()) {}

  void run(Value *Left, uint64_t Chunk) {
    makeBlocks();
    countChunks(Left, Chunk);
    carryValues();
    updateLoops();
  }
};

} // end anonymous namespace

/// Makes the blocks of the outer loop around \p L, and keeps the dominator
/// tree.
void LoopDivider::makeBlocks() {
  Function &F = *Header->getParent();
  LLVMContext &C = F.getContext();
  const std::string Name = Header->getName().str();
  OuterHeader = BasicBlock::Create(C, Name + ".chunk", &F, Header);
  ChunkExit =
      BasicBlock::Create(C, Name + ".chunk.exit", &F, Latch->getNextNode());
  OuterLatch = BasicBlock::Create(C, Name + ".chunk.latch", &F,
                                  ChunkExit->getNextNode());
  Preheader->getTerminator()->replaceSuccessorWith(Header, OuterHeader);
  Latch->getTerminator()->replaceSuccessorWith(Exit, ChunkExit);
  BranchInst::Create(Header, OuterHeader);
  BranchInst::Create(OuterHeader, OuterLatch);
  DT.addNewBlock(OuterHeader, Preheader);
  DT.changeImmediateDominator(Header, OuterHeader);
  DT.addNewBlock(ChunkExit, Latch);
  DT.addNewBlock(OuterLatch, ChunkExit);
  DT.changeImmediateDominator(Exit, ChunkExit);
}

/// Makes the inner loop leave after a chunk, and the outer one after as many
/// back edges as \p Left has, of \p L as it was.
void LoopDivider::countChunks(Value *Left, uint64_t Chunk) {
  Type *Ty = Left->getType();
  auto *Branch = cast<BranchInst>(Latch->getTerminator());
  const DebugLoc Location = Branch->getDebugLoc();
  Constant *Zero = ConstantInt::get(Ty, 0);
  Constant *One = ConstantInt::get(Ty, 1);

  IRBuilder<> Builder(OuterHeader->getTerminator());
  Builder.SetCurrentDebugLocation(Location);
  PHINode *Rest = Builder.CreatePHI(Ty, 2, "left");
  // The condition is removed below, which may be the only other user.
  Rest->addIncoming(Left, Preheader);
  Value *Last = Builder.CreateBinaryIntrinsic(
      Intrinsic::umin, Rest, ConstantInt::get(Ty, Chunk - 1), {}, "chunk.last");
  Value *Count = Builder.CreateAdd(Last, One, "chunk.count", /*HasNUW=*/true);

  Counter = PHINode::Create(Ty, 2, "chunk.i", Header->begin());
  Counter->setDebugLoc(Location);
  Builder.SetInsertPoint(Branch);
  Builder.SetCurrentDebugLocation(Location);
  Value *Next =
      Builder.CreateAdd(Counter, One, "chunk.i.next", /*HasNUW=*/true);
  Counter->addIncoming(Zero, Preheader);
  Counter->addIncoming(Next, Latch);
  Value *Condition = Branch->getCondition();
  Branch->setCondition(Branch->getSuccessor(0) == Header
                           ? Builder.CreateICmpNE(Next, Count, "chunk.more")
                           : Builder.CreateICmpEQ(Next, Count, "chunk.done"));
  RecursivelyDeleteTriviallyDeadInstructions(Condition);

  Builder.SetInsertPoint(ChunkExit);
  Builder.SetCurrentDebugLocation(Location);
  Builder.CreateCondBr(Builder.CreateICmpEQ(Rest, Last, "chunks.done"), Exit,
                       OuterLatch);
  Builder.SetInsertPoint(OuterLatch->getTerminator());
  Builder.SetCurrentDebugLocation(Location);
  OuterLatch->getTerminator()->setDebugLoc(Location);
  OuterHeader->getTerminator()->setDebugLoc(Location);
  Rest->addIncoming(Builder.CreateSub(Rest, Count, "left.next",
                                      /*HasNUW=*/true),
                    OuterLatch);
  // Its variable may have counted and nothing else.
  DeleteDeadPHIs(Header);
}

/// Carries the values of \p L from one chunk to the next, and out of the last.
void LoopDivider::carryValues() {
  DenseMap<Value *, PHINode *> Out;
  const auto GetOut = [&](Value *V) -> Value * {
    const auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I))
      return V;
    PHINode *&Phi = Out[V];
    if (!Phi) {
      Phi = PHINode::Create(V->getType(), 1, V->getName() + ".chunk",
                            ChunkExit->begin());
      Phi->addIncoming(V, Latch);
      Phi->setDebugLoc(I->getDebugLoc());
    }
    return Phi;
  };
  for (PHINode &Phi : Header->phis()) {
    const int Entry = Phi.getBasicBlockIndex(Preheader);
    Phi.setIncomingBlock(Entry, OuterHeader);
    if (&Phi == Counter)
      continue;
    PHINode *Carried = PHINode::Create(
        Phi.getType(), 2, Phi.getName() + ".start", OuterHeader->begin());
    Carried->setDebugLoc(Phi.getDebugLoc());
    Carried->addIncoming(Phi.getIncomingValue(Entry), Preheader);
    Carried->addIncoming(GetOut(Phi.getIncomingValueForBlock(Latch)),
                         OuterLatch);
    Phi.setIncomingValue(Entry, Carried);
  }
  for (PHINode &Phi : Exit->phis()) {
    const int Index = Phi.getBasicBlockIndex(Latch);
    Phi.setIncomingValue(Index, GetOut(Phi.getIncomingValue(Index)));
    Phi.setIncomingBlock(Index, ChunkExit);
  }
}

void LoopDivider::updateLoops() {
  Loop *Outer = LI.AllocateLoop();
  if (Loop *Parent = L.getParentLoop()) {
    Parent->replaceChildLoopWith(&L, Outer);
    Parent->addBasicBlockToLoop(OuterHeader, LI);
  } else {
    LI.changeTopLevelLoop(&L, Outer);
  }
  Outer->addChildLoop(&L);
  Outer->addBlockEntry(OuterHeader);
  for (BasicBlock *BB : L.blocks())
    Outer->addBlockEntry(BB);
  LI.changeLoopFor(OuterHeader, Outer);
  Outer->addBasicBlockToLoop(ChunkExit, LI);
  Outer->addBasicBlockToLoop(OuterLatch, LI);
}

/// Computes in the preheader how many back edges \p L has. \returns null if
/// that is not known.
static Value *expandCount(const Loop &L, DominatorTree &DT, ScalarEvolution &SE,
                          AssumptionCache &AC) {
  Instruction *Before = L.getLoopPreheader()->getTerminator();
  const SCEV *Count = SE.getBackedgeTakenCount(&L);
  SCEVExpander Expander(SE, "polls");
  if (!mayExpandCount(Count, Before, Expander))
    return nullptr;
  Value *Left = Expander.expandCodeFor(Count, Count->getType(), Before);
  // It may be poison where the loop is left in another way than by its latch.
  if (isGuaranteedNotToBeUndefOrPoison(Left, &AC, Before, &DT))
    return Left;
  return IRBuilder<>(Before).CreateFreeze(Left, "left.start");
}

bool llvm::stripMineLoop(Loop &L, uint64_t Cost, uint64_t Distance,
                         DominatorTree &DT, LoopInfo &LI, ScalarEvolution &SE,
                         AssumptionCache &AC) {
  const uint64_t Chunk = getChunk(L, Cost, Distance);
  if (!Chunk || !mayDivide(L))
    return false;
  const SCEV *Count = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Count) || !Count->getType()->isIntegerTy() ||
      !isUIntN(Count->getType()->getIntegerBitWidth(), Chunk))
    return false;
  simplifyLoop(&L, &DT, &LI, &SE, &AC, /*MSSAU=*/nullptr,
               /*PreserveLCSSA=*/false);
  if (!L.isLoopSimplifyForm() || !mayDivide(L))
    return false;
  Value *Left = expandCount(L, DT, SE, AC);
  if (!Left)
    return false;
  formLCSSA(L, DT, &LI, &SE);
  // What is known of other loops stays, or finding it out again would take time
  // quadratic in their number for each.
  SE.forgetLoop(&L);
  LoopDivider(L, DT, LI).run(Left, Chunk);
  SE.forgetBlockAndLoopDispositions();
  return true;
}
