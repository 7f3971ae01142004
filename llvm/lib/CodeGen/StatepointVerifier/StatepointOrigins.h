//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which call in the IR a STATEPOINT was made from.
///
/// Nothing in a STATEPOINT names its call, and there may be several STATEPOINTs
/// for a call once blocks have been copied, or one for several once they have
/// been merged. But code generation neither drops calls nor exchanges them: the
/// STATEPOINTs on a path through the machine code are the calls on a path
/// through the IR. Each STATEPOINT starts with
///   - the call that has its position in its block, if the block has as many in
///     the IR, or
///   - all calls that look like it,
/// and loses those calls that do not follow one of a STATEPOINT in front of it
/// or are not followed by one of a STATEPOINT behind it, until no more are
/// lost. Edges to landing pads are left out, as a block may have several calls
/// that unwind.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTORIGINS_H
#define LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTORIGINS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {

class BasicBlock;
class CallBase;
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;

class StatepointOrigins {
public:
  /// Takes time that is proportional to the STATEPOINTs times the calls that
  /// look like them. \p MF and its IR outlive this.
  explicit StatepointOrigins(const MachineFunction &MF);

  /// The calls that \p Statepoint may have been made from. None if nothing is
  /// known: the IR may be that of another function, in a test.
  ArrayRef<const CallBase *> of(const MachineInstr &Statepoint) const;

private:
  using Index = unsigned;
  using Set = SmallVector<Index, 2>;

  void collect(const MachineFunction &MF);
  void connectCalls();
  void connectStatepoints();
  /// Returns false if some STATEPOINT is left without a call.
  bool match(bool ByPosition);
  bool start(bool ByPosition);
  bool prune();

  const MachineFunction &MF;
  SmallVector<const CallBase *, 16> Calls;
  SmallVector<const MachineInstr *, 16> Statepoints;
  DenseMap<const BasicBlock *, Set> CallsOf;
  DenseMap<const MachineBasicBlock *, Set> StatepointsOf;
  /// What follows on a path without another one. Behind the last call or
  /// STATEPOINT is what follows the entry.
  SmallVector<Set, 16> NextCalls, NextStatepoints;
  /// The calls that are left for each STATEPOINT, and behind the last one the
  /// entry of the function for its entry.
  SmallVector<Set, 16> Left;
  DenseMap<const MachineInstr *, SmallVector<const CallBase *, 1>> Found;
};

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTORIGINS_H
