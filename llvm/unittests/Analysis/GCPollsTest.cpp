//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/IR/GCPolls.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Testing/Support/Error.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace {

class GCPollsTest : public testing::Test {
  LLVMContext Context;
  std::unique_ptr<Module> M;

protected:
  /// Of a function with \p Attributes and the strategy \p GC, if it has one.
  Expected<GCPolls> polls(StringRef GC, StringRef Attributes = "") {
    SMDiagnostic Problem;
    const std::string Strategy = GC.empty() ? "" : (" gc \"" + GC + "\"").str();
    const std::string Text =
        ("define void @f() " + Attributes + Strategy + " {\n  ret void\n}\n")
            .str();
    M = parseAssemblyString(Text, Problem, Context);
    EXPECT_TRUE(M) << Problem.getMessage().str();
    return getGCPolls(*M->getFunction("f"));
  }

  void expectError(StringRef Attributes, StringRef Message) {
    EXPECT_THAT_EXPECTED(polls("managed", Attributes),
                         FailedWithMessage(Message.str()));
  }
};

TEST_F(GCPollsTest, StrategiesSay) {
  for (StringRef Name : {"managed", "managed-non-moving", "managed-frames",
                         "managed-frames-non-moving"}) {
    const GCPolls P = cantFail(polls(Name));
    EXPECT_TRUE(P.AtEntry && P.AtBackedges && !P.AtReturns);
    EXPECT_EQ(P.Form, GCPollForm::Flag);
    EXPECT_EQ(getGCStrategyTraits(Name).Thread.Variable,
              "LLVMManagedThisThread");
  }
  for (StringRef Name : {"statepoint-example", "coreclr"}) {
    const GCPolls P = cantFail(polls(Name));
    EXPECT_TRUE(P.AtEntry && P.AtBackedges && !P.AtReturns);
    EXPECT_EQ(P.Form, GCPollForm::Call);
    EXPECT_FALSE(getGCStrategyTraits(Name).Thread.hasThread());
  }
  EXPECT_FALSE(cantFail(polls("julia")).any());
  EXPECT_FALSE(cantFail(polls("shadow-stack")).any());
}

TEST_F(GCPollsTest, StrategiesRegisterPolls) {
  GCStrategyTraits Traits;
  Traits.Polls.AtReturns = true;
  Traits.Polls.Form = GCPollForm::Page;
  const RegisterGCStrategyTraits Own("own", Traits);
  const GCPolls P = cantFail(polls("own"));
  EXPECT_TRUE(!P.AtEntry && !P.AtBackedges && P.AtReturns);
  EXPECT_EQ(P.Form, GCPollForm::Page);
}

TEST_F(GCPollsTest, AttributesOverride) {
  GCPolls P = cantFail(polls("managed", "\"gc-polls\"=\"return,entry\" "
                                        "\"gc-poll-form\"=\"page\" "
                                        "\"gc-poll-distance\"=\"12\""));
  EXPECT_TRUE(P.AtEntry && !P.AtBackedges && P.AtReturns);
  EXPECT_EQ(P.Form, GCPollForm::Page);
  EXPECT_EQ(P.Distance, 12u);
  EXPECT_FALSE(cantFail(polls("managed", "\"gc-polls\"=\"\"")).any());
  // A function without a strategy has no safepoints.
  EXPECT_FALSE(cantFail(polls("", "\"gc-polls\"=\"entry\"")).any());
}

TEST_F(GCPollsTest, WrongAttributes) {
  expectError("\"gc-polls\"=\"entry,exit\"",
              "attribute \"gc-polls\"=\"entry,exit\": 'exit' is not one of "
              "'entry', 'backedge' and 'return'");
  expectError("\"gc-polls\"=\"entry,entry\"",
              "attribute \"gc-polls\"=\"entry,entry\": 'entry' is listed "
              "twice");
  expectError("\"gc-polls\"=\"entry,\"",
              "attribute \"gc-polls\"=\"entry,\": '' is not one of 'entry', "
              "'backedge' and 'return'");
  expectError("\"gc-poll-form\"=\"flags\"",
              "attribute \"gc-poll-form\"=\"flags\": use 'call', 'flag' or "
              "'page'");
  for (StringRef Number : {"0", "-1", "x", ""})
    expectError(("\"gc-poll-distance\"=\"" + Number + "\"").str(),
                ("attribute \"gc-poll-distance\"=\"" + Number +
                 "\": it is not a positive number of instructions")
                    .str());
}

} // end anonymous namespace
