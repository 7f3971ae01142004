//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Vtables in modules that are split for ThinLTO.
///
/// A module with type metadata is split (-fsplit-lto-unit, which
/// -fwhole-program-vtables implies): what has types, such as the vtables, moves
/// to a part that full LTO links, and ThinLTO optimizes the other part, which
/// has the functions. These would be optimized without knowing any vtable.
///
/// So the other part keeps copies of its vtables (available_externally), with
/// their types. They have the attribute "managed-split-vtable", since they
/// differ from other such copies: the vtable itself is in the same linkage
/// unit.
///
/// No other module can have vtables of a type whose identifier is distinct
/// metadata. Such types get names when a module is split. So the named metadata
/// "managed.closed_types" lists the names, with the number of vtables:
///
///     !managed.closed_types = !{!0}
///     !0 = !{!"1$3e7a", i64 2}
///
/// Functions that the linker imports do not bring the list along.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_UTILS_SPLITVTABLES_H
#define LLVM_TRANSFORMS_UTILS_SPLITVTABLES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace llvm {

class GlobalValue;
class GlobalVariable;
class Metadata;
class Module;

/// \returns whether \p M asks for devirtualization: whether the module flag
/// "managed-devirtualize" is not zero.
bool isDevirtualized(const Module &M);

/// Makes \p VTable, a copy, the declaration of a variable that is not known to
/// be a vtable.
void makeDeclaration(GlobalVariable &VTable);

/// Makes copies of the vtables in \p M, where they are in the module that is
/// split, if \p M asks for devirtualization. To be called when the other part
/// has them. Types that had no name have one that is a number and \p ModuleId.
void keepSplitVTables(Module &M, StringRef ModuleId);

/// Makes declarations of all such copies in \p M. To be called where code loads
/// from next to a vtable: whole-program devirtualization may put values there,
/// which copies do not have.
void forgetSplitVTables(Module &M);

/// Calls \p Found with the types of "managed.closed_types" in \p M, and with
/// the number of vtables that each has. What is no such entry is ignored.
void forEachClosedType(const Module &M,
                       function_ref<void(Metadata *, uint64_t)> Found);

/// \returns whether \p GV is a copy of a vtable of the same linkage unit, made
/// by keepSplitVTables().
bool isSplitVTable(const GlobalValue &GV);

} // namespace llvm

#endif // LLVM_TRANSFORMS_UTILS_SPLITVTABLES_H
