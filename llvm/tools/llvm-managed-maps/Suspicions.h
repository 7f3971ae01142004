//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is suspicious about entries that break no rule.
///
/// A table can be sound and yet not be the one that the compiler wrote: its
/// entries may name another instruction that would fault as well, or another
/// place in the function for a handler.  Nothing in the file says what was
/// meant.  But compilers do not write code that
///
///  1. looks for null after an access through the same register, which would
///     have faulted first and is not in the table ("late"),
///  2. accesses the null pointer again in the handler ("handler-faults"),
///  3. reads registers or flags in the handler that hold nothing when the fault
///     comes ("handler-reads"),
///  4. has a handler in the midst of a straight piece of code that is reached
///     without passing the faulting instruction ("handler-midst"), or where the
///     function is called ("handler-entry").
///
/// Well, hardly ever: 4 happens where a null block is one that another block
/// falls into.  So these are warnings.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_SUSPICIONS_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_SUSPICIONS_H

#include "FunctionCode.h"
#include "llvm/ADT/BitVector.h"

namespace llvm {
namespace managed_maps {

class Suspicions {
public:
  /// Everything about one function.  \p Handlers are the pairs of the numbers
  /// of an instruction and its handler that \p Ways was made from, with \p
  /// JumpTargets.  All arguments outlive this.
  Suspicions(const FunctionCode &F, const Flow &Ways, const Decoder &D,
             ArrayRef<std::pair<unsigned, unsigned>> Handlers,
             ArrayRef<unsigned> JumpTargets, uint64_t GuardSize);

  /// Another access comes before the one of \p Faulting and is through the same
  /// register; its number.
  std::optional<unsigned> findEarlierAccess(unsigned Faulting,
                                            const Access &A) const;

  /// An access after \p Handler that faults if the one of \p Faulting does;
  /// its number.
  std::optional<unsigned> findSecondFault(unsigned Faulting, const Access &A,
                                          unsigned Handler) const;

  /// An instruction after \p Handler that reads what holds nothing at \p
  /// Faulting; its number.
  std::optional<unsigned> findReadOfNothing(unsigned Faulting,
                                            unsigned Handler) const;

  /// Whether the function may be called at \p Handler.
  bool isFunctionEntry(unsigned Handler) const {
    return Ways.blocks()[Ways.blockOf(Handler)].IsFunctionEntry;
  }

  /// Whether control comes to \p Handler, in the midst of a straight piece of
  /// code, without passing any instruction that leads there.
  bool isInTheMidst(unsigned Handler) const;

private:
  /// A register for each bit; the last bit is for the flags.
  struct Contents {
    /// The function may have put something there, or got it as an argument.
    BitVector Defined;
    /// There may be what the caller has left there.
    BitVector Callers;

    bool operator==(const Contents &Other) const {
      return Defined == Other.Defined && Callers == Other.Callers;
    }
  };

  void findSaved();
  void analyzeContents();
  void calibrate();
  void step(const DecodedInst &I, Contents &State) const;
  Contents contentsBefore(unsigned Index) const;
  bool readsNothing(const DecodedInst &I, const Contents &State,
                    BitVector *Which) const;
  bool faultsWith(const DecodedInst &I, const Access &A) const;
  bool isGuarded(unsigned Number, unsigned Faulting, const Access &A) const;

  const FunctionCode &F;
  const Flow &Ways;
  const Decoder &D;
  ArrayRef<std::pair<unsigned, unsigned>> Handlers;
  const uint64_t GuardSize;
  /// The flow without any faults.
  const Flow Plain;
  std::vector<std::optional<Contents>> AtBlocks;
  /// Registers that the function saves for its caller.
  BitVector Saved;
  /// Registers that cannot be told: the function itself seems to read nothing
  /// from them.
  BitVector Untold;
};

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_SUSPICIONS_H
