//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Drops what virtual calls will not be devirtualized with, before it is
/// optimized.
///
/// Copies of vtables that other modules define (available_externally) tell
/// which methods virtual calls may call. Clang emits all inline methods that
/// they name, and most of these are of no use. A virtual call has tested its
/// vtable pointer for a type (llvm.type.test), and loads at a constant offset
/// from it. A call through a pointer to a member loads from an offset that is
/// only known if the module makes pointers to virtual members. A method whose
/// slots no call loads from is gone; in the copies, a function stands for it
/// that calls what is in that slot of the vtable (VTableForwarders.h), since a
/// slot may be loaded from in other ways, or as that of another class where
/// that cannot happen. That is only declared, so that no pass looks at it:
/// lower-vtable-forwarders, which has to be run when calls have been found,
/// gives it a body if anything uses it. Virtual calls that read nothing, as far
/// as the program says, read memory then: what they call loads from the object.
/// The same becomes of methods that would add more than -trim-method-size
/// instructions to the module, with what they alone call. None of this is done
/// in modules that make pointers to virtual members (the flag
/// VirtualMemberPointers) or call llvm.type.checked.load.
///
/// What is assumed of the vtable pointers of objects tells nothing if no
/// virtual call tests for their types. Assumptions stay where something else
/// looks at vtable pointers: loads as part of an invariant group that are not
/// tested, and functions that cast (FoldDynamicCasts.h).
///
/// To be run before other passes change how slots are loaded from, and not in
/// front of link time optimization, which brings more calls and vtables. Does
/// nothing in modules without the flag StrictVTablePointers.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_TRIMDEVIRTUALIZATION_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_TRIMDEVIRTUALIZATION_H

#include "llvm/IR/PassManager.h"

namespace llvm {

class Module;

class TrimDevirtualizationPass
    : public PassInfoMixin<TrimDevirtualizationPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
};

/// Defines those of the functions above that are used, and inlines them.
class LowerVTableForwardersPass
    : public PassInfoMixin<LowerVTableForwardersPass> {
public:
  /// With \p All, those are defined too that only copies of vtables use:
  /// link-time optimization would look for them in other modules.
  explicit LowerVTableForwardersPass(bool All = false) : All(All) {}

  void printPipeline(raw_ostream &OS,
                     function_ref<StringRef(StringRef)> MapClassName2PassName);
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  bool All;
};

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_TRIMDEVIRTUALIZATION_H
