//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls methods of variables directly.
///
/// A virtual call of an object that is a variable, or a part of one, reaches
/// the method of the variable's class. So the slot that such a call loads is
/// the method, wherever inlining has shown which variable it is
/// (llvm/Analysis/ObjectVTables.h says which classes clang knows). If a select
/// or a phi chooses from variables, another one chooses from their methods. The
/// offset of a virtual base class, which is in the vtable too, is known as
/// well. The address of the vtable is not known by that: another linkage unit
/// may have made the object with its own copy of the vtable.
///
/// The call stays virtual unless all copies of the method, which other linkage
/// units may have, do the same, and if the program would need a symbol for it
/// that it did not need.
///
/// The pass does nothing without the module flag StrictVTablePointers, and only
/// looks at vtable pointers that are loaded with !invariant.group.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_FOLDOBJECTMETHODS_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_FOLDOBJECTMETHODS_H

#include "llvm/IR/PassManager.h"

namespace llvm {

class Function;

class FoldObjectMethodsPass : public PassInfoMixin<FoldObjectMethodsPass> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
};

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_FOLDOBJECTMETHODS_H
