//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads stack maps of ELF files.
///
//===----------------------------------------------------------------------===//

#include "ManagedMapsELF.h"
#include "ManagedStackMapsReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include <cstddef>

using namespace llvm;
using namespace llvm::object;
using namespace llvm::stackmap;

static const StringRef SectionNames[] = {SectionV3ELF, IndexSectionV4,
                                         MapSectionV4};
enum SectionKind { Tables, Index, Maps };
static const ELFManagedMapNames Names = {"stack maps", SectionNames,
                                         /*MayNameData=*/true};

namespace {

template <class ELFT> class ELFReader {
  using Shdr = typename ELFT::Shdr;
  using Map = ELFManagedMap<ELFT>;

  const ELFObjectFile<ELFT> &Obj;
  const ManagedMapReadOptions &Options;
  ArrayRef<Shdr> Headers;
  std::vector<Map> Found;
  /// Those of Found, in its order.
  std::vector<std::vector<ManagedMapRelocation>> Relocations;
  /// The code of an image: first address and end, ascending.
  std::vector<std::pair<uint64_t, uint64_t>> Code;
  /// The sections with runs: index, or in an image address, and number in
  /// Found, ascending.
  std::vector<std::pair<uint64_t, size_t>> MapNumbers;
  /// An entry of the index, and the section and the offset there of its run.
  struct Lead {
    const Map *Index;
    StackMapIndexEntry Entry;
    size_t MapNumber;
    uint64_t Offset;
    /// In the order of the index.
    size_t Number;
  };
  std::vector<Lead> Leads;
  StackMaps Result;

public:
  ELFReader(const ELFObjectFile<ELFT> &Obj,
            const ManagedMapReadOptions &Options)
      : Obj(Obj), Options(Options) {}

  Expected<StackMaps> read();

private:
  Error relocate(ManagedMapBudget &Budget);
  void findCode();
  void findMaps();
  Error readIndex(const Map &Section);
  Error checkMap(const Map &Section);
  Error findFirstPC(const Map &Index, StackMapIndexEntry &Entry) const;
  Error findRun(const Map &Index, Lead &L) const;
  Error readRuns();

  bool isRelocatable() const {
    return Obj.getELFFile().getHeader().e_type == ELF::ET_REL;
  }
};

} // end anonymous namespace

template <class ELFT>
Error ELFReader<ELFT>::relocate(ManagedMapBudget &Budget) {
  Relocations.resize(Found.size());
  // A dumper gets along with addresses that no linker has filled in yet.
  const uint16_t Machine = Obj.getELFFile().getHeader().e_machine;
  if (Machine != ELF::EM_X86_64 && Machine != ELF::EM_AARCH64 &&
      Options.Unrelocated == ManagedMapUnrelocated::Absolute)
    return Error::success();
  ELFManagedMapRelocations<ELFT> Finder(Obj.getELFFile(), Headers, Budget);
  if (Error E = Finder.find(Found))
    return E;
  for (size_t I = 0; I != Found.size(); ++I) {
    if (Error E = Finder.resolve(Found[I], Relocations[I]))
      return E;
    if (Error E = sortManagedMapRelocations(Found[I].Bytes, Relocations[I]))
      return E;
    Found[I].Bytes.Relocations = Relocations[I];
  }
  return Error::success();
}

template <class ELFT> void ELFReader<ELFT>::findCode() {
  if (isRelocatable())
    return;
  for (const Shdr &Header : Headers)
    if (Header.sh_flags & ELF::SHF_EXECINSTR &&
        Header.sh_size <= UINT64_MAX - Header.sh_addr)
      Code.push_back({Header.sh_addr, Header.sh_addr + Header.sh_size});
  llvm::sort(Code);
}

/// In an image, a safepoint is after a call of some section with code.
template <class ELFT>
Error ELFReader<ELFT>::findFirstPC(const Map &Index,
                                   StackMapIndexEntry &Entry) const {
  if (isRelocatable())
    return Error::success();
  const uint64_t PC = Entry.FirstPC.Address;
  auto After = llvm::partition_point(
      Code, [&](const auto &Range) { return Range.first < PC; });
  if (After == Code.begin() || std::prev(After)->second < PC)
    return Index.makeError(Entry.Offset,
                           "the first safepoint is not in a section with code");
  Entry.Limit = std::prev(After)->second;
  return Error::success();
}

/// The numbers of the sections with runs, by their index or address.
template <class ELFT> void ELFReader<ELFT>::findMaps() {
  for (size_t I = 0; I != Found.size(); ++I)
    if (const ManagedMapBytes &Bytes = Found[I].Bytes;
        Found[I].NameNumber == Maps && !Bytes.Contents.empty())
      MapNumbers.push_back(
          {isRelocatable() ? Bytes.SectionIndex : Bytes.Address, I});
  llvm::sort(MapNumbers);
}

template <class ELFT>
Error ELFReader<ELFT>::findRun(const Map &Index, Lead &L) const {
  const SectionedAddress Run = L.Entry.Run;
  const uint64_t Key = isRelocatable() ? Run.SectionIndex : Run.Address;
  auto After = llvm::partition_point(
      MapNumbers, [&](const auto &Entry) { return Entry.first <= Key; });
  if (After != MapNumbers.begin() &&
      (!isRelocatable() || std::prev(After)->first == Key)) {
    L.MapNumber = std::prev(After)->second;
    const ManagedMapBytes &Bytes = Found[L.MapNumber].Bytes;
    L.Offset = Run.Address - Bytes.Address;
    if (L.Offset < Bytes.Contents.size())
      return Error::success();
  }
  return Index.makeError(L.Entry.Offset + offsetof(IndexEntryV4, Run),
                         "the run is not in a section 'llvm_gcmap'");
}

template <class ELFT> Error ELFReader<ELFT>::readIndex(const Map &Section) {
  if (!Section.Bytes.Contents.empty() && !Result.Target)
    return Section.makeError(0, "version 4 does not support this machine");
  StackMapSection &Described = Result.Sections.back();
  Expected<std::vector<StackMapIndexEntry>> Entries =
      parseStackMapIndex(Section.Bytes, Described.NumPadding);
  if (!Entries)
    return Entries.takeError();
  for (const StackMapIndexEntry &Entry : *Entries) {
    Lead L{&Section, Entry, 0, 0, Leads.size()};
    if (Error E = findFirstPC(Section, L.Entry))
      return E;
    if (Error E = findRun(Section, L))
      return E;
    Leads.push_back(L);
  }
  return Error::success();
}

/// Nothing in a run is relocated.
template <class ELFT> Error ELFReader<ELFT>::checkMap(const Map &Section) {
  if (Section.Bytes.Relocations.empty())
    return Error::success();
  return Section.makeError(Section.Bytes.Relocations.front().Offset,
                           isRelocatable()
                               ? "a relocation does not belong to any field"
                               : "a relocation is left for the dynamic linker");
}

/// Runs are read in the order of the maps, so that those that overlap are
/// noticed before the same bytes are read again.
template <class ELFT> Error ELFReader<ELFT>::readRuns() {
  llvm::sort(Leads, [](const Lead &A, const Lead &B) {
    return std::tie(A.MapNumber, A.Offset, A.Number) <
           std::tie(B.MapNumber, B.Offset, B.Number);
  });
  Result.Runs.resize(Leads.size());
  size_t MapNumber = Found.size();
  uint64_t End = 0;
  for (const Lead &L : Leads) {
    if (L.MapNumber != MapNumber)
      End = 0;
    MapNumber = L.MapNumber;
    if (L.Offset < End)
      return L.Index->makeError(L.Entry.Offset + offsetof(IndexEntryV4, Run),
                                "the run at 0x" + Twine::utohexstr(L.Offset) +
                                    " overlaps another one");
    const ManagedMapBytes &Bytes = Found[MapNumber].Bytes;
    StackMapRun &Run = Result.Runs[L.Number];
    Run.IndexSection = L.Index->Bytes.SectionIndex;
    Run.IndexOffset = L.Entry.Offset;
    Run.MapSection = Bytes.SectionIndex;
    Run.MapOffset = L.Offset;
    Run.FirstPC = L.Entry.FirstPC;
    Run.FirstFunction = Result.Functions.size();
    if (Error E =
            parseStackMapRun(Bytes, L.Offset, L.Entry.FirstPC, L.Entry.Limit,
                             *Result.Target, Result.Functions)
                .moveInto(End))
      return E;
    Run.MapSize = End - L.Offset;
    Run.NumFunctions = Result.Functions.size() - Run.FirstFunction;
  }
  return Error::success();
}

template <class ELFT> Expected<StackMaps> ELFReader<ELFT>::read() {
  Result.Target = getStackMapTarget(Obj);
  auto Sections = Obj.getELFFile().sections();
  if (!Sections)
    return Sections.takeError();
  Headers = *Sections;
  ManagedMapBudget Budget(Obj.getData().size());
  if (Error E = findELFManagedMaps<ELFT>(Obj, Headers, Names, Budget, Options)
                    .moveInto(Found))
    return std::move(E);
  if (Found.empty())
    return std::move(Result);
  if (Error E = relocate(Budget))
    return std::move(E);
  findCode();
  findMaps();
  for (const Map &Section : Found) {
    if (Section.NameNumber == Tables) {
      Expected<StackMapTables> Parsed = parseStackMapTables(Section.Bytes);
      if (!Parsed)
        return Parsed.takeError();
      Result.Tables.push_back(std::move(*Parsed));
      continue;
    }
    Result.Sections.push_back(
        {Section.Bytes.SectionName.str(), Section.Bytes.SectionIndex,
         Section.Bytes.Contents.size(), Section.NameNumber == Index});
    if (Error E = Section.NameNumber == Index ? readIndex(Section)
                                              : checkMap(Section))
      return std::move(E);
  }
  if (Error E = readRuns())
    return std::move(E);
  return std::move(Result);
}

Expected<StackMaps>
object::readELFStackMaps(const ObjectFile &Obj,
                         const ManagedMapReadOptions &Options) {
  if (const auto *O = dyn_cast<ELF64LEObjectFile>(&Obj))
    return ELFReader<ELF64LE>(*O, Options).read();
  if (const auto *O = dyn_cast<ELF64BEObjectFile>(&Obj))
    return ELFReader<ELF64BE>(*O, Options).read();
  if (const auto *O = dyn_cast<ELF32LEObjectFile>(&Obj))
    return ELFReader<ELF32LE>(*O, Options).read();
  return ELFReader<ELF32BE>(*cast<ELF32BEObjectFile>(&Obj), Options).read();
}
