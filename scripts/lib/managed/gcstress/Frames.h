//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The frames that lower-gc-frame makes for "managed-frames", for collectors;
/// see docs/RootPlacement.md.
///
//===----------------------------------------------------------------------===//

#ifndef MANAGED_GCSTRESS_FRAMES_H
#define MANAGED_GCSTRESS_FRAMES_H

#include <cstdint>

namespace gcframes {

struct Run {
  int32_t Skip, NumSlots;
};

struct FrameMap {
  int32_t NumSlots, NumRuns;

  const Run *runs() const { return reinterpret_cast<const Run *>(this + 1); }
};

struct Frame {
  Frame *Outer;
  const FrameMap *Map;

  /// Calls \p Visit with the address of each slot, and of each reference in
  /// objects. A reference is a \p T.
  template <typename T, typename Visitor> void visitSlots(Visitor Visit) {
    auto *Slot = reinterpret_cast<T *>(this + 1);
    T *End = Slot + Map->NumSlots;
    for (int32_t I = 0;; ++I) {
      for (; Slot != End; ++Slot)
        Visit(Slot);
      if (I == Map->NumRuns)
        return;
      const Run &Next = Map->runs()[I];
      Slot = reinterpret_cast<T *>(reinterpret_cast<char *>(End) + Next.Skip);
      End = Slot + Next.NumSlots;
    }
  }
};

} // end namespace gcframes

#endif // MANAGED_GCSTRESS_FRAMES_H
