//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rules 1 to 4 of InstanceBuilder.h.
///
//===----------------------------------------------------------------------===//

#include "InstanceBuilder.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace llvm::faulting_sweep;

// An X86 memory operand is base, scale, index, displacement, segment.
static constexpr unsigned NumX86AddressOperands = 5;

// What the wide guard covers beyond small offsets: its end, and, below zero,
// what belongs to the kernel. All are multiples of any alignment.
static constexpr int64_t GuardEnd = (INT64_C(1) << 36) + (INT64_C(1) << 32);
static constexpr int64_t LastInGuard = GuardEnd - 4096;

static const Shape X86Shapes[] = {
    {.Name = "plain"},
    {.Name = "offset-1", .Displacement = 1},
    {.Name = "offset-8", .Displacement = 8},
    {.Name = "offset-4032", .Displacement = 4032},
    {.Name = "index", .Index = 3, .UseIndex = true},
    {.Name = "wide-index", .Index = LastInGuard / 8, .UseIndex = true},
    {.Name = "wide-below", .Index = -8, .UseIndex = true},
    {.Name = "wide-far-below", .Index = -GuardEnd / 8, .UseIndex = true},
    {.Name = "null-index", .NullIsIndex = true},
    {.Name = "segment-fs", .Segment = "FS"},
    {.Name = "segment-gs", .Segment = "GS"},
    {.Name = "ones-immediate", .OnesImmediates = true},
};

static const Shape AArch64Shapes[] = {
    {.Name = "plain"},
    {.Name = "offset-1", .Displacement = 1},
    {.Name = "offset-8", .Displacement = 8},
    {.Name = "index", .Index = 24},
    {.Name = "wide-index", .Index = LastInGuard},
    {.Name = "wide-below", .Index = -64},
    {.Name = "wide-far-below", .Index = -GuardEnd},
};

ArrayRef<Shape> llvm::faulting_sweep::shapesFor(bool IsX86) {
  if (IsX86)
    return X86Shapes;
  return AArch64Shapes;
}

InstanceBuilder::InstanceBuilder(MachineBasicBlock &MBB, bool IsX86)
    : MBB(MBB), TII(*MBB.getParent()->getSubtarget().getInstrInfo()),
      TRI(*MBB.getParent()->getSubtarget().getRegisterInfo()), IsX86(IsX86) {
  Base = registerNamed(IsX86 ? "RDI" : "X0");
  Index = registerNamed(IsX86 ? "RSI" : "X2");
  StackPointer = registerNamed(IsX86 ? "RSP" : "SP");
  Reserved = {Base, Index, StackPointer};
  if (IsX86) {
    Base32 = registerNamed("EDI");
    StringSource = Index;
    Reserved.push_back(registerNamed("RIP"));
  }
}

MCRegister InstanceBuilder::registerNamed(StringRef Name) const {
  for (unsigned Reg = 1, E = TRI.getNumRegs(); Reg != E; ++Reg)
    if (Name == TRI.getName(Reg))
      return Reg;
  llvm_unreachable("the target has no such register");
}

bool InstanceBuilder::overlapsAny(MCRegister Reg,
                                  ArrayRef<MCRegister> Regs) const {
  return any_of(Regs, [&](MCRegister R) { return TRI.regsOverlap(Reg, R); });
}

MCRegister InstanceBuilder::pick(const TargetRegisterClass &RC) {
  MCRegister Fallback;
  for (MCPhysReg Reg : RC) {
    if (overlapsAny(Reg, Reserved))
      continue;
    if (!Fallback)
      Fallback = Reg;
    if (!overlapsAny(Reg, Used)) {
      Used.push_back(Reg);
      return Reg;
    }
  }
  return Fallback;
}

/// A base can be the stack pointer, and hardly anything else can.
bool InstanceBuilder::isAddressClass(const TargetRegisterClass &RC) const {
  return !IsX86 && RC.contains(StackPointer) && RC.contains(Base);
}

/// The number of operands of the X86 memory operand \p Infos begins with.  The
/// destination and the source of a string instruction may be neighbours, so
/// register classes tell where one ends: a full address has an immediate
/// (the scale) second, a source has a segment register second, an absolute
/// address begins with an immediate.
unsigned InstanceBuilder::x86MemoryLength(ArrayRef<MCOperandInfo> Infos) const {
  if (Infos.size() < 2 || Infos[1].OperandType != MCOI::OPERAND_MEMORY)
    return 1;
  int16_t First = TII.getOpRegClassID(Infos[0]);
  int16_t Second = TII.getOpRegClassID(Infos[1]);
  if (First == -1)
    return 2;
  if (Second == -1)
    return NumX86AddressOperands;
  return TRI.getRegClass(Second)->contains(registerNamed("FS")) ? 2 : 1;
}

Instance InstanceBuilder::build(unsigned Opcode, const Shape &S) {
  const MCInstrDesc &Desc = TII.get(Opcode);
  ArrayRef<MCOperandInfo> Infos = Desc.operands();
  Instance Result;
  // A register-offset access of AArch64 is base, index, extend, shift.
  bool HasRegisterOffset = !IsX86 && (TII.getName(Opcode).ends_with("roX") ||
                                      TII.getName(Opcode).ends_with("roW"));
  SmallVector<MachineOperand, 12> Operands;
  Used.clear();

  auto AddRegister = [&](MCRegister Reg, unsigned I) {
    Operands.push_back(MachineOperand::CreateReg(Reg, I < Desc.getNumDefs()));
  };

  for (unsigned I = 0, E = Infos.size(); I != E; ++I) {
    const MCOperandInfo &Info = Infos[I];
    // Rule 1.
    if (int Tied = Desc.getOperandConstraint(I, MCOI::TIED_TO); Tied != -1) {
      AddRegister(Operands[Tied].getReg(), I);
      continue;
    }

    if (IsX86 && Info.OperandType == MCOI::OPERAND_MEMORY) {
      unsigned Length = x86MemoryLength(Infos.drop_front(I));
      MCRegister Segment =
          S.Segment.empty() ? MCRegister() : registerNamed(S.Segment);
      if (Length == NumX86AddressOperands) {
        const TargetRegisterClass &BaseRC =
            *TRI.getRegClass(TII.getOpRegClassID(Info));
        const TargetRegisterClass &IndexRC =
            *TRI.getRegClass(TII.getOpRegClassID(Infos[I + 2]));
        MCRegister Null = BaseRC.contains(Base) ? Base : Base32;
        bool IsVectorIndex =
            !IndexRC.contains(Index) && TRI.getRegSizeInBits(IndexRC) > 64;
        bool Scaled = S.UseIndex || S.NullIsIndex;
        if (Scaled && (IsVectorIndex || !IndexRC.contains(Base)))
          return {.Problem = "no scalar index"};
        MCRegister IndexReg;
        if (IsVectorIndex)
          IndexReg = pick(IndexRC);
        else if (S.UseIndex)
          IndexReg = Index;
        else if (S.NullIsIndex)
          IndexReg = Base;
        Operands.push_back(MachineOperand::CreateReg(
            S.NullIsIndex ? MCRegister() : Null, false));
        Operands.push_back(MachineOperand::CreateImm(Scaled ? 8 : 1));
        Operands.push_back(MachineOperand::CreateReg(IndexReg, false));
        Operands.push_back(MachineOperand::CreateImm(S.Displacement));
        Operands.push_back(MachineOperand::CreateReg(Segment, false));
        Result.HasBase = true;
        Result.HasIndex = S.UseIndex;
        Result.ShapeApplies = true;
      } else if (TII.getOpRegClassID(Info) == -1) {
        // An absolute address: displacement, segment.
        Operands.push_back(MachineOperand::CreateImm(S.Displacement));
        Operands.push_back(MachineOperand::CreateReg(Segment, false));
      } else if (Length == 2) {
        // The source of a string instruction: register, segment.
        AddRegister(StringSource, I);
        Operands.push_back(MachineOperand::CreateReg(Segment, false));
        Result.HasBase = Result.HasIndex = true;
      } else {
        // The destination of a string instruction, or a plain pointer.
        AddRegister(Base, I);
        Result.HasBase = true;
      }
      I += Length - 1;
      continue;
    }

    if (int16_t ID = TII.getOpRegClassID(Info); ID != -1) {
      const TargetRegisterClass &RC = *TRI.getRegClass(ID);
      MCRegister Reg;
      // Rule 2.
      if (!IsX86 && !Result.HasBase && isAddressClass(RC)) {
        Reg = Base;
        Result.HasBase = true;
      } else if (HasRegisterOffset && Result.HasBase && !Result.HasIndex) {
        Reg = RC.contains(Index) ? Index : TRI.getSubReg(Index, 1);
        if (!Reg || !RC.contains(Reg))
          Reg = registerNamed("W2");
        Result.HasIndex = true;
        Result.IsIndexNarrow = Reg != Index;
      } else {
        Reg = pick(RC); // Rules 3 and 4.
      }
      if (!Reg)
        return {.Problem = "register class without a free register"};
      AddRegister(Reg, I);
      continue;
    }

    // An immediate.  On AArch64 the one after the base is its displacement.
    bool IsDisplacement = !IsX86 && Result.HasBase && !HasRegisterOffset;
    if (IsDisplacement)
      Result.ShapeApplies = true;
    // Target-specific types, such as condition codes, have few values.
    bool IsOther =
        !IsDisplacement && Info.OperandType < MCOI::OPERAND_FIRST_TARGET;
    Result.HasOtherImmediate |= IsOther;
    int64_t Value = 0;
    if (IsDisplacement)
      Value = S.Displacement;
    else if (IsOther && S.OnesImmediates)
      Value = 127;
    Operands.push_back(MachineOperand::CreateImm(Value));
  }
  if (!IsX86 && S.Index)
    Result.ShapeApplies = Result.HasIndex;

  MachineInstrBuilder MIB = BuildMI(&MBB, DebugLoc(), Desc);
  for (const MachineOperand &Op : Operands)
    MIB.add(Op);
  Result.MI = MIB;
  return Result;
}
