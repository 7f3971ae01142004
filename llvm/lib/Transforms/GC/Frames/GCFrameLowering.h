//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What frames are in memory: one class for each layout. LowerGCFrame.cpp walks
/// the function, and has checked that the parts belong together.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCFRAMELOWERING_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCFRAMELOWERING_H

#include "GCFrameFunctions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace llvm {

class CallInst;
class Function;
struct GCPlacedObject;

/// Lowers the frame of one function.
class GCFrameLowering {
public:
  virtual ~GCFrameLowering();

  /// Returns why calls of \p Part cannot be lowered, or nothing.
  virtual std::string findProblem(GCFrameFunction Part) = 0;

  /// Replaces \p Call of New, which is erased, by the memory of the frame with
  /// all of \p Objects. This comes first.
  virtual void allocate(CallInst &Call, ArrayRef<GCPlacedObject> Objects) = 0;

  /// Replaces another \p Call, which is erased, by instructions.
  virtual void lower(GCFrameFunction Part, CallInst &Call) = 0;
};

/// Returns the layout of upstream's strategy "shadow-stack": the outer frame,
/// the frame map { i32 slots, i32 0 }, the slots. Behind them are objects with
/// other words; the map has the number of runs of references in them instead of
/// 0, and the runs. The innermost frame is in the variable
/// `llvm_gc_root_chain`, which is thread-local unless the module declares it
/// otherwise.
std::unique_ptr<GCFrameLowering>
createShadowStackLowering(Function &F, const GCRootStrategy &Strategy);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCFRAMELOWERING_H
