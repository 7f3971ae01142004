//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// JIT'd code that faults at implicit checks, with the compiler, JITLink and
/// the runtime together.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedRuntime.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ManagedCodePlugin.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/RTDyldObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/SectionMemoryManager.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Testing/Support/Error.h"
#include "gtest/gtest.h"
#include <atomic>
#include <thread>

using namespace llvm;
using namespace llvm::orc;

namespace {

using Function = int (*)(const int *);

} // end anonymous namespace

/// A module with a function \p Name that loads, and returns \p IfNull for null;
/// its check has the site id \p Site.
static ThreadSafeModule makeModule(StringRef Name, int IfNull, unsigned Site,
                                   unsigned Version) {
  std::string Text = formatv(R"(
    define i32 @{0}(ptr %p) "implicit-null-checks" {{
      %null = icmp eq ptr %p, null
      br i1 %null, label %throw, label %ok, !make.implicit !{{i32 {2}}
    ok:
      %v = load i32, ptr %p
      ret i32 %v
    throw:
      ret i32 {1}
    }
    !llvm.module.flags = !{{!0}
    !0 = !{{i32 1, !"fault-map-version", i32 {3}}
  )",
                             Name, IfNull, Site, Version);
  auto Context = std::make_unique<LLVMContext>();
  SMDiagnostic Diagnostic;
  auto M = parseAssemblyString(Text, Diagnostic, *Context);
  EXPECT_TRUE(M) << Diagnostic.getMessage().str();
  return ThreadSafeModule(std::move(M), std::move(Context));
}

namespace {

class ManagedCodeExecutionTest : public testing::TestWithParam<unsigned> {
protected:
  static void SetUpTestSuite() {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    InitializeNativeTargetAsmParser();
  }

  void SetUp() override {
#if !defined(__linux__) || !(defined(__x86_64__) || defined(__aarch64__))
    GTEST_SKIP();
#endif
    auto Created = LLJITBuilder()
                       .setObjectLinkingLayerCreator([](ExecutionSession &ES) {
                         return std::make_unique<ObjectLinkingLayer>(ES);
                       })
                       .create();
    ASSERT_THAT_EXPECTED(Created, Succeeded());
    J = std::move(*Created);
  }

  void TearDown() override {
    if (IsEnabled)
      EXPECT_THAT_ERROR(uninstallManagedFaultHandler(J->getExecutionSession()),
                        Succeeded());
  }

  void enable(const ManagedCodeOptions &Options = {}) {
    ASSERT_THAT_ERROR(enableManagedCode(*J, Options), Succeeded());
    IsEnabled = true;
  }

  Function add(ResourceTrackerSP RT, StringRef Name, int IfNull,
               unsigned Site = 0) {
    EXPECT_THAT_ERROR(
        J->addIRModule(std::move(RT),
                       makeModule(Name, IfNull, Site, GetParam())),
        Succeeded());
    return find(Name);
  }

  Function find(StringRef Name) {
    auto Found = J->lookup(Name);
    EXPECT_THAT_EXPECTED(Found, Succeeded());
    return Found ? Found->toPtr<Function>() : nullptr;
  }

  std::unique_ptr<LLJIT> J;
  bool IsEnabled = false;
};

TEST_P(ManagedCodeExecutionTest, RecoversInEachModule) {
  enable();
  JITDylib &JD = J->getMainJITDylib();
  Function F = add(JD.getDefaultResourceTracker(), "f", -10);
  Function G = add(JD.getDefaultResourceTracker(), "g", -20);
  ASSERT_TRUE(F && G);
  int Value = 5;
  uint64_t Before = LLVMManagedRecoveredFaults();
  EXPECT_EQ(F(&Value), 5);
  EXPECT_EQ(G(&Value), 5);
  EXPECT_EQ(LLVMManagedRecoveredFaults(), Before);
  EXPECT_EQ(F(nullptr), -10);
  EXPECT_EQ(G(nullptr), -20);
  EXPECT_EQ(LLVMManagedRecoveredFaults(), Before + 2);
}

TEST_P(ManagedCodeExecutionTest, CountsAndReports) {
  ManagedCodeOptions Options;
  Options.CountFaults = true;
  Options.ReportAfter = 3;
  enable(Options);
  JITDylib &JD = J->getMainJITDylib();
  Function F = add(JD.getDefaultResourceTracker(), "f", -10, 7);
  ASSERT_TRUE(F);
  LLVMManagedFaultReport Reports[2];
  for (unsigned I = 0; I < 2; ++I)
    EXPECT_EQ(F(nullptr), -10);
  EXPECT_EQ(LLVMManagedDrainFaultReports(Reports, 2), 0u);
  EXPECT_EQ(F(nullptr), -10);
  ASSERT_EQ(LLVMManagedDrainFaultReports(Reports, 2), 1u);
  EXPECT_EQ(Reports[0].Count, 3u);
  // Version 1 has no room for site ids.
  EXPECT_EQ(Reports[0].Entry.HasSite, GetParam() == 2);
  EXPECT_EQ(Reports[0].Entry.Site, GetParam() == 2 ? 7u : 0u);
}

#if defined(__aarch64__)
static constexpr char LoadFarAway[] = "ldr w0, [x0, #0x2000]; ret;"
                                      "1: mov w0, #-7; ret";
#else
static constexpr char LoadFarAway[] = "movl 0x2000(%rdi), %eax; ret;"
                                      "1: movl $$-7, %eax; ret";
#endif

TEST_P(ManagedCodeExecutionTest, KnowsOtherGuards) {
  ManagedCodeOptions Options;
  Options.GuardSize = 0x4000;
  enable(Options);
  auto Context = std::make_unique<LLVMContext>();
  auto M = std::make_unique<Module>("far", *Context);
  auto *F = llvm::Function::Create(
      FunctionType::get(Type::getInt32Ty(*Context),
                        {PointerType::get(*Context, 0)}, /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, "far", *M);
  F->addFnAttr(Attribute::Naked);
  IRBuilder<> Builder(BasicBlock::Create(*Context, "entry", F));
  std::string Asm = std::string("0: ") + LoadFarAway +
                    R"(
    .pushsection llvm_faultmaps,"ao",@progbits,.text
    2: .long 0b - 2b
    .long ((1b - 0b) << 4) + 1
    .popsection
  )";
  Builder.CreateCall(InlineAsm::get(FunctionType::get(Builder.getVoidTy(), {}),
                                    Asm, "", /*hasSideEffects=*/true));
  Builder.CreateUnreachable();
  ASSERT_THAT_ERROR(
      J->addIRModule(ThreadSafeModule(std::move(M), std::move(Context))),
      Succeeded());
  Function Far = find("far");
  ASSERT_TRUE(Far);
  EXPECT_EQ(Far(nullptr), -7);
}

TEST_P(ManagedCodeExecutionTest, RemovesCodeWhileOtherCodeFaults) {
  enable();
  JITDylib &JD = J->getMainJITDylib();
  Function Steady = add(JD.getDefaultResourceTracker(), "steady", -1);
  ASSERT_TRUE(Steady);
  std::atomic<bool> IsDone{false};
  std::atomic<unsigned> NumFaults{0}, NumWrong{0};
  std::thread Faulting([&] {
    while (!IsDone.load()) {
      if (Steady(nullptr) != -1)
        ++NumWrong;
      ++NumFaults;
    }
  });
  for (int I = 0; I < 100; ++I) {
    ResourceTrackerSP RT = JD.createResourceTracker();
    Function F = add(RT, "f", I);
    if (F) {
      EXPECT_EQ(F(nullptr), I);
    }
    EXPECT_THAT_ERROR(RT->remove(), Succeeded());
  }
  // As many faults as it takes for some to fall into a removal.
  while (NumFaults.load() < 1000)
    std::this_thread::yield();
  IsDone.store(true);
  Faulting.join();
  EXPECT_EQ(NumWrong.load(), 0u);
}

TEST_P(ManagedCodeExecutionTest, NeedsJITLink) {
  auto WithRTDyld = LLJITBuilder()
                        .setObjectLinkingLayerCreator([](ExecutionSession &ES) {
                          return std::make_unique<RTDyldObjectLinkingLayer>(
                              ES, [](const MemoryBuffer &) {
                                return std::make_unique<SectionMemoryManager>();
                              });
                        })
                        .create();
  ASSERT_THAT_EXPECTED(WithRTDyld, Succeeded());
  EXPECT_THAT_ERROR(
      enableManagedCode(**WithRTDyld),
      FailedWithMessage(
          "the runtime for managed code requires JITLink as the JIT linker"));
}

TEST_P(ManagedCodeExecutionTest, InstallsTheHandlerAsOftenAsItIsAsked) {
  ExecutionSession &ES = J->getExecutionSession();
  EXPECT_THAT_ERROR(uninstallManagedFaultHandler(ES),
                    FailedWithMessage("cannot uninstall the fault handler: the "
                                      "fault handler is not installed"));
  EXPECT_THAT_ERROR(installManagedFaultHandler(ES), Succeeded());
  EXPECT_THAT_ERROR(installManagedFaultHandler(ES), Succeeded());
  EXPECT_THAT_ERROR(uninstallManagedFaultHandler(ES), Succeeded());
  EXPECT_THAT_ERROR(uninstallManagedFaultHandler(ES), Succeeded());
  EXPECT_THAT_ERROR(uninstallManagedFaultHandler(ES), Failed());
}

INSTANTIATE_TEST_SUITE_P(Versions, ManagedCodeExecutionTest,
                         testing::Values(1, 2));

} // end anonymous namespace
