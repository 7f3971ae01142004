//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/StaleStackObjects.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCStackObjects.h"
#include "llvm/Analysis/StaleWords.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Statepoint.h"
#include <optional>

using namespace llvm;

namespace {

/// The words of one object, with their numbers.
struct ObjectWords {
  SmallSetVector<uint64_t, 2> Offsets;
  unsigned First = 0;
};

/// Some bytes of an object; all of them if the size is not known.
struct Bytes {
  const AllocaInst *Object;
  std::optional<uint64_t> Offset, Size;
};

using State = StaleWords;

class Finder {
  using Reporter = function_ref<void(const AllocaInst &)>;

  const Function &F;
  const GCStrategy &Strategy;
  const DataLayout &DL;
  MapVector<const AllocaInst *, ObjectWords> Objects;
  unsigned NumWords = 0;

  std::optional<Bytes> locate(const Value *Address,
                              std::optional<uint64_t> Size) const;
  void addWords(const AllocaInst &Object, uint64_t Offset, Type *Ty);
  void findWords();
  void forEachWord(const Bytes &B, function_ref<void(unsigned)> Visit) const;

  void store(const Bytes &To, bool HoldsNothing, State &Now) const;
  void load(const Bytes &From, const State &Now, Reporter Report) const;
  void call(const CallBase &Call, State &Now, Reporter Report) const;
  BitVector findListed(const GCStatepointInst &Statepoint) const;
  void step(const Instruction &I, State &Now, Reporter Report) const;

public:
  Finder(const Function &F, const GCStrategy &Strategy)
      : F(F), Strategy(Strategy), DL(F.getDataLayout()) {}
  std::vector<StaleStackObject> run();
};

} // end anonymous namespace

std::optional<Bytes> Finder::locate(const Value *Address,
                                    std::optional<uint64_t> Size) const {
  if (!Address->getType()->isPointerTy())
    return std::nullopt;
  if (const auto Place = findStackObject(Address)) {
    if (Place->second < 0)
      return Bytes{Place->first, std::nullopt, std::nullopt};
    return Bytes{Place->first, uint64_t(Place->second), Size};
  }
  const auto *Object = dyn_cast<AllocaInst>(getUnderlyingObject(Address));
  if (!Object)
    return std::nullopt;
  return Bytes{Object, std::nullopt, std::nullopt};
}

void Finder::addWords(const AllocaInst &Object, uint64_t Offset, Type *Ty) {
  SmallVector<uint64_t, 4> Offsets;
  if (!findReferences(Ty, Offset, DL, Strategy, Offsets) || Offsets.empty())
    return;
  Objects[&Object].Offsets.insert_range(Offsets);
}

void Finder::findWords() {
  for (const Instruction &I : instructions(F)) {
    if (const auto *Object = dyn_cast<AllocaInst>(&I)) {
      if (Object->isStaticAlloca() && !Object->isArrayAllocation())
        addWords(*Object, 0, Object->getAllocatedType());
    } else if (const auto *Load = dyn_cast<LoadInst>(&I)) {
      const auto From = locate(Load->getPointerOperand(), std::nullopt);
      if (From && From->Offset && From->Object->isStaticAlloca())
        addWords(*From->Object, *From->Offset, Load->getType());
    }
  }
  for (auto &[Object, Words] : Objects) {
    Words.First = NumWords;
    NumWords += Words.Offsets.size();
  }
}

void Finder::forEachWord(const Bytes &B,
                         function_ref<void(unsigned)> Visit) const {
  auto It = Objects.find(B.Object);
  if (It == Objects.end())
    return;
  // All pointers that strategies know have one word.
  const uint64_t WordSize = DL.getPointerSize();
  for (const auto &[Number, Offset] : enumerate(It->second.Offsets))
    if (!B.Offset || (Offset + WordSize > *B.Offset &&
                      (!B.Size || Offset < *B.Offset + *B.Size)))
      Visit(It->second.First + Number);
}

void Finder::store(const Bytes &To, bool HoldsNothing, State &Now) const {
  forEachWord(To, [&](unsigned Word) {
    Now.Stale.reset(Word);
    if (!HoldsNothing)
      Now.Held.set(Word);
    else if (To.Offset && To.Size)
      Now.Held.reset(Word);
  });
}

void Finder::load(const Bytes &From, const State &Now, Reporter Report) const {
  bool IsStale = false;
  forEachWord(From, [&](unsigned Word) { IsStale |= Now.Stale.test(Word); });
  if (IsStale)
    Report(*From.Object);
}

BitVector Finder::findListed(const GCStatepointInst &Statepoint) const {
  BitVector Listed(NumWords);
  for (const Value *V : Statepoint.gc_live()) {
    auto Place = locate(V, DL.getPointerSize());
    if (!Place)
      continue;
    // The object may be listed as a whole.
    if (Place->Offset == uint64_t(0))
      Place->Size = std::nullopt;
    forEachWord(*Place, [&](unsigned Word) { Listed.set(Word); });
  }
  return Listed;
}

/// Whether \p Call may read what its argument \p U points to.
static bool mayRead(const CallBase &Call, const Use &U) {
  const unsigned Number = Call.getArgOperandNo(&U);
  if (Call.onlyWritesMemory(Number) || Call.doesNotAccessMemory(Number))
    return false;
  const auto *Statepoint = dyn_cast<GCStatepointInst>(&Call);
  if (!Statepoint)
    return true;
  // Rewriting removes this from the declarations, and gives it to the
  // statepoint instead.
  const Function *Callee = Statepoint->getActualCalledFunction();
  const unsigned Parameter = &U - Statepoint->actual_arg_begin();
  return !Callee || Parameter >= Callee->arg_size() ||
         (!Callee->hasParamAttribute(Parameter, Attribute::WriteOnly) &&
          !Callee->hasParamAttribute(Parameter, Attribute::ReadNone));
}

void Finder::call(const CallBase &Call, State &Now, Reporter Report) const {
  const auto *Statepoint = dyn_cast<GCStatepointInst>(&Call);
  BitVector Listed(NumWords);
  if (Statepoint) {
    Listed = findListed(*Statepoint);
    for (const auto &[Object, Words] : Objects)
      for (unsigned N = 0; N != Words.Offsets.size(); ++N)
        if (Listed.test(Words.First + N) && Now.Stale.test(Words.First + N))
          Report(*Object);
  }
  const auto Arguments = Statepoint
                             ? make_range(Statepoint->actual_arg_begin(),
                                          Statepoint->actual_arg_end())
                             : make_range(Call.arg_begin(), Call.arg_end());
  SmallVector<Bytes, 2> Passed;
  for (const Use &U : Arguments) {
    const auto Place = locate(U, std::nullopt);
    if (!Place)
      continue;
    Passed.push_back({Place->Object, std::nullopt, std::nullopt});
    if (!mayRead(Call, U))
      continue;
    load(Passed.back(), Now, Report);
    if (Statepoint)
      forEachWord(Passed.back(), [&](unsigned Word) {
        if (Now.Held.test(Word) && !Listed.test(Word))
          Report(*Place->Object);
      });
  }
  if (Statepoint) {
    BitVector Forgotten = Now.Held;
    Forgotten.reset(Listed);
    Now.Stale |= Forgotten;
  }
  for (const Bytes &Place : Passed)
    store(Place, /*HoldsNothing=*/false, Now);
}

static bool isZero(const Value &V) {
  const auto *C = dyn_cast<Constant>(&V);
  return C && C->isNullValue();
}

void Finder::step(const Instruction &I, State &Now, Reporter Report) const {
  auto GetSize = [&](Type *Ty) {
    return std::optional<uint64_t>(DL.getTypeStoreSize(Ty).getKnownMinValue());
  };
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    // Other code may look at the bits.
    const auto From =
        locate(Load->getPointerOperand(), GetSize(Load->getType()));
    if (From && containsReferences(Load->getType(), &Strategy))
      load(*From, Now, Report);
  } else if (const auto *Store = dyn_cast<StoreInst>(&I)) {
    const Value *V = Store->getValueOperand();
    if (const auto To =
            locate(Store->getPointerOperand(), GetSize(V->getType())))
      store(*To, isZero(*V), Now);
  } else if (I.isLifetimeStartOrEnd()) {
    if (const auto *Object =
            dyn_cast<AllocaInst>(cast<LifetimeIntrinsic>(I).getArgOperand(0)))
      store({Object, uint64_t(0), ~uint64_t(0)}, /*HoldsNothing=*/true, Now);
  } else if (const auto *Memory = dyn_cast<AnyMemIntrinsic>(&I)) {
    const auto *Length = dyn_cast<ConstantInt>(Memory->getLength());
    const auto To =
        locate(Memory->getDest(),
               Length ? std::optional<uint64_t>(Length->getZExtValue())
                      : std::nullopt);
    const auto *Set = dyn_cast<AnyMemSetInst>(&I);
    if (To)
      store(*To, Set && isZero(*Set->getValue()), Now);
  } else if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    if (const auto Place = locate(Exchange->getPointerOperand(), std::nullopt))
      load(*Place, Now, Report);
  } else if (const auto *Call = dyn_cast<CallBase>(&I)) {
    if (!I.isDebugOrPseudoInst() && !isa<GCProjectionInst>(I))
      call(*Call, Now, Report);
  }
}

std::vector<StaleStackObject> Finder::run() {
  findWords();
  std::vector<StaleStackObject> Found;
  if (!NumWords)
    return Found;
  auto Ignore = [](const AllocaInst &) {};
  findStaleWords(
      F, NumWords,
      [&](const Instruction &I, State &Now) { step(I, Now, Ignore); },
      [&](const Instruction &I, State &Now) {
        SmallSetVector<const AllocaInst *, 2> Reported;
        step(I, Now,
             [&](const AllocaInst &Object) { Reported.insert(&Object); });
        for (const AllocaInst *Object : Reported)
          Found.push_back({&I, Object});
      });
  return Found;
}

std::vector<StaleStackObject>
llvm::findStaleStackObjects(const Function &F, const GCStrategy &Strategy) {
  return Finder(F, Strategy).run();
}
