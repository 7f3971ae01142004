//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which loads are polls by page, and anchors of contexts.
///
//===----------------------------------------------------------------------===//

#include "../../../lib/ExecutionEngine/ManagedRuntime/PagePolls.h"
#include "../../../lib/ExecutionEngine/ManagedRuntime/FaultContext.h"
#include "MadeUpFault.h"
#include "TableBuilder.h"
#include "llvm-c/ManagedThreads.h"
#include "gtest/gtest.h"
#include <vector>

using namespace llvm;
using namespace llvm::managed;

static size_t lengthOf(std::vector<uint8_t> Code) {
  // What follows the instruction says nothing.
  const size_t Length = getPollLength(Code.data());
  return Length && Length != Code.size() ? ~size_t(0) : Length;
}

#if defined(__x86_64__)

TEST(PagePolls, Loads) {
  EXPECT_EQ(lengthOf({0x85, 0x00}), 2u);                   // (%rax)
  EXPECT_EQ(lengthOf({0x85, 0x07}), 2u);                   // (%rdi)
  EXPECT_EQ(lengthOf({0x85, 0x04, 0x24}), 3u);             // (%rsp)
  EXPECT_EQ(lengthOf({0x85, 0x45, 0x00}), 3u);             // (%rbp)
  EXPECT_EQ(lengthOf({0x41, 0x85, 0x00}), 3u);             // (%r8)
  EXPECT_EQ(lengthOf({0x41, 0x85, 0x04, 0x24}), 4u);       // (%r12)
  EXPECT_EQ(lengthOf({0x41, 0x85, 0x45, 0x00}), 4u);       // (%r13)
  EXPECT_EQ(lengthOf({0xd5, 0x10, 0x85, 0x00}), 4u);       // (%r16)
  EXPECT_EQ(lengthOf({0xd5, 0x11, 0x85, 0x45, 0x00}), 5u); // (%r29)
  EXPECT_EQ(lengthOf({0x85, 0x05, 1, 2, 3, 4}), 6u);       // page(%rip)
}

TEST(PagePolls, OtherInstructions) {
  EXPECT_EQ(lengthOf({0x85, 0xc0}), 0u);                // testl %eax, %eax
  EXPECT_EQ(lengthOf({0x85, 0x08}), 0u);                // testl %ecx, (%rax)
  EXPECT_EQ(lengthOf({0x44, 0x85, 0x00}), 0u);          // testl %r8d, (%rax)
  EXPECT_EQ(lengthOf({0x85, 0x40, 0x08}), 0u);          // 8(%rax)
  EXPECT_EQ(lengthOf({0x85, 0x80, 0, 0, 0, 0}), 0u);    // 0(%rax), long
  EXPECT_EQ(lengthOf({0x85, 0x04, 0x08}), 0u);          // (%rax,%rcx)
  EXPECT_EQ(lengthOf({0x42, 0x85, 0x04, 0x20}), 0u);    // (%rax,%r12)
  EXPECT_EQ(lengthOf({0x41, 0x85, 5, 0, 0, 0, 0}), 0u); // (%rip), REX
  EXPECT_EQ(lengthOf({0x48, 0x85, 0x00}), 0u);          // testq
  EXPECT_EQ(lengthOf({0x84, 0x00}), 0u);                // testb
  EXPECT_EQ(lengthOf({0x66, 0x85, 0x00}), 0u);          // testw
  EXPECT_EQ(lengthOf({0x8b, 0x00}), 0u);                // movl
  EXPECT_EQ(lengthOf({0x64, 0x85, 0x00}), 0u);          // %fs
}

#else

static size_t lengthOf(uint32_t Word) {
  return lengthOf({uint8_t(Word), uint8_t(Word >> 8), uint8_t(Word >> 16),
                   uint8_t(Word >> 24)});
}

TEST(PagePolls, Loads) {
  EXPECT_EQ(lengthOf(0xb940001f), 4u); // ldr wzr, [x0]
  EXPECT_EQ(lengthOf(0xb940027f), 4u); // ldr wzr, [x19]
}

TEST(PagePolls, OtherInstructions) {
  EXPECT_EQ(lengthOf(0xb9400000), 0u); // ldr w0, [x0]
  EXPECT_EQ(lengthOf(0xb940041f), 0u); // ldr wzr, [x0, #4]
  EXPECT_EQ(lengthOf(0xf940001f), 0u); // ldr xzr, [x0]
  EXPECT_EQ(lengthOf(0xb900001f), 0u); // str wzr, [x0]
}

#endif

TEST(PagePolls, ContextWithoutSafepoint) {
  ucontext_t Context = {};
#if defined(__x86_64__)
  static const uint8_t Code[] = {0x85, 0x00};
#else
  static const uint32_t Code[] = {0xb940001f};
#endif
  setPC(Context, reinterpret_cast<uintptr_t>(Code));
  LLVMManagedAnchor Anchor = {};
  // It is a poll, but no map has it.
  EXPECT_FALSE(LLVMManagedMakeContextAnchor(&Anchor, &Context, nullptr));
  EXPECT_EQ(Anchor.PC, 0u);
}

namespace {

/// A poll of a function with a frame, at the beginning of the code, and a null
/// check.
class FramePolls : public testing::Test {
protected:
  static constexpr size_t Length = 2, Check = 64;
  Arena Memory;
  LLVMManagedFaultMapRef Map;

  void SetUp() override {
    auto *E = Memory.allocate<faultmap::ShortEntryV2>(2);
    set(E[0], Memory.code(), Memory.code(Length), faultmap::PollingPage);
    set(E[1], Memory.code(Check), Memory.code());
    LLVMManagedFaultTables Tables = {};
    Tables.StructSize = sizeof(Tables);
    Tables.ShortBegin = E;
    Tables.ShortEnd = E + 2;
    ASSERT_EQ(LLVMManagedRegisterFaultTables(&Tables, &Map, nullptr),
              LLVMManagedSuccess);
  }
  void TearDown() override { LLVMManagedUnregisterFaultTables(Map); }

  static MadeUpFault at(uintptr_t PC) {
    MadeUpFault F(PC, reinterpret_cast<uintptr_t>(&LLVMManagedPollPage) + 8);
    F.Info.si_code = SEGV_ACCERR;
    return F;
  }
};

} // end anonymous namespace

TEST_F(FramePolls, Lookup) {
  LLVMManagedFaultEntry Entry;
  ASSERT_TRUE(LLVMManagedLookupFault(Memory.code(), &Entry));
  EXPECT_EQ(Entry.Kind, uint32_t(faultmap::PollingPage));
  EXPECT_EQ(Entry.HandlerPC, Memory.code(Length));
}

TEST_F(FramePolls, Context) {
  ucontext_t Context = {};
  LLVMManagedAnchor Anchor = {}, Outer = {};
  setPC(Context, Memory.code());
  ASSERT_TRUE(LLVMManagedMakeContextAnchor(&Anchor, &Context, &Outer));
  EXPECT_EQ(Anchor.PC, Memory.code(Length));
  EXPECT_EQ(Anchor.Next, &Outer);
  for (size_t Other : {size_t(1), Length, Check}) {
    setPC(Context, Memory.code(Other));
    EXPECT_FALSE(LLVMManagedMakeContextAnchor(&Anchor, &Context, nullptr));
  }
}

TEST_F(FramePolls, IsNoNullCheck) {
  MadeUpFault Null(Memory.code(), 0);
  EXPECT_FALSE(Null.handle());
  EXPECT_EQ(Null.pc(), Memory.code());
  MadeUpFault Checked(Memory.code(Check), 0);
  EXPECT_TRUE(Checked.handle());
}

TEST_F(FramePolls, Faults) {
  ASSERT_EQ(LLVMManagedArmPolls(), LLVMManagedSuccess);
  ASSERT_EQ(LLVMManagedAttachThread(nullptr), LLVMManagedSuccess);
  MadeUpFault InNative = at(Memory.code());
  EXPECT_FALSE(InNative.handle());

  // A thread that is not asked to stop goes on after the poll.
  ASSERT_EQ(LLVMManagedLeaveNative(), LLVMManagedSuccess);
  MadeUpFault Poll = at(Memory.code());
  EXPECT_TRUE(Poll.handle());
  EXPECT_EQ(Poll.pc(), Memory.code(Length));

  MadeUpFault Elsewhere = at(Memory.code());
  Elsewhere.Info.si_addr = LLVMManagedPollPage + LLVM_MANAGED_POLL_PAGE_SIZE;
  EXPECT_FALSE(Elsewhere.handle());
  MadeUpFault Unmapped = at(Memory.code());
  Unmapped.Info.si_code = SEGV_MAPERR;
  EXPECT_FALSE(Unmapped.handle());
  MadeUpFault OtherCode = at(Memory.code(Check));
  EXPECT_FALSE(OtherCode.handle());

  ASSERT_EQ(LLVMManagedEnterNative(), LLVMManagedSuccess);
  ASSERT_EQ(LLVMManagedDetachThread(), LLVMManagedSuccess);
  ASSERT_EQ(LLVMManagedDisarmPolls(), LLVMManagedSuccess);
}

TEST(PagePolls, PlacesOfRegisters) {
  ucontext_t Context = {};
#if defined(__x86_64__)
  Context.uc_mcontext.gregs[REG_RDX] = 1;
  Context.uc_mcontext.gregs[REG_R15] = 15;
  EXPECT_EQ(*getRegisterPlace(Context, 1), 1u);
  EXPECT_EQ(*getRegisterPlace(Context, 15), 15u);
#else
  Context.uc_mcontext.regs[1] = 1;
  Context.uc_mcontext.regs[30] = 30;
  EXPECT_EQ(*getRegisterPlace(Context, 1), 1u);
  EXPECT_EQ(*getRegisterPlace(Context, 30), 30u);
#endif
}
