//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the instructions of a function access of its frame.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_FRAMEACCESS_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_FRAMEACCESS_H

#include "FunctionCode.h"
#include "StackDepth.h"
#include <optional>
#include <vector>

namespace llvm {
namespace managed_maps {

/// \p Size bytes of the frame from \p Begin on, or any bytes.
struct FrameAccess {
  /// From the CFA.
  std::optional<int64_t> Begin;
  uint64_t Size = 0;
  /// It moves the stack pointer by a word, too.
  bool IsPush = false, IsPop = false;

  bool mayBe(int64_t First, int64_t Last) const {
    return !Begin || (*Begin < Last && First < *Begin + int64_t(Size));
  }
  bool isWhole(int64_t First, int64_t Last) const {
    return Begin && *Begin <= First && Last <= *Begin + int64_t(Size);
  }
};

class FrameAccesses {
public:
  /// \p EntrySize is how far the stack pointer is from the CFA when the
  /// function is entered.  The other arguments outlive this.
  FrameAccesses(const FunctionCode &F, const StackDepth &Depth,
                const Decoder &D, unsigned EntrySize);

  /// Whether the frame may be accessed in ways that are not understood: an
  /// address in it goes elsewhere.
  bool isOpen() const { return IsOpen; }

  /// What the instruction \p Number accesses, if it is no call.
  std::optional<FrameAccess> at(unsigned Number) const;

  /// Where the stack pointer is at the instruction \p Number, from the CFA.
  std::optional<int64_t> stackAt(unsigned Number) const;

  /// Whether anything is known of the stack at the instruction \p Number.
  bool isKnownAt(unsigned Number) const { return States[Number].has_value(); }

private:
  bool usesFrame(const DecodedInst &I) const;

  const FunctionCode &F;
  const Decoder &D;
  const int64_t EntrySize;
  /// Those of each instruction.
  std::vector<std::optional<StackState>> States;
  /// The frame pointer register is one, somewhere.
  bool HasFramePointer = false;
  bool IsOpen = false;
};

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_FRAMEACCESS_H
