//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Walks the frames of shapes.ll, both ways, moves their object, and reads the
/// state of the last. With SHADOW_STACK their return addresses are on a shadow
/// call stack, too, and nobody but this file preserves x18.
///
//===----------------------------------------------------------------------===//

#include "test.h"
#include "llvm-c/ManagedNativeEntry.h"
#include "llvm-c/ManagedRuntime.h"

enum { NumShapes = 8, NumWords = 4 };

int64_t derived(int64_t *Object, int64_t Number);

LLVM_MANAGED_NATIVE_ENTRY(enterVisited, visited);

#ifdef SHADOW_STACK
static uintptr_t ShadowStack[64];

static uintptr_t *getShadow(void) {
  uintptr_t *Pointer;
  __asm__ volatile("mov %0, x18" : "=r"(Pointer));
  return Pointer;
}

static void setShadow(uintptr_t *Pointer) {
  __asm__ volatile("mov x18, %0" : : "r"(Pointer));
}
#endif

void escape(char *Room) {
  for (int I = 0; I < 8; ++I)
    ((volatile char *)Room)[I] = 0x5a;
}

/// The object is moved from the first space to the second.
static int64_t Old[NumWords], New[NumWords];
static unsigned NumRoots, NumDerived;

static int isOld(uint64_t Reference) {
  return Reference - (uintptr_t)Old < sizeof(Old);
}

static void moveRoot(uint64_t *Root, void *Unused) {
  (void)Unused;
  ++NumRoots;
  EXPECT(*Root == (uintptr_t)Old);
  *Root = (uintptr_t)New;
}

static void moveDerived(const uint64_t *Base, uint64_t *Derived, void *Unused) {
  (void)Unused;
  ++NumDerived;
  EXPECT(*Base == (uintptr_t)Old && isOld(*Derived));
  *Derived += (uintptr_t)New - (uintptr_t)Old;
}

static void walkBothWays(void) {
  LLVMManagedCursor Cursor;
  LLVMManagedFrameDifference Difference;
  LLVMManagedFrame Frame;
  unsigned NumFrames = 0, NumIds = 0;
  LLVMManagedStep Step =
      LLVMManagedStartWalk(&Cursor, *LLVMManagedGetAnchors(), NULL);
  while (Step == LLVMManagedStepFrame) {
    ++NumFrames;
    EXPECT(LLVMManagedGetFrame(&Cursor, &Frame) == LLVMManagedSuccess);
    NumIds += Frame.HasId && Frame.Id == 42;
    Step = LLVMManagedNextFrameVerified(&Cursor, &Difference);
    if (Step == LLVMManagedStepDiffers)
      printf("frame %u: %u of %u: %#zx by map, %#zx by CFI\n", NumFrames,
             Difference.What, Difference.Register, Difference.ByMap,
             Difference.ByCFI);
  }
  EXPECT(Step == LLVMManagedStepEnd);
  EXPECT(NumFrames == NumShapes);
  EXPECT(NumIds == 1);
}

static void readState(void) {
  LLVMManagedCursor Cursor;
  LLVMManagedDeoptValue Values[5];
  LLVMManagedStartWalk(&Cursor, *LLVMManagedGetAnchors(), NULL);
  EXPECT(LLVMManagedGetDeoptState(&Cursor, Values, 5, NULL) == 5);
  EXPECT(Values[0].Kind == LLVMManagedDeoptConstant &&
         (uint32_t)Values[0].Value == 7);
  EXPECT(Values[1].Kind == LLVMManagedDeoptConstant &&
         Values[1].Value == (uint64_t)-5);
  EXPECT(Values[2].Kind == LLVMManagedDeoptMemory && Values[2].Value == 11);
  EXPECT(Values[3].Kind == LLVMManagedDeoptMemory &&
         Values[3].Value == (uintptr_t)New);
  EXPECT(Values[4].Kind == LLVMManagedDeoptConstant &&
         Values[4].Value == 81985529216486895);
}

void visited(void) {
  static const LLVMManagedVisitor Visitor = {moveDerived, moveRoot, NULL};
#ifdef SHADOW_STACK
  uintptr_t *Shadow = getShadow();
  EXPECT(Shadow == ShadowStack + NumShapes);
#endif
  walkBothWays();
  memcpy(New, Old, sizeof(New));
  EXPECT(LLVMManagedVisitStack(*LLVMManagedGetAnchors(), NULL, &Visitor,
                               NULL) == LLVMManagedStepEnd);
  memset(Old, 0x5a, sizeof(Old));
  walkBothWays();
  readState();
#ifdef SHADOW_STACK
  setShadow(Shadow);
#endif
}

int main(void) {
  for (int I = 0; I < NumWords; ++I)
    Old[I] = 100 + I;
#ifdef SHADOW_STACK
  setShadow(ShadowStack);
#endif
  // Each frame adds the first word, the first one the next and the last too.
  // The numbers are arguments.
  EXPECT(derived(Old, 3) == 100 * (NumShapes - 1) + 101 + 103 + 10 + 11);
  EXPECT(NumRoots >= NumShapes);
  EXPECT(NumDerived >= 2);
  return finish();
}
