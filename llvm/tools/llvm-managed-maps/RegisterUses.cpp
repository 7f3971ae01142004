//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterUses.h"
#include "TargetVerifier.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::managed_maps;

RegisterUses::RegisterUses(const FunctionCode &F, const Flow &Ways,
                           const Decoder &D, BitVector IgnoredInstructions)
    : F(F), Ways(Ways), D(D), V(D.getVerifier()),
      Ignored(std::move(IgnoredInstructions)) {
  ArrayRef<MCRegister> Registers = V.generalRegisters();
  for (BitVector *Set : {&Preserved, &Arguments, &Results, &LiveAtLandingPads})
    Set->resize(Registers.size());
  for (unsigned R = 0; R != Registers.size(); ++R) {
    Preserved[R] = V.isPreserved(Registers[R]);
    Arguments[R] = V.mayHoldArgument(Registers[R]);
    Results[R] = V.mayHoldResult(Registers[R]);
  }
  solve();
}

/// The general registers that \p Registers are or are parts of.
BitVector RegisterUses::generalOf(ArrayRef<MCRegister> Registers) const {
  BitVector Bits(V.generalRegisters().size());
  for (MCRegister Reg : Registers) {
    const auto *It = find(V.generalRegisters(), V.wholeRegister(Reg));
    if (It != V.generalRegisters().end())
      Bits.set(It - V.generalRegisters().begin());
  }
  return Bits;
}

RegisterUses::Effect RegisterUses::effectOf(unsigned Number) const {
  const DecodedInst &I = F.instructions()[Number];
  ArrayRef<MCRegister> Registers = V.generalRegisters();
  const MCInstrDesc &Desc = D.describe(I);
  Effect E;
  E.Written.resize(Registers.size());
  for (unsigned R = 0; R != Registers.size(); ++R)
    E.Written[R] = D.mayWrite(I, Registers[R]);
  if (!Ignored.test(Number)) {
    E.Read = V.readRegisters(I);
    // What only saves a register reads it, too.
    E.Read.resize(Registers.size());
    if (Desc.mayStore())
      for (unsigned N = Desc.getNumDefs(); N < I.Inst.getNumOperands(); ++N)
        if (I.Inst.getOperand(N).isReg() && I.Inst.getOperand(N).getReg())
          E.Read |= generalOf(I.Inst.getOperand(N).getReg());
  }
  E.Read.resize(Registers.size());
  if (D.getAnalysis().isCall(I.Inst)) {
    E.Written = Preserved;
    E.Written.flip();
    E.Read |= Arguments;
    E.Read |= LiveAtLandingPads;
  } else if (D.getAnalysis().isReturn(I.Inst)) {
    E.Read |= Results;
  }
  return E;
}

/// From after the instruction \p Number to before it. What writes a part of a
/// register leaves the rest.
void RegisterUses::step(unsigned Number, BitVector &Live) const {
  const Effect E = effectOf(Number);
  Live.reset(E.Written);
  Live |= E.Read;
}

BitVector RegisterUses::liveAfter(unsigned Block) const {
  const Flow::Block &B = Ways.blocks()[Block];
  const DecodedInst &Last = F.instructions()[B.Last - 1];
  BitVector Live(V.generalRegisters().size());
  // It may jump to another function.
  if (B.Successors.empty() && !D.getAnalysis().isReturn(Last.Inst) &&
      !V.isTrap(Last))
    Live |= Arguments;
  for (unsigned Successor : B.Successors)
    Live |= LiveAtBlocks[Successor];
  return Live;
}

void RegisterUses::solve() {
  ArrayRef<Flow::Block> Blocks = Ways.blocks();
  LiveAtBlocks.assign(Blocks.size(), BitVector(V.generalRegisters().size()));
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned Block = Blocks.size(); Block-- != 0;) {
      const Flow::Block &B = Blocks[Block];
      BitVector Live = liveAfter(Block);
      for (unsigned I = B.Last; I-- != B.First;)
        step(I, Live);
      if (!Live.test(LiveAtBlocks[Block]))
        continue;
      Changed = true;
      LiveAtBlocks[Block] |= Live;
      if (B.IsEntry && !B.IsFunctionEntry) {
        LiveAtLandingPads |= Live;
        LiveAtLandingPads &= Preserved;
      }
    }
  }
}

bool RegisterUses::isUsed(unsigned Number,
                          ArrayRef<MCRegister> Registers) const {
  const unsigned Block = Ways.blockOf(Number);
  const Flow::Block &B = Ways.blocks()[Block];
  BitVector Left = generalOf(Registers);
  BitVector Live = liveAfter(Block);
  for (unsigned I = B.Last; --I != Number;)
    step(I, Live);
  if (Live.anyCommon(Left))
    return true;
  for (unsigned I = Number; I-- != B.First && Left.any();) {
    const Effect E = effectOf(I);
    Left.reset(E.Written);
    if (Left.anyCommon(E.Read))
      return true;
  }
  return Left.any() && !B.IsFunctionEntry;
}
