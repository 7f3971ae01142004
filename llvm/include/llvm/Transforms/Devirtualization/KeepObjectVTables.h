//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps the vtables of variables until the last search for virtual calls.
///
/// Metadata says which vtables the objects of a variable have
/// (llvm/Analysis/ObjectVTables.h), and does not keep them. Nothing else may
/// use a vtable that another file defines, so it would be gone before inlining
/// shows which variable a call is made on. keep-object-vtables lists such
/// vtables in llvm.compiler.used. release-object-vtables removes what the
/// former has listed, and nothing else.
///
/// A vtable is not kept if nothing uses the variable, or if all that it has are
/// forwarders (trim-devirtualization), which tell nothing.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_KEEPOBJECTVTABLES_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_KEEPOBJECTVTABLES_H

#include "llvm/IR/PassManager.h"

namespace llvm {

class Module;

class KeepObjectVTablesPass : public PassInfoMixin<KeepObjectVTablesPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
};

class ReleaseObjectVTablesPass
    : public PassInfoMixin<ReleaseObjectVTablesPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
};

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_KEEPOBJECTVTABLES_H
