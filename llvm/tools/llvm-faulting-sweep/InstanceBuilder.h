//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Generates operands for an opcode, so that its memory operand is a null base
/// plus a small displacement.
///
/// Terms.  An *instance* is one machine instruction with generated operands.  A
/// *shape* says how the address is formed and which constants the other
/// immediates have.  The *base* is the register that holds null, the *index*
/// is the register that holds a small known number; every other register is
/// left to the runner, which fills it with hostile values.
///
/// Rules for registers, in this order:
///   1. a tied use takes the register of its definition;
///   2. base and index are fixed per target, so that the runner knows them;
///   3. any other operand takes the first register of its class that overlaps
///      no register used so far, base, index and stack pointer included
///      (gathers and tile products are undefined on overlapping registers);
///   4. if there is none, the first that overlaps neither base, index nor
///      stack pointer.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_FAULTING_SWEEP_INSTANCEBUILDER_H
#define LLVM_TOOLS_LLVM_FAULTING_SWEEP_INSTANCEBUILDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/CodeGen/Register.h"
#include "llvm/MC/MCRegister.h"

namespace llvm {

class MachineBasicBlock;
class MachineInstr;
class MCOperandInfo;
class TargetInstrInfo;
class TargetRegisterClass;
class TargetRegisterInfo;

namespace faulting_sweep {

/// How the address and the other immediates of an instance are chosen.
struct Shape {
  StringRef Name;
  /// Added to the base.  In the units of the instruction where it scales.
  int64_t Displacement = 0;
  /// X86 only: the segment register, or empty.
  StringRef Segment = "";
  /// The value the runner gives to the index register.
  int64_t Index = 0;
  /// X86 only: base plus eight times index.
  bool UseIndex = false;
  /// X86 only: no base, null is the index and is scaled by eight.
  bool NullIsIndex = false;
  /// All other immediates have their low seven bits set.
  bool OnesImmediates = false;
};

/// The shapes tried on each opcode.  The first one is the plain one.
ArrayRef<Shape> shapesFor(bool IsX86);

/// The result of building one instance.
struct Instance {
  /// Null if the instance could not be built; then Problem says why.
  MachineInstr *MI = nullptr;
  StringRef Problem = "";
  /// The instance has an operand that is the base.
  bool HasBase = false;
  /// The instance has an operand that is the index.
  bool HasIndex = false;
  /// AArch64 only: of the index, the low 32 bits count, without a sign.
  bool IsIndexNarrow = false;
  /// The instance has an immediate that is not part of its address.
  bool HasOtherImmediate = false;
  /// The shape differs from the plain one for this opcode.
  bool ShapeApplies = false;
};

/// Builds instances of one target's opcodes at the end of a block.
class InstanceBuilder {
public:
  InstanceBuilder(MachineBasicBlock &MBB, bool IsX86);

  /// Builds an instance of \p Opcode of shape \p S; the caller erases it.
  Instance build(unsigned Opcode, const Shape &S);

  /// AArch64 only: operands of class \p RC are bases.
  bool isAddressClass(const TargetRegisterClass &RC) const;

private:
  MCRegister registerNamed(StringRef Name) const;
  MCRegister pick(const TargetRegisterClass &RC);
  bool overlapsAny(MCRegister Reg, ArrayRef<MCRegister> Regs) const;
  unsigned x86MemoryLength(ArrayRef<MCOperandInfo> Infos) const;

  MachineBasicBlock &MBB;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  bool IsX86;
  MCRegister Base, Base32, Index, StringSource, StackPointer;
  /// Registers no other operand may overlap.
  SmallVector<MCRegister, 4> Reserved;
  /// Registers of the operands generated so far.
  SmallVector<MCRegister, 8> Used;
};

} // namespace faulting_sweep
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_FAULTING_SWEEP_INSTANCEBUILDER_H
