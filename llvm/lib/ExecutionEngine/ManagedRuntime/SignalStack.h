//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The alternate signal stacks that threads are given.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_SIGNALSTACK_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_SIGNALSTACK_H

#include "Visibility.h"
#include "llvm-c/ManagedThreads.h"

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// Gives \p Thread, the current one, an alternate signal stack, if \p Options
/// want that and it has none.
LLVMManagedStatus addSignalStack(LLVMManagedThread &Thread,
                                 const LLVMManagedAttachOptions &Options);

/// Takes it away, unless somebody has replaced it, and releases it.
void removeSignalStack(LLVMManagedThread &Thread);

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_SIGNALSTACK_H
