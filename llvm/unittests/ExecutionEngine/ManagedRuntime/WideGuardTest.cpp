//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Entries for the wide guard: when they are registered, and which faults are
/// theirs. The guard of the test itself is not reserved, as it need not be
/// position-independent; it only says so.
///
//===----------------------------------------------------------------------===//

#include "../../../lib/ExecutionEngine/ManagedRuntime/WideGuard.h"
#include "MadeUpFault.h"
#include "TableBuilder.h"
#include "llvm-c/ManagedRuntime.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace llvm;
using namespace llvm::faultmap;
using namespace llvm::managed;

namespace {

class WideGuardTest : public testing::Test {
protected:
  Arena Memory;
  std::vector<LLVMManagedFaultMapRef> Maps;
  const bool WasReserved = IsGuardReserved.exchange(true);

  LLVMManagedStatus add(size_t Offset, Kind K) {
    auto *E = Memory.allocate<LongEntryV2>(1);
    set(E[0], Memory.code(Offset), Memory.code(Offset + 32));
    E[0].Info = K;
    LLVMManagedFaultTables Tables = {};
    Tables.StructSize = sizeof(Tables);
    Tables.LongBegin = E;
    Tables.LongEnd = E + 1;
    LLVMManagedFaultMapRef Map;
    LLVMManagedStatus Status =
        LLVMManagedRegisterFaultTables(&Tables, &Map, nullptr);
    if (Status == LLVMManagedSuccess)
      Maps.push_back(Map);
    return Status;
  }
  void TearDown() override {
    LLVMManagedUnregisterAllFaultTables(Maps.data(), Maps.size());
    IsGuardReserved = WasReserved;
  }

  bool recovers(size_t Offset, uint64_t Address, int Code = SEGV_MAPERR) {
    MadeUpFault F(Memory.code(Offset), Address);
    F.Info.si_code = Code;
    bool IsRecovered = F.handle();
    EXPECT_EQ(F.pc(), Memory.code(Offset + (IsRecovered ? 32 : 0)));
    return IsRecovered;
  }
};

TEST_F(WideGuardTest, HasToBeReserved) {
  IsGuardReserved = false;
  for (Kind K : {WideFaultingLoad, WideFaultingLoadStore, WideFaultingStore})
    EXPECT_EQ(add(0, K), LLVMManagedGuardNotReserved);
  EXPECT_EQ(add(0, FaultingLoad), LLVMManagedSuccess);
  IsGuardReserved = true;
  EXPECT_EQ(add(64, WideFaultingLoad), LLVMManagedSuccess);
}

TEST_F(WideGuardTest, Addresses) {
  ASSERT_EQ(add(0, FaultingLoad), LLVMManagedSuccess);
  ASSERT_EQ(add(64, WideFaultingStore), LLVMManagedSuccess);
  const struct {
    uint64_t Address;
    bool InPage, InGuard;
  } Cases[] = {{0, true, true},
               {4095, true, true},
               {4096, false, true},
               {WideGuardAbove - 1, false, true},
               {WideGuardAbove, false, false},
               {uint64_t(1) << 46, false, false},
               {uint64_t(-WideGuardBelow) - 1, false, false},
               {uint64_t(-WideGuardBelow), false, true},
               {UINT64_MAX, false, true},
               // With an address tag of AArch64, a pointer is not null.
               {uint64_t(0x5a) << 56, false, false},
               {uint64_t(0x5a) << 56 | 4096, false, false}};
  for (const auto &C : Cases)
    // The reservation is there, without access.
    for (int Code : {SEGV_MAPERR, SEGV_ACCERR}) {
      EXPECT_EQ(recovers(0, C.Address, Code), C.InPage) << C.Address;
      EXPECT_EQ(recovers(64, C.Address, Code), C.InGuard) << C.Address;
    }
  EXPECT_FALSE(recovers(64, 0, SI_USER));
  EXPECT_FALSE(recovers(64, 0, SI_KERNEL));
}

#if defined(__x86_64__)
TEST_F(WideGuardTest, ProtectionFaultsHaveNoAddress) {
  ASSERT_EQ(add(0, FaultingLoad), LLVMManagedSuccess);
  ASSERT_EQ(add(64, WideFaultingLoad), LLVMManagedSuccess);
  ASSERT_EQ(add(128, WideFaultingLoad), LLVMManagedSuccess);
  // movq 16(%rdi,%rsi,8), %rax
  const uint8_t Code[] = {0x48, 0x8b, 0x44, 0xf7, 0x10};
  for (size_t Offset : {0, 64})
    memcpy(reinterpret_cast<void *>(Memory.code(Offset)), Code, sizeof(Code));
  // movq %fs:(%rdi), %rax
  const uint8_t Segment[] = {0x64, 0x48, 0x8b, 0x07};
  memcpy(reinterpret_cast<void *>(Memory.code(128)), Segment, sizeof(Segment));
  auto Recovers = [&](size_t Offset, int64_t Base, int64_t Index) {
    MadeUpFault F(Memory.code(Offset), 0);
    F.Info.si_code = SI_KERNEL;
    F.Context.uc_mcontext.gregs[REG_TRAPNO] = 13;
    F.Context.uc_mcontext.gregs[REG_RDI] = Base;
    F.Context.uc_mcontext.gregs[REG_RSI] = Index;
    return F.handle();
  };
  EXPECT_TRUE(Recovers(64, 0, -3));
  EXPECT_FALSE(Recovers(64, 0, -2)) << "16 bytes above that is zero";
  EXPECT_TRUE(Recovers(64, 0, INT32_MIN));
  EXPECT_TRUE(Recovers(64, 0, -(WideGuardBelow + 16) / 8));
  EXPECT_FALSE(Recovers(64, 0, -(WideGuardBelow + 24) / 8));
  EXPECT_FALSE(Recovers(64, INT64_MIN, -3)) << "not canonical";
  EXPECT_FALSE(Recovers(0, 0, -3)) << "not a wide entry";
  EXPECT_FALSE(Recovers(128, -8, 0)) << "an address with a segment";
  IsGuardReserved = false;
  EXPECT_FALSE(Recovers(64, 0, -3));
}
#endif

} // end anonymous namespace
