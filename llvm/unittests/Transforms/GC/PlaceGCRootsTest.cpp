//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How often roots are stored in generated functions, and how many slots they
/// have: at the least cost, and as late as possible.
///
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/GC/PlaceGCRoots.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;

namespace {

/// Writes a function of nested branches and loops, each way with a weight. Its
/// references are in variables, of which placement makes values and phis.
class Writer {
  std::mt19937 Random;
  std::string Text, Weights;
  unsigned NumLabels = 0, NumValues = 0, NumWeights = 0;
  const unsigned NumVariables;

  unsigned below(unsigned N) { return Random() % N; }
  std::string variable() { return "%v" + utostr(below(NumVariables)); }
  std::string value() { return "%t" + utostr(NumValues++); }
  void line(const Twine &Line) { Text += ("  " + Line + "\n").str(); }

  void branch(unsigned A, unsigned B, unsigned WeightA, unsigned WeightB) {
    const std::string Condition = value();
    line(Condition + " = call i1 @test()");
    line("br i1 " + Condition + ", label %b" + Twine(A) + ", label %b" +
         Twine(B) + ", !prof !" + Twine(NumWeights));
    Weights += ("!" + Twine(NumWeights++) + " = !{!\"branch_weights\", i32 " +
                Twine(WeightA) + ", i32 " + Twine(WeightB) + "}\n")
                   .str();
  }

  void statement() {
    const std::string V = value();
    switch (below(6)) {
    case 0:
    case 1:
      line("call void @safepoint()");
      return;
    case 2:
      line(V + " = call ptr addrspace(1) @allocate()");
      break;
    case 3:
      line(V + " = load ptr addrspace(1), ptr " + variable());
      break;
    default:
      line(V + " = load ptr addrspace(1), ptr " + variable());
      line("call void @use(ptr addrspace(1) " + V + ")");
      return;
    }
    line("store ptr addrspace(1) " + V + ", ptr " + variable());
  }

  void compound(unsigned Depth) {
    const unsigned First = NumLabels++, Second = NumLabels++;
    if (below(2)) {
      // A loop of one to a hundred rounds.
      line("br label %b" + Twine(First));
      Text += ("b" + Twine(First) + ":\n").str();
      block(Depth - 1);
      branch(First, Second, below(100), 1);
      Text += ("b" + Twine(Second) + ":\n").str();
      return;
    }
    const unsigned Join = NumLabels++;
    const unsigned Weight = below(3) ? 1 + below(20) : 1000;
    branch(First, Second, Weight, 1 + below(20));
    for (const unsigned Label : {First, Second}) {
      Text += ("b" + Twine(Label) + ":\n").str();
      block(Depth - 1);
      line("br label %b" + Twine(Join));
    }
    Text += ("b" + Twine(Join) + ":\n").str();
  }

  void block(unsigned Depth) {
    for (unsigned I = below(5); I; --I) {
      if (Depth && below(3) == 0)
        compound(Depth);
      else
        statement();
    }
  }

public:
  explicit Writer(unsigned Seed) : Random(Seed), NumVariables(2 + Seed % 6) {}

  std::string write(StringRef Strategy) {
    for (unsigned I = 0; I != NumVariables; ++I)
      line("store ptr addrspace(1) %p, ptr %v" + Twine(I));
    for (unsigned I = 0; I != 5; ++I) {
      compound(/*Depth=*/3);
      statement();
    }
    std::string Variables;
    for (unsigned I = 0; I != NumVariables; ++I)
      Variables += ("  %v" + Twine(I) + " = alloca ptr addrspace(1)\n").str();
    return ("declare void @safepoint()\n"
            "declare ptr addrspace(1) @allocate() \"gc-leaf-function\"\n"
            "declare void @use(ptr addrspace(1)) \"gc-leaf-function\"\n"
            "declare i1 @test() \"gc-leaf-function\"\n"
            "define void @f(ptr addrspace(1) %p) gc \"" +
            Strategy + "\" {\n" + Variables + Text + "  ret void\n}\n" +
            Weights)
        .str();
  }
};

/// What placement made of a function.
struct Placed {
  double Stores = 0;
  unsigned NumSlots = 0;
};

} // end anonymous namespace

static std::unique_ptr<Module> place(LLVMContext &Context, StringRef Text,
                                     GCStoreRule Rule) {
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Error, Context);
  if (!M) {
    Error.print("generated", errs());
    return nullptr;
  }
  FunctionAnalysisManager FAM;
  ModuleAnalysisManager MAM;
  FAM.registerPass([] { return TargetLibraryAnalysis(); });
  FAM.registerPass([] { return PassInstrumentationAnalysis(); });
  MAM.registerPass([] { return PassInstrumentationAnalysis(); });
  MAM.registerPass([&] { return FunctionAnalysisManagerModuleProxy(FAM); });
  FAM.registerPass([&] { return ModuleAnalysisManagerFunctionProxy(MAM); });
  PlaceGCRootsPass(PlaceGCRootsOptions{Rule}).run(*M, MAM);
  EXPECT_FALSE(verifyModule(*M, &errs()));
  return M;
}

static bool calls(const Value *V, StringRef Name) {
  const auto *Call = dyn_cast<CallInst>(V);
  return Call && Call->getCalledFunction() &&
         Call->getCalledFunction()->getName() == Name;
}

static Placed measure(const Module &M) {
  Function &F = *M.getFunction("f");
  DominatorTree DT(F);
  LoopInfo LI(DT);
  BranchProbabilityInfo BPI(F, LI);
  BlockFrequencyInfo BFI(F, BPI, LI);
  Placed Result;
  for (Instruction &I : instructions(F)) {
    if (auto *Store = dyn_cast<StoreInst>(&I))
      if (calls(Store->getPointerOperand(), "managed.get_gc_frame_slot"))
        Result.Stores +=
            double(BFI.getBlockFreq(I.getParent()).getFrequency()) /
            double(BFI.getEntryFreq().getFrequency());
    if (calls(&I, "managed.new_gc_frame"))
      Result.NumSlots = cast<ConstantInt>(I.getOperand(0))->getZExtValue();
  }
  return Result;
}

/// The largest number of references that are live over one safepoint, computed
/// from the definition of being live.
static unsigned getMaxLive(Function &F) {
  DenseMap<const BasicBlock *, DenseSet<const Value *>> LiveIn;
  unsigned Max = 0;
  auto IsReference = [](const Value *V) {
    return V->getType() == PointerType::get(V->getContext(), 1) &&
           !isa<Constant>(V);
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock &BB : F) {
      DenseSet<const Value *> Live;
      for (BasicBlock *Next : successors(&BB)) {
        for (const Value *V : LiveIn[Next])
          Live.insert(V);
        for (PHINode &Phi : Next->phis())
          if (IsReference(Phi.getIncomingValueForBlock(&BB)))
            Live.insert(Phi.getIncomingValueForBlock(&BB));
      }
      for (Instruction &I : reverse(BB)) {
        Live.erase(&I);
        if (calls(&I, "safepoint"))
          Max = std::max(Max, unsigned(Live.size()));
        if (!isa<PHINode>(I))
          for (const Value *Operand : I.operands())
            if (IsReference(Operand) && !isa<StoreInst>(I))
              Live.insert(Operand);
      }
      if (Live.size() != LiveIn[&BB].size()) {
        LiveIn[&BB] = std::move(Live);
        Changed = true;
      }
    }
  }
  return Max;
}

namespace {

constexpr unsigned NumFunctions = 2000;

TEST(PlaceGCRoots, StoresAreNeverMoreThanLazyOnes) {
  double Least = 0, Lazy = 0;
  for (unsigned Seed = 0; Seed != NumFunctions; ++Seed) {
    LLVMContext Context;
    const std::string Text = Writer(Seed).write("managed-frames-non-moving");
    auto M = place(Context, Text, GCStoreRule::Optimal);
    auto Late = place(Context, Text, GCStoreRule::Lazy);
    ASSERT_TRUE(M && Late);
    const Placed A = measure(*M), B = measure(*Late);
    // Frequencies are rounded.
    EXPECT_LE(A.Stores, B.Stores * (1 + 1e-6)) << "seed " << Seed;
    Least += A.Stores;
    Lazy += B.Stores;
  }
  RecordProperty("Least", std::to_string(Least));
  RecordProperty("Lazy", std::to_string(Lazy));
  EXPECT_GT(Least, 0);
  EXPECT_LE(Least, 0.25 * Lazy) << Least << " of " << Lazy;
}

TEST(PlaceGCRoots, SlotsAreAsManyAsLiveReferences) {
  unsigned NumFrames = 0;
  for (unsigned Seed = 0; Seed != NumFunctions; ++Seed) {
    LLVMContext Context;
    auto M = place(Context, Writer(Seed).write("managed-frames-non-moving"),
                   GCStoreRule::Optimal);
    ASSERT_TRUE(M);
    const Placed Result = measure(*M);
    EXPECT_EQ(Result.NumSlots, getMaxLive(*M->getFunction("f")))
        << "seed " << Seed;
    NumFrames += Result.NumSlots != 0;
  }
  EXPECT_GT(NumFrames, NumFunctions / 2);
}

} // end anonymous namespace
