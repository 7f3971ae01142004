//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The verifier's view of x86-64.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_X86VERIFIER_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_X86VERIFIER_H

#include "TargetVerifier.h"

namespace llvm {
namespace managed_maps {

class X86Verifier : public TargetVerifier {
public:
  X86Verifier(const MCInstrInfo &MII, const MCRegisterInfo &MRI)
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
  bool hasSmallJumpTables() const override { return false; }
  bool isTrap(const DecodedInst &I) const override;
  bool isOpaque(const DecodedInst &I) const override;
  ArrayRef<MCRegister> generalRegisters() const override;
  MCRegister flags() const override;
  bool checksSetFlags() const override { return true; }
  bool mayHoldArgument(MCRegister Reg) const override;
  bool mayHoldResult(MCRegister Reg) const override;
  BitVector readRegisters(const DecodedInst &I) const override;
  BitVector restoredRegisters(const DecodedInst &I) const override;
  bool comparesWithZero(const DecodedInst &I, MCRegister Reg) const override;
  bool isPadding(const DecodedInst &I) const override;
  bool isPagePoll(const DecodedInst &I) const override;
  unsigned redZone() const override { return 128; }
  MCRegister stackPointer() const override;
  MCRegister framePointer() const override;
  std::optional<StackState>
  stackBehind(const DecodedInst &I, const StackState &Before) const override;
  bool isAddressByte(const DecodedInst &I, unsigned Offset) const override;
  bool mergePrefix(const MCInst &Prefix, MCInst &Inst) const override;

private:
  Expected<AddressSum> addressOf(const DecodedInst &I, bool MayBeStack) const;

  const MCInstrInfo &MII;
  const MCRegisterInfo &MRI;
};

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_X86VERIFIER_H
