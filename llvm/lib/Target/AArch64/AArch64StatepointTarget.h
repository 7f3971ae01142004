//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Hardens statepoints whose callee is in a register.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TARGET_AARCH64_AARCH64STATEPOINTTARGET_H
#define LLVM_LIB_TARGET_AARCH64_AARCH64STATEPOINTTARGET_H

#include "llvm/CodeGen/StatepointTarget.h"

namespace llvm {

class StringRef;

/// Keeps the callee of \p MI, a STATEPOINT before register allocation, out of
/// registers for which there is no thunk, if the function calls through these.
void prepareStatepointTarget(MachineInstr &MI);

/// Makes \p MI, an indirect statepoint after register allocation, call the
/// thunk
/// \p Name, which goes on to what is in the register of the callee.
void callThunkFromStatepoint(MachineInstr &MI, StringRef Name);

} // end namespace llvm

#endif // LLVM_LIB_TARGET_AARCH64_AARCH64STATEPOINTTARGET_H
