//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rewriter.h"
#include "TargetVerifier.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;

using Sym = ELF64LE::Sym;
using Rela = ELF64LE::Rela;
using Rel = ELF64LE::Rel;

template <typename T> static MutableArrayRef<T> view(std::vector<uint8_t> &V) {
  return {reinterpret_cast<T *>(V.data()), V.size() / sizeof(T)};
}

template <typename T> static void append(std::vector<uint8_t> &V, const T &X) {
  const auto *Bytes = reinterpret_cast<const uint8_t *>(&X);
  V.insert(V.end(), Bytes, Bytes + sizeof(T));
}

Expected<Rewriter> Rewriter::create(const ELF64LEObjectFile &Obj) {
  Rewriter R(Obj);
  if (Error E = R.read())
    return std::move(E);
  return std::move(R);
}

Error Rewriter::read() {
  auto Headers = Obj.getELFFile().sections();
  if (!Headers)
    return Headers.takeError();
  Names = Obj.getELFFile().getHeader().e_shstrndx;
  if (Names == 0 || Names >= Headers->size())
    return refuse("has no names of sections");
  for (const Shdr &Header : *Headers) {
    const uint64_t Number = &Header - Headers->data();
    Section S;
    S.Header = Header;
    if (Number != 0 && Header.sh_type != ELF::SHT_NOBITS) {
      auto Contents = Obj.getELFFile().getSectionContents(Header);
      if (!Contents)
        return Contents.takeError();
      S.Old = *Contents;
    }
    if (Header.sh_type == ELF::SHT_CREL ||
        Header.sh_type == ELF::SHT_SYMTAB_SHNDX)
      return refuse("has a section of type " + Twine(Header.sh_type) +
                    " (index " + Twine(Number) +
                    "), which cannot be rewritten");
    if (Header.sh_type == ELF::SHT_SYMTAB) {
      if (Symbols)
        return refuse("has two symbol tables");
      Symbols = Number;
    }
    if (Header.sh_link >= Headers->size())
      return refuse("has a section (index " + Twine(Number) +
                    ") that is linked to a section that does not exist");
    Sections.push_back(std::move(S));
  }
  if (!Symbols)
    return refuse("has no symbol table");
  return Error::success();
}

static bool isRelocation(const Rewriter::Shdr &Header) {
  return Header.sh_type == ELF::SHT_RELA || Header.sh_type == ELF::SHT_REL;
}

StringRef Rewriter::nameOf(const Section &S) const {
  return toStringRef(Sections[Names].contents())
      .substr(S.Header.sh_name)
      .split('\0')
      .first;
}

void Rewriter::remove(uint64_t Number) {
  Sections[Number].IsRemoved = true;
  for (Section &S : Sections)
    if (isRelocation(S.Header) && S.Header.sh_info == Number)
      S.IsRemoved = true;
}

uint64_t Rewriter::addSection(StringRef Name, const Shdr &Header) {
  Section S;
  S.Header = Header;
  std::vector<uint8_t> &Table = Sections[Names].edit();
  S.Header.sh_name = Table.size();
  Table.insert(Table.end(), Name.begin(), Name.end());
  Table.push_back(0);
  S.IsNew = true;
  Sections.push_back(std::move(S));
  return Sections.size() - 1;
}

/// Makes \p Member one of the group that the section \p Of is in, if any.
void Rewriter::joinGroup(uint64_t Member, uint64_t Of) {
  if (!(Sections[Of].Header.sh_flags & ELF::SHF_GROUP))
    return;
  for (Section &S : Sections) {
    if (S.Header.sh_type != ELF::SHT_GROUP)
      continue;
    std::vector<uint8_t> &Words = S.edit();
    if (!is_contained(drop_begin(view<ELFT::Word>(Words)), Of))
      continue;
    append(Words, ELFT::Word(Member));
    Sections[Member].Header.sh_flags |= uint64_t(ELF::SHF_GROUP);
    return;
  }
}

uint64_t Rewriter::addLinked(StringRef Name, uint64_t Text, unsigned Alignment,
                             std::vector<uint8_t> Contents) {
  Shdr Header = {};
  Header.sh_type = ELF::SHT_PROGBITS;
  Header.sh_flags = ELF::SHF_ALLOC | ELF::SHF_LINK_ORDER;
  Header.sh_link = Text;
  Header.sh_addralign = Alignment;
  const uint64_t Number = addSection(Name, Header);
  Sections[Number].New = std::move(Contents);
  joinGroup(Number, Text);
  return Number;
}

void Rewriter::relocate(uint64_t Section,
                        std::vector<AddedRelocation> Relocations) {
  Added.push_back({Section, std::move(Relocations)});
}

/// Sections that are added because of others come first.
void Rewriter::numberSections() {
  uint64_t Next = 0;
  for (Section &S : Sections)
    if (!S.IsRemoved)
      S.NewIndex = Next++;
}

/// Drops the symbols of removed sections, and adds one for each section that
/// relocations are relative to and that has none.
Error Rewriter::renumberSymbols() {
  const std::vector<uint8_t> Old = Sections[Symbols].contents().vec();
  std::vector<uint8_t> Copy = Old;
  MutableArrayRef<Sym> All = view<Sym>(Copy);
  const uint32_t NumLocal = Sections[Symbols].Header.sh_info;
  if (NumLocal > All.size() || All.empty())
    return refuse("has a symbol table with a wrong number of local symbols");

  std::vector<bool> IsNeeded(Sections.size());
  for (const auto &[Number, Relocations] : Added)
    for (const AddedRelocation &R : Relocations)
      IsNeeded[R.Section] = true;
  SectionSymbols.assign(Sections.size(), 0);
  NewSymbols.assign(All.size(), 0);
  std::vector<uint8_t> Result;
  auto Add = [&](const Sym &S) {
    append(Result, S);
    return uint32_t(Result.size() / sizeof(Sym) - 1);
  };
  auto AddSectionSymbols = [&] {
    for (uint64_t Number = 0; Number != Sections.size(); ++Number) {
      if (!IsNeeded[Number] || SectionSymbols[Number])
        continue;
      Sym New = {};
      New.setBindingAndType(ELF::STB_LOCAL, ELF::STT_SECTION);
      New.st_shndx = Sections[Number].NewIndex;
      SectionSymbols[Number] = Add(New);
    }
  };
  for (uint32_t I = 0; I != All.size(); ++I) {
    if (I == NumLocal) {
      AddSectionSymbols();
      Sections[Symbols].Header.sh_info = Result.size() / sizeof(Sym);
    }
    Sym S = All[I];
    if (S.st_shndx != ELF::SHN_UNDEF && S.st_shndx < ELF::SHN_LORESERVE) {
      if (S.st_shndx >= Sections.size())
        return refuse("has symbol " + Twine(I) + " in no section");
      const uint64_t Number = S.st_shndx;
      if (Sections[Number].IsRemoved)
        continue;
      S.st_shndx = Sections[Number].NewIndex;
      NewSymbols[I] = Add(S);
      if (S.getType() == ELF::STT_SECTION && I < NumLocal)
        SectionSymbols[Number] = NewSymbols[I];
      continue;
    }
    NewSymbols[I] = Add(S);
  }
  if (NumLocal == All.size()) {
    AddSectionSymbols();
    Sections[Symbols].Header.sh_info = Result.size() / sizeof(Sym);
  }
  Sections[Symbols].edit() = std::move(Result);
  return Error::success();
}

Error Rewriter::renumberRelocations(Section &S) {
  auto Renumber = [&](auto Relocations) -> Error {
    for (auto &R : Relocations) {
      const uint32_t Symbol = R.getSymbol(false);
      if (Symbol == 0)
        continue;
      if (Symbol >= NewSymbols.size() || NewSymbols[Symbol] == 0)
        return refuse("relocates section " + Twine(S.Header.sh_info) +
                      " by symbol " + Twine(Symbol) +
                      ", which is in the section that is replaced");
      R.setSymbolAndType(NewSymbols[Symbol], R.getType(false), false);
    }
    return Error::success();
  };
  std::vector<uint8_t> &Bytes = S.edit();
  if (S.Header.sh_type == ELF::SHT_RELA)
    return Renumber(view<Rela>(Bytes));
  return Renumber(view<Rel>(Bytes));
}

/// Appends the relocations that were asked for to those of the file.
void Rewriter::addRelocations() {
  for (const auto &[Number, Relocations] : Added) {
    auto IsOfSection = [N = Number](const Section &S) {
      return S.Header.sh_type == ELF::SHT_RELA && S.Header.sh_info == N &&
             !S.IsRemoved;
    };
    auto It = find_if(Sections, IsOfSection);
    std::vector<uint8_t> &Bytes = It->edit();
    for (const AddedRelocation &R : Relocations) {
      Rela New = {};
      New.r_offset = R.Offset;
      New.r_addend = R.Addend;
      New.setSymbolAndType(SectionSymbols[R.Section], R.Type, false);
      append(Bytes, New);
    }
    llvm::stable_sort(view<Rela>(Bytes), [](const Rela &A, const Rela &B) {
      return A.r_offset < B.r_offset;
    });
  }
}

/// SHT_LLVM_ADDRSIG: the numbers of symbols, as ULEB128.
Error Rewriter::renumberSymbolList(Section &S) {
  ArrayRef<uint8_t> Left = S.contents();
  std::string New;
  raw_string_ostream OS(New);
  while (!Left.empty()) {
    unsigned Size = 0;
    const char *Problem = nullptr;
    const uint64_t Symbol =
        decodeULEB128(Left.begin(), &Size, Left.end(), &Problem);
    if (Problem || Symbol >= NewSymbols.size())
      return refuse("has a list of symbols that cannot be read");
    Left = Left.drop_front(Size);
    if (NewSymbols[Symbol] || Symbol == 0)
      encodeULEB128(NewSymbols[Symbol], OS);
  }
  S.edit().assign(New.begin(), New.end());
  return Error::success();
}

void Rewriter::renumberGroup(Section &S) {
  std::vector<uint8_t> &Bytes = S.edit();
  std::vector<uint8_t> New;
  for (ELFT::Word &Word : view<ELFT::Word>(Bytes)) {
    // The first word has flags.
    if (New.empty())
      append(New, Word);
    else if (Word < Sections.size() && !Sections[Word].IsRemoved)
      append(New, ELFT::Word(Sections[Word].NewIndex));
  }
  Bytes = std::move(New);
  if (S.Header.sh_info < NewSymbols.size())
    S.Header.sh_info = NewSymbols[S.Header.sh_info];
}

void Rewriter::renumberLinks() {
  for (Section &S : Sections) {
    S.Header.sh_link = Sections[S.Header.sh_link].NewIndex;
    if ((isRelocation(S.Header) || S.Header.sh_flags & ELF::SHF_INFO_LINK) &&
        S.Header.sh_info < Sections.size())
      S.Header.sh_info = Sections[S.Header.sh_info].NewIndex;
  }
}

/// The file header, the sections and their headers.
std::vector<uint8_t> Rewriter::layOut() {
  ELFT::Ehdr File = Obj.getELFFile().getHeader();
  std::vector<uint8_t> Result(sizeof(File));
  std::vector<Shdr> Headers;
  for (Section &S : Sections) {
    if (S.IsRemoved)
      continue;
    Shdr Header = S.Header;
    if (S.NewIndex != 0) {
      Result.resize(
          alignTo(Result.size(), std::max<uint64_t>(Header.sh_addralign, 1)));
      Header.sh_offset = Result.size();
      if (Header.sh_type != ELF::SHT_NOBITS) {
        ArrayRef<uint8_t> Contents = S.contents();
        Header.sh_size = Contents.size();
        Result.insert(Result.end(), Contents.begin(), Contents.end());
      }
    }
    Headers.push_back(Header);
  }
  Result.resize(alignTo(Result.size(), 8));
  File.e_shoff = Result.size();
  File.e_shnum = Headers.size();
  File.e_shstrndx = Sections[Names].NewIndex;
  for (const Shdr &Header : Headers)
    append(Result, Header);
  memcpy(Result.data(), &File, sizeof(File));
  return Result;
}

Error Rewriter::renumberContents(Section &S) {
  if (isRelocation(S.Header))
    return renumberRelocations(S);
  if (S.Header.sh_type == ELF::SHT_LLVM_ADDRSIG)
    return renumberSymbolList(S);
  if (S.Header.sh_type == ELF::SHT_GROUP)
    renumberGroup(S);
  return Error::success();
}

Expected<std::vector<uint8_t>> Rewriter::write() {
  // Every section that is relocated gets a section of relocations.
  for (const auto &[Number, Relocations] : Added) {
    auto IsOfSection = [N = Number](const Section &S) {
      return S.Header.sh_type == ELF::SHT_RELA && S.Header.sh_info == N &&
             !S.IsRemoved;
    };
    if (any_of(Sections, IsOfSection))
      continue;
    const std::string Relocating = (".rela" + nameOf(Sections[Number])).str();
    Shdr Header = {};
    Header.sh_type = ELF::SHT_RELA;
    Header.sh_flags = ELF::SHF_INFO_LINK;
    Header.sh_link = Symbols;
    Header.sh_info = Number;
    Header.sh_addralign = 8;
    Header.sh_entsize = sizeof(Rela);
    joinGroup(addSection(Relocating, Header), Number);
  }
  if (Sections.size() >= ELF::SHN_LORESERVE)
    return refuse("would have too many sections");
  numberSections();
  if (Error E = renumberSymbols())
    return std::move(E);
  for (Section &S : Sections)
    if (!S.IsRemoved)
      if (Error E = renumberContents(S))
        return std::move(E);
  addRelocations();
  renumberLinks();
  return layOut();
}
