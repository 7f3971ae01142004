//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointValueNumbers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

using Id = StatepointValueNumbers::Id;

StatepointValueNumbers::StatepointValueNumbers() {
  // None, Constant and Nothing.
  Values.resize(3);
}

Id StatepointValueNumbers::intern(ValueKind Kind, const void *Where,
                                  uint64_t Index, int64_t Offset,
                                  ArrayRef<Id> Inputs) {
  auto [It, New] =
      Ids.try_emplace(Key(Kind, Where, Index, Offset), Values.size());
  if (New) {
    Value V;
    V.Kind = Kind;
    V.Where = Where;
    V.Offset = Offset;
    Values.push_back(V);
  }
  // Those of a phi change until all paths have been followed.
  Values[It->second].Inputs.assign(Inputs.begin(), Inputs.end());
  return It->second;
}

Id StatepointValueNumbers::source(const void *Where, unsigned Place) {
  return intern(Source, Where, Place, 0, {});
}

Id StatepointValueNumbers::unknown(const void *Where, unsigned Place) {
  return intern(Unknown, Where, Place, 0, {});
}

Id StatepointValueNumbers::relocated(const MachineInstr *Statepoint, Id Of) {
  if (Of == Constant || Of == Nothing)
    return Of;
  return intern(Relocated, Statepoint, Of, 0, Of);
}

Id StatepointValueNumbers::stale(Id Of) {
  if (Of == Constant || Of == Nothing || Values[Of].Kind == Stale)
    return Of;
  if (Values[Of].Stale == None) {
    const Id New = intern(Stale, nullptr, Of, 0, Of);
    Values[Of].Stale = New;
  }
  return Values[Of].Stale;
}

Id StatepointValueNumbers::sum(Id Of, int64_t Offset) {
  const Value &V = Values[Of];
  if (V.Kind == Sum && V.Inputs.size() == 1) {
    Offset = int64_t(uint64_t(Offset) + uint64_t(V.Offset));
    Of = V.Inputs[0];
  }
  if (Of == Constant || Offset == 0)
    return Of;
  return intern(Sum, nullptr, Of, Offset, Of);
}

Id StatepointValueNumbers::sum(const MachineInstr *MI, ArrayRef<Id> Inputs) {
  return intern(Sum, MI, 0, 0, Inputs);
}

Id StatepointValueNumbers::phi(const MachineBasicBlock *MBB, unsigned Place,
                               ArrayRef<Id> Inputs) {
  return intern(Phi, MBB, Place, 0, Inputs);
}

SmallVector<Id, 4> StatepointValueNumbers::addendsOf(Id V) const {
  SmallVector<Id, 4> Addends = {V};
  for (unsigned I = 0; I != Addends.size(); ++I)
    if (Values[Addends[I]].Kind == Sum)
      for (Id Input : Values[Addends[I]].Inputs)
        if (!is_contained(Addends, Input))
          Addends.push_back(Input);
  return Addends;
}

void StatepointValueNumbers::list(const MachineInstr *Statepoint, Id Base,
                                  Id Derived) {
  SmallVector<Id, 1> &Known = Bases[{Statepoint, Derived}];
  if (!is_contained(Known, Base))
    Known.push_back(Base);
}

/// What is listed is a reference, wherever else it is. So is what a listed phi
/// gets from each path, but for a number: a place that is computed from null
/// and an index has null as its base on that path.
void StatepointValueNumbers::markListed() {
  struct Listing {
    Id V;
    /// The base pointer that it is listed with, or None if it is one.
    Id Base;
    bool ThroughStale;
  };
  SmallVector<Listing, 32> Worklist;
  for (const auto &[Site, Known] : Bases)
    for (Id Base : Known) {
      Worklist.push_back({Site.second, Base, false});
      Worklist.push_back({Base, None, false});
    }
  DenseSet<std::tuple<Id, Id, unsigned>> Seen;
  while (!Worklist.empty()) {
    const auto [V, Base, ThroughStale] = Worklist.pop_back_val();
    Value &Of = Values[V];
    if (V <= Nothing ||
        (Of.Kind != Phi && Of.Kind != Stale && Base == Constant) ||
        !Seen.insert({V, Base, ThroughStale}).second)
      continue;
    (ThroughStale ? Of.ListedStale : Of.Listed) = true;
    const Value &BaseOf = Values[Base];
    if (Of.Kind == Phi) {
      const bool Together = BaseOf.Kind == Phi && BaseOf.Where == Of.Where &&
                            BaseOf.Inputs.size() == Of.Inputs.size();
      for (const auto &[I, Input] : enumerate(Of.Inputs))
        Worklist.push_back(
            {Input, Together ? BaseOf.Inputs[I] : Base, ThroughStale});
    } else if (Of.Kind == Stale) {
      Worklist.push_back(
          {Of.Inputs[0], BaseOf.Kind == Stale ? BaseOf.Inputs[0] : Base, true});
    }
  }
}

/// The same for what is used as a reference, which tells more: an address is
/// one however it was computed.
void StatepointValueNumbers::markUsed() {
  while (!Used.empty()) {
    const Id V = Used.pop_back_val();
    if (Values[V].Used || V <= Nothing)
      continue;
    Values[V].Used = true;
    if (Values[V].Kind == Phi || Values[V].Kind == Stale)
      append_range(Used, Values[V].Inputs);
  }
}

void StatepointValueNumbers::markReferences() {
  for (Value &V : Values)
    V.Reference = V.Listed || V.Used || V.Kind == Relocated ||
                  (V.ListedStale && V.Kind == Source);
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (Value &V : Values) {
      if (V.Reference)
        continue;
      const auto Count =
          count_if(V.Inputs, [&](Id Input) { return Values[Input].Reference; });
      // The sum of two references is none.
      if (Count == 0 || (V.Kind == Sum && Count > 1))
        continue;
      V.Reference = Changed = true;
    }
  }
}

void StatepointValueNumbers::markBad() {
  for (Value &V : Values)
    V.Bad = V.Kind == Stale && Values[V.Inputs[0]].Reference;
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (Value &V : Values) {
      if (V.Bad || (V.Kind != Phi && V.Kind != Sum))
        continue;
      V.Bad = any_of(V.Inputs, [&](Id Input) { return Values[Input].Bad; });
      Changed |= V.Bad;
    }
  }
}

void StatepointValueNumbers::finish() {
  markListed();
  markUsed();
  markReferences();
  markBad();
}

Id StatepointValueNumbers::rootOf(Id V) const {
  const Value &Of = Values[V];
  if (Of.Kind != Sum)
    return None;
  Id Root = None;
  for (Id Input : Of.Inputs) {
    if (!Values[Input].Reference)
      continue;
    if (Root != None)
      return None;
    Root = Input;
  }
  return Root;
}

/// Whether \p V was computed from something that \p Statepoint, or one that
/// relocated it before, lists.
bool StatepointValueNumbers::isDerived(const MachineInstr *Statepoint,
                                       Id V) const {
  const Value &Of = Values[V];
  if (Of.Kind == Sum) {
    const Id Root = rootOf(V);
    return Root != None &&
           (Bases.count({Statepoint, Root}) || isDerived(Statepoint, Root));
  }
  return Of.Kind == Relocated &&
         isDerived(static_cast<const MachineInstr *>(Of.Where), Of.Inputs[0]);
}

/// The value that the object of \p V was known by first, or where its origin
/// is lost.
Id StatepointValueNumbers::originOf(Id V) const {
  while (true) {
    const Value &Of = Values[V];
    Id Next = None;
    if (Of.Kind == Relocated || Of.Kind == Stale)
      Next = Of.Inputs[0];
    else if (Of.Kind == Sum)
      Next = rootOf(V);
    if (Next == None)
      return V;
    V = Next;
  }
}

/// Whether two values certainly are of objects that were loaded, passed or
/// returned separately. That is the case on every path that leads here, or on
/// one that both agree on.
bool StatepointValueNumbers::areDistinct(
    Id A, Id B, SmallVectorImpl<std::pair<Id, Id>> &Visited) const {
  constexpr size_t MaxVisited = 256;
  A = originOf(A);
  B = originOf(B);
  if (A == B || A <= Nothing || B <= Nothing || Visited.size() == MaxVisited ||
      is_contained(Visited, std::pair(A, B)))
    return false;
  Visited.emplace_back(A, B);
  const Value &First = Values[A], &Second = Values[B];
  // A caller may pass one argument as the base of another.
  if (First.Kind == Source && Second.Kind == Source)
    return First.Where != Second.Where;
  auto Differs = [&](Id X, Id Y) { return areDistinct(X, Y, Visited); };
  if (First.Kind == Phi && Second.Kind == Phi) {
    if (First.Where == Second.Where) {
      for (const auto &[X, Y] : zip(First.Inputs, Second.Inputs))
        if (Differs(X, Y))
          return true;
      return false;
    }
    // They may depend on the same condition.
    return all_of(First.Inputs, [&](Id X) {
      return all_of(Second.Inputs, [&](Id Y) { return Differs(X, Y); });
    });
  }
  if (First.Kind == Phi && Second.Kind == Source)
    return any_of(First.Inputs, [&](Id X) { return Differs(X, B); });
  if (First.Kind == Source && Second.Kind == Phi)
    return any_of(Second.Inputs, [&](Id Y) { return Differs(A, Y); });
  return false;
}

bool StatepointValueNumbers::isWrongBase(const MachineInstr *Statepoint,
                                         Id Base, Id Derived) const {
  if (isDerived(Statepoint, Base))
    return true;
  SmallVector<std::pair<Id, Id>, 8> Visited;
  return areDistinct(Base, Derived, Visited);
}

/// Whether \p Holds is true of \p V, or of what arrives as it over some path.
bool StatepointValueNumbers::anyPath(Id V, function_ref<bool(Id)> Holds) const {
  SmallVector<Id, 8> Pending = {V};
  DenseSet<Id> Seen;
  while (!Pending.empty()) {
    V = Pending.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    if (Holds(V))
      return true;
    if (Values[V].Kind == Phi)
      append_range(Pending, Values[V].Inputs);
  }
  return false;
}

bool StatepointValueNumbers::isAlwaysStaleReference(Id V) const {
  return !anyPath(V, [&](Id Part) { return !Values[Part].Bad; });
}

bool StatepointValueNumbers::mayBe(Id V, Id Other) const {
  return anyPath(V, [&](Id Part) { return Part == Other; });
}

bool StatepointValueNumbers::mayBeStale(Id V) const {
  return anyPath(V, [&](Id Part) {
    const Value &Of = Values[Part];
    return Of.Kind == Stale || (Of.Kind == Sum && Of.Bad);
  });
}

void StatepointValueNumbers::print(Id V, raw_ostream &OS) const {
  static constexpr const char *Names[] = {
      "undefined", "source", "unknown", "relocated", "stale", "sum", "phi"};
  static constexpr const char *Special[] = {"none", "constant", "nothing"};
  const Value &Of = Values[V];
  OS << '#' << V << ' ' << (V <= Nothing ? Special[V] : Names[Of.Kind]);
  for (Id Input : Of.Inputs)
    OS << " #" << Input;
  if (Of.Offset)
    OS << " + " << Of.Offset;
  OS << (Of.Reference ? ", reference" : "") << (Of.Bad ? ", stale" : "");
}
