//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells callers the vtable pointers of objects that functions return, and
/// functions those of objects that all callers pass, where the functions are
/// not inlined.
///
/// What is loaded from a pointer as part of its invariant group is the same
/// wherever it is loaded. So if a function returns pointers that are null or of
/// which a vtable pointer was stored or is assumed, that is what callers load
/// from what it returns; and what all callers know of an argument is what a
/// function loads from it that nobody else can call. Nothing is loaded or
/// assumed where it was not: pointers may be returned and passed when the
/// object is gone.
///
/// What is returned by functions that may be replaced when the program is
/// linked is not known. Of what several functions return or pass, that is known
/// which is known of each.
///
/// Does nothing in modules without the flag StrictVTablePointers.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_PROPAGATEVTABLEPOINTERS_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_PROPAGATEVTABLEPOINTERS_H

#include "llvm/IR/PassManager.h"

namespace llvm {

class Module;

class PropagateVTablePointersPass
    : public PassInfoMixin<PropagateVTablePointersPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
};

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_PROPAGATEVTABLEPOINTERS_H
