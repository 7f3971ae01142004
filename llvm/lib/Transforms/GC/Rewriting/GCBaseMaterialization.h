//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes the bases of references available as values. Most are already; for a
/// choice whose alternatives point into different objects, the same choice
/// between the bases is inserted in front of it
/// (\ref llvm/Analysis/GCBasePointers.h).
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_REWRITING_GCBASEMATERIALIZATION_H
#define LLVM_LIB_TRANSFORMS_GC_REWRITING_GCBASEMATERIALIZATION_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/BasicBlock.h"

namespace llvm {

class GCBasePointers;
struct GCBase;
class Instruction;
class Value;

class GCBaseMaterializer {
  GCBasePointers &Bases;
  /// What was inserted for each choice, and that alone.
  DenseMap<Value *, Instruction *> Mirrors;
  DenseSet<const Value *> Inserted;
  /// The choices whose mirrors do not choose between bases yet.
  SmallVector<Instruction *, 8> Pending;
  SmallSetVector<const Instruction *, 1> Unknown;

  Value *getValue(const GCBase &Base);
  Value *getInput(Value *Input, BasicBlock::iterator Place);
  void complete(Instruction &Choice);

public:
  explicit GCBaseMaterializer(GCBasePointers &Bases) : Bases(Bases) {}

  /// Returns the base of \p V, a reference or a constant of such a type, which
  /// is available wherever \p V is. Inserts each mirror once, with the metadata
  /// "is_base_value"; takes time linear in the operands of what is inserted.
  Value *get(Value *V);

  /// Returns true if \p V was inserted here.
  bool isInserted(const Value *V) const { return Inserted.contains(V); }

  /// The bases that were asked for and of which nothing is known. They have to
  /// be reported.
  ArrayRef<const Instruction *> unknown() const {
    return Unknown.getArrayRef();
  }
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_REWRITING_GCBASEMATERIALIZATION_H
