//===- GuardedDevirtualization.h - Ask for the vtable ----------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls methods directly if an object has the vtable that it likely has.
///
/// A virtual call is an assumed type test of a vtable pointer and a call of
/// what is loaded from there. Its candidates are the methods that the vtables
/// of the module that pass the test have in the slot. They say what objects
/// there can be if the test is for a type that no other module knows; then it
/// is called closed. Otherwise they are a guess.
///
/// A call with one candidate, or with two, becomes
///
///     if (vtable == the first one's) first();
///     else if (vtable == the second one's) second();
///     else call what is in the slot;
///
/// where the last way is left out if the type is closed. A method that is in
/// several vtables is compared instead of the vtable.
///
/// This runs twice: first (guarded-devirtualization<early>) before inlining, so
/// that small methods are inlined, and what they do is seen by what is
/// optimized next. That pays with -fstrict-vtable-pointers, which lets the
/// comparisons of several calls of one object become one and leave loops. So
/// the pass does nothing in modules without the flag StrictVTablePointers.
/// Guesses about functions that other modules have too, such as those in
/// headers, wait for the second run: most have been inlined then, into
/// something of this module.
///
/// What it costs: a comparison and a branch for each candidate, and the code of
/// a direct call. With more than two candidates none is likely. No call is
/// guarded in functions that are optimized for size, and in cold ones; methods
/// are inlined into guarded calls if they are small (-guarded-inline-threshold)
/// or the call is in a loop.
///
/// Vtables of base classes count as long as nothing is assumed to have them and
/// derived classes have some in the module: they are most often there for the
/// constructors of derived classes. This is a guess too, and not made for
/// closed types.
///
/// The last run drops all type tests. Remarks: -Rpass=guarded-devirtualization
/// and -Rpass-missed=guarded-devirtualization name methods and reasons.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_IPO_GUARDEDDEVIRTUALIZATION_H
#define LLVM_TRANSFORMS_IPO_GUARDEDDEVIRTUALIZATION_H

#include "llvm/IR/PassManager.h"

namespace llvm {

class Module;

class GuardedDevirtualizationPass
    : public PassInfoMixin<GuardedDevirtualizationPass> {
public:
  explicit GuardedDevirtualizationPass(bool IsLast = true) : IsLast(IsLast) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
  void printPipeline(raw_ostream &OS,
                     function_ref<StringRef(StringRef)> MapClassName2PassName);

private:
  bool IsLast;
};

} // namespace llvm

#endif // LLVM_TRANSFORMS_IPO_GUARDEDDEVIRTUALIZATION_H
