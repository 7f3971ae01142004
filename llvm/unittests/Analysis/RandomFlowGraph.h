//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Small random control flow with an exact profile, and what the tests of
/// analyses on GCFlowGraph ask about control flow.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_UNITTESTS_ANALYSIS_RANDOMFLOWGRAPH_H
#define LLVM_UNITTESTS_ANALYSIS_RANDOMFLOWGRAPH_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCStorePlacement.h"
#include <random>
#include <vector>

namespace llvm {

using EdgeList = std::vector<GCFlowGraph::Edge>;

/// The blocks that are reached from \p From over edges that \p Follow allows.
inline std::vector<bool> reach(unsigned From, unsigned Size,
                               const EdgeList &Edges,
                               function_ref<bool(unsigned)> Follow) {
  std::vector<bool> Reached(Size);
  std::vector<unsigned> Pending = {From};
  Reached[From] = true;
  while (!Pending.empty()) {
    const unsigned Block = Pending.back();
    Pending.pop_back();
    for (unsigned E = 0; E != Edges.size(); ++E)
      if (Edges[E].From == Block && !Reached[Edges[E].To] && Follow(E)) {
        Reached[Edges[E].To] = true;
        Pending.push_back(Edges[E].To);
      }
  }
  return Reached;
}

/// Whether all ways from the entry to \p B pass \p A.
inline bool dominates(unsigned A, unsigned B, unsigned Size,
                      const EdgeList &Edges) {
  return A == B || A == 0 || !reach(0, Size, Edges, [&](unsigned E) {
           return Edges[E].To != A;
         })[B];
}

inline std::vector<unsigned> findDominators(unsigned Size,
                                            const EdgeList &Edges) {
  std::vector<unsigned> Result(Size);
  for (unsigned B = 1; B != Size; ++B)
    for (unsigned A = 0; A != Size; ++A)
      // The closest is dominated by the others.
      if (A != B && dominates(A, B, Size, Edges) &&
          dominates(Result[B], A, Size, Edges))
        Result[B] = A;
  return Result;
}

/// Control flow with what a number of walks through it took.
struct RandomFlowGraph {
  static constexpr unsigned NumWalks = 50;
  unsigned Size;
  /// The blocks from this one on have no successors.
  unsigned FirstExit;
  EdgeList Edges;

  RandomFlowGraph(std::mt19937 &Random, unsigned MinSize, unsigned MaxSize,
                  unsigned NumExits = 1)
      : Size(MinSize + Random() % (MaxSize - MinSize + 1)),
        FirstExit(Size - NumExits) {
    // All are on a way from 0 to an exit.
    for (unsigned B = 0; B + 1 != Size; ++B) {
      if (B < FirstExit)
        add(B, B + 1 + Random() % (Size - B - 1));
      add(Random() % std::min(B + 1, FirstExit), B + 1);
      if (B < FirstExit && Random() % 2)
        add(B, Random() % Size);
    }
    std::vector<unsigned> Bias(Edges.size());
    for (unsigned &B : Bias)
      B = 1 + Random() % 9 * (Random() % 9);
    for (unsigned Walk = 0; Walk != NumWalks; ++Walk)
      walk(Random, Bias);
  }

  /// How often each block was passed.
  std::vector<uint64_t> countBlocks() const {
    std::vector<uint64_t> Counts(Size);
    Counts[0] = NumWalks;
    for (const GCFlowGraph::Edge &E : Edges)
      Counts[E.To] += E.Weight;
    return Counts;
  }

private:
  void add(unsigned From, unsigned To) {
    if (To != 0 && none_of(Edges, [&](const GCFlowGraph::Edge &E) {
          return E.From == From && E.To == To;
        }))
      Edges.push_back({From, To, 0});
  }

  void walk(std::mt19937 &Random, ArrayRef<unsigned> Bias) {
    for (unsigned Block = 0; Block < FirstExit;) {
      unsigned Total = 0, Chosen = 0;
      for (unsigned E = 0; E != Edges.size(); ++E)
        if (Edges[E].From == Block) {
          Total += Bias[E];
          if (Random() % Total < Bias[E])
            Chosen = E;
        }
      ++Edges[Chosen].Weight;
      Block = Edges[Chosen].To;
    }
  }
};

} // end namespace llvm

#endif // LLVM_UNITTESTS_ANALYSIS_RANDOMFLOWGRAPH_H
