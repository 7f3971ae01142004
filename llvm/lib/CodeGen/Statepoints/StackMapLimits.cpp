//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackMapLimits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>

using namespace llvm;

/// A value takes two operands of the node if it is a constant, and what is in
/// gc-live takes up to four with its base. The rest of 65,535 is for what each
/// call has.
static constexpr uint64_t MaxValues = 32500;

/// How many values one of type \p Ty is: its members, and parts that registers
/// hold.
static uint64_t countValues(Type *Ty, const DataLayout &DL) {
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return SaturatingMultiply(Array->getNumElements(),
                              countValues(Array->getElementType(), DL));
  uint64_t Count = 0;
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    for (Type *Member : Struct->elements())
      Count = SaturatingAdd(Count, countValues(Member, DL));
    return Count;
  }
  if (!Ty->isSized())
    return 1;
  return std::max<uint64_t>(
      1, divideCeil(DL.getTypeSizeInBits(Ty).getKnownMinValue(), 64));
}

template <typename Range>
static uint64_t countValues(const Range &Values, const DataLayout &DL) {
  uint64_t Count = 0;
  for (const Use &U : Values)
    Count = SaturatingAdd(Count, countValues(U->getType(), DL));
  return Count;
}

void llvm::findTooManyValues(const CallBase &Call,
                             function_ref<void(StringRef)> Report) {
  const DataLayout &DL = Call.getDataLayout();
  const Intrinsic::ID ID = Call.getIntrinsicID();
  uint64_t Values = 0, References = 0;
  StringRef Kind = "deopt";
  if (ID == Intrinsic::experimental_stackmap ||
      ID == Intrinsic::experimental_patchpoint ||
      ID == Intrinsic::experimental_patchpoint_void) {
    Values = countValues(Call.args(), DL);
    Kind = "recorded";
  } else {
    if (auto Deopt = Call.getOperandBundle(LLVMContext::OB_deopt))
      Values = countValues(Deopt->Inputs, DL);
    if (auto Live = Call.getOperandBundle(LLVMContext::OB_gc_live))
      References = countValues(Live->Inputs, DL);
  }
  if (SaturatingAdd(Values, SaturatingMultiply<uint64_t>(References, 2)) <=
      MaxValues)
    return;
  Report(std::to_string(Values) + " " + Kind.str() + " values" +
         (References ? " and " + std::to_string(References) +
                           " values in gc-live, which take two each,"
                     : "") +
         " are too many for one record, which has room for " +
         std::to_string(MaxValues) +
         "; pass fewer, or a stack object that holds them");
}

/// The largest size of a frame, or distance of a location, of which offsets
/// still have 32 bits. Not every target computes larger ones right.
static uint64_t getLargestDistance(const MachineInstr &MI) {
  const MachineFrameInfo &Frame = MI.getMF()->getFrameInfo();
  uint64_t Largest = Frame.getStackSize();
  if (Largest > INT32_MAX)
    return Largest;
  const TargetInstrInfo &TII = *MI.getMF()->getSubtarget().getInstrInfo();
  for (unsigned I = TII.getPatchpointUnfoldableRange(MI).second + 1;
       I < MI.getNumOperands(); ++I) {
    // An offset follows its register, a constant follows a mark.
    const MachineOperand &MO = MI.getOperand(I);
    if (MO.isImm() && MI.getOperand(I - 1).isReg())
      Largest = std::max(Largest, AbsoluteValue(MO.getImm()));
  }
  return Largest;
}

bool llvm::diagnoseLargeFrame(const MachineInstr &MI) {
  const uint64_t Distance = getLargestDistance(MI);
  if (Distance <= INT32_MAX)
    return false;
  const Function &F = MI.getMF()->getFunction();
  const StringRef Kind =
      MI.getOpcode() == TargetOpcode::STATEPOINT ? "statepoint"
      : MI.getOpcode() == TargetOpcode::STACKMAP ? "stackmap"
                                                 : "patchpoint";
  F.getContext().diagnose(DiagnosticInfoUnsupported(
      F,
      Kind + ": the frame has " + Twine(Distance) +
          " bytes, and offsets in stack maps have 32 bits; allocate large "
          "objects elsewhere",
      MI.getDebugLoc()));
  return true;
}
