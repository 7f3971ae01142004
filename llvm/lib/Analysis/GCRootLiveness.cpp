//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCRootLiveness.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

using StateKind = SafepointStates::Kind;

GCRootLiveness::GCRootLiveness(const SafepointStates &States)
    : States(States), SeenState(States.size()),
      SeenBlock(States.safepoints().size()),
      RangeOf(States.safepoints().size()) {}

/// Rule 3, for \p Safepoint and those before it in the block.
void GCRootLiveness::list(unsigned Safepoint, bool IsNeededBehind,
                          unsigned Definition, GCRootRanges &Result) {
  const unsigned BlockFirst = States.getFirstInBlock(Safepoint);
  if (SeenBlock[BlockFirst] == Value) {
    GCLiveRange &Range = Result.Ranges[RangeOf[BlockFirst]];
    if (Safepoint == Range.Last) {
      Range.IsNeededBehind |= IsNeededBehind;
    } else if (Safepoint > Range.Last) {
      Range.Last = Safepoint;
      Range.IsNeededBehind = IsNeededBehind;
    }
    return;
  }
  SeenBlock[BlockFirst] = Value;
  RangeOf[BlockFirst] = Result.Ranges.size();
  // The state after a call is that of its number plus one, so the first that
  // ends the state of the definition has the number of the state.
  const bool IsDefinedHere = Definition > BlockFirst && Definition <= Safepoint;
  Result.Ranges.push_back(
      {IsDefinedHere ? Definition : BlockFirst, Safepoint, IsNeededBehind});
  if (!IsDefinedHere)
    Pending.push_back(States.getBefore(BlockFirst));
}

/// Rule 2.
void GCRootLiveness::need(unsigned State, unsigned Definition,
                          GCRootRanges &Result) {
  if (State == Definition)
    return;
  const StateKind Kind = States.getKind(State);
  if (Kind == StateKind::Call)
    return list(States.getSafepoint(State), /*IsNeededBehind=*/true, Definition,
                Result);
  if (SeenState[State] == Value)
    return;
  SeenState[State] = Value;
  Result.States.push_back(State);
  if (Kind == StateKind::Edge)
    return list(States.getSafepoint(State), /*IsNeededBehind=*/false,
                Definition, Result);
  for (const BasicBlock *From : predecessors(States.getBlock(State)))
    Pending.push_back(States.getOut(*From));
}

GCRootRanges GCRootLiveness::compute(unsigned Definition,
                                     ArrayRef<unsigned> Uses,
                                     ArrayRef<unsigned> Demands) {
  GCRootRanges Result;
  ++Value;
  Pending.append(Uses.begin(), Uses.end());
  for (const unsigned Safepoint : Demands)
    list(Safepoint, /*IsNeededBehind=*/false, Definition, Result);
  while (!Pending.empty())
    need(Pending.pop_back_val(), Definition, Result);
  return Result;
}
