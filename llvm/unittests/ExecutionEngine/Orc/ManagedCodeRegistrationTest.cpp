//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// When ManagedCodePlugin registers fault maps and when it unregisters them.
///
//===----------------------------------------------------------------------===//

#include "ManagedCodePluginFixture.h"
#include "llvm/ExecutionEngine/Orc/Shared/ManagedRuntimeBridge.h"
#include "llvm/Support/Process.h"
#include "gmock/gmock.h"
#include <sys/mman.h>

using namespace llvm;
using namespace llvm::jitlink;
using namespace llvm::orc;

namespace {

TEST_F(ManagedCodePluginTest, UnregistersWithTheTracker) {
  addPlugin();
  GraphBuilder First(ES, "first"), Second(ES, "second"), Third(ES, "third");
  First.addShort({&First.addFunction("f")});
  Second.addV1({&Second.addFunction("g")});
  Symbol &H = Third.addFunction("h");
  Third.addLong(H, H, 4);
  ResourceTrackerSP RT1 = JD.createResourceTracker();
  ResourceTrackerSP RT2 = JD.createResourceTracker();
  ASSERT_THAT_ERROR(add(RT1, First), Succeeded());
  ASSERT_THAT_ERROR(add(RT1, Second), Succeeded());
  ASSERT_THAT_ERROR(add(RT2, Third), Succeeded());
  uintptr_t FirstPC = find("f"), SecondPC = find("g"), ThirdPC = find("h");
  EXPECT_TRUE(isRegistered(FirstPC));
  EXPECT_TRUE(isRegistered(SecondPC));
  EXPECT_TRUE(isRegistered(ThirdPC));

  ASSERT_THAT_ERROR(RT1->remove(), Succeeded());
  EXPECT_FALSE(isRegistered(FirstPC));
  EXPECT_FALSE(isRegistered(SecondPC));
  EXPECT_TRUE(isRegistered(ThirdPC));
  ASSERT_THAT_ERROR(RT2->remove(), Succeeded());
  EXPECT_FALSE(isRegistered(ThirdPC));
  EXPECT_EQ(Errors, "");
}

TEST_F(ManagedCodePluginTest, FollowsTransfers) {
  addPlugin();
  GraphBuilder Builder(ES, "graph");
  Builder.addShort({&Builder.addFunction("f")});
  ResourceTrackerSP RT1 = JD.createResourceTracker();
  ResourceTrackerSP RT2 = JD.createResourceTracker();
  ASSERT_THAT_ERROR(add(RT1, Builder), Succeeded());
  uintptr_t PC = find("f");
  RT1->transferTo(*RT2);
  ASSERT_THAT_ERROR(RT1->remove(), Succeeded());
  EXPECT_TRUE(isRegistered(PC));
  ASSERT_THAT_ERROR(RT2->remove(), Succeeded());
  EXPECT_FALSE(isRegistered(PC));
}

TEST_F(ManagedCodePluginTest, UnregistersIfALaterActionFails) {
  addPlugin();
  struct Observation {
    uintptr_t PC = 0;
    bool WasRegistered = false;
  };
  static Observation Seen;
  Seen = Observation();
  auto Fail = [](const char *Data, size_t Size) {
    return shared::WrapperFunction<shared::SPSError()>::handle(
               Data, Size,
               []() -> Error {
                 Seen.WasRegistered = isRegistered(Seen.PC);
                 return make_error<StringError>("no more room",
                                                inconvertibleErrorCode());
               })
        .release();
  };
  shared::CWrapperFunctionBuffer (*Function)(const char *, size_t) = Fail;
  Layer.addPlugin(std::make_shared<PassPlugin>([&](LinkGraph &G) {
    Seen.PC = blocksOf(G, ".text").front()->getAddress().getValue();
    G.allocActions().push_back(
        {cantFail(shared::WrapperFunctionCall::Create<shared::SPSArgList<>>(
             ExecutorAddr::fromPtr(Function))),
         {}});
    return Error::success();
  }));
  GraphBuilder Builder(ES, "graph");
  Builder.addShort({&Builder.addFunction("f")});
  ASSERT_THAT_ERROR(add(Builder), Succeeded());
  EXPECT_EQ(find("f"), 0u);
  EXPECT_NE(Errors.find("no more room"), std::string::npos) << Errors;
  EXPECT_TRUE(Seen.WasRegistered);
  // Its memory is given back.
  uintptr_t PageSize = sys::Process::getPageSizeEstimate();
  unsigned char IsResident;
  EXPECT_EQ(mincore(reinterpret_cast<void *>(Seen.PC / PageSize * PageSize),
                    PageSize, &IsResident),
            -1);
  EXPECT_NE(Seen.PC, 0u);
  EXPECT_FALSE(isRegistered(Seen.PC));
}

TEST_F(ManagedCodePluginTest, ReportsWhatTheRuntimeRefuses) {
  addPlugin();
  // A map of version 1 has absolute addresses, so that it need not be near.
  struct {
    faultmap::HeaderV1 Header = {1, 0, 0, 1};
    faultmap::FunctionV1 Function = {0, 1, 0};
    faultmap::EntryV1 Entry = {1, 4, 8};
  } Table;
  static_assert(sizeof(Table) == 40, "the entry ends at 36, before padding");
  LLVMManagedFaultMapRef Map = nullptr;
  Layer.addPlugin(std::make_shared<PassPlugin>([&](LinkGraph &G) {
    Table.Function.Address =
        blocksOf(G, ".text").front()->getAddress().getValue();
    LLVMManagedFaultTables Tables = {};
    Tables.StructSize = sizeof(Tables);
    Tables.V1Begin = &Table;
    Tables.V1End = &Table.Entry + 1;
    EXPECT_EQ(LLVMManagedRegisterFaultTables(&Tables, &Map, nullptr),
              LLVMManagedSuccess);
    return Error::success();
  }));
  GraphBuilder Builder(ES, "some-object.o");
  Builder.addShort({&Builder.addFunction("f")});
  ASSERT_THAT_ERROR(add(Builder), Succeeded());
  EXPECT_EQ(find("f"), 0u);
  EXPECT_NE(
      Errors.find("fault map of some-object.o, entry 0 of llvm_faultmaps: an "
                  "address in a table is already registered"),
      std::string::npos)
      << Errors;
  LLVMManagedUnregisterFaultTables(Map);
}

TEST_F(ManagedCodePluginTest, ReportsMalformedTables) {
  addPlugin();
  GraphBuilder Builder(ES, "some-object.o");
  Symbol &F = Builder.addFunction("f");
  Builder.addShort({&F, &F});
  ASSERT_THAT_ERROR(add(Builder), Succeeded());
  EXPECT_EQ(find("f"), 0u);
  EXPECT_NE(Errors.find("in some-object.o, fault map entry of .text+0x14: "
                        "there is another entry for this instruction"),
            std::string::npos)
      << Errors;
}

TEST_F(ManagedCodePluginTest, ReportsHandlersThatAreDiscarded) {
  addPlugin();
  GraphBuilder First(ES, "first"), Second(ES, "second");
  First.addFunction("weak", Scope::Default, Linkage::Weak);
  Symbol &Weak = Second.addFunction("weak", Scope::Default, Linkage::Weak);
  Second.addLong(Second.addFunction("f"), Weak, 1);
  ASSERT_THAT_ERROR(add(First), Succeeded());
  ASSERT_THAT_ERROR(add(Second), Succeeded());
  EXPECT_EQ(find("f"), 0u);
  EXPECT_NE(Errors.find("in second, llvm_faultsites+0x4: the handler is not in "
                        "this object"),
            std::string::npos)
      << Errors;
}

TEST_F(ManagedCodePluginTest, ReportsRelocationsOutsideOfTables) {
  addPlugin();
  GraphBuilder Builder(ES, "some-object.o");
  Symbol &F = Builder.addFunction("f");
  Builder.addShort({&F});
  std::unique_ptr<LinkGraph> G = Builder.take();
  Block *Table = blocksOf(*G, "llvm_faultmaps").front();
  Table->addEdge(Delta32, 0xffffffff, F, 0);
  ASSERT_THAT_ERROR(Layer.add(JD, std::move(G)), Succeeded());
  EXPECT_EQ(find("f"), 0u);
  EXPECT_NE(Errors.find("in some-object.o, llvm_faultmaps+0xffffffff: a "
                        "relocation is past the end of the table"),
            std::string::npos)
      << Errors;
}

class SplitCodeTest : public ManagedCodePluginTest {
protected:
  /// Splits a function with an entry at \p Offset in a pass, which must not go
  /// unnoticed.
  void check(size_t Offset, bool IsAfterPruning) {
    addPlugin();
    std::function<Error(LinkGraph &)> Split = [Offset](LinkGraph &G) {
      G.splitBlock(*blocksOf(G, ".text").front(), ArrayRef<size_t>({Offset}));
      return Error::success();
    };
    std::function<Error(LinkGraph &)> Nothing = [](LinkGraph &) {
      return Error::success();
    };
    Layer.addPlugin(
        std::make_shared<PassPlugin>(Nothing, IsAfterPruning ? Nothing : Split,
                                     IsAfterPruning ? Split : Nothing));
    GraphBuilder Builder(ES, "some-object.o");
    Builder.addShort({&Builder.addFunction("f")});
    ASSERT_THAT_ERROR(add(Builder), Succeeded());
    EXPECT_EQ(find("f"), 0u);
    EXPECT_NE(Errors.find("in some-object.o: a block of .text was split after "
                          "its fault map was read"),
              std::string::npos)
        << Errors;
  }
};

TEST_F(SplitCodeTest, BeforeTheFault) { check(4, /*IsAfterPruning=*/false); }

TEST_F(SplitCodeTest, BeforeTheHandler) { check(8, /*IsAfterPruning=*/false); }

TEST_F(SplitCodeTest, AfterPruning) { check(8, /*IsAfterPruning=*/true); }

TEST_F(ManagedCodePluginTest, HandsOnOptions) {
  ManagedCodeOptions Options;
  Options.CountFaults = true;
  Options.Context = ExecutorAddr::fromPtr(this);
  addPlugin(Options);
  GraphBuilder Builder(ES, "graph");
  Builder.addShort({&Builder.addFunction("f")});
  ASSERT_THAT_ERROR(add(Builder), Succeeded());
  LLVMManagedFaultEntry Entry;
  ASSERT_TRUE(LLVMManagedLookupFault(find("f") + 4, &Entry));
  EXPECT_EQ(Entry.Context, this);
  uint64_t Count = 1;
  EXPECT_EQ(LLVMManagedGetFaultCount(Entry.Map, Entry.FaultingPC, &Count),
            LLVMManagedSuccess);
  EXPECT_EQ(Count, 0u);
}

TEST_F(ManagedCodePluginTest, CountsOnlyIfAsked) {
  addPlugin();
  GraphBuilder Builder(ES, "graph");
  Builder.addShort({&Builder.addFunction("f")});
  ASSERT_THAT_ERROR(add(Builder), Succeeded());
  LLVMManagedFaultEntry Entry;
  ASSERT_TRUE(LLVMManagedLookupFault(find("f") + 4, &Entry));
  uint64_t Count;
  EXPECT_EQ(LLVMManagedGetFaultCount(Entry.Map, Entry.FaultingPC, &Count),
            LLVMManagedNotCounted);
}

TEST_F(ManagedCodePluginTest, RegistersNothingWithoutFunctions) {
  Layer.addPlugin(std::make_shared<ManagedCodePlugin>(ManagedCodeActions()));
  size_t NumShort = 0;
  Layer.addPlugin(std::make_shared<PassPlugin>([&](LinkGraph &G) {
    NumShort = blocksOf(G, "llvm_faultmaps.jit").size();
    return Error::success();
  }));
  GraphBuilder Builder(ES, "graph");
  Builder.addShort({&Builder.addFunction("f")});
  ASSERT_THAT_ERROR(add(Builder), Succeeded());
  uintptr_t PC = find("f");
  EXPECT_NE(PC, 0u);
  EXPECT_EQ(NumShort, 1u);
  EXPECT_FALSE(isRegistered(PC));
}

TEST_F(ManagedCodePluginTest, NeedsARuntimeInTheExecutor) {
  // This executor has nothing.
  EXPECT_THAT_EXPECTED(
      ManagedCodePlugin::Create(ES),
      FailedWithMessage("the executor has no runtime for managed code",
                        testing::_));
  EXPECT_THAT_ERROR(
      installManagedFaultHandler(ES),
      FailedWithMessage("the executor has no runtime for managed code",
                        testing::_));
  EXPECT_THAT_ERROR(
      uninstallManagedFaultHandler(ES),
      FailedWithMessage("the executor has no runtime for managed code",
                        testing::_));
}

TEST(RegisterFaultMapsTest, DeregistersOnlyWhatIsRegistered) {
  ExecutorAddrRange Short(ExecutorAddr(0x1000), ExecutorAddr(0x1008));
  auto Call =
      shared::WrapperFunctionCall::Create<rt::SPSDeregisterFaultMapArgs>(
          ExecutorAddr::fromPtr(&llvm_orc_deregisterFaultMapAllocAction), Short,
          ExecutorAddrRange());
  ASSERT_THAT_EXPECTED(Call, Succeeded());
  EXPECT_THAT_ERROR(Call->runWithSPSRetErrorMerged(),
                    FailedWithMessage("no fault map is registered at 0x1000"));
}

TEST(RegisterFaultMapsTest, RefusesArgumentsThatAreCutOff) {
  shared::WrapperFunctionBuffer Result(
      llvm_orc_registerFaultMapAllocAction("\1", 1));
  EXPECT_NE(Result.getOutOfBandError(), nullptr);
}

} // end anonymous namespace
