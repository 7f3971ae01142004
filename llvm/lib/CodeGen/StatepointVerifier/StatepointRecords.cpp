//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointRecords.h"
#include "Statepoints/StatepointFolding.h"
#include "Statepoints/StatepointInput.h"
#include "Statepoints/StatepointStackObjects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/StackMapVersion.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/Target/TargetMachine.h"
#include <optional>

using namespace llvm;

/// What the fixup of registers lists for an undefined reference.
static constexpr int64_t UndefinedRoot = 0xFEFEFEFE;

/// The pointers of a call, each with its base, in the order of the pairs.
struct StatepointRecords::Record {
  SmallVector<const Value *, 8> Pointers, Bases;
  bool HasRelocates = false;
};

StatepointRecords::StatepointRecords(const MachineFunction &MF,
                                     const GCStrategy *Strategy,
                                     StatepointOrigins Origins)
    : MF(MF), Strategy(Strategy), Origins(std::move(Origins)) {
  for (const Instruction &I : instructions(MF.getFunction()))
    if (isa<GCRelocateInst>(I))
      Positions.try_emplace(&I, Positions.size());
  findUncertain();
}

/// Whether \p I passes on what its operands are.
static bool isChoice(const Instruction &I) {
  return isa<PHINode, SelectInst, InsertElementInst, ExtractElementInst,
             ShuffleVectorInst, GetElementPtrInst, BitCastInst, FreezeInst,
             ExtractValueInst, InsertValueInst>(I);
}

/// Whether \p I computes a place from null, or in a global. No collector moves
/// what is there, so that such places are not relocated.
static bool isPlaceOfConstant(const Instruction &I) {
  return isa<GetElementPtrInst>(I) && isa<Constant>(I.getOperand(0));
}

void StatepointRecords::findUncertain() {
  SmallVector<const Value *, 16> Pending;
  for (const Instruction &I : instructions(MF.getFunction()))
    if (isPlaceOfConstant(I) ||
        (!isChoice(I) && !isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(I) &&
         !isa<GCRelocateInst>(I) && !isOpaque(&I)))
      Pending.push_back(&I);
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    if (!Uncertain.insert(V).second)
      continue;
    for (const User *U : V->users())
      if (const auto *I = dyn_cast<Instruction>(U); I && isChoice(*I)) {
        // An offset or a condition is no reference anyway.
        const Value *Only =
            isa<GetElementPtrInst>(I) ? I->getOperand(0) : nullptr;
        if (!Only || Only == V)
          Pending.push_back(I);
      }
  }
}

bool StatepointRecords::isCertainReference(const MachineInstr &Statepoint,
                                           unsigned N) const {
  auto It = References.find(&Statepoint);
  return It != References.end() && N < It->second.size() && It->second.test(N);
}

bool StatepointRecords::hasUnmovedReferences() const {
  for (const Instruction &I : instructions(MF.getFunction())) {
    const auto *Call = dyn_cast<GCStatepointInst>(&I);
    if (!Call)
      continue;
    RelocatedValues Relocated(*Call);
    for (const Value *V : Call->gc_live())
      if (!Relocated.contains(V) && isReference(V, Strategy) &&
          !findStackObject(V) && isRecordedWithoutRelocate(V, *Call))
        return true;
  }
  return false;
}

bool StatepointRecords::isDeoptReference(const MachineInstr &Statepoint,
                                         unsigned N) const {
  const SmallVector<const CallBase *, 1> Calls = Origins.of(Statepoint);
  return !Calls.empty() && all_of(Calls, [&](const CallBase *Call) {
    const auto Deopt = Call->getOperandBundle(LLVMContext::OB_deopt);
    if (!isa<GCStatepointInst>(Call) || !Deopt || N >= Deopt->Inputs.size())
      return false;
    const Value *V = Deopt->Inputs[N];
    return isReference(V, Strategy) && isOpaque(V) && !Uncertain.contains(V);
  });
}

SmallVector<const GCRelocateInst *, 8>
StatepointRecords::relocatesOf(const CallBase &Call, Order O) const {
  SmallVector<const GCRelocateInst *, 8> Relocates;
  const auto *Statepoint = dyn_cast<GCStatepointInst>(&Call);
  if (!Statepoint)
    return Relocates;
  append_range(Relocates, Statepoint->getGCRelocates());
  if (O == Text)
    sort(Relocates, [&](const Value *A, const Value *B) {
      return Positions.lookup(A) < Positions.lookup(B);
    });
  if (O == Listed)
    sort(Relocates, [&](const auto *A, const auto *B) {
      return std::pair(A->getDerivedPtrIndex(), Positions.lookup(A)) <
             std::pair(B->getDerivedPtrIndex(), Positions.lookup(B));
    });
  // Uses are in the reverse order of the text.
  if (O != Uses)
    std::reverse(Relocates.begin(), Relocates.end());
  return Relocates;
}

/// Nothing if a base is not known.
std::optional<StatepointRecords::Record>
StatepointRecords::recordOf(const CallBase &Call, Order O) const {
  Record R;
  SmallPtrSet<const Value *, 16> Seen;
  bool IsKnown = true;
  auto Add = [&](const Value *Pointer, const Value *Base) {
    IsKnown &= Base != nullptr;
    if (!Seen.insert(Pointer).second)
      return;
    R.Pointers.push_back(Pointer);
    R.Bases.push_back(Base);
  };
  const auto Relocates = relocatesOf(Call, O);
  R.HasRelocates = !Relocates.empty();
  for (const GCRelocateInst *Relocate : Relocates)
    Add(Relocate->getDerivedPtr(), Relocate->getBasePtr());
  const auto *Statepoint = dyn_cast<GCStatepointInst>(&Call);
  if (!Statepoint)
    return R;
  for (const Value *V : Statepoint->deopt_operands())
    if (isReference(V, Strategy) && !Seen.contains(V))
      Add(V, findStatepointBase(V));
  for (const Value *V : Statepoint->gc_live())
    if (isReference(V, Strategy) && !findStackObject(V) && !Seen.contains(V) &&
        isRecordedWithoutRelocate(V, *Statepoint))
      Add(V, findStatepointBase(V));
  if (!IsKnown)
    return std::nullopt;
  return R;
}

namespace {

/// The list of a STATEPOINT.
struct List {
  /// The first operand of each entry.
  SmallVector<const MachineOperand *, 8> Entries;
  SmallVector<std::pair<unsigned, unsigned>, 8> Pairs;

  explicit List(const MachineInstr &MI) {
    StatepointOpers Opers(&MI);
    unsigned I = Opers.getNumGCPtrIdx();
    const unsigned Count = MI.getOperand(I++).getImm();
    for (unsigned N = 0; N != Count; ++N) {
      Entries.push_back(&MI.getOperand(I));
      I = StackMaps::getNextMetaArgIdx(&MI, I);
    }
    Opers.getGCPointerMap(Pairs);
  }

  /// Whether entry \p N is a constant, and not for want of a value.
  bool isConstant(unsigned N) const {
    const MachineOperand &MO = *Entries[N];
    return MO.isImm() && MO.getImm() == StackMaps::ConstantOp &&
           (&MO)[1].getImm() != UndefinedRoot;
  }
};

} // end anonymous namespace

/// Whether \p MO, the first operand of an entry, can be \p V: only slots hold
/// vectors of more than one pointer.
static bool hasSizeOf(const MachineOperand &MO, const Value *V,
                      const DataLayout &DL) {
  const bool IsWord = DL.getTypeSizeInBits(V->getType()) <= 64;
  if (MO.isReg())
    return IsWord;
  if (!MO.isImm() || MO.getImm() != StackMaps::IndirectMemRefOp)
    return true;
  return ((&MO)[1].getImm() <= 8) == IsWord;
}

/// Takes out of \p Pointers and \p Bases what is equal to one in front of it,
/// until there are \p Count. Returns false if it is not certain which are.
static bool merge(SmallVectorImpl<const Value *> &Pointers,
                  SmallVectorImpl<const Value *> &Bases, size_t Count,
                  const DataLayout &DL, bool &TooMany) {
  SmallVector<unsigned, 4> Equal;
  for (unsigned I = 0, E = Pointers.size(); I != E; ++I)
    if (any_of(ArrayRef(Pointers).take_front(I),
               [&](const Value *V) { return mayBeEqual(V, Pointers[I], DL); }))
      Equal.push_back(I);
  TooMany = Pointers.size() - Equal.size() > Count;
  if (Pointers.size() - Equal.size() != Count)
    return false;
  for (unsigned I : reverse(Equal)) {
    Pointers.erase(Pointers.begin() + I);
    Bases.erase(Bases.begin() + I);
  }
  return true;
}

/// What is wrong with \p L if it was made from \p Pointers and \p Bases. Puts
/// the values of its entries into \p Values, as far as they are known.
static StringRef compareLists(const List &L,
                              SmallVector<const Value *, 8> Pointers,
                              SmallVector<const Value *, 8> Bases,
                              const DataLayout &DL,
                              SmallVectorImpl<const Value *> &Values) {
  const StringRef Missing = "statepoint lists fewer pointers than its call";
  const StringRef Excess = "statepoint lists more pointers than its call";
  const StringRef OtherOrder =
      "statepoint lists pointers in a different order than its call";
  const StringRef WrongBase =
      "statepoint lists a pointer with a different base than its call";
  if (Pointers.size() < L.Pairs.size())
    return Excess;
  bool TooMany = false;
  if (Pointers.size() > L.Pairs.size() &&
      !merge(Pointers, Bases, L.Pairs.size(), DL, TooMany))
    return TooMany ? Missing : StringRef();

  Values.assign(Pointers.begin(), Pointers.end());
  for (const auto &[N, Pair] : enumerate(L.Pairs)) {
    if (Pair.second != N)
      return OtherOrder;
    const unsigned Found = Pair.first;
    const auto *Expected = find(Values, Bases[N]);
    if (Expected != Values.end()) {
      if (Found != Expected - Values.begin())
        return WrongBase;
    } else if (Found == Values.size()) {
      Values.push_back(Bases[N]);
    } else if (Found > Values.size() ||
               !mayBeEqual(Values[Found], Bases[N], DL)) {
      return WrongBase;
    }
  }
  if (Values.size() != L.Entries.size())
    return Values.size() < L.Entries.size() ? Excess : Missing;
  for (const auto &[N, V] : enumerate(Values))
    if (!hasSizeOf(*L.Entries[N], V, DL))
      return OtherOrder;
  for (const auto &[N, V] : enumerate(Values))
    if (L.isConstant(N) && isNeverConstant(V, DL))
      return "statepoint lists a constant instead of a pointer of its call";
  return {};
}

StringRef StatepointRecords::compareObjects(const MachineInstr &MI) const {
  const size_t Count =
      MI.getOperand(StatepointOpers(&MI).getNumAllocaIdx()).getImm();
  const unsigned Version =
      getStackMapVersion(MF.getFunction(), MF.getTarget().getTargetTriple());
  const bool IsLess =
      Strategy && all_of(Origins.of(MI), [&](const CallBase *Call) {
        const auto *Statepoint = dyn_cast<GCStatepointInst>(Call);
        return Statepoint &&
               Count < countStackObjectEntries(*Statepoint, *Strategy, Version);
      });
  return IsLess ? "statepoint lists fewer stack objects than its call"
                : StringRef();
}

StringRef StatepointRecords::compare(const MachineInstr &MI, Order O,
                                     BitVector &References) const {
  const List L(MI);
  StringRef FirstWrong;
  bool Fits = false;
  for (const CallBase *Call : Origins.of(MI)) {
    SmallVector<const Value *, 16> Values;
    StringRef Wrong;
    const std::optional<Record> R = recordOf(*Call, O);
    // Without relocates, the collector may move nothing.
    if (R && (R->HasRelocates || !L.Pairs.empty()))
      Wrong =
          compareLists(L, R->Pointers, R->Bases, MF.getDataLayout(), Values);
    if (!Wrong.empty()) {
      if (FirstWrong.empty())
        FirstWrong = Wrong;
      continue;
    }
    Fits = true;
    Values.resize(L.Entries.size());
    for (const auto &[N, V] : enumerate(Values))
      if (!V || Uncertain.contains(V))
        References.reset(N);
  }
  return Fits ? StringRef() : FirstWrong;
}

void StatepointRecords::verify(
    function_ref<void(StringRef, const MachineInstr &)> Report) {
  struct Site {
    const MachineInstr *MI;
    StringRef Wrong[NumOrders];
    BitVector References[NumOrders];
  };
  SmallVector<Site, 16> Sites;
  unsigned NumWrong[NumOrders] = {};
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB) {
      if (MI.getOpcode() != TargetOpcode::STATEPOINT || Origins.of(MI).empty())
        continue;
      if (StringRef Wrong = compareObjects(MI); !Wrong.empty())
        Report(Wrong, MI);
      Site S;
      S.MI = &MI;
      for (unsigned O = 0; O != NumOrders; ++O) {
        S.References[O].resize(List(MI).Entries.size(), true);
        S.Wrong[O] = compare(MI, Order(O), S.References[O]);
        NumWrong[O] += !S.Wrong[O].empty();
      }
      Sites.push_back(std::move(S));
    }
  const unsigned Least = *min_element(NumWrong);
  for (const Site &S : Sites) {
    StringRef Wrong;
    bool Fits = false;
    BitVector Certain(S.References[0].size(), true);
    for (unsigned O = 0; O != NumOrders; ++O) {
      if (NumWrong[O] != Least)
        continue;
      if (S.Wrong[O].empty()) {
        Fits = true;
        Certain &= S.References[O];
      } else {
        Wrong = S.Wrong[O];
      }
    }
    if (Fits)
      References[S.MI] = Certain;
    else
      Report(Wrong, *S.MI);
  }
}
