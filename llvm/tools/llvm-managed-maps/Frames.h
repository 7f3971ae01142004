//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What .eh_frame says of the code: where functions are, and how they find
/// their frames.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_FRAMES_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_FRAMES_H

#include "llvm/DebugInfo/DWARF/DWARFDebugFrame.h"
#include "llvm/Object/ObjectFile.h"
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace llvm {
namespace managed_maps {

class Code;

class Frames {
public:
  /// Frames of code that \p C knows nothing of are left out, and so is a
  /// section that cannot be parsed.
  static Frames read(const object::ObjectFile &Obj, const Code &C);

  struct Frame {
    uint64_t Begin = 0, End = 0;
    const dwarf::FDE *Entry = nullptr;
    /// Added to an address of ours, it is one of the unwind table's.
    uint64_t Slide = 0;
  };

  /// Ascending by address.
  ArrayRef<Frame> frames() const { return All; }

  /// Where the canonical frame address is at \p Address; nothing if no frame
  /// says.
  std::optional<dwarf::UnwindLocation> frameAddressAt(uint64_t Address) const;

private:
  void readSection(const object::ObjectFile &Obj, object::SectionRef Section,
                   const Code &C);

  std::vector<std::unique_ptr<DWARFDebugFrame>> Sections;
  std::vector<Frame> All;
  /// By frame; what cannot be computed is empty.
  mutable std::map<const dwarf::FDE *, std::optional<dwarf::UnwindTable>>
      Tables;
};

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_FRAMES_H
