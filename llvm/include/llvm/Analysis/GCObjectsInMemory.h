//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// References that are accessed in stack objects through an address in memory.
///
/// The type of a stack object says where its references are, or else the
/// accesses do. These are found by following the address, which ends where it
/// is stored. A front end that keeps its variables in memory stores addresses
/// everywhere:
///
///   %object = alloca [16 x i8]             ; holds a reference,
///   store ptr %object, ptr %variable
///   %address = load ptr, ptr %variable
///   store ptr addrspace(1) %r, ptr %address  ; because of this
///
/// That goes for arrays of bytes, numbers or raw pointers: other types say what
/// they hold. Variables that are loaded and stored as a whole can become
/// values. Where an address is in other memory, an access through it is found
/// if what is loaded may be what was stored to the same object. Addresses that
/// are stored to one object and loaded from another, by whatever way they got
/// there, are not found.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCOBJECTSINMEMORY_H
#define LLVM_ANALYSIS_GCOBJECTSINMEMORY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include <cstdint>
#include <optional>

namespace llvm {

class AllocaInst;
class Function;
class GCPointers;
class Instruction;
class LoadInst;
class Use;
class Value;

class GCObjectsInMemory {
public:
  /// A reference is loaded or stored in an object by way of other memory.
  struct Access {
    const AllocaInst *Object;
    const Instruction *At;
  };

private:
  /// Where a pointer is loaded: the constant distance from the object.
  struct Load {
    const LoadInst *At;
    std::optional<int64_t> Offset;
  };

  const GCPointers &Pointers;
  SmallSetVector<const AllocaInst *, 8> Variables;
  SmallVector<Access, 4> Accesses;
  DenseMap<const Value *, SmallVector<Load, 2>> LoadsOf;

  class Follower;

public:
  /// Finds those of \p F, in time linear in its instructions and, for each
  /// object with bytes and without references, in what its address gets to.
  LLVM_ABI GCObjectsInMemory(const Function &F, const GCPointers &Pointers);

  /// The variables with addresses through which references are accessed, all
  /// of which are isWholeVariable(), in the order in which they are found.
  ArrayRef<const AllocaInst *> variables() const {
    return Variables.getArrayRef();
  }

  /// The accesses through other memory, an object at a time.
  ArrayRef<Access> accesses() const { return Accesses; }
};

} // end namespace llvm

#endif // LLVM_ANALYSIS_GCOBJECTSINMEMORY_H
