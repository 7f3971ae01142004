//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Proves that an access faults if a pointer is null.
///
/// A table does not say which pointer its entries are about.  What can be
/// proved of an entry is that there is one: a register R and an instruction D,
/// which may be the faulting one, such that
///
///   if R is zero before D, and control reaches the faulting instruction from
///   there without coming by D again, then all bytes of its next access are in
///   [0, guard size).
///
/// The pair (D, R) is the witness.  The first ones tried are the registers of
/// the address at the faulting instruction: base and displacement need no more.
/// If there is an index, too, the bits of the other register have to be known.
/// They are found by a forward analysis of the function, with joins: it knows
/// what holds on all paths, so indices that are masked, shifted or loaded from
/// narrow fields are bounded, and then what holds on one of the ways through
/// the last few blocks.  The last ones tried are places before, where
/// the registers from which the address is computed are read or written.  There
/// the analysis begins at D and ends at the faulting instruction, which is how
/// the first round of a loop is told from the others. A path ends at another
/// access with an entry that is certain to fault if R is zero at D.
///
/// An access whose address is in the guard whatever the registers hold needs no
/// witness.
///
/// What is assumed of the rest of the program: functions keep the registers
/// that the calling convention says they keep, and control enters the function
/// at its beginning, at landing pads, at the targets of its own jumps and at
/// handlers.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_PROVER_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_PROVER_H

#include "FunctionCode.h"
#include "RegisterState.h"
#include "TargetVerifier.h"

namespace llvm {
namespace managed_maps {

class Prover {
public:
  enum class Verdict {
    /// There is a witness.
    Proved,
    /// There is none, but nothing shows that the entry is wrong.
    Unproved,
    /// The address is not below the guard size if its registers are zero, and
    /// there is no witness.
    Outside
  };

  /// How many instructions before the access are tried as places of a witness.
  static constexpr unsigned MaxPlaces = 128;
  /// How many blocks a way to the access has.
  static constexpr unsigned MaxBlocks = 4;

  /// All arguments outlive this.
  Prover(const FunctionCode &F, const Flow &Ways, const Decoder &D,
         uint64_t GuardSize)
      : F(F), Ways(Ways), D(D), GuardSize(GuardSize) {}

  /// Judges the access \p A of the instruction of number \p Index.
  Verdict prove(unsigned Index, const Access &A);

private:
  using States = std::vector<std::optional<RegisterState>>;

  bool isInGuard(const RegisterState &State, const Access &A) const;
  void step(const DecodedInst &I, RegisterState &State) const;
  bool endsIn(unsigned Number, const RegisterState &State) const;
  void follow(unsigned From, RegisterState State, std::optional<unsigned> End,
              function_ref<void(unsigned, const RegisterState &)> Enter) const;
  States analyzeFunction() const;
  std::optional<RegisterState>
  analyzeWays(unsigned From, const RegisterState &AtFrom, unsigned To) const;
  RegisterState stateBefore(unsigned Index);
  bool isWitness(unsigned Place, MCRegister Reg, unsigned Index,
                 const Access &A);
  bool isWitnessIn(const RegisterState &State, const Access &A) const;
  bool hasWitnessOnWay(unsigned Index, const Access &A);
  bool hasWitnessBefore(unsigned Index, const Access &A);
  SmallVector<MCRegister, 8> registersAround(unsigned Place,
                                             const Access &A) const;

  const FunctionCode &F;
  const Flow &Ways;
  const Decoder &D;
  const uint64_t GuardSize;
  /// What holds at the beginning of each block; empty until it is needed.
  std::optional<States> AtBlocks;
};

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_PROVER_H
