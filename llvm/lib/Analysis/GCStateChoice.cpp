//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCStateChoice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCMinimumCut.h"

using namespace llvm;

void GCStateChoice::addLink(unsigned A, unsigned B, int64_t OnlyA,
                            int64_t OnlyB) {
  if (A > B)
    return addLink(B, A, OnlyB, OnlyA);
  const auto [It, IsNew] = LinkOf.try_emplace({A, B}, Links.size());
  if (IsNew) {
    Links.push_back({A, B});
    for (const unsigned Number : {A, B}) {
      Nodes[Number].Links.push_back(It->second);
      ++Nodes[Number].NumLinks;
    }
  }
  Links[It->second].OnlyA += OnlyA;
  Links[It->second].OnlyB += OnlyB;
}

/// Of a dropped node.
int64_t GCStateChoice::getCost(unsigned Number, bool IsOn,
                               NeighbourStates AreOn) const {
  const Node &N = Nodes[Number];
  int64_t Cost = IsOn ? N.Cost : 0;
  for (const auto [I, LinkNumber] : enumerate(N.Links)) {
    const Link &L = Links[LinkNumber];
    if (IsOn != AreOn[I])
      Cost += IsOn == (L.A == Number) ? L.OnlyA : L.OnlyB;
  }
  return Cost;
}

int64_t GCStateChoice::getLeastCost(unsigned Number,
                                    NeighbourStates AreOn) const {
  return std::min(getCost(Number, false, AreOn), getCost(Number, true, AreOn));
}

/// Leaves the node those links that it has when it is dropped.
void GCStateChoice::dropLinks(unsigned Number) {
  Node &N = Nodes[Number];
  erase_if(N.Links, [&](unsigned L) { return Links[L].IsDropped; });
  for (const unsigned LinkNumber : N.Links) {
    Link &L = Links[LinkNumber];
    L.IsDropped = true;
    LinkOf.erase({L.A, L.B});
    --Nodes[getOther(LinkNumber, Number)].NumLinks;
  }
}

/// Rule 1.
void GCStateChoice::drop(unsigned Number) {
  Nodes[Number].IsDropped = true;
  Dropped.push_back(Number);
  dropLinks(Number);
  const ArrayRef<unsigned> Own = Nodes[Number].Links;
  if (Own.empty())
    return;
  const int64_t None = getLeastCost(Number, {false, false});
  const int64_t OnlyA = getLeastCost(Number, {true, false});
  const unsigned A = getOther(Own[0], Number);
  Nodes[A].Cost += OnlyA - None;
  if (Own.size() == 1)
    return;
  const int64_t OnlyB = getLeastCost(Number, {false, true});
  const int64_t Both = getLeastCost(Number, {true, true});
  const unsigned B = getOther(Own[1], Number);
  Nodes[B].Cost += Both - OnlyA;
  if (const int64_t Rest = OnlyA + OnlyB - None - Both)
    addLink(A, B, 0, Rest);
}

void GCStateChoice::dropNodes() {
  std::vector<unsigned> Pending;
  for (unsigned Number = 0; Number != Nodes.size(); ++Number)
    Pending.push_back(Number);
  while (!Pending.empty()) {
    const unsigned Number = Pending.back();
    Pending.pop_back();
    if (Nodes[Number].IsDropped || Nodes[Number].NumLinks > 2)
      continue;
    drop(Number);
    for (const unsigned L : Nodes[Number].Links)
      Pending.push_back(getOther(L, Number));
  }
}

/// Rule 2. Returns false if it gave up.
bool GCStateChoice::cut(unsigned Effort) {
  GCMinimumCut Network;
  std::vector<unsigned> NodeOf(Nodes.size());
  for (const auto [Number, N] : enumerate(Nodes)) {
    if (N.IsDropped)
      continue;
    NodeOf[Number] = Network.addNode();
    if (N.Cost > 0)
      Network.addArc(GCMinimumCut::Source, NodeOf[Number], N.Cost);
    else if (N.Cost < 0)
      Network.addArc(NodeOf[Number], GCMinimumCut::Sink, -N.Cost);
  }
  for (const Link &L : Links)
    if (!L.IsDropped)
      Network.addArc(NodeOf[L.A], NodeOf[L.B], L.OnlyB, L.OnlyA);
  const bool IsBest = Network.solve(Effort);
  if (!IsBest)
    Network.solveNearly();
  for (const auto [Number, N] : enumerate(Nodes))
    N.IsOn = !N.IsDropped && Network.isBehindCut(NodeOf[Number]);
  return IsBest;
}

/// Rule 3.
void GCStateChoice::chooseDropped() {
  for (const unsigned Number : reverse(Dropped)) {
    NeighbourStates AreOn = {false, false};
    for (const auto [I, L] : enumerate(Nodes[Number].Links))
      AreOn[I] = isOn(getOther(L, Number));
    Nodes[Number].IsOn =
        getCost(Number, true, AreOn) < getCost(Number, false, AreOn);
  }
}

bool GCStateChoice::solve(unsigned Effort) {
  dropNodes();
  const bool IsBest = Dropped.size() == Nodes.size() || cut(Effort);
  chooseDropped();
  return IsBest;
}
