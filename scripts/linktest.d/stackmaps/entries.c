//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The entry that first.ll and second.ll call, in the same image as they are.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedNativeEntry.h"

LLVM_MANAGED_NATIVE_ENTRY(linktest_poll, linktestPoll);
