//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The classes of objects that have a name.
///
/// The metadata "object_vtables" of a call of llvm.launder.invariant.group says
/// which vtables the object has that the result points to:
///
///     %p = call ptr @llvm.launder.invariant.group.p0(ptr @variable),
///              !object_vtables !0
///     !0 = !{i64 0, ptr @_ZTV1C, i64 16, i1 false}
///
/// It has four operands for each vtable pointer: the offset of that from the
/// result, the vtable of the class, the offset of the address point in that,
/// and whether the object has that vtable. If not, it may have another linkage
/// unit's copy. Offsets are in bytes. If the result points to a base class,
/// they may be negative.
///
/// The promise is about classes: where a method is called through that vtable
/// pointer, or an offset of a base class is loaded, the object there has the
/// vtable, or a copy. Nothing is promised where the vtable pointer is loaded
/// otherwise: the object may not exist yet. Another object may replace it, but
/// no method may then be called through this pointer. So optimizations must not
/// put the result in the place of a pointer that only equals it
/// (llvm/Analysis/InvariantGroups.h).
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

class CallBase;
class GlobalVariable;
class Value;

struct ObjectVTable {
  /// Of the vtable pointer, from the result.
  int64_t Offset;
  GlobalVariable *VTable;
  /// Of the address point in the vtable.
  uint64_t AddressPoint;
  /// Whether the object has this vtable, and no other linkage unit's copy.
  bool IsExact = false;
};

/// Replaces what \p Launder, a call of llvm.launder.invariant.group, has by
/// \p VTables, which may be empty.
void setObjectVTables(CallBase &Launder, ArrayRef<ObjectVTable> VTables);

/// \returns what is known of \p V, which may be any value. Malformed metadata
/// says nothing.
SmallVector<ObjectVTable, 2> getObjectVTables(const Value &V);

/// \returns what is known of the vtable pointer at \p Offset from \p V.
std::optional<ObjectVTable> findObjectVTable(const Value &V, int64_t Offset);

} // namespace llvm

#endif // LLVM_ANALYSIS_OBJECTVTABLES_H
