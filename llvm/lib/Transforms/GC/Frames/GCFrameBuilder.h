//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Inserts what was planned for the frame of a function: calls that make it,
/// link and unlink it (llvm/Analysis/GCFrameRegions.h), and store to its slots.
///
/// Whoever catches an exception, or comes back to a call that returns twice,
/// finds the frames of callees still linked. There, the frame of the function
/// becomes the innermost one again, or, where it is not linked, the one that
/// was so when the function was entered.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCFRAMEBUILDER_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCFRAMEBUILDER_H

#include "GCFrameFunctions.h"
#include "GCWebs.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/GCFrameRegions.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/DerivedTypes.h"

namespace llvm {

class CallInst;
class DominatorTree;
class GCControlFlow;
struct GCFrameObject;
class IRBuilderBase;
class SafepointStates;
class Twine;
class Value;

class GCFrameBuilder {
  Function &F;
  const GCRootStrategy &Strategy;
  const SafepointStates &States;
  const GCControlFlow &Flow;
  const unsigned NumSlots;
  CallInst *Frame = nullptr, *Saved = nullptr;
  /// What is called, for each part that was needed so far.
  SmallDenseMap<GCFrameFunction, FunctionCallee, 8> Functions;
  /// What has to be moved to new blocks, by edge.
  DenseMap<unsigned, SmallVector<Instruction *, 4>> OnEdges;

  CallInst *create(IRBuilderBase &Builder, GCFrameFunction Part,
                   ArrayRef<Value *> Arguments, const Twine &Name);
  CallInst *createObject(IRBuilderBase &Builder, const GCFrameObject &Object,
                         uint64_t Offset);
  CallInst *getSaved();
  void change(const GCFrameChange &Change);
  void changeOnEdge(const GCFrameChange &Change);
  CallInst *push(IRBuilderBase &Builder);
  void restore(BasicBlock::iterator Place, bool IsLinked);
  void restoreAfterSafepoints(const std::vector<bool> &IsLinked);

public:
  /// With \p HasFrame unset there is no frame, and none is linked.
  GCFrameBuilder(Function &F, const GCRootStrategy &Strategy,
                 const SafepointStates &States, const GCControlFlow &Flow,
                 bool HasFrame, unsigned NumSlots);

  /// Creates the address of a slot.
  Value *createAddress(IRBuilderBase &Builder, unsigned Slot);

  /// Puts \p Objects, for which there are the slots from \p Slot on, into the
  /// frame, whose memory has their addresses then.
  void moveIn(ArrayRef<GCFrameObject> Objects, unsigned Slot);

  /// Stores \p V, or an element of it, to a slot. The store is moved if it is
  /// on an edge.
  void store(Value *V, unsigned Element, unsigned Slot, GCStorePlace Place);

  /// Links the frame where it is needed, which includes the blocks \p Needs.
  void link(const BitVector &Needs);

  /// Links it at the start and unlinks it in front of returns.
  void linkAlways();

  /// Makes blocks for what is executed on edges. The control flow is another
  /// one afterwards.
  void splitEdges(DominatorTree &DT);
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCFRAMEBUILDER_H
