//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/NullAddresses.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;

/// Whether null is unmapped in \p Space for a function that is followed by
/// \p Text.
static bool isUnmapped(StringRef Text, unsigned Space) {
  LLVMContext Context;
  SMDiagnostic Problem;
  const std::unique_ptr<Module> M = parseAssemblyString(
      ("define void @f() " + Text + " {\n  ret void\n}\n").str(), Problem,
      Context);
  EXPECT_TRUE(M) << Problem.getMessage().str();
  return isNullUnmapped(*M->getFunction("f"), Space);
}

namespace {

TEST(NullAddresses, TheDefaultAddressSpaceHasNone) {
  EXPECT_TRUE(isUnmapped("", 0));
  EXPECT_FALSE(isUnmapped("", 1));
}

TEST(NullAddresses, FunctionsMaySayThatNullIsValid) {
  const char *Text = "null_pointer_is_valid "
                     "\"implicit-null-check-address-spaces\"=\"1\" "
                     "gc \"managed\"";
  EXPECT_FALSE(isUnmapped(Text, 0));
  EXPECT_FALSE(isUnmapped(Text, 1));
}

TEST(NullAddresses, StrategiesNameTheSpacesOfTheirReferences) {
  for (const char *Name :
       {"managed", "managed-non-moving", "statepoint-example", "coreclr",
        "managed-frames", "managed-frames-non-moving"}) {
    const std::string Text = std::string("gc \"") + Name + "\"";
    EXPECT_TRUE(isUnmapped(Text, 0)) << Name;
    EXPECT_TRUE(isUnmapped(Text, 1)) << Name;
    EXPECT_FALSE(isUnmapped(Text, 2)) << Name;
    EXPECT_FALSE(isUnmapped(Text, 10)) << Name;
  }
  for (unsigned Space = 1; Space != 16; ++Space)
    EXPECT_EQ(isUnmapped("gc \"julia\"", Space), Space >= 10 && Space <= 13);
  EXPECT_FALSE(isUnmapped("gc \"shadow-stack\"", 1));
  EXPECT_FALSE(isUnmapped("gc \"nobody-knows\"", 1));
}

TEST(NullAddresses, AnAttributeListsOthers) {
  const char *Text = "\"implicit-null-check-address-spaces\"=\"2,30\"";
  EXPECT_TRUE(isUnmapped(Text, 2));
  EXPECT_TRUE(isUnmapped(Text, 30));
  EXPECT_FALSE(isUnmapped(Text, 3));
  EXPECT_FALSE(isUnmapped(Text, 1));
  EXPECT_TRUE(isUnmapped(std::string(Text) + " gc \"managed\"", 1));
}

TEST(NullAddresses, AListWithAnErrorIsEmpty) {
  for (const char *List : {"", ",", "2,", "2,x", "2, 3", "0,2", "2,2"})
    EXPECT_FALSE(isUnmapped(
        std::string("\"implicit-null-check-address-spaces\"=\"") + List + "\"",
        2))
        << List;
}

TEST(NullAddresses, StrategiesRegisterTheirs) {
  {
    const RegisterGCStrategyTraits Own(
        "own", {/*StackMapVersion=*/3, /*KeepsRootsInRegisters=*/false,
                /*MovesObjects=*/true, /*UnmappedNullSpaces=*/{4, 6}});
    EXPECT_TRUE(isUnmapped("gc \"own\"", 4));
    EXPECT_FALSE(isUnmapped("gc \"own\"", 5));
    EXPECT_TRUE(isUnmapped("gc \"own\"", 6));
    // What a front end registers for upstream's strategies counts.
    const RegisterGCStrategyTraits Silent("statepoint-example", {});
    EXPECT_FALSE(isUnmapped("gc \"statepoint-example\"", 1));
  }
  EXPECT_FALSE(isUnmapped("gc \"own\"", 4));
  EXPECT_TRUE(isUnmapped("gc \"statepoint-example\"", 1));
}

} // end anonymous namespace
