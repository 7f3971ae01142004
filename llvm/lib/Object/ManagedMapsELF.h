//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The sections of ELF files that have fault maps or stack maps, and their
/// relocations.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_OBJECT_MANAGEDMAPSELF_H
#define LLVM_LIB_OBJECT_MANAGEDMAPSELF_H

#include "ManagedMapsReader.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include <vector>

namespace llvm {
namespace object {

/// What to look for in an ELF file.
struct ELFManagedMapNames {
  /// "fault maps" or "stack maps".
  StringRef Title;
  ArrayRef<StringRef> Sections;
  /// Relocations may lead to sections without code.
  bool MayNameData = false;
};

/// A section that has a map.
template <class ELFT> struct ELFManagedMap {
  const typename ELFT::Shdr *Header = nullptr;
  const ELFManagedMapNames *Names = nullptr;
  /// Which of the names it has.
  size_t NameNumber = 0;
  ManagedMapBytes Bytes;
  /// In a relocatable object, the sections that relocate it.
  std::vector<const typename ELFT::Shdr *> RelocationSections;

  Error makeError(uint64_t Offset, const Twine &Rule) const {
    return makeManagedMapError(Bytes.SectionName, Bytes.SectionIndex, Offset,
                               Rule);
  }
};

/// Finds and describes the sections of \p Obj that have one of \p Names, which
/// outlives the result; all but their relocations.
template <class ELFT>
Expected<std::vector<ELFManagedMap<ELFT>>>
findELFManagedMaps(const ELFObjectFile<ELFT> &Obj,
                   ArrayRef<typename ELFT::Shdr> Sections,
                   const ELFManagedMapNames &Names, ManagedMapBudget &Budget,
                   const ManagedMapReadOptions &Options);

/// Finds and resolves the relocations of maps.
///
/// In a relocatable object each fragment has a section of relocations of its
/// own, found by sh_info. In a linked image the static linker has done all of
/// that, and absolute addresses in position-independent images have relocations
/// for the dynamic linker, found by address; those that --emit-relocs leaves
/// are not loaded and do not matter.
template <class ELFT> class ELFManagedMapRelocations {
  using Shdr = typename ELFT::Shdr;
  using Map = ELFManagedMap<ELFT>;

  /// A relocation of any encoding.
  struct RawRelocation {
    uint64_t Offset;
    uint32_t Type;
    uint32_t Symbol;
    /// None if the addend is in the field.
    std::optional<int64_t> Addend;
  };

  const ELFFile<ELFT> &File;
  ArrayRef<Shdr> Sections;
  ManagedMapBudget &Budget;
  /// By the index of the symbol table.
  std::vector<ArrayRef<typename ELFT::Word>> ExtendedIndices;
  /// What the dynamic linker relocates, by address, and by which section.
  std::vector<std::pair<RawRelocation, const Shdr *>> Dynamic;

public:
  ELFManagedMapRelocations(const ELFFile<ELFT> &File, ArrayRef<Shdr> Sections,
                           ManagedMapBudget &Budget)
      : File(File), Sections(Sections), Budget(Budget) {}

  /// Finds the relocations of \p Maps, which must not be empty.
  Error find(MutableArrayRef<Map> Maps);

  /// Appends the relocations of \p M, one of those that find has seen, to
  /// \p Relocations.
  Error resolve(const Map &M, std::vector<ManagedMapRelocation> &Relocations);

private:
  /// What a relocation does, as far as maps have it.
  enum class Action {
    None,
    Absolute64,
    Relative32,
    /// The addend counts from where the image is loaded.
    LoadBase,
    Unknown
  };

  Error findStatic(MutableArrayRef<Map> Maps);
  Error findDynamic(ArrayRef<Map> Maps);
  Error resolveStatic(const Map &M,
                      std::vector<ManagedMapRelocation> &Relocations);
  Error resolveDynamic(const Map &M,
                       std::vector<ManagedMapRelocation> &Relocations);
  Error forEach(const Shdr &Section, StringRef User,
                function_ref<Error(const RawRelocation &)> Visit);
  Error resolveOne(const Map &M, const Shdr &Section, const RawRelocation &R,
                   uint64_t Offset,
                   std::vector<ManagedMapRelocation> &Relocations);
  Expected<ManagedMapRelocation> resolveSymbol(const Map &M,
                                               const Shdr &Section,
                                               uint32_t Symbol,
                                               uint64_t Offset);
  Expected<int64_t> getAddend(const Map &M, const RawRelocation &R,
                              uint64_t Offset, uint64_t Size);
  Action getAction(uint32_t Type) const;

  bool isRelocatable() const { return File.getHeader().e_type == ELF::ET_REL; }
};

extern template class ELFManagedMapRelocations<ELF32LE>;
extern template class ELFManagedMapRelocations<ELF32BE>;
extern template class ELFManagedMapRelocations<ELF64LE>;
extern template class ELFManagedMapRelocations<ELF64BE>;

} // end namespace object
} // end namespace llvm

#endif // LLVM_LIB_OBJECT_MANAGEDMAPSELF_H
