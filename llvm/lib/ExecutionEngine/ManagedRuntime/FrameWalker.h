//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Walks over the frames of managed code.
///
/// A walk is at a frame that waits for a call: it knows where the call returns
/// to, the stack pointer at the call, and for each register the place that has
/// the frame's value of it. A step finds the caller's:
///
///  1. The CFA is SP or FP plus a constant. It is the caller's stack pointer.
///  2. The return address is at a constant distance below it.
///  3. What the frame saved is at constant distances too; these are the new
///     places. Other registers have the value, and the place, that they had.
///
/// The map and the unwind tables both tell the constants, so there is one way
/// to go on for each of them. If the return address leads out of managed code,
/// the walk goes on at the next anchor, with the anchor's registers: those that
/// the segment's frames saved are of native code. The first frame of a segment,
/// which called through the entry, has to be of managed code.
///
/// A walk is an object of plain values in the caller's memory. What it reads of
/// stacks is checked to ascend, so that it ends.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FRAMEWALKER_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FRAMEWALKER_H

#include "StackMapBytes.h"
#include "StackMapRegistry.h"
#include "Visibility.h"
#include "llvm-c/ManagedRuntime.h"
#include <stdint.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// What is in an LLVMManagedCursor.
struct FrameCursor {
  uintptr_t PC;
  uintptr_t SP;
  /// Null if the walk is at no safepoint.
  const StackMapObject *Object;
  /// That of the safepoint.
  PackedFrame Frame;
  /// That of the segment.
  const LLVMManagedAnchor *Anchor;
  /// What the last step came to.
  LLVMManagedStep State;
  uintptr_t StackBegin;
  uintptr_t StackEnd;
  /// Whether code that no map knows may have made the call of an anchor.
  bool HasNativeCallers;
  /// By DWARF number; null if it is not known.
  uint64_t *Places[NumTrackedRegisters];

  /// The value of register \p R; false if nobody knows it.
  bool getRegister(unsigned R, uint64_t &Value) const {
    if (R == HostTarget.SP) {
      Value = SP;
      return true;
    }
    if (R >= NumTrackedRegisters || !Places[R])
      return false;
    Value = *Places[R];
    return true;
  }
  /// Whether \p Size bytes at \p Address are of the stack.
  bool isInStack(uintptr_t Address, uint64_t Size) const {
    return Address >= StackBegin && Address <= StackEnd &&
           Size <= StackEnd - Address;
  }
};
static_assert(sizeof(FrameCursor) <= sizeof(LLVMManagedCursor),
              "fits into what callers reserve");

inline FrameCursor &unwrap(LLVMManagedCursor &Cursor) {
  return reinterpret_cast<FrameCursor &>(Cursor);
}
inline const FrameCursor &unwrap(const LLVMManagedCursor &Cursor) {
  return reinterpret_cast<const FrameCursor &>(Cursor);
}

/// The caller of a frame, as far as the frame tells.
struct Caller {
  uintptr_t CFA;
  uintptr_t ReturnAddress;
};

/// Without its signature.
inline uintptr_t stripSignature(uintptr_t ReturnAddress) {
#if defined(__aarch64__)
  // XPACLRI, which does nothing where there are no signatures.
  register uintptr_t X30 __asm__("x30") = ReturnAddress;
  __asm__("hint #7" : "+r"(X30));
  return X30;
#else
  return ReturnAddress;
#endif
}

/// Whether \p CFA can be one of the frame.
inline bool isSane(const FrameCursor &Cursor, uintptr_t CFA) {
  return CFA > Cursor.SP && CFA <= Cursor.StackEnd &&
         CFA % stackmap::WordSize == 0;
}

/// Finds the caller of the frame by its map, and changes the places of \p
/// Cursor to its.
LLVMManagedStep findCallerByMap(FrameCursor &Cursor, Caller &Found);

/// Has the walk, whose places are those of the caller, be at the caller's
/// frame; or, if it is native code, at that of the next anchor.
LLVMManagedStep goToCaller(FrameCursor &Cursor, const Caller &Found);

/// The CFA of the frame by its map; false if it cannot be walked.
bool findCFA(const FrameCursor &Cursor, uintptr_t &CFA);

/// See the functions of the C interface.
LLVMManagedStep startWalk(FrameCursor &Cursor, const LLVMManagedAnchor *Anchor,
                          const LLVMManagedWalkOptions *Options);
LLVMManagedStep nextFrame(FrameCursor &Cursor);
LLVMManagedStatus visitFrame(const FrameCursor &Cursor,
                             const LLVMManagedVisitor &Visitor);

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FRAMEWALKER_H
