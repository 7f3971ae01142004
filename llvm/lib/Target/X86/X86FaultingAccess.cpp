//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which X86 instructions fault reliably. An instruction qualifies by its
/// opcode, which X86FaultingAccess.def lists by families, and by its address:
///
/// - no segment override. %fs and %gs have a base of their own, so that null
///   is not at address zero;
/// - 64-bit registers. An address made of 32-bit ones is cut to 32 bits.
///
//===----------------------------------------------------------------------===//

#include "X86FaultingAccess.h"
#include "MCTargetDesc/X86BaseInfo.h"
#include "X86InstrInfo.h"
#include "X86RegisterInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

using Access = std::optional<FaultingAccess>;

/// An access of at most \p Size bytes at any alignment.
static Access upTo(unsigned Size) { return FaultingAccess{Size, 1, false}; }

/// An access of \p Size bytes that may fault otherwise unless it is aligned.
static Access aligned(unsigned Size) {
  return FaultingAccess{Size, Size, false};
}

// clang-format off: lists of case labels.

/// The access that \p Opcode makes if it is on the list.
static Access accessOf(unsigned Opcode) {
#define CASE(OP) case X86::OP:
  switch (Opcode) {
#define INT(OP, S)                                                             \
  CASE(OP##8##S) CASE(OP##16##S) CASE(OP##32##S) CASE(OP##64##S)
#define INT_IMM(OP)                                                            \
  CASE(OP##8mi) CASE(OP##16mi) CASE(OP##32mi) CASE(OP##64mi32)                 \
  CASE(OP##16mi8) CASE(OP##32mi8) CASE(OP##64mi8)
#define WIDE(OP, S) CASE(OP##16##S) CASE(OP##32##S) CASE(OP##64##S)
#define LONG(OP, S) CASE(OP##32##S) CASE(OP##64##S)
#define SCALAR(OP) CASE(OP)
#define FP_SCALAR(OP, S)                                                       \
  CASE(OP##S) CASE(OP##S##_Int) CASE(V##OP##S) CASE(V##OP##S##_Int)            \
  CASE(V##OP##Z##S) CASE(V##OP##Z##S##_Int)
#define HALF(OP, S) CASE(OP##S) CASE(V##OP##S)
#include "X86FaultingAccess.def"
    return upTo(8);

#define PACKED(OP, S) CASE(OP##S)
#include "X86FaultingAccess.def"
    return aligned(16);

#define AVX(OP, S) CASE(V##OP##S) CASE(V##OP##Y##S)
#define PACKED(OP, S) AVX(OP, S)
#define AVX512(OP, S)                                                          \
  CASE(V##OP##Z128##S) CASE(V##OP##Z256##S) CASE(V##OP##Z##S)
#define AVX_ONE(OP) CASE(OP)
#include "X86FaultingAccess.def"
    return upTo(64);

#define ALIGNED(OP, S) CASE(OP##S) CASE(V##OP##S)
#define ALIGNED_EVEX(OP, S) CASE(V##OP##Z128##S)
#include "X86FaultingAccess.def"
    return aligned(16);

#define ALIGNED(OP, S) CASE(V##OP##Y##S)
#define ALIGNED_EVEX(OP, S) CASE(V##OP##Z256##S)
#include "X86FaultingAccess.def"
    return aligned(32);

#define ALIGNED_EVEX(OP, S) CASE(V##OP##Z##S)
#include "X86FaultingAccess.def"
    return aligned(64);

#define LOCKED(OP, S) CASE(OP##8##S)
#define LOCKED_IMM(OP) CASE(OP##8mi)
#include "X86FaultingAccess.def"
    return aligned(1);

#define LOCKED(OP, S) CASE(OP##16##S)
#define LOCKED_IMM(OP) CASE(OP##16mi) CASE(OP##16mi8)
#include "X86FaultingAccess.def"
    return aligned(2);

#define LOCKED(OP, S) CASE(OP##32##S)
#define LOCKED_IMM(OP) CASE(OP##32mi) CASE(OP##32mi8)
#include "X86FaultingAccess.def"
    return aligned(4);

#define LOCKED(OP, S) CASE(OP##64##S)
#define LOCKED_IMM(OP) CASE(OP##64mi32) CASE(OP##64mi8)
#include "X86FaultingAccess.def"
    return aligned(8);

#define LOCKED_PAIR(OP, BYTES)                                                 \
  case X86::OP:                                                                \
    return aligned(BYTES);
#include "X86FaultingAccess.def"

  default:
    return std::nullopt;
  }
#undef CASE
}
// clang-format on

/// Whether \p MO takes part in an address as the 64 bits that it holds.
static bool isWholeAddressRegister(const MachineOperand &MO) {
  return MO.isReg() &&
         (!MO.getReg() || X86::GR64RegClass.contains(MO.getReg()));
}

/// The first of the five operands that describe the address of \p MI.
static unsigned addressOperands(const MachineInstr &MI) {
  const MCInstrDesc &Desc = MI.getDesc();
  int First = X86II::getMemoryOperandNo(Desc.TSFlags);
  assert(First >= 0 && "a listed opcode has a memory operand");
  return First + X86II::getOperandBias(Desc);
}

std::optional<FaultingAccess>
llvm::X86::reliablyFaults(const MachineInstr &MI) {
  Access Result = accessOf(MI.getOpcode());
  if (!Result)
    return std::nullopt;
  const unsigned First = addressOperands(MI);
  if (MI.getOperand(First + AddrSegmentReg).getReg() ||
      !isWholeAddressRegister(MI.getOperand(First + AddrBaseReg)) ||
      !isWholeAddressRegister(MI.getOperand(First + AddrIndexReg)))
    return std::nullopt;
  return Result;
}

std::optional<ExtAddrMode> llvm::X86::addressAt(const MachineInstr &MI,
                                                unsigned First) {
  const MachineOperand &Base = MI.getOperand(First + AddrBaseReg);
  const MachineOperand &Index = MI.getOperand(First + AddrIndexReg);
  const MachineOperand &Displacement = MI.getOperand(First + AddrDisp);
  if (!isWholeAddressRegister(Base) || !isWholeAddressRegister(Index) ||
      !Displacement.isImm() || MI.getOperand(First + AddrSegmentReg).getReg())
    return std::nullopt;
  ExtAddrMode Mode;
  Mode.BaseReg = Base.getReg();
  Mode.ScaledReg = Index.getReg();
  Mode.Scale = MI.getOperand(First + AddrScaleAmt).getImm();
  Mode.Displacement = Displacement.getImm();
  return Mode;
}

std::optional<ExtAddrMode>
llvm::X86::addressOfFaulting(const MachineInstr &MI) {
  return addressAt(MI, addressOperands(MI));
}

std::optional<ExtAddrMode> llvm::X86::addressOfCallee(const MachineInstr &MI) {
  switch (MI.getOpcode()) {
  case X86::CALL64m:
  case X86::CALL64m_NT:
  case X86::TAILJMPm64:
  case X86::TAILJMPm64_REX:
    return addressAt(MI, 0);
  default:
    return std::nullopt;
  }
}

// With linear address space separation (LASS), an access below zero has no page
// fault, and the runtime computes the address from the instruction and the
// saved registers, which are not all. By way of the stack segment, the fault
// even arrives as another signal.
bool llvm::X86::isKnownBelowZero(const ExtAddrMode &Address) {
  return Address.BaseReg != X86::RSP && Address.BaseReg != X86::RBP &&
         !X86II::isApxExtendedReg(Address.BaseReg) &&
         !X86II::isApxExtendedReg(Address.ScaledReg);
}

unsigned llvm::X86::sizeOfProbe(const ExtAddrMode &Address) {
  return isInt<32>(Address.Displacement) ? 1 : 0;
}

MachineInstr *llvm::X86::insertProbe(MachineBasicBlock &MBB,
                                     MachineBasicBlock::iterator I,
                                     const MIMetadata &MD,
                                     const ExtAddrMode &Address) {
  const TargetInstrInfo &TII = *MBB.getParent()->getSubtarget().getInstrInfo();
  return BuildMI(MBB, I, MD, TII.get(X86::TEST8mr))
      .addReg(Address.BaseReg)
      .addImm(Address.ScaledReg ? Address.Scale : 1)
      .addReg(Address.ScaledReg)
      .addImm(Address.Displacement)
      .addReg(X86::NoRegister)
      .addReg(X86::AL, RegState::Undef);
}
