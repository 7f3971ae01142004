//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known of an integer: which of its bits are zero or one, and a range
/// that it is in. The bits tell alignment and masks, and the range tells the
/// size of a sign-extended number and of sums. Each operation takes both from
/// both, so that the result is as good as the better of the two.
///
/// The operations have the names of those of KnownBits, and wrap around.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_IR_KNOWNINTEGER_H
#define LLVM_IR_KNOWNINTEGER_H

#include "llvm/IR/ConstantRange.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace llvm {

class KnownInteger {
public:
  /// Nothing is known of an integer of \p Width bits.
  explicit KnownInteger(unsigned Width)
      : Bits(Width), Range(Width, /*isFullSet=*/true) {}

  /// \p Bits is all that is known.
  KnownInteger(const KnownBits &Bits)
      : Bits(Bits),
        Range(ConstantRange::fromKnownBits(Bits, /*IsSigned=*/false)) {}

  /// It is in \p Range, which is not empty.
  KnownInteger(const ConstantRange &Range)
      : Bits(Range.toKnownBits()), Range(Range) {}

  static KnownInteger makeConstant(const APInt &Value) {
    return KnownInteger(ConstantRange(Value));
  }

  unsigned getBitWidth() const { return Bits.getBitWidth(); }
  const KnownBits &getBits() const { return Bits; }
  const ConstantRange &getRange() const { return Range; }
  bool isConstant() const { return Range.isSingleElement(); }
  bool isNonZero() const {
    return !Range.contains(APInt::getZero(getBitWidth()));
  }
  bool isUnknown() const { return Bits.isUnknown() && Range.isFullSet(); }

  KnownInteger trunc(unsigned Width) const {
    if (Width == getBitWidth())
      return *this;
    return KnownInteger(Bits.trunc(Width), Range.truncate(Width));
  }

  KnownInteger zext(unsigned Width) const {
    if (Width == getBitWidth())
      return *this;
    return KnownInteger(Bits.zext(Width), Range.zeroExtend(Width));
  }

  KnownInteger sext(unsigned Width) const {
    if (Width == getBitWidth())
      return *this;
    return KnownInteger(Bits.sext(Width), Range.signExtend(Width));
  }

  KnownInteger zextOrTrunc(unsigned Width) const {
    return Width < getBitWidth() ? trunc(Width) : zext(Width);
  }

  /// The \p Count bits from the bit \p First on.
  KnownInteger extractBits(unsigned Count, unsigned First) const {
    const KnownInteger Moved =
        First ? lshr(*this, makeConstant(APInt(getBitWidth(), First))) : *this;
    return Moved.trunc(Count);
  }

  static KnownInteger add(const KnownInteger &A, const KnownInteger &B) {
    return KnownInteger(KnownBits::add(A.Bits, B.Bits), A.Range.add(B.Range));
  }

  static KnownInteger sub(const KnownInteger &A, const KnownInteger &B) {
    return KnownInteger(KnownBits::sub(A.Bits, B.Bits), A.Range.sub(B.Range));
  }

  static KnownInteger mul(const KnownInteger &A, const KnownInteger &B) {
    return KnownInteger(KnownBits::mul(A.Bits, B.Bits),
                        A.Range.multiply(B.Range));
  }

  static KnownInteger shl(const KnownInteger &A, const KnownInteger &B) {
    const KnownBits Shifted = KnownBits::shl(A.Bits, B.Bits);
    const APInt *Amount = B.Range.getSingleElement();
    if (!Amount || Amount->uge(A.getBitWidth()))
      return KnownInteger(Shifted, A.Range.shl(B.Range));
    // As a product, it may be negative.
    return KnownInteger(
        Shifted,
        A.Range.multiply(ConstantRange(APInt::getOneBitSet(
            A.getBitWidth(), static_cast<unsigned>(Amount->getZExtValue())))));
  }

  static KnownInteger lshr(const KnownInteger &A, const KnownInteger &B) {
    return KnownInteger(KnownBits::lshr(A.Bits, B.Bits), A.Range.lshr(B.Range));
  }

  static KnownInteger ashr(const KnownInteger &A, const KnownInteger &B) {
    return KnownInteger(KnownBits::ashr(A.Bits, B.Bits), A.Range.ashr(B.Range));
  }

  friend KnownInteger operator&(const KnownInteger &A, const KnownInteger &B) {
    return KnownInteger(A.Bits & B.Bits, A.Range.binaryAnd(B.Range));
  }

  friend KnownInteger operator|(const KnownInteger &A, const KnownInteger &B) {
    return KnownInteger(A.Bits | B.Bits, A.Range.binaryOr(B.Range));
  }

  friend KnownInteger operator^(const KnownInteger &A, const KnownInteger &B) {
    return KnownInteger(A.Bits ^ B.Bits, A.Range.binaryXor(B.Range));
  }

  /// One of both.
  KnownInteger unionWith(const KnownInteger &Other) const {
    return KnownInteger(Bits.intersectWith(Other.Bits),
                        Range.unionWith(Other.Range));
  }

  /// As unionWith, with a range that grows to few others, so that the values
  /// around a loop settle soon.
  KnownInteger widenedUnion(const KnownInteger &Other) const {
    const KnownBits Common = Bits.intersectWith(Other.Bits);
    const ConstantRange Both = Range.unionWith(Other.Range);
    if (Range == Other.Range || Both == Range)
      return KnownInteger(Common, Range);
    // Of its bits, only the alignment is not in the range.
    const unsigned Width = getBitWidth();
    KnownBits Alignment(Width);
    Alignment.Zero.setLowBits(Common.countMinTrailingZeros());
    const bool IsUnsigned = Both.isAllNonNegative();
    const auto Needed = static_cast<unsigned>(PowerOf2Ceil(std::max(
        8u, IsUnsigned ? Both.getActiveBits() : Both.getMinSignedBits())));
    if (Needed >= Width)
      return KnownInteger(Alignment);
    const APInt Least = IsUnsigned
                            ? APInt::getZero(Width)
                            : APInt::getSignedMinValue(Needed).sext(Width);
    return KnownInteger(
        Alignment,
        ConstantRange(Least, Least + APInt::getOneBitSet(Width, Needed)));
  }

  friend bool operator==(const KnownInteger &A, const KnownInteger &B) {
    return A.Bits == B.Bits && A.Range == B.Range;
  }

private:
  /// Both hold. If they exclude each other, the value is in code that never
  /// runs, and nothing is known.
  KnownInteger(const KnownBits &B, const ConstantRange &R) : Bits(B), Range(R) {
    const ConstantRange Tight =
        Range
            .intersectWith(ConstantRange::fromKnownBits(Bits, false),
                           ConstantRange::Signed)
            .intersectWith(ConstantRange::fromKnownBits(Bits, true),
                           ConstantRange::Signed);
    if (Bits.hasConflict() || Tight.isEmptySet()) {
      Bits = KnownBits(Bits.getBitWidth());
      Range = ConstantRange::getFull(Bits.getBitWidth());
      return;
    }
    Range = Tight;
    const KnownBits OfRange = Range.toKnownBits();
    if (!(Bits.Zero & OfRange.One).isZero() ||
        !(Bits.One & OfRange.Zero).isZero())
      return;
    Bits = Bits.unionWith(OfRange);
  }

  KnownBits Bits;
  ConstantRange Range;
};

} // namespace llvm

#endif // LLVM_IR_KNOWNINTEGER_H
