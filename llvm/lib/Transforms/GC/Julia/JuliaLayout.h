//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the runtime of Julia has what the code accesses: fields of the task
/// and of the thread's state, and the pools that small objects come from.
///
/// What is built in is the layout of Julia 1.14 for 64-bit targets. A module
/// for another one says so in named metadata:
///
///   !julia.gc_layout = !{!0, !1}
///   !0 = !{!"ptls.gc_state", i32 25}
///   !1 = !{!"ptls.pools", i32 336}
///
///   !julia.gc_pools = !{!2}
///   !2 = !{i32 16, i32 1000}  ; bytes of an object, offset in ptls
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_JULIA_JULIALAYOUT_H
#define LLVM_LIB_TRANSFORMS_GC_JULIA_JULIALAYOUT_H

#include <cstdint>
#include <optional>

namespace llvm {

class Module;

enum class JuliaField : uint8_t {
  /// "task.ptls": the state of the thread, from the start of a task.
  TaskThread,
  /// "ptls.safepoint": the address that is read by a poll.
  ThreadSafepoint,
  /// "ptls.gc_state": a byte that says whether a collector has to wait.
  ThreadState,
  /// "ptls.pools": the first of the pools.
  ThreadPools,
};

/// Returns the offset of \p Field in bytes.
uint32_t getJuliaOffset(const Module &M, JuliaField Field);

struct JuliaPool {
  /// Of an object, with the word in front of it.
  uint64_t Bytes;
  /// In the thread's state.
  uint64_t Offset;
};

/// Returns the smallest pool for objects of \p Bytes, which include the word in
/// front, or nothing if they are too large for all, or the layout of the target
/// is not known.
std::optional<JuliaPool> findJuliaPool(const Module &M, uint64_t Bytes);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_JULIA_JULIALAYOUT_H
