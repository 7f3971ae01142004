//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which AArch64 instructions fault reliably, read off the bits of the
/// instruction word, by the groups of the architecture manual's section "Loads
/// and Stores".  What is in none of the groups below is refused.
///
//===----------------------------------------------------------------------===//

#include "AArch64Verifier.h"
#include "MCTargetDesc/AArch64MCTargetDesc.h"
#include "Utils/AArch64BaseInfo.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace llvm::managed_maps;

static constexpr faultmap::Kind Load = faultmap::FaultingLoad;
static constexpr faultmap::Kind Store = faultmap::FaultingStore;
static constexpr faultmap::Kind Both = faultmap::FaultingLoadStore;

Word::Word(const DecodedInst &I)
    : Bits(support::endian::read32le(I.Bytes.data())) {}

MCRegister llvm::managed_maps::generalRegister(const MCRegisterInfo &MRI,
                                               unsigned Number) {
  return MRI.getRegClass(AArch64::GPR64commonRegClassID).getRegister(Number);
}

/// The vector register of number \p Number, modulo their number.
static MCRegister vectorRegister(const MCRegisterInfo &MRI, unsigned Number) {
  return MRI.getRegClass(AArch64::FPR128RegClassID).getRegister(Number % 32);
}

/// Of several registers that are loaded, some may have been when the fault
/// comes.
static void loseRegisters(Access &A, const MCRegisterInfo &MRI, bool AreVectors,
                          ArrayRef<unsigned> Numbers) {
  if (A.Kind == Store || Numbers.size() == 1)
    return;
  for (unsigned Number : Numbers) {
    if (AreVectors)
      A.LostOnFault.push_back(vectorRegister(MRI, Number));
    else if (Number != 31)
      A.LostOnFault.push_back(generalRegister(MRI, Number));
  }
}

// Each of the following describes one group.  The address is the base alone
// unless it says otherwise; the caller sets the base.

/// Structures, all lanes: opcode 15:12 says how many registers.
static Expected<Access> describeStructures(Word W, const MCRegisterInfo &MRI) {
  Access A;
  A.Kind = W.get(22) ? Load : Store;
  unsigned Registers;
  switch (W.get(15, 12)) {
  case 0b0000:
  case 0b0010:
    Registers = 4;
    break;
  case 0b0100:
  case 0b0110:
    Registers = 3;
    break;
  case 0b1000:
  case 0b1010:
    Registers = 2;
    break;
  case 0b0111:
    Registers = 1;
    break;
  default:
    return refuse("is not known to fault reliably");
  }
  const bool IsPostIndex = W.get(23);
  if (W.get(21) || (!IsPostIndex && W.get(20, 16)))
    return refuse("is not known to fault reliably");
  A.Size = Registers * (W.get(30) ? 16 : 8);
  const unsigned First = W.get(4, 0);
  const unsigned Numbers[] = {First, First + 1, First + 2, First + 3};
  loseRegisters(A, MRI, /*AreVectors=*/true, ArrayRef(Numbers, Registers));
  return A;
}

/// Structures, one lane, or loaded to all lanes.
static Expected<Access> describeLane(Word W, const MCRegisterInfo &MRI) {
  Access A;
  A.Kind = W.get(22) ? Load : Store;
  const unsigned Registers = (W.get(13) << 1 | W.get(21)) + 1;
  unsigned Scale = W.get(15, 14);
  // Single lane of 64 bits; lanes replicated, which only loads do.
  if (Scale == 2 && W.get(10))
    Scale = 3;
  else if (Scale == 3 && !W.get(22))
    return refuse("is not known to fault reliably");
  else if (Scale == 3)
    Scale = W.get(11, 10);
  // With bits here, another instruction has the same opcode.
  if (!W.get(23) && W.get(20, 16))
    return refuse("is not known to fault reliably");
  A.Size = Registers << Scale;
  const unsigned First = W.get(4, 0);
  const unsigned Numbers[] = {First, First + 1, First + 2, First + 3};
  loseRegisters(A, MRI, /*AreVectors=*/true, ArrayRef(Numbers, Registers));
  return A;
}

/// Exclusive, ordered, compare and swap.
static Expected<Access> describeOrdered(Word W, const MCRegisterInfo &MRI) {
  Access A;
  A.Size = 1 << W.get(31, 30);
  const bool IsPair = !W.get(23);
  if (IsPair && (!W.get(21) || W.get(31))) {
    // Without the monitor, a store is not performed.
    if (!W.get(22))
      return refuse("is an exclusive store, which may not be performed");
    A.Kind = Load;
    if (W.get(21)) {
      A.Size *= 2;
      loseRegisters(A, MRI, /*AreVectors=*/false, {W.get(4, 0), W.get(14, 10)});
    } else if (W.get(14, 10) != 31) {
      return refuse("is not known to fault reliably");
    }
    if (W.get(20, 16) != 31)
      return refuse("is not known to fault reliably");
    A.Alignment = A.Size;
    return A;
  }
  if (W.get(14, 10) != 31)
    return refuse("is not known to fault reliably");
  if (IsPair) {
    // Compare and swap of two words or two doublewords.
    A.Size = W.get(30) ? 16 : 8;
    A.Kind = Both;
    const unsigned First = W.get(20, 16);
    loseRegisters(A, MRI, /*AreVectors=*/false, {First, First + 1});
  } else if (W.get(21))
    A.Kind = Both;
  else if (W.get(20, 16) != 31)
    return refuse("is not known to fault reliably");
  else
    A.Kind = W.get(22) ? Load : Store;
  A.Alignment = A.Size;
  return A;
}

/// Pairs.
static Expected<Access> describePair(Word W, const MCRegisterInfo &MRI) {
  Access A;
  const unsigned Opc = W.get(31, 30);
  const bool IsVector = W.get(26), IsLoad = W.get(22);
  A.Kind = IsLoad ? Load : Store;
  if (Opc == 3)
    return refuse("is not known to fault reliably");
  unsigned Scale = 2 + (IsVector ? Opc : Opc >> 1);
  if (!IsVector && Opc == 1) {
    if (!IsLoad)
      return refuse("stores an allocation tag");
    if (W.get(24, 23) == 0)
      return refuse("is not known to fault reliably");
    Scale = 2;
  }
  A.Size = 2 << Scale;
  const unsigned First = W.get(4, 0), Second = W.get(14, 10);
  const unsigned Base = W.get(9, 5);
  const bool IsIndexed = W.get(23);
  if ((IsLoad && First == Second) ||
      (IsIndexed && !IsVector && (First == Base || Second == Base)))
    return refuse("is unpredictable");
  loseRegisters(A, MRI, IsVector, {First, Second});
  const bool IsPostIndex = W.get(24, 23) == 1;
  if (!IsPostIndex)
    A.Address.Displacement = W.getSigned(21, 15) * (1 << Scale);
  return A;
}

/// Atomic memory operations.
static Expected<Access> describeAtomic(Word W) {
  Access A;
  A.Size = 1 << W.get(31, 30);
  A.Alignment = A.Size;
  if (W.get(26))
    return refuse("is not known to fault reliably");
  const unsigned Operation = W.get(15, 12);
  if (Operation < 0b1000 || Operation == 0b1000) {
    A.Kind = Both;
    return A;
  }
  // Load with acquire semantics.
  if (Operation == 0b1100 && W.get(23, 22) == 0b10 && W.get(20, 16) == 31) {
    A.Kind = Load;
    return A;
  }
  return refuse("is not known to fault reliably");
}

/// One register.  \p MRI is for the index.
static Expected<Access> describeSingle(Word W, const MCRegisterInfo &MRI) {
  Access A;
  const unsigned Opc = W.get(23, 22);
  unsigned Scale = W.get(31, 30);
  if (W.get(26)) {
    if (Opc >= 2 && Scale != 0)
      return refuse("is not known to fault reliably");
    if (Opc >= 2)
      Scale = 4;
    A.Kind = Opc & 1 ? Load : Store;
  } else {
    if (Scale == 3 && Opc == 2)
      return refuse("is a hint, which never faults");
    if (Scale >= 2 && Opc == 3)
      return refuse("is not known to fault reliably");
    A.Kind = Opc ? Load : Store;
  }
  A.Size = 1 << Scale;

  if (W.get(24)) {
    A.Address.Displacement = int64_t(W.get(21, 10)) << Scale;
    return A;
  }
  if (!W.get(21)) {
    const bool IsIndexed = W.get(10);
    if (IsIndexed && !W.get(26) && W.get(4, 0) == W.get(9, 5))
      return refuse("is unpredictable");
    switch (W.get(11, 10)) {
    case 0b00:
    case 0b11:
      A.Address.Displacement = W.getSigned(20, 12);
      return A;
    case 0b01:
      return A;
    default:
      return refuse("is an unprivileged access");
    }
  }
  // A register as offset.
  switch (W.get(15, 13)) {
  case 0b010:
    A.Address.IndexExtension = AddressSum::ZeroExtend32;
    break;
  case 0b110:
    A.Address.IndexExtension = AddressSum::SignExtend32;
    break;
  case 0b011:
  case 0b111:
    break;
  default:
    return refuse("is not known to fault reliably");
  }
  if (const unsigned Index = W.get(20, 16); Index != 31)
    A.Address.Index = generalRegister(MRI, Index);
  A.Address.Scale = W.get(12) ? A.Size : 1;
  return A;
}

static Expected<Access> describeByGroup(Word W, const MCRegisterInfo &MRI) {
  if (W.get(27) != 1 || W.get(25) != 0)
    return refuse(W.get(28, 25) == 0b0010
                      ? "is a vector access under a predicate or of unknown "
                        "length"
                      : "is not a load or store");
  switch (W.get(29, 28)) {
  case 0b00:
    if (W.get(26)) {
      if (W.get(31))
        break;
      return W.get(24) ? describeLane(W, MRI) : describeStructures(W, MRI);
    }
    if (!W.get(24))
      return describeOrdered(W, MRI);
    break;
  case 0b01:
    if (!W.get(24))
      return refuse("has an address relative to itself");
    break;
  case 0b10:
    return describePair(W, MRI);
  case 0b11:
    if (W.get(24) || !W.get(21) || W.get(11, 10) == 0b10)
      return describeSingle(W, MRI);
    if (W.get(11, 10) == 0b00)
      return describeAtomic(W);
    return refuse("authenticates its address");
  }
  return refuse("is not known to fault reliably");
}

Expected<Access> AArch64Verifier::describeAccess(const DecodedInst &I,
                                                 bool MayBeStack) const {
  if (I.Bytes.size() != 4)
    return refuse("is not an instruction word");
  if (I.IsRelocated)
    return refuse("has an offset that the linker fills in");
  const Word W(I);
  Expected<Access> A = describeByGroup(W, MRI);
  if (!A)
    return A;
  const unsigned Base = W.get(9, 5);
  if (Base == 31 && !MayBeStack)
    return refuse("accesses the stack");
  A->Address.Base = Base == 31 ? stackPointer() : generalRegister(MRI, Base);
  return A;
}

std::unique_ptr<TargetVerifier>
llvm::managed_maps::createAArch64Verifier(const MCInstrInfo &MII,
                                          const MCRegisterInfo &MRI) {
  return std::make_unique<AArch64Verifier>(MII, MRI);
}
