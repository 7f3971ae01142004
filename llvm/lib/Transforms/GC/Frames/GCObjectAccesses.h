//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where references are accessed in stack objects. Frames have to have a place
/// for each object before it is known where a collector has to find it, so the
/// type has to say where references are. If it does not, accesses may.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCOBJECTACCESSES_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCOBJECTACCESSES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace llvm {

class AllocaInst;
class CallBase;
class DataLayout;
class Function;
class GCPointers;
class GCRootRules;
struct GCRootStrategy;
class Instruction;
class IntrinsicInst;
class TargetLibraryInfo;
class Type;
class Use;
class Value;

/// What is done with one object, followed through everything that makes a
/// pointer of a pointer, but not through memory.
class GCObjectAccesses {
public:
  using OptionalOffset = std::optional<int64_t>;

  /// References are loaded, stored or exchanged, or a callee does that.
  struct Access {
    const Instruction *At;
    /// Contains them.
    Type *Ty;
    /// In bytes, if it is constant.
    OptionalOffset Offset;
  };

private:
  struct Bytes {
    int64_t Begin, End;
  };

  const AllocaInst &Object;
  const GCPointers &Pointers;
  const GCRootRules &Rules;
  const DataLayout &DL;
  /// Pointers into the object, with the offset if there is only one when they
  /// point there.
  MapVector<const Value *, OptionalOffset> Offsets;
  SmallVector<const Value *, 8> Pending;
  SmallVector<Access, 8> References;
  /// Copies of bytes that may be references, to and from the object.
  SmallVector<const Instruction *, 4> CopiesTo, CopiesFrom;
  /// What each of CopiesFrom copies.
  SmallVector<Bytes, 4> CopiedFrom;
  /// Where something else is stored, and where it is loaded.
  SmallVector<Bytes, 8> Numbers, LoadedNumbers;
  bool HasNumbersAnywhere = false;

  void addPointer(const Value &V, OptionalOffset Offset);
  void addReferences(const Instruction &At, Type *Ty, OptionalOffset Offset);
  static Bytes getBytes(uint64_t Size, int64_t Offset);
  void addNumber(uint64_t Size, OptionalOffset Offset);
  void addCopy(const Instruction &Copy, bool IsTo, uint64_t Size,
               OptionalOffset Offset);
  void addNumbersOf(Type *Ty, int64_t Offset);
  void addStored(const Instruction &At, const Value &V, OptionalOffset Offset);
  bool addDerived(const Instruction &I, const Use &U, OptionalOffset Offset);
  void addIntrinsic(const IntrinsicInst &I, const Use &U,
                    OptionalOffset Offset);
  void addCall(const CallBase &Call, const Use &U, OptionalOffset Offset);
  void add(const Use &U, OptionalOffset Offset);

public:
  GCObjectAccesses(const AllocaInst &Object, const GCPointers &Pointers,
                   const GCRootRules &Rules);

  /// Of references.
  ArrayRef<Access> references() const { return References; }

  /// What copies bytes from it that were copied there, all of which may be
  /// references.
  ArrayRef<const Instruction *> copies() const {
    return CopiesTo.empty() ? ArrayRef<const Instruction *>()
                            : ArrayRef(CopiesFrom);
  }

  /// Those of copies() that copy what nothing accesses, if references are at
  /// \p Words.
  SmallVector<const Instruction *, 4>
  findUnknownCopies(ArrayRef<uint64_t> Words) const;

  /// Returns the offsets of all references, in bytes and ascending, if they are
  /// constant and nothing else is stored there.
  SmallVector<uint64_t, 8> findWords() const;
};

/// Gives stack objects a type that says where their references are, if it does
/// not, but accesses do. Comes after separateNumbers(). Returns true if it
/// changed something.
bool typeGCObjects(Function &F, const GCRootStrategy &Strategy,
                   const TargetLibraryInfo &TLI);

/// Returns the instructions of \p F that access references in a stack object
/// whose type does not say that they are there, by an address that is followed
/// or that was in memory (GCObjectsInMemory.h); but not those that load a copy
/// (GCObjectCopies.h) which no safepoint has made out of date.
SmallVector<const Instruction *, 4>
findAccessesOfUntypedObjects(const Function &F, const GCRootStrategy &Strategy,
                             ArrayRef<const CallBase *> Safepoints);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCOBJECTACCESSES_H
