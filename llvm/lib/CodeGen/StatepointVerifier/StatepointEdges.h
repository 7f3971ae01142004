//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds edges of the control flow that are never taken, because the IR
/// branches on a constant, or a branch in front has decided the same. Selects
/// that become branches of their own leave such edges: two with one condition
/// may have chosen a base pointer and what is derived from it.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTEDGES_H
#define LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTEDGES_H

namespace llvm {

class MachineBasicBlock;

/// Whether \p From, when it branches to \p To, repeats a branch that went the
/// other way on the only path to \p From, or the code is not optimized and the
/// IR never goes there. Looks back over few blocks.
bool isNeverTaken(const MachineBasicBlock &From, const MachineBasicBlock &To);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTEDGES_H
