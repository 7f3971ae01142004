//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a module's vtables say of the methods that a virtual call may be of.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_VTABLEHIERARCHY_H
#define LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_VTABLEHIERARCHY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Metadata.h"
#include <cstdint>

namespace llvm {

class Function;
class GlobalValue;
class GlobalVariable;
class Module;

/// Where the vtable pointer of an object of some class points to.
struct VTableAddressPoint {
  GlobalVariable *VTable;
  /// In bytes.
  uint64_t Offset;

  bool operator==(const VTableAddressPoint &Other) const {
    return VTable == Other.VTable && Offset == Other.Offset;
  }
};

/// A method that may be in a slot, with the vtables that have it there.
struct VirtualMethod {
  Function *Method;
  SmallVector<VTableAddressPoint, 2> Points;
};

/// The vtables of a module, by the type identifiers that they pass tests for.
class VTableHierarchy {
public:
  explicit VTableHierarchy(Module &M);

  /// \returns whether no other module can have vtables of \p Type, and this
  /// one has all.
  bool isClosed(Metadata *Type) const {
    return isOwnType(Type) || Closed.contains(Type);
  }

  /// \returns whether \p Type has no name that another module could know.
  static bool isOwnType(const Metadata *Type) { return isa<MDNode>(Type); }

  /// \returns the candidates of a call that has tested the vtable pointer for
  /// \p Type, and loads from \p Offset bytes after it. They are complete if
  /// the type is closed, and a guess otherwise. None if something there is not
  /// a method.
  SmallVector<VirtualMethod, 2> getMethods(Metadata *Type,
                                           uint64_t Offset) const;

  /// \returns whether a guess may name \p Method without making the module need
  /// a symbol that it did not need: objects may be of a program whose functions
  /// only their vtables tell. What is said of a method is remembered.
  bool mayName(const Function &Method);

  /// The same, which is found each time.
  static bool needsNothingNew(const Function &Method);

  /// \returns whether a copy of \p Method may behave otherwise than the method
  /// that an object's vtable has: other linkage units may have copies of the
  /// static variables that it uses. Also true if that is not known.
  bool hasOwnState(const Function &Method);

  /// The same, which is found each time.
  static bool usesOwnState(const Function &Method);

  /// \returns whether it is certain that something which is emitted names \p
  /// GV.
  static bool isUsed(const GlobalValue &GV);

  /// \returns whether it is certain that nothing which is emitted names \p GV.
  static bool isUnused(const GlobalValue &GV);

  /// \returns whether objects in this module are assumed to have \p VTable.
  bool isAssumed(const GlobalVariable *VTable) const {
    return Assumed.contains(VTable);
  }

private:
  bool isLikelyBase(const VTableAddressPoint &Point,
                    ArrayRef<VTableAddressPoint> Points) const;
  Module &M;
  DenseMap<Metadata *, SmallVector<VTableAddressPoint, 4>> VTables;
  DenseMap<const GlobalVariable *, SmallPtrSet<Metadata *, 4>> Types;
  SmallPtrSet<const GlobalVariable *, 16> Assumed;
  /// What has got a name, but has all of its vtables here.
  SmallPtrSet<Metadata *, 4> Closed;
  DenseMap<const Function *, bool> Nameable, HasState;
};

} // namespace llvm

#endif // LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_VTABLEHIERARCHY_H
