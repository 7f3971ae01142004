//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCStorePlacement.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

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

void GCStorePlacer::findRegion(ArrayRef<unsigned> Needs) {
  for (const unsigned Need : Needs) {
    if (Blocks[Need].R == Role::Need)
      continue;
    Blocks[Need].R = Role::Need;
    Blocks[Need].Node = GCMinimumCut::Sink;
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
        From.Node = Network.addNode();
        Region.push_back(Graph.getEdge(Number).From);
      }
      Network.addArc(From.Node, Node, Graph.getEdge(Number).Weight);
      Edges.push_back(Number);
    }
  }
}

void GCStorePlacer::findReached() {
  IsReached.assign(Network.getNumNodes(), false);
  IsReached[GCMinimumCut::Source] = true;
  SmallVector<unsigned, 32> Pending = {GCMinimumCut::Source};
  while (!Pending.empty())
    for (const unsigned Number : Network.getArcsOf(Pending.pop_back_val())) {
      const unsigned To = Network.getArc(Number).To;
      const bool IsOpposite = Number % 2;
      if (IsOpposite || IsReached[To])
        continue;
      IsReached[To] = true;
      // What is behind needs is reached from them.
      if (To != GCMinimumCut::Sink)
        Pending.push_back(To);
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

/// Rule 2. Returns false if it gave up.
bool GCStorePlacer::cut(GCStores &Stores) {
  if (!Network.solve(Effort))
    return false;
  for (unsigned I = 0; I != Edges.size(); ++I)
    if (Network.isBehindCut(Network.getArc(2 * I).To) &&
        !Network.isBehindCut(Network.getFrom(2 * I)))
      Stores.Edges.push_back(Edges[I]);
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
  // The first store on the path from the definition is enough.
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
  Network.clear();
  Edges.clear();
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

GCStores GCStorePlacer::placeLazily(unsigned Definition,
                                    ArrayRef<unsigned> Needs) {
  GCStores Stores;
  if (is_contained(Needs, Definition)) {
    Stores.AtDefinition = true;
    return Stores;
  }
  Blocks[Definition].R = Role::Definition;
  findRegion(Needs);
  findReached();
  for (const unsigned Number : Region)
    if (Blocks[Number].R == Role::Need &&
        any_of(Graph.getIncoming(Number),
               [&](unsigned Edge) { return isOpen(Edge); }))
      append_range(Stores.Edges, Graph.getIncoming(Number));
  clear(Definition);
  return Stores;
}
