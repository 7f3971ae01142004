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
/// A virtual call is annotated (AnnotateVirtualCalls.h) with the type of the
/// vtable from which its callee is loaded, and with the slot. Its
/// candidates are the methods that the vtables of that type in the module have
/// in the slot. They are all there can be if no other module knows the type;
/// then it is called closed. Otherwise they are a guess.
///
/// A call with one candidate, or with two, becomes
///
///     slot = load vtable + offset
///     if (slot == the first one) first();
///     else if (slot == the second one) second();
///     else slot();
///
/// where the last way is left out if the type is closed, which may have three.
/// The vtable pointer is compared instead of the slot if one vtable has the
/// method, and no other module can have another one, or objects are assumed to
/// have that vtable and several calls depend on the pointer.
///
/// If more than three methods may be meant, there is no guess, unless the
/// vtable pointer is known on some path; then it is that vtable's. A method is
/// not guessed to call itself on another object, if it is the only one: most
/// likely it wraps objects of classes that are elsewhere. Not counted in
/// guesses are
///
///   - vtables of base classes, as long as nothing is assumed to have them and
///     derived classes have some in the module: they are most often there for
///     the constructors of derived classes;
///   - methods that are known from copies of vtables (available_externally)
///     alone, unless they are small functions that need nothing else: a program
///     whose objects these are need not export them.
///
/// This runs twice: first (guarded-devirtualization<early>) before inlining, so
/// that small methods are inlined, and what they do is seen by what is
/// optimized next. That pays with -fstrict-vtable-pointers, which lets the
/// comparisons of several calls of one object become one and leave loops. So
/// the pass does nothing in modules without the flag StrictVTablePointers.
/// Guesses about functions that other modules have too, such as those in
/// headers, wait for the second run: most have been inlined then, into
/// something of this module. Calls of what is chosen from up to three
/// functions, or from the methods of such vtables, become direct ones then,
/// with no guess. What is guarded in the second run is inlined by the pass
/// itself. Functions in which a call in a loop changed are marked for
/// simplification (SimplifyMarked.h), until they have -guarded-rerun-limit
/// percent of the module's instructions.
///
/// The cost rule: a guard is made if a method has at most -guarded-method-size
/// instructions, where a call counts as -guarded-call-size, so that it is
/// expected to be inlined, or if the vtable pointer serves a call with such a
/// guard too, so that comparisons merge. It gains as much as its call is
/// executed, by the profile or the nest of loops, times -guarded-inline-gain if
/// a method is inlined. It costs the comparison, the branches, and what is
/// inlined or called. Guards with the most gain for their cost are made until
/// they have cost -guarded-growth percent of the module's instructions, or
/// -guarded-growth-floor instructions if that is more; in the second run
/// -guarded-late-growth percent, which is none unless asked for. Guarded calls
/// have inline thresholds of their own.
///
/// Behind inlining, all other calls call a function that has the guard, which
/// is less code than the virtual call, in two or three instructions more; it is
/// made for x86 and AArch64, and compares the vtable pointer if the module has
/// one vtable with the method (-guarded-share=false leaves these calls alone).
/// Of two methods it asks for if it can compare the vtable pointer with both,
/// or if only copies of vtables have one of them; then for the other. A method
/// of up to three instructions is part of it, and if one call has it, it is
/// part of the caller: a function takes more to compile than what it has.
///
/// Full LTO runs it around its inliner, on what whole-program devirtualization
/// has left. Most functions are in no other module then.
///
/// No call is guarded in functions that are optimized for size, and in cold
/// ones. Where a type is closed and has one vtable, the first run leaves the
/// assumption that the object has that vtable, for calls that are written with
/// a base class and for functions that are inlined later.
///
/// The last run drops the annotations. Remarks: -Rpass=guarded-devirtualization
/// and -Rpass-missed=guarded-devirtualization name methods and reasons.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_GUARDEDDEVIRTUALIZATION_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_GUARDEDDEVIRTUALIZATION_H

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

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_GUARDEDDEVIRTUALIZATION_H
