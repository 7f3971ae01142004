//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCTransitions.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCPolls.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace {

/// A strategy names its own function for transitions.
TEST(GCTransitionsTest, StrategiesNameTheirFunction) {
  LLVMContext Context;
  SMDiagnostic Problem;
  const std::unique_ptr<Module> M = parseAssemblyString(R"(
    target triple = "x86_64-unknown-linux-gnu"
    declare i64 @native(i64, i64, i64, i64, i64, i64, i64)
    define i64 @f(i64 %x) {
      %r = call i64 @native(i64 %x, i64 signext 1, i64 2, i64 3, i64 4, i64 5,
                            i64 6) [ "gc-transition"() ]
      ret i64 %r
    })",
                                                        Problem, Context);
  ASSERT_TRUE(M) << Problem.getMessage().str();
  auto &Call = cast<CallBase>(M->getFunction("f")->getEntryBlock().front());
  GCThreadTraits Thread;
  EXPECT_TRUE(isTransition(Call));
  EXPECT_FALSE(isLowerableTransition(Call, Thread));
  Thread.Transition = "own_transition";
  ASSERT_TRUE(isLowerableTransition(Call, Thread));
  findUnsupportedTransition(
      Call, [](const Type *) { return false; },
      [](StringRef Why) { ADD_FAILURE() << Why.str(); });

  const CallBase &Lowered = *lowerTransition(Call, Thread);
  // The last argument is on the stack.
  EXPECT_EQ(Lowered.getCalledOperand()->getName(), "own_transition64");
  EXPECT_EQ(Lowered.getArgOperand(0), M->getFunction("native"));
  EXPECT_TRUE(Lowered.paramHasAttr(0, Attribute::Nest));
  EXPECT_TRUE(Lowered.paramHasAttr(2, Attribute::SExt));
  EXPECT_EQ(Lowered.arg_size(), 8u);
  EXPECT_FALSE(isTransition(Lowered));
}

} // end anonymous namespace
