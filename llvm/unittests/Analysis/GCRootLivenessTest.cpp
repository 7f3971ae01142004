//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where references are listed and needed, against a search of all paths.
///
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCRootLiveness.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/GCReferences.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;

namespace {

const std::pair<unsigned, GCPointerKind> Spaces[] = {
    {1, GCPointerKind::Derived}};

/// A function with references, uses, phis and safepoints in blocks that are
/// connected at random. All are reachable.
class RandomFunction {
  LLVMContext Context;
  Module M{"random", Context};
  std::mt19937 Random;
  Function *Safepoint, *UseOf;
  DenseMap<const BasicBlock *, SmallVector<Value *, 8>> Available;

  unsigned pick(unsigned Below) { return Random() % Below; }
  Value *pickAt(const BasicBlock *BB) {
    const auto &Values = Available[BB];
    return Values[pick(Values.size())];
  }
  void connect();
  void fill(BasicBlock &BB, Value *Memory);
  void addPhis();

public:
  Function *F;
  SmallVector<CallBase *, 16> Safepoints;

  explicit RandomFunction(unsigned Seed);
  std::string print() const {
    std::string Text;
    raw_string_ostream(Text) << *F;
    return Text;
  }
};

} // end anonymous namespace

void RandomFunction::connect() {
  const unsigned NumBlocks = 2 + pick(9);
  SmallVector<BasicBlock *, 12> Blocks;
  for (unsigned I = 0; I != NumBlocks; ++I)
    Blocks.push_back(BasicBlock::Create(Context, "b" + Twine(I), F));
  for (unsigned I = 0; I != NumBlocks; ++I) {
    IRBuilder<> Builder(Blocks[I]);
    if (I + 1 == NumBlocks)
      Builder.CreateRetVoid();
    else if (pick(3))
      Builder.CreateCondBr(F->getArg(2), Blocks[I + 1],
                           Blocks[1 + pick(NumBlocks - 1)]);
    else
      Builder.CreateBr(Blocks[I + 1]);
  }
}

void RandomFunction::fill(BasicBlock &BB, Value *Memory) {
  IRBuilder<> Builder(BB.getTerminator());
  for (unsigned I = pick(6); I; --I) {
    switch (pick(3)) {
    case 0:
      Available[&BB].push_back(
          Builder.CreateLoad(PointerType::get(Context, 1), Memory, "v"));
      break;
    case 1:
      Builder.CreateCall(UseOf, {pickAt(&BB)});
      break;
    default:
      Builder.CreateCall(Safepoint);
    }
  }
}

void RandomFunction::addPhis() {
  for (BasicBlock &BB : *F) {
    if (pred_empty(&BB) || pick(2))
      continue;
    PHINode *Phi =
        PHINode::Create(PointerType::get(Context, 1), 2, "phi", BB.begin());
    for (BasicBlock *From : predecessors(&BB)) {
      const int Known = Phi->getBasicBlockIndex(From);
      Phi->addIncoming(Known < 0 ? pickAt(From) : Phi->getIncomingValue(Known),
                       From);
    }
    IRBuilder<> Builder(BB.getTerminator());
    Builder.CreateCall(UseOf, {Phi});
  }
}

RandomFunction::RandomFunction(unsigned Seed) : Random(Seed) {
  Type *Ref = PointerType::get(Context, 1), *Void = Type::getVoidTy(Context);
  Type *Raw = PointerType::get(Context, 0), *Bool = Type::getInt1Ty(Context);
  auto Declare = [&](StringRef Name, ArrayRef<Type *> Types) {
    return Function::Create(FunctionType::get(Void, Types, false),
                            GlobalValue::ExternalLinkage, Name, M);
  };
  Safepoint = Declare("safepoint", {});
  UseOf = Declare("use", {Ref});
  F = Declare("f", {Ref, Raw, Bool});
  connect();
  DominatorTree DT(*F);
  for (DomTreeNode *Node : depth_first(DT.getRootNode())) {
    BasicBlock *BB = Node->getBlock();
    if (Node->getIDom())
      Available[BB] = Available.lookup(Node->getIDom()->getBlock());
    else
      Available[BB].push_back(F->getArg(0));
    fill(*BB, F->getArg(1));
  }
  addPhis();
  for (Instruction &I : instructions(*F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (Call->getCalledFunction() == Safepoint)
        Safepoints.push_back(Call);
}

/// Whether \p V is used on some path from \p Start that does not define it.
static bool isUsedFrom(const Value *V, const Instruction *Start) {
  SmallVector<const Instruction *, 16> Pending = {Start};
  SmallPtrSet<const Instruction *, 16> Seen;
  while (!Pending.empty()) {
    for (const Instruction *I = Pending.pop_back_val(); I;
         I = I->getNextNode()) {
      if (I == V || !Seen.insert(I).second)
        break;
      if (is_contained(I->operand_values(), V))
        return true;
      if (!I->isTerminator())
        continue;
      for (const BasicBlock *Next : successors(I->getParent())) {
        bool IsDefined = false;
        for (const PHINode &Phi : Next->phis()) {
          if (Phi.getIncomingValueForBlock(I->getParent()) == V)
            return true;
          IsDefined |= &Phi == V;
        }
        if (!IsDefined)
          Pending.push_back(&*Next->getFirstNonPHIIt());
      }
    }
  }
  return false;
}

TEST(GCRootLiveness, ListsWhatASearchOfAllPathsFinds) {
  uint64_t NumListed = 0, NumJoins = 0;
  for (unsigned Seed = 0; Seed != 3000; ++Seed) {
    RandomFunction Made(Seed);
    ASSERT_FALSE(verifyFunction(*Made.F, &errs())) << Made.print();
    DominatorTree DT(*Made.F);
    const SafepointStates States(*Made.F, DT, Made.Safepoints);
    const GCReferences References(*Made.F, States,
                                  GCPointers(ArrayRef(Spaces)));
    GCRootLiveness Liveness(States);
    for (unsigned Number = 0; Number != References.size(); ++Number) {
      const Value *V = References[Number].V;
      const GCRootRanges Ranges = Liveness.compute(
          References[Number].Definition, References.getUses(Number), {});
      SmallPtrSet<const CallBase *, 16> Listed, Needed;
      for (const GCLiveRange &Range : Ranges.Ranges)
        for (unsigned S = Range.First; S <= Range.Last; ++S) {
          EXPECT_TRUE(Listed.insert(Made.Safepoints[S]).second);
          if (S != Range.Last || Range.IsNeededBehind)
            Needed.insert(Made.Safepoints[S]);
        }
      for (const CallBase *Call : Made.Safepoints) {
        const bool IsLive =
            DT.dominates(V, Call) && isUsedFrom(V, Call->getNextNode());
        ASSERT_EQ(Listed.contains(Call), IsLive)
            << "seed " << Seed << ", " << V->getName().str() << " over "
            << Call->getParent()->getName().str() << "\n"
            << Made.print();
        // Without demands, what is listed is live and so needed.
        ASSERT_EQ(Needed.contains(Call), IsLive) << "seed " << Seed;
        NumListed += IsLive;
      }
      for (unsigned State = 0; State != States.size(); ++State) {
        if (States.getKind(State) != SafepointStates::Kind::Join)
          continue;
        const Instruction *Start = &*States.getBlock(State)->getFirstNonPHIIt();
        const auto *Phi = dyn_cast<PHINode>(V);
        const bool IsDefinedThere =
            Phi && Phi->getParent() == States.getBlock(State);
        const bool IsLive =
            !IsDefinedThere && DT.dominates(V, Start) && isUsedFrom(V, Start);
        ASSERT_EQ(is_contained(Ranges.States, State), IsLive)
            << "seed " << Seed << ", " << V->getName().str() << " in "
            << Start->getParent()->getName().str() << "\n"
            << Made.print();
        NumJoins += IsLive;
      }
    }
  }
  // The functions are not trivial.
  EXPECT_GT(NumListed, 30000u);
  EXPECT_GT(NumJoins, 5000u);
}

TEST(GCRootLiveness, HasOneRangeForABlockHoweverManySafepoints) {
  LLVMContext Context;
  SMDiagnostic Problem;
  std::string Text = "declare void @s()\ndeclare void @u(ptr addrspace(1))\n"
                     "define void @f(ptr addrspace(1) %a) {\n";
  for (unsigned I = 0; I != 100; ++I)
    Text += "  call void @s()\n";
  Text += "  call void @u(ptr addrspace(1) %a)\n  ret void\n}\n";
  const auto M = parseAssemblyString(Text, Problem, Context);
  ASSERT_TRUE(M);
  Function &F = *M->getFunction("f");
  SmallVector<CallBase *, 16> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      Calls.push_back(Call);
  Calls.pop_back();
  DominatorTree DT(F);
  const SafepointStates States(F, DT, Calls);
  GCRootLiveness Liveness(States);
  const unsigned Used[] = {100, 40};
  const GCRootRanges Ranges = Liveness.compute(0, Used, {});
  ASSERT_EQ(Ranges.Ranges.size(), 1u);
  EXPECT_EQ(Ranges.Ranges[0].First, 0u);
  EXPECT_EQ(Ranges.Ranges[0].Last, 99u);
  EXPECT_TRUE(Ranges.Ranges[0].IsNeededBehind);
  // Defined behind the tenth, demanded at the twentieth.
  const unsigned Demanded[] = {19};
  const GCRootRanges Inner = Liveness.compute(10, {}, Demanded);
  ASSERT_EQ(Inner.Ranges.size(), 1u);
  EXPECT_EQ(Inner.Ranges[0].First, 10u);
  EXPECT_EQ(Inner.Ranges[0].Last, 19u);
  EXPECT_FALSE(Inner.Ranges[0].IsNeededBehind);
}

TEST(GCRootLiveness, KnowsWhichWayAnInvokeWent) {
  LLVMContext Context;
  SMDiagnostic Problem;
  const auto M = parseAssemblyString(R"(
declare void @s()
declare i32 @p(...)
define ptr addrspace(1) @f(ptr addrspace(1) %a, ptr addrspace(1) %b)
    personality ptr @p {
  invoke void @s() to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) %a
pad:
  %token = landingpad token cleanup
  ret ptr addrspace(1) %b
})",
                                     Problem, Context);
  ASSERT_TRUE(M);
  Function &F = *M->getFunction("f");
  SmallVector<CallBase *, 1> Calls = {
      cast<InvokeInst>(F.getEntryBlock().getTerminator())};
  DominatorTree DT(F);
  const SafepointStates States(F, DT, Calls);
  const GCReferences References(F, States, GCPointers(ArrayRef(Spaces)));
  GCRootLiveness Liveness(States);
  for (const unsigned Number : {0u, 1u}) {
    const GCRootRanges Ranges =
        Liveness.compute(0, References.getUses(Number), {});
    ASSERT_EQ(Ranges.Ranges.size(), 1u);
    EXPECT_FALSE(Ranges.Ranges[0].IsNeededBehind);
    ASSERT_EQ(Ranges.States.size(), 1u);
    EXPECT_EQ(States.getKind(Ranges.States[0]), SafepointStates::Kind::Edge);
    EXPECT_EQ(States.getBlock(Ranges.States[0])->isLandingPad(), Number == 1);
  }
}
