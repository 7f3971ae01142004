//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What AArch64 instructions put into general registers, read off the bits of
/// the instruction word: moves, bit fields, the arithmetic with which addresses
/// are made, and loads.
///
//===----------------------------------------------------------------------===//

#include "AArch64Verifier.h"
#include "MCTargetDesc/AArch64AddressingModes.h"
#include "MCTargetDesc/AArch64MCTargetDesc.h"
#include "RegisterState.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace llvm::managed_maps;

namespace {

/// The operands of a data processing instruction.
class Operands {
public:
  Operands(Word W, const RegisterState &Before, const MCRegisterInfo &MRI)
      : W(W), Before(Before), MRI(MRI), Width(W.get(31) ? 64 : 32) {}

  unsigned getWidth() const { return Width; }
  KnownInteger number(uint64_t Value) const {
    return knownNumber(Value, Width);
  }

  /// The register whose number is in the bits from \p Low on; 31 is zero.
  KnownInteger in(unsigned Low) const {
    const unsigned Number = W.get(Low + 4, Low);
    if (Number == 31)
      return number(0);
    return Before.get(generalRegister(MRI, Number)).trunc(Width);
  }

  /// As in; 31 is the stack pointer.
  KnownInteger inOrStack(unsigned Low) const {
    return W.get(Low + 4, Low) == 31 ? KnownInteger(Width) : in(Low);
  }

  /// Rm, shifted as the instruction says.
  KnownInteger shifted() const {
    const KnownInteger Amount = number(W.get(15, 10));
    if (W.get(15, 10) >= Width)
      return KnownInteger(Width);
    switch (W.get(23, 22)) {
    case 0:
      return KnownInteger::shl(in(16), Amount);
    case 1:
      return KnownInteger::lshr(in(16), Amount);
    case 2:
      return KnownInteger::ashr(in(16), Amount);
    default:
      return KnownInteger(Width);
    }
  }

  /// Rm, extended as the instruction says.
  KnownInteger extended() const {
    const unsigned Bits = 8 << W.get(14, 13);
    KnownInteger Value = in(16);
    if (Bits < Width)
      Value = W.get(15) ? Value.trunc(Bits).sext(Width)
                        : Value.trunc(Bits).zext(Width);
    return KnownInteger::shl(Value, number(W.get(12, 10)));
  }

private:
  Word W;
  const RegisterState &Before;
  const MCRegisterInfo &MRI;
  unsigned Width;
};

} // end anonymous namespace

/// AND, OR, exclusive or, as the bits 30:29 say.
static KnownInteger logical(unsigned Operation, const KnownInteger &A,
                            const KnownInteger &B) {
  switch (Operation) {
  case 0b01:
    return A | B;
  case 0b10:
    return A ^ B;
  default:
    return A & B;
  }
}

/// A bit field of \p Source that is moved to the bottom or, from the bottom,
/// up.
static KnownInteger bitField(Word W, const Operands &Op) {
  const unsigned Width = Op.getWidth();
  const unsigned First = W.get(21, 16), Last = W.get(15, 10);
  const bool IsSigned = W.get(30, 29) == 0b00;
  if (W.get(30, 29) == 0b01 || First >= Width || Last >= Width)
    return KnownInteger(Width);
  const bool ToBottom = First <= Last;
  const unsigned Bits = ToBottom ? Last - First + 1 : Last + 1;
  KnownInteger Field = Op.in(5).extractBits(Bits, ToBottom ? First : 0);
  Field = IsSigned ? Field.sext(Width) : Field.zext(Width);
  if (ToBottom)
    return Field;
  return KnownInteger::shl(Field, Op.number(Width - First));
}

/// Data processing with an immediate.
static std::optional<KnownInteger> computeImmediate(Word W,
                                                    const Operands &Op) {
  const unsigned Width = Op.getWidth();
  switch (W.get(25, 23)) {
  case 0b010: {
    const KnownInteger Number =
        Op.number(uint64_t(W.get(21, 10)) << (W.get(22) ? 12 : 0));
    return W.get(30) ? KnownInteger::sub(Op.inOrStack(5), Number)
                     : KnownInteger::add(Op.inOrStack(5), Number);
  }
  case 0b100: {
    const uint64_t Encoded = W.get(22, 10);
    if (!AArch64_AM::isValidDecodeLogicalImmediate(Encoded, Width))
      return std::nullopt;
    return logical(
        W.get(30, 29), Op.in(5),
        Op.number(AArch64_AM::decodeLogicalImmediate(Encoded, Width)));
  }
  case 0b101: {
    const unsigned Shift = W.get(22, 21) * 16;
    if (Shift >= Width)
      return std::nullopt;
    const uint64_t Value = uint64_t(W.get(20, 5)) << Shift;
    switch (W.get(30, 29)) {
    case 0b00:
      return Op.number(~Value);
    case 0b10:
      return Op.number(Value);
    case 0b11:
      return (Op.in(0) & Op.number(~(uint64_t(0xffff) << Shift))) |
             Op.number(Value);
    default:
      return std::nullopt;
    }
  }
  case 0b110:
    return bitField(W, Op);
  default:
    return std::nullopt;
  }
}

/// Multiply and add or subtract, also two numbers of 32 bits.
static std::optional<KnownInteger> multiplied(Word W, const Operands &Op) {
  KnownInteger A = Op.in(5), B = Op.in(16);
  if (W.get(30, 29))
    return std::nullopt;
  switch (W.get(23, 21)) {
  case 0b000:
    break;
  case 0b001:
    A = A.trunc(32).sext(RegisterWidth);
    B = B.trunc(32).sext(RegisterWidth);
    break;
  case 0b101:
    A = A.trunc(32).zext(RegisterWidth);
    B = B.trunc(32).zext(RegisterWidth);
    break;
  default:
    return std::nullopt;
  }
  const KnownInteger Product = KnownInteger::mul(A, B);
  return W.get(15) ? KnownInteger::sub(Op.in(10), Product)
                   : KnownInteger::add(Op.in(10), Product);
}

/// Data processing with registers.
static std::optional<KnownInteger> computeRegisters(Word W,
                                                    const Operands &Op) {
  const unsigned Width = Op.getWidth();
  const bool IsSubtraction = W.get(30);
  switch (W.get(28, 24)) {
  case 0b01010: {
    KnownInteger Second = Op.shifted();
    if (W.get(21))
      Second = Second ^ Op.number(-1);
    return logical(W.get(30, 29), Op.in(5), Second);
  }
  case 0b01011:
    if (!W.get(21))
      return IsSubtraction ? KnownInteger::sub(Op.in(5), Op.shifted())
                           : KnownInteger::add(Op.in(5), Op.shifted());
    if (W.get(23, 22) || W.get(12, 10) > 4)
      return std::nullopt;
    return IsSubtraction ? KnownInteger::sub(Op.inOrStack(5), Op.extended())
                         : KnownInteger::add(Op.inOrStack(5), Op.extended());
  case 0b11010:
    // Conditional select, without a change to the second operand.
    if (W.get(23, 21) == 0b100 && !W.get(30) && !W.get(11, 10))
      return Op.in(5).unionWith(Op.in(16));
    return std::nullopt;
  case 0b11011:
    return multiplied(W, Op);
  default:
    (void)Width;
    return std::nullopt;
  }
}

/// An integer that is loaded into one general register.
static std::optional<KnownInteger> computeLoad(Word W) {
  const bool IsSingle = W.get(29, 27) == 0b111 && !W.get(26) && !W.get(25);
  const bool HasOffset = W.get(24) || !W.get(21) || W.get(11, 10) == 0b10;
  if (!IsSingle || !HasOffset)
    return std::nullopt;
  const unsigned Bits = 8 << W.get(31, 30);
  switch (W.get(23, 22)) {
  case 0b01:
    return KnownInteger(Bits).zext(RegisterWidth);
  // With sign, to 64 bits and to 32; otherwise a prefetch, or nothing.
  case 0b10:
    if (Bits < 64)
      return KnownInteger(Bits).sext(RegisterWidth);
    return std::nullopt;
  case 0b11:
    if (Bits < 32)
      return KnownInteger(Bits).sext(32).zext(RegisterWidth);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<RegisterResult>
AArch64Verifier::resultOf(const DecodedInst &I,
                          const RegisterState &Before) const {
  if (I.Bytes.size() != 4 || I.IsRelocated)
    return std::nullopt;
  const Word W(I);
  const unsigned Number = W.get(4, 0);
  if (Number == 31)
    return std::nullopt;
  const MCRegister Reg = generalRegister(MRI, Number);

  const Operands Op(W, Before, MRI);
  std::optional<KnownInteger> Bits;
  if (W.get(28, 26) == 0b100)
    Bits = computeImmediate(W, Op);
  else if (W.get(27, 25) == 0b101)
    Bits = computeRegisters(W, Op);
  else if (std::optional<KnownInteger> Loaded = computeLoad(W))
    return RegisterResult{Reg, *Loaded};
  if (!Bits)
    return std::nullopt;
  return RegisterResult{Reg, Bits->zext(RegisterWidth)};
}

MCRegister AArch64Verifier::wholeRegister(MCRegister Reg) const {
  const MCRegisterClass &Whole =
      MRI.getRegClass(AArch64::GPR64commonRegClassID);
  if (Whole.contains(Reg))
    return Reg;
  if (!MRI.getRegClass(AArch64::GPR32commonRegClassID).contains(Reg))
    return MCRegister();
  return MRI.getMatchingSuperReg(Reg, AArch64::sub_32, &Whole);
}

bool AArch64Verifier::isPreserved(MCRegister Reg) const {
  for (unsigned Number = 19; Number != 30; ++Number)
    if (Reg == generalRegister(MRI, Number))
      return true;
  return false;
}

void AArch64Verifier::collectAddresses(
    ArrayRef<DecodedInst> Instructions,
    SmallVectorImpl<uint64_t> &Addresses) const {
  // How far an addition may be from the address of its page.
  constexpr unsigned MaxDistance = 16;
  for (size_t Number = 0; Number != Instructions.size(); ++Number) {
    const DecodedInst &I = Instructions[Number];
    if (I.Bytes.size() != 4 || I.IsRelocated)
      continue;
    const Word W(I);
    if (W.get(28, 24) != 0b10000)
      continue;
    const int64_t Distance =
        SignExtend64(W.get(23, 5) << 2 | W.get(30, 29), 21);
    if (!W.get(31)) {
      Addresses.push_back(I.Address + Distance);
      continue;
    }
    const uint64_t Page = (I.Address & ~uint64_t(4095)) + Distance * 4096;
    Addresses.push_back(Page);
    for (const DecodedInst &Next :
         Instructions.drop_front(Number + 1).take_front(MaxDistance)) {
      if (Next.Bytes.size() != 4 || Next.IsRelocated)
        continue;
      const Word Sum(Next);
      if (Sum.get(31, 22) == 0b1001000100 && Sum.get(9, 5) == W.get(4, 0))
        Addresses.push_back(Page + Sum.get(21, 10));
    }
  }
}

bool AArch64Verifier::isTrap(const DecodedInst &I) const {
  if (I.Bytes.size() != 4)
    return false;
  const Word W(I);
  // The breakpoint that goes on has this number.
  constexpr unsigned Debug = 0xf000;
  return W.get(31, 16) == 0 || (W.get(31, 21) == 0b11010100001 &&
                                W.get(4, 0) == 0 && W.get(20, 5) != Debug);
}

bool AArch64Verifier::isOpaque(const DecodedInst &I) const {
  // Exceptions that are asked for.
  return I.Bytes.size() == 4 && Word(I).get(31, 24) == 0b11010100;
}

MCRegister AArch64Verifier::stackPointer() const { return AArch64::SP; }
MCRegister AArch64Verifier::framePointer() const { return AArch64::FP; }

std::optional<StackState>
AArch64Verifier::stackBehind(const DecodedInst &I,
                             const StackState &Before) const {
  if (I.Bytes.size() != 4)
    return std::nullopt;
  const Word W(I);
  constexpr unsigned Stack = 31, Frame = 29;
  StackState Behind = Before;

  // Addition or subtraction of a number, in 64 bits, without flags.
  if (W.get(31) && !W.get(29) && W.get(28, 23) == 0b100010) {
    const int64_t Number = int64_t(W.get(21, 10)) << (W.get(22) ? 12 : 0);
    std::optional<int64_t> Value;
    if (W.get(9, 5) == Stack)
      Value = Before.Stack;
    else if (W.get(9, 5) == Frame)
      Value = Before.Frame;
    if (Value)
      *Value += W.get(30) ? -Number : Number;
    if (W.get(4, 0) == Stack)
      Behind.Stack = Value;
    else if (W.get(4, 0) == Frame)
      Behind.Frame = Value;
    return Behind;
  }

  // A load or store with write-back, of a pair or of one register.
  const bool IsPair = W.get(29, 27) == 0b101 && W.get(25) == 0 && W.get(23);
  const bool IsSingle = W.get(29, 27) == 0b111 && W.get(25, 24) == 0b00 &&
                        !W.get(21) && W.get(10);
  if (!IsPair && !IsSingle)
    return std::nullopt;
  const bool IsLoad = IsPair ? W.get(22) : W.get(23, 22) != 0b00;
  if (IsLoad && !W.get(26) &&
      (W.get(4, 0) == Frame || (IsPair && W.get(14, 10) == Frame)))
    Behind.Frame = std::nullopt;
  if (W.get(9, 5) != Stack)
    return W.get(9, 5) == Frame ? std::nullopt : std::make_optional(Behind);
  if (!Behind.Stack)
    return Behind;
  if (IsSingle) {
    *Behind.Stack += W.getSigned(20, 12);
    return Behind;
  }
  const unsigned Scale = 2 + (W.get(26) ? W.get(31, 30) : W.get(31));
  *Behind.Stack += W.getSigned(21, 15) * (1 << Scale);
  return Behind;
}
