//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which registers and spill slots hold the pointer that a null check tests,
/// after register allocation.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_POINTERPLACES_H
#define LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_POINTERPLACES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/Register.h"
#include <optional>

namespace llvm {

struct FaultingAccessInfo;
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
class TargetInstrInfo;

/// A move of a value between two places: registers, or spill slots
/// (llvm/CodeGen/StackPlaces.h).
struct PlaceMove {
  Register To, From;
};

/// What \p MI moves between two places, if it does nothing else.
std::optional<PlaceMove> asPlaceMove(const MachineInstr &MI,
                                     const FaultingAccessInfo &Info,
                                     const TargetInstrInfo &TII);

/// The place that \p MI, which may change \p Place, moves to it. No register if
/// \p MI does something else.
Register getMoveSource(Register Place, const MachineInstr &MI,
                       const FaultingAccessInfo &Info,
                       const TargetInstrInfo &TII);

/// The places that hold the same value, at one point of the program.
class PointerPlaces {
public:
  /// The places that hold what \p Place holds at the end of \p Block, as far as
  /// the moves in \p Block tell. \p Info outlives this.
  PointerPlaces(const MachineBasicBlock &Block, Register Place,
                const FaultingAccessInfo &Info);

  bool contains(Register Place) const;

  /// The places, the one that this was made with first unless it has changed.
  ArrayRef<Register> get() const { return Places; }

  /// Goes on past \p MI, which follows.
  void step(const MachineInstr &MI);

private:
  const FaultingAccessInfo &Info;
  const MachineFunction &MF;
  const TargetInstrInfo &TII;
  SmallVector<Register, 4> Places;
};

} // namespace llvm

#endif // LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_POINTERPLACES_H
