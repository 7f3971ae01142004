//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which values of a statepoint may be in registers.
///
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/RootsInRegisters.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/RegAllocRegistry.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/Target/CGPassBuilderOption.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"
#include <limits>

using namespace llvm;

/// Greedy, basic and PBQP fold what they spill into the statepoint, so that any
/// number of operands can be virtual registers.
static constexpr unsigned NoLimit = std::numeric_limits<unsigned>::max();

/// The fast allocator folds nothing: all operands are in registers at once,
/// beside the arguments and the target of the call.
static constexpr unsigned FastDeoptLimit = 4;

/// Returns true if \p MF is given to the fast allocator.
static bool isAllocatedFast(const MachineFunction &MF) {
  RegisterRegAlloc::FunctionPassCtor Fast = createFastRegisterAllocator;
  if (RegisterRegAlloc::getDefault() == Fast)
    return true;
  // The level is none for a function with optnone, too. It can meet another
  // allocator, and does well with stack slots there.
  bool Optimized = MF.getTarget().getOptLevel() != CodeGenOptLevel::None;
  return !getCGPassBuilderOption().OptimizeRegAlloc.value_or(Optimized) ||
         !Optimized;
}

/// Returns true if a landing pad finds callee-saved registers as the frames of
/// the callees saved them, which is where the runtime updates references. The
/// relocated value is defined by the call itself, so that no copy of it can be
/// only on the path to the other successor.
static bool unwinderRestoresRegisters(const MachineFunction &MF) {
  return MF.getTarget().getMCAsmInfo()->getExceptionHandlingType() ==
         ExceptionHandling::DwarfCFI;
}

StatepointRegisterLimits
llvm::getStatepointRegisterLimits(const MachineFunction &MF,
                                  std::optional<unsigned> RootsOption) {
  StatepointRegisterLimits Limits;
  if (isAllocatedFast(MF)) {
    Limits.DeoptValues = FastDeoptLimit;
    return Limits;
  }
  Limits.DeoptValues = NoLimit;
  if (keepsRootsInRegisters(MF)) {
    Limits.Roots = NoLimit;
    Limits.RootsInLandingPads = unwinderRestoresRegisters(MF);
  }
  if (RootsOption)
    Limits.Roots = *RootsOption;
  return Limits;
}

bool llvm::hasNamedRegisters(const MachineFunction &MF, MVT VT) {
  const TargetSubtargetInfo &STI = MF.getSubtarget();
  const TargetRegisterInfo &TRI = *STI.getRegisterInfo();
  // A part of a register has the name of the whole.
  const MCPhysReg Register =
      *STI.getTargetLowering()->getRegClassFor(VT)->begin();
  return any_of(TRI.superregs_inclusive(Register), [&](MCPhysReg R) {
    return TRI.getDwarfRegNum(R, /*isEH=*/false) >= 0;
  });
}

bool llvm::keepsRootsInRegisters(const MachineFunction &MF) {
  const Function &F = MF.getFunction();
  if (!F.hasGC())
    return false;
  const GCStrategyTraits Traits = getGCStrategyTraits(F);
  // Version 4 says where a frame saved the registers of its callers, and the
  // runtime of such a strategy has nothing else.
  const bool LacksSaves =
      Traits.StackMapVersion == 4 &&
      !ManagedTargetInfo(MF.getTarget().getTargetTriple()).hasStackMapV4();
  return Traits.KeepsRootsInRegisters && !LacksSaves;
}
