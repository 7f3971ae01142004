//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The verifier's view of AArch64.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_AARCH64VERIFIER_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_AARCH64VERIFIER_H

#include "TargetVerifier.h"
#include "llvm/Support/MathExtras.h"

namespace llvm {
namespace managed_maps {

class AArch64Verifier : public TargetVerifier {
public:
  AArch64Verifier(const MCInstrInfo &MII, const MCRegisterInfo &MRI)
      : MII(MII), MRI(MRI) {}

  using TargetVerifier::describeAccess;
  Expected<Access> describeAccess(const DecodedInst &I,
                                  bool MayBeStack) const override;
  std::optional<RegisterResult>
  resultOf(const DecodedInst &I, const RegisterState &Before) const override;
  MCRegister wholeRegister(MCRegister Reg) const override;
  bool isPreserved(MCRegister Reg) const override;
  void collectAddresses(ArrayRef<DecodedInst> Instructions,
                        SmallVectorImpl<uint64_t> &Addresses) const override;
  bool hasSmallJumpTables() const override { return true; }
  bool isTrap(const DecodedInst &I) const override;
  bool isOpaque(const DecodedInst &I) const override;
  ArrayRef<MCRegister> generalRegisters() const override;
  MCRegister flags() const override;
  bool checksSetFlags() const override { return false; }
  bool mayHoldArgument(MCRegister Reg) const override;
  bool mayHoldResult(MCRegister Reg) const override;
  BitVector readRegisters(const DecodedInst &I) const override;
  BitVector restoredRegisters(const DecodedInst &I) const override;
  bool comparesWithZero(const DecodedInst &I, MCRegister Reg) const override;
  bool isPadding(const DecodedInst &I) const override;
  bool isPagePoll(const DecodedInst &I) const override;
  unsigned redZone() const override { return 0; }
  MCRegister stackPointer() const override;
  MCRegister framePointer() const override;
  std::optional<StackState>
  stackBehind(const DecodedInst &I, const StackState &Before) const override;

private:
  const MCInstrInfo &MII;
  const MCRegisterInfo &MRI;
};

/// An instruction word.
class Word {
public:
  explicit Word(uint32_t Bits) : Bits(Bits) {}
  /// \p I is a word.
  explicit Word(const DecodedInst &I);

  /// The bits from \p High to \p Low.
  uint32_t get(unsigned High, unsigned Low) const {
    return (Bits >> Low) & maskTrailingOnes<uint32_t>(High - Low + 1);
  }
  uint32_t get(unsigned Bit) const { return get(Bit, Bit); }
  int64_t getSigned(unsigned High, unsigned Low) const {
    return SignExtend64(get(High, Low), High - Low + 1);
  }

private:
  uint32_t Bits;
};

/// The general register of number \p Number, which is not 31.
MCRegister generalRegister(const MCRegisterInfo &MRI, unsigned Number);

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_AARCH64VERIFIER_H
