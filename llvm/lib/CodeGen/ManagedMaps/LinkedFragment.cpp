//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkedFragment.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSymbolELF.h"

using namespace llvm;

const MCSymbol *llvm::getLinkTarget(MCStreamer &OS, const MCSection &Text) {
  if (!OS.hasRawTextSupport())
    return Text.getBeginSymbol();
  // In assembly text, the name of a section may be that of others as well.
  MCSymbol *Target = OS.getContext().createNamedTempSymbol("linked_text");
  OS.emitLabel(Target);
  return Target;
}

void llvm::switchToLinkedFragment(MCStreamer &OS, StringRef Name,
                                  const MCSection &Text, const MCSymbol *InText,
                                  Align Alignment) {
  const auto &TextELF = static_cast<const MCSectionELF &>(Text);
  unsigned Flags = ELF::SHF_ALLOC | ELF::SHF_LINK_ORDER;
  StringRef Group;
  if (const MCSymbol *Signature = TextELF.getGroup()) {
    Group = Signature->getName();
    Flags |= ELF::SHF_GROUP;
  }
  OS.switchSection(OS.getContext().getELFSection(
      Name, ELF::SHT_PROGBITS, Flags, /*EntrySize=*/0, Group,
      TextELF.isComdat(), TextELF.getUniqueID(),
      static_cast<const MCSymbolELF *>(InText)));
  if (Alignment > 1)
    OS.emitValueToAlignment(Alignment);
}

const MCExpr *llvm::createDistance(const MCSymbol *From, const MCSymbol *To,
                                   MCContext &Ctx) {
  return MCBinaryExpr::createSub(MCSymbolRefExpr::create(To, Ctx),
                                 MCSymbolRefExpr::create(From, Ctx), Ctx);
}

void llvm::emitRelative(MCStreamer &OS, const MCSymbol *Target) {
  MCContext &Ctx = OS.getContext();
  MCSymbol *Here = Ctx.createTempSymbol();
  OS.emitLabel(Here);
  OS.emitValue(createDistance(Here, Target, Ctx), 4);
}

void llvm::emitNoneRelocation(MCStreamer &OS, const MCExpr *Place,
                              const MCSymbol *Target, uint64_t Addend) {
  MCContext &Ctx = OS.getContext();
  OS.emitRelocDirective(
      *Place, "BFD_RELOC_NONE",
      MCBinaryExpr::createAdd(MCSymbolRefExpr::create(Target, Ctx),
                              MCConstantExpr::create(Addend, Ctx), Ctx));
}
