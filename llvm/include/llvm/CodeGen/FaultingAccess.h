//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which instructions can stand in for a null check, as each target knows it.
///
/// An implicit null check is a memory access that is expected to fault. It is
/// as good as the compare and branch it replaces only if it is certain to
/// fault whenever the pointer is null, and to fault in a way that the runtime
/// can recover. "It may access memory and its address looks right" is neither:
/// a masked load with an empty mask, a prefetch or a conditionally faulting
/// move touches nothing, and an aligned vector load from a misaligned address
/// raises an exception of another kind.
///
/// So a target lists the opcodes that qualify, and everything that it does not
/// list does not. A target registers its answers from its LLVMInitialize...
/// function (registerManagedTargetHooks), and ManagedTargetInfo::getHooks()
/// returns them. They are registered beside TargetInstrInfo instead of virtual
/// functions in it because several hundred translation units see that class,
/// and a change to its layout would rebuild them all.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_FAULTINGACCESS_H
#define LLVM_CODEGEN_FAULTINGACCESS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/Register.h"
#include "llvm/IR/KnownInteger.h"
#include "llvm/MC/MCRegister.h"
#include <optional>

namespace llvm {

struct ExtAddrMode;
class MachineInstr;
class MIMetadata;
class RegisterBits;

/// What an instruction that faults reliably asks of its address. The address
/// is the one that the instruction's base, index and displacement give.
struct FaultingAccess {
  /// The instruction touches no byte at or beyond address + MaxSize, and none
  /// before the address.
  unsigned MaxSize;

  /// An address that is not a multiple of this may raise an alignment
  /// exception instead of the page fault. A power of two; 1 if any will do.
  unsigned Alignment;

  /// The registers that the instruction loads hold unspecified values once it
  /// has faulted, instead of those they held before it.
  bool LosesDefsOnFault;

  /// The instruction only loads, though its description says that it may store.
  bool OnlyLoads = false;
};

/// A general register of the width of a pointer, or a place on the stack
/// (llvm/CodeGen/StackPlaces.h), and what it holds.
struct RegisterValue {
  Register Reg;
  KnownInteger Bits;
};

/// A sum of registers and a constant, modulo the width of a pointer.
struct RegisterSum {
  /// Pointer-sized general registers with coefficient 1. Each occurs once.
  SmallVector<Register, 2> Addends;
  int64_t Offset = 0;
  /// Whether the sum has other terms, such as a multiple of a register.
  bool HasMore = false;
  /// Whether one of these is the word that the instruction loads.
  bool AddsMemory = false;
};

/// How a block ends that tests a pointer for null.
struct NullTest {
  /// The register or place on the stack (llvm/CodeGen/StackPlaces.h) that holds
  /// the pointer when the branch is taken.
  Register Pointer;
  /// Where control goes. They differ.
  MachineBasicBlock *Null, *NotNull;
  /// The instruction that is for nothing but the branch, or null.
  MachineInstr *Compare;
  /// What Pointer holds if control goes to Null. It is null itself unless the
  /// branch compares a sum of it and a number, or is taken for all small
  /// addresses.
  KnownInteger IfNull = KnownInteger::makeConstant(APInt(64, 0));
};

/// \p Number or zero, or a number in between. It would be enough to know the
/// number; but nothing in the object file tells it, and whoever verifies the
/// fault map takes the pointer to be zero.
inline KnownInteger fromZeroTo(const APInt &Number) {
  const APInt Zero = APInt::getZero(Number.getBitWidth());
  return KnownInteger(Number.isNegative()
                          ? ConstantRange(Number, Zero + 1)
                          : ConstantRange::getNonEmpty(Zero, Number + 1));
}

/// An operand of a conditional move.
struct NullChoice {
  unsigned Index;
  /// Whether the operand is the word in memory, whose address begins there.
  bool IsInMemory;
};

/// A target's answers. A target that registers none has no instruction that
/// faults reliably.
struct FaultingAccessInfo {
  /// Describes the access of \p MI if \p MI faults reliably, that is, if all
  /// of this holds whatever the other registers, the flags and the memory
  /// hold, in the default floating-point environment:
  ///
  /// 1. Executing \p MI accesses memory at its address. The access is neither
  ///    subject to a mask or condition, nor just a hint.
  /// 2. If every page that it touches is unmapped, and the address is aligned
  ///    as the description asks, it raises the page fault before it changes
  ///    memory or any register, except as LosesDefsOnFault says.
  /// 3. The address is that of one memory operand, formed from the operand's
  ///    base, index and displacement alone, without a segment.
  std::optional<FaultingAccess> (*ReliablyFaults)(const MachineInstr &MI);

  /// The address of \p MI, for which ReliablyFaults has an answer. Nothing if
  /// it is made of something else than registers and a number.
  std::optional<ExtAddrMode> (*AddressOf)(const MachineInstr &MI);

  /// What is known of the register that \p MI writes, if that is a general
  /// one, given what is known of those that it reads. For a register that is
  /// narrower than a pointer, the answer is about the one that it is part of.
  std::optional<RegisterValue> (*ResultOf)(const MachineInstr &MI,
                                           const RegisterBits &Before);

  /// \returns the sum that \p MI writes to its first operand, if that is a
  /// pointer-sized general register and \p MI does nothing else except to set
  /// flags. Returns nothing if \p MI is not an addition.
  std::optional<RegisterSum> (*SumOf)(const MachineInstr &MI);

  /// Whether \p MI subtracts one pointer-sized word from another, or compares
  /// them, if the flags say so, and does nothing else. Each may be in memory.
  bool (*IsDifference)(const MachineInstr &MI);

  /// The pointer-sized general register that \p MI loads from memory or stores
  /// to it, if \p MI does nothing else. No register otherwise.
  Register (*MovedRegister)(const MachineInstr &MI);

  /// How \p MBB ends, if it ends with a test of a pointer for null that can be
  /// removed.
  std::optional<NullTest> (*MatchNullTest)(MachineBasicBlock &MBB);

  /// How many bytes at \p Address InsertProbe can read; 0 if none. They are no
  /// more than an access with such an address touches.
  unsigned (*SizeOfProbe)(const ExtAddrMode &Address);

  /// Inserts an instruction in front of \p I that reads the bytes at \p Address
  /// into no register. It faults reliably. It has no memory operand.
  MachineInstr *(*InsertProbe)(MachineBasicBlock &MBB,
                               MachineBasicBlock::iterator I,
                               const MIMetadata &MD,
                               const ExtAddrMode &Address);

  /// Whether a fault of an access to \p Address, which is below zero, can be
  /// told from others everywhere. Null if that is always so.
  bool (*IsKnownBelowZero)(const ExtAddrMode &Address) = nullptr;

  /// The register of flags that a probe changes, if any.
  MCPhysReg ProbeFlags = 0;

  /// The address of the word that \p MI loads to call what it points to, or to
  /// jump there; nothing if \p MI does something else. Null if the target has
  /// no such instruction.
  std::optional<ExtAddrMode> (*AddressOfCallee)(const MachineInstr &MI) =
      nullptr;

  /// Whether \p MI, which has no memory operands, loads an entry of the global
  /// offset table. Null if the target's memory operands always say so.
  bool (*LoadsGOTEntry)(const MachineInstr &MI) = nullptr;

  /// Whether \p MI does nothing but write the thread pointer, which does not
  /// change, to a register, although its description has side effects. Null if
  /// the target has no such instruction.
  bool (*ReadsThreadPointer)(const MachineInstr &MI) = nullptr;

  /// Whether \p MI sets memory to zero, although it loads from there, too. Null
  /// if the target has no such instruction.
  bool (*ClearsMemory)(const MachineInstr &MI) = nullptr;

  /// The register that conditional moves read.
  MCPhysReg Flags = 0;

  /// The pointer-sized register that \p MI compares with null, of which it sets
  /// Flags and nothing else. No register if it compares a word in memory.
  /// Returns nothing if \p MI does not do that. Null if there is no Flags.
  std::optional<Register> (*ComparedWithNull)(const MachineInstr &MI) = nullptr;

  /// The operand that \p MI, a conditional move of pointer-sized registers,
  /// takes only if Flags say that what was compared is null. Returns nothing if
  /// there is none. Null if there is no Flags.
  std::optional<NullChoice> (*TakenIfNull)(const MachineInstr &MI) = nullptr;
};

} // namespace llvm

#endif // LLVM_CODEGEN_FAULTINGACCESS_H
