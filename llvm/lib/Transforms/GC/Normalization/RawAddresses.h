//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What may hold the address of an object and is no reference, through the
/// memory of a front end that keeps its variables there. More than RawValues
/// are: integers that only become numbers count, too.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_RAWADDRESSES_H
#define LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_RAWADDRESSES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {

class AllocaInst;
class Function;
class GCPointers;
class Instruction;
class Use;
class Value;

class RawAddresses {
  SmallPtrSet<const Value *, 16> Values;
  SmallSetVector<const AllocaInst *, 8> Variables, Objects;

public:
  /// Finds those of \p F. Takes time linear in the uses of what it finds.
  RawAddresses(const Function &F, const GCPointers &References);

  bool contains(const Value &V) const { return Values.contains(&V); }
  /// The variables that are assigned some, all of which are isWholeVariable().
  ArrayRef<const AllocaInst *> variables() const {
    return Variables.getArrayRef();
  }
  /// The other stack objects that some are stored to.
  ArrayRef<const AllocaInst *> objects() const { return Objects.getArrayRef(); }
};

/// Whether \p I passes on the address that its operand \p U holds.
bool passesRawAddress(const Instruction &I, const Use &U);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_RAWADDRESSES_H
