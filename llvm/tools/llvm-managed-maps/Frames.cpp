//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frames.h"
#include "Code.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFDataExtractor.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugFrame.h"
#include "llvm/DebugInfo/DWARF/LowLevel/DWARFUnwindTable.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;

/// The address field of a frame's entry, after length and link.
static constexpr uint64_t LocationOffset = 8;

/// Where the relocations of \p Section lead to code, by offset.
static DenseMap<uint64_t, uint64_t>
targetsOf(const ObjectFile &Obj, SectionRef Section, const Code &C) {
  DenseMap<uint64_t, uint64_t> Targets;
  for (SectionRef Relocating : Obj.sections()) {
    Expected<section_iterator> Relocated = Relocating.getRelocatedSection();
    if (!Relocated) {
      consumeError(Relocated.takeError());
      continue;
    }
    if (*Relocated == Obj.section_end() || **Relocated != Section)
      continue;
    for (const ELFRelocationRef Relocation : Relocating.relocations())
      if (std::optional<uint64_t> Target = C.targetOf(Obj, Relocation))
        Targets.try_emplace(Relocation.getOffset(), *Target);
  }
  return Targets;
}

/// Calls \p Visit with each entry of \p Section and where its code begins.
static void
forEachEntry(const ObjectFile &Obj, SectionRef Section, const Code &C,
             function_ref<void(const dwarf::FDE &, uint64_t)> Visit) {
  Expected<StringRef> Contents = Section.getContents();
  if (!Contents) {
    consumeError(Contents.takeError());
    return;
  }
  // Zero is no address to the parser.
  const uint64_t Address = C.isRelocatable() ? 1 : Section.getAddress();
  DWARFDebugFrame Parsed(Obj.getArch(), /*IsEH=*/true, Address);
  if (Error E = Parsed.parse(DWARFDataExtractor(*Contents, Obj.isLittleEndian(),
                                                Obj.getBytesInAddress()))) {
    consumeError(std::move(E));
    return;
  }
  DenseMap<uint64_t, uint64_t> Targets;
  if (C.isRelocatable())
    Targets = targetsOf(Obj, Section, C);
  for (const dwarf::FrameEntry &Entry : Parsed) {
    const auto *Frame = dyn_cast<dwarf::FDE>(&Entry);
    if (!Frame)
      continue;
    uint64_t Begin = Frame->getInitialLocation();
    if (C.isRelocatable()) {
      auto It = Targets.find(Frame->getOffset() + LocationOffset);
      if (It == Targets.end())
        continue;
      Begin = It->second;
    }
    if (Begin + Frame->getAddressRange() > Begin)
      Visit(*Frame, Begin);
  }
}

/// The same for all sections of \p Obj.
static void
forEachEntry(const ObjectFile &Obj, const Code &C,
             function_ref<void(const dwarf::FDE &, uint64_t)> Visit) {
  if (!Obj.isELF())
    return;
  for (SectionRef Section : Obj.sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      consumeError(Name.takeError());
    else if (*Name == ".eh_frame")
      forEachEntry(Obj, Section, C, Visit);
  }
}

std::vector<FrameRange>
llvm::managed_maps::readFrameRanges(const ObjectFile &Obj, const Code &C) {
  std::vector<FrameRange> Ranges;
  forEachEntry(Obj, C, [&](const dwarf::FDE &Frame, uint64_t Begin) {
    Ranges.push_back({Begin, Begin + Frame.getAddressRange(),
                      Frame.getLSDAAddress().has_value()});
  });
  llvm::sort(Ranges, [](const FrameRange &A, const FrameRange &B) {
    return std::make_pair(A.Begin, A.End) < std::make_pair(B.Begin, B.End);
  });
  return Ranges;
}

static CallFrame describeRow(const dwarf::UnwindRow &Row) {
  CallFrame Result;
  const dwarf::UnwindLocation &CFA = Row.getCFAValue();
  if (CFA.getLocation() == dwarf::UnwindLocation::RegPlusOffset &&
      !CFA.getDereference() && !CFA.hasAddressSpace())
    Result.CFA = {CFA.getRegister(), CFA.getOffset()};
  const dwarf::RegisterLocations &Locations = Row.getRegisterLocations();
  for (uint32_t Register : Locations.getRegisters()) {
    const dwarf::UnwindLocation Location =
        *Locations.getRegisterLocation(Register);
    if (Location.getLocation() == dwarf::UnwindLocation::Same)
      continue;
    std::optional<int64_t> &Offset = Result.Saves[Register];
    if (Location.getLocation() == dwarf::UnwindLocation::CFAPlusOffset &&
        Location.getDereference())
      Offset = Location.getOffset();
  }
  return Result;
}

CallFrames CallFrames::read(const ObjectFile &Obj, const Code &C) {
  CallFrames Result;
  forEachEntry(Obj, C, [&](const dwarf::FDE &Frame, uint64_t Begin) {
    Expected<dwarf::UnwindTable> Table = dwarf::createUnwindTable(&Frame);
    if (!Table) {
      consumeError(Table.takeError());
      return;
    }
    const uint64_t Size = Frame.getAddressRange();
    uint64_t End = Size;
    for (size_t I = Table->size(); I != 0; --I) {
      const dwarf::UnwindRow &Row = (*Table)[I - 1];
      if (!Row.hasAddress())
        continue;
      const uint64_t From = Row.getAddress() - Frame.getInitialLocation();
      if (From >= End)
        continue;
      CallFrame New = describeRow(Row);
      New.Begin = Begin + From;
      New.End = Begin + End;
      End = From;
      Result.Rows.push_back(std::move(New));
    }
  });
  llvm::sort(Result.Rows, [](const CallFrame &A, const CallFrame &B) {
    return std::make_pair(A.Begin, A.End) < std::make_pair(B.Begin, B.End);
  });
  return Result;
}

const CallFrame *CallFrames::find(uint64_t Address) const {
  auto After = llvm::partition_point(
      Rows, [&](const CallFrame &Row) { return Row.Begin <= Address; });
  if (After == Rows.begin() || std::prev(After)->End <= Address)
    return nullptr;
  return &*std::prev(After);
}
