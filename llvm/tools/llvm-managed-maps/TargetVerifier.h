//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the verifier of fault maps asks a target about machine code.
///
/// The answers are a second opinion: they are made from encodings as the
/// architecture's manual describes them and share nothing with the lists that
/// code generation uses (llvm/CodeGen/FaultingAccess.h).
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_TARGETVERIFIER_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_TARGETVERIFIER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include "llvm/IR/KnownInteger.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCRegister.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>

namespace llvm {

class MCInstrInfo;
class MCRegisterInfo;
class Triple;

namespace managed_maps {

class RegisterState;

/// A decoded instruction.
struct DecodedInst {
  uint64_t Address = 0;
  unsigned Size = 0;
  MCInst Inst;
  ArrayRef<uint8_t> Bytes;
  /// The linker fills in some of the bytes.
  bool IsRelocated = false;
  /// It fills in what is a displacement or, where that cannot be told, any
  /// of them.
  bool IsAddressRelocated = false;
};

/// Base + Scale * Index + Displacement, modulo 2^64.  The registers are the
/// 64-bit ones; one that is not there is zero.
struct AddressSum {
  enum Extension { None, ZeroExtend32, SignExtend32 };

  MCRegister Base, Index;
  unsigned Scale = 1;
  Extension IndexExtension = None;
  int64_t Displacement = 0;
};

/// An access that cannot be skipped.
struct Access {
  AddressSum Address;
  /// No byte outside [address, address + Size) is touched.
  unsigned Size = 0;
  /// An address that is no multiple of this may raise something else than a
  /// page fault.
  unsigned Alignment = 1;
  faultmap::Kind Kind = faultmap::NoKind;
  /// Whether it may be anywhere in the wide guard, as the map says.
  bool IsWide = false;
  /// Whether a fault below zero can be told from others everywhere.
  bool IsKnownBelowZero = true;
  /// Registers with unspecified contents once it has faulted.
  SmallVector<MCRegister, 4> LostOnFault;
};

/// What an instruction puts into a register.
struct RegisterResult {
  MCRegister Reg;
  KnownInteger Bits;
};

/// Where stack pointer and frame pointer are, in bytes from where the stack
/// pointer was when the function was entered.
struct StackState {
  std::optional<int64_t> Stack, Frame;

  bool operator==(const StackState &Other) const {
    return Stack == Other.Stack && Frame == Other.Frame;
  }
};

class TargetVerifier {
public:
  virtual ~TargetVerifier();

  /// Describes the access of \p I if executing it touches memory at one
  /// address, made of general registers and a number alone, whatever other
  /// registers, flags and memory hold, and if that raises a page fault where
  /// nothing is mapped, before memory or any register but those in
  /// LostOnFault has changed.  Otherwise the error is the reason.
  Expected<Access> describeAccess(const DecodedInst &I) const {
    return describeAccess(I, /*MayBeStack=*/false);
  }

  /// The same, of an access to the stack, too, if \p MayBeStack.
  virtual Expected<Access> describeAccess(const DecodedInst &I,
                                          bool MayBeStack) const = 0;

  /// The 64-bit general register that \p I writes, and what is known of it
  /// then, if it writes just one.
  virtual std::optional<RegisterResult>
  resultOf(const DecodedInst &I, const RegisterState &Before) const = 0;

  /// The 64-bit general register that \p Reg is or is a part of, if any.
  virtual MCRegister wholeRegister(MCRegister Reg) const = 0;

  /// Whether functions preserve \p Reg for their callers.
  virtual bool isPreserved(MCRegister Reg) const = 0;

  /// Whether registers may change that the description of \p I does not name:
  /// it calls the system, for example.
  virtual bool isOpaque(const DecodedInst &I) const = 0;

  /// Adds to \p Addresses those that \p Instructions, a function, contain or
  /// compute from their own, other than by relocation.
  virtual void collectAddresses(ArrayRef<DecodedInst> Instructions,
                                SmallVectorImpl<uint64_t> &Addresses) const = 0;

  /// Whether compilers make jump tables of less than 32 bits an entry.
  virtual bool hasSmallJumpTables() const = 0;

  /// Whether \p I is a trap with which compilers end a path.
  virtual bool isTrap(const DecodedInst &I) const = 0;

  /// Whether \p I is a load that compilers make of a poll by page.
  virtual bool isPagePoll(const DecodedInst &I) const = 0;

  /// How many bytes below the stack pointer signals leave alone.
  virtual unsigned redZone() const = 0;

  virtual MCRegister stackPointer() const = 0;
  virtual MCRegister framePointer() const = 0;

  /// If \p I, which writes the stack pointer or the frame pointer and is no
  /// call, computes them from each other, both of them after it.
  virtual std::optional<StackState>
  stackBehind(const DecodedInst &I, const StackState &Before) const = 0;

  // For what is only suspicious.

  /// All general registers but the stack pointer.
  virtual ArrayRef<MCRegister> generalRegisters() const = 0;
  virtual MCRegister flags() const = 0;
  /// Whether the code that a null check consists of leaves the flags with
  /// something else.
  virtual bool checksSetFlags() const = 0;
  /// Whether a function may find an argument in \p Reg, or its caller a result.
  virtual bool mayHoldArgument(MCRegister Reg) const = 0;
  virtual bool mayHoldResult(MCRegister Reg) const = 0;
  /// A bit for each of the general registers, and one for the flags, that \p I
  /// reads because it needs what is there, so not if it just saves a register.
  virtual BitVector readRegisters(const DecodedInst &I) const = 0;
  /// A bit for each of the general registers that \p I loads from the stack as
  /// functions do before they return.
  virtual BitVector restoredRegisters(const DecodedInst &I) const = 0;
  /// Whether \p I compares \p Reg with zero, to branch.
  virtual bool comparesWithZero(const DecodedInst &I, MCRegister Reg) const = 0;
  /// Whether \p I only fills the space between pieces of code.
  virtual bool isPadding(const DecodedInst &I) const = 0;

  /// Whether the byte at \p Offset may be a part of an address in \p I.
  virtual bool isAddressByte(const DecodedInst &I, unsigned Offset) const {
    return true;
  }

  /// Whether \p Prefix, which the disassembler takes for an instruction, is a
  /// prefix of \p Inst after it, which then tells so.
  virtual bool mergePrefix(const MCInst &Prefix, MCInst &Inst) const {
    return false;
  }
};

/// \p MII outlives the result.
std::unique_ptr<TargetVerifier> createX86Verifier(const MCInstrInfo &MII,
                                                  const MCRegisterInfo &MRI);
std::unique_ptr<TargetVerifier>
createAArch64Verifier(const MCInstrInfo &MII, const MCRegisterInfo &MRI);

/// An error that is nothing but \p Message.
inline Error refuse(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_TARGETVERIFIER_H
