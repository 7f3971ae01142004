//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// C++ exceptions, cancellation and jumps through entries: the anchors that are
/// left are those of the frames that are left, and registers are as they were.
///
//===----------------------------------------------------------------------===//

#include "frames.h"
#include "test.h"

#include <pthread.h>
#include <setjmp.h>

static LLVMManagedAnchor *anchors() { return *LLVMManagedGetAnchors(); }

static void (*Visit)();
void visited() { Visit(); }

static unsigned Depth;
static LLVMManagedAnchor *Outer;

static void throwDeeply() {
  EXPECT(anchors() != Outer);
  if (Depth++ < 3)
    frameEntry();
  else
    throw 42;
}

/// In the native code between managed frames.
static void catchInBetween() {
  Outer = anchors();
  Visit = throwDeeply;
  // In registers that the frames use.
  volatile long Source = 5;
  long Kept[4] = {Source, Source + 1, Source + 2, Source + 3};
  int Caught = 0;
  Depth = 0;
  try {
    frameEntry();
  } catch (int Value) {
    Caught = Value;
  }
  EXPECT(Caught == 42);
  EXPECT(Kept[0] == 5 && Kept[1] == 6 && Kept[2] == 7 && Kept[3] == 8);
  EXPECT(anchors() == Outer);
  EXPECT(Depth == 4);
}

static void testThrowing() {
  EXPECT(!anchors());
  catchInBetween();
  EXPECT(!anchors());
  Visit = catchInBetween;
  EXPECT(frameEntry() == SumOfReferences);
  EXPECT(!anchors());
}

static LLVMManagedAnchor *AtEnd;

struct Watcher {
  ~Watcher() { AtEnd = anchors(); }
};

static void *beCancelled(void *) {
  Watcher Watch;
  Visit = [] {
    pthread_cancel(pthread_self());
    pthread_testcancel();
  };
  AtEnd = reinterpret_cast<LLVMManagedAnchor *>(1);
  frameEntry();
  return nullptr;
}

static void testCancelling() {
  pthread_t Other;
  void *Result = nullptr;
  pthread_create(&Other, nullptr, beCancelled, nullptr);
  pthread_join(Other, &Result);
  EXPECT(Result == PTHREAD_CANCELED);
  EXPECT(!AtEnd);
}

static jmp_buf Target;

static void testJumping() {
  LLVMManagedAnchor *Before = anchors();
  Visit = [] { longjmp(Target, 1); };
  if (!setjmp(Target))
    frameEntry();
  EXPECT(anchors() != Before);
  *LLVMManagedGetAnchors() = Before;
  Visit = catchInBetween;
  EXPECT(frameEntry() == SumOfReferences);
}

int main() {
  EXPECT(passes(testThrowing));
  EXPECT(passes(testCancelling));
  EXPECT(passes(testJumping));
  return finish();
}
