//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/BuiltinGCs.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using testing::HasSubstr;

namespace {

class GCStrategyTraitsTest : public testing::Test {
  LLVMContext Context;
  std::unique_ptr<Module> M;

protected:
  void SetUp() override { linkAllBuiltinGCs(); }

  const Function &parse(StringRef GC) {
    SMDiagnostic Problem;
    M = parseAssemblyString(
        ("define void @f() " + GC + " {\n  ret void\n}\n").str(), Problem,
        Context);
    EXPECT_TRUE(M) << Problem.getMessage().str();
    return *M->getFunction("f");
  }
};

TEST_F(GCStrategyTraitsTest, FindsOnlyStrategiesWithoutFrames) {
  EXPECT_TRUE(findGCStrategy(parse("gc \"managed\""))->useRS4GC());
  EXPECT_TRUE(findGCStrategy(parse("gc \"ocaml\"")));
  EXPECT_FALSE(findGCStrategy(parse("gc \"managed-frames\"")));
  EXPECT_FALSE(findGCStrategy(parse("gc \"unknown\"")));
  EXPECT_FALSE(findGCStrategy(parse("")));
}

TEST_F(GCStrategyTraitsTest, StrategiesWithFramesAreKnown) {
  for (StringRef Name :
       {"managed-frames", "managed-frames-non-moving", "julia"}) {
    EXPECT_TRUE(isKnownGCStrategy(Name));
    EXPECT_TRUE(getGCStrategyTraits(Name).HasFrames);
  }
  EXPECT_TRUE(isKnownGCStrategy("managed"));
  EXPECT_FALSE(getGCStrategyTraits("managed").HasFrames);
}

TEST_F(GCStrategyTraitsTest, StrategiesWithFramesAreRegistered) {
  EXPECT_FALSE(isKnownGCStrategy("own-frames"));
  {
    GCStrategyTraits Traits;
    const RegisterGCStrategyTraits Other("other", Traits);
    Traits.HasFrames = true;
    const RegisterGCStrategyTraits Own("own-frames", Traits);
    EXPECT_TRUE(isKnownGCStrategy("own-frames"));
    EXPECT_TRUE(isKnownGCStrategy("other"));
    EXPECT_TRUE(getGCStrategyTraits("own-frames").HasFrames);
    EXPECT_FALSE(getGCStrategyTraits("other").HasFrames);
    EXPECT_EQ(describeUnknownGCStrategy("own-frame"),
              "unknown GC strategy 'own-frame'; did you mean 'own-frames'?");
  }
  EXPECT_FALSE(isKnownGCStrategy("own-frames"));
}

TEST_F(GCStrategyTraitsTest, NamesTheNearestStrategy) {
  const auto Nearest = [](StringRef Name) {
    return describeUnknownGCStrategy(Name);
  };
  EXPECT_THAT(Nearest("mangaed"), HasSubstr("did you mean 'managed'?"));
  EXPECT_THAT(Nearest("Managed"), HasSubstr("did you mean 'managed'?"));
  EXPECT_THAT(Nearest("managed_frames"),
              HasSubstr("did you mean 'managed-frames'?"));
  EXPECT_THAT(Nearest("managed-non-movin"),
              HasSubstr("did you mean 'managed-non-moving'?"));
  EXPECT_THAT(Nearest("statepoint_exmaple"),
              HasSubstr("did you mean 'statepoint-example'?"));
  // Nothing is near.
  for (StringRef Name : {"", "g", "conservative", "unknown"})
    EXPECT_THAT(Nearest(Name), HasSubstr("use one of 'coreclr', 'erlang', "
                                         "'julia', 'managed', "));
}

} // end anonymous namespace
