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
#include "llvm/DebugInfo/DWARF/DWARFDataExtractor.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugFrame.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;

/// The address field of a frame's entry, behind length and link.
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

static void readSection(const ObjectFile &Obj, SectionRef Section,
                        const Code &C, std::vector<FrameRange> &Ranges) {
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
    const uint64_t End = Begin + Frame->getAddressRange();
    if (End > Begin)
      Ranges.push_back({Begin, End, Frame->getLSDAAddress().has_value()});
  }
}

std::vector<FrameRange>
llvm::managed_maps::readFrameRanges(const ObjectFile &Obj, const Code &C) {
  std::vector<FrameRange> Ranges;
  if (!Obj.isELF())
    return Ranges;
  for (SectionRef Section : Obj.sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      consumeError(Name.takeError());
    else if (*Name == ".eh_frame")
      readSection(Obj, Section, C, Ranges);
  }
  llvm::sort(Ranges, [](const FrameRange &A, const FrameRange &B) {
    return std::make_pair(A.Begin, A.End) < std::make_pair(B.Begin, B.End);
  });
  return Ranges;
}
