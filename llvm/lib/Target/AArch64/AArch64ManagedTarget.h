//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The AArch64 code generator's part in the description of managed targets; see
/// llvm/TargetParser/ManagedTargetInfo.h.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TARGET_AARCH64_AARCH64MANAGEDTARGET_H
#define LLVM_LIB_TARGET_AARCH64_AARCH64MANAGEDTARGET_H

#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCRegister.h"

namespace llvm {

/// Registers the hooks that look at machine instructions.
void registerAArch64ManagedTarget();

/// \returns the load that is a poll by page, from the page at \p Address. The
/// runtime knows it by its bytes.
MCInst createAArch64PagePoll(MCRegister Address);

} // namespace llvm

#endif // LLVM_LIB_TARGET_AARCH64_AARCH64MANAGEDTARGET_H
