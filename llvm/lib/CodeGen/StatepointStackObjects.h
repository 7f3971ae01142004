//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The references in stack objects that a statepoint lists.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTSTACKOBJECTS_H
#define LLVM_LIB_CODEGEN_STATEPOINTSTACKOBJECTS_H

namespace llvm {

class MachineInstr;

/// Lists each reference in the stack objects of \p Statepoint, where only the
/// beginning of each object was listed, if its function has a stack map of
/// version 4. It has to be called while the objects still are those of the
/// function's allocas, which is until slots are merged. Objects in which no
/// reference is known are diagnosed. Other instructions are left alone.
void listReferencesInStackObjects(MachineInstr &Statepoint);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTSTACKOBJECTS_H
