//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls methods of named objects directly.
///
/// A virtual call of an object that has a name reaches the method of the class
/// that the object was declared with. So the slot that such a call loads is the
/// method, wherever inlining has shown which object it is
/// (llvm/Analysis/ObjectVTables.h says which classes clang knows). If a select
/// or a phi chooses from objects, another one chooses from their methods. The
/// offset of a virtual base class, which is in the vtable too, is known as
/// well. The address of the vtable is not known by that: another linkage unit
/// may have made the object with its own copy of the vtable.
///
/// The call stays virtual
///
///   - if another linkage unit may have a copy of the vtable whose method does
///     something else. It is guarded: the slot is compared with the method,
///     which is called directly if they are equal;
///   - if the program would need a symbol for the method that it did not need;
///   - unless the function refers to the vtable (KeepObjectVTables.h).
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
