//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Suspicions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace llvm;
using namespace llvm::managed_maps;

/// How many instructions of a straight piece of code are looked at.
static constexpr unsigned MaxStraight = 32;

Suspicions::Suspicions(const FunctionCode &F, const Flow &Ways,
                       const Decoder &D,
                       ArrayRef<std::pair<unsigned, unsigned>> Handlers,
                       ArrayRef<unsigned> JumpTargets, uint64_t GuardSize)
    : F(F), Ways(Ways), D(D), Handlers(Handlers), GuardSize(GuardSize),
      Plain(F, D, {}, JumpTargets) {
  findSaved();
  analyzeContents();
  calibrate();
}

// --- Accesses through the same register
// ---------------------------------------

/// Whether \p I faults if the register is null that is all of the address of
/// \p A.
bool Suspicions::faultsWith(const DecodedInst &I, const Access &A) const {
  if (A.Address.Index || !A.Address.Base)
    return false;
  Expected<Access> Other = D.getVerifier().describeAccess(I);
  if (!Other) {
    consumeError(Other.takeError());
    return false;
  }
  return Other->Address.Base == A.Address.Base && !Other->Address.Index &&
         Other->Address.Displacement >= 0 &&
         uint64_t(Other->Address.Displacement) < GuardSize;
}

std::optional<unsigned> Suspicions::findEarlierAccess(unsigned Faulting,
                                                      const Access &A) const {
  const unsigned First = Ways.blocks()[Ways.blockOf(Faulting)].First;
  for (unsigned Number = Faulting; A.Address.Base && Number != First;) {
    const DecodedInst &I = F.instructions()[--Number];
    if (D.getAnalysis().isCall(I.Inst) || D.mayWrite(I, A.Address.Base))
      return std::nullopt;
    if (faultsWith(I, A))
      return isGuarded(Number, Faulting, A) ? std::nullopt
                                            : std::make_optional(Number);
  }
  return std::nullopt;
}

/// Whether the access \p Number, or one before it through the same register as
/// that of \p A, is in the table, other than \p Faulting, or the register has
/// been compared with zero: code that was duplicated may have more entries than
/// it needs.
bool Suspicions::isGuarded(unsigned Number, unsigned Faulting,
                           const Access &A) const {
  ArrayRef<Flow::Block> Blocks = Ways.blocks();
  BitVector Seen(Blocks.size());
  SmallVector<unsigned, 16> Waiting;
  for (auto [Other, Handler] : Handlers)
    if (Other != Faulting && faultsWith(F.instructions()[Other], A))
      Waiting.push_back(Other);
  for (unsigned Other = 0; Other != F.instructions().size(); ++Other)
    if (D.getVerifier().comparesWithZero(F.instructions()[Other],
                                         A.Address.Base))
      Waiting.push_back(Other);
  while (!Waiting.empty()) {
    unsigned Next = Waiting.pop_back_val();
    const Flow::Block &B = Blocks[Ways.blockOf(Next)];
    for (; Next != B.Last; ++Next) {
      if (Next == Number)
        return true;
      if (D.mayWrite(F.instructions()[Next], A.Address.Base))
        break;
    }
    if (Next != B.Last)
      continue;
    for (unsigned Successor : B.Successors)
      if (!Seen.test(Successor)) {
        Seen.set(Successor);
        Waiting.push_back(Blocks[Successor].First);
      }
  }
  return false;
}

std::optional<unsigned> Suspicions::findSecondFault(unsigned Faulting,
                                                    const Access &A,
                                                    unsigned Handler) const {
  const unsigned Last = Ways.blocks()[Ways.blockOf(Handler)].Last;
  for (unsigned Number = Handler; Number != Last; ++Number) {
    const DecodedInst &I = F.instructions()[Number];
    if (any_of(Handlers, [&](auto &Pair) { return Pair.first == Number; }) ||
        D.getAnalysis().isCall(I.Inst))
      return std::nullopt;
    if (faultsWith(I, A))
      return Number;
    if (!A.Address.Base || D.mayWrite(I, A.Address.Base))
      return std::nullopt;
  }
  return std::nullopt;
}

// --- What registers hold
// ------------------------------------------------------

/// Registers that the function pushes or stores for its caller, and loads from
/// the stack again before it returns.
void Suspicions::findSaved() {
  const TargetVerifier &V = D.getVerifier();
  Saved.resize(V.generalRegisters().size() + 1);
  for (const DecodedInst &I : F.instructions())
    for (unsigned Bit : V.restoredRegisters(I).set_bits())
      Saved.set(Bit);
}

void Suspicions::step(const DecodedInst &I, Contents &State) const {
  const TargetVerifier &V = D.getVerifier();
  ArrayRef<MCRegister> Registers = V.generalRegisters();
  if (D.getAnalysis().isCall(I.Inst)) {
    for (unsigned Bit = 0; Bit != Registers.size(); ++Bit) {
      if (V.isPreserved(Registers[Bit]))
        continue;
      State.Callers.reset(Bit);
      State.Defined[Bit] = V.mayHoldResult(Registers[Bit]);
    }
    State.Defined.reset(Registers.size());
    return;
  }
  for (unsigned Bit = 0; Bit != Registers.size(); ++Bit)
    if (D.mayWrite(I, Registers[Bit])) {
      State.Defined.set(Bit);
      State.Callers.reset(Bit);
    }
  if (D.mayWrite(I, V.flags()))
    State.Defined.set(Registers.size());
}

void Suspicions::analyzeContents() {
  const TargetVerifier &V = D.getVerifier();
  ArrayRef<MCRegister> Registers = V.generalRegisters();
  ArrayRef<Flow::Block> Blocks = Ways.blocks();
  AtBlocks.resize(Blocks.size());

  Contents AtEntry, Anything;
  AtEntry.Defined.resize(Registers.size() + 1);
  AtEntry.Callers.resize(Registers.size() + 1);
  for (unsigned Bit = 0; Bit != Registers.size(); ++Bit) {
    AtEntry.Defined[Bit] = V.mayHoldArgument(Registers[Bit]);
    AtEntry.Callers[Bit] = V.isPreserved(Registers[Bit]);
  }
  Anything.Defined.resize(Registers.size() + 1, true);
  Anything.Callers.resize(Registers.size() + 1, true);

  SmallVector<unsigned, 16> Waiting;
  auto Enter = [&](unsigned Block, const Contents &State) {
    std::optional<Contents> &Old = AtBlocks[Block];
    Contents New = State;
    if (Old) {
      New.Defined |= Old->Defined;
      New.Callers |= Old->Callers;
      if (New == *Old)
        return;
    }
    Old = std::move(New);
    Waiting.push_back(Block);
  };
  // Landing pads are entered with anything.
  for (unsigned Block = 0; Block != Blocks.size(); ++Block)
    if (Blocks[Block].IsFunctionEntry)
      Enter(Block, AtEntry);
    else if (Blocks[Block].IsEntry)
      Enter(Block, Anything);
  while (!Waiting.empty()) {
    const unsigned Block = Waiting.pop_back_val();
    Contents State = *AtBlocks[Block];
    for (unsigned Number = Blocks[Block].First; Number != Blocks[Block].Last;
         ++Number)
      step(F.instructions()[Number], State);
    for (unsigned Successor : Blocks[Block].Successors)
      Enter(Successor, State);
  }
}

/// Whether \p I reads what holds nothing in \p State.  Adds the registers to
/// \p Which if it is not null.
bool Suspicions::readsNothing(const DecodedInst &I, const Contents &State,
                              BitVector *Which) const {
  const TargetVerifier &V = D.getVerifier();
  if (D.getAnalysis().isCall(I.Inst) || D.getAnalysis().isReturn(I.Inst))
    return false;
  BitVector Read = V.readRegisters(I);
  for (unsigned Bit : Read.set_bits()) {
    const bool HoldsNothing =
        !State.Defined[Bit] && (!State.Callers[Bit] || Saved[Bit]);
    if (!HoldsNothing || (Untold.size() && Untold[Bit]))
      Read.reset(Bit);
  }
  if (Which)
    *Which |= Read;
  return Read.any();
}

/// If the function itself seems to read nothing from a register, it has another
/// calling convention, or does not care; so nothing is said of that register.
void Suspicions::calibrate() {
  BitVector Found(D.getVerifier().generalRegisters().size() + 1);
  for (unsigned Block = 0; Block != Ways.blocks().size(); ++Block) {
    if (!AtBlocks[Block])
      continue;
    Contents State = *AtBlocks[Block];
    const Flow::Block &B = Ways.blocks()[Block];
    for (unsigned Number = B.First; Number != B.Last; ++Number) {
      readsNothing(F.instructions()[Number], State, &Found);
      step(F.instructions()[Number], State);
    }
  }
  Untold = Found;
}

Suspicions::Contents Suspicions::contentsBefore(unsigned Index) const {
  const unsigned Block = Ways.blockOf(Index);
  Contents State;
  if (!AtBlocks[Block]) {
    // Only faults lead here.
    State.Defined.resize(Saved.size(), true);
    State.Callers.resize(Saved.size(), true);
    return State;
  }
  State = *AtBlocks[Block];
  for (unsigned Number = Ways.blocks()[Block].First; Number != Index; ++Number)
    step(F.instructions()[Number], State);
  return State;
}

std::optional<unsigned> Suspicions::findReadOfNothing(unsigned Faulting,
                                                      unsigned Handler) const {
  Contents State = contentsBefore(Faulting);
  if (D.getVerifier().checksSetFlags())
    State.Defined.reset(Saved.size() - 1);
  const unsigned Last = Ways.blocks()[Ways.blockOf(Handler)].Last;
  for (unsigned Number = Handler;
       Number != Last && Number - Handler != MaxStraight; ++Number) {
    const DecodedInst &I = F.instructions()[Number];
    if (readsNothing(I, State, nullptr))
      return Number;
    step(I, State);
  }
  return std::nullopt;
}

// --- Ways
// ---------------------------------------------------------------------

bool Suspicions::isInTheMidst(unsigned Handler) const {
  ArrayRef<Flow::Block> Blocks = Plain.blocks();
  if (Blocks[Plain.blockOf(Handler)].First == Handler)
    return false;
  // What follows a call may be a block of its own, too, and so may a trap.
  if (D.getAnalysis().isCall(F.instructions()[Handler - 1].Inst) ||
      D.getVerifier().isTrap(F.instructions()[Handler]))
    return false;
  BitVector Ends(F.instructions().size()), Seen(Blocks.size());
  for (auto [Faulting, Other] : Handlers)
    if (Other == Handler)
      Ends.set(Faulting);
  SmallVector<unsigned, 16> Waiting;
  for (unsigned Block = 0; Block != Blocks.size(); ++Block)
    if (Blocks[Block].IsEntry) {
      Seen.set(Block);
      Waiting.push_back(Block);
    }
  while (!Waiting.empty()) {
    const Flow::Block &B = Blocks[Waiting.pop_back_val()];
    unsigned Number = B.First;
    for (; Number != B.Last && !Ends.test(Number); ++Number)
      if (Number == Handler)
        return true;
    if (Number != B.Last)
      continue;
    for (unsigned Successor : B.Successors)
      if (!Seen.test(Successor)) {
        Seen.set(Successor);
        Waiting.push_back(Successor);
      }
  }
  return false;
}
