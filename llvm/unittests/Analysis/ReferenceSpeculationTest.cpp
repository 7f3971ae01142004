//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which loads may run although their guard has not been tested.
///
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/ReferenceSpeculation.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace {

class ReferenceSpeculation : public testing::Test {
protected:
  /// The first instruction of a function with the line \p Body, in a module
  /// that starts with \p Header.
  const Instruction &parse(const Twine &Body, StringRef GC = "",
                           StringRef Header = NonIntegral) {
    SMDiagnostic Problem;
    M = parseAssemblyString((Twine(Header) +
                             "declare <2 x ptr addrspace(1)> @llvm.masked.load."
                             "v2p1.p0(ptr, <2 x i1>, <2 x ptr addrspace(1)>)\n"
                             "define void @f(ptr %p, ptr addrspace(1) %r) " +
                             GC + " {\n  " + Body +
                             "\n  ret void\n}\n"
                             "!0 = !{!\"managed.reference\"}\n"
                             "!1 = !{!\"auto-init\", !\"managed.reference\"}\n"
                             "!2 = !{!\"auto-init\"}\n"
                             "!3 = !{!4}\n"
                             "!4 = !{!\"managed.reference\", !\"and more\"}\n"
                             "!5 = !{}\n")
                                .str(),
                            Problem, Context);
    if (!M)
      report_fatal_error(Problem.getMessage());
    return *inst_begin(M->getFunction("f"));
  }

  bool mayLoad(StringRef Type, StringRef Suffix = "") {
    return maySpeculateLoad(
        parse("%v = load " + Type + ", ptr %p, align 8" + Suffix));
  }

  static constexpr StringLiteral NonIntegral =
      "target datalayout = \"e-p:64:64-p1:64:64-p2:64:64-ni:1\"\n";
  LLVMContext Context;
  std::unique_ptr<Module> M;
};

} // end anonymous namespace

TEST_F(ReferenceSpeculation, RefusesTypesWithReferences) {
  EXPECT_FALSE(mayLoad("ptr addrspace(1)"));
  EXPECT_FALSE(mayLoad("<2 x ptr addrspace(1)>"));
  EXPECT_FALSE(mayLoad("<vscale x 2 x ptr addrspace(1)>"));
  EXPECT_FALSE(mayLoad("[3 x ptr addrspace(1)]"));
  EXPECT_FALSE(mayLoad("{ i64, { double, [1 x ptr addrspace(1)] } }"));
}

TEST_F(ReferenceSpeculation, AllowsOtherTypes) {
  for (StringRef Type :
       {"i64", "ptr", "ptr addrspace(2)", "double", "<2 x ptr>", "<2 x i64>",
        "{ i64, [2 x ptr addrspace(2)] }"})
    EXPECT_TRUE(mayLoad(Type)) << Type.str();
}

TEST_F(ReferenceSpeculation, AllowsAnnotatedLoads) {
  EXPECT_TRUE(mayLoad("ptr addrspace(1)", ", !annotation !0"));
  EXPECT_TRUE(mayLoad("ptr addrspace(1)", ", !annotation !1"));
}

TEST_F(ReferenceSpeculation, RefusesOtherAnnotations) {
  EXPECT_FALSE(mayLoad("ptr addrspace(1)", ", !annotation !2"));
  EXPECT_FALSE(mayLoad("ptr addrspace(1)", ", !annotation !3"));
}

TEST_F(ReferenceSpeculation, RefusesFactsAboutTheValue) {
  EXPECT_FALSE(mayLoad("ptr addrspace(1)",
                       ", !invariant.load !5, !nonnull !5, !noundef !5"));
}

TEST_F(ReferenceSpeculation, AsksForWhatStoresStoreAndCallsReturn) {
  EXPECT_FALSE(
      maySpeculateLoad(parse("store ptr addrspace(1) %r, ptr %p, align 8")));
  EXPECT_TRUE(
      maySpeculateLoad(parse("store ptr %p, ptr addrspace(1) %r, align 8")));
  const char *Call = "%v = call <2 x ptr addrspace(1)> @llvm.masked.load."
                     "v2p1.p0(ptr %p, <2 x i1> zeroinitializer, "
                     "<2 x ptr addrspace(1)> zeroinitializer)";
  EXPECT_FALSE(maySpeculateLoad(parse(Call)));
  EXPECT_TRUE(maySpeculateLoad(parse(Twine(Call) + ", !annotation !0")));
}

TEST_F(ReferenceSpeculation, UnstablePointersOfTheLayoutAreReferences) {
  const char *Load = "%v = load ptr addrspace(1), ptr %p, align 8";
  EXPECT_FALSE(
      maySpeculateLoad(parse(Load, "", "target datalayout = \"pu1:64:64\"\n")));
  EXPECT_TRUE(maySpeculateLoad(parse(Load, "gc \"statepoint-example\"", "")));
  // Capabilities have state beside the address, but nothing moves.
  EXPECT_TRUE(
      maySpeculateLoad(parse(Load, "", "target datalayout = \"pe1:64:64\"\n")));
}

TEST_F(ReferenceSpeculation, BufferPointersOfAMDGPUAreNone) {
  const char *Load = "%v = load ptr addrspace(7), ptr %p, align 8";
  const char *Header = "target datalayout = \"p7:160:256:256:32-ni:7\"\n"
                       "target triple = \"amdgcn-amd-amdhsa\"\n";
  EXPECT_TRUE(maySpeculateLoad(parse(Load, "", Header)));
  EXPECT_FALSE(
      maySpeculateLoad(parse(Load, "gc \"statepoint-example\"", Header)));
}

TEST_F(ReferenceSpeculation, NeedsAPlaceForReferences) {
  parse("ret void");
  const DataLayout &DL = M->getDataLayout();
  EXPECT_FALSE(maySpeculateLoad(PointerType::get(Context, 1), DL, nullptr));
  EXPECT_TRUE(maySpeculateLoad(PointerType::get(Context, 0), DL, nullptr));
}
