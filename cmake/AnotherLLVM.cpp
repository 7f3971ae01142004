//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes a link fail in which an object that was compiled with the headers of
/// another LLVM meets the archives of an installed prefix. Such an object needs
/// one of the first two symbols, so that the linker takes this member, in which
/// a section that it must keep refers to a symbol that nothing defines.
///
//===----------------------------------------------------------------------===//

#include "llvm/Config/managed-llvm.h"

#define MANAGED_LLVM_CONCAT2(A, B) A##B
#define MANAGED_LLVM_CONCAT(A, B) MANAGED_LLVM_CONCAT2(A, B)
#define MANAGED_LLVM_ANOTHER                                                   \
  MANAGED_LLVM_CONCAT(ObjectOfAnotherLLVMInAProgramThat, MANAGED_LLVM_ABI)

namespace llvm {
extern int DisableABIBreakingChecks;
extern int EnableABIBreakingChecks;
int DisableABIBreakingChecks = 0;
int EnableABIBreakingChecks = 0;

extern int MANAGED_LLVM_ANOTHER;
__attribute__((used, retain)) static int *Refused = &MANAGED_LLVM_ANOTHER;
} // namespace llvm
