//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JuliaGC.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemorySSAUpdater.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/GC/JuliaPasses.h"

using namespace llvm;

namespace {

/// What the marks of a loop say together.
struct LoopMarks {
  bool IsSIMD = false;
  bool IsIndependent = false;
  SmallVector<Metadata *, 4> Properties;
  SmallVector<CallInst *, 2> Calls;
  Instruction *Latch = nullptr;
  /// Whether the loop's own metadata has marks.
  bool IsInLoopID = false;

  LoopMarks(Loop &L, const LoopInfo &LI);
  bool exist() const { return !Calls.empty() || Latch || IsInLoopID; }

private:
  bool addName(StringRef Name);
  void add(const MDNode *Node);
};

} // end anonymous namespace

/// Returns the mark that \p Operand of a loop's own metadata is, as a string or
/// in a node of its own, or nothing. All of Julia's are.
static StringRef getMarkName(const Metadata *Operand) {
  if (const auto *Node = dyn_cast_or_null<MDNode>(Operand))
    Operand = Node->getNumOperands() == 1 ? Node->getOperand(0).get() : nullptr;
  const auto *Name = dyn_cast_or_null<MDString>(Operand);
  return Name && Name->getString().starts_with(julia::MarkPrefix)
             ? Name->getString()
             : "";
}

bool LoopMarks::addName(StringRef Name) {
  IsSIMD |= Name == julia::SIMDLoop;
  IsIndependent |= Name == julia::IndependentIterations;
  return !Name.empty();
}

void LoopMarks::add(const MDNode *Node) {
  if (!Node)
    return;
  for (const MDOperand &Operand : Node->operands()) {
    if (const auto *Name = dyn_cast_or_null<MDString>(Operand.get()))
      addName(Name->getString());
    else if (isa_and_nonnull<MDNode>(Operand.get()))
      Properties.push_back(Operand.get());
  }
}

LoopMarks::LoopMarks(Loop &L, const LoopInfo &LI) {
  if (const MDNode *ID = L.getLoopID())
    for (const MDOperand &Operand : drop_begin(ID->operands()))
      IsInLoopID |= addName(getMarkName(Operand.get()));
  for (BasicBlock *BB : L.blocks()) {
    if (LI.getLoopFor(BB) != &L)
      continue;
    for (Instruction &I : *BB) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (!Call || !Call->getCalledFunction() ||
          Call->getCalledFunction()->getName() != julia::LoopMarker)
        continue;
      Calls.push_back(Call);
      add(Call->getMetadata(julia::LoopMetadata));
    }
  }
  BasicBlock *End = L.getLoopLatch();
  if (!End)
    return;
  if (MDNode *Node = End->getTerminator()->getMetadata(julia::LoopMetadata)) {
    Latch = End->getTerminator();
    add(Node);
  }
}

/// Returns the only instruction of \p L that uses \p V, or null.
static Instruction *getOnlyUser(const Value &V, const Loop &L) {
  Instruction *Only = nullptr;
  for (const Use &U : V.uses()) {
    auto *I = cast<Instruction>(U.getUser());
    if (!L.contains(I))
      continue;
    if (Only)
      return nullptr;
    Only = I;
  }
  return Only;
}

/// Whether \p I adds to \p V or subtracts from it (Adds), or multiplies or
/// divides it.
static bool continuesReduction(const Instruction &I, const Value &V,
                               bool Adds) {
  switch (I.getOpcode()) {
  case Instruction::FAdd:
    return Adds;
  case Instruction::FSub:
    return Adds && I.getOperand(0) == &V;
  case Instruction::FMul:
    return !Adds;
  case Instruction::FDiv:
    return !Adds && I.getOperand(0) == &V;
  default:
    return false;
  }
}

/// Lets the operations between \p Phi and its value at the latch be reordered
/// if they are a reduction.
static void relaxReduction(PHINode &Phi, const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  if (!Latch || !Phi.getType()->isFPOrFPVectorTy())
    return;
  const Value *End = Phi.getIncomingValueForBlock(Latch);
  SmallVector<Instruction *, 4> Operations;
  for (Instruction *Current = &Phi; Current != End || Operations.empty();) {
    Instruction *Next = getOnlyUser(*Current, L);
    if (!Next)
      return;
    const unsigned First =
        (Operations.empty() ? Next : Operations.front())->getOpcode();
    const bool Adds = First == Instruction::FAdd || First == Instruction::FSub;
    if (!continuesReduction(*Next, *Current, Adds))
      return;
    Operations.push_back(Next);
    Current = Next;
  }
  for (Instruction *Operation : Operations) {
    Operation->setHasAllowReassoc(true);
    Operation->setHasAllowContract(true);
  }
}

/// Says that iterations do not depend on each other, and returns the property
/// of the loop that says so.
static Metadata *markIndependent(const Loop &L) {
  LLVMContext &Context = L.getHeader()->getContext();
  MDNode *Group = MDNode::getDistinct(Context, {});
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (I.mayReadOrWriteMemory())
        I.setMetadata(LLVMContext::MD_access_group,
                      uniteAccessGroups(
                          I.getMetadata(LLVMContext::MD_access_group), Group));
  return MDNode::get(
      Context, {MDString::get(Context, "llvm.loop.parallel_accesses"), Group});
}

/// Adds \p Properties to what is known of \p L, but for marks.
static void addProperties(Loop &L, ArrayRef<Metadata *> Properties) {
  LLVMContext &Context = L.getHeader()->getContext();
  SmallVector<Metadata *, 8> Operands(1);
  if (const MDNode *Old = L.getLoopID())
    for (const MDOperand &Operand : drop_begin(Old->operands()))
      if (getMarkName(Operand.get()).empty())
        Operands.push_back(Operand.get());
  append_range(Operands, Properties);
  MDNode *New = MDNode::getDistinct(Context, Operands);
  New->replaceOperandWith(0, New);
  L.setLoopID(New);
}

PreservedAnalyses JuliaLowerSIMDLoopPass::run(Loop &L, LoopAnalysisManager &,
                                              LoopStandardAnalysisResults &AR,
                                              LPMUpdater &) {
  LoopMarks Marks(L, AR.LI);
  if (!Marks.exist())
    return PreservedAnalyses::all();
  std::optional<MemorySSAUpdater> Updater;
  if (AR.MSSA)
    Updater.emplace(AR.MSSA);
  for (CallInst *Call : Marks.Calls) {
    if (Updater)
      Updater->removeMemoryAccess(Call);
    Call->eraseFromParent();
  }
  if (Marks.Latch)
    Marks.Latch->setMetadata(julia::LoopMetadata, nullptr);

  if (Marks.IsSIMD)
    for (PHINode &Phi : L.getHeader()->phis())
      relaxReduction(Phi, L);
  if (Marks.IsIndependent)
    Marks.Properties.push_back(markIndependent(L));
  if (Marks.IsSIMD || Marks.IsInLoopID || !Marks.Properties.empty())
    addProperties(L, Marks.Properties);

  // A call may end the loop, and operations without flags are other ones.
  AR.SE.forgetLoop(&L);
  PreservedAnalyses PA = getLoopPassPreservedAnalyses();
  if (AR.MSSA)
    PA.preserve<MemorySSAAnalysis>();
  return PA;
}
