//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The stack maps of a link graph: what keeps them alive, and where they are.
///
//===----------------------------------------------------------------------===//

#ifndef LIB_EXECUTIONENGINE_ORC_STACKMAPGRAPH_H
#define LIB_EXECUTIONENGINE_ORC_STACKMAPGRAPH_H

#include "llvm/ExecutionEngine/JITLink/JITLink.h"

namespace llvm {
namespace orc {

/// Has each block of code keep the stack map that describes it, so that both
/// live and die together. Checks that the index refers to code and to maps of
/// this graph and to nothing else; what the maps say is checked by whoever
/// registers them. To be run before blocks are pruned or split.
Error attachStackMaps(jitlink::LinkGraph &G);

/// Checks that the code that is left is as it was described. To be run when
/// blocks are not changed any more.
Error checkStackMaps(jitlink::LinkGraph &G);

struct StackMapRanges {
  ExecutorAddrRange Index;
  ExecutorAddrRange Map;

  bool empty() const { return Index.empty(); }
};

/// Where the stack map of \p G is, once addresses are known.
StackMapRanges getStackMapRanges(jitlink::LinkGraph &G);

/// Where the code of \p G is, then: one range for each kind of memory that can
/// be executed and stays. Nothing else of \p G is in between.
SmallVector<ExecutorAddrRange, 1> getCodeRanges(const jitlink::LinkGraph &G);

} // end namespace orc
} // end namespace llvm

#endif // LIB_EXECUTIONENGINE_ORC_STACKMAPGRAPH_H
