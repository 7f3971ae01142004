//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which signals are the fault of a check: each condition, broken alone.
///
//===----------------------------------------------------------------------===//

#include "MadeUpFault.h"
#include "TableBuilder.h"
#include "llvm-c/ManagedRuntime.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace llvm;
using namespace llvm::faultmap;
using namespace llvm::managed;

namespace {

class HandlerTest : public testing::Test {
protected:
  Arena Memory;
  std::vector<LLVMManagedFaultMapRef> Maps;

  /// An entry at \p Offset of the code, whose handler is 16 bytes behind.
  void add(size_t Offset, size_t GuardSize = 0, uint32_t Flags = 0) {
    auto *E = Memory.allocate<LongEntryV2>(1);
    set(E[0], Memory.code(Offset), Memory.code(Offset + 16));
    LLVMManagedFaultTables Tables = {};
    Tables.StructSize = sizeof(Tables);
    Tables.LongBegin = E;
    Tables.LongEnd = E + 1;
    Tables.GuardSize = GuardSize;
    Tables.Flags = Flags;
    LLVMManagedFaultMapRef Map;
    ASSERT_EQ(LLVMManagedRegisterFaultTables(&Tables, &Map, nullptr),
              LLVMManagedSuccess);
    Maps.push_back(Map);
  }
  void TearDown() override {
    LLVMManagedUnregisterAllFaultTables(Maps.data(), Maps.size());
  }

  /// Whether an access to \p Address at \p Offset is recovered.
  bool recovers(size_t Offset, uintptr_t Address) {
    MadeUpFault F(Memory.code(Offset), Address);
    bool IsRecovered = F.handle();
    EXPECT_EQ(F.pc(), Memory.code(Offset + (IsRecovered ? 16 : 0)));
    return IsRecovered;
  }
};

TEST_F(HandlerTest, ContinuesAtTheHandlerAndChangesNothingElse) {
  add(0);
  MadeUpFault F(Memory.code(0));
  memset(&F.Context.uc_sigmask, 0x5a, sizeof(F.Context.uc_sigmask));
  MadeUpFault Before = F;
  ASSERT_TRUE(F.handle());
  EXPECT_EQ(F.pc(), Memory.code(16));
#if defined(__x86_64__)
  F.Context.uc_mcontext.gregs[REG_RIP] =
      Before.Context.uc_mcontext.gregs[REG_RIP];
#else
  F.Context.uc_mcontext.pc = Before.Context.uc_mcontext.pc;
#endif
  EXPECT_EQ(memcmp(&F.Context, &Before.Context, sizeof(F.Context)), 0);
  EXPECT_EQ(memcmp(&F.Info, &Before.Info, sizeof(F.Info)), 0);
}

#if defined(__x86_64__)
TEST_F(HandlerTest, DoesNotSkipABreakpointOnTheHandler) {
  add(0);
  MadeUpFault F(Memory.code(0));
  F.Context.uc_mcontext.gregs[REG_EFL] = 0x10246;
  ASSERT_TRUE(F.handle());
  EXPECT_EQ(F.Context.uc_mcontext.gregs[REG_EFL], 0x246);
}

TEST_F(HandlerTest, WantsAPageFault) {
  add(0);
  for (int Trap : {0, 6, 12, 13, 17}) {
    MadeUpFault F(Memory.code(0));
    F.Context.uc_mcontext.gregs[REG_TRAPNO] = Trap;
    EXPECT_FALSE(F.handle()) << Trap;
  }
}
#else
TEST_F(HandlerTest, DoesNotArriveByAnIndirectBranch) {
  add(0);
  MadeUpFault F(Memory.code(0));
  F.Context.uc_mcontext.pstate = 0x60000c00;
  ASSERT_TRUE(F.handle());
  EXPECT_EQ(F.Context.uc_mcontext.pstate, 0x60000000u);
}
#endif

TEST_F(HandlerTest, WantsSigsegv) {
  add(0);
  for (int Signal : {SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGUSR1, 0}) {
    MadeUpFault F(Memory.code(0));
    F.Signal = Signal;
    EXPECT_FALSE(F.handle()) << Signal;
  }
}

TEST_F(HandlerTest, WantsAnAddressWhereNothingIsMapped) {
  add(0);
  const int Codes[] = {SI_USER,     SI_TKILL, SI_QUEUE, SI_KERNEL,
                       SEGV_ACCERR, 3,        4};
  for (int Code : Codes) {
    MadeUpFault F(Memory.code(0));
    F.Info.si_code = Code;
    EXPECT_FALSE(F.handle()) << Code;
  }
}

TEST_F(HandlerTest, WantsTheExactPC) {
  add(64);
  add(128);
  for (size_t Offset = 0; Offset < 256; ++Offset)
    EXPECT_EQ(recovers(Offset, 0), Offset == 64 || Offset == 128) << Offset;
}

TEST_F(HandlerTest, WantsAnAddressBelowTheGuardOfItsObject) {
  add(0);
  add(64, 64);
  add(128, 65536);
  add(192, 0, LLVMManagedCountFaults);
  add(256, 64, LLVMManagedCountFaults);
  for (uintptr_t Address :
       {0, 1, 63, 64, 65, 4095, 4096, 4097, 65535, 65536, 1 << 20}) {
    EXPECT_EQ(recovers(0, Address), Address < 4096) << Address;
    EXPECT_EQ(recovers(64, Address), Address < 64) << Address;
    EXPECT_EQ(recovers(128, Address), Address < 65536) << Address;
    EXPECT_EQ(recovers(192, Address), Address < 4096) << Address;
    EXPECT_EQ(recovers(256, Address), Address < 64) << Address;
  }
  EXPECT_FALSE(recovers(0, uintptr_t(1) << 63));
  EXPECT_FALSE(recovers(0, UINTPTR_MAX));
}

TEST_F(HandlerTest, CountsWhatItRecovers) {
  add(0);
  uint64_t Before = LLVMManagedRecoveredFaults();
  EXPECT_TRUE(recovers(0, 0));
  EXPECT_FALSE(recovers(0, 4096));
  EXPECT_TRUE(recovers(0, 8));
  EXPECT_EQ(LLVMManagedRecoveredFaults(), Before + 2);
  EXPECT_EQ(LLVMManagedPassedOnFaults(), 0u);
}

} // end anonymous namespace
