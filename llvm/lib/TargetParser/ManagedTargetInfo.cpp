//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/TargetParser/ManagedTargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/BinaryFormat/StackMaps.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

//===----------------------------------------------------------------------===//
// The facts of each target
//===----------------------------------------------------------------------===//

static constexpr ManagedTargetFacts describeX86_64() {
  ManagedTargetFacts F;
  F.Name = "x86-64";
  F.HasStatepoints = true;
  F.StackMapV4 = &stackmap::X86_64V4;
  F.HasImplicitNullChecks = true;
  F.HasFaultMapV2 = true;
  F.ForwardsArguments = true;
  F.TailCallsWeak = true;
  F.MaxSharedGuardArgs = 6;
  F.HasDynamicCastCache = true;
  F.NumIntegerArguments = 6;
  F.NumFloatArguments = 8;
  F.NumIntegerResults = 2;
  F.NumFloatResults = 2;
  F.LoadsFromSymbols = true;
  return F;
}

static constexpr ManagedTargetFacts describeX86_32() {
  ManagedTargetFacts F = describeX86_64();
  F.Name = "i386";
  F.HasStatepoints = false;
  F.StackMapV4 = nullptr;
  F.HasImplicitNullChecks = false;
  F.HasDynamicCastCache = false;
  F.NumIntegerArguments = 0;
  F.LoadsFromSymbols = false;
  return F;
}

static constexpr ManagedTargetFacts describeAArch64() {
  ManagedTargetFacts F;
  F.Name = "AArch64";
  F.HasStatepoints = true;
  F.CodeUnit = 4;
  F.StackMapV4 = &stackmap::AArch64V4;
  F.HasImplicitNullChecks = true;
  F.HasFaultMapV2 = true;
  F.ForwardsArguments = true;
  F.MaxSharedGuardArgs = 6;
  F.HasDynamicCastCache = true;
  F.NumIntegerArguments = 8;
  F.NumFloatArguments = 8;
  F.NumIntegerResults = 8;
  F.NumFloatResults = 8;
  return F;
}

static constexpr ManagedTargetFacts describeAArch64_32() {
  ManagedTargetFacts F = describeAArch64();
  F.HasStatepoints = false;
  F.StackMapV4 = nullptr;
  F.HasImplicitNullChecks = false;
  F.HasDynamicCastCache = false;
  F.NumIntegerArguments = 0;
  return F;
}

static constexpr ManagedTargetFacts describeRISCV64() {
  ManagedTargetFacts F;
  F.Name = "64-bit RISC-V";
  F.HasStatepoints = true;
  F.CodeUnit = 2;
  return F;
}

static constexpr ManagedTargetFacts describeLoongArch64() {
  ManagedTargetFacts F;
  F.Name = "LoongArch";
  F.HasStatepoints = true;
  F.CodeUnit = 4;
  return F;
}

static constexpr ManagedTargetFacts describeAMDGPU() {
  ManagedTargetFacts F;
  F.Name = "AMDGPU";
  // Its buffer descriptors.
  F.HasUnstablePointers = true;
  return F;
}

/// The host of a JIT, which need not name it.
static constexpr ManagedTargetFacts describeUnknown() {
  ManagedTargetFacts F;
  F.HasStatepoints = true;
  return F;
}

static constexpr struct {
  Triple::ArchType Arch;
  ManagedTargetFacts Facts;
} Targets[] = {
    {Triple::x86_64, describeX86_64()},
    {Triple::x86, describeX86_32()},
    {Triple::aarch64, describeAArch64()},
    {Triple::aarch64_be, describeAArch64()},
    {Triple::aarch64_32, describeAArch64_32()},
    {Triple::riscv64, describeRISCV64()},
    {Triple::riscv64be, describeRISCV64()},
    {Triple::loongarch64, describeLoongArch64()},
    {Triple::amdgcn, describeAMDGPU()},
    {Triple::r600, describeAMDGPU()},
    {Triple::UnknownArch, describeUnknown()},
};

static constexpr ManagedTargetFacts NoFacts;

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

/// Written while targets are initialized, and only read later.
static const FaultingAccessInfo *RegisteredHooks[Triple::LastArchType + 1];

static const ManagedTargetFacts &findFacts(Triple::ArchType Arch) {
  for (const auto &Target : Targets)
    if (Target.Arch == Arch)
      return Target.Facts;
  return NoFacts;
}

/// \returns true if pointers have 64 bits, which some environments of 64-bit
/// architectures do without.
static bool hasLongPointers(const Triple &TT) {
  return TT.isArch64Bit() && !TT.isX32() && !TT.isABIN32() &&
         TT.getEnvironment() != Triple::GNUILP32;
}

ManagedTargetInfo::ManagedTargetInfo(const Triple &TT)
    : Facts(findFacts(TT.getArch())), Hooks(RegisteredHooks[TT.getArch()]),
      IsELF(TT.isOSBinFormatELF()), IsMachO(TT.isOSBinFormatMachO()),
      HasLongPointers(hasLongPointers(TT)), HasLongVTables(!TT.isOSFuchsia()) {}

Triple llvm::getTargetOrHost(const Triple &TT) {
  return TT.empty() ? Triple(sys::getDefaultTargetTriple()) : TT;
}

void llvm::registerManagedTargetHooks(ArrayRef<Triple::ArchType> Archs,
                                      const FaultingAccessInfo &Hooks) {
  for (Triple::ArchType Arch : Archs)
    RegisteredHooks[Arch] = &Hooks;
}

std::string
llvm::listManagedTargets(function_ref<bool(const ManagedTargetFacts &)> Has) {
  SmallVector<StringRef, 8> Names;
  for (const auto &Target : Targets)
    if (Target.Facts.Name && Has(Target.Facts) &&
        !is_contained(Names, Target.Facts.Name))
      Names.push_back(Target.Facts.Name);
  std::string Text;
  for (const auto &[Index, Name] : enumerate(Names)) {
    if (Index != 0)
      Text += Index + 1 == Names.size() ? " and " : ", ";
    Text += Name;
  }
  return Text;
}
