//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps the vtables of named objects until the last search for virtual calls.
///
/// Metadata says which vtables such objects have
/// (llvm/Analysis/ObjectVTables.h), and does not keep them. Nothing else may
/// use a vtable that another file defines, so it would be gone before inlining
/// shows on which object a call is made. And the pass manager that inlines,
/// bottom-up in the call graph, has to know before what a function may call: a
/// function pass may only call functions that its function refers to, also by
/// variables.
///
/// So keep-object-vtables makes functions refer to the vtables of the objects
/// that they name, by
///
///     call void @llvm.var.annotation(ptr @_ZTV1C, ptr null, ptr null, i32 0,
///                                    ptr null)
///
/// which means nothing else. release-object-vtables removes these calls. There
/// is none for a vtable that only has forwarders (trim-devirtualization), which
/// tell nothing.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_KEEPOBJECTVTABLES_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_KEEPOBJECTVTABLES_H

#include "llvm/IR/PassManager.h"

namespace llvm {

class Function;
class GlobalVariable;
class Instruction;
class Module;

class KeepObjectVTablesPass : public PassInfoMixin<KeepObjectVTablesPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
};

class ReleaseObjectVTablesPass
    : public PassInfoMixin<ReleaseObjectVTablesPass> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// \returns the vtable that \p I keeps if keep-object-vtables has made it; null
/// otherwise.
const GlobalVariable *getKeptVTable(const Instruction &I);

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_KEEPOBJECTVTABLES_H
