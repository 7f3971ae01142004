//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What .eh_frame says of the code: where functions, or parts of them, are, and
/// how to get from their frames to their callers'. Files that have been
/// stripped have it, too.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_FRAMES_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_FRAMES_H

#include "llvm/BinaryFormat/StackMaps.h"
#include "llvm/Object/ObjectFile.h"
#include <map>
#include <optional>
#include <vector>

namespace llvm {
namespace managed_maps {

class Code;

/// What has a frame of its own, by addresses of the code.
struct FrameRange {
  uint64_t Begin = 0, End = 0;
  /// Exceptions may come back to it.
  bool HasLandingPads = false;
};

/// All of them, ascending.  What cannot be parsed is left out.
std::vector<FrameRange> readFrameRanges(const object::ObjectFile &Obj,
                                        const Code &C);

/// What the call frame information says of a piece of code.
struct CallFrame {
  uint64_t Begin = 0, End = 0;
  /// CFA = what the register (a DWARF number) holds + the offset; nothing if
  /// the rule is of another kind.
  std::optional<std::pair<uint32_t, int64_t>> CFA;
  /// Where registers have been saved, in bytes from the CFA; nothing if the
  /// rule is of another kind.
  std::map<uint32_t, std::optional<int64_t>> Saves;
};

/// The call frame information of a file.
class CallFrames {
public:
  /// What cannot be parsed is left out.
  static CallFrames read(const object::ObjectFile &Obj, const Code &C);

  /// That of \p Address, or null.
  const CallFrame *find(uint64_t Address) const;

private:
  /// Ascending.
  std::vector<CallFrame> Rows;
};

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_FRAMES_H
