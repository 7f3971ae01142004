//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/TargetParser/ManagedTargetInfo.h"
#include "llvm/BinaryFormat/StackMaps.h"
#include "gtest/gtest.h"

using namespace llvm;

static ManagedTargetInfo get(StringRef TT) {
  return ManagedTargetInfo(Triple(Triple::normalize(TT)));
}

namespace {

TEST(ManagedTargetInfo, StatepointsNeedALowering) {
  for (StringRef TT :
       {"x86_64-linux-gnu", "x86_64-linux-gnux32", "x86_64-windows-msvc",
        "aarch64-linux-gnu", "aarch64_be-linux-gnu", "arm64-apple-macosx",
        "riscv64-linux-gnu", "loongarch64-linux-gnu"})
    EXPECT_TRUE(get(TT).hasStatepoints()) << TT.str();
  for (StringRef TT :
       {"i686-linux-gnu", "aarch64_32-apple-watchos", "riscv32-linux-gnu",
        "loongarch32-linux-gnu", "powerpc64le-linux-gnu", "s390x-linux-gnu",
        "amdgcn-amd-amdhsa", "wasm32", "nvptx64-nvidia-cuda"})
    EXPECT_FALSE(get(TT).hasStatepoints()) << TT.str();
}

TEST(ManagedTargetInfo, AnEmptyTripleIsTheHostOfAJIT) {
  const ManagedTargetInfo Host((Triple()));
  EXPECT_TRUE(Host.hasStatepoints());
  EXPECT_FALSE(Host.hasStackMapV4());
  EXPECT_FALSE(Host.hasFaultMapV2());
  EXPECT_FALSE(Host.hasImplicitNullChecks());
}

TEST(ManagedTargetInfo, PollsByPageNeedARegister) {
  EXPECT_TRUE(get("x86_64-linux-gnu").loadsFromSymbols());
  for (StringRef TT : {"i686-linux-gnu", "aarch64-linux-gnu",
                       "riscv64-linux-gnu", "s390x-linux-gnu"})
    EXPECT_FALSE(get(TT).loadsFromSymbols()) << TT.str();
}

TEST(ManagedTargetInfo, CodeUnitsAreThoseOfTheInstructionSet) {
  EXPECT_EQ(get("x86_64-linux-gnu").getCodeUnit(), 1u);
  EXPECT_EQ(get("aarch64-linux-gnu").getCodeUnit(), 4u);
  EXPECT_EQ(get("riscv64-linux-gnu").getCodeUnit(), 2u);
  EXPECT_EQ(get("loongarch64-linux-gnu").getCodeUnit(), 4u);
}

TEST(ManagedTargetInfo, StackMapsOfVersion4NeedELFAndLongPointers) {
  EXPECT_TRUE(get("x86_64-linux-gnu").hasStackMapV4());
  EXPECT_TRUE(get("aarch64-linux-gnu").hasStackMapV4());
  EXPECT_TRUE(get("aarch64_be-linux-gnu").hasStackMapV4());
  for (StringRef TT :
       {"x86_64-linux-gnux32", "x86_64-linux-muslx32", "i686-linux-gnu",
        "aarch64-linux-gnu_ilp32", "x86_64-apple-macosx", "arm64-apple-macosx",
        "x86_64-windows-msvc", "riscv64-linux-gnu"})
    EXPECT_FALSE(get(TT).hasStackMapV4()) << TT.str();
}

TEST(ManagedTargetInfo, StackMapsNameTheRegistersOfTheArchitecture) {
  // Readers convert stack maps of object formats that cannot have version 4.
  ASSERT_TRUE(get("x86_64-apple-macosx").getStackMapTarget());
  EXPECT_EQ(get("x86_64-apple-macosx").getStackMapTarget()->SP,
            stackmap::X86_64V4.SP);
  ASSERT_TRUE(get("aarch64_be-linux-gnu").getStackMapTarget());
  EXPECT_EQ(get("aarch64_be-linux-gnu").getStackMapTarget()->SP,
            stackmap::AArch64V4.SP);
  EXPECT_FALSE(get("i686-linux-gnu").getStackMapTarget());
  EXPECT_FALSE(get("riscv64-linux-gnu").getStackMapTarget());
}

TEST(ManagedTargetInfo, ImplicitNullChecksNeedATable) {
  for (StringRef TT : {"x86_64-linux-gnu", "x86_64-apple-macosx",
                       "aarch64-linux-gnu", "arm64-apple-macosx"})
    EXPECT_TRUE(get(TT).hasImplicitNullChecks()) << TT.str();
  for (StringRef TT :
       {"x86_64-linux-gnux32", "i686-linux-gnu", "aarch64-linux-gnu_ilp32",
        "aarch64_32-apple-watchos", "x86_64-windows-msvc", "riscv64-linux-gnu"})
    EXPECT_FALSE(get(TT).hasImplicitNullChecks()) << TT.str();
}

TEST(ManagedTargetInfo, FaultMapsOfVersion2NeedELF) {
  for (StringRef TT : {"x86_64-linux-gnu", "i686-linux-gnu",
                       "x86_64-linux-gnux32", "aarch64-linux-gnu"})
    EXPECT_TRUE(get(TT).hasFaultMapV2()) << TT.str();
  for (StringRef TT :
       {"x86_64-apple-macosx", "x86_64-windows-msvc", "riscv64-linux-gnu"})
    EXPECT_FALSE(get(TT).hasFaultMapV2()) << TT.str();
}

TEST(ManagedTargetInfo, DynamicCastCachesNeedVTablesOfPointers) {
  EXPECT_TRUE(get("x86_64-linux-gnu").hasDynamicCastCache());
  EXPECT_TRUE(get("aarch64-linux-gnu").hasDynamicCastCache());
  for (StringRef TT : {"x86_64-unknown-fuchsia", "i686-linux-gnu",
                       "x86_64-apple-macosx", "riscv64-linux-gnu"})
    EXPECT_FALSE(get(TT).hasDynamicCastCache()) << TT.str();
}

TEST(ManagedTargetInfo, TailCallsForwardArguments) {
  for (StringRef TT : {"x86_64-linux-gnu", "i686-linux-gnu",
                       "aarch64-linux-gnu", "aarch64_32-apple-watchos"}) {
    EXPECT_TRUE(get(TT).forwardsArguments()) << TT.str();
    EXPECT_EQ(get(TT).getMaxSharedGuardArgs(), 6u) << TT.str();
  }
  for (StringRef TT : {"riscv64-linux-gnu", "powerpc64le-linux-gnu"}) {
    EXPECT_FALSE(get(TT).forwardsArguments()) << TT.str();
    EXPECT_EQ(get(TT).getMaxSharedGuardArgs(), 0u) << TT.str();
  }
}

TEST(ManagedTargetInfo, TailCallsOfWeakFunctions) {
  EXPECT_TRUE(get("x86_64-linux-gnu").tailCallsWeak());
  EXPECT_TRUE(get("i686-linux-gnu").tailCallsWeak());
  for (StringRef TT :
       {"aarch64-linux-gnu", "arm64-apple-macosx", "riscv64-linux-gnu"})
    EXPECT_FALSE(get(TT).tailCallsWeak()) << TT.str();
}

TEST(ManagedTargetInfo, UnstablePointersOfAMDGPUAreNoReferences) {
  EXPECT_TRUE(get("amdgcn-amd-amdhsa").hasUnstablePointers());
  EXPECT_TRUE(get("r600").hasUnstablePointers());
  EXPECT_FALSE(get("x86_64-linux-gnu").hasUnstablePointers());
}

TEST(ManagedTargetInfo, DiagnosticsNameEachTargetOnce) {
  EXPECT_EQ(listManagedTargets([](const ManagedTargetFacts &Facts) {
              return Facts.HasStatepoints;
            }),
            "x86-64, AArch64, 64-bit RISC-V and LoongArch");
  EXPECT_EQ(listManagedTargets([](const ManagedTargetFacts &Facts) {
              return Facts.StackMapV4;
            }),
            "x86-64 and AArch64");
  EXPECT_EQ(
      listManagedTargets([](const ManagedTargetFacts &) { return false; }), "");
}

TEST(ManagedTargetInfo, HooksAreRegisteredWithTheCodeGenerator) {
  // No code generator is linked here, and nothing reads what the hooks point
  // to.
  EXPECT_FALSE(get("x86_64-linux-gnu").getHooks());
  alignas(void *) static const char Stand = 0;
  const auto &Hooks = reinterpret_cast<const FaultingAccessInfo &>(Stand);
  registerManagedTargetHooks({Triple::msp430, Triple::lanai}, Hooks);
  EXPECT_EQ(get("msp430").getHooks(), &Hooks);
  EXPECT_EQ(get("lanai").getHooks(), &Hooks);
  EXPECT_FALSE(get("x86_64-linux-gnu").getHooks());
}

} // end anonymous namespace
