//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fault maps (docs/FaultMaps.md) in link graphs.
///
/// Nothing refers to a fault map, so JITLink would strip all of it; and if it
/// were kept as it is, its relocations would keep all code it describes. What
/// is wanted is the reverse: code keeps its entries. Blocks are what lives and
/// dies, so the entries have to be in blocks of their own for each block of
/// code:
///
/// 1. All entries of the object are read, of both versions, and checked.
/// 2. For each block of code that has entries, new blocks are made for them,
///    short and long, in sections of the graph's own. They refer to the code
///    with ordinary edges and are kept alive by it.
/// 3. The object's tables are left to be stripped.
/// 4. What is left of the new blocks is ordered like the code, so that the
///    tables ascend, as far as the order of the code is known beforehand.
///
/// Entries of version 1 become entries of version 2 this way, and the executor
/// needs to know only these.
///
//===----------------------------------------------------------------------===//

#ifndef LIB_EXECUTIONENGINE_ORC_FAULTMAPGRAPH_H
#define LIB_EXECUTIONENGINE_ORC_FAULTMAPGRAPH_H

#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include <optional>
#include <vector>

namespace llvm {
namespace orc {

/// An instruction in a link graph.
struct GraphPlace {
  jitlink::Block *Code;
  /// In bytes from the beginning of the block; within it.
  uint64_t Offset;
};

/// An entry of a fault map in a link graph.
struct GraphFault {
  GraphPlace Faulting;
  GraphPlace Handler;
  /// One of faultmap::Kind that is in use.
  uint32_t Kind;
  std::optional<uint32_t> Site;
};

/// Reads the entries of all fault maps of \p G. A table that breaks a rule is
/// an error that names the graph, the section, the offset and the rule.
Expected<std::vector<GraphFault>> readFaultMaps(jitlink::LinkGraph &G);

/// The relocations that fault maps consist of, as edges of a graph's target.
struct FaultMapEdges {
  jitlink::Edge::Kind Delta32;
  jitlink::Edge::Kind Pointer64;
};

/// Nothing if there are no fault maps for \p TT.
std::optional<FaultMapEdges> getFaultMapEdges(const Triple &TT);

/// Replaces the fault maps of \p G by blocks that live as long as the code they
/// describe. To be run before code is marked live or made external, and after
/// it was split if it is, by whatever made the graph.
Error attachFaultMaps(jitlink::LinkGraph &G);

/// Orders the blocks that attachFaultMaps() made and that are alive. To be run
/// after dead blocks were removed.
Error orderFaultMaps(jitlink::LinkGraph &G);

/// Fails if code was split since attachFaultMaps() looked at it. To be run when
/// nobody splits blocks any more.
Error checkFaultMaps(jitlink::LinkGraph &G);

/// Where these blocks are.
struct FaultMapRanges {
  ExecutorAddrRange Short;
  ExecutorAddrRange Long;

  bool empty() const { return Short.empty() && Long.empty(); }
};

/// To be called when addresses have been assigned to the blocks of \p G.
FaultMapRanges getFaultMapRanges(jitlink::LinkGraph &G);

} // end namespace orc
} // end namespace llvm

#endif // LIB_EXECUTIONENGINE_ORC_FAULTMAPGRAPH_H
