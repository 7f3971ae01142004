//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What must not sink below a null check.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_NULLCHECKSINKING_H
#define LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_NULLCHECKSINKING_H

namespace llvm {

class MachineInstr;

/// Whether the access that may stand in for a null check at the end of the
/// block of \p MI needs what \p MI loads, as isReadForNullCheck() says of IR.
/// \p MI is in SSA form.
bool isLoadedForNullCheck(const MachineInstr &MI);

} // namespace llvm

#endif // LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_NULLCHECKSINKING_H
