//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the programs here are written in: C whose references are pointers of
/// address space 1, to objects of a word of the collector's, references, and
/// then integers. `scripts/bench stackmaps` gives their functions a GC
/// strategy.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_BENCHMARKS_MANAGEDCODE_MANAGED_H
#define LLVM_BENCHMARKS_MANAGEDCODE_MANAGED_H

#define MANAGED __attribute__((address_space(1)))
#define NOINLINE __attribute__((noinline))
/// A function whose references are never null and to objects of at least three
/// words behind the header. `scripts/bench speculation` says so to optimizers.
#define OBJECTS __attribute__((nonnull))

/// A new object, of zeroes. A safepoint.
extern void MANAGED *managed_allocate(unsigned NumRefs, unsigned NumInts);
/// A safepoint, for loops that may take long.
extern void managed_poll(void);

/// What each program defines: some work, and a number that tells whether it was
/// done right.
extern long benchmark(long Size);

#endif // LLVM_BENCHMARKS_MANAGEDCODE_MANAGED_H
