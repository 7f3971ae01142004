//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCStorePlacement.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace llvm;

/// The nodes of the definition and of all needs together.
static constexpr unsigned Source = 0, Sink = 1;
/// Of an arc that is no edge.
static constexpr unsigned None = ~0u;

GCFlowGraph::GCFlowGraph(std::vector<Edge> NewEdges,
                         std::vector<unsigned> ImmediateDominators)
    : Edges(std::move(NewEdges)), Incoming(Edges.size()),
      Starts(ImmediateDominators.size() + 1),
      Dominators(std::move(ImmediateDominators)) {
  for (const Edge &E : Edges)
    ++Starts[E.To + 1];
  for (unsigned Block = 0; Block != size(); ++Block)
    Starts[Block + 1] += Starts[Block];
  std::vector<unsigned> Next(Starts.begin(), Starts.end() - 1);
  for (unsigned Number = 0; Number != Edges.size(); ++Number)
    Incoming[Next[Edges[Number].To]++] = Number;
}

GCStorePlacer::GCStorePlacer(const GCFlowGraph &Graph, unsigned Effort)
    : Graph(Graph), Effort(Effort), Blocks(Graph.size()) {}

void GCStorePlacer::addArc(unsigned From, unsigned To, unsigned Edge) {
  ArcsOf[From].push_back(Arcs.size());
  Arcs.push_back({To, Graph.getEdge(Edge).Weight, Edge});
  ArcsOf[To].push_back(Arcs.size());
  Arcs.push_back({From, 0, None});
}

void GCStorePlacer::findRegion(ArrayRef<unsigned> Needs) {
  ArcsOf.resize(2);
  for (const unsigned Need : Needs) {
    if (Blocks[Need].R == Role::Need)
      continue;
    Blocks[Need].R = Role::Need;
    Blocks[Need].Node = Sink;
    Region.push_back(Need);
  }
  for (unsigned I = 0; I != Region.size(); ++I) {
    const unsigned Node = Blocks[Region[I]].Node;
    for (const unsigned Number : Graph.getIncoming(Region[I])) {
      Block &From = Blocks[Graph.getEdge(Number).From];
      if (From.R == Role::Need)
        continue;
      if (From.R == Role::None) {
        From.R = Role::Region;
        From.Node = ArcsOf.size();
        ArcsOf.emplace_back();
        Region.push_back(Graph.getEdge(Number).From);
      }
      addArc(From.Node, Node, Number);
    }
  }
}

void GCStorePlacer::findReached() {
  IsReached.assign(ArcsOf.size(), false);
  IsReached[Source] = true;
  SmallVector<unsigned, 32> Pending = {Source};
  while (!Pending.empty())
    for (const unsigned Number : ArcsOf[Pending.pop_back_val()]) {
      const Arc &A = Arcs[Number];
      if (A.Edge == None || IsReached[A.To])
        continue;
      IsReached[A.To] = true;
      // What is behind needs is reached from them.
      if (A.To != Sink)
        Pending.push_back(A.To);
    }
}

/// Whether the slot may not have the value yet on an edge to a block of the
/// region.
bool GCStorePlacer::isOpen(unsigned Edge) const {
  const Block &From = Blocks[Graph.getEdge(Edge).From];
  return From.R != Role::Need && IsReached[From.Node];
}

/// Whether something enters from behind a need.
bool GCStorePlacer::isEntered() const {
  return any_of(Region, [&](unsigned Number) {
    const Block &B = Blocks[Number];
    return B.R == Role::Region && IsReached[B.Node] &&
           any_of(Graph.getIncoming(Number),
                  [&](unsigned Edge) { return !isOpen(Edge); });
  });
}

/// Numbers the nodes by their distance from the source. Returns false if the
/// sink has none.
bool GCStorePlacer::findLevels(uint64_t &Work) {
  Level.assign(ArcsOf.size(), None);
  Level[Source] = 0;
  std::vector<unsigned> Queue = {Source};
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
uint64_t GCStorePlacer::push(uint64_t &Work) {
  SmallVector<unsigned, 32> Path;
  unsigned Node = Source;
  while (Node != Sink) {
    ++Work;
    if (NextArc[Node] == ArcsOf[Node].size()) {
      if (Path.empty())
        return 0;
      Node = Arcs[Path.pop_back_val() ^ 1].To;
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

/// Rule 2. Returns false if it gave up.
bool GCStorePlacer::cut(GCStores &Stores) {
  const uint64_t Limit = uint64_t(Effort) * (Arcs.size() + 1);
  uint64_t Work = 0;
  while (findLevels(Work)) {
    NextArc.assign(ArcsOf.size(), 0);
    while (push(Work))
      if (Work > Limit)
        return false;
    if (Work > Limit)
      return false;
  }
  // What still leads to the sink is behind the cut.
  std::vector<bool> IsBehind(ArcsOf.size());
  IsBehind[Sink] = true;
  SmallVector<unsigned, 32> Pending = {Sink};
  while (!Pending.empty())
    for (const unsigned Number : ArcsOf[Pending.pop_back_val()]) {
      const Arc &Opposite = Arcs[Number ^ 1];
      const unsigned From = Arcs[Number].To;
      if (!Opposite.Capacity || IsBehind[From])
        continue;
      IsBehind[From] = true;
      Pending.push_back(From);
    }
  for (unsigned Number = 0; Number != Arcs.size(); Number += 2)
    if (IsBehind[Arcs[Number].To] && !IsBehind[Arcs[Number ^ 1].To])
      Stores.Edges.push_back(Arcs[Number].Edge);
  return true;
}

/// Of a block of the region or a need.
void GCStorePlacer::storeInFrontOf(unsigned Block, GCStores &Stores) const {
  copy_if(Graph.getIncoming(Block), std::back_inserter(Stores.Edges),
          [&](unsigned Edge) { return isOpen(Edge); });
}

uint64_t GCStorePlacer::getCostInFrontOf(unsigned Block) const {
  uint64_t Cost = 0;
  for (const unsigned Number : Graph.getIncoming(Block))
    if (isOpen(Number))
      Cost += Graph.getEdge(Number).Weight;
  return Cost;
}

/// Decides for each block that dominates a need, from the leaves of the
/// dominator tree, whether one store in front of it is cheaper than what the
/// blocks below have. Returns the blocks in that order.
std::vector<unsigned> GCStorePlacer::chooseFromLeaves() {
  const auto Needs = ArrayRef(Region).take_while(
      [&](unsigned Number) { return Blocks[Number].R == Role::Need; });
  // All of them are needs or in the region: what dominates a need leads to it.
  for (unsigned Number : Needs)
    while (Blocks[Number].R != Role::Definition && !Blocks[Number].IsInTree) {
      Blocks[Number].IsInTree = true;
      Number = Graph.getDominator(Number);
      ++Blocks[Number].Below;
    }
  std::vector<unsigned> Order;
  for (const unsigned Need : Needs)
    if (!Blocks[Need].Below)
      Order.push_back(Need);
  for (unsigned I = 0; I != Order.size(); ++I) {
    Block &B = Blocks[Order[I]];
    const uint64_t InFront = getCostInFrontOf(Order[I]);
    B.Stores = B.R == Role::Need || InFront < B.Cost;
    const unsigned Number = Graph.getDominator(Order[I]);
    Block &Dominator = Blocks[Number];
    Dominator.Cost += B.Stores ? InFront : B.Cost;
    if (!--Dominator.Below && Dominator.R != Role::Definition)
      Order.push_back(Number);
  }
  return Order;
}

/// Rule 3.
void GCStorePlacer::chooseByDominators(GCStores &Stores) {
  const std::vector<unsigned> Order = chooseFromLeaves();
  // The first store on the way from the definition is enough.
  for (const unsigned Number : reverse(Order)) {
    Block &B = Blocks[Number];
    const Block &Dominator = Blocks[Graph.getDominator(Number)];
    B.IsCovered = Dominator.IsCovered || Dominator.Stores;
    if (B.Stores && !B.IsCovered)
      storeInFrontOf(Number, Stores);
  }
}

void GCStorePlacer::clear(unsigned Definition) {
  Blocks[Definition] = Block();
  for (const unsigned Number : Region)
    Blocks[Number] = Block();
  Region.clear();
  Arcs.clear();
  ArcsOf.clear();
}

GCStores GCStorePlacer::place(unsigned Definition, ArrayRef<unsigned> Needs) {
  GCStores Stores;
  Used = Rule::Definition;
  if (is_contained(Needs, Definition)) {
    Stores.AtDefinition = true;
    return Stores;
  }
  Blocks[Definition].R = Role::Definition;
  findRegion(Needs);
  findReached();
  if (!isEntered()) {
    Used = Rule::InFront;
    for (const unsigned Number : Region)
      if (Blocks[Number].R == Role::Need)
        storeInFrontOf(Number, Stores);
  } else if (cut(Stores)) {
    Used = Rule::MinimumCut;
  } else {
    Used = Rule::Dominators;
    chooseByDominators(Stores);
  }
  clear(Definition);
  return Stores;
}
