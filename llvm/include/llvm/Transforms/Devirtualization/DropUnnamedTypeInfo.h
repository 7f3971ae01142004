//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps typeid from naming type_info objects that nothing else names.
///
/// typeid of an object loads the address of the type_info object from the
/// vtable, so the program needs no symbol of it: it may be hidden in another
/// linkage unit, although the vtable is not. If the module has a copy of the
/// vtable (available_externally), the load would become the symbol. This pass
/// makes declarations of such copies in modules that load type_info objects.
///
/// The pass must run before the vtable pointers of objects are known. After the
/// modules of a program are linked it must run again: a module may have brought
/// the copy, and another one the load.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_DROPUNNAMEDTYPEINFO_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_DROPUNNAMEDTYPEINFO_H

#include "llvm/IR/PassManager.h"

namespace llvm {

class Module;

class DropUnnamedTypeInfoPass : public PassInfoMixin<DropUnnamedTypeInfoPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_DROPUNNAMEDTYPEINFO_H
