//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackDepth.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/MC/MCInstrAnalysis.h"

using namespace llvm;
using namespace llvm::managed_maps;

StackDepth::StackDepth(const FunctionCode &F, const Flow &Ways,
                       const Decoder &D)
    : F(F), Ways(Ways), D(D), AtBlocks(Ways.blocks().size()) {
  ArrayRef<Flow::Block> Blocks = Ways.blocks();
  SmallVector<unsigned, 16> Waiting;
  // What is known of a part's beginning is known of the function's only.
  for (unsigned Block = 0; Block != Blocks.size(); ++Block)
    if (Blocks[Block].IsFunctionEntry) {
      AtBlocks[Block] = StackState{0, std::nullopt};
      Waiting.push_back(Block);
    }
  // If a call does not return, what follows it has nothing to do with it; a
  // handler often comes next.  So other paths count first.
  SmallVector<std::pair<unsigned, StackState>, 16> BehindCalls;
  while (!Waiting.empty() || !BehindCalls.empty()) {
    if (Waiting.empty()) {
      auto [Block, State] = BehindCalls.pop_back_val();
      if (AtBlocks[Block] || Blocks[Block].IsHandler)
        continue;
      AtBlocks[Block] = State;
      Waiting.push_back(Block);
    }
    const unsigned Block = Waiting.pop_back_val();
    std::optional<StackState> AtEnd = runBlock(Block, *AtBlocks[Block]);
    if (!AtEnd) {
      IsUnderstood = false;
      return;
    }
    for (unsigned Successor : Blocks[Block].Successors) {
      if (Blocks[Block].EndsWithCall) {
        BehindCalls.push_back({Successor, *AtEnd});
        continue;
      }
      std::optional<StackState> &Old = AtBlocks[Successor];
      StackState New = Old ? *Old : *AtEnd;
      if (New.Stack && AtEnd->Stack && New.Stack != AtEnd->Stack) {
        IsUnderstood = false;
        return;
      }
      if (New.Stack != AtEnd->Stack)
        New.Stack = std::nullopt;
      if (New.Frame != AtEnd->Frame)
        New.Frame = std::nullopt;
      if (Old && *Old == New)
        continue;
      Old = New;
      Waiting.push_back(Successor);
    }
  }

  AtInstructions.resize(F.instructions().size());
  for (unsigned Block = 0; Block != Blocks.size(); ++Block) {
    std::optional<StackState> State = AtBlocks[Block];
    if (!State)
      continue;
    for (unsigned I = Blocks[Block].First; I != Blocks[Block].Last; ++I) {
      AtInstructions[I] = State;
      step(F.instructions()[I], *State);
    }
  }
}

void StackDepth::step(const DecodedInst &I, StackState &State) const {
  if (D.getAnalysis().isCall(I.Inst))
    return;
  const bool WritesStack = D.mayWrite(I, D.getVerifier().stackPointer());
  const bool WritesFrame = D.mayWrite(I, D.getVerifier().framePointer());
  if (!WritesStack && !WritesFrame)
    return;
  if (std::optional<StackState> Behind =
          D.getVerifier().stackBehind(I, State)) {
    State = *Behind;
    return;
  }
  if (WritesStack)
    State.Stack = std::nullopt;
  if (WritesFrame)
    State.Frame = std::nullopt;
}

bool StackDepth::returnsElsewhere(const DecodedInst &I,
                                  const StackState &State) const {
  return D.getAnalysis().isReturn(I.Inst) && State.Stack && *State.Stack != 0;
}

/// Nothing if the block returns with the stack pointer elsewhere.
std::optional<StackState> StackDepth::runBlock(unsigned Block,
                                               StackState State) const {
  const Flow::Block &B = Ways.blocks()[Block];
  for (unsigned Number = B.First; Number != B.Last; ++Number) {
    const DecodedInst &I = F.instructions()[Number];
    if (returnsElsewhere(I, State))
      return std::nullopt;
    step(I, State);
  }
  return State;
}

bool StackDepth::mayGoOn(unsigned Faulting, unsigned Handler) const {
  ArrayRef<Flow::Block> Blocks = Ways.blocks();
  const unsigned Block = Ways.blockOf(Faulting);
  if (!IsUnderstood || !AtBlocks[Block])
    return true;
  StackState State = *AtBlocks[Block];
  for (unsigned Number = Blocks[Block].First; Number != Faulting; ++Number)
    step(F.instructions()[Number], State);

  // Until control comes to where it may come without a fault.
  SmallVector<std::pair<unsigned, StackState>, 8> Waiting = {{Handler, State}};
  BitVector Seen(Blocks.size());
  while (!Waiting.empty()) {
    auto [Next, Here] = Waiting.pop_back_val();
    if (const std::optional<StackState> &There = AtBlocks[Next]) {
      if (Here.Stack && There->Stack && Here.Stack != There->Stack)
        return false;
      continue;
    }
    if (Seen.test(Next))
      continue;
    Seen.set(Next);
    std::optional<StackState> AtEnd = runBlock(Next, Here);
    if (!AtEnd)
      return false;
    for (unsigned Successor : Blocks[Next].Successors)
      Waiting.push_back({Successor, *AtEnd});
  }
  return true;
}

std::optional<int64_t> StackDepth::stackAt(unsigned Number) const {
  if (std::optional<StackState> State = stateAt(Number))
    return State->Stack;
  return std::nullopt;
}

std::optional<StackState> StackDepth::stateAt(unsigned Number) const {
  return IsUnderstood ? AtInstructions[Number] : std::nullopt;
}
