//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCMinimumCut.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace llvm;

/// The level of nodes that are not reached.
static constexpr unsigned None = ~0u;

void GCMinimumCut::clear() {
  Arcs.clear();
  ArcsOf.clear();
  ArcsOf.resize(2);
}

unsigned GCMinimumCut::addNode() {
  ArcsOf.emplace_back();
  return ArcsOf.size() - 1;
}

void GCMinimumCut::addArc(unsigned From, unsigned To, uint64_t Capacity,
                          uint64_t OppositeCapacity) {
  ArcsOf[From].push_back(Arcs.size());
  Arcs.push_back({To, Capacity});
  ArcsOf[To].push_back(Arcs.size());
  Arcs.push_back({From, OppositeCapacity});
}

/// Numbers the nodes by their distance from the source. Returns false if the
/// sink has none.
bool GCMinimumCut::findLevels(uint64_t &Work) {
  Level.assign(ArcsOf.size(), None);
  Level[Source] = 0;
  Queue.assign(1, Source);
  for (unsigned I = 0; I != Queue.size() && Level[Sink] == None; ++I)
    for (const unsigned Number : ArcsOf[Queue[I]]) {
      ++Work;
      const Arc &A = Arcs[Number];
      if (!A.Capacity || Level[A.To] != None)
        continue;
      Level[A.To] = Level[Queue[I]] + 1;
      Queue.push_back(A.To);
    }
  return Level[Sink] != None;
}

/// Pushes flow along one shortest path and returns how much.
uint64_t GCMinimumCut::push(uint64_t &Work) {
  SmallVector<unsigned, 32> Path;
  unsigned Node = Source;
  while (Node != Sink) {
    ++Work;
    if (NextArc[Node] == ArcsOf[Node].size()) {
      if (Path.empty())
        return 0;
      Node = getFrom(Path.pop_back_val());
      ++NextArc[Node];
      continue;
    }
    const unsigned Number = ArcsOf[Node][NextArc[Node]];
    const Arc &A = Arcs[Number];
    if (!A.Capacity || Level[A.To] != Level[Node] + 1) {
      ++NextArc[Node];
      continue;
    }
    Path.push_back(Number);
    Node = A.To;
  }
  uint64_t Amount = std::numeric_limits<uint64_t>::max();
  for (const unsigned Number : Path)
    Amount = std::min(Amount, Arcs[Number].Capacity);
  for (const unsigned Number : Path) {
    Arcs[Number].Capacity -= Amount;
    Arcs[Number ^ 1].Capacity += Amount;
  }
  Work += Path.size();
  return Amount;
}

/// Returns false if it gave up.
bool GCMinimumCut::findGreatestFlow(uint64_t Limit) {
  uint64_t Work = 0;
  while (findLevels(Work)) {
    NextArc.assign(ArcsOf.size(), 0);
    while (push(Work))
      if (Work > Limit)
        return false;
    if (Work > Limit)
      return false;
  }
  return true;
}

/// Numbers the nodes by their distance to the sink.
void GCMinimumCut::findLevelsOfSink() {
  Level.assign(ArcsOf.size(), None);
  Level[Sink] = 0;
  Queue.assign(1, Sink);
  for (unsigned I = 0; I != Queue.size(); ++I)
    for (const unsigned Number : ArcsOf[Queue[I]]) {
      const unsigned From = Arcs[Number].To;
      if (!Arcs[Number ^ 1].Capacity || Level[From] != None)
        continue;
      Level[From] = Level[Queue[I]] + 1;
      Queue.push_back(From);
    }
}

bool GCMinimumCut::solve(unsigned Effort) {
  if (!findGreatestFlow(uint64_t(Effort) * (Arcs.size() + 1)))
    return false;
  findLevelsOfSink();
  Bound = None;
  return true;
}

void GCMinimumCut::solveNearly() {
  findLevelsOfSink();
  Bound = None;
  // It was the greatest flow, but nobody knew.
  if (Level[Source] == None)
    return;
  // What is free of the arcs that lead to each level. None of them skips one.
  std::vector<uint64_t> FreeTo(Level[Source]);
  uint64_t FreeOfSource = 0;
  for (unsigned Number = 0; Number != Arcs.size(); ++Number) {
    const unsigned From = getFrom(Number), To = Arcs[Number].To;
    if (From == Source)
      FreeOfSource += Arcs[Number].Capacity;
    if (Level[To] < Level[Source] && Level[From] > Level[To])
      FreeTo[Level[To]] += Arcs[Number].Capacity;
  }
  const auto Cheapest = min_element(FreeTo);
  Bound = Cheapest - FreeTo.begin() + 1;
  if (FreeOfSource < *Cheapest) {
    Level.assign(ArcsOf.size(), 0);
    Level[Source] = None;
  }
}
