//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collector.h"
#include "llvm-c/ManagedRuntime.h"
#include <cstdio>
#include <cstdlib>

// The collector's side of the contract in docs/StackMaps.md. A derived pointer
// comes before its base pointer is changed; moving the base pointer's object
// says how far both have to go. The base pointer is visited as a root, too.
static void visitDerived(const uint64_t *Base, uint64_t *Derived,
                         void *Argument) {
  auto *New =
      static_cast<Heap *>(Argument)->forward(reinterpret_cast<Object *>(*Base));
  *Derived += reinterpret_cast<uint64_t>(New) - *Base;
}

static void visitRoot(uint64_t *Root, void *Argument) {
  *Root = reinterpret_cast<uint64_t>(static_cast<Heap *>(Argument)->forward(
      reinterpret_cast<Object *>(*Root)));
}

/// Ends the process because a walk came to \p Step instead of the end.
[[noreturn]] static void failWalk(LLVMManagedStep Step,
                                  const LLVMManagedCursor &Cursor) {
  LLVMManagedFrame Frame = {};
  LLVMManagedGetFrame(&Cursor, &Frame);
  std::fprintf(stderr, "the stack cannot be walked: %d at pc %#lx\n", int(Step),
               static_cast<unsigned long>(Frame.PC));
  std::abort();
}

void Collector::collect() {
  if (Verify)
    verifyStack();
  TheHeap.begin();
  for (Object **H : Handles)
    *H = TheHeap.forward(*H);
  const LLVMManagedVisitor Visitor = {visitDerived, visitRoot, &TheHeap};
  LLVMManagedCursor Cursor;
  const LLVMManagedStep Step = LLVMManagedVisitStack(
      *LLVMManagedGetAnchors(), nullptr, &Visitor, &Cursor);
  if (Step != LLVMManagedStepEnd)
    failWalk(Step, Cursor);
  TheHeap.end();
}

void Collector::verifyStack() {
  LLVMManagedCursor Cursor;
  LLVMManagedFrameDifference Difference = {};
  LLVMManagedStep Step =
      LLVMManagedStartWalk(&Cursor, *LLVMManagedGetAnchors(), nullptr);
  while (Step == LLVMManagedStepFrame) {
    ++NumFrames;
    Step = LLVMManagedNextFrameVerified(&Cursor, &Difference);
  }
  if (Step == LLVMManagedStepDiffers)
    std::fprintf(stderr, "map and CFI differ in %u, register %u: %#lx, %#lx\n",
                 Difference.What, Difference.Register,
                 static_cast<unsigned long>(Difference.ByMap),
                 static_cast<unsigned long>(Difference.ByCFI));
  if (Step != LLVMManagedStepEnd)
    failWalk(Step, Cursor);
}
