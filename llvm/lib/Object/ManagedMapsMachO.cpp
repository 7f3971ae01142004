//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads fault maps and stack maps of Mach-O files, which have versions 1 and 3
/// only.
///
/// In a relocatable object, sections are laid out at addresses as if it were an
/// image, and symbols and addends are such addresses; they become offsets here.
///
//===----------------------------------------------------------------------===//

#include "ManagedMapsReader.h"
#include "ManagedStackMapsReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/MachO.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace llvm::object;
using namespace llvm::faultmap;

/// Whether the pointers in the data of \p Obj are links of chains.
static bool hasChainedFixups(const MachOObjectFile &Obj) {
  return any_of(Obj.load_commands(), [](const auto &Command) {
    return Command.C.cmd == MachO::LC_DYLD_CHAINED_FIXUPS;
  });
}

namespace {

class MachOReader {
  const MachOObjectFile &Obj;
  const ManagedMapReadOptions &Options;
  ManagedMapBudget Budget;
  bool HasChainedFixups;
  /// "fault maps" or "stack maps".
  StringRef Title;

public:
  MachOReader(const MachOObjectFile &Obj, const ManagedMapReadOptions &Options,
              StringRef Title)
      : Obj(Obj), Options(Options), Budget(Obj.getData().size()),
        HasChainedFixups(hasChainedFixups(Obj)), Title(Title) {}

  /// Calls \p Read for each of the sections that \p IsMap is true for and that
  /// the options do not filter out.
  Error forEach(function_ref<bool(const SectionRef &)> IsMap, StringRef Name,
                function_ref<Error(const ManagedMapBytes &)> Read);

private:
  Error describe(const SectionRef &Section, StringRef Name,
                 ManagedMapBytes &Bytes);
  Error relocate(const SectionRef &Section, const ManagedMapBytes &Bytes,
                 std::vector<ManagedMapRelocation> &Relocations);
  Expected<ManagedMapRelocation>
  resolve(const ManagedMapBytes &Bytes, const MachO::any_relocation_info &Info);
  Error resolveTarget(const ManagedMapBytes &Bytes,
                      const MachO::any_relocation_info &Info, uint64_t Addend,
                      ManagedMapRelocation &Result);
};

} // end anonymous namespace

static Error makeError(const ManagedMapBytes &Bytes, uint64_t Offset,
                       const Twine &Rule) {
  return makeManagedMapError(Bytes.SectionName, Bytes.SectionIndex, Offset,
                             Rule);
}

/// Fills in \p Bytes, but for the relocations.
Error MachOReader::describe(const SectionRef &Section, StringRef Name,
                            ManagedMapBytes &Bytes) {
  Bytes.SectionName = Name;
  Bytes.SectionIndex = Section.getIndex();
  uint64_t Offset, Size;
  DataRefImpl Ref = Section.getRawDataRefImpl();
  if (Obj.is64Bit()) {
    MachO::section_64 Header = Obj.getSection64(Ref);
    Offset = Header.offset;
    Size = Header.size;
  } else {
    MachO::section Header = Obj.getSection(Ref);
    Offset = Header.offset;
    Size = Header.size;
  }
  if (Section.isVirtual() || Obj.getHeader().filetype == MachO::MH_DSYM)
    return makeError(Bytes, 0, "the section has no bytes in this file");
  StringRef Data = Obj.getData();
  if (Offset > Data.size() || Size > Data.size() - Offset)
    return makeError(Bytes, 0, "the section is outside the file");
  if (!Budget.spend(Size))
    return makeError(Bytes, 0, "the section overlaps others");
  Bytes.Contents = arrayRefFromStringRef(Data.substr(Offset, Size));
  Bytes.IsRelocatable = Obj.isRelocatableObject();
  Bytes.Address = Bytes.IsRelocatable ? 0 : Section.getAddress();
  Bytes.Endian = Obj.isLittleEndian() ? endianness::little : endianness::big;
  Bytes.AddressBits = Obj.is64Bit() ? 64 : 32;
  Bytes.Unrelocated = Options.Unrelocated;
  return Error::success();
}

/// Puts the target of \p Info, whose field holds \p Addend, into \p Result.
Error MachOReader::resolveTarget(const ManagedMapBytes &Bytes,
                                 const MachO::any_relocation_info &Info,
                                 uint64_t Addend,
                                 ManagedMapRelocation &Result) {
  uint32_t Number = Obj.getPlainRelocationSymbolNum(Info);
  uint64_t Address = Addend;
  // Sections are numbered from 1.
  uint64_t Ordinal = Number;
  if (Obj.getPlainRelocationExternal(Info)) {
    if (Number >= Obj.getSymtabLoadCommand().nsyms)
      return makeError(Bytes, Result.Offset,
                       "the relocation's symbol index " + Twine(Number) +
                           " is outside the symbol table");
    MachO::nlist_64 Symbol = Obj.getSymbol64TableEntry(
        Obj.getSymbolByIndex(Number)->getRawDataRefImpl());
    if ((Symbol.n_type & MachO::N_TYPE) != MachO::N_SECT)
      return makeError(Bytes, Result.Offset,
                       "the relocation is against symbol " + Twine(Number) +
                           ", which is not in a section");
    Ordinal = Symbol.n_sect;
    Address += Symbol.n_value;
  }
  Expected<SectionRef> Section = Obj.getSection(unsigned(Ordinal));
  if (!Section)
    return makeError(Bytes, Result.Offset, toString(Section.takeError()));
  // Not isText, which is false for a section that the program chose.
  uint32_t Flags = Obj.getSection64(Section->getRawDataRefImpl()).flags;
  if (!(Flags &
        (MachO::S_ATTR_PURE_INSTRUCTIONS | MachO::S_ATTR_SOME_INSTRUCTIONS)))
    return makeError(Bytes, Result.Offset,
                     "the relocation is against section " + Twine(Ordinal) +
                         ", which has no code");
  uint64_t Begin = Section->getAddress();
  if (Address < Begin || Address - Begin > Section->getSize())
    return makeError(Bytes, Result.Offset,
                     "the relocation points outside its section");
  Result.Target = {Address - Begin, Section->getIndex()};
  Result.Limit = Section->getSize();
  return Error::success();
}

Expected<ManagedMapRelocation>
MachOReader::resolve(const ManagedMapBytes &Bytes,
                     const MachO::any_relocation_info &Info) {
  ManagedMapRelocation Result;
  Result.Type = ManagedMapRelocation::Absolute64;
  // No kind of object that is read here has scattered relocations, whose
  // address would be elsewhere.
  Result.Offset = Obj.getAnyRelocationAddress(Info);
  static_assert(MachO::X86_64_RELOC_UNSIGNED == MachO::ARM64_RELOC_UNSIGNED,
                "one comparison serves both");
  unsigned Type = Obj.getAnyRelocationType(Info);
  if (Type != MachO::X86_64_RELOC_UNSIGNED || Obj.getAnyRelocationPCRel(Info) ||
      Obj.getAnyRelocationLength(Info) != 3)
    return makeError(Bytes, Result.Offset,
                     "relocation type " + Twine(Type) + " with length " +
                         Twine(Obj.getAnyRelocationLength(Info)) +
                         " is not one of " + Title);
  if (Bytes.Contents.size() < 8 || Result.Offset > Bytes.Contents.size() - 8)
    return makeError(Bytes, Result.Offset,
                     "the relocation is outside the section");
  uint64_t Addend =
      support::endian::read64(&Bytes.Contents[Result.Offset], Bytes.Endian);
  if (Error E = resolveTarget(Bytes, Info, Addend, Result))
    return E;
  return Result;
}

Error MachOReader::relocate(const SectionRef &Section,
                            const ManagedMapBytes &Bytes,
                            std::vector<ManagedMapRelocation> &Relocations) {
  if (!Bytes.IsRelocatable) {
    return HasChainedFixups ? readMachOFixups(Obj, Bytes, Relocations)
                            : Error::success();
  }
  Triple::ArchType Arch = Obj.getArch();
  if (Arch != Triple::x86_64 && Arch != Triple::aarch64) {
    if (Section.relocation_begin() == Section.relocation_end())
      return Error::success();
    return makeError(Bytes, 0,
                     "relocations of " + Triple::getArchTypeName(Arch) +
                         " are not supported");
  }
  for (const RelocationRef &R : Section.relocations()) {
    if (!Budget.spend(sizeof(MachO::any_relocation_info)))
      return makeError(Bytes, 0, "the relocations overlap others");
    Expected<ManagedMapRelocation> Resolved =
        resolve(Bytes, Obj.getRelocation(R.getRawDataRefImpl()));
    if (!Resolved)
      return Resolved.takeError();
    Relocations.push_back(*Resolved);
  }
  return Error::success();
}

Error MachOReader::forEach(function_ref<bool(const SectionRef &)> IsMap,
                           StringRef Name,
                           function_ref<Error(const ManagedMapBytes &)> Read) {
  for (const SectionRef &Section : Obj.sections()) {
    if (!IsMap(Section) || (Options.Filter && !Options.Filter(Section)))
      continue;
    ManagedMapBytes Bytes;
    if (Error E = describe(Section, Name, Bytes))
      return E;
    std::vector<ManagedMapRelocation> Relocations;
    if (Error E = relocate(Section, Bytes, Relocations))
      return E;
    if (Error E = sortManagedMapRelocations(Bytes, Relocations))
      return E;
    Bytes.Relocations = Relocations;
    if (Error E = Read(Bytes))
      return E;
  }
  return Error::success();
}

Expected<std::vector<FaultMapSection>>
object::readMachOFaultMaps(const MachOObjectFile &Obj,
                           const ManagedMapReadOptions &Options) {
  std::vector<FaultMapSection> Result;
  auto IsMap = [](const SectionRef &Section) {
    return getFaultMapFormat(Section).has_value();
  };
  auto Read = [&](const ManagedMapBytes &Bytes) -> Error {
    Expected<FaultMapSection> Map =
        parseFaultMap(Bytes, FaultMapFormat::Tables);
    if (!Map)
      return Map.takeError();
    Result.push_back(std::move(*Map));
    return Error::success();
  };
  if (Error E = MachOReader(Obj, Options, "fault maps")
                    .forEach(IsMap, SectionV1MachO, Read))
    return std::move(E);
  return Result;
}

Expected<StackMaps>
object::readMachOStackMaps(const MachOObjectFile &Obj,
                           const ManagedMapReadOptions &Options) {
  StackMaps Result;
  Result.Target = getStackMapTarget(Obj);
  auto IsMap = [&](const SectionRef &Section) {
    Expected<StringRef> Name = Section.getName();
    if (!Name) {
      consumeError(Name.takeError());
      return false;
    }
    return *Name == stackmap::SectionV3MachO &&
           Obj.getSectionFinalSegmentName(Section.getRawDataRefImpl()) ==
               stackmap::SegmentV3MachO;
  };
  auto Read = [&](const ManagedMapBytes &Bytes) -> Error {
    Expected<StackMapTables> Tables = parseStackMapTables(Bytes);
    if (!Tables)
      return Tables.takeError();
    Result.Tables.push_back(std::move(*Tables));
    return Error::success();
  };
  if (Error E = MachOReader(Obj, Options, "stack maps")
                    .forEach(IsMap, stackmap::SectionV3MachO, Read))
    return std::move(E);
  return std::move(Result);
}
