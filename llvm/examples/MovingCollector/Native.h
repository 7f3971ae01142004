//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The native side of Program.ll and NullChecks.ll.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MOVINGCOLLECTOR_NATIVE_H
#define LLVM_EXAMPLES_MOVINGCOLLECTOR_NATIVE_H

#include <cstdint>

// The entries that managed code calls. They are not to be called from C++.
extern "C" void gc_allocate(void);
extern "C" void gc_poll(void);

/// Calls \p Main with \p N, collecting at every safepoint, and prints what it
/// returns, and how many implicit null checks failed. Returns the exit code of
/// a process.
int runManaged(int64_t (*Main)(int64_t), int64_t N);

#endif // LLVM_EXAMPLES_MOVINGCOLLECTOR_NATIVE_H
