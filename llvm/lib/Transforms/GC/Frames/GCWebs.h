//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The webs of one root: where its slot has to hold it, and the stores that see
/// to that.
///
/// GCStorePlacer says on which edges a root is stored. From the safepoints that
/// need it backwards to those edges, its slot is occupied. What is connected by
/// edges without a store is one web and needs one slot; webs of one root that
/// are not connected may have different ones.
///
/// A store on an edge is made at the end of the block in front of it if all
/// edges from that have one and it does not end in a safepoint, else at the
/// start of the block after it if all edges to that have one, and in a new
/// block otherwise. Where a safepoint is the first thing that needs what all
/// edges bring, it is made in front of the safepoint. If code cannot be
/// inserted on one of the edges, the root is stored in front of safepoints, as
/// late as possible.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCWEBS_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCWEBS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCSlotAllocation.h"
#include "llvm/Analysis/GCStorePlacement.h"
#include <vector>

namespace llvm {

class GCControlFlow;
struct GCFrameRoot;

/// Where a root is stored.
struct GCStorePlace {
  enum Kind : uint8_t { InFrontOf, AtStart, AtEnd, OnEdge };
  Kind Where;
  /// A safepoint, a block, or an edge.
  unsigned Number;
};

struct GCWeb {
  /// Sorted and disjoint.
  SmallVector<GCSlotRange, 2> Ranges;
  SmallVector<GCStorePlace, 2> Stores;
  /// The safepoints that need it.
  SmallVector<GCSlotRange, 2> Safepoints;
};

/// Finds the webs of one root after the other.
class GCWebBuilder {
  const GCControlFlow &Flow;
  GCStorePlacer Placer;

  /// A block in which the slot is occupied.
  struct Piece {
    unsigned Block;
    GCSlotRange Positions;
    /// The piece that stands for the web.
    unsigned Leader;
    /// The safepoints that need the root, if there are any.
    bool HasSafepoints = false;
    GCSlotRange Safepoints = {0, 0};
  };
  struct PieceStore {
    unsigned Piece;
    GCStorePlace Place;
  };
  std::vector<Piece> Pieces;
  std::vector<PieceStore> Stores;
  /// The piece of each block, if it has one.
  std::vector<unsigned> PieceOf;
  std::vector<bool> IsChosen;
  /// Whether all stores are in front of safepoints.
  bool IsLate = false;
  /// How many of the edges from a block are chosen.
  std::vector<unsigned> NumChosenFrom;
  /// The pieces that are occupied from their start.
  SmallVector<unsigned, 16> Pending;

  unsigned addPiece(unsigned Block, GCSlotRange Positions);
  unsigned getLeader(unsigned Piece);
  void merge(unsigned A, unsigned B);
  bool isServedAtEnd(unsigned Edge) const;
  bool isServedInside(unsigned Block) const;
  void choose(const GCStores &Chosen);
  void forget(const GCStores &Chosen);
  bool canInsert(const GCStores &Chosen, const GCFrameRoot &Root,
                 unsigned Definition) const;
  void addNeeds(const GCFrameRoot &Root, unsigned Definition);
  void occupyBackwards(unsigned Piece);
  void occupyEnd(unsigned Block, unsigned Successor);
  void storeOnEdge(unsigned Edge, unsigned Piece);
  void finish(const GCStores &Chosen, std::vector<GCWeb> &Webs);

public:
  explicit GCWebBuilder(const GCControlFlow &Flow);

  /// Returns the webs of \p Root, which is defined in block \p Definition.
  std::vector<GCWeb> build(const GCFrameRoot &Root, unsigned Definition,
                           bool IsLazy);
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCWEBS_H
