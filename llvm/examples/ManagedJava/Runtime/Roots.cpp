//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Roots.h"
#include "Exceptions.h"
#include "Heap.h"
#include "Monitors.h"
#include "Program.h"
#include "llvm-c/ManagedThreads.h"
#include <cstdio>
#include <cstdlib>

namespace java {

bool VerifyFrames;

/// Frames in memory, for programs of the strategy "managed-frames"
/// (docs/RootPlacement.md).
struct FrameMap {
  int32_t Slots, NumRuns;
  struct {
    int32_t Skip, Slots;
  } Runs[1];
};
struct Frame {
  Frame *Outer;
  const FrameMap *Map;
  Object *Slots[1];
};

} // namespace java

extern "C" {
/// The list that managed code keeps, which other programs do not use.
thread_local java::Frame *llvm_gc_root_chain
    __attribute__((tls_model("initial-exec")));
}

namespace java {

static Frame **TheFrames;

Frame *getFrames() { return llvm_gc_root_chain; }
void setFrames(Frame *F) { llvm_gc_root_chain = F; }

void registerFrames() { TheFrames = &llvm_gc_root_chain; }

static void visitFrames(Frame *F) {
  for (; F; F = F->Outer) {
    Object **Slot = F->Slots, **End = Slot + F->Map->Slots;
    for (int32_t Run = 0;; ++Run) {
      for (; Slot != End; ++Slot)
        *Slot = TheHeap.forward(*Slot);
      if (Run == F->Map->NumRuns)
        break;
      Slot = reinterpret_cast<Object **>(reinterpret_cast<char *>(End) +
                                         F->Map->Runs[Run].Skip);
      End = Slot + F->Map->Runs[Run].Slots;
    }
  }
}

static void visitDerived(const uint64_t *Base, uint64_t *Derived, void *) {
  Object *New = TheHeap.forward(reinterpret_cast<Object *>(*Base));
  *Derived += reinterpret_cast<uint64_t>(New) - *Base;
}

static void visitRoot(uint64_t *Root, void *) {
  *Root = reinterpret_cast<uint64_t>(
      TheHeap.forward(reinterpret_cast<Object *>(*Root)));
}

[[noreturn]] static void failWalk(LLVMManagedStep Step,
                                  const LLVMManagedCursor &Cursor) {
  LLVMManagedFrame F = {};
  LLVMManagedGetFrame(&Cursor, &F);
  std::fprintf(
      stderr,
      "managed-java: error: the stack cannot be walked: %d at pc %#lx\n",
      int(Step), static_cast<unsigned long>(F.PC));
  std::abort();
}

static void verifyStack(const LLVMManagedAnchor *Anchor) {
  LLVMManagedCursor Cursor;
  LLVMManagedFrameDifference Difference = {};
  LLVMManagedStep Step = LLVMManagedStartWalk(&Cursor, Anchor, nullptr);
  while (Step == LLVMManagedStepFrame)
    Step = LLVMManagedNextFrameVerified(&Cursor, &Difference);
  if (Step == LLVMManagedStepDiffers)
    std::fprintf(stderr,
                 "managed-java: error: map and CFI differ in %u: %#lx, %#lx\n",
                 Difference.What, static_cast<unsigned long>(Difference.ByMap),
                 static_cast<unsigned long>(Difference.ByCFI));
  if (Step != LLVMManagedStepEnd)
    failWalk(Step, Cursor);
}

static void visitStack(const LLVMManagedAnchor *Anchor) {
  if (VerifyFrames)
    verifyStack(Anchor);
  const LLVMManagedVisitor Visitor = {visitDerived, visitRoot, nullptr};
  LLVMManagedCursor Cursor;
  const LLVMManagedStep Step =
      LLVMManagedVisitStack(Anchor, nullptr, &Visitor, &Cursor);
  if (Step != LLVMManagedStepEnd)
    failWalk(Step, Cursor);
}

void visitRoots() {
  if (programHasFrames())
    visitFrames(*TheFrames);
  else
    visitStack(JavaThread->Anchor);
  for (HandleBase *H = HandleBase::last(); H; H = H->previous())
    H->Value = TheHeap.forward(H->Value);
  visitMonitors([](Object *&Entered) { Entered = TheHeap.forward(Entered); });
  visitExceptions([](Object *&Value) { Value = TheHeap.forward(Value); });
  visitClasses([](Class &C) {
    C.Mirror = TheHeap.forward(C.Mirror);
    for (uint32_t I = 0; I != C.NumStaticReferences; ++I)
      *C.StaticReferences[I] = TheHeap.forward(*C.StaticReferences[I]);
  });
}

} // namespace java
