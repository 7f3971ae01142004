//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which places of its frame a function has written when it comes to a call.
///
/// A root that no path has written holds nothing.  All that is not understood
/// counts as written: addresses of the frame that go into registers or memory,
/// stores to unknown addresses, control that comes from elsewhere.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_WRITES_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_WRITES_H

#include "FunctionCode.h"
#include "StackDepth.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Object/ManagedStackMaps.h"

namespace llvm {
namespace managed_maps {

class Writes {
public:
  /// \p EntrySize is how far the stack pointer is from the CFA when the
  /// function is entered.  All arguments outlive this.
  Writes(const FunctionCode &F, const Flow &Ways, const StackDepth &Depth,
         const Decoder &D, unsigned EntrySize);

  /// Bits for words below the CFA, from 0 up, and after them for registers.
  using State = BitVector;

  /// What some path from the function's beginning to the instruction \p Number
  /// writes.
  State writtenAt(unsigned Number) const;

  /// Whether that may be the 8 bytes of \p Place, which counts from the CFA or
  /// is a register.
  bool mayHave(const State &Written,
               const object::StackMapLocation &Place) const;

private:
  void step(unsigned Number, State &Written) const;
  void stepStore(const DecodedInst &I, unsigned Number, State &Written) const;
  void addSlots(int64_t Begin, uint64_t Size, State &Written) const;
  bool usesFrame(const DecodedInst &I) const;

  const FunctionCode &F;
  const Flow &Ways;
  const StackDepth &Depth;
  const Decoder &D;
  const unsigned EntrySize;
  std::vector<State> AtBlocks;
  /// Some place in the frame may be written in ways that are not understood.
  bool IsOpen = false;
};

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_WRITES_H
