//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedNativeEntry.h"

LLVM_MANAGED_NATIVE_ENTRY(managed_allocate, managedAllocate)
LLVM_MANAGED_NATIVE_ENTRY(managed_poll, managedPoll)
