//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the readers of fault maps for each object file format share.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_OBJECT_MANAGEDMAPSREADER_H
#define LLVM_LIB_OBJECT_MANAGEDMAPSREADER_H

#include "llvm/ADT/Twine.h"
#include "llvm/Object/ManagedMaps.h"

namespace llvm {
namespace object {

class MachOObjectFile;

/// The error that \p Rule is broken at \p Offset of a section.
Error makeManagedMapError(StringRef SectionName, uint64_t SectionIndex,
                          uint64_t Offset, const Twine &Rule);

/// Sorts \p Relocations for ManagedMapBytes. It is an error if two are of the
/// same field of the section that \p Bytes describes.
Error sortManagedMapRelocations(const ManagedMapBytes &Bytes,
                                std::vector<ManagedMapRelocation> &Relocations);

/// What keeps crafted files from making a reader work more than in proportion
/// to their size: the parts of a file that it reads do not overlap in a valid
/// file, so their sizes do not exceed the file's.
class ManagedMapBudget {
  uint64_t Left;

public:
  explicit ManagedMapBudget(uint64_t FileSize) : Left(FileSize) {}

  /// Spends \p Size; false if there is not as much.
  bool spend(uint64_t Size) {
    if (Size > Left)
      return false;
    Left -= Size;
    return true;
  }
};

/// readFaultMapSections for each kind of object file.
Expected<std::vector<FaultMapSection>>
readELFFaultMaps(const ObjectFile &Obj, const ManagedMapReadOptions &Options);
Expected<std::vector<FaultMapSection>>
readMachOFaultMaps(const MachOObjectFile &Obj,
                   const ManagedMapReadOptions &Options);

/// Appends what the chained fixups of the image \p Obj make of the section that
/// \p Bytes describes to \p Relocations.
Error readMachOFixups(const MachOObjectFile &Obj, const ManagedMapBytes &Bytes,
                      std::vector<ManagedMapRelocation> &Relocations);

} // end namespace object
} // end namespace llvm

#endif // LLVM_LIB_OBJECT_MANAGEDMAPSREADER_H
