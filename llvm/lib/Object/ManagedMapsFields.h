//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the parsers of fault maps and stack maps share: fields, the relocations
/// that they need, and the places that they lead to.
///
/// Relocations are sorted by offset, and so are the fields, so both are walked
/// side by side: each field that needs a relocation takes the next one, and a
/// relocation that is passed over belongs to no field.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_OBJECT_MANAGEDMAPSFIELDS_H
#define LLVM_LIB_OBJECT_MANAGEDMAPSFIELDS_H

#include "ManagedMapsReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

namespace llvm {
namespace object {

/// A place in the code, and the size of its section as far as it is known.
struct ManagedMapPlace {
  SectionedAddress Address;
  uint64_t Limit = UINT64_MAX;
};

/// The fields of a section.
class ManagedMapFields {
public:
  explicit ManagedMapFields(const ManagedMapBytes &Bytes) : Bytes(Bytes) {}

protected:
  const ManagedMapBytes &Bytes;

  Error makeError(uint64_t Offset, const Twine &Rule) const {
    return makeManagedMapError(Bytes.SectionName, Bytes.SectionIndex, Offset,
                               Rule);
  }

  uint64_t size() const { return Bytes.Contents.size(); }
  /// Whether \p Size bytes are left at \p Offset, which is at most size().
  bool has(uint64_t Offset, uint64_t Size) const {
    return size() - Offset >= Size;
  }
  uint16_t read16(uint64_t Offset) const {
    return support::endian::read16(&Bytes.Contents[Offset], Bytes.Endian);
  }
  uint32_t read32(uint64_t Offset) const {
    return support::endian::read32(&Bytes.Contents[Offset], Bytes.Endian);
  }
  uint64_t read64(uint64_t Offset) const {
    return support::endian::read64(&Bytes.Contents[Offset], Bytes.Endian);
  }
  bool isZero(uint64_t Offset, uint64_t Size) const {
    return all_of(Bytes.Contents.slice(Offset, Size),
                  [](uint8_t B) { return B == 0; });
  }

  /// The section must lie in the address space.
  Error checkAddress() const;

  /// The next relocation, if it is of the field at \p Offset.
  const ManagedMapRelocation *nextRelocation(uint64_t Offset) const {
    if (NextRelocation == Bytes.Relocations.size() ||
        Bytes.Relocations[NextRelocation].Offset != Offset)
      return nullptr;
    return &Bytes.Relocations[NextRelocation];
  }
  bool hasRelocation(uint64_t Offset) const { return nextRelocation(Offset); }
  /// No relocation before \p Offset may be left.
  Error checkPassedRelocations(uint64_t Offset) const;
  /// The relocation of the field at \p Offset, or null if it has none and needs
  /// none.
  Expected<const ManagedMapRelocation *>
  takeRelocation(uint64_t Offset, ManagedMapRelocation::FieldType Type);

  /// The place at \p Distance from \p Base, to which \p Field leads; \p Name
  /// says what it is. It may be at the end of the section if \p MayBeEnd.
  Expected<ManagedMapPlace> advance(uint64_t Field, const char *Name,
                                    bool MayBeEnd, ManagedMapPlace Base,
                                    int64_t Distance) const;
  /// What \p Field of version 1 of fault maps or 3 of stack maps, the address
  /// of a function, leads to.
  Expected<ManagedMapPlace> readFunction(uint64_t Field);
  /// What \p Field, which counts from itself, leads to.
  Expected<ManagedMapPlace> readRelative(uint64_t Field, const char *Name,
                                         bool MayBeEnd);

private:
  /// The first relocation that no field has taken.
  size_t NextRelocation = 0;
};

} // end namespace object
} // end namespace llvm

#endif // LLVM_LIB_OBJECT_MANAGEDMAPSFIELDS_H
