//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/FaultMapEmitter.h"
#include "FaultingOp.h"
#include "LinkedFragment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/FramePolls.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

static std::optional<uint64_t> flaggedVersion(const Module &M) {
  const Metadata *Flag = M.getModuleFlag(FaultMapVersionFlag);
  if (!Flag)
    return std::nullopt;
  const auto *Version = mdconst::dyn_extract<ConstantInt>(Flag);
  return Version ? Version->getLimitedValue() : 0;
}

unsigned llvm::getFaultMapVersion(const Module &M, const Triple &TT) {
  return ManagedTargetInfo(TT).hasFaultMapV2() && flaggedVersion(M) != 1 ? 2
                                                                         : 1;
}

void llvm::diagnoseFaultMapVersion(const Module &M, const Triple &TT) {
  const std::optional<uint64_t> Version = flaggedVersion(M);
  if (!Version)
    return;
  if (*Version != 1 && *Version != 2)
    M.getContext().emitError("module flag '" + FaultMapVersionFlag +
                             "' must be i32 1 or i32 2");
  // A JIT may leave the triple of its modules empty.
  else if (*Version == 2 && TT.getArch() != Triple::UnknownArch &&
           !ManagedTargetInfo(TT).hasFaultMapV2())
    M.getContext().emitError(
        "module flag '" + FaultMapVersionFlag +
        "' requests version 2 of fault maps, which is only for ELF on " +
        listManagedTargets([](const ManagedTargetFacts &Facts) {
          return Facts.HasFaultMapV2;
        }));
}

/// Whether \p MF may be so large that a distance within it does not fit a short
/// entry.
static bool mayExceedShortEntries(const MachineFunction &MF) {
  // No instruction has more, nor any character of inline assembly that is free
  // of directives.
  constexpr uint64_t MaxBytes = 256;
  uint64_t Size = 0;
  for (const MachineBasicBlock &MBB : MF) {
    Size += MBB.getAlignment().value();
    for (const MachineInstr &MI : MBB.instrs()) {
      Size += MaxBytes;
      if (!MI.isInlineAsm())
        continue;
      const StringRef Asm = MI.getOperand(0).getSymbolName();
      if (Asm.contains('.'))
        return true;
      Size += MaxBytes * Asm.size();
    }
  }
  return Size > uint64_t(faultmap::MaxDistanceV2);
}

bool FaultMapEmitter::fitsShort(const Entry &E, const MachineFunction &MF) {
  if (E.Site || E.InOtherSection)
    return false;
  if (SizedFunction != MF.getFunctionNumber()) {
    SizedFunction = MF.getFunctionNumber();
    ExceedsShort = mayExceedShortEntries(MF);
  }
  return !ExceedsShort;
}

void FaultMapEmitter::recordFaultingOp(const MachineInstr &FaultingOp,
                                       MCSymbol *FaultingLabel) {
  assert(getFaultKind(FaultingOp) >= faultmap::FirstKind &&
         getFaultKind(FaultingOp) <= faultmap::LastKind && "not a kind");
  const MachineBasicBlock &Handler = getFaultHandler(FaultingOp);
  Entry E = {FaultingLabel, Handler.getSymbol(),
             !FaultingOp.getParent()->sameSection(&Handler),
             getFaultKind(FaultingOp), getFaultSite(FaultingOp)};
  if (getFaultMapVersion(*AP.MMI->getModule(), AP.TM.getTargetTriple()) == 1) {
    if (faultmap::isWide(E.Kind)) {
      const Function &F = FaultingOp.getMF()->getFunction();
      F.getContext().emitError("in function '" + F.getName() +
                               "': version 1 of the fault map cannot say that "
                               "a check needs the wide guard");
      return;
    }
    V1.recordFaultingOp(static_cast<FaultMaps::FaultKind>(E.Kind), E.Faulting,
                        E.Handler);
    HasV1 = true;
    return;
  }
  E.IsShort = fitsShort(E, *FaultingOp.getMF());
  V2[AP.OutStreamer->getCurrentSectionOnly()].push_back(E);
}

MCSymbol *FaultMapEmitter::startPoll(const MachineInstr &Poll) {
  if (!isFramePoll(Poll))
    return nullptr;
  MCSymbol *Start = AP.OutContext.createTempSymbol();
  AP.OutStreamer->emitLabel(Start);
  return Start;
}

void FaultMapEmitter::recordPoll(const MachineInstr &Poll, MCSymbol *Start,
                                 MCSymbol *End) {
  assert(getFaultMapVersion(*AP.MMI->getModule(), AP.TM.getTargetTriple()) ==
             2 &&
         "refused before instruction selection");
  Entry E = {Start, End, /*InOtherSection=*/false, faultmap::PollingPage,
             std::nullopt};
  E.IsShort = fitsShort(E, *Poll.getMF());
  V2[AP.OutStreamer->getCurrentSectionOnly()].push_back(E);
}

/// Emits relocations that change nothing at the faulting instruction and at the
/// handler. What they are against counts only if that is another section;
/// otherwise it is \p InText.
void FaultMapEmitter::tieToText(const Entry &E, unsigned Number,
                                const MCSymbol *InText) {
  MCStreamer &OS = *AP.OutStreamer;
  // From the lowest bit: which end of which entry, then the site.
  constexpr unsigned NumberBits = 30;
  const uint64_t Ends = uint64_t(Number) << 1;
  assert(Ends < uint64_t(1) << NumberBits && "more entries than bytes of text");
  uint64_t Site = E.Site ? (uint64_t(*E.Site) << 1 | 1) << NumberBits : 0;

  MCContext &Ctx = AP.OutContext;
  const MCExpr *Faulting = MCSymbolRefExpr::create(E.Faulting, Ctx);
  if (E.InOtherSection) {
    emitNoneRelocation(OS, Faulting, E.Handler, Ends | Site);
    return;
  }
  emitNoneRelocation(OS, Faulting, InText, Ends | Site);
  emitNoneRelocation(OS, MCSymbolRefExpr::create(E.Handler, Ctx), InText,
                     Ends | 1);
}

void FaultMapEmitter::emitShort(const Entry &E) {
  MCContext &Ctx = AP.OutContext;
  emitRelative(*AP.OutStreamer, E.Faulting);
  const MCExpr *Distance = MCBinaryExpr::createShl(
      createDistance(E.Faulting, E.Handler, Ctx),
      MCConstantExpr::create(faultmap::KindBitsV2, Ctx), Ctx);
  AP.OutStreamer->emitValue(
      MCBinaryExpr::createAdd(Distance, MCConstantExpr::create(E.Kind, Ctx),
                              Ctx),
      4);
}

void FaultMapEmitter::emitLong(const Entry &E) {
  MCStreamer &OS = *AP.OutStreamer;
  emitRelative(OS, E.Faulting);
  emitRelative(OS, E.Handler);
  OS.emitInt32(E.Site.value_or(0));
  OS.emitInt32(E.Kind | (E.Site ? faultmap::HasSiteV2 : 0));
}

/// Refers to what the image must have if an entry is for the wide guard. The
/// section is kept, whatever else is dropped.
void FaultMapEmitter::requireGuard() {
  MCContext &Ctx = AP.OutContext;
  MCStreamer &OS = *AP.OutStreamer;
  OS.switchSection(Ctx.getELFSection(faultmap::WideGuardSection,
                                     ELF::SHT_PROGBITS,
                                     ELF::SHF_ALLOC | ELF::SHF_GNU_RETAIN));
  OS.emitValueToAlignment(Align(4));
  MCSymbol *Symbol = Ctx.getOrCreateSymbol(faultmap::WideGuardSymbol);
  OS.emitSymbolAttribute(Symbol, MCSA_Hidden);
  emitRelative(OS, Symbol);
}

void FaultMapEmitter::serializeToFaultMapSection() {
  MCStreamer &OS = *AP.OutStreamer;
  if (HasV1 && AP.TM.getTargetTriple().isOSBinFormatMachO()) {
    // Nothing refers to the table. Its addresses can be relocated only if they
    // are at multiples of 4, which is no padding between tables.
    OS.emitSymbolAttribute(AP.OutContext.getOrCreateSymbol("__LLVM_FaultMaps"),
                           MCSA_NoDeadStrip);
    OS.switchSection(AP.OutContext.getObjectFileInfo()->getFaultMapSection());
    OS.emitValueToAlignment(Align(4));
  }
  V1.serializeToFaultMapSection();
  const Align Alignment(faultmap::AlignmentV2);
  auto IsShort = [](const Entry &E) { return E.IsShort; };
  for (const auto &[Text, Entries] : V2) {
    OS.switchSection(Text);
    const MCSymbol *InText = getLinkTarget(OS, *Text);
    for (const auto &[Number, E] : enumerate(Entries))
      tieToText(E, Number, InText);

    if (any_of(Entries, IsShort))
      switchToLinkedFragment(OS, faultmap::SectionV2, *Text, InText, Alignment);
    for (const Entry &E : make_filter_range(Entries, IsShort))
      emitShort(E);

    if (!all_of(Entries, IsShort))
      switchToLinkedFragment(OS, faultmap::SitesSectionV2, *Text, InText,
                             Alignment);
    for (const Entry &E : make_filter_range(Entries, std::not_fn(IsShort)))
      emitLong(E);
  }
  if (any_of(V2, [](const auto &Fragment) {
        return any_of(Fragment.second,
                      [](const Entry &E) { return faultmap::isWide(E.Kind); });
      }))
    requireGuard();
  reset();
}

void FaultMapEmitter::reset() {
  V1.reset();
  HasV1 = false;
  V2.clear();
  SizedFunction.reset();
}
