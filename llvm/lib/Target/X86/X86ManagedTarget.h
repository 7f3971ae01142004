//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The X86 code generator's part in the description of managed targets; see
/// llvm/TargetParser/ManagedTargetInfo.h.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TARGET_X86_X86MANAGEDTARGET_H
#define LLVM_LIB_TARGET_X86_X86MANAGEDTARGET_H

#include "llvm/MC/MCInst.h"

namespace llvm {

class AsmPrinter;
class MachineOperand;

/// Registers the hooks that look at machine instructions.
void registerX86ManagedTarget();

/// \returns the load that is a poll by page: from \p Page, or from where the
/// register \p Page points to. The runtime knows it by its bytes.
MCInst createX86PagePoll(const MachineOperand &Page, AsmPrinter &Printer);

} // namespace llvm

#endif // LLVM_LIB_TARGET_X86_X86MANAGEDTARGET_H
