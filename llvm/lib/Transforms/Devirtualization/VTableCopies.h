//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies of vtables that another module defines (available_externally).
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_VTABLECOPIES_H
#define LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_VTABLECOPIES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace llvm {

class ConstantArray;
class Function;
class GlobalValue;
class GlobalVariable;
class LoadInst;

/// \returns whether \p F is in a slot that has no method: no call of a complete
/// object reaches it.
bool isNoMethod(const Function &F);

/// \returns whether \p GV has an initializer and is a vtable: it has types, or
/// the name that the Itanium ABI gives vtables.
bool isVTable(const GlobalVariable &GV);

/// \returns whether \p GV is the copy of a vtable whose types are known.
bool isVTableCopy(const GlobalVariable &GV);

/// \returns whether another linkage unit has \p GV, or may have it: it is
/// declared here, or a copy, but not of a vtable that was split off.
bool isFromOtherUnit(const GlobalValue &GV);

/// \returns whether \p Load, of a vtable pointer, serves typeid: a pointer is
/// loaded from in front of the address point.
bool isForTypeInfo(const LoadInst &Load);

/// The slots that a vtable pointer points to, and what is in front of them.
struct VTableSlots {
  ConstantArray *Slots;
  /// From the beginning of all tables of an object, in bytes.
  uint64_t Offset;
  /// The same, from the types or from constant expressions that point there;
  /// none if that is not known.
  std::optional<uint64_t> AddressPoint;
};

/// \returns the tables in \p VTable, which has an initializer.
SmallVector<VTableSlots, 2> getVTableSlots(const GlobalVariable &VTable);

/// Replaces each method in \p VTable by what \p Replace returns for it and its
/// offset from the address point in bytes, if that is known.
void replaceSlots(
    GlobalVariable &VTable,
    function_ref<Function *(Function &, std::optional<int64_t>)> Replace);

} // namespace llvm

#endif // LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_VTABLECOPIES_H
