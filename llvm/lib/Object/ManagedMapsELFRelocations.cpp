//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds and resolves the relocations of fault maps and stack maps in ELF
/// files.
///
/// ELFFile is used directly and not ObjectFile, because the latter ends the
/// process when a relocation cannot be read.
///
//===----------------------------------------------------------------------===//

#include "ManagedMapsELF.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace llvm::object;

static bool isRelocationType(uint32_t SectionType) {
  return SectionType == ELF::SHT_REL || SectionType == ELF::SHT_RELA ||
         SectionType == ELF::SHT_CREL;
}

template <class ELFT>
Error ELFManagedMapRelocations<ELFT>::find(MutableArrayRef<Map> Maps) {
  return isRelocatable() ? findStatic(Maps) : findDynamic(Maps);
}

template <class ELFT>
Error ELFManagedMapRelocations<ELFT>::resolve(
    const Map &M, std::vector<ManagedMapRelocation> &Relocations) {
  return isRelocatable() ? resolveStatic(M, Relocations)
                         : resolveDynamic(M, Relocations);
}

/// Finds the sections that relocate \p Maps, and what symbol tables have beside
/// them.
template <class ELFT>
Error ELFManagedMapRelocations<ELFT>::findStatic(MutableArrayRef<Map> Maps) {
  // Indices come from the file and may be any number, so this is no DenseMap,
  // which reserves some.
  std::vector<Map *> ByIndex(Sections.size());
  ExtendedIndices.resize(Sections.size());
  for (Map &M : Maps)
    ByIndex[M.Bytes.SectionIndex] = &M;
  for (const Shdr &Header : Sections) {
    if (Header.sh_type == ELF::SHT_SYMTAB_SHNDX) {
      auto Table = File.getSHNDXTable(Header, Sections);
      if (!Table)
        return Table.takeError();
      ExtendedIndices[Header.sh_link] = *Table;
    }
    if (isRelocationType(Header.sh_type) && Header.sh_info < ByIndex.size())
      if (Map *M = ByIndex[Header.sh_info])
        M->RelocationSections.push_back(&Header);
  }
  return Error::success();
}

/// Collects the dynamic relocations between the first and the last byte of
/// \p Maps.
template <class ELFT>
Error ELFManagedMapRelocations<ELFT>::findDynamic(ArrayRef<Map> Maps) {
  uint64_t Low = UINT64_MAX, High = 0;
  for (const Map &M : Maps) {
    Low = std::min(Low, M.Bytes.Address);
    High = std::max(High, M.Bytes.Address + M.Bytes.Contents.size());
  }
  StringRef User = Maps.front().Bytes.SectionName;
  for (const Shdr &Header : Sections) {
    if (!(Header.sh_flags & ELF::SHF_ALLOC) ||
        !isRelocationType(Header.sh_type))
      continue;
    Error E = forEach(Header, User, [&](const RawRelocation &R) {
      if (R.Offset >= Low && R.Offset < High)
        Dynamic.push_back({R, &Header});
      return Error::success();
    });
    if (E)
      return E;
  }
  llvm::sort(Dynamic, [](const auto &A, const auto &B) {
    return A.first.Offset < B.first.Offset;
  });
  return Error::success();
}

template <class ELFT>
Error ELFManagedMapRelocations<ELFT>::resolveStatic(
    const Map &M, std::vector<ManagedMapRelocation> &Relocations) {
  for (const Shdr *Section : M.RelocationSections) {
    Error E = forEach(
        *Section, M.Bytes.SectionName, [&](const RawRelocation &R) -> Error {
          return resolveOne(M, *Section, R, R.Offset, Relocations);
        });
    if (E)
      return E;
  }
  return Error::success();
}

template <class ELFT>
Error ELFManagedMapRelocations<ELFT>::resolveDynamic(
    const Map &M, std::vector<ManagedMapRelocation> &Relocations) {
  uint64_t Begin = M.Bytes.Address;
  auto I = llvm::partition_point(
      Dynamic, [&](const auto &R) { return R.first.Offset < Begin; });
  for (uint64_t Previous = UINT64_MAX; I != Dynamic.end(); ++I) {
    const auto &[R, Section] = *I;
    uint64_t Offset = R.Offset - Begin;
    if (Offset >= M.Bytes.Contents.size())
      break;
    // Here and not when they are sorted, so that no more are read than the
    // section has bytes, in however many sections they are.
    if (Offset == Previous)
      return M.makeError(Offset, "the field has two relocations");
    Previous = Offset;
    if (Error E = resolveOne(M, *Section, R, Offset, Relocations))
      return E;
  }
  return Error::success();
}

/// Calls \p Visit with each relocation of \p Section; \p User is the name of
/// the first map that it is about, for errors.
template <class ELFT>
Error ELFManagedMapRelocations<ELFT>::forEach(
    const Shdr &Section, StringRef User,
    function_ref<Error(const RawRelocation &)> Visit) {
  uint32_t Index = &Section - Sections.begin();
  auto Fail = [&](const Twine &Rule) {
    return createStringError(object_error::parse_failed,
                             "relocations of section '" + User + "' (section " +
                                 Twine(Index) + "): " + Rule);
  };
  bool IsMips64EL = File.isMips64EL();
  Expected<ArrayRef<uint8_t>> Contents = File.getSectionContents(Section);
  if (!Contents)
    return Fail(toString(Contents.takeError()));
  if (!Budget.spend(Contents->size()))
    return Fail("the section overlaps others");

  if (Section.sh_type == ELF::SHT_RELA) {
    auto Relocations = File.relas(Section);
    if (!Relocations)
      return Fail(toString(Relocations.takeError()));
    for (const auto &R : *Relocations)
      if (Error E = Visit({R.r_offset, R.getType(IsMips64EL),
                           R.getSymbol(IsMips64EL), int64_t(R.r_addend)}))
        return E;
    return Error::success();
  }
  if (Section.sh_type == ELF::SHT_REL) {
    auto Relocations = File.rels(Section);
    if (!Relocations)
      return Fail(toString(Relocations.takeError()));
    for (const auto &R : *Relocations)
      if (Error E = Visit({R.r_offset, R.getType(IsMips64EL),
                           R.getSymbol(IsMips64EL), std::nullopt}))
        return E;
    return Error::success();
  }
  // Not ELFFile::crels, which allocates what the header says.
  bool HasAddends = false;
  Error Result = Error::success();
  Error Malformed = decodeCrel<ELFT::Is64Bits>(
      *Contents, [&](uint64_t, bool Has) { HasAddends = Has; },
      [&](const Elf_Crel_Impl<ELFT::Is64Bits> &R) {
        if (Result)
          return;
        std::optional<int64_t> Addend;
        if (HasAddends)
          Addend = R.r_addend;
        Result = Visit({R.r_offset, R.r_type, R.r_symidx, Addend});
      });
  if (Malformed) {
    consumeError(std::move(Result));
    return Fail(toString(std::move(Malformed)));
  }
  return Result;
}

template <class ELFT>
typename ELFManagedMapRelocations<ELFT>::Action
ELFManagedMapRelocations<ELFT>::getAction(uint32_t Type) const {
  switch (File.getHeader().e_machine) {
  case ELF::EM_X86_64:
    switch (Type) {
    case ELF::R_X86_64_NONE:
      return Action::None;
    case ELF::R_X86_64_64:
      return Action::Absolute64;
    case ELF::R_X86_64_PC32:
      return Action::Relative32;
    case ELF::R_X86_64_RELATIVE:
      return Action::LoadBase;
    }
    break;
  case ELF::EM_AARCH64:
    switch (Type) {
    case ELF::R_AARCH64_NONE:
      return Action::None;
    case ELF::R_AARCH64_ABS64:
      return Action::Absolute64;
    case ELF::R_AARCH64_PREL32:
      return Action::Relative32;
    case ELF::R_AARCH64_RELATIVE:
      return Action::LoadBase;
    }
    break;
  }
  return Action::Unknown;
}

/// Where \p Symbol is.
template <class ELFT>
Expected<ManagedMapRelocation> ELFManagedMapRelocations<ELFT>::resolveSymbol(
    const Map &M, const Shdr &Section, uint32_t Symbol, uint64_t Offset) {
  uint32_t TableIndex = Section.sh_link;
  Expected<const Shdr *> Table = object::getSection<ELFT>(Sections, TableIndex);
  if (!Table)
    return M.makeError(Offset, toString(Table.takeError()));
  uint32_t TableType = (*Table)->sh_type;
  if (TableType != ELF::SHT_SYMTAB && TableType != ELF::SHT_DYNSYM)
    return M.makeError(Offset, "the relocation has no symbol table");
  auto Symbols = File.symbols(*Table);
  if (!Symbols)
    return M.makeError(Offset, toString(Symbols.takeError()));
  if (Symbol >= Symbols->size())
    return M.makeError(Offset, "the relocation's symbol index " +
                                   Twine(Symbol) +
                                   " is outside the symbol table");
  const typename ELFT::Sym &S = (*Symbols)[Symbol];
  uint32_t Index = S.st_shndx;
  if (Index == ELF::SHN_XINDEX) {
    ArrayRef<typename ELFT::Word> Extended;
    if (TableIndex < ExtendedIndices.size())
      Extended = ExtendedIndices[TableIndex];
    if (Symbol >= Extended.size())
      return M.makeError(Offset, "the symbol's section index is missing");
    Index = Extended[Symbol];
  } else if (Index >= ELF::SHN_LORESERVE) {
    return M.makeError(Offset, "the relocation is against symbol " +
                                   Twine(Symbol) +
                                   ", which is not in a section");
  }
  if (Index == ELF::SHN_UNDEF)
    return M.makeError(Offset, "the relocation is against symbol " +
                                   Twine(Symbol) + ", which is undefined");
  Expected<const Shdr *> Code = object::getSection<ELFT>(Sections, Index);
  if (!Code)
    return M.makeError(Offset, toString(Code.takeError()));
  const bool IsCode = (*Code)->sh_flags & ELF::SHF_EXECINSTR;
  if (!IsCode && !M.Names->MayNameData)
    return M.makeError(Offset, "the relocation is against section " +
                                   Twine(Index) + ", which has no code");
  ManagedMapRelocation Result;
  Result.IsCode = IsCode;
  Result.Target.Address = S.st_value;
  if (isRelocatable()) {
    Result.Target.SectionIndex = Index;
    Result.Limit = (*Code)->sh_size;
  }
  return Result;
}

/// The addend of \p R, whose field has \p Size bytes.
template <class ELFT>
Expected<int64_t>
ELFManagedMapRelocations<ELFT>::getAddend(const Map &M, const RawRelocation &R,
                                          uint64_t Offset, uint64_t Size) {
  if (R.Addend)
    return *R.Addend;
  const ManagedMapBytes &Bytes = M.Bytes;
  if (Bytes.Contents.size() < Size || Offset > Bytes.Contents.size() - Size)
    return M.makeError(Offset, "the relocation is outside the section");
  const uint8_t *Field = &Bytes.Contents[Offset];
  if (Size == 4)
    return int32_t(support::endian::read32(Field, Bytes.Endian));
  return int64_t(support::endian::read64(Field, Bytes.Endian));
}

/// Appends what \p R, of \p Section and at \p Offset of \p M, makes of its
/// field, unless it does nothing.
template <class ELFT>
Error ELFManagedMapRelocations<ELFT>::resolveOne(
    const Map &M, const Shdr &Section, const RawRelocation &R, uint64_t Offset,
    std::vector<ManagedMapRelocation> &Relocations) {
  Action Act = getAction(R.Type);
  if (Act == Action::None)
    return Error::success();
  // Each kind of file has an action that the other has not.
  Action OfOthers = isRelocatable() ? Action::LoadBase : Action::Relative32;
  if (Act == Action::Unknown || Act == OfOthers)
    return M.makeError(
        Offset, "relocation type " + File.getRelocationTypeName(R.Type) + " (" +
                    Twine(R.Type) + ") is not one of " + M.Names->Title);
  bool IsRelative = Act == Action::Relative32;
  Expected<int64_t> Addend = getAddend(M, R, Offset, IsRelative ? 4 : 8);
  if (!Addend)
    return Addend.takeError();

  ManagedMapRelocation Result;
  if (Act != Action::LoadBase) {
    Expected<ManagedMapRelocation> Symbol =
        resolveSymbol(M, Section, R.Symbol, Offset);
    if (!Symbol)
      return Symbol.takeError();
    Result = *Symbol;
  }
  Result.Offset = Offset;
  Result.Type = IsRelative ? ManagedMapRelocation::Relative32
                           : ManagedMapRelocation::Absolute64;
  Result.Target.Address += uint64_t(*Addend);
  if (isRelocatable() && Result.Target.Address > Result.Limit)
    return M.makeError(Offset, "the relocation points outside its section");
  Relocations.push_back(Result);
  return Error::success();
}

template class llvm::object::ELFManagedMapRelocations<ELF32LE>;
template class llvm::object::ELFManagedMapRelocations<ELF32BE>;
template class llvm::object::ELFManagedMapRelocations<ELF64LE>;
template class llvm::object::ELFManagedMapRelocations<ELF64BE>;
