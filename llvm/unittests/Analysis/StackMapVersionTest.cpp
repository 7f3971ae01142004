//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/StackMapVersion.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TargetParser/Triple.h"
#include "gtest/gtest.h"
#include <optional>

using namespace llvm;

/// The version for a function with strategy \p GC on target \p TT, in a module
/// with \p Flag.
static unsigned getVersion(StringRef GC, StringRef TT, StringRef Flag = "") {
  LLVMContext Context;
  SMDiagnostic Problem;
  const std::unique_ptr<Module> M = parseAssemblyString(
      ("define void @f() gc \"" + GC + "\" {\n  ret void\n}\n").str() +
          (Flag.empty() ? ""
                        : ("!llvm.module.flags = !{!0}\n!0 = !{i32 1, "
                           "!\"stack-map-version\", i32 " +
                           Flag + "}\n")
                              .str()),
      Problem, Context);
  EXPECT_TRUE(M) << Problem.getMessage().str();
  return getStackMapVersion(*M->getFunction("f"), Triple(TT));
}

namespace {

TEST(StackMapVersion, IsThatOfTheStrategyWhereTheTargetHasIt) {
  EXPECT_EQ(getVersion("managed", "x86_64-linux-gnu"), 4u);
  EXPECT_EQ(getVersion("managed-non-moving", "aarch64-linux-gnu"), 4u);
  EXPECT_EQ(getVersion("managed", "x86_64-apple-macosx"), 3u);
  EXPECT_EQ(getVersion("managed", "riscv64-linux-gnu"), 3u);
  EXPECT_EQ(getVersion("statepoint-example", "x86_64-linux-gnu"), 3u);
}

TEST(StackMapVersion, TheFlagOverridesTheStrategy) {
  EXPECT_EQ(getVersion("managed", "x86_64-linux-gnu", "3"), 3u);
  EXPECT_EQ(getVersion("coreclr", "x86_64-linux-gnu", "4"), 4u);
  EXPECT_EQ(getVersion("coreclr", "x86_64-apple-macosx", "4"), 3u);
  EXPECT_EQ(getVersion("managed", "x86_64-linux-gnu", "5"), 4u);
}

TEST(StackMapVersion, StrategiesRegisterTraits) {
  EXPECT_EQ(getVersion("own", "x86_64-linux-gnu"), 3u);
  {
    const RegisterGCStrategyTraits Other("other", {});
    std::optional<RegisterGCStrategyTraits> Own;
    Own.emplace(StringLiteral("own"),
                GCStrategyTraits{/*StackMapVersion=*/4,
                                 /*KeepsRootsInRegisters=*/true,
                                 /*MovesObjects=*/false});
    const RegisterGCStrategyTraits Last("last", {});
    EXPECT_EQ(getVersion("own", "x86_64-linux-gnu"), 4u);
    EXPECT_EQ(getVersion("other", "x86_64-linux-gnu"), 3u);
    EXPECT_TRUE(getGCStrategyTraits("own").KeepsRootsInRegisters);
    EXPECT_FALSE(getGCStrategyTraits("own").MovesObjects);
    Own.reset();
    EXPECT_EQ(getVersion("own", "x86_64-linux-gnu"), 3u);
  }
  EXPECT_FALSE(getGCStrategyTraits("own").KeepsRootsInRegisters);
}

TEST(StackMapVersion, StrategiesWithoutTraitsMoveObjects) {
  const GCStrategyTraits Traits = getGCStrategyTraits("statepoint-example");
  EXPECT_EQ(Traits.StackMapVersion, 3u);
  EXPECT_FALSE(Traits.KeepsRootsInRegisters);
  EXPECT_TRUE(Traits.MovesObjects);
  EXPECT_TRUE(getGCStrategyTraits("managed").MovesObjects);
  EXPECT_FALSE(getGCStrategyTraits("managed-non-moving").MovesObjects);
}

} // end anonymous namespace
