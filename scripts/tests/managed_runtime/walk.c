//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Walks over frames that are executed: of every kind, through native code,
/// from signal handlers and other threads, and while maps come and go.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "framemap.h"
#include "test.h"

#include <pthread.h>
#include <stddef.h>

static struct FrameMap Map;
static LLVMManagedStackMapRef Registered;

static void registerFrames(enum Change Change, int HasCode) {
  makeMap(&Map, Change);
  if (HasCode) {
    Map.Tables.CodeBegin = (uintptr_t)framesBegin;
    Map.Tables.CodeEnd = (uintptr_t)framesEnd;
  }
  LLVMManagedTableError Error;
  LLVMManagedStatus Status =
      LLVMManagedRegisterStackMap(&Map.Tables, &Registered, &Error);
  if (Status != LLVMManagedSuccess)
    printf("%s at %td\n", LLVMManagedStatusMessage(Status),
           (const uint8_t *)Error.Where - Map.Map);
  EXPECT(Status == LLVMManagedSuccess);
}

/// What native code does when managed code calls it.
static void (*Visit)(void);
void visited(void) { Visit(); }

/// Has the frames call \p Function; what they return.
static long callThrough(void (*Function)(void)) {
  Visit = Function;
  return frameEntry();
}

//===----------------------------------------------------------------------===//
// Walking and visiting
//===----------------------------------------------------------------------===//

typedef LLVMManagedStep (*NextFunction)(LLVMManagedCursor *);

static LLVMManagedStep nextVerified(LLVMManagedCursor *Cursor) {
  LLVMManagedFrameDifference Difference;
  LLVMManagedStep Step = LLVMManagedNextFrameVerified(Cursor, &Difference);
  if (Step == LLVMManagedStepDiffers)
    printf("%u of %u: %#zx, not %#zx\n", Difference.What, Difference.Register,
           Difference.ByMap, Difference.ByCFI);
  return Step;
}

/// How a walk went: "LMOE" for the four frames, and then its end.
static const char *walk(NextFunction Next) {
  static __thread char Text[64];
  static const char Ends[] = "?.USC?uDN";
  char *Out = Text;
  LLVMManagedCursor Cursor;
  LLVMManagedStep Step =
      LLVMManagedStartWalk(&Cursor, *LLVMManagedGetAnchors(), NULL);
  for (; Step == LLVMManagedStepFrame; Step = Next(&Cursor)) {
    LLVMManagedFrame Frame;
    LLVMManagedGetFrame(&Cursor, &Frame);
    *Out++ = Frame.PC == (uintptr_t)leafPC     ? 'L'
             : Frame.PC == (uintptr_t)middlePC ? 'M'
             : Frame.PC == (uintptr_t)outerPC  ? 'O'
             : Frame.PC == (uintptr_t)entryPC  ? 'E'
                                               : '?';
  }
  *Out++ = Ends[Step];
  *Out = 0;
  return Text;
}

static const char *Expected;

static void walkAllWays(void) {
  EXPECT(!strcmp(walk(LLVMManagedNextFrame), Expected));
  EXPECT(!strcmp(walk(LLVMManagedNextFrameByCFI), Expected));
  EXPECT(!strcmp(walk(nextVerified), Expected));
}

static unsigned NumVisited, NumDerived;

static void moveRoot(uint64_t *Root, void *Argument) {
  *Root += (uintptr_t)Argument;
  ++NumVisited;
}

static void moveDerived(const uint64_t *Base, uint64_t *Derived,
                        void *Argument) {
  EXPECT(*Derived == *Base + 4);
  *Derived += (uintptr_t)Argument;
  ++NumDerived;
}

static const LLVMManagedVisitor Mover = {moveDerived, moveRoot, (void *)0x1000};

static void collect(void) {
  walkAllWays();
  EXPECT(LLVMManagedVisitStack(*LLVMManagedGetAnchors(), NULL, &Mover, NULL) ==
         LLVMManagedStepEnd);
  walkAllWays();
}

enum { MovedOnce = SumOfReferences + (NumRoots + 1) * 0x1000 };

static void testRoots(void) {
  registerFrames(AsItIs, 0);
  Expected = "LMOE.";
  EXPECT(callThrough(collect) == MovedOnce);
  EXPECT(NumVisited == NumRoots && NumDerived == 1);
  EXPECT(!*LLVMManagedGetAnchors());
}

static unsigned Depth;

static void collectDeeply(void) {
  static const char *const Expectations[] = {"LMOE.", "LMOELMOE.",
                                             "LMOELMOELMOE."};
  unsigned Mine = Depth++;
  Expected = Expectations[Mine];
  collect();
  // References of the frames below are moved as often as there are collections
  // while they wait.
  if (Mine == 0)
    EXPECT(frameEntry() == MovedOnce + (NumRoots + 1) * 0x1000);
  else if (Mine == 1)
    EXPECT(frameEntry() == MovedOnce);
}

static void testNestedSegments(void) {
  registerFrames(AsItIs, 1);
  EXPECT(callThrough(collectDeeply) ==
         SumOfReferences + 3 * (NumRoots + 1) * 0x1000);
  EXPECT(!*LLVMManagedGetAnchors());
}

/// An entry with anchors of the program's own.
__thread LLVMManagedAnchor *OwnAnchors;
LLVM_MANAGED_NATIVE_ENTRY_WITH(enterWithOwn, visited, OwnAnchors);
void enterWithOwn(void);

static void seeOwnAnchor(void) {
  EXPECT(!*LLVMManagedGetAnchors());
  EXPECT(OwnAnchors && OwnAnchors->Head == &OwnAnchors && !OwnAnchors->Next);
  // It is native code that made the call.
  LLVMManagedCursor Cursor;
  LLVMManagedFrame Frame;
  LLVMManagedWalkOptions Options = {.StructSize = sizeof(Options)};
  EXPECT(LLVMManagedStartWalk(&Cursor, OwnAnchors, &Options) ==
         LLVMManagedStepNoMap);
  EXPECT(LLVMManagedNextFrame(&Cursor) == LLVMManagedStepNoMap);
  EXPECT(LLVMManagedGetFrame(&Cursor, &Frame) == LLVMManagedSuccess);
  EXPECT(Frame.PC == OwnAnchors->PC && Frame.SP == OwnAnchors->SP);
  EXPECT(Frame.Anchor == OwnAnchors && !Frame.CFA && !Frame.Map);
  EXPECT(LLVMManagedVisitFrame(&Cursor, &Mover) == LLVMManagedNoFrame);
  EXPECT(LLVMManagedVisitStack(OwnAnchors, NULL, &Mover, NULL) ==
         LLVMManagedStepNoMap);
  Options.NativeCallers = 1;
  EXPECT(LLVMManagedStartWalk(&Cursor, OwnAnchors, &Options) ==
         LLVMManagedStepEnd);
  // Programs of before the option had a smaller structure.
  Options.StructSize = offsetof(LLVMManagedWalkOptions, NativeCallers);
  EXPECT(LLVMManagedStartWalk(&Cursor, OwnAnchors, &Options) ==
         LLVMManagedStepNoMap);
}

static void testOwnVariable(void) {
  registerFrames(AsItIs, 1);
  Visit = seeOwnAnchor;
  enterWithOwn();
  EXPECT(!OwnAnchors);
}

LLVM_MANAGED_NATIVE_ENTRY(enterFromNative, visited);
void enterFromNative(void);

static void walkToNativeCaller(void) {
  EXPECT(!strcmp(walk(LLVMManagedNextFrame), "LMOEN"));
  EXPECT(!strcmp(walk(LLVMManagedNextFrameByCFI), "LMOEN"));
  EXPECT(!strcmp(walk(nextVerified), "LMOEN"));
}

/// The last anchor is that of native code, the one before of managed code.
static void walkFromNativeCaller(void) {
  LLVMManagedWalkOptions Options = {.StructSize = sizeof(Options)};
  LLVMManagedCursor Cursor;
  EXPECT(LLVMManagedVisitStack(*LLVMManagedGetAnchors(), &Options, &Mover,
                               &Cursor) == LLVMManagedStepNoMap);
  Options.NativeCallers = 1;
  unsigned NumFrames = 0;
  LLVMManagedStep Step =
      LLVMManagedStartWalk(&Cursor, *LLVMManagedGetAnchors(), &Options);
  for (; Step == LLVMManagedStepFrame; Step = LLVMManagedNextFrame(&Cursor))
    ++NumFrames;
  EXPECT(Step == LLVMManagedStepEnd && NumFrames == 4);
  Visit = walkToNativeCaller;
  EXPECT(frameEntry() == SumOfReferences);
}

static void callEntry(void) {
  Visit = walkFromNativeCaller;
  enterFromNative();
}

static void testNativeCallers(void) {
  registerFrames(AsItIs, 1);
  EXPECT(callThrough(callEntry) == SumOfReferences);
  EXPECT(!*LLVMManagedGetAnchors());
}

/// Nobody has registered the map.
static void walkWithoutMap(void) {
  EXPECT(!strcmp(walk(LLVMManagedNextFrame), "N"));
}

static void testNoMap(void) {
  registerFrames(AsItIs, 0);
  LLVMManagedUnregisterStackMap(Registered);
  EXPECT(callThrough(walkWithoutMap) == SumOfReferences);
}

//===----------------------------------------------------------------------===//
// What a cursor tells
//===----------------------------------------------------------------------===//

static void readFrames(void) {
  LLVMManagedCursor Cursor;
  LLVMManagedFrame Frame;
  LLVMManagedDeoptValue Values[9];
  int IsEarly = 2;
  const LLVMManagedAnchor *Anchor = *LLVMManagedGetAnchors();
  EXPECT(LLVMManagedStartWalk(&Cursor, Anchor, NULL) == LLVMManagedStepFrame);
  EXPECT(LLVMManagedGetFrame(&Cursor, &Frame) == LLVMManagedSuccess);
  EXPECT(Frame.PC == (uintptr_t)leafPC && Frame.SP == Anchor->SP);
  EXPECT(!Frame.HasId && Frame.Map == Registered && Frame.Context == &Map);
  EXPECT(Frame.Anchor == Anchor && Frame.CFA > Frame.SP);
  EXPECT(LLVMManagedGetDeoptState(&Cursor, Values, 9, &IsEarly) == 0);
  EXPECT(!IsEarly);
  uintptr_t CFA = Frame.CFA;
  EXPECT(LLVMManagedNextFrame(&Cursor) == LLVMManagedStepFrame);
  EXPECT(LLVMManagedGetFrame(&Cursor, &Frame) == LLVMManagedSuccess);
  EXPECT(Frame.SP == CFA && Frame.SP % 64 == 0);
  EXPECT(LLVMManagedNextFrame(&Cursor) == LLVMManagedStepFrame);
  EXPECT(LLVMManagedGetFrame(&Cursor, &Frame) == LLVMManagedSuccess);
  EXPECT(Frame.HasId && Frame.Id == 77 && Frame.CFA == Frame.SP + 48);

  memset(Values, 0x55, sizeof(Values));
  EXPECT(LLVMManagedGetDeoptState(&Cursor, Values, 2, NULL) == 8);
  EXPECT(Values[2].Size == 0x5555555555555555);
  EXPECT(LLVMManagedGetDeoptState(&Cursor, Values, 9, &IsEarly) == 8);
  EXPECT(IsEarly == 1);
  EXPECT(Values[0].Kind == LLVMManagedDeoptConstant && Values[0].Value == 5);
  EXPECT(Values[1].Kind == LLVMManagedDeoptConstant &&
         Values[1].Value == (uint64_t)-3);
  EXPECT(Values[2].Kind == LLVMManagedDeoptMemory && Values[2].Value == 0x500 &&
         Values[2].Size == 8 && *(const uint64_t *)Values[2].Where == 0x500);
  EXPECT(Values[3].Kind == LLVMManagedDeoptMemory && Values[3].Value == 0x600 &&
         Values[3].Size == 4);
  EXPECT(Values[4].Kind == LLVMManagedDeoptLost && Values[4].Size == 8);
  EXPECT(Values[5].Kind == LLVMManagedDeoptMemory &&
         Values[5].Value == 0x1234567 &&
         Values[5].Where == (const void *)Frame.SP);
  EXPECT(Values[6].Kind == LLVMManagedDeoptAddress &&
         Values[6].Value == Frame.CFA - 8);
  EXPECT(Values[7].Kind == LLVMManagedDeoptConstant &&
         Values[7].Value == 0x0807060504030201);

  LLVMManagedSafepoint Safepoint;
  EXPECT(LLVMManagedLookupSafepoint((uintptr_t)outerPC, &Safepoint));
  EXPECT(Safepoint.PC == (uintptr_t)outerPC && Safepoint.Context == &Map);
  EXPECT(Safepoint.HasId && Safepoint.Id == 77 && Safepoint.Map == Registered);
  EXPECT(!LLVMManagedLookupSafepoint((uintptr_t)outerPC + 1, &Safepoint));

  while (LLVMManagedNextFrame(&Cursor) == LLVMManagedStepFrame)
    ;
  EXPECT(LLVMManagedGetFrame(&Cursor, &Frame) == LLVMManagedNoFrame);
  EXPECT(LLVMManagedVisitFrame(&Cursor, &Mover) == LLVMManagedNoFrame);
  EXPECT(LLVMManagedNextFrame(&Cursor) == LLVMManagedStepEnd);
}

static void testFrames(void) {
  registerFrames(AsItIs, 0);
  EXPECT(callThrough(readFrames) == SumOfReferences);
}

//===----------------------------------------------------------------------===//
// How walks end
//===----------------------------------------------------------------------===//

static void walkOnce(void) {
  EXPECT(!strcmp(walk(LLVMManagedNextFrame), Expected));
}

static void testUnwalkable(void) {
  registerFrames(MiddleIsUnwalkable, 0);
  Expected = "LMU";
  EXPECT(callThrough(walkOnce) == SumOfReferences);
}

/// Without a code range it is native code.
static void testNoSafepoint(void) {
  registerFrames(MiddleIsMissing, 0);
  Expected = "L.";
  EXPECT(callThrough(walkOnce) == SumOfReferences);
  LLVMManagedUnregisterStackMap(Registered);
  registerFrames(MiddleIsMissing, 1);
  Expected = "LS";
  EXPECT(callThrough(walkOnce) == SumOfReferences);
}

static LLVMManagedStep walkBelow(uintptr_t End) {
  LLVMManagedWalkOptions Options = {
      .StructSize = sizeof(Options), .StackBegin = 8, .StackEnd = End};
  LLVMManagedCursor Cursor;
  LLVMManagedStep Step =
      LLVMManagedStartWalk(&Cursor, *LLVMManagedGetAnchors(), &Options);
  while (Step == LLVMManagedStepFrame)
    Step = LLVMManagedNextFrame(&Cursor);
  return Step;
}

static void walkOutOfStack(void) {
  LLVMManagedCursor Cursor;
  LLVMManagedFrame Frame;
  LLVMManagedStartWalk(&Cursor, *LLVMManagedGetAnchors(), NULL);
  EXPECT(LLVMManagedGetFrame(&Cursor, &Frame) == LLVMManagedSuccess);
  EXPECT(walkBelow(Frame.CFA + 4096) == LLVMManagedStepEnd);
  EXPECT(walkBelow(Frame.CFA - 1) == LLVMManagedStepCorrupt);
  EXPECT(walkBelow(Frame.SP - 8) == LLVMManagedStepCorrupt);
  LLVMManagedNextFrame(&Cursor);
  LLVMManagedGetFrame(&Cursor, &Frame);
  EXPECT(walkBelow(Frame.CFA - 8) == LLVMManagedStepCorrupt);
  EXPECT(walkBelow(Frame.SP) == LLVMManagedStepCorrupt);
}

static void corruptFP(void) {
  // The frame that is relative to FP takes it from the anchor.
  LLVMManagedAnchor *Anchor = *LLVMManagedGetAnchors();
  LLVMManagedCursor Cursor;
  LLVMManagedFrame Leaf;
  LLVMManagedStartWalk(&Cursor, Anchor, NULL);
  LLVMManagedGetFrame(&Cursor, &Leaf);
  uint64_t FP = Anchor->Registers[0];
  // The last two: a CFA at the stack pointer, and too near for what is saved.
  const uint64_t Wrong[] = {0,
                            8,
                            FP + 4,
                            Anchor->SP - 16,
                            -UINT64_C(16),
                            -UINT64_C(24),
                            Leaf.CFA - 16,
                            Leaf.CFA - 8};
  for (unsigned I = 0; I < sizeof(Wrong) / sizeof(*Wrong); ++I) {
    Anchor->Registers[0] = Wrong[I];
    EXPECT(walkBelow(FP + 4096) == LLVMManagedStepCorrupt);
  }
  Anchor->Registers[0] = FP;
}

static void corruptAnchors(void) {
  LLVMManagedAnchor *Anchor = *LLVMManagedGetAnchors();
  LLVMManagedAnchor Other = *Anchor;
  Anchor->Next = &Other;
  EXPECT(!strcmp(walk(LLVMManagedNextFrame), "LMOEC"));
  Anchor->Next = Anchor;
  EXPECT(!strcmp(walk(LLVMManagedNextFrame), "LMOEC"));
  Anchor->Next = NULL;
  Other.SP += 4;
  LLVMManagedCursor Cursor;
  EXPECT(LLVMManagedStartWalk(&Cursor, &Other, NULL) == LLVMManagedStepCorrupt);
  EXPECT(LLVMManagedStartWalk(&Cursor, NULL, NULL) == LLVMManagedStepEnd);
}

static void testCorrupt(void) {
  registerFrames(AsItIs, 0);
  EXPECT(callThrough(walkOutOfStack) == SumOfReferences);
  EXPECT(callThrough(corruptFP) == SumOfReferences);
  EXPECT(callThrough(corruptAnchors) == SumOfReferences);
}

static void visitOutOfStack(void) {
  // Between the references of the frame.
  LLVMManagedAnchor *Anchor = *LLVMManagedGetAnchors();
  LLVMManagedWalkOptions Options = {.StructSize = sizeof(Options),
                                    .StackBegin = Anchor->SP + 16,
                                    .StackEnd = Anchor->SP + 4096};
  LLVMManagedCursor Cursor;
  EXPECT(LLVMManagedVisitStack(Anchor, &Options, &Mover, &Cursor) ==
         LLVMManagedStepCorrupt);
  Options.StackBegin = 8;
  Options.StackEnd = Anchor->SP + 4096;
  EXPECT(LLVMManagedStartWalk(&Cursor, Anchor, &Options) ==
         LLVMManagedStepFrame);
}

static void testNothingIsVisitedInPart(void) {
  registerFrames(AsItIs, 0);
  EXPECT(callThrough(visitOutOfStack) == SumOfReferences);
}

static void verifyWrongMap(void) {
  LLVMManagedCursor Cursor;
  LLVMManagedFrameDifference Difference;
  LLVMManagedStartWalk(&Cursor, *LLVMManagedGetAnchors(), NULL);
  EXPECT(LLVMManagedNextFrameVerified(&Cursor, &Difference) ==
         LLVMManagedStepDiffers);
  EXPECT(Difference.ByMap != Difference.ByCFI);
#if defined(__x86_64__)
  EXPECT(Difference.What == 2 && Difference.Register == 6);
#else
  EXPECT(Difference.What == 1);
#endif
}

static void verifyWrongCFA(void) {
  LLVMManagedCursor Cursor;
  LLVMManagedFrameDifference Difference;
  LLVMManagedStartWalk(&Cursor, *LLVMManagedGetAnchors(), NULL);
  EXPECT(LLVMManagedNextFrameVerified(&Cursor, &Difference) ==
         LLVMManagedStepDiffers);
  EXPECT(Difference.What == 0 && Difference.ByMap > Difference.ByCFI);
}

/// Has enough stack above for a frame that is said to be larger than it is.
static __attribute__((noinline)) long callFarBelow(void (*Function)(void)) {
  char Room[1 << 16];
  __asm__ volatile("" : : "r"(Room) : "memory");
  long Result = callThrough(Function);
  __asm__ volatile("" : : "r"(Room) : "memory");
  return Result;
}

static void testDifferences(void) {
  registerFrames(LeafHasOtherSaves, 0);
  EXPECT(callThrough(verifyWrongMap) == SumOfReferences);
  LLVMManagedUnregisterStackMap(Registered);
  registerFrames(LeafIsTooLarge, 0);
  EXPECT(callFarBelow(verifyWrongCFA) == SumOfReferences);
}

//===----------------------------------------------------------------------===//
// Signals and threads
//===----------------------------------------------------------------------===//

static void walkInHandler(int Signal) {
  (void)Signal;
  walkOnce();
  EXPECT(LLVMManagedVisitStack(*LLVMManagedGetAnchors(), NULL, &Mover, NULL) ==
         LLVMManagedStepEnd);
}

static void raiseSignal(void) { raise(SIGUSR1); }

static void testSignalHandler(void) {
  registerFrames(AsItIs, 0);
  static char Stack[64 << 10];
  stack_t Alternate = {.ss_sp = Stack, .ss_size = sizeof(Stack)};
  struct sigaction Action = {.sa_handler = walkInHandler,
                             .sa_flags = SA_ONSTACK};
  sigaltstack(&Alternate, NULL);
  sigaction(SIGUSR1, &Action, NULL);
  Expected = "LMOE.";
  EXPECT(callThrough(raiseSignal) == MovedOnce);
}

static LLVMManagedAnchor **Theirs;

static void *moveTheirs(void *Unused) {
  (void)Unused;
  EXPECT(!*LLVMManagedGetAnchors());
  EXPECT(LLVMManagedVisitStack(*Theirs, NULL, &Mover, NULL) ==
         LLVMManagedStepEnd);
  return NULL;
}

static void haveOtherMove(void) {
  pthread_t Other;
  Theirs = LLVMManagedGetAnchors();
  pthread_create(&Other, NULL, moveTheirs, NULL);
  pthread_join(Other, NULL);
}

static void testOtherThread(void) {
  registerFrames(AsItIs, 0);
  EXPECT(callThrough(haveOtherMove) == MovedOnce);
}

static _Atomic int IsOver;

/// Registers and unregisters maps of code that is nowhere near the frames'
/// own, in the same block and elsewhere.
static void *churn(void *Argument) {
  struct FrameMap *Mine = Argument;
  unsigned long Count = 0;
  do {
    LLVMManagedStackMapRef Ref;
    makeMap(Mine, AsItIs);
    for (int I = 0; I < 2; ++I)
      Mine->Index[2 * I] += Count % 4 == 0 ? 1 << 20 : 4;
    if (LLVMManagedRegisterStackMap(&Mine->Tables, &Ref, NULL) !=
        LLVMManagedSuccess) {
      ++NumFailed;
      break;
    }
    memset(Mine->Index, 0, sizeof(Mine->Index));
    LLVMManagedUnregisterStackMap(Ref);
    memset(Mine->Map, 0xff, sizeof(Mine->Map));
    ++Count;
  } while (!IsOver);
  return NULL;
}

static void walkOften(void) {
  for (unsigned I = 0; I < 2000; ++I)
    walkOnce();
}

static void testUnregistering(void) {
  registerFrames(AsItIs, 0);
  static struct FrameMap Mine;
  pthread_t Other;
  pthread_create(&Other, NULL, churn, &Mine);
  Expected = "LMOE.";
  for (unsigned I = 0; I < 5; ++I)
    EXPECT(callThrough(walkOften) == SumOfReferences);
  IsOver = 1;
  pthread_join(Other, NULL);
}

int main(void) {
  EXPECT(passes(testRoots));
  EXPECT(passes(testNestedSegments));
  EXPECT(passes(testOwnVariable));
  EXPECT(passes(testNativeCallers));
  EXPECT(passes(testNoMap));
  EXPECT(passes(testFrames));
  EXPECT(passes(testUnwalkable));
  EXPECT(passes(testNoSafepoint));
  EXPECT(passes(testCorrupt));
  EXPECT(passes(testNothingIsVisitedInPart));
  EXPECT(passes(testDifferences));
  EXPECT(passes(testSignalHandler));
  EXPECT(passes(testOtherThread));
  EXPECT(passes(testUnregistering));
  return finish();
}
