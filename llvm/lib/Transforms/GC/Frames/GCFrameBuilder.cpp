//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCFrameBuilder.h"
#include "GCControlFlow.h"
#include "GCFrameObjects.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

using Place = GCFrameChange::Place;

GCFrameBuilder::GCFrameBuilder(Function &F, const GCRootStrategy &Strategy,
                               const SafepointStates &States,
                               const GCControlFlow &Flow, bool HasFrame,
                               unsigned NumSlots)
    : F(F), Strategy(Strategy), States(States), Flow(Flow), NumSlots(NumSlots) {
  if (!HasFrame)
    return;
  IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
  Frame = create(Builder, GCFrameFunction::New, {Builder.getInt32(NumSlots)},
                 "gcframe");
}

CallInst *GCFrameBuilder::create(IRBuilderBase &Builder, GCFrameFunction Part,
                                 ArrayRef<Value *> Arguments,
                                 const Twine &Name) {
  FunctionCallee &Callee = Functions[Part];
  if (!Callee)
    Callee = getGCFrameFunction(Part, *F.getParent(), Strategy);
  return Builder.CreateCall(Callee, Arguments, Name);
}

Value *GCFrameBuilder::createAddress(IRBuilderBase &Builder, unsigned Slot) {
  return create(Builder, GCFrameFunction::GetSlot,
                {Frame, Builder.getInt32(Slot)}, "gc_slot_addr_" + Twine(Slot));
}

/// Returns where to put what is executed at the start of \p BB. That is after
/// the access that may replace the null check in front of \p BB: the frame is
/// known elsewhere, so the access could not move above a store to it. Nothing
/// looks at the frame before the first call.
static BasicBlock::iterator getStart(BasicBlock &BB) {
  for (Instruction &I : BB) {
    if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
      break;
    if (mayStandInForNullCheck(I))
      return std::next(I.getIterator());
  }
  return BB.getFirstInsertionPt();
}

void GCFrameBuilder::store(Value *V, unsigned Element, unsigned Slot,
                           GCStorePlace Where) {
  BasicBlock::iterator At;
  switch (Where.Where) {
  case GCStorePlace::InFrontOf:
    At = States.safepoints()[Where.Number]->getIterator();
    break;
  case GCStorePlace::AtStart:
    At = getStart(*Flow.getBlock(Where.Number));
    break;
  case GCStorePlace::AtEnd:
    At = Flow.getBlock(Where.Number)->getTerminator()->getIterator();
    break;
  case GCStorePlace::OnEdge:
    At = Flow.getBlock(Flow.getGraph().getEdge(Where.Number).From)
             ->getTerminator()
             ->getIterator();
    break;
  }
  IRBuilder<> Builder(F.getContext());
  Builder.SetInsertPoint(At);
  SmallVector<Instruction *, 3> New;
  Value *Address = createAddress(Builder, Slot);
  New.push_back(cast<Instruction>(Address));
  if (V->getType()->isVectorTy()) {
    V = Builder.CreateExtractElement(V, Element);
    if (auto *I = dyn_cast<Instruction>(V))
      New.push_back(I);
  }
  New.push_back(Builder.CreateStore(V, Address));
  if (Where.Where == GCStorePlace::OnEdge)
    append_range(OnEdges[Where.Number], New);
}

/// Returns the address of an object that is not made of slots.
CallInst *GCFrameBuilder::createObject(IRBuilderBase &Builder,
                                       const GCFrameObject &Object,
                                       uint64_t Offset) {
  SmallVector<Value *, 8> Operands = {Frame, Builder.getInt32(Offset),
                                      Builder.getInt32(Object.Size)};
  for (const auto [Skip, Count] : Object.References.runs())
    append_values(Operands, Builder.getInt32(Skip), Builder.getInt32(Count));
  return create(Builder, GCFrameFunction::GetObject, Operands, "");
}

void GCFrameBuilder::moveIn(ArrayRef<GCFrameObject> Objects, unsigned Slot) {
  if (Objects.empty())
    return;
  // In front of the first of them, which is after nothing that is pushed.
  IRBuilder<> Builder(Objects.front().Object);
  uint64_t Offset = 0;
  for (const GCFrameObject &Object : Objects) {
    CallInst *Address;
    if (Object.IsMadeOfSlots) {
      Slot = Object.alignSlot(Slot);
      Address = cast<CallInst>(createAddress(Builder, Slot));
      Address->addFnAttr(
          Attribute::get(F.getContext(), GCFrameObjectAttribute));
      Slot += Object.getNumSlots();
    } else {
      Offset = alignTo(Offset, Object.Alignment);
      Address = createObject(Builder, Object, Offset);
      Offset += Object.Size;
    }
    for (User *U : make_early_inc_range(Object.Object->users()))
      if (auto *Marker = dyn_cast<LifetimeIntrinsic>(U))
        Marker->eraseFromParent();
    Address->takeName(Object.Object);
    // On targets whose stack has an address space of its own.
    Object.Object->replaceAllUsesWith(
        Builder.CreateAddrSpaceCast(Address, Object.Object->getType()));
  }
  for (const GCFrameObject &Object : Objects)
    Object.Object->eraseFromParent();
}

CallInst *GCFrameBuilder::push(IRBuilderBase &Builder) {
  return create(Builder, GCFrameFunction::Push,
                {Frame, Builder.getInt32(NumSlots)}, "");
}

CallInst *GCFrameBuilder::getSaved() {
  if (!Saved) {
    IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
    Saved = create(Builder, GCFrameFunction::Save, {}, "gcframes");
  }
  return Saved;
}

void GCFrameBuilder::changeOnEdge(const GCFrameChange &Change) {
  const GCFlowGraph::Edge &E = Flow.getGraph().getEdge(Change.Number);
  BasicBlock *To = Flow.getBlock(E.To);
  IRBuilder<> Builder(Flow.getBlock(E.From)->getTerminator());
  const bool IsAtStart = Flow.getGraph().getIncoming(E.To).size() == 1;
  if (IsAtStart)
    Builder.SetInsertPoint(getStart(*To));
  CallInst *Call = Change.IsPush
                       ? push(Builder)
                       : create(Builder, GCFrameFunction::Pop, {Frame}, "");
  if (IsAtStart || Flow.getNumSuccessors(E.From) == 1)
    return;
  // The frame is linked before anything is stored.
  auto &Moved = OnEdges[Change.Number];
  Moved.insert(Change.IsPush ? Moved.begin() : Moved.end(), Call);
}

/// Returns what leaves the function at the end of \p BB in its normal course.
static Instruction *getLeave(BasicBlock &BB) {
  if (Instruction *Call = BB.getTerminatingMustTailCall())
    return Call;
  if (Instruction *Call = BB.getTerminatingDeoptimizeCall())
    return Call;
  return dyn_cast<ReturnInst>(BB.getTerminator());
}

void GCFrameBuilder::change(const GCFrameChange &Change) {
  switch (Change.Where) {
  case Place::Entry: {
    IRBuilder<> Builder(Frame->getNextNode());
    push(Builder);
    return;
  }
  case Place::Edge:
    return changeOnEdge(Change);
  case Place::LandingPad: {
    BasicBlock *BB = Flow.getBlock(Change.Number);
    if (!Change.IsPush)
      return restore(BB->getFirstInsertionPt(), /*IsLinked=*/false);
    IRBuilder<> Builder(F.getContext());
    Builder.SetInsertPoint(BB->getFirstInsertionPt());
    // The frames of callees must not stay between this one and the outer one.
    restore(push(Builder)->getIterator(), /*IsLinked=*/false);
    return;
  }
  case Place::Return: {
    IRBuilder<> Builder(getLeave(*Flow.getBlock(Change.Number)));
    create(Builder, GCFrameFunction::Pop, {Frame}, "");
    return;
  }
  }
}

void GCFrameBuilder::restore(BasicBlock::iterator At, bool IsLinked) {
  IRBuilder<> Builder(F.getContext());
  Builder.SetInsertPoint(At);
  if (IsLinked)
    create(Builder, GCFrameFunction::Relink, {Frame}, "");
  else
    create(Builder, GCFrameFunction::Restore, {getSaved()}, "");
}

void GCFrameBuilder::linkAlways() {
  restoreAfterSafepoints(std::vector<bool>(Flow.size(), Frame != nullptr));
  if (!Frame)
    return;
  Instruction *Access = Strategy.Rules->findListAccess(F);
  IRBuilder<> Builder((Access ? Access : Frame)->getNextNode());
  push(Builder);
  for (BasicBlock &BB : F)
    if (Instruction *Leave = getLeave(BB)) {
      Builder.SetInsertPoint(Leave);
      create(Builder, GCFrameFunction::Pop, {Frame}, "");
    }
}

/// Restores the frames wherever callees may have left theirs, unless the frame
/// changes there anyway.
void GCFrameBuilder::restoreAfterSafepoints(const std::vector<bool> &IsLinked) {
  if (Strategy.RuntimeRestoresFrames)
    return;
  BitVector IsDone(Flow.size());
  for (CallBase *Call : States.safepoints()) {
    const unsigned Block = Flow.getNumber(Call->getParent());
    const auto *Invoke = dyn_cast<InvokeInst>(Call);
    if (Call->hasFnAttr(Attribute::ReturnsTwice)) {
      BasicBlock::iterator At =
          Invoke ? Invoke->getNormalDest()->getFirstInsertionPt()
                 : std::next(Call->getIterator());
      restore(
          At,
          IsLinked[Invoke ? Flow.getNumber(Invoke->getNormalDest()) : Block]);
    }
    if (!Invoke)
      continue;
    BasicBlock *Pad = Invoke->getUnwindDest();
    const unsigned Number = Flow.getNumber(Pad);
    if (IsDone[Number] || IsLinked[Number] != IsLinked[Block])
      continue;
    IsDone.set(Number);
    restore(Pad->getFirstInsertionPt(), IsLinked[Number]);
  }
}

void GCFrameBuilder::link(const BitVector &Needs) {
  GCFrameGraph Graph{Flow.getGraph(), {}, {}, {}, {}, {}};
  for (const unsigned Block : Needs.set_bits())
    Graph.Needs.push_back(Block);
  for (unsigned Block = 0; Block != Flow.size(); ++Block) {
    Graph.BlockWeights.push_back(Flow.getWeight(Block));
    if (getLeave(*Flow.getBlock(Block)))
      Graph.Returns.push_back(Block);
    if (Flow.getBlock(Block)->isLandingPad())
      Graph.LandingPads.push_back(Block);
  }
  for (unsigned Edge = 0; Edge != Flow.getGraph().getNumEdges(); ++Edge) {
    const unsigned To = Flow.getGraph().getEdge(Edge).To;
    if (!Flow.getBlock(To)->isLandingPad() && !Flow.canInsertOn(Edge))
      Graph.RigidEdges.push_back(Edge);
  }
  const GCFrameRegions Regions = findGCFrameRegions(Graph);
  restoreAfterSafepoints(Regions.IsLinked);
  for (const GCFrameChange &Change :
       findGCFrameChanges(Graph, Regions.IsLinked))
    change(Change);
}

void GCFrameBuilder::splitEdges(DominatorTree &DT) {
  std::vector<unsigned> Edges;
  for (const auto &Entry : OnEdges)
    Edges.push_back(Entry.first);
  sort(Edges);
  for (const unsigned Number : Edges) {
    const GCFlowGraph::Edge &E = Flow.getGraph().getEdge(Number);
    BasicBlock *BB = SplitCriticalEdge(
        Flow.getBlock(E.From), Flow.getBlock(E.To),
        CriticalEdgeSplittingOptions(&DT).setMergeIdenticalEdges());
    assert(BB && "edge cannot be split");
    for (Instruction *I : OnEdges[Number])
      I->moveBefore(BB->getTerminator()->getIterator());
  }
}
