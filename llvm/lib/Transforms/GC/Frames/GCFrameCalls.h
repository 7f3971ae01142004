//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The calls of a function that stand for parts of its frame, and whether they
/// can be lowered.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCFRAMECALLS_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCFRAMECALLS_H

#include "GCFrameFunctions.h"
#include "GCReferenceRuns.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>

namespace llvm {

class CallBase;
class CallInst;
class Function;
class GCFrameLowering;
class Twine;

/// An object in the frame that is not made of slots.
struct GCPlacedObject {
  /// The first call that returns its address.
  const CallInst *Call;
  /// In bytes, after the slots.
  uint64_t Offset, Size;
  GCReferenceRuns References;
};

/// Finds the calls of \p F and reports all errors of them.
class GCFrameCalls {
  using Entry = std::pair<GCFrameFunction, CallInst *>;

  const GCRootStrategy &Strategy;
  GCFrameLowering &Lowering;
  CallInst *Frame = nullptr;
  SmallVector<Entry, 16> Others;
  SmallVector<GCPlacedObject, 4> Objects;
  bool IsValid = true;

  void report(const CallBase &Call, const Twine &Reason);
  void add(GCFrameFunction Part, CallBase &Call);
  void check(GCFrameFunction Part, const CallInst &Call);
  void checkFrame(GCFrameFunction Part, const CallInst &Call);
  void checkNumber(GCFrameFunction Part, const CallInst &Call,
                   const CallInst &Memory);
  void addObject(const CallInst &Call);
  void checkPlaces();

public:
  GCFrameCalls(Function &F, const GCRootStrategy &Strategy,
               GCFrameLowering &Lowering);

  bool isValid() const { return IsValid; }

  /// The call of new_gc_frame, or null if there is none.
  CallInst *getFrame() const { return Frame; }
  /// All others, in the order of the function.
  ArrayRef<Entry> getOthers() const { return Others; }
  /// In the order in which they lie in the frame, each of them once.
  ArrayRef<GCPlacedObject> getObjects() const { return Objects; }
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCFRAMECALLS_H
