//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What .eh_frame says of the code: where functions, or parts of them, are.
/// Files that have been stripped have it, too.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_FRAMES_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_FRAMES_H

#include "llvm/Object/ObjectFile.h"
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

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_FRAMES_H
