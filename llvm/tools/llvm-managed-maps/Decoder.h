//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything of one target that is needed to look at its machine code.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_DECODER_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_DECODER_H

#include "TargetVerifier.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/TargetParser/Triple.h"
#include <optional>
#include <string>

namespace llvm {
namespace managed_maps {

class Decoder {
public:
  /// Fails for targets other than x86-64 and AArch64.  The targets must have
  /// been initialized.
  static Expected<std::unique_ptr<Decoder>> create(const Triple &TT);

  /// The instruction that \p Bytes begin with; it refers to them.  Nothing if
  /// they begin with none.
  std::optional<DecodedInst> decode(ArrayRef<uint8_t> Bytes,
                                    uint64_t Address) const;

  /// Whether \p I may write \p Reg or a part of it.  Calls are taken for other
  /// instructions.
  bool mayWrite(const DecodedInst &I, MCRegister Reg) const;

  /// The instruction as the assembler would write it.
  std::string print(const DecodedInst &I) const;

  /// Instructions begin at multiples of this.
  unsigned getAlignment() const { return Alignment; }

  /// What to add to symbol and addend of a branch's relocation to get at its
  /// target.
  unsigned getBranchBias() const { return BranchBias; }

  const MCInstrInfo &getInstrInfo() const { return *MII; }
  const MCRegisterInfo &getRegisterInfo() const { return *MRI; }
  const MCInstrAnalysis &getAnalysis() const { return *MIA; }
  const TargetVerifier &getVerifier() const { return *Verifier; }
  const MCInstrDesc &describe(const DecodedInst &I) const {
    return MII->get(I.Inst.getOpcode());
  }

private:
  Decoder() = default;

  unsigned Alignment = 1, BranchBias = 0;
  MCTargetOptions Options;
  std::unique_ptr<MCRegisterInfo> MRI;
  std::unique_ptr<MCAsmInfo> MAI;
  std::unique_ptr<MCInstrInfo> MII;
  std::unique_ptr<MCSubtargetInfo> STI;
  std::unique_ptr<MCContext> Context;
  std::unique_ptr<MCDisassembler> Disassembler;
  std::unique_ptr<MCInstPrinter> Printer;
  std::unique_ptr<MCInstrAnalysis> MIA;
  std::unique_ptr<TargetVerifier> Verifier;
};

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_DECODER_H
