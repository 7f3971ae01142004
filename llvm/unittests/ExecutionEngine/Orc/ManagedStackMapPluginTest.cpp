//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ManagedCodePluginFixture.h"
#include "llvm/ExecutionEngine/Orc/Shared/ManagedRuntimeBridge.h"

using namespace llvm;
using namespace llvm::jitlink;
using namespace llvm::orc;
using testing::HasSubstr;

namespace {

class StackMapPluginTest : public ManagedCodePluginTest {
protected:
  static bool hasSafepoint(uintptr_t Function) {
    LLVMManagedSafepoint Safepoint;
    return LLVMManagedLookupSafepoint(Function + 4, &Safepoint);
  }

  /// What the first step of a walk comes to whose anchor is a call that returns
  /// to the second instruction of \p Function, or of what is at \p Offset.
  static LLVMManagedStep walkFrom(uintptr_t Function, unsigned Offset = 4) {
    LLVMManagedAnchor Anchor = {};
    Anchor.PC = Function + Offset;
    Anchor.SP = reinterpret_cast<uintptr_t>(&Anchor);
    LLVMManagedCursor Cursor;
    return LLVMManagedStartWalk(&Cursor, &Anchor, nullptr);
  }

  void addPlugin(ManagedCodeExtent Extent) {
    ManagedCodeOptions Options;
    Options.Extent = Extent;
    ManagedCodePluginTest::addPlugin(Options);
  }
  using ManagedCodePluginTest::addPlugin;

  /// Links f, which has a stack map, with g, which has none, and h, apart from
  /// them, which has none either.
  void addThree() {
    GraphBuilder Mapped(ES, "mapped"), Other(ES, "other");
    Symbol &F = Mapped.addFunction("f"), &G = Mapped.addFunction("g");
    Mapped.addReference(F, G);
    Mapped.addStackMap(F);
    Other.addFunction("h");
    ASSERT_THAT_ERROR(add(Mapped), Succeeded());
    ASSERT_THAT_ERROR(add(Other), Succeeded());
  }

  /// Links \p Builder's graph, which must fail; returns what was reported.
  std::string fail(GraphBuilder &Builder) {
    EXPECT_THAT_ERROR(add(Builder), Succeeded());
    EXPECT_EQ(find("f"), 0u);
    return Errors;
  }
};

TEST_F(StackMapPluginTest, Registers) {
  ManagedCodeOptions Options;
  Options.Context = ExecutorAddr(0x1234);
  addPlugin(Options);
  GraphBuilder Builder(ES, "graph");
  Builder.addStackMap(Builder.addFunction("f"));
  ASSERT_THAT_ERROR(add(Builder), Succeeded());

  const uintptr_t Address = find("f");
  LLVMManagedSafepoint Safepoint;
  ASSERT_TRUE(LLVMManagedLookupSafepoint(Address + 4, &Safepoint));
  EXPECT_EQ(Safepoint.PC, Address + 4);
  EXPECT_FALSE(Safepoint.HasId);
  EXPECT_EQ(Safepoint.Context, reinterpret_cast<void *>(0x1234));
  EXPECT_FALSE(LLVMManagedLookupSafepoint(Address, &Safepoint));
  EXPECT_FALSE(isRegistered(Address)) << "it has no fault map";
  EXPECT_EQ(Errors, "");
}

TEST_F(StackMapPluginTest, UnregistersWithTheTracker) {
  addPlugin();
  ResourceTrackerSP RT = JD.createResourceTracker();
  GraphBuilder Builder(ES, "graph");
  Builder.addStackMap(Builder.addFunction("f"));
  ASSERT_THAT_ERROR(add(RT, Builder), Succeeded());
  const uintptr_t Address = find("f");
  EXPECT_TRUE(hasSafepoint(Address));
  ASSERT_THAT_ERROR(RT->remove(), Succeeded());
  EXPECT_FALSE(hasSafepoint(Address));
}

TEST_F(StackMapPluginTest, StripsMapsWithTheirCode) {
  addPlugin();
  size_t NumIndexes = 0, NumMaps = 0;
  Layer.addPlugin(std::make_shared<PassPlugin>([&](LinkGraph &G) {
    NumIndexes = blocksOf(G, "llvm_gcidx").size();
    NumMaps = blocksOf(G, "llvm_gcmap").size();
    return Error::success();
  }));
  GraphBuilder Builder(ES, "graph");
  Symbol &F = Builder.addFunction("f"),
         &Used = Builder.addFunction("used", Scope::Local),
         &Unused = Builder.addFunction("unused", Scope::Local);
  Builder.addReference(F, Used);
  for (Symbol *Function : {&F, &Used, &Unused})
    Builder.addStackMap(*Function);
  ASSERT_THAT_ERROR(add(Builder), Succeeded());
  EXPECT_TRUE(hasSafepoint(find("f")));
  EXPECT_EQ(NumIndexes, 2u);
  EXPECT_EQ(NumMaps, 2u);
}

TEST_F(StackMapPluginTest, KnowsNoCodeWithoutSafepoint) {
  addPlugin();
  addThree();
  EXPECT_EQ(walkFrom(find("f")), LLVMManagedStepFrame);
  EXPECT_EQ(walkFrom(find("f"), 8), LLVMManagedStepNoMap);
  EXPECT_EQ(walkFrom(find("g")), LLVMManagedStepNoMap);
  EXPECT_EQ(walkFrom(find("h")), LLVMManagedStepNoMap);
}

TEST_F(StackMapPluginTest, KnowsTheCodeOfMappedGraphs) {
  addPlugin(ManagedCodeExtent::MappedGraphs);
  addThree();
  EXPECT_EQ(walkFrom(find("f")), LLVMManagedStepFrame);
  EXPECT_EQ(walkFrom(find("f"), 8), LLVMManagedStepNoSafepoint);
  EXPECT_EQ(walkFrom(find("g")), LLVMManagedStepNoSafepoint);
  EXPECT_EQ(walkFrom(find("h")), LLVMManagedStepNoMap);
  // Calls return behind themselves.
  const uintptr_t First = std::min(find("f"), find("g"));
  const uintptr_t Last = std::max(find("f"), find("g"));
  EXPECT_EQ(walkFrom(First, 0), LLVMManagedStepNoMap);
  EXPECT_EQ(walkFrom(Last, 16), LLVMManagedStepNoSafepoint);
  EXPECT_EQ(walkFrom(Last, 17), LLVMManagedStepNoMap);
}

TEST_F(StackMapPluginTest, KnowsTheCodeOfAllGraphs) {
  addPlugin(ManagedCodeExtent::AllGraphs);
  addThree();
  EXPECT_EQ(walkFrom(find("f")), LLVMManagedStepFrame);
  EXPECT_EQ(walkFrom(find("g")), LLVMManagedStepNoSafepoint);
  EXPECT_EQ(walkFrom(find("h")), LLVMManagedStepNoSafepoint);
  EXPECT_EQ(Errors, "");
}

TEST_F(StackMapPluginTest, ForgetsCodeWithTheTracker) {
  addPlugin(ManagedCodeExtent::AllGraphs);
  ResourceTrackerSP RT = JD.createResourceTracker();
  GraphBuilder Mapped(ES, "mapped"), Other(ES, "other");
  Mapped.addStackMap(Mapped.addFunction("f"));
  Other.addFunction("h");
  ASSERT_THAT_ERROR(add(RT, Mapped), Succeeded());
  ASSERT_THAT_ERROR(add(RT, Other), Succeeded());
  const uintptr_t F = find("f"), H = find("h");
  EXPECT_EQ(walkFrom(F, 8), LLVMManagedStepNoSafepoint);
  EXPECT_EQ(walkFrom(H), LLVMManagedStepNoSafepoint);
  ASSERT_THAT_ERROR(RT->remove(), Succeeded());
  EXPECT_EQ(walkFrom(F, 8), LLVMManagedStepNoMap);
  EXPECT_EQ(walkFrom(H), LLVMManagedStepNoMap);
}

TEST_F(StackMapPluginTest, KnowsCodeInSeveralKindsOfMemory) {
  addPlugin(ManagedCodeExtent::MappedGraphs);
  ResourceTrackerSP RT = JD.createResourceTracker();
  GraphBuilder Builder(ES, "graph");
  Symbol &F = Builder.addFunction("f");
  Builder.addStackMap(F);
  Builder.setSection(".writable",
                     MemProt::Read | MemProt::Write | MemProt::Exec);
  Symbol &G = Builder.addFunction("g");
  Builder.addStackMap(G);
  Builder.addReference(F, G);
  Builder.setSection(".data", MemProt::Read | MemProt::Write);
  Symbol &Data = Builder.addFunction("data");
  Builder.addReference(F, Data);
  ASSERT_THAT_ERROR(add(RT, Builder), Succeeded());
  const uintptr_t Code[] = {find("f"), find("g")};
  for (uintptr_t Function : Code) {
    EXPECT_EQ(walkFrom(Function), LLVMManagedStepFrame);
    EXPECT_EQ(walkFrom(Function, 8), LLVMManagedStepNoSafepoint);
  }
  EXPECT_EQ(walkFrom(find("data")), LLVMManagedStepNoMap);
  ASSERT_THAT_ERROR(RT->remove(), Succeeded());
  for (uintptr_t Function : Code) {
    EXPECT_EQ(walkFrom(Function), LLVMManagedStepNoMap);
    EXPECT_EQ(walkFrom(Function, 8), LLVMManagedStepNoMap);
  }
  EXPECT_EQ(Errors, "");
}

TEST_F(StackMapPluginTest, ForgetsCodeThatIsGoneAfterFinalization) {
  addPlugin(ManagedCodeExtent::AllGraphs);
  GraphBuilder Builder(ES, "graph");
  Symbol &F = Builder.addFunction("f");
  Builder.setSection(".finalize", MemProt::Read | MemProt::Exec,
                     MemLifetime::Finalize);
  Builder.addReference(F, Builder.addFunction("initialize"));
  uintptr_t Initialize = 0;
  Layer.addPlugin(std::make_shared<PassPlugin>([&](LinkGraph &G) {
    Initialize = blocksOf(G, ".finalize").front()->getAddress().getValue();
    return Error::success();
  }));
  ASSERT_THAT_ERROR(add(Builder), Succeeded());
  EXPECT_EQ(walkFrom(find("f")), LLVMManagedStepNoSafepoint);
  EXPECT_NE(Initialize, 0u);
  EXPECT_EQ(walkFrom(Initialize), LLVMManagedStepNoMap);
  EXPECT_EQ(Errors, "");
}

TEST_F(StackMapPluginTest, RegistersNothingWithoutFunctions) {
  Layer.addPlugin(std::make_shared<ManagedCodePlugin>(ManagedCodeActions()));
  GraphBuilder Builder(ES, "graph");
  Builder.addStackMap(Builder.addFunction("f"));
  ASSERT_THAT_ERROR(add(Builder), Succeeded());
  const uintptr_t Address = find("f");
  EXPECT_NE(Address, 0u);
  EXPECT_FALSE(hasSafepoint(Address));
}

TEST_F(StackMapPluginTest, ReportsWhatTheRuntimeRefuses) {
  addPlugin();
  GraphBuilder Builder(ES, "graph");
  // A flag that does not exist.
  Builder.addStackMap(Builder.addFunction("f"), {0x80, 0, 8, 0, 0, 0});
  const std::string Reported = fail(Builder);
  EXPECT_THAT(Reported, HasSubstr("stack map of graph, llvm_gcmap+0x0: "));
}

TEST_F(StackMapPluginTest, ReportsCodeThatIsElsewhere) {
  addPlugin();
  GraphBuilder Builder(ES, "graph");
  Builder.addFunction("f");
  Symbol &Other = Builder.graph().addExternalSymbol("other", 0, false);
  Builder.addStackMap(Other);
  EXPECT_THAT(fail(Builder),
              HasSubstr("llvm_gcidx+0x0: the safepoint is not in this object"));
}

TEST_F(StackMapPluginTest, ReportsSafepointsInData) {
  addPlugin();
  GraphBuilder Builder(ES, "graph");
  Builder.addFunction("f");
  Section &Data =
      Builder.graph().createSection(".data", MemProt::Read | MemProt::Write);
  Block &B = Builder.graph().createMutableContentBlock(Data, 16, ExecutorAddr(),
                                                       16, 0);
  Builder.addStackMap(
      Builder.graph().addAnonymousSymbol(B, 0, 16, false, false));
  EXPECT_THAT(fail(Builder),
              HasSubstr("llvm_gcidx+0x0: the safepoint is not in code"));
}

TEST_F(StackMapPluginTest, ReportsMapsThatAreNone) {
  addPlugin();
  GraphBuilder Builder(ES, "graph");
  Symbol &F = Builder.addFunction("f");
  Block &Index = Builder.addStackMap(F);
  for (Edge &E : Index.edges())
    if (E.getOffset() == 4)
      E.setTarget(F);
  EXPECT_THAT(
      fail(Builder),
      HasSubstr("llvm_gcidx+0x4: the function map is not in llvm_gcmap"));
}

TEST_F(StackMapPluginTest, ReportsOtherRelocations) {
  addPlugin();
  GraphBuilder Builder(ES, "graph");
  Symbol &F = Builder.addFunction("f");
  Builder.addStackMap(F).edges().begin()->setKind(Pointer64);
  EXPECT_THAT(fail(Builder),
              HasSubstr("the safepoint has the wrong kind of relocation "
                        "instead of a 32-bit distance: Pointer64"));
}

TEST_F(StackMapPluginTest, ReportsRelocationsBetweenFields) {
  addPlugin();
  GraphBuilder Builder(ES, "graph");
  Symbol &F = Builder.addFunction("f");
  Builder.addStackMap(F).addEdge(Delta32, 2, F, 0);
  EXPECT_THAT(
      fail(Builder),
      HasSubstr("llvm_gcidx+0x2: a relocation is not at an address field"));
}

TEST_F(StackMapPluginTest, ReportsEntriesWithOneAddress) {
  addPlugin();
  GraphBuilder Builder(ES, "graph");
  Symbol &F = Builder.addFunction("f");
  Block &Index = Builder.addStackMap(F);
  Index.removeEdge(Index.edges().begin());
  EXPECT_THAT(fail(Builder),
              HasSubstr("llvm_gcidx+0x0: an entry has only one address"));
}

TEST_F(StackMapPluginTest, ReportsCodeThatIsSplit) {
  addPlugin();
  Layer.addPlugin(
      std::make_shared<PassPlugin>([](LinkGraph &) { return Error::success(); },
                                   [](LinkGraph &G) {
                                     Block *Code = blocksOf(G, ".text").front();
                                     G.splitBlock(*Code, ArrayRef<size_t>({8}));
                                     return Error::success();
                                   }));
  GraphBuilder Builder(ES, "graph");
  Builder.addStackMap(Builder.addFunction("f"));
  EXPECT_THAT(fail(Builder), HasSubstr("in graph: a block of .text was split "
                                       "after its stack map was read"));
}

TEST(RegisterStackMapsTest, DeregistersOnlyWhatIsRegistered) {
  ExecutorAddrRange Index(ExecutorAddr(0x1000), ExecutorAddr(0x1008));
  auto Call =
      shared::WrapperFunctionCall::Create<rt::SPSDeregisterStackMapArgs>(
          ExecutorAddr::fromPtr(&llvm_orc_deregisterStackMapAllocAction),
          Index);
  ASSERT_THAT_EXPECTED(Call, Succeeded());
  EXPECT_THAT_ERROR(Call->runWithSPSRetErrorMerged(),
                    FailedWithMessage("no stack map is registered at 0x1000"));
}

} // end anonymous namespace

/// The result of registering \p Code without a map.
static Error registerCode(ExecutorAddrRange Code) {
  auto Call = shared::WrapperFunctionCall::Create<rt::SPSRegisterStackMapArgs>(
      ExecutorAddr::fromPtr(&llvm_orc_registerStackMapAllocAction),
      StringRef("object"), ExecutorAddrRange(), ExecutorAddrRange(), Code,
      ExecutorAddr());
  if (!Call)
    return Call.takeError();
  return Call->runWithSPSRetErrorMerged();
}

namespace {

TEST(RegisterStackMapsTest, RefusesCodeThatIsRegistered) {
  const ExecutorAddrRange Code(ExecutorAddr(0x1000), ExecutorAddr(0x1100));
  const ExecutorAddrRange Across(ExecutorAddr(0x10ff), ExecutorAddr(0x1200));
  const ExecutorAddrRange Behind(ExecutorAddr(0x1100), ExecutorAddr(0x1200));
  ASSERT_THAT_ERROR(registerCode(Code), Succeeded());
  EXPECT_THAT(toString(registerCode(Across)),
              testing::StartsWith("stack map of object: "));
  EXPECT_THAT_ERROR(registerCode(Behind), Succeeded());
  for (ExecutorAddrRange Range : {Code, Behind}) {
    auto Call =
        shared::WrapperFunctionCall::Create<rt::SPSDeregisterStackMapArgs>(
            ExecutorAddr::fromPtr(&llvm_orc_deregisterStackMapAllocAction),
            Range);
    ASSERT_THAT_EXPECTED(Call, Succeeded());
    EXPECT_THAT_ERROR(Call->runWithSPSRetErrorMerged(), Succeeded());
  }
}

} // end anonymous namespace
