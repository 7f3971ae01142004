//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The lock that excludes writers of the registries from each other, and how
/// the library survives fork().
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_WRITERLOCK_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_WRITERLOCK_H

#include "Visibility.h"

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// Keeps out all who change an index or release what readers may have, in the
/// order that fork() needs.
class WriterLock {
public:
  WriterLock();
  ~WriterLock();
  WriterLock(const WriterLock &) = delete;
  WriterLock &operator=(const WriterLock &) = delete;
};

/// Has the library work in processes that are forked from here on.
void prepareForFork();

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_WRITERLOCK_H
