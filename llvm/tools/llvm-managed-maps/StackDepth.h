//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the stack pointer is at each place of a function.
///
/// A fault changes no register, so that the handler finds the stack as the
/// faulting instruction left it.  If the code that follows was made for another
/// depth, the handler is not the one that was meant.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_STACKDEPTH_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_STACKDEPTH_H

#include "FunctionCode.h"
#include "TargetVerifier.h"

namespace llvm {
namespace managed_maps {

class StackDepth {
public:
  /// Follows all paths but those that begin with a fault.  All arguments must
  /// outlive this.
  StackDepth(const FunctionCode &F, const Flow &Ways, const Decoder &D);

  /// Whether control may go on at the beginning of block \p Handler with the
  /// stack pointer that the instruction \p Faulting has.  True if the depth is
  /// not known, as in functions that allocate on the stack.
  bool mayGoOn(unsigned Faulting, unsigned Handler) const;

  /// The stack pointer that the instruction \p Number has, in bytes from where
  /// it was when the function was entered, if that is known.
  std::optional<int64_t> stackAt(unsigned Number) const;
  /// The same, and the frame pointer, if control may come there.
  std::optional<StackState> stateAt(unsigned Number) const;

private:
  /// Nothing where no path leads.
  using States = std::vector<std::optional<StackState>>;

  void step(const DecodedInst &I, StackState &State) const;
  bool returnsElsewhere(const DecodedInst &I, const StackState &State) const;
  std::optional<StackState> runBlock(unsigned Block, StackState State) const;

  const FunctionCode &F;
  const Flow &Ways;
  const Decoder &D;
  States AtBlocks, AtInstructions;
  /// Ways that meet have the stack pointer at the same place, and so have all
  /// returns: the function moves it in ways that are understood.
  bool IsUnderstood = true;
};

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_STACKDEPTH_H
