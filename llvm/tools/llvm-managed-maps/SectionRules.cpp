//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SectionRules.h"
#include "Code.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;

namespace {

template <class ELFT> class SectionChecker {
public:
  using Shdr = typename ELFT::Shdr;

  SectionChecker(const ELFFile<ELFT> &File, const Code &C,
                 ArrayRef<Shdr> Headers, std::vector<Finding> &Findings)
      : File(File), C(C), Headers(Headers), Findings(Findings) {}

  Error run(ArrayRef<MapSection> Sections);

private:
  Error readGroups();
  void checkHeader(const MapSection &Section);
  Error checkPlace(const MapSection &Section);
  void checkLink(const MapSection &Section);
  void checkOrder(const MapSection &Section);
  void checkPadding(const MapSection &Section);
  void checkFunctions(const MapSection &Section);
  Error checkDynamicRelocations(ArrayRef<MapSection> Sections);
  void report(const MapSection &Section, StringRef Rule, const Twine &Message,
              Finding::Severity Level = Finding::Broken) {
    Findings.push_back({Rule,
                        formatv("section '{0}' (index {1}) {2}", Section.Name,
                                Section.Index, Message.str())
                            .str(),
                        Level});
  }

  const ELFFile<ELFT> &File;
  const Code &C;
  ArrayRef<Shdr> Headers;
  std::vector<Finding> &Findings;
  /// The index of the group section that a section is a member of.
  DenseMap<uint64_t, uint64_t> Groups;
  /// The fragment of a format that a text section has.
  DenseMap<std::pair<uint64_t, unsigned>, uint64_t> Fragments;
};

} // end anonymous namespace

template <class ELFT> Error SectionChecker<ELFT>::readGroups() {
  for (const Shdr &Header : Headers) {
    if (Header.sh_type != ELF::SHT_GROUP)
      continue;
    auto Words =
        File.template getSectionContentsAsArray<typename ELFT::Word>(Header);
    if (!Words)
      return Words.takeError();
    // The first word has flags.
    for (uint32_t Member : drop_begin(*Words))
      Groups.try_emplace(Member, &Header - Headers.data());
  }
  return Error::success();
}

template <class ELFT>
void SectionChecker<ELFT>::checkHeader(const MapSection &Section) {
  const Shdr &Header = Headers[Section.Index];
  if (Header.sh_type != ELF::SHT_PROGBITS)
    report(Section, "section-type", "is not of type SHT_PROGBITS");
  if (!(Header.sh_flags & ELF::SHF_ALLOC))
    report(Section, "section-flags", "is not loaded");
  uint64_t Allowed = ELF::SHF_ALLOC | ELF::SHF_GROUP | ELF::SHF_GNU_RETAIN;
  if (Section.IsLinked)
    Allowed |= ELF::SHF_LINK_ORDER;
  if (Header.sh_flags & ~Allowed)
    report(Section, "section-flags",
           formatv("has the flags {0:x}, which are not for tables",
                   Header.sh_flags & ~Allowed));
  if (Header.sh_addralign & (Header.sh_addralign - 1))
    report(Section, "section-alignment",
           formatv("is aligned to {0} bytes, which is not a power of two",
                   Header.sh_addralign));
  if (!Section.IsLinked)
    return;
  // Zero means what one does.
  if (std::max<uint64_t>(Header.sh_addralign, 1) % Section.Alignment != 0)
    report(Section, "section-alignment",
           formatv("is aligned to {0} bytes and not to {1}",
                   Header.sh_addralign, Section.Alignment));
  if (C.isRelocatable() && !(Header.sh_flags & ELF::SHF_LINK_ORDER))
    report(Section, "section-flags", "is not linked to its code");
}

/// The section is loaded as the header says, and is no part of another one.
template <class ELFT>
Error SectionChecker<ELFT>::checkPlace(const MapSection &Section) {
  if (C.isRelocatable())
    return Error::success();
  const Shdr &Header = Headers[Section.Index];
  auto Segments = File.program_headers();
  if (!Segments)
    return Segments.takeError();
  const bool IsLoaded =
      any_of(*Segments, [&](const typename ELFT::Phdr &Segment) {
        return Segment.p_type == ELF::PT_LOAD &&
               Header.sh_addr >= Segment.p_vaddr &&
               Header.sh_addr - Segment.p_vaddr <= Segment.p_filesz &&
               Header.sh_size <=
                   Segment.p_filesz - (Header.sh_addr - Segment.p_vaddr) &&
               Header.sh_addr - Segment.p_vaddr ==
                   Header.sh_offset - Segment.p_offset;
      });
  if (!IsLoaded)
    report(Section, "section-place",
           "is not in a segment that is loaded there");
  for (const Shdr &Other : Headers)
    if (&Other != &Header && (Other.sh_flags & ELF::SHF_ALLOC) &&
        !(Other.sh_flags & ELF::SHF_TLS) && Other.sh_size != 0 &&
        Header.sh_addr < Other.sh_addr + Other.sh_size &&
        Other.sh_addr < Header.sh_addr + Header.sh_size) {
      report(Section, "section-place",
             formatv("overlaps section {0}", &Other - Headers.data()));
      break;
    }
  return Error::success();
}

/// A fragment describes the section that it is linked to, and is dropped with
/// it.
template <class ELFT>
void SectionChecker<ELFT>::checkLink(const MapSection &Section) {
  const Shdr &Header = Headers[Section.Index];
  if (!Section.IsLinked || !(Header.sh_flags & ELF::SHF_LINK_ORDER))
    return;
  const uint64_t Text = Header.sh_link;
  // Some linkers keep the flag of a linked image, which means nothing there,
  // and not the link.
  if (!Text && !C.isRelocatable())
    return;
  if (!C.sectionOf(Text)) {
    report(Section, "section-link",
           formatv("is linked to section {0}, which has no code", Text));
    return;
  }
  if (!C.isRelocatable())
    return;
  if (Groups.lookup(Section.Index) != Groups.lookup(Text))
    report(Section, "section-group",
           formatv("is not in the group of section {0}, its code", Text));
  auto [It, IsNew] =
      Fragments.try_emplace({Text, Section.Format}, Section.Index);
  if (!IsNew)
    report(Section, "section-link",
           formatv("describes the same code as section {0}", It->second));

  // A linker that makes one relocatable object of several may put fragments
  // together although their code stays apart.
  const bool HasOthers = any_of(Section.Places, [&](const MapPlace &Place) {
    return Place.PC.SectionIndex != Text;
  });
  const bool HasOwn = any_of(Section.Places, [&](const MapPlace &Place) {
    return Place.PC.SectionIndex == Text;
  });
  if (HasOthers && (!HasOwn || Groups.count(Section.Index)))
    report(Section, "section-link",
           formatv("describes other code than section {0}", Text));
}

/// Entries ascend in a fragment. A linker that made one relocatable object of
/// several may have given up the order of fragments in an image.
template <class ELFT>
void SectionChecker<ELFT>::checkOrder(const MapSection &Section) {
  if (!Section.IsLinked)
    return;
  for (size_t I = 1; I < Section.Places.size(); ++I) {
    const MapPlace &Before = Section.Places[I - 1];
    const MapPlace &Place = Section.Places[I];
    if (Before.Last.SectionIndex == Place.PC.SectionIndex &&
        Place.PC.Address <= Before.Last.Address) {
      report(Section, "order",
             formatv("does not ascend by {0} at offset {1:x}", Section.What,
                     Place.Offset),
             C.isRelocatable() ? Finding::Broken : Finding::Suspicious);
      return;
    }
  }
}

/// Fragments follow each other without a gap, so neither compilers nor linkers
/// need padding, although they may use it.
template <class ELFT>
void SectionChecker<ELFT>::checkPadding(const MapSection &Section) {
  if (Section.NumPadding)
    report(
        Section, "padding",
        formatv("has padding for {0}; were there entries?", Section.NumPadding),
        Finding::Suspicious);
}

/// A record of version 1 or 3 is about a function.
template <class ELFT>
void SectionChecker<ELFT>::checkFunctions(const MapSection &Section) {
  for (const MapPlace &Function : Section.Functions) {
    std::optional<uint64_t> Address = C.addressOf(Function.PC);
    const FunctionPart *Part = Address ? C.partAt(*Address) : nullptr;
    if (!Address || (!C.parts().empty() && (!Part || Part->Begin != *Address)))
      report(Section, "function-start",
             formatv("names {0} at offset {1:x}, which is not a function",
                     C.describe(Function.PC), Function.Offset));
  }
}

/// The loader has nothing to do to maps of versions 2 and 4.  The readers
/// refuse relocations that name a type; these are the others.
template <class ELFT>
Error SectionChecker<ELFT>::checkDynamicRelocations(
    ArrayRef<MapSection> Sections) {
  if (C.isRelocatable())
    return Error::success();
  std::vector<uint64_t> Places;
  for (const Shdr &Header : Headers) {
    if (!(Header.sh_flags & ELF::SHF_ALLOC) || Header.sh_type != ELF::SHT_RELR)
      continue;
    auto Words = File.relrs(Header);
    if (!Words)
      return Words.takeError();
    for (const auto &R : File.decode_relrs(*Words))
      Places.push_back(R.r_offset);
  }
  llvm::sort(Places);
  for (const MapSection &Section : Sections) {
    if (!Section.IsLinked)
      continue;
    const Shdr &Header = Headers[Section.Index];
    auto It = llvm::lower_bound(Places, uint64_t(Header.sh_addr));
    if (It != Places.end() && *It - Header.sh_addr < Header.sh_size)
      report(Section, "dynamic-relocation",
             formatv("is relocated by the loader at {0:x}", *It));
  }
  return Error::success();
}

template <class ELFT>
Error SectionChecker<ELFT>::run(ArrayRef<MapSection> Sections) {
  if (Error E = readGroups())
    return E;
  for (const MapSection &Section : Sections) {
    checkHeader(Section);
    if (Error E = checkPlace(Section))
      return E;
    checkLink(Section);
    checkOrder(Section);
    checkPadding(Section);
    checkFunctions(Section);
  }
  return checkDynamicRelocations(Sections);
}

template <class ELFT>
static Error checkSectionsOf(const ELFFile<ELFT> &File, const Code &C,
                             ArrayRef<MapSection> Sections,
                             std::vector<Finding> &Findings) {
  auto Headers = File.sections();
  if (!Headers)
    return Headers.takeError();
  return SectionChecker<ELFT>(File, C, *Headers, Findings).run(Sections);
}

Error llvm::managed_maps::checkSections(const ObjectFile &Obj, const Code &C,
                                        ArrayRef<MapSection> Sections,
                                        std::vector<Finding> &Findings) {
  if (const auto *ELF = dyn_cast<ELF64LEObjectFile>(&Obj))
    return checkSectionsOf(ELF->getELFFile(), C, Sections, Findings);
  if (const auto *ELF = dyn_cast<ELF64BEObjectFile>(&Obj))
    return checkSectionsOf(ELF->getELFFile(), C, Sections, Findings);
  return Error::success();
}

// Marks.  The one at a faulting instruction has the number of the entry, twice,
// in its addend, and its site above; the one at the handler has one more.  If
// sections are put together, both addends grow by the same.

static constexpr unsigned MarkSiteBit = 30;
static constexpr uint64_t MarkNumberMask = (uint64_t(1) << MarkSiteBit) - 1;

static bool hasSite(uint64_t Mark, std::optional<uint32_t> Site) {
  const uint64_t Expected = Site ? uint64_t(*Site) << 1 | 1 : 0;
  return (Mark >> MarkSiteBit) == Expected;
}

void llvm::managed_maps::checkMarks(const Code &C,
                                    ArrayRef<FaultMapSection> Sections,
                                    DenseMap<uint64_t, size_t> NumNeeded,
                                    std::vector<Finding> &Findings) {
  DenseMap<uint64_t, SmallVector<const CodeRelocation *, 2>> Marks;
  DenseMap<uint64_t, size_t> NumMarks;
  for (const CodeSection &Text : C.sections())
    for (const CodeRelocation &R : Text.Relocations)
      if (R.IsMark) {
        Marks[R.Address].push_back(&R);
        ++NumMarks[Text.Index];
      }
  if (Marks.empty())
    return;

  auto HasMarks = [&](const FaultMapEntry &E) {
    const uint64_t PC = *C.addressOf(E.FaultingPC);
    const std::optional<uint64_t> Handler = C.addressOf(E.HandlerPC);
    for (const CodeRelocation *R : Marks.lookup(PC)) {
      if (E.FaultingPC.SectionIndex != E.HandlerPC.SectionIndex) {
        // It is against the handler.
        if (Handler && R->Target && hasSite(*R->Target - *Handler, E.Site) &&
            (*R->Target - *Handler) % 2 == 0)
          return true;
        continue;
      }
      if (hasSite(R->Addend, E.Site) && Handler &&
          any_of(Marks.lookup(*Handler), [&](const CodeRelocation *Other) {
            return uint64_t(Other->Addend) == (R->Addend & MarkNumberMask) + 1;
          }))
        return true;
    }
    return false;
  };
  for (const FaultMapSection &Section : Sections)
    for (const FaultMapEntry &E : Section.Entries) {
      if (E.Version == 1 || !C.addressOf(E.FaultingPC))
        continue;
      const uint64_t Text = E.FaultingPC.SectionIndex;
      NumNeeded[Text] +=
          E.FaultingPC.SectionIndex == E.HandlerPC.SectionIndex ? 2 : 1;
      if (NumMarks.count(Text) && !HasMarks(E))
        Findings.push_back(
            {"mark",
             formatv("entry at {0}+{1:x}, faulting PC {2}: no marks in the "
                     "code belong to this entry",
                     Section.Name, E.Offset, C.describe(E.FaultingPC))
                 .str(),
             Finding::Broken});
    }
  for (const CodeSection &Text : C.sections())
    if (const size_t Number = NumMarks.lookup(Text.Index);
        Number && Number != NumNeeded.lookup(Text.Index))
      Findings.push_back(
          {"mark",
           formatv("section '{0}' (index {1}) has {2} marks, "
                   "and the entries need {3}",
                   Text.Name, Text.Index, Number, NumNeeded.lookup(Text.Index))
               .str(),
           Finding::Broken});
}
