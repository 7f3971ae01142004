//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits the remarks of implicit null checks. The remark emitter is made on the
/// spot: requiring it as an analysis would change the pass pipeline.
///
//===----------------------------------------------------------------------===//

#include "ImplicitNullCheckRemarks.h"
#include "NullCheckProbes.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

#define DEBUG_TYPE "implicit-null-checks"

namespace {

/// The name of a remark and what it says.
struct Reason {
  const char *Name;
  const char *Text;
};

} // end anonymous namespace

static Reason describe(NullCheckMiss Miss) {
  switch (Miss) {
#define REASON(NAME, TEXT)                                                     \
  case NullCheckMiss::NAME:                                                    \
    return {#NAME, TEXT};
    REASON(NoTable, "object files of this target cannot hold a fault map")
    REASON(SeveralSections, "the function may span several sections, which "
                            "version 1 of fault maps cannot describe")
    REASON(ReplaceableBody,
           "the linker may replace the function, and version 1 of fault maps "
           "would then describe the replacement")
    REASON(OptBisect, "-opt-bisect-limit leaves the function out")
    REASON(NullPointerIsValid, "null is a valid address in the function")
    REASON(LivenessUnknown, "register liveness is not tracked")
    REASON(BranchForm, "the branch is not a plain comparison with null")
    REASON(NotNullBlockHasOtherPredecessors,
           "the block for a non-null pointer has other predecessors")
    REASON(NullBlockIsEmpty, "the block for a null pointer is empty")
    REASON(NoAccess, "some path has no access through the pointer soon enough")
    REASON(WindowExceeded,
           "no access through the pointer is within the search limit")
    REASON(Barrier, "a call, an ordered access or a side effect comes first")
    REASON(PointerRedefined, "the pointer's register is overwritten first")
    REASON(UnknownAddress, "the addressing mode of the access is not supported")
    REASON(VariableIndex, "the access adds a variable to the pointer")
    REASON(NotReliablyFaulting, "the access is not known to fault at null")
    REASON(OtherAddressSpace,
           "null may be valid in the address space of the pointer")
    REASON(OffsetOutOfRange, "the access is outside the first page or "
                             "misaligned if the pointer is null")
    REASON(MayAlias, "the access may depend on an earlier store")
    REASON(Dependency, "the access depends on an instruction that cannot move")
    REASON(OtherSite,
           "the access already replaces a check with another site id")
#undef REASON
  }
  llvm_unreachable("every reason is described");
}

bool NullCheckRemark::fail(NullCheckMiss Why, const MachineInstr *Candidate) {
  if (Why >= Miss) {
    Miss = Why;
    Instruction = Candidate;
  }
  return false;
}

void NullCheckRemark::succeed(const MachineInstr &MI, bool ByProbe) {
  Succeeded = true;
  Instruction = &MI;
  this->ByProbe = ByProbe;
}

NullCheckRemark::~NullCheckRemark() {
  MachineFunction &MF = const_cast<MachineFunction &>(*Check.getParent());
  MachineOptimizationRemarkEmitter Emitter(MF, /*MBFI=*/nullptr);
  // A converted access has left the function.
  auto OpcodeName = [&MF](const MachineInstr &MI) {
    return MF.getSubtarget().getInstrInfo()->getName(MI.getOpcode());
  };
  DebugLoc Loc = const_cast<MachineBasicBlock &>(Check).findBranchDebugLoc();

  if (Succeeded) {
    Emitter.emit([&] {
      const bool IsProbe = isNullCheckProbe(*Instruction);
      MachineOptimizationRemark Remark(DEBUG_TYPE, "ImplicitNullCheck", Loc,
                                       &Check);
      Remark << "null check made implicit in ";
      if (ByProbe && !IsProbe)
        Remark << "a probe for ";
      Remark << ore::NV("Instruction", OpcodeName(*Instruction));
      if (IsProbe)
        Remark << ", a probe";
      return Remark;
    });
    return;
  }

  Emitter.emit([&] {
    const Reason Why = describe(Miss);
    MachineOptimizationRemarkMissed Remark(DEBUG_TYPE, Why.Name, Loc, &Check);
    Remark << "null check stays explicit: " << Why.Text;
    if (Instruction)
      Remark << " (" << ore::NV("Instruction", OpcodeName(*Instruction)) << ")";
    return Remark;
  });
}
