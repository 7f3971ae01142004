//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The stack objects that hold references, and the safepoints at which a
/// collector has to find them.
///
/// Terms. The *words* of an object are the places in it where references are.
/// They are known from its type, or else from what is loaded and stored. An
/// object is *filled* where something may have been written to it, and *needed*
/// where something may be read before all of it is written again. It is *open*
/// in a call that has its address, which may write or read it while collections
/// run. It is *vague* where some word has not been written.
///
///   At a safepoint, an object is listed if it is filled before it or open in
///   it, and needed after it or read in it.
///
/// What is listed has to be right. References do not get out of date: a call
/// that may read an object needs what was there before, too, so that all
/// safepoints between a write and where it is listed list it as well. And words
/// that were never written are cleared: an object that is listed, copied or
/// loaded while it is vague is to be cleared where it begins, at the lifetime
/// marker, or at the alloca if there is none.
///
/// If the address gets to where it cannot be followed (it is *captured*), any
/// call may read and write the object until its lifetime ends, and no write
/// makes what was there before unneeded.
///
/// The same goes for all objects of a function with calls that return twice, as
/// setjmp does.
///
/// Needed is found backwards, and filled forwards where it is needed; whether
/// an object is vague is asked backwards from where it is listed. For a
/// captured object, which may be needed until the end, filled comes first. So
/// time is linear in the instructions, the uses of objects, the output, and for
/// each object the blocks where it is needed (if it is captured, filled);
/// memory is linear without the last.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCSTACKOBJECTS_H
#define LLVM_ANALYSIS_GCSTACKOBJECTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include <string>
#include <vector>

namespace llvm {

class AllocaInst;
class BasicBlock;
class CallBase;
class DataLayout;
class Function;
class GCInteriorPointers;
class GCStrategy;
class Instruction;
class Type;

/// Appends the offsets in bytes, from \p Offset on and ascending, of the
/// references that a value of type \p Ty has in memory. Returns false if it has
/// some at places that are no constants. Takes time linear in the references
/// and the members of structures.
LLVM_ABI bool findReferences(Type *Ty, uint64_t Offset, const DataLayout &DL,
                             const GCStrategy &Strategy,
                             SmallVectorImpl<uint64_t> &Offsets);

/// The same for an array of \p Count values of type \p Element.
LLVM_ABI bool findReferencesInElements(Type *Element, uint64_t Count,
                                       uint64_t Offset, const DataLayout &DL,
                                       const GCStrategy &Strategy,
                                       SmallVectorImpl<uint64_t> &Offsets);

/// One stack object that holds references.
struct GCStackObject {
  const AllocaInst *Object;
  /// The offsets of the words, ascending.
  SmallVector<uint64_t, 2> Words;
  /// Whether the type of the object has all of the words.
  bool IsTyped = true;
  /// The type of a reference in it.
  Type *Reference = nullptr;
  /// The reason why it cannot be listed, if there is one, and where that is.
  std::string Error;
  const Instruction *ErrorAt = nullptr;

  /// Where it is listed.
  SmallVector<const CallBase *, 4> Safepoints;
  /// Whether its lifetime markers have to go: on some paths to where it is
  /// listed it is not alive, so that its place might be that of another object.
  bool DropsMarkers = false;
  /// Where it begins, if it has to be cleared there: the alloca, or markers.
  struct Clearing {
    const Instruction *Begin;
    /// Which of the words are written after it anyway.
    SmallVector<bool, 4> IsWritten;
  };
  SmallVector<Clearing, 1> Clearings;
};

/// All of them. Objects whose address is a reference itself are left out, as
/// are those which are never listed.
class GCStackObjects {
  std::vector<GCStackObject> Found;

public:
  /// \p Safepoints are calls of \p F, all in blocks that the entry reaches. It
  /// is no error of the variables in \p Interior to hold interior pointers, as
  /// they are to become values.
  LLVM_ABI GCStackObjects(const Function &F, const GCStrategy &Strategy,
                          ArrayRef<const CallBase *> Safepoints,
                          const GCInteriorPointers &Interior);

  /// In the order of their allocas.
  ArrayRef<GCStackObject> objects() const { return Found; }
};

} // end namespace llvm

#endif // LLVM_ANALYSIS_GCSTACKOBJECTS_H
