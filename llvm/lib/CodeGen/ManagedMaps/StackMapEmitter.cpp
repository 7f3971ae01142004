//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/StackMapEmitter.h"
#include "FrameRules.h"
#include "LinkedFragment.h"
#include "StatepointSafepoint.h"
#include "Statepoints/StackMapLimits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCSection.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

static const stackmap::TargetV4 &getTarget(const Triple &TT) {
  return *ManagedTargetInfo(TT).getStackMapTarget();
}

bool llvm::prepareForStackMap(Function &F) {
  if (F.needsUnwindTableEntry() ||
      getStackMapVersion(
          F, getTargetOrHost(F.getParent()->getTargetTriple())) == 3)
    return false;
  if (none_of(instructions(F),
              [](const Instruction &I) { return isa<GCStatepointInst>(I); }))
    return false;
  // At calls is where frames are walked.
  F.setUWTableKind(UWTableKind::Sync);
  return true;
}

StackMapEmitter::StackMapEmitter(AsmPrinter &AP) : AP(AP) {}
StackMapEmitter::~StackMapEmitter() = default;

void StackMapEmitter::startFunction(const MachineInstr &Statepoint) {
  const MachineFunction &MF = *Statepoint.getMF();
  const Function &F = MF.getFunction();
  FunctionNumber = MF.getFunctionNumber();
  Rules.reset();
  if (!F.hasGC())
    return;
  const Triple &TT = AP.TM.getTargetTriple();
  if (getStackMapVersion(F, TT) == 4)
    Rules = std::make_unique<FrameRules>(MF, getTarget(TT));
}

bool StackMapEmitter::recordStatepoint(const MCSymbol &Label,
                                       const MachineInstr &Statepoint) {
  HasStatepoints = true;
  if (FunctionNumber != Statepoint.getMF()->getFunctionNumber())
    startFunction(Statepoint);
  if (!Rules)
    return false;
  if (diagnoseLargeFrame(Statepoint))
    return true;

  Expected<stackmap::Safepoint> Site = createSafepoint(
      Statepoint, Rules->at(Statepoint), getTarget(AP.TM.getTargetTriple()));
  if (!Site) {
    const Function &F = Statepoint.getMF()->getFunction();
    F.getContext().emitError("in function '" + F.getName() +
                             "': " + toString(Site.takeError()));
    return true;
  }
  Parts &Functions = Sections[AP.OutStreamer->getCurrentSectionOnly()];
  if (Functions.empty() || Functions.back().FunctionNumber != FunctionNumber)
    Functions.push_back({*FunctionNumber, {}, {}});
  Functions.back().PCs.push_back(&Label);
  Functions.back().Sites.push_back(std::move(*Site));
  return true;
}

void StackMapEmitter::emitText(MCSection &Text, const Parts &Functions) {
  MCStreamer &OS = *AP.OutStreamer;
  MCContext &Ctx = AP.OutContext;
  const stackmap::TargetV4 &Target = getTarget(AP.TM.getTargetTriple());

  OS.switchSection(&Text);
  const MCSymbol *InText = getLinkTarget(OS, Text);
  // The PC may be the end of the section, the byte before it is of the call.
  for (const Part &P : Functions)
    for (const auto &[PC, Site] : zip_equal(P.PCs, P.Sites))
      emitNoneRelocation(
          OS,
          MCBinaryExpr::createSub(MCSymbolRefExpr::create(PC, Ctx),
                                  MCConstantExpr::create(1, Ctx), Ctx),
          InText, stackmap::hashSafepoint(Site));

  // Each run, and its first safepoint.
  SmallVector<std::pair<const MCSymbol *, const MCSymbol *>, 8> Runs;
  switchToLinkedFragment(OS, stackmap::MapSectionV4, Text, InText, Align());
  const MCSymbol *LastPC = nullptr;
  unsigned NumSites = 0;
  auto EmitDistance = [&](const MCSymbol *PC) {
    const MCExpr *Distance = createDistance(LastPC, PC, Ctx);
    if (Target.CodeUnit != 1)
      Distance = MCBinaryExpr::createDiv(
          Distance, MCConstantExpr::create(Target.CodeUnit, Ctx), Ctx);
    OS.emitULEB128Value(Distance);
  };
  for (const Part &P : Functions) {
    if (Runs.empty() || NumSites >= stackmap::SitesPerRun) {
      if (!Runs.empty())
        OS.emitInt8(0);
      MCSymbol *Run = Ctx.createTempSymbol();
      OS.emitLabel(Run);
      Runs.emplace_back(P.PCs.front(), Run);
      NumSites = 0;
    } else {
      EmitDistance(P.PCs.front());
    }
    NumSites += P.Sites.size();

    const stackmap::EncodedFunction Encoded = stackmap::encodeFunction(
        P.Sites, Target,
        AP.TM.getTargetTriple().isLittleEndian() ? endianness::little
                                                 : endianness::big);
    OS.emitBytes(StringRef(Encoded.Head.data(), Encoded.Head.size()));
    for (const auto &[PC, Bytes] : zip_equal(P.PCs, Encoded.Sites)) {
      if (PC != P.PCs.front())
        EmitDistance(PC);
      OS.emitBytes(StringRef(Bytes.data(), Bytes.size()));
      LastPC = PC;
    }
  }
  OS.emitInt8(0);

  switchToLinkedFragment(OS, stackmap::IndexSectionV4, Text, InText,
                         Align(stackmap::IndexAlignmentV4));
  for (const auto &[First, Run] : Runs) {
    emitRelative(OS, First);
    emitRelative(OS, Run);
  }
}

/// Reports a flag that cannot be followed, if it matters.
void StackMapEmitter::diagnoseFlag() {
  const Module &M = *AP.MMI->getModule();
  const std::optional<uint64_t> Version = getStackMapVersionFlag(M);
  if (!HasStatepoints || !Version)
    return;
  if (*Version != 3 && *Version != 4)
    M.getContext().emitError("module flag '" + StackMapVersionFlag +
                             "' must be i32 3 or i32 4");
  else if (*Version == 4 &&
           !ManagedTargetInfo(AP.TM.getTargetTriple()).hasStackMapV4())
    M.getContext().emitError(
        "module flag '" + StackMapVersionFlag +
        "' requests version 4 of stack maps, which is only for ELF on " +
        listManagedTargets(
            [](const ManagedTargetFacts &Facts) { return Facts.StackMapV4; }));
}

void StackMapEmitter::serializeToStackMapSections() {
  diagnoseFlag();
  for (const auto &[Text, Functions] : Sections)
    emitText(*Text, Functions);
  reset();
}

void StackMapEmitter::reset() {
  Sections.clear();
  HasStatepoints = false;
  FunctionNumber.reset();
  Rules.reset();
}
