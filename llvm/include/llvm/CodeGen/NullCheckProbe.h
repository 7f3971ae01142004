//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What tells the access of a null check's probe from others.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_NULLCHECKPROBE_H
#define LLVM_CODEGEN_NULLCHECKPROBE_H

namespace llvm {

class MachineMemOperand;

/// \returns whether \p MMO is the access of a probe, a load for a null check
/// that may find no other access (llvm/CodeGen/ImplicitNullChecks.h).  It may
/// be deleted, so nothing else is to become a part of it.
bool isAccessOfProbe(const MachineMemOperand &MMO);

} // namespace llvm

#endif // LLVM_CODEGEN_NULLCHECKPROBE_H
