//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The classes of the objects that a variable consists of.
///
/// The metadata "object_vtables" of a global variable, or of its declaration,
/// has three operands for each vtable pointer in it:
///
///     @variable = external global %struct.C, !object_vtables !0
///     !0 = !{i64 0, ptr @_ZTV1C, i64 16}
///
/// That is the offset of the vtable pointer, the vtable of the class, and the
/// offset of the address point in that. All are in bytes. The promise is about
/// classes, not about addresses: where a method is called through that vtable
/// pointer, or an offset of a base class is loaded, the object there has the
/// vtable, or another linkage unit's copy of it. Nothing is promised where the
/// pointer is loaded otherwise: the object may not exist yet. No other object
/// may begin in the memory of the variable, so the promise also holds where the
/// optimizer has found its address by a comparison.
///
/// The metadata does not keep the vtable. Its operand is null when that is
/// gone.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_OBJECTVTABLES_H
#define LLVM_ANALYSIS_OBJECTVTABLES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace llvm {

class GlobalVariable;

struct ObjectVTable {
  /// Of the vtable pointer in the variable.
  uint64_t Offset;
  GlobalVariable *VTable;
  /// Of the address point in the vtable.
  uint64_t AddressPoint;
};

/// Replaces what \p Variable has by \p VTables, which may be empty.
void setObjectVTables(GlobalVariable &Variable, ArrayRef<ObjectVTable> VTables);

/// \returns what is known of \p Variable. Malformed metadata says nothing.
SmallVector<ObjectVTable, 2> getObjectVTables(const GlobalVariable &Variable);

/// \returns what is known of the vtable pointer at \p Offset in \p Variable.
std::optional<ObjectVTable> findObjectVTable(const GlobalVariable &Variable,
                                             uint64_t Offset);

} // namespace llvm

#endif // LLVM_ANALYSIS_OBJECTVTABLES_H
