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

void Frames::readSection(const ObjectFile &Obj, SectionRef Section,
                         const Code &C) {
  Expected<StringRef> Contents = Section.getContents();
  if (!Contents) {
    consumeError(Contents.takeError());
    return;
  }
  // Zero is no address to the parser.
  const uint64_t Address = C.isRelocatable() ? 1 : Section.getAddress();
  auto Parsed =
      std::make_unique<DWARFDebugFrame>(Obj.getArch(), /*IsEH=*/true, Address);
  if (Error E = Parsed->parse(DWARFDataExtractor(
          *Contents, Obj.isLittleEndian(), Obj.getBytesInAddress()))) {
    consumeError(std::move(E));
    return;
  }
  DenseMap<uint64_t, uint64_t> Targets;
  if (C.isRelocatable())
    Targets = targetsOf(Obj, Section, C);
  for (const dwarf::FrameEntry &Entry : *Parsed) {
    const auto *F = dyn_cast<dwarf::FDE>(&Entry);
    if (!F)
      continue;
    Frame Found;
    Found.Begin = F->getInitialLocation();
    if (C.isRelocatable()) {
      auto It = Targets.find(F->getOffset() + LocationOffset);
      if (It == Targets.end())
        continue;
      Found.Begin = It->second;
    }
    Found.End = Found.Begin + F->getAddressRange();
    Found.Entry = F;
    Found.Slide = F->getInitialLocation() - Found.Begin;
    if (Found.End > Found.Begin && C.sectionAt(Found.Begin))
      All.push_back(Found);
  }
  Sections.push_back(std::move(Parsed));
}

Frames Frames::read(const ObjectFile &Obj, const Code &C) {
  Frames Result;
  if (!Obj.isELF())
    return Result;
  for (SectionRef Section : Obj.sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      consumeError(Name.takeError());
    else if (*Name == ".eh_frame")
      Result.readSection(Obj, Section, C);
  }
  llvm::sort(Result.All, [](const Frame &A, const Frame &B) {
    return std::make_pair(A.Begin, A.End) < std::make_pair(B.Begin, B.End);
  });
  return Result;
}

std::optional<dwarf::UnwindLocation>
Frames::frameAddressAt(uint64_t Address) const {
  auto It = llvm::upper_bound(
      All, Address, [](uint64_t A, const Frame &F) { return A < F.Begin; });
  if (It == All.begin() || Address >= std::prev(It)->End)
    return std::nullopt;
  const Frame &F = *std::prev(It);
  auto [Table, IsNew] = Tables.try_emplace(F.Entry);
  if (IsNew) {
    Expected<dwarf::UnwindTable> Computed = dwarf::createUnwindTable(F.Entry);
    if (Computed)
      Table->second = std::move(*Computed);
    else
      consumeError(Computed.takeError());
  }
  if (!Table->second)
    return std::nullopt;
  std::optional<dwarf::UnwindLocation> Result;
  for (const dwarf::UnwindRow &Row : *Table->second) {
    if (Row.getAddress() > Address + F.Slide)
      break;
    Result = Row.getCFAValue();
  }
  return Result;
}
