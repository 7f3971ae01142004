//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What registers and stack slots hold around statepoints, at each point of a
/// function.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTFLOW_H
#define LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTFLOW_H

#include "StatepointPlaces.h"
#include "StatepointTransfer.h"
#include "StatepointValueNumbers.h"
#include <vector>

namespace llvm {

class MachineBasicBlock;
class MachineFunction;
class MachineInstr;

class StatepointFlow {
public:
  using Id = StatepointTransfer::Id;
  using State = StatepointTransfer::State;

  /// All arguments outlive this.
  StatepointFlow(const MachineFunction &MF, const StatepointPlaces &Places,
                 StatepointValueNumbers &Values, StatepointTransfer &Transfer);

  /// Follows all paths until nothing changes. Returns false if that takes too
  /// long, with which nothing is known.
  bool run();

  const State &atEntry(const MachineBasicBlock &MBB) const;

private:
  State enter(const MachineBasicBlock &MBB);
  State alongEdge(const MachineBasicBlock &From, const MachineBasicBlock &To);
  void addFaults(const MachineBasicBlock &From, const MachineBasicBlock &MBB,
                 SmallVectorImpl<State> &Arriving) const;

  /// An access that may fault at null.
  struct Fault {
    const MachineInstr *Access;
    State Before;
  };

  struct Block {
    State In, Out;
    /// After the call that may unwind to a landing pad.
    State Unwound;
    const MachineInstr *Invoke = nullptr;
    SmallVector<Fault, 0> Faults;
    /// Where the value that a place has before an instruction is known to be
    /// null, and that value.
    const MachineBasicBlock *Null = nullptr;
    const MachineInstr *Test = nullptr;
    unsigned NullPlace = 0;
    Id NullValue = StatepointValueNumbers::None;
  };

  const MachineFunction &MF;
  const StatepointPlaces &Places;
  StatepointValueNumbers &Values;
  StatepointTransfer &Transfer;
  std::vector<Block> Blocks;
};

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTFLOW_H
