//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A shared object with the entry that frames.h calls, and one that no other
/// image sees.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedNativeEntry.h"

void visited(void);

LLVM_MANAGED_EXPORTED_NATIVE_ENTRY(enterVisited, visited);
LLVM_MANAGED_NATIVE_ENTRY(enterPrivately, visited);

/// An exported entry with a variable of the object's own.
__thread LLVMManagedAnchor *Anchors;
LLVM_MANAGED_EXPORTED_NATIVE_ENTRY_WITH(enterWithAnother, visited, Anchors);
