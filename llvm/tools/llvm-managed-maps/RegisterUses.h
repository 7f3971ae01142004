//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the code uses the values of general registers.
///
/// What nothing tells counts as a use: a callee may read each register that may
/// hold an argument, and a caller each that may hold a result.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_REGISTERUSES_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_REGISTERUSES_H

#include "Decoder.h"
#include "FunctionCode.h"
#include "llvm/ADT/BitVector.h"
#include <vector>

namespace llvm {
namespace managed_maps {

class RegisterUses {
public:
  /// What the instructions \p Ignored read does not count.  The other arguments
  /// outlive this.
  RegisterUses(const FunctionCode &F, const Flow &Ways, const Decoder &D,
               BitVector Ignored);

  /// Whether an instruction uses the value that one of \p Registers has at the
  /// instruction \p Number, before or after it.  Where that value comes from
  /// another block, it may have been used there.
  bool isUsed(unsigned Number, ArrayRef<MCRegister> Registers) const;

private:
  /// What an instruction does to general registers.
  struct Effect {
    BitVector Read, Written;
  };

  BitVector generalOf(ArrayRef<MCRegister> Registers) const;
  Effect effectOf(unsigned Number) const;
  void step(unsigned Number, BitVector &Live) const;
  BitVector liveAfter(unsigned Block) const;
  void solve();

  const FunctionCode &F;
  const Flow &Ways;
  const Decoder &D;
  const TargetVerifier &V;
  const BitVector Ignored;
  BitVector Preserved, Arguments, Results;
  std::vector<BitVector> LiveAtBlocks;
  /// At those that exceptions lead to.
  BitVector LiveAtLandingPads;
};

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_REGISTERUSES_H
