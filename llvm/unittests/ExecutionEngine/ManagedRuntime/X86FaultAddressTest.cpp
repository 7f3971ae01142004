//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Addresses of x86-64 instructions, in each encoding.
///
//===----------------------------------------------------------------------===//

#include "../../../lib/ExecutionEngine/ManagedRuntime/X86FaultAddress.h"
#include "gtest/gtest.h"
#include <vector>

using namespace llvm;
using namespace llvm::managed;

/// Each register holds its number, times 2^32.
static constexpr uint64_t in(unsigned Register) {
  return uint64_t(Register) << 32;
}

/// What became of an instruction. It has a name of its own among all tests.
struct FaultAddressOutcome {
  bool HasAddress;
  uint64_t Address = 0, Slack = 0;

  bool operator==(const FaultAddressOutcome &Other) const {
    return HasAddress == Other.HasAddress && Address == Other.Address &&
           Slack == Other.Slack;
  }

  friend void PrintTo(const FaultAddressOutcome &O, std::ostream *OS) {
    *OS << O.HasAddress << " 0x" << std::hex << O.Address << " +-" << O.Slack;
  }
};

using Outcome = FaultAddressOutcome;

static Outcome decode(std::vector<uint8_t> Code) {
  // In the opposite order.
  long long Registers[16];
  uint8_t Places[16];
  for (unsigned I = 0; I != 16; ++I) {
    Places[I] = static_cast<uint8_t>(15 - I);
    Registers[15 - I] = static_cast<long long>(in(I));
  }
  X86FaultAddress Result;
  // What is read behind the bytes given is seen by sanitizers.
  if (!decodeX86Address(Code.data(), Registers, Places, Result))
    return {false};
  return {true, Result.Address, Result.Slack};
}

static constexpr Outcome None = {false};
static constexpr unsigned RCX = 1, RBP = 5, RDI = 7;

TEST(X86FaultAddressTest, OneByteOpcodes) {
  // movl (%rdi), %eax; movl (%rdi,%rcx,4), %eax; movq 16(%rdi,%rcx,4), %rax
  EXPECT_EQ(decode({0x8b, 0x07}), (Outcome{true, in(RDI)}));
  EXPECT_EQ(decode({0x8b, 0x04, 0x8f}), (Outcome{true, in(RDI) + 4 * in(RCX)}));
  EXPECT_EQ(decode({0x48, 0x8b, 0x44, 0x8f, 0x10}),
            (Outcome{true, in(RDI) + 4 * in(RCX) + 16}));
  // movq 256(%rdi,%r8,8), %rax; movq -8(%rdi), %rax; testb %al, -4096(%rbp)
  EXPECT_EQ(decode({0x4a, 0x8b, 0x84, 0xc7, 0x00, 0x01, 0x00, 0x00}),
            (Outcome{true, in(RDI) + 8 * in(8) + 256}));
  EXPECT_EQ(decode({0x48, 0x8b, 0x47, 0xf8}), (Outcome{true, in(RDI)-8}));
  EXPECT_EQ(decode({0x84, 0x85, 0x00, 0xf0, 0xff, 0xff}),
            (Outcome{true, in(RBP)-4096}));
  // movl (%r13), %eax has a displacement; so has (%rbp,%rcx).
  EXPECT_EQ(decode({0x41, 0x8b, 0x45, 0x00}), (Outcome{true, in(13)}));
  EXPECT_EQ(decode({0x8b, 0x44, 0x0d, 0x00}),
            (Outcome{true, in(RBP) + in(RCX)}));
  // movl (%r12,%rcx), %eax; movl (%rdi,%r12), %eax; movl (%r12), %eax
  EXPECT_EQ(decode({0x41, 0x8b, 0x04, 0x0c}),
            (Outcome{true, in(12) + in(RCX)}));
  EXPECT_EQ(decode({0x42, 0x8b, 0x04, 0x27}),
            (Outcome{true, in(RDI) + in(12)}));
  EXPECT_EQ(decode({0x41, 0x8b, 0x04, 0x24}), (Outcome{true, in(12)}));
  // movl 4(,%rcx,8), %eax: an index alone; fldl (%rdi)
  EXPECT_EQ(decode({0x8b, 0x04, 0xcd, 0x04, 0x00, 0x00, 0x00}),
            (Outcome{true, 8 * in(RCX) + 4}));
  EXPECT_EQ(decode({0xdd, 0x07}), (Outcome{true, in(RDI)}));
}

TEST(X86FaultAddressTest, OtherMaps) {
  // movzbl (%rdi,%rcx), %eax; lock xaddq %rax, (%rdi,%rcx,8)
  EXPECT_EQ(decode({0x0f, 0xb6, 0x04, 0x0f}),
            (Outcome{true, in(RDI) + in(RCX)}));
  EXPECT_EQ(decode({0xf0, 0x48, 0x0f, 0xc1, 0x04, 0xcf}),
            (Outcome{true, in(RDI) + 8 * in(RCX)}));
  // movupd (%rdi), %xmm0; movbel (%rdi), %eax; pinsrb $1, (%rdi), %xmm0
  EXPECT_EQ(decode({0x66, 0x0f, 0x10, 0x07}), (Outcome{true, in(RDI)}));
  EXPECT_EQ(decode({0x0f, 0x38, 0xf0, 0x07}), (Outcome{true, in(RDI)}));
  EXPECT_EQ(decode({0x66, 0x0f, 0x3a, 0x20, 0x07, 0x01}),
            (Outcome{true, in(RDI)}));
}

TEST(X86FaultAddressTest, VEX) {
  // vmovups (%rdi,%rcx), %xmm0; vmovups (%rdi,%r8), %xmm0; andnl (%r9), ...
  EXPECT_EQ(decode({0xc5, 0xf8, 0x10, 0x04, 0x0f}),
            (Outcome{true, in(RDI) + in(RCX)}));
  EXPECT_EQ(decode({0xc4, 0xa1, 0x78, 0x10, 0x04, 0x07}),
            (Outcome{true, in(RDI) + in(8)}));
  EXPECT_EQ(decode({0xc4, 0xc2, 0x78, 0xf2, 0x01}), (Outcome{true, in(9)}));
  // vmovups (%r12), %xmm0; the same with (%r12,%rcx), (%r13), (%r13,%r12,2)
  EXPECT_EQ(decode({0xc4, 0xc1, 0x78, 0x10, 0x04, 0x24}),
            (Outcome{true, in(12)}));
  EXPECT_EQ(decode({0xc4, 0xc1, 0x78, 0x10, 0x04, 0x0c}),
            (Outcome{true, in(12) + in(RCX)}));
  EXPECT_EQ(decode({0xc4, 0xc1, 0x78, 0x10, 0x45, 0x00}),
            (Outcome{true, in(13)}));
  EXPECT_EQ(decode({0xc4, 0x81, 0x7c, 0x10, 0x44, 0x65, 0x00}),
            (Outcome{true, in(13) + 2 * in(12)}));
}

TEST(X86FaultAddressTest, EVEXDoesNotTellItsUnit) {
  // vmovups 64(%rdi,%rcx), %zmm0; the same with -64 and with 100.
  EXPECT_EQ(decode({0x62, 0xf1, 0x7c, 0x48, 0x10, 0x44, 0x0f, 0x01}),
            (Outcome{true, in(RDI) + in(RCX), 64}));
  EXPECT_EQ(decode({0x62, 0xf1, 0x7c, 0x48, 0x10, 0x44, 0x0f, 0xff}),
            (Outcome{true, in(RDI) + in(RCX), 64}));
  EXPECT_EQ(decode({0x62, 0xf1, 0x7c, 0x48, 0x10, 0x84, 0x0f, 0x64, 0x00, 0x00,
                    0x00}),
            (Outcome{true, in(RDI) + in(RCX) + 100}));
  // vmovups (%r9,%r10,8), %zmm0
  EXPECT_EQ(decode({0x62, 0x91, 0x7c, 0x48, 0x10, 0x04, 0xd1}),
            (Outcome{true, in(9) + 8 * in(10)}));
  // The same with (%r12), (%r13), 64(%r13,%r12,4) and (%rbp,%r12)
  EXPECT_EQ(decode({0x62, 0xd1, 0x7c, 0x48, 0x10, 0x04, 0x24}),
            (Outcome{true, in(12)}));
  EXPECT_EQ(decode({0x62, 0xd1, 0x7c, 0x48, 0x10, 0x45, 0x00}),
            (Outcome{true, in(13)}));
  EXPECT_EQ(decode({0x62, 0x91, 0x7c, 0x48, 0x10, 0x44, 0xa5, 0x01}),
            (Outcome{true, in(13) + 4 * in(12), 64}));
  EXPECT_EQ(decode({0x62, 0xb1, 0x7c, 0x48, 0x10, 0x4c, 0x25, 0x00}),
            (Outcome{true, in(RBP) + in(12)}));
}

TEST(X86FaultAddressTest, WhatIsNoPlainAddress) {
  // movl %ecx, %eax; movl 8(%rip), %eax; movl %fs:(%rdi), %eax, and %gs
  EXPECT_EQ(decode({0x8b, 0xc1}), None);
  EXPECT_EQ(decode({0x8b, 0x05, 0x08, 0x00, 0x00, 0x00}), None);
  EXPECT_EQ(decode({0x64, 0x8b, 0x07}), None);
  EXPECT_EQ(decode({0x65, 0x8b, 0x07}), None);
  // movl (%edi), %eax; movabsl 0x..., %eax; a REX2 prefix
  EXPECT_EQ(decode({0x67, 0x8b, 0x07}), None);
  EXPECT_EQ(decode({0xa1, 0, 0, 0, 0, 0, 0, 0, 0}), None);
  EXPECT_EQ(decode({0xd5, 0x10, 0x8b, 0x07}), None);
  // An EVEX prefix with a base of more than sixteen registers, and an index.
  EXPECT_EQ(decode({0x62, 0xf9, 0x7c, 0x48, 0x10, 0x07}), None);
  EXPECT_EQ(decode({0x62, 0xf1, 0x78, 0x48, 0x10, 0x04, 0x0f}), None);
  // Prefixes without an end.
  EXPECT_EQ(decode(std::vector<uint8_t>(15, 0x66)), None);
}
