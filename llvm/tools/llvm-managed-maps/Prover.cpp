//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prover.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include <deque>

using namespace llvm;
using namespace llvm::managed_maps;

bool Prover::isInGuard(const RegisterState &State, const Access &A) const {
  const KnownInteger Address = State.addressOf(A.Address);
  const int64_t Low =
      A.IsWide && A.IsKnownBelowZero ? -faultmap::WideGuardBelow : 0;
  const uint64_t High = A.IsWide ? faultmap::WideGuardAbove : GuardSize;
  if (A.Size > High)
    return false;
  const ConstantRange Guard(
      APInt(RegisterWidth, static_cast<uint64_t>(Low), /*isSigned=*/true),
      APInt(RegisterWidth, High - A.Size + 1));
  return Guard.contains(Address.getRange()) &&
         Address.getBits().countMinTrailingZeros() >= Log2_32(A.Alignment);
}

/// Goes from before \p I to after it.
void Prover::step(const DecodedInst &I, RegisterState &State) const {
  if (D.getAnalysis().isCall(I.Inst)) {
    State.forget(
        [&](MCRegister Reg) { return !D.getVerifier().isPreserved(Reg); });
    return;
  }
  std::optional<RegisterResult> Result = D.getVerifier().resultOf(I, State);
  const bool IsOpaque = D.getVerifier().isOpaque(I);
  State.forget([&](MCRegister Reg) { return IsOpaque || D.mayWrite(I, Reg); });
  if (Result)
    State.set(Result->Reg, Result->Bits);
}

/// Whether the instruction \p Number has an entry and is certain to fault if
/// \p State holds before it, so that no path passes it.
bool Prover::endsIn(unsigned Number, const RegisterState &State) const {
  const auto *Fault = llvm::lower_bound(
      Ways.faults(), Number,
      [](const Flow::Fault &F, unsigned N) { return F.Instruction < N; });
  if (Fault == Ways.faults().end() || Fault->Instruction != Number)
    return false;
  Expected<Access> A = D.getVerifier().describeAccess(F.instructions()[Number]);
  if (!A) {
    consumeError(A.takeError());
    return false;
  }
  return isInGuard(State, *A);
}

namespace {

/// What holds at the beginning of each block on all paths that were followed.
class Propagation {
public:
  explicit Propagation(unsigned NumBlocks)
      : AtBegin(NumBlocks), Waiting(NumBlocks), Changes(NumBlocks) {}

  /// A path leads to \p Block with \p State.
  void enter(unsigned Block, const RegisterState &State) {
    std::optional<RegisterState> &Old = AtBegin[Block];
    RegisterState New = Old ? *Old : State;
    New.meet(State);
    if (Old && *Old == New)
      return;
    // What is known of a number is approximated, and may change without end.
    if (Old && ++Changes[Block] > MaxChanges)
      New.keepUnchanged(*Old);
    Old = New;
    Waiting.set(Block);
  }

  /// A block that has to be followed, again if more is known to be unknown.
  std::optional<unsigned> next() {
    const int Block = Waiting.find_first();
    if (Block == -1)
      return std::nullopt;
    Waiting.reset(Block);
    return Block;
  }

  std::vector<std::optional<RegisterState>> AtBegin;

private:
  /// After so many changes, a register of which something else becomes known is
  /// unknown.
  static constexpr unsigned MaxChanges = 64;

  BitVector Waiting;
  /// Of what holds at the beginning of each block.
  std::vector<unsigned> Changes;
};

} // end anonymous namespace

/// Goes from before the instruction \p From to the end of its block, or until
/// the instruction \p End is reached, and on to other blocks.
void Prover::follow(
    unsigned From, RegisterState State, std::optional<unsigned> End,
    function_ref<void(unsigned, const RegisterState &)> Enter) const {
  const Flow::Block &B = Ways.blocks()[Ways.blockOf(From)];
  auto Fault = llvm::lower_bound(Ways.faults(), From,
                                 [](const Flow::Fault &F, unsigned Number) {
                                   return F.Instruction < Number;
                                 });
  for (unsigned Number = From; Number != B.Last; ++Number) {
    if (Number == End)
      return;
    RegisterState Behind = State;
    step(F.instructions()[Number], Behind);
    for (; Fault != Ways.faults().end() && Fault->Instruction == Number;
         ++Fault) {
      // A fault may leave what the instruction loads in a register.
      RegisterState AtHandler = Behind;
      AtHandler.meet(State);
      Enter(Fault->Handler, AtHandler);
    }
    if (endsIn(Number, State))
      return;
    State = std::move(Behind);
  }
  for (unsigned Successor : B.Successors)
    Enter(Successor, State);
}

/// What holds at the beginning of each block on all paths from the function's
/// entries.
Prover::States Prover::analyzeFunction() const {
  ArrayRef<Flow::Block> Blocks = Ways.blocks();
  Propagation P(Blocks.size());
  auto Enter = [&](unsigned Block, const RegisterState &State) {
    P.enter(Block, State);
  };
  for (unsigned Block = 0; Block != Blocks.size(); ++Block)
    if (Blocks[Block].IsEntry)
      P.enter(Block, RegisterState());
  while (std::optional<unsigned> Block = P.next())
    follow(Blocks[*Block].First, *P.AtBegin[*Block], std::nullopt, Enter);
  return std::move(P.AtBegin);
}

/// What holds before the instruction \p To on all paths from before \p From,
/// which is another one, that come by neither of them in between.  Nothing if
/// there is no such path.
std::optional<RegisterState> Prover::analyzeWays(unsigned From,
                                                 const RegisterState &AtFrom,
                                                 unsigned To) const {
  ArrayRef<Flow::Block> Blocks = Ways.blocks();
  Propagation P(Blocks.size());
  auto Enter = [&](unsigned Block, const RegisterState &State) {
    P.enter(Block, State);
  };
  // The next of the two in a block, from an instruction on.
  auto Next = [&](unsigned Number) {
    std::optional<unsigned> Result;
    for (unsigned Candidate : {From, To})
      if (Candidate >= Number &&
          Ways.blockOf(Candidate) == Ways.blockOf(Number))
        Result = Result ? std::min(*Result, Candidate) : Candidate;
    return Result;
  };
  RegisterState State = AtFrom;
  if (From < To && Ways.blockOf(From) == Ways.blockOf(To)) {
    for (unsigned Number = From; Number != To; ++Number) {
      if (endsIn(Number, State))
        return std::nullopt;
      step(F.instructions()[Number], State);
    }
    return State;
  }
  // From itself is passed once.
  const unsigned End = Blocks[Ways.blockOf(From)].Last;
  if (From + 1 == End) {
    follow(From, State, std::nullopt, Enter);
  } else {
    RegisterState Behind = State;
    step(F.instructions()[From], Behind);
    follow(From + 1, Behind, Next(From + 1), Enter);
  }
  while (std::optional<unsigned> Block = P.next())
    follow(Blocks[*Block].First, *P.AtBegin[*Block], Next(Blocks[*Block].First),
           Enter);

  const unsigned Block = Ways.blockOf(To);
  std::optional<RegisterState> &AtBegin = P.AtBegin[Block];
  if (!AtBegin)
    return std::nullopt;
  for (unsigned Number = Blocks[Block].First; Number != To; ++Number) {
    // What passes From leaves on another path.
    if (Number == From || endsIn(Number, *AtBegin))
      return std::nullopt;
    step(F.instructions()[Number], *AtBegin);
  }
  return AtBegin;
}

/// What holds on all paths to the instruction \p Index.
RegisterState Prover::stateBefore(unsigned Index) {
  if (!AtBlocks)
    AtBlocks = analyzeFunction();
  const unsigned Block = Ways.blockOf(Index);
  if (!(*AtBlocks)[Block])
    return RegisterState();
  RegisterState State = *(*AtBlocks)[Block];
  for (unsigned Number = Ways.blocks()[Block].First; Number != Index; ++Number)
    step(F.instructions()[Number], State);
  return State;
}

/// Whether the access is in the guard if \p Reg is zero before the instruction
/// \p Place.
bool Prover::isWitness(unsigned Place, MCRegister Reg, unsigned Index,
                       const Access &A) {
  RegisterState State = stateBefore(Place);
  // It must be possible, and say something.
  if (State.get(Reg).isNonZero() || State.get(Reg).isConstant())
    return false;
  State.set(Reg, knownNumber(0));
  std::optional<RegisterState> AtAccess = analyzeWays(Place, State, Index);
  return AtAccess && isInGuard(*AtAccess, A);
}

/// Whether the access is in the guard if a register of its address is zero
/// there, in \p State.
bool Prover::isWitnessIn(const RegisterState &State, const Access &A) const {
  return any_of(ArrayRef{A.Address.Base, A.Address.Index}, [&](MCRegister Reg) {
    if (!Reg || State.get(Reg).isNonZero() || State.get(Reg).isConstant())
      return false;
    RegisterState IfZero = State;
    IfZero.set(Reg, knownNumber(0));
    return isInGuard(IfZero, A);
  });
}

/// Whether a register of the address is a witness at the access itself if
/// control comes there on one of the ways through the last few blocks. An index
/// may be known on one of them only, and the pointer may have been loaded on
/// it.
bool Prover::hasWitnessOnWay(unsigned Index, const Access &A) {
  ArrayRef<Flow::Block> Blocks = Ways.blocks();
  // Each way is a list of blocks, the last one first.
  std::deque<SmallVector<unsigned, MaxBlocks>> Open = {{Ways.blockOf(Index)}};
  for (unsigned Tried = 0; !Open.empty() && Tried != MaxPlaces; ++Tried) {
    const SmallVector<unsigned, MaxBlocks> Way = Open.front();
    Open.pop_front();
    RegisterState State = stateBefore(Blocks[Way.back()].First);
    for (unsigned Block : reverse(Way)) {
      const Flow::Block &B = Blocks[Block];
      const bool IsLast = Block == Way.front();
      for (unsigned Number = B.First; Number != (IsLast ? Index : B.Last);
           ++Number)
        step(F.instructions()[Number], State);
    }
    if (isWitnessIn(State, A))
      return true;
    if (Way.size() == MaxBlocks)
      continue;
    for (unsigned Predecessor : Blocks[Way.back()].Predecessors) {
      // A way has each block once. It does not go from a fault to its handler.
      if (is_contained(Way, Predecessor) ||
          !is_contained(Blocks[Predecessor].Successors, Way.back()))
        continue;
      Open.push_back(Way);
      Open.back().push_back(Predecessor);
    }
  }
  return false;
}

/// Looks for a witness at the places that control comes from to \p Index, the
/// nearest ones first.
bool Prover::hasWitnessBefore(unsigned Index, const Access &A) {
  ArrayRef<Flow::Block> Blocks = Ways.blocks();
  // The next place is before this one.
  std::deque<unsigned> Behind = {Index};
  BitVector Seen(F.instructions().size());
  for (unsigned Tried = 0; !Behind.empty() && Tried != MaxPlaces; ++Tried) {
    const unsigned Number = Behind.front();
    Behind.pop_front();
    const Flow::Block &B = Blocks[Ways.blockOf(Number)];
    SmallVector<unsigned, 4> Places;
    if (Number != B.First)
      Places.push_back(Number - 1);
    else
      for (unsigned Predecessor : B.Predecessors)
        Places.push_back(Blocks[Predecessor].Last - 1);
    for (unsigned Place : Places) {
      if (Seen.test(Place) || Place == Index)
        continue;
      Seen.set(Place);
      Behind.push_back(Place);
      for (MCRegister Reg : registersAround(Place, A))
        if (isWitness(Place, Reg, Index, A))
          return true;
    }
  }
  return false;
}

/// The registers that may be worth knowing before the instruction \p Place:
/// those that it and the one before it are about, and those of the address.
SmallVector<MCRegister, 8> Prover::registersAround(unsigned Place,
                                                   const Access &A) const {
  SmallVector<MCRegister, 8> Registers;
  auto Add = [&](MCRegister Reg) {
    if (Reg && !is_contained(Registers, Reg))
      Registers.push_back(Reg);
  };
  Add(A.Address.Base);
  Add(A.Address.Index);
  for (unsigned Number = Place == 0 ? 0 : Place - 1; Number <= Place; ++Number)
    for (const MCOperand &Operand : F.instructions()[Number].Inst)
      if (Operand.isReg() && Operand.getReg())
        Add(D.getVerifier().wholeRegister(Operand.getReg()));
  return Registers;
}

Prover::Verdict Prover::prove(unsigned Index, const Access &A) {
  // Nothing but the registers of the address is needed in most cases.
  const RegisterState Nothing;
  if (isInGuard(Nothing, A))
    return Verdict::Proved;
  for (MCRegister Reg : {A.Address.Base, A.Address.Index}) {
    RegisterState State;
    if (!Reg)
      continue;
    State.set(Reg, knownNumber(0));
    if (isInGuard(State, A))
      return Verdict::Proved;
  }

  const RegisterState Before = stateBefore(Index);
  if (isInGuard(Before, A) || isWitnessIn(Before, A))
    return Verdict::Proved;

  if (hasWitnessOnWay(Index, A) || hasWitnessBefore(Index, A))
    return Verdict::Proved;

  RegisterState AllZero;
  for (MCRegister Reg : {A.Address.Base, A.Address.Index})
    if (Reg)
      AllZero.set(Reg, knownNumber(0));
  return isInGuard(AllZero, A) ? Verdict::Unproved : Verdict::Outside;
}
