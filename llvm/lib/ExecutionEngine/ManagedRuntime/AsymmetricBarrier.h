//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A memory barrier that costs the side which is executed often nothing.
///
/// A thread that becomes managed stores its state and then loads its poll word;
/// who stops it stores the poll word and then loads the state. One of them has
/// to see what the other stored. On AArch64 both sides use store-release and
/// load-acquire instructions, which are not reordered with each other. On
/// x86-64 a load may be executed before an earlier store is visible; instead of
/// a fence in each thread, who stops them makes all processors that run threads
/// of the process execute one.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_ASYMMETRICBARRIER_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_ASYMMETRICBARRIER_H

#include "Visibility.h"
#include <stdint.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// How all processors are made to execute a barrier.
enum class BarrierKind : uint32_t {
  /// Not known yet.
  Unknown,
  /// The architecture needs none.
  NotNeeded,
  /// membarrier(2).
  Membarrier,
  /// A page that was written loses the permission: the processors that may have
  /// it in their TLBs are interrupted.
  Protection,
  /// The kernel refuses both.
  Unavailable
};

/// Finds out which kind there is, unless that is known. Returns whether there
/// is any.
bool prepareBarrier();

/// For tests: as if the kernel had refused all kinds before \p Kind.
bool prepareBarrierFrom(BarrierKind Kind);

/// What was stored before this call is visible to each thread's loads from here
/// on, and what they stored before is visible to the caller's. Returns whether
/// the kernel has done it. Callers exclude each other.
bool executeBarrier();

/// For a process that was forked.
void prepareBarrierInChild();

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_ASYMMETRICBARRIER_H
