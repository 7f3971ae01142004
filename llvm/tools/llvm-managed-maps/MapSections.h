//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The sections of a file that have fault maps or stack maps, as far as they
/// have rules in common.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_MAPSECTIONS_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_MAPSECTIONS_H

#include "llvm/Object/ManagedStackMaps.h"
#include <vector>

namespace llvm {
namespace managed_maps {

/// What an entry or record is about.
struct MapPlace {
  /// The first place in the code, and the last one.
  object::SectionedAddress PC, Last;
  /// Of the entry, in its section.
  uint64_t Offset = 0;
};

struct MapSection {
  StringRef Name;
  /// What Places are, for messages.
  StringRef What;
  /// SectionRef::getIndex.
  uint64_t Index = 0;
  /// Its fragments are linked to their code, and nothing is left for the
  /// loader: version 2 of fault maps and 4 of stack maps.
  bool IsLinked = false;
  unsigned Alignment = 1;
  /// A number that differs for what is in sections of another name.
  unsigned Format = 0;
  /// In the order of the section, if it is linked.
  std::vector<MapPlace> Places;
  /// Beginnings of functions, if it is not linked.
  std::vector<MapPlace> Functions;
  /// Entries that are padding.
  size_t NumPadding = 0;
};

/// \returns true if \p Obj has stack maps by the name of a section, whether
/// they can be read or not.
bool hasStackMapSection(const object::ObjectFile &Obj);

/// \returns an error if \p Obj has stack maps whose addresses cannot be read:
/// its format has no reader, or its relocations are those of another target.
Error refuseUnreadStackMaps(const object::ObjectFile &Obj);

/// They refer to the names in their arguments.
std::vector<MapSection>
describeSections(const object::ObjectFile &Obj,
                 ArrayRef<object::FaultMapSection> Sections);
std::vector<MapSection> describeSections(const object::StackMaps &Maps);

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_MAPSECTIONS_H
