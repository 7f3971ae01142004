//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The class that programs use which rewrite statepoints without a pipeline
/// does the same as the pass by its name.
///
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Scalar/RewriteStatepointsForGC.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Testing/Support/Error.h"
#include "gtest/gtest.h"

using namespace llvm;

/// The normal edge of the invoke has to be split, and the parameter loses an
/// attribute.
static const char Rewritable[] = R"(
  declare void @safepoint()
  declare i32 @personality(...)

  define ptr addrspace(1) @f(ptr addrspace(1) noalias %r, i1 %c)
      gc "statepoint-example" personality ptr @personality {
  entry:
    %derived = getelementptr i8, ptr addrspace(1) %r, i64 8
    br i1 %c, label %call, label %join
  call:
    invoke void @safepoint() to label %join unwind label %pad
  join:
    %both = phi ptr addrspace(1) [ %r, %entry ], [ %derived, %call ]
    call void @safepoint()
    ret ptr addrspace(1) %both
  pad:
    %exception = landingpad token cleanup
    ret ptr addrspace(1) null
  }
)";

static const char Unsupported[] = R"(
  define ptr addrspace(1) @f(ptr addrspace(1) %r) gc "statepoint-example" {
    call void asm sideeffect "nop", ""()
    ret ptr addrspace(1) %r
  }
)";

namespace {

class RewriteStatepointsForGCTest : public testing::Test {
protected:
  LLVMContext Context;
  std::unique_ptr<Module> M;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB;
  std::vector<std::string> Errors;

  RewriteStatepointsForGCTest() {
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
    Context.setDiagnosticHandlerCallBack(
        [](const DiagnosticInfo *Info, void *Data) {
          if (Info->getSeverity() != DS_Error)
            return;
          std::string Text;
          raw_string_ostream OS(Text);
          DiagnosticPrinterRawOStream Printer(OS);
          Info->print(Printer);
          static_cast<RewriteStatepointsForGCTest *>(Data)->Errors.push_back(
              Text);
        },
        this);
  }

  Function &parse(const char *Text) {
    SMDiagnostic Error;
    // They know the functions of the module before.
    MAM.clear();
    CGAM.clear();
    FAM.clear();
    LAM.clear();
    M = parseAssemblyString(Text, Error, Context);
    if (!M)
      reportFatalUsageError(Twine(Error.getMessage()));
    return *M->getFunction("f");
  }

  template <typename T> static std::string print(const T &Value) {
    std::string Text;
    raw_string_ostream(Text) << Value;
    return Text;
  }

  /// Rewrites \p Text by the name of the pass.
  Function &rewriteByName(const char *Text) {
    Function &F = parse(Text);
    ModulePassManager MPM;
    EXPECT_THAT_ERROR(PB.parsePassPipeline(MPM, "rewrite-statepoints-for-gc"),
                      Succeeded());
    MPM.run(*M, MAM);
    return F;
  }

  bool runOnFunction(Function &F, DominatorTree &DT) {
    return RewriteStatepointsForGC().runOnFunction(
        F, DT, FAM.getResult<TargetIRAnalysis>(F),
        FAM.getResult<TargetLibraryAnalysis>(F));
  }
};

} // end anonymous namespace

TEST_F(RewriteStatepointsForGCTest, RunsAsThePassDoes) {
  rewriteByName(Rewritable);
  const std::string Expected = print(*M);
  EXPECT_NE(Expected.find("gc.relocate"), std::string::npos);
  EXPECT_EQ(Expected.find("noalias"), std::string::npos);

  parse(Rewritable);
  const PreservedAnalyses PA = RewriteStatepointsForGC().run(*M, MAM);
  EXPECT_FALSE(PA.areAllPreserved());
  EXPECT_EQ(print(*M), Expected);
  EXPECT_TRUE(Errors.empty());
}

TEST_F(RewriteStatepointsForGCTest, RunsOnOneFunction) {
  // The attributes of the function are not its own to remove.
  std::string Expected = print(rewriteByName(Rewritable));
  Expected = Expected.substr(Expected.find('{'));

  Function &F = parse(Rewritable);
  DominatorTree DT(F);
  EXPECT_TRUE(runOnFunction(F, DT));
  const std::string Text = print(F);
  EXPECT_EQ(Text.substr(Text.find('{')), Expected);
  EXPECT_NE(Text.find("noalias"), std::string::npos);
  EXPECT_FALSE(verifyModule(*M, &errs()));
  EXPECT_TRUE(Errors.empty());
}

TEST_F(RewriteStatepointsForGCTest, KeepsTheDominatorTree) {
  Function &F = parse(Rewritable);
  const size_t NumBlocks = F.size();
  DominatorTree DT(F);
  EXPECT_TRUE(runOnFunction(F, DT));
  EXPECT_NE(F.size(), NumBlocks);
  EXPECT_TRUE(DT.verify());
}

TEST_F(RewriteStatepointsForGCTest, ReportsWhatCannotBeRewritten) {
  rewriteByName(Unsupported);
  ASSERT_EQ(Errors.size(), 1u);
  const std::string Expected = Errors[0];
  EXPECT_NE(Expected.find("inline assembly"), std::string::npos) << Expected;

  Function &F = parse(Unsupported);
  const std::string Before = print(*M);
  EXPECT_TRUE(RewriteStatepointsForGC().run(*M, MAM).areAllPreserved());
  DominatorTree DT(F);
  EXPECT_FALSE(runOnFunction(F, DT));
  EXPECT_EQ(print(*M), Before);
  EXPECT_EQ(Errors, std::vector<std::string>(3, Expected));
}
