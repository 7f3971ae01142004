//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/RegisterBits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/StackPlaces.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

/// An address has this many bits on the targets that have implicit checks.
static constexpr unsigned AddressWidth = 64;

RegisterBits::RegisterBits(const MachineFunction &MF,
                           const FaultingAccessInfo &Info)
    : MF(MF), TRI(*MF.getSubtarget().getRegisterInfo()), Info(Info) {}

static unsigned widthOf(Register Reg, const TargetRegisterInfo &TRI) {
  if (Reg.isStack())
    return AddressWidth;
  return TRI.getRegSizeInBits(*TRI.getMinimalPhysRegClass(Reg));
}

KnownInteger RegisterBits::get(Register Reg) const {
  if (!Reg)
    return KnownInteger::makeConstant(APInt::getZero(AddressWidth));
  for (const RegisterValue &Value : Known) {
    if (Value.Reg == Reg)
      return Value.Bits;
    if (!Value.Reg.isPhysical() || !Reg.isPhysical() ||
        !TRI.isSubRegister(Value.Reg, Reg))
      continue;
    unsigned Index = TRI.getSubRegIndex(Value.Reg, Reg);
    unsigned First = TRI.getSubRegIdxOffset(Index);
    unsigned Width = TRI.getSubRegIdxSize(Index);
    if (First + Width <= Value.Bits.getBitWidth())
      return Value.Bits.extractBits(Width, First);
  }
  return KnownInteger(widthOf(Reg, TRI));
}

void RegisterBits::set(Register Reg, const KnownInteger &Bits) {
  erase_if(Known, [&](const RegisterValue &Value) {
    return TRI.regsOverlap(Value.Reg, Reg);
  });
  if (!Bits.isUnknown())
    Known.push_back({Reg, Bits});
}

void RegisterBits::forget(const MachineInstr &MI) {
  erase_if(Known, [&](const RegisterValue &Value) {
    return mayChange(MI, Value.Reg, MF);
  });
}

void RegisterBits::step(const MachineInstr &MI) {
  // What stands for no instruction of the target, or for a call, need not write
  // a register as such an instruction does.
  std::optional<RegisterValue> Result;
  if (MI.getOpcode() > TargetOpcode::GENERIC_OP_END && !MI.isCall()) {
    if (const std::optional<SpillOrReload> Move = getSpillOrReload(MI, Info))
      Result = RegisterValue{Move->To, get(Move->From)};
    else
      Result = Info.ResultOf(MI, *this);
  }
  forget(MI);
  if (Result)
    set(Result->Reg, Result->Bits);
}

KnownInteger RegisterBits::addressOf(const ExtAddrMode &Mode) const {
  KnownInteger Index = get(Mode.ScaledReg);
  if (Mode.Form == ExtAddrMode::Formula::SExtScaledReg)
    Index = Index.sext(AddressWidth);
  else if (Mode.Form == ExtAddrMode::Formula::ZExtScaledReg)
    Index = Index.zext(AddressWidth);
  auto Constant = [](int64_t Value) {
    return KnownInteger::makeConstant(
        APInt(AddressWidth, Value, /*isSigned=*/true));
  };
  if (Mode.Scale != 1)
    Index = KnownInteger::mul(Index, Constant(Mode.Scale));
  return KnownInteger::add(KnownInteger::add(get(Mode.BaseReg), Index),
                           Constant(Mode.Displacement));
}
