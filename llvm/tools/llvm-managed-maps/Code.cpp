//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Code.h"
#include "Frames.h"
#include "FunctionSymbols.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;

/// How far the sections of a relocatable object are apart.
static constexpr unsigned SectionSpacingLog2 = 40;

Expected<Code> Code::read(const ObjectFile &Obj) {
  Code C;
  C.IsRelocatable = Obj.isRelocatableObject();
  C.DataEndianness =
      Obj.isLittleEndian() ? endianness::little : endianness::big;
  if (Error E = C.readSections(Obj))
    return std::move(E);
  if (Error E = C.readRelocations(Obj))
    return std::move(E);
  if (Error E = C.readSymbols(Obj))
    return std::move(E);
  return std::move(C);
}

/// Whether the program can see \p Section.
static bool isLoaded(const ObjectFile &Obj, SectionRef Section) {
  if (Obj.isELF())
    return ELFSectionRef(Section).getFlags() & ELF::SHF_ALLOC;
  return Section.isData() || Section.isText();
}

Error Code::readSections(const ObjectFile &Obj) {
  for (SectionRef Section : Obj.sections()) {
    if (Section.isVirtual() || Section.getSize() == 0 ||
        !isLoaded(Obj, Section))
      continue;
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      return Name.takeError();
    Expected<StringRef> Contents = Section.getContents();
    if (!Contents)
      return Contents.takeError();
    CodeSection New;
    New.Name = *Name;
    New.Index = Section.getIndex();
    New.Begin = IsRelocatable ? (New.Index + 1) << SectionSpacingLog2
                              : Section.getAddress();
    New.Bytes = arrayRefFromStringRef(*Contents);
    (Section.isText() ? Sections : DataSections).push_back(std::move(New));
  }
  for (auto [All, Positions] : {std::make_pair(&Sections, &ByIndex),
                                std::make_pair(&DataSections, &DataByIndex)}) {
    llvm::sort(*All, [](const CodeSection &A, const CodeSection &B) {
      return std::make_pair(A.Begin, A.Index) <
             std::make_pair(B.Begin, B.Index);
    });
    for (unsigned I = 0; I != All->size(); ++I)
      (*Positions)[(*All)[I].Index] = I;
  }
  return Error::success();
}

std::optional<uint64_t> Code::addressOf(SectionedAddress Place) const {
  if (Place.SectionIndex == SectionedAddress::UndefSection) {
    if (IsRelocatable || !sectionAt(Place.Address))
      return std::nullopt;
    return Place.Address;
  }
  const CodeSection *Section = sectionOf(Place.SectionIndex);
  if (!Section || Place.Address >= Section->Bytes.size())
    return std::nullopt;
  return Section->Begin + Place.Address;
}

std::optional<uint64_t> Code::addressOfReturn(SectionedAddress Place) const {
  if (Place.Address == 0)
    return std::nullopt;
  --Place.Address;
  if (std::optional<uint64_t> Before = addressOf(Place))
    return *Before + 1;
  return std::nullopt;
}

const CodeSection *Code::sectionOf(uint64_t Index) const {
  auto It = ByIndex.find(Index);
  return It == ByIndex.end() ? nullptr : &Sections[It->second];
}

CodeSection *Code::loadedSectionOf(uint64_t Index) {
  if (auto It = ByIndex.find(Index); It != ByIndex.end())
    return &Sections[It->second];
  auto It = DataByIndex.find(Index);
  return It == DataByIndex.end() ? nullptr : &DataSections[It->second];
}

const CodeRelocation *CodeSection::relocationAt(uint64_t Address) const {
  auto It = llvm::lower_bound(
      Relocations, Address,
      [](const CodeRelocation &R, uint64_t A) { return R.Address < A; });
  for (; It != Relocations.end() && It->Address == Address; ++It)
    if (!It->IsMark)
      return &*It;
  return nullptr;
}

/// One beyond the end of a section is an address in it, too.
std::optional<uint64_t> Code::addressOf(const SymbolRef &Symbol) const {
  Expected<section_iterator> Section = Symbol.getSection();
  Expected<uint64_t> Address = Symbol.getAddress();
  if (!Section || !Address) {
    consumeError(Section.takeError());
    consumeError(Address.takeError());
    return std::nullopt;
  }
  if (*Section == Symbol.getObject()->section_end())
    return std::nullopt;
  const uint64_t Offset = *Address - (*Section)->getAddress();
  const CodeSection *Known =
      const_cast<Code *>(this)->loadedSectionOf((*Section)->getIndex());
  if (!Known || Offset > Known->Bytes.size())
    return std::nullopt;
  return Known->Begin + Offset;
}

std::optional<uint64_t> Code::targetOf(const ObjectFile &Obj,
                                       RelocationRef Relocation) const {
  if (!Obj.isELF() || Relocation.getSymbol() == Obj.symbol_end())
    return std::nullopt;
  std::optional<uint64_t> Symbol = addressOf(*Relocation.getSymbol());
  Expected<int64_t> Addend = ELFRelocationRef(Relocation).getAddend();
  if (!Addend) {
    consumeError(Addend.takeError());
    return std::nullopt;
  }
  if (!Symbol)
    return std::nullopt;
  return *Symbol + *Addend;
}

static bool isMark(const ObjectFile &Obj, uint64_t Type) {
  if (Obj.getArch() == Triple::x86_64)
    return Type == ELF::R_X86_64_NONE;
  return Type == ELF::R_AARCH64_NONE;
}

Error Code::readRelocations(const ObjectFile &Obj) {
  if (!IsRelocatable)
    return Error::success();
  for (SectionRef Relocating : Obj.sections()) {
    SectionRef Relocated = Relocating;
    if (Obj.isELF()) {
      Expected<section_iterator> Found = Relocating.getRelocatedSection();
      if (!Found)
        return Found.takeError();
      if (*Found == Obj.section_end())
        continue;
      Relocated = **Found;
    }
    CodeSection *Into = loadedSectionOf(Relocated.getIndex());
    if (!Into)
      continue;
    for (const RelocationRef Relocation : Relocating.relocations()) {
      CodeRelocation New;
      New.Address = Into->Begin + Relocation.getOffset();
      New.IsMark = Obj.isELF() && isMark(Obj, Relocation.getType());
      New.Target = targetOf(Obj, Relocation);
      if (Obj.isELF()) {
        if (Expected<int64_t> Addend = ELFRelocationRef(Relocation).getAddend())
          New.Addend = *Addend;
        else
          consumeError(Addend.takeError());
      }
      Into->Relocations.push_back(New);
    }
  }
  for (auto *All : {&Sections, &DataSections})
    for (CodeSection &Section : *All)
      llvm::sort(Section.Relocations,
                 [](const CodeRelocation &A, const CodeRelocation &B) {
                   return std::tie(A.Address, A.IsMark, A.Target, A.Addend) <
                          std::tie(B.Address, B.IsMark, B.Target, B.Addend);
                 });
  return Error::success();
}

Error Code::readSymbols(const ObjectFile &Obj) {
  std::map<uint64_t, bool> IsData;
  const std::vector<FunctionSymbol> Symbols = readFunctionSymbols(
      Obj, [&](SymbolRef Symbol) { return addressOf(Symbol); }, IsData);
  HasSymbols = !Symbols.empty();

  std::vector<uint64_t> Starts;
  std::multimap<std::pair<unsigned, StringRef>, unsigned> ByName;
  DenseMap<StringRef, SmallVector<unsigned, 1>> InAnyFile;
  for (unsigned I = 0; I != Symbols.size(); ++I) {
    Starts.push_back(Symbols[I].Begin);
    ByName.insert({{Symbols[I].File, Symbols[I].Name}, I});
    InAnyFile[Symbols[I].Name].push_back(I);
  }
  llvm::sort(Starts);

  IntEqClasses Same(Symbols.size());
  for (unsigned I = 0; I != Symbols.size(); ++I) {
    const FunctionSymbol &Symbol = Symbols[I];
    const CodeSection *Section = sectionAt(Symbol.Begin);
    if (!Section)
      continue;
    uint64_t End = Symbol.Begin + Symbol.Size;
    if (Symbol.Size == 0) {
      // Until something else begins.
      auto Next = llvm::upper_bound(Starts, Symbol.Begin);
      End = Next == Starts.end() ? UINT64_MAX : *Next;
    }
    const StringRef Owner = ownerName(Symbol.Name);
    FunctionPart Part;
    Part.Begin = Symbol.Begin;
    Part.End = std::min(End, Section->end());
    Part.Name = Symbol.Name;
    Part.Function = I;
    Part.IsEntry = Owner == Symbol.Name;
    Parts.push_back(Part);
    // A part belongs to a function of its own file, or to a global one.
    if (Owner == Symbol.Name)
      continue;
    bool IsFound = false;
    for (unsigned Scope : {Symbol.File, 0u}) {
      auto [First, Last] = ByName.equal_range({Scope, Owner});
      for (auto It = First; It != Last; ++It)
        Same.join(I, It->second);
      IsFound = First != Last;
      if (IsFound)
        break;
    }
    // lld makes hidden functions local and puts them after any file's name.
    if (auto Others = InAnyFile.find(Owner);
        !IsFound && Others != InAnyFile.end() && Others->second.size() == 1)
      Same.join(I, Others->second.front());
  }
  Same.compress();
  for (FunctionPart &Part : Parts)
    Part.Function = Same[Part.Function];
  joinOverlapping();

  for (CodeSection &Section : Sections)
    for (auto It = IsData.lower_bound(Section.Begin);
         It != IsData.end() && It->first < Section.end(); ++It)
      if (It->second) {
        auto Next = std::next(It);
        uint64_t End = Next == IsData.end() ? UINT64_MAX : Next->first;
        Section.Data.push_back({It->first, std::min(End, Section.end())});
      }
  return Error::success();
}

void Code::addFrames(ArrayRef<FrameRange> Frames) {
  unsigned Next = 0;
  for (const FunctionPart &Part : Parts)
    Next = std::max(Next, Part.Function + 1);
  std::vector<FunctionPart> New;
  for (const FrameRange &Frame : Frames) {
    const CodeSection *Section = sectionAt(Frame.Begin);
    if (!Section || partAt(Frame.Begin))
      continue;
    // What llvm-bolt has moved is still there, with its frames and without its
    // symbols, but nothing leads there.
    if (HasSymbols && Section->Name.starts_with(".bolt.org."))
      continue;
    FunctionPart Part;
    Part.Begin = Frame.Begin;
    Part.End = std::min(Frame.End, Section->end());
    Part.Function = Next++;
    New.push_back(Part);
  }
  llvm::append_range(Parts, New);
  joinOverlapping();
  DenseSet<unsigned> WithLandingPads;
  for (const FrameRange &Frame : Frames)
    if (const FunctionPart *Part = partAt(Frame.Begin);
        Part && Frame.HasLandingPads)
      WithLandingPads.insert(Part->Function);
  for (FunctionPart &Part : Parts)
    Part.HasLandingPads = WithLandingPads.contains(Part.Function);
}

/// Several symbols may name one function, and some are inside another one.
void Code::joinOverlapping() {
  llvm::sort(Parts, [](const FunctionPart &A, const FunctionPart &B) {
    return std::tie(A.Begin, B.End, A.Name, A.Function) <
           std::tie(B.Begin, A.End, B.Name, B.Function);
  });
  unsigned NumFunctions = 0;
  for (const FunctionPart &Part : Parts)
    NumFunctions = std::max(NumFunctions, Part.Function + 1);
  IntEqClasses Same(NumFunctions);
  // The part that ends last so far.
  const FunctionPart *Longest = nullptr;
  for (const FunctionPart &Part : Parts) {
    if (Longest && Part.Begin < Longest->End)
      Same.join(Part.Function, Longest->Function);
    if (!Longest || Part.End > Longest->End)
      Longest = &Part;
  }
  Same.compress();
  for (FunctionPart &Part : Parts)
    Part.Function = Same[Part.Function];
  Parts.erase(llvm::unique(Parts,
                           [](const FunctionPart &A, const FunctionPart &B) {
                             return A.Begin == B.Begin && A.End == B.End;
                           }),
              Parts.end());
}

static const CodeSection *findSection(ArrayRef<CodeSection> All,
                                      uint64_t Address) {
  auto It =
      llvm::upper_bound(All, Address, [](uint64_t A, const CodeSection &S) {
        return A < S.Begin;
      });
  if (It == All.begin() || !std::prev(It)->contains(Address))
    return nullptr;
  return &*std::prev(It);
}

const CodeSection *Code::sectionAt(uint64_t Address) const {
  return findSection(Sections, Address);
}

const CodeSection *Code::loadedSectionAt(uint64_t Address) const {
  if (const CodeSection *Section = sectionAt(Address))
    return Section;
  return findSection(DataSections, Address);
}

const FunctionPart *Code::partAt(uint64_t Address) const {
  auto It =
      llvm::upper_bound(Parts, Address, [](uint64_t A, const FunctionPart &P) {
        return A < P.Begin;
      });
  // Those that begin before may end before, too, inside of a longer one.
  for (unsigned Steps = 0; It != Parts.begin() && Steps != 16; ++Steps) {
    --It;
    if (Address < It->End)
      return &*It;
  }
  return nullptr;
}

/// Describes \p Address, whose section and function are those of \p Inside.
std::string Code::describe(uint64_t Address, uint64_t Inside) const {
  const CodeSection *Section = sectionAt(Inside);
  if (!Section)
    return formatv("{0:x}", Address).str();
  std::string Where =
      IsRelocatable
          ? formatv("{0}+{1:x}", Section->Name, Address - Section->Begin).str()
          : formatv("{0:x}", Address).str();
  const FunctionPart *Part = partAt(Inside);
  if (Part && !Part->Name.empty())
    Where += formatv(" ({0}+{1:x})", Part->Name, Address - Part->Begin).str();
  return Where;
}

std::string Code::describe(uint64_t Address) const {
  return describe(Address, Address);
}

std::string Code::describePC(SectionedAddress Place) const {
  if (std::optional<uint64_t> Address = addressOfReturn(Place))
    return describe(*Address, *Address - 1);
  return describe(Place);
}

std::string Code::describe(SectionedAddress Place) const {
  if (std::optional<uint64_t> Address = addressOf(Place))
    return describe(*Address);
  if (Place.SectionIndex == SectionedAddress::UndefSection)
    return formatv("{0:x}", Place.Address).str();
  return formatv("section {0}+{1:x}", Place.SectionIndex, Place.Address).str();
}
