//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaceFlow.h"
#include "FrameAccess.h"
#include "FunctionCode.h"
#include "RegisterState.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;

static constexpr int64_t WordSize = stackmap::WordSize;

namespace {

/// What an instruction does to places, by their numbers.
struct Effect {
  explicit Effect(unsigned Size)
      : Written(Size), Overwritten(Size), Read(Size) {}

  /// Some of their bytes may change; all of them do.
  BitVector Written, Overwritten;
  /// All of their bytes are used.
  BitVector Read;
};

class PlaceFlow {
public:
  PlaceFlow(const FunctionCode &F, const Flow &Ways,
            const FrameAccesses &Accesses, const Decoder &D,
            ArrayRef<PlacesAtCall> Safepoints);

  void check(std::vector<PlaceFinding> &Findings) const;

private:
  /// Forward: places that a safepoint before did not list, and that one did.
  struct Past {
    BitVector Stale, Kept;
  };

  BitVector bitsOf(ArrayRef<StackMapLocation> Listed) const;
  MCRegister registerOf(const StackMapLocation &Place) const;
  void addRegisters(const DecodedInst &I, Effect &E) const;
  void addMemory(unsigned Number, Effect &E) const;
  Effect effectOf(unsigned Number) const;
  void stepForward(unsigned Number, Past &Here) const;
  void stepBackward(unsigned Number, BitVector &Live) const;
  bool mayEnd(unsigned Block) const;
  ArrayRef<unsigned> successors(unsigned Block) const;
  BitVector liveBehind(unsigned Block) const;
  void solvePast();
  void solveLive();

  const FunctionCode &F;
  const Flow &Ways;
  const FrameAccesses &Accesses;
  const Decoder &D;
  const TargetVerifier &V;
  ArrayRef<PlacesAtCall> Safepoints;
  /// The frame may change in ways that are not understood.
  bool IsFrameOpen;
  std::vector<StackMapLocation> Places;
  BitVector Slots;
  std::vector<Effect> Effects;
  DenseMap<unsigned, size_t> SafepointAt;
  /// Blocks after which control need not go on.
  BitVector Ends;
  std::vector<Past> PastOfBlocks;
  /// Used before something else is put there.
  std::vector<BitVector> LiveAtBlocks;
};

} // end anonymous namespace

BitVector PlaceFlow::bitsOf(ArrayRef<StackMapLocation> Listed) const {
  BitVector Bits(Places.size());
  for (const StackMapLocation &Place : Listed)
    Bits.set(llvm::lower_bound(Places, Place) - Places.begin());
  return Bits;
}

/// The whole register that \p Place is; none if it is a slot.
MCRegister PlaceFlow::registerOf(const StackMapLocation &Place) const {
  if (Place.Kind != StackMapLocation::InRegister)
    return MCRegister();
  const std::optional<MCRegister> Reg =
      D.getRegisterInfo().getLLVMRegNum(Place.Register, /*isEH=*/true);
  return Reg ? V.wholeRegister(*Reg) : MCRegister();
}

/// Whether \p I only compares memory with zero.
static bool comparesMemoryWithZero(const DecodedInst &I,
                                   const MCInstrDesc &Desc) {
  if (!Desc.mayLoad() || Desc.mayStore() || Desc.getNumDefs() ||
      !I.Inst.getNumOperands())
    return false;
  const MCOperand &Last = I.Inst.getOperand(I.Inst.getNumOperands() - 1);
  return Last.isImm() && !Last.getImm();
}

/// Whether a result in \p Reg fills \p Whole: what writes 32 bits of a general
/// register clears the others, on both targets.
static bool fills(MCRegister Reg, MCRegister Whole, const MCRegisterInfo &MRI) {
  if (Reg == Whole)
    return true;
  return MRI.isSubRegister(Whole, Reg) &&
         any_of(MRI.regclasses(), [&](const MCRegisterClass &Class) {
           return Class.contains(Reg) && Class.getSizeInBits() == 32;
         });
}

void PlaceFlow::addRegisters(const DecodedInst &I, Effect &E) const {
  const MCInstrDesc &Desc = D.describe(I);
  const MCRegisterInfo &MRI = D.getRegisterInfo();
  const BitVector Reads = V.readRegisters(I);
  const bool IsCall = D.getAnalysis().isCall(I.Inst);
  const std::optional<RegisterResult> Result = V.resultOf(I, RegisterState());
  for (unsigned P = 0; P != Places.size(); ++P) {
    const MCRegister Reg = registerOf(Places[P]);
    if (!Reg)
      continue;
    auto IsReg = [&](const MCOperand &Operand) {
      return Operand.isReg() && Operand.getReg() &&
             MRI.regsOverlap(Operand.getReg(), Reg);
    };
    // Calls preserve what holds roots, unless they are roots of polls alone.
    if (IsCall && !V.isPreserved(Reg)) {
      E.Written.set(P);
      E.Overwritten.set(P);
    }
    if (!IsCall && D.mayWrite(I, Reg)) {
      E.Written.set(P);
      const auto Results = make_range(
          I.Inst.begin(),
          I.Inst.begin() +
              std::min<size_t>(Desc.getNumDefs(), I.Inst.getNumOperands()));
      if ((Result && Result->Reg == Reg) ||
          any_of(Results, [&](const MCOperand &Operand) {
            return Operand.isReg() && fills(Operand.getReg(), Reg, MRI);
          }))
        E.Overwritten.set(P);
    }
    const auto *General = find(V.generalRegisters(), Reg);
    const bool IsRead = (General != V.generalRegisters().end() &&
                         Reads.test(General - V.generalRegisters().begin())) ||
                        // What only saves a register reads it, too.
                        (Desc.mayStore() &&
                         any_of(drop_begin(I.Inst, Desc.getNumDefs()), IsReg));
    // Null is null, whatever the collector does.
    if (IsRead && !V.comparesWithZero(I, Reg))
      E.Read.set(P);
  }
}

void PlaceFlow::addMemory(unsigned Number, Effect &E) const {
  const std::optional<FrameAccess> A = Accesses.at(Number);
  if (!A)
    return;
  const MCInstrDesc &Desc = D.describe(F.instructions()[Number]);
  for (unsigned P : Slots.set_bits()) {
    const int64_t First = Places[P].Offset, Last = First + WordSize;
    if (!A->mayBe(First, Last))
      continue;
    const bool IsWhole = A->isWhole(First, Last);
    // Compilers restore registers by pops and drop words, but do not load.
    if (Desc.mayLoad() && IsWhole && !A->IsPop &&
        !comparesMemoryWithZero(F.instructions()[Number], Desc))
      E.Read.set(P);
    if (Desc.mayStore())
      E.Written.set(P);
    if (Desc.mayStore() && IsWhole)
      E.Overwritten.set(P);
  }
}

Effect PlaceFlow::effectOf(unsigned Number) const {
  const DecodedInst &I = F.instructions()[Number];
  Effect E(Places.size());
  addRegisters(I, E);
  if (IsFrameOpen) {
    E.Written |= Slots;
  } else {
    addMemory(Number, E);
  }
  return E;
}

void PlaceFlow::stepForward(unsigned Number, Past &Here) const {
  auto It = SafepointAt.find(Number);
  if (It != SafepointAt.end()) {
    Here.Kept = bitsOf(Safepoints[It->second].Listed);
    Here.Stale = Here.Kept;
    Here.Stale.flip();
  }
  Here.Stale.reset(Effects[Number].Written);
  Here.Kept.reset(Effects[Number].Written);
}

void PlaceFlow::stepBackward(unsigned Number, BitVector &Live) const {
  Live.reset(Effects[Number].Overwritten);
  Live |= Effects[Number].Read;
}

/// Whether \p Block ends with a call that may be one that does not return.
bool PlaceFlow::mayEnd(unsigned Block) const {
  const Flow::Block &B = Ways.blocks()[Block];
  if (!B.EndsWithCall || B.Successors.size() != 1)
    return false;
  const Flow::Block &Next = Ways.blocks()[B.Successors.front()];
  if (Next.Predecessors.size() == 1 && !Next.IsEntry && !F.hasLandingPads())
    return false;
  for (unsigned I = B.Last; I-- != B.First;)
    if (auto It = SafepointAt.find(I); It != SafepointAt.end())
      return Safepoints[It->second].KeepsNothing;
  return false;
}

ArrayRef<unsigned> PlaceFlow::successors(unsigned Block) const {
  if (Ends.test(Block))
    return {};
  return Ways.blocks()[Block].Successors;
}

BitVector PlaceFlow::liveBehind(unsigned Block) const {
  BitVector Live(Places.size());
  for (unsigned Successor : successors(Block))
    Live |= LiveAtBlocks[Successor];
  return Live;
}

void PlaceFlow::solvePast() {
  ArrayRef<Flow::Block> Blocks = Ways.blocks();
  const BitVector None(Places.size());
  PastOfBlocks.assign(Blocks.size(), {None, None});
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned Block = 0; Block != Blocks.size(); ++Block) {
      Past Here = PastOfBlocks[Block];
      for (unsigned I = Blocks[Block].First; I != Blocks[Block].Last; ++I)
        stepForward(I, Here);
      for (unsigned Successor : successors(Block)) {
        Past &There = PastOfBlocks[Successor];
        if (!Here.Stale.test(There.Stale) && !Here.Kept.test(There.Kept))
          continue;
        There.Stale |= Here.Stale;
        There.Kept |= Here.Kept;
        Changed = true;
      }
    }
  }
}

void PlaceFlow::solveLive() {
  ArrayRef<Flow::Block> Blocks = Ways.blocks();
  LiveAtBlocks.assign(Blocks.size(), BitVector(Places.size()));
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned Block = Blocks.size(); Block-- != 0;) {
      BitVector Live = liveBehind(Block);
      for (unsigned I = Blocks[Block].Last; I-- != Blocks[Block].First;)
        stepBackward(I, Live);
      if (!Live.test(LiveAtBlocks[Block]))
        continue;
      LiveAtBlocks[Block] |= Live;
      Changed = true;
    }
  }
}

PlaceFlow::PlaceFlow(const FunctionCode &F, const Flow &Ways,
                     const FrameAccesses &Accesses, const Decoder &D,
                     ArrayRef<PlacesAtCall> Safepoints)
    : F(F), Ways(Ways), Accesses(Accesses), D(D), V(D.getVerifier()),
      Safepoints(Safepoints), IsFrameOpen(Accesses.isOpen()) {
  for (const auto &[Number, S] : enumerate(Safepoints)) {
    SafepointAt[S.Call] = Number;
    IsFrameOpen |= !Accesses.isKnownAt(S.Call);
    Places.insert(Places.end(), S.Listed.begin(), S.Listed.end());
  }
  llvm::sort(Places);
  Places.erase(llvm::unique(Places), Places.end());
  Slots.resize(Places.size());
  for (const auto &[Number, Place] : enumerate(Places))
    if (Place.Kind == StackMapLocation::FromCFA)
      Slots.set(Number);
  for (unsigned I = 0; I != F.instructions().size(); ++I)
    Effects.push_back(effectOf(I));
  Ends.resize(Ways.blocks().size());
  for (unsigned Block = 0; Block != Ways.blocks().size(); ++Block)
    Ends[Block] = mayEnd(Block);
  solvePast();
  solveLive();
}

PlacesAtCall::PlacesAtCall(const StackMapSafepoint &Point,
                           const StackMapFrame &Frame, unsigned Call)
    : Call(Call) {
  auto Add = [&](const StackMapLocation &Place) {
    if (Place.Kind == StackMapLocation::FromRegister)
      IsComplete = false;
    else
      Listed.push_back(Place);
  };
  llvm::for_each(Point.Roots, Add);
  for (const StackMapDerived &P : Point.Derived)
    Add(P.Derived);

  for (const StackMapSave &Save : Frame.Saves)
    Other.push_back({Save.Offset, Save.Offset + WordSize});
  auto IsTold = [&Point](const StackMapLocation &Place) {
    return Point.Deopt &&
           any_of(Point.Deopt->Values, [&Place](const StackMapValue &Value) {
             return Value.Kind == StackMapValue::Contents &&
                    Value.Where == Place;
           });
  };
  KeepsNothing = IsComplete && all_of(Listed, IsTold);
  if (!Point.Deopt)
    return;
  for (const StackMapValue &Value : Point.Deopt->Values) {
    const StackMapLocation &Place = Value.Where;
    if (Value.Kind == StackMapValue::Constant ||
        Place.Kind == StackMapLocation::InRegister)
      continue;
    Other.push_back({Place.Offset, Place.Offset + int64_t(Value.Size)});
    IsComplete &= Value.Kind == StackMapValue::Contents &&
                  Place.Kind == StackMapLocation::FromCFA;
  }
}

void PlaceFlow::check(std::vector<PlaceFinding> &Findings) const {
  for (const auto &[Number, S] : enumerate(Safepoints)) {
    const unsigned Block = Ways.blockOf(S.Call);
    const Flow::Block &B = Ways.blocks()[Block];
    Past Here = PastOfBlocks[Block];
    for (unsigned I = B.First; I != S.Call; ++I)
      stepForward(I, Here);
    BitVector Live = liveBehind(Block);
    for (unsigned I = B.Last; --I != S.Call;)
      stepBackward(I, Live);

    const BitVector Listed = bitsOf(S.Listed);
    for (unsigned P = 0; P != Places.size(); ++P) {
      auto Report = [&, Number = Number](StringRef Rule, const char *Message) {
        Findings.push_back({Number, Rule, toString(Places[P]) + " " + Message});
      };
      if (Listed.test(P) && Here.Stale.test(P))
        Report("stale", "has not been written since a safepoint at which it "
                        "was not a root");
      if (!Listed.test(P) && Here.Kept.test(P) && Live.test(P))
        Report("lost",
               "is not a root, but was one before, and is used after the call");
    }
  }
}

void llvm::managed_maps::checkPlaceFlow(const FunctionCode &F, const Flow &Ways,
                                        const FrameAccesses &Accesses,
                                        const Decoder &D,
                                        ArrayRef<PlacesAtCall> Safepoints,
                                        std::vector<PlaceFinding> &Findings) {
  // Where code is not known, nothing is known to be wrong.
  if (!F.hasGaps())
    PlaceFlow(F, Ways, Accesses, D, Safepoints).check(Findings);
}
