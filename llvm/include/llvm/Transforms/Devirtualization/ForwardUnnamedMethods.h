//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps what is known of objects from naming symbols that nothing else names.
///
/// A program that calls a method through a vtable needs no symbol of it, so
/// that the method may be hidden, or local by a version script, in another
/// linkage unit. If the vtable is known, the call would be direct, and the
/// program might not link. In copies of vtables (available_externally), this
/// pass replaces the methods that the module does not name otherwise by
/// functions which call what the vtable has (VTableForwarders.h). Where such a
/// function cannot stand for the method, the copy and what is assumed of its
/// vtable are dropped.
///
/// The same holds for the vtables. One that this module has, and would drop but
/// for assumptions, becomes a copy. If the module names one in assumptions
/// only, and something else uses it after optimization, name-own-vtables
/// replaces it by a private copy. Assumptions are dropped if the vtable has no
/// copy, or if the module asks for the type_info object of an object (typeid),
/// which the vtable names.
///
/// Methods defined in this module need no attention, unless they need symbols
/// that the module does not name otherwise, or use static variables: other
/// linkage units may have copies of these. The pass must run before
/// optimization, so that it sees all that the module names, and
/// lower-vtable-forwarders must run later.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_FORWARDUNNAMEDMETHODS_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_FORWARDUNNAMEDMETHODS_H

#include "llvm/IR/PassManager.h"

namespace llvm {

class Module;

class ForwardUnnamedMethodsPass
    : public PassInfoMixin<ForwardUnnamedMethodsPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
};

/// Replaces vtables that only assumptions named by private copies, where
/// something uses them now. To be run after all passes that use assumptions,
/// and before lower-vtable-forwarders, which defines the functions in the
/// copies, and eliminate-available-externally.
class NameOwnVTablesPass : public PassInfoMixin<NameOwnVTablesPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_FORWARDUNNAMEDMETHODS_H
