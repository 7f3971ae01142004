//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCWebs.h"
#include "GCControlFlow.h"
#include "GCRoots.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/BasicBlock.h"

using namespace llvm;

static constexpr unsigned None = ~0u;

GCWebBuilder::GCWebBuilder(const GCControlFlow &Flow)
    : Flow(Flow), Placer(Flow.getGraph()), PieceOf(Flow.size(), None),
      IsChosen(Flow.getGraph().getNumEdges()), NumChosenFrom(Flow.size()) {}

unsigned GCWebBuilder::addPiece(unsigned Block, GCSlotRange Positions) {
  const unsigned Number = Pieces.size();
  Pieces.push_back({Block, Positions, Number});
  PieceOf[Block] = Number;
  return Number;
}

unsigned GCWebBuilder::getLeader(unsigned Piece) {
  while (Pieces[Piece].Leader != Piece) {
    Pieces[Piece].Leader = Pieces[Pieces[Piece].Leader].Leader;
    Piece = Pieces[Piece].Leader;
  }
  return Piece;
}

void GCWebBuilder::merge(unsigned A, unsigned B) {
  A = getLeader(A);
  B = getLeader(B);
  Pieces[std::max(A, B)].Leader = std::min(A, B);
}

/// Whether one store at the end of the block in front of \p Edge serves it and
/// all others from there. In front of a safepoint, it would need a slot at
/// that, too.
bool GCWebBuilder::isServedAtEnd(unsigned Edge) const {
  const unsigned From = Flow.getGraph().getEdge(Edge).From;
  return !IsLate && Flow.getNumSuccessors(From) > 1 &&
         !Flow.endsInSafepoint(From) &&
         NumChosenFrom[From] == Flow.getNumSuccessors(From);
}

/// Whether one store in \p Block serves all edges to it.
bool GCWebBuilder::isServedInside(unsigned Block) const {
  const ArrayRef<unsigned> Incoming = Flow.getGraph().getIncoming(Block);
  return !Incoming.empty() && all_of(Incoming, [&](unsigned Edge) {
    return IsChosen[Edge] && !isServedAtEnd(Edge);
  });
}

void GCWebBuilder::choose(const GCStores &Chosen) {
  for (const unsigned Edge : Chosen.Edges) {
    IsChosen[Edge] = true;
    ++NumChosenFrom[Flow.getGraph().getEdge(Edge).From];
  }
}

void GCWebBuilder::forget(const GCStores &Chosen) {
  for (const unsigned Edge : Chosen.Edges) {
    IsChosen[Edge] = false;
    NumChosenFrom[Flow.getGraph().getEdge(Edge).From] = 0;
  }
}

bool GCWebBuilder::canInsert(const GCStores &Chosen, const GCFrameRoot &Root,
                             unsigned Definition) const {
  // Its result is not there in front of it.
  if (Flow.getBlock(Definition)->getTerminator() == Root.V &&
      NumChosenFrom[Definition] == Flow.getNumSuccessors(Definition))
    return false;
  return all_of(Chosen.Edges, [&](unsigned Edge) {
    return isServedAtEnd(Edge) || Flow.canInsertOn(Edge) ||
           isServedInside(Flow.getGraph().getEdge(Edge).To);
  });
}

/// The end of \p Block belongs to the web of the piece \p Successor.
void GCWebBuilder::occupyEnd(unsigned Block, unsigned Successor) {
  const unsigned End = Flow.getEnd(Block);
  unsigned Number = PieceOf[Block];
  if (Number == None) {
    Number = addPiece(Block, {Flow.getStart(Block), End});
    Pending.push_back(Number);
  }
  Pieces[Number].Positions.Last = End;
  merge(Number, Successor);
}

void GCWebBuilder::addNeeds(const GCFrameRoot &Root, unsigned Definition) {
  for (const GCLiveRange &Range : Root.Ranges) {
    const unsigned Block = Flow.getBlockOf(Range.First);
    const bool IsStored = Block == Definition || isServedInside(Block);
    const unsigned First = Flow.getPosition(Range.First);
    const unsigned Number =
        addPiece(Block, {IsStored ? First : Flow.getStart(Block),
                         First + Range.Last - Range.First});
    Pieces[Number].HasSafepoints = true;
    Pieces[Number].Safepoints = {Range.First, Range.Last};
    if (IsStored)
      Stores.push_back({Number, {GCStorePlace::InFrontOf, Range.First}});
    else
      Pending.push_back(Number);
  }
}

void GCWebBuilder::storeOnEdge(unsigned Edge, unsigned Piece) {
  const unsigned From = Flow.getGraph().getEdge(Edge).From;
  if (NumChosenFrom[From] != Flow.getNumSuccessors(From) ||
      Flow.endsInSafepoint(From)) {
    Stores.push_back({Piece, {GCStorePlace::OnEdge, Edge}});
    return;
  }
  // One store serves all edges.
  unsigned &Number = PieceOf[From];
  if (Number == None) {
    Number = addPiece(From, {Flow.getEnd(From), Flow.getEnd(From)});
    Stores.push_back({Number, {GCStorePlace::AtEnd, From}});
  }
  merge(PieceOf[From], Piece);
}

/// Occupies what is in front of a piece, up to the stores.
void GCWebBuilder::occupyBackwards(unsigned Piece) {
  const unsigned Block = Pieces[Piece].Block;
  if (isServedInside(Block)) {
    Stores.push_back({Piece, {GCStorePlace::AtStart, Block}});
    return;
  }
  for (const unsigned Edge : Flow.getGraph().getIncoming(Block)) {
    if (IsChosen[Edge])
      storeOnEdge(Edge, Piece);
    else
      occupyEnd(Flow.getGraph().getEdge(Edge).From, Piece);
  }
}

/// Makes webs of the pieces and forgets these.
void GCWebBuilder::finish(const GCStores &Chosen, std::vector<GCWeb> &Webs) {
  std::vector<unsigned> WebOf(Pieces.size(), None);
  Webs.reserve(count_if(enumerate(Pieces), [](const auto &P) {
    return P.value().Leader == P.index();
  }));
  auto GetWeb = [&](unsigned Piece) -> GCWeb & {
    unsigned &Number = WebOf[getLeader(Piece)];
    if (Number == None) {
      Number = Webs.size();
      Webs.emplace_back();
    }
    return Webs[Number];
  };
  for (const auto &[Number, P] : enumerate(Pieces)) {
    GCWeb &Web = GetWeb(Number);
    Web.Ranges.push_back(P.Positions);
    if (P.HasSafepoints)
      Web.Safepoints.push_back(P.Safepoints);
    PieceOf[P.Block] = None;
  }
  for (const PieceStore &S : Stores)
    GetWeb(S.Piece).Stores.push_back(S.Place);
  for (GCWeb &Web : Webs)
    sort(Web.Ranges, [](const GCSlotRange &A, const GCSlotRange &B) {
      return A.First < B.First;
    });
  forget(Chosen);
  Pieces.clear();
  Stores.clear();
}

std::vector<GCWeb> GCWebBuilder::build(const GCFrameRoot &Root,
                                       unsigned Definition, bool IsLazy) {
  SmallVector<unsigned, 8> Needs;
  for (const GCLiveRange &Range : Root.Ranges)
    Needs.push_back(Flow.getBlockOf(Range.First));
  IsLate = IsLazy;
  GCStores Chosen = IsLazy ? Placer.placeLazily(Definition, Needs)
                           : Placer.place(Definition, Needs);
  choose(Chosen);
  if (!canInsert(Chosen, Root, Definition)) {
    forget(Chosen);
    IsLate = true;
    Chosen = Placer.placeLazily(Definition, Needs);
    choose(Chosen);
  }
  addNeeds(Root, Definition);
  while (!Pending.empty())
    occupyBackwards(Pending.pop_back_val());
  std::vector<GCWeb> Webs;
  finish(Chosen, Webs);
  return Webs;
}
