//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Threads that call native code through transitions, poll, call back, throw,
/// detach and end, while a collector stops them and moves what they refer to.
///
///   transitions TRANSITIONS COLLECTIONS LEAST THREADS SEED
///
/// Each thread keeps a reference in a callee-saved register over its calls. A
/// collection adds one to each reference that it finds, and to what the thread
/// knows it must be: so a reference that was missed, a thread that ran on in
/// managed code, and a write that was not seen are noticed. The program ends
/// with exit code 0 and lines of totals unless something was wrong. It goes on
/// until there were at least so many transitions and collections, and each
/// interleaving was seen at least so often.
///
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <sched.h>
#include <thread>
#include <time.h>
#include <unistd.h>
#include <vector>

#include "ManagedCalls.h"

[[noreturn]] static void fail(const char *Format, ...) {
  va_list Arguments;
  va_start(Arguments, Format);
  vfprintf(stderr, Format, Arguments);
  va_end(Arguments);
  fputc('\n', stderr);
  _exit(1);
}

static void check(LLVMManagedStatus Status, const char *What) {
  if (Status != LLVMManagedSuccess)
    fail("%s: %s", What, LLVMManagedStatusMessage(Status));
}

//===----------------------------------------------------------------------===//
// What a thread is doing
//===----------------------------------------------------------------------===//

/// As the thread itself says it.
enum Phase : uint32_t { Managed, Entering, Native, Leaving, Detaching };

/// As the collector sees it, when all threads are stopped.
enum Interleaving {
  /// Was in managed code, and waits at a poll.
  InManaged,
  /// Is in native state, but the native function has not begun.
  IsEntering,
  /// Executes the native function.
  InNative,
  /// The native function has ended, but the thread has not tried to be managed.
  IsLeaving,
  /// Waits to be managed, after the native function or a call of managed code.
  IsBlocked,
  /// Detaches or ends.
  IsDetaching,
  NumInterleavings
};
static const char *const Names[NumInterleavings] = {
    "managed", "entering", "native", "leaving", "blocked", "detaching"};

struct alignas(128) Mutator {
  std::atomic<uint32_t> ThePhase{Managed};
  std::atomic<uint64_t> Transitions{0};
  uint64_t Random = 0;

  // Of managed code and of the collector, so nothing is atomic.
  /// What each reference has to be.
  uint64_t Expected = 1000;
  /// Grows in managed code.
  uint64_t Steps = 0;
  /// What the collector saw last.
  uint64_t StepsSeen = 0;

  void setPhase(uint32_t P) { ThePhase.store(P, std::memory_order_relaxed); }
  uint64_t draw() {
    Random ^= Random << 13;
    Random ^= Random >> 7;
    Random ^= Random << 17;
    return Random;
  }
};

static std::atomic<bool> IsOver{false};
/// Changed while all threads are stopped, and read in managed code.
static uint64_t Epoch;
static std::atomic<uint64_t> NumThreads{0}, NumThrown{0}, NumCallbacks{0};

//===----------------------------------------------------------------------===//
// Managed and native code
//===----------------------------------------------------------------------===//

/// Managed code that calls native code and polls, \p Count times.
static void runManaged(Mutator &M, uint64_t Levels, uint64_t Count) {
  uint64_t Reference = M.Expected;
  const volatile uint64_t &TheEpoch = Epoch;
  LLVMManagedThread *Thread = LLVMManagedCurrentThread();
  for (uint64_t I = 0; I < Count; ++I) {
    const uint64_t Before = TheEpoch;
    ++M.Steps;
    try {
      M.setPhase(Entering);
      if (TheEpoch != Before)
        fail("managed code ran on during a collection");
      Reference = stressCall(&M, Levels, Reference);
    } catch (int) {
      // The register is gone; the heap knows what it was.
      Reference = M.Expected;
      NumThrown.fetch_add(1, std::memory_order_relaxed);
    }
    M.setPhase(Managed);
    if (Reference != M.Expected)
      fail("after a call, the reference is %lu and not %lu", Reference,
           M.Expected);
    if (__atomic_load_n(&Thread->Poll, __ATOMIC_RELAXED)) {
      Reference = stressPoll(&M, Levels, Reference);
      if (Reference != M.Expected)
        fail("after a poll, the reference is %lu and not %lu", Reference,
             M.Expected);
    }
  }
  M.Transitions.store(M.Transitions.load(std::memory_order_relaxed) + Count,
                      std::memory_order_relaxed);
}

void stressNative(Mutator *M, uint64_t Levels) {
  M->setPhase(Native);
  const uint64_t Choice = M->draw();
  if (Choice % 64 == 0) {
    for (volatile uint64_t I = 0; I < Choice / 64 % 128; I = I + 1)
      ;
    if (Choice % 4096 == 0) {
      usleep(Choice / 4096 % 64);
    } else if (Choice % 4096 == 64) {
      sched_yield();
    } else if (Choice % 4096 == 128 && Levels < 3) {
      {
        llvm_managed::ManagedScope Scope;
        check(Scope.status(), "calling back");
        M->setPhase(Managed);
        NumCallbacks.fetch_add(1, std::memory_order_relaxed);
        runManaged(*M, Levels + 1, 8);
      }
      M->setPhase(Native);
    } else if (Choice % 16384 == 192) {
      M->setPhase(Leaving);
      throw 1;
    }
  }
  M->setPhase(Leaving);
}

/// The life of a thread, which detaches now and then, and ends in one of
/// several ways.
static void *runThread(void *Argument) {
  auto &M = *static_cast<Mutator *>(Argument);
  const uint64_t NumTurns = 1 + M.draw() % 8;
  NumThreads.fetch_add(1, std::memory_order_relaxed);
  for (uint64_t Turn = 0; Turn < NumTurns && !IsOver; ++Turn) {
    LLVMManagedAttachOptions Options = {};
    Options.StructSize = sizeof(Options);
    Options.User = &M;
    Options.Flags = Turn % 2 ? LLVMManagedAlternateStack : 0;
    // Once it is attached, the collector sees this.
    M.setPhase(Leaving);
    check(LLVMManagedAttachThread(&Options), "attaching");
    check(LLVMManagedLeaveNative(), "leaving native state");
    M.setPhase(Managed);
    runManaged(M, 0, 2048);
    M.setPhase(Detaching);
    if (Turn + 1 == NumTurns && M.draw() % 4 == 0)
      pthread_exit(nullptr);
    check(LLVMManagedEnterNative(), "entering native state");
    if (Turn + 1 == NumTurns && M.draw() % 2)
      pthread_exit(nullptr);
    check(LLVMManagedDetachThread(), "detaching");
  }
  return nullptr;
}

/// Keeps a thread running, with one structure.
static void keepRunning(Mutator &M) {
  while (!IsOver) {
    pthread_t Thread;
    if (pthread_create(&Thread, nullptr, runThread, &M))
      fail("no more threads");
    pthread_join(Thread, nullptr);
  }
}

//===----------------------------------------------------------------------===//
// The collector
//===----------------------------------------------------------------------===//

static uint64_t Seen[NumInterleavings], NumReferences;

static Interleaving classify(uint32_t Phase, uint32_t State) {
  switch (Phase) {
  case Managed:
    return InManaged;
  case Entering:
    return IsEntering;
  case Native:
    return State == LLVMManagedStateBlocked ? IsBlocked : InNative;
  case Leaving:
    return State == LLVMManagedStateBlocked ? IsBlocked : IsLeaving;
  }
  return IsDetaching;
}

/// Checks what is known of a thread that is stopped, and moves all that it
/// refers to.
static void collect(LLVMManagedThread *Thread, void *) {
  auto &M = *static_cast<Mutator *>(Thread->User);
  const uint32_t State = __atomic_load_n(&Thread->State, __ATOMIC_SEQ_CST);
  const uint32_t Phase = M.ThePhase.load(std::memory_order_relaxed);
  ++Seen[classify(Phase, State)];
  if (Thread->StructSize != sizeof(*Thread))
    fail("a thread that is not attached");
  if (M.Steps < M.StepsSeen)
    fail("steps of managed code were lost");
  M.StepsSeen = M.Steps;
  ++M.Expected;

  LLVMManagedAnchor *Last = nullptr;
  unsigned Depth = 0;
  for (LLVMManagedAnchor *A = Thread->Anchor; A; A = A->Next, ++Depth) {
    const auto Where = reinterpret_cast<uintptr_t>(A);
    if (A <= Last || Where < Thread->StackLow || A->SP <= Where ||
        A->SP > Thread->StackHigh)
      fail("anchor %p is outside of the stack", static_cast<void *>(A));
    if (A->Head != &Thread->Anchor || !isReturnAddress(A->PC))
      fail("anchor %p is not one", static_cast<void *>(A));
    uint64_t &Reference = A->Registers[ReferenceRegister];
    if (Reference + 1 != M.Expected)
      fail("a reference is %lu and not %lu", Reference, M.Expected - 1);
    ++Reference;
    ++NumReferences;
    Last = A;
  }
  // In each of these, a call or a poll is under way.
  if (!Depth && (Phase == Native || Phase == Entering))
    fail("a thread in native code has no anchor");
  if (Depth > 5)
    fail("too many anchors");
}

static uint64_t now() {
  timespec Time;
  clock_gettime(CLOCK_MONOTONIC, &Time);
  return static_cast<uint64_t>(Time.tv_sec) * 1000000000 + Time.tv_nsec;
}

static uint64_t numTransitions(const std::vector<Mutator> &Mutators) {
  uint64_t Sum = 0;
  for (const Mutator &M : Mutators)
    Sum += M.Transitions.load(std::memory_order_relaxed);
  return Sum;
}

int main(int argc, char **argv) {
  if (argc != 6)
    fail("transitions TRANSITIONS COLLECTIONS LEAST THREADS SEED");
  const uint64_t LeastTransitions = strtoull(argv[1], nullptr, 10);
  const uint64_t LeastCollections = strtoull(argv[2], nullptr, 10);
  const uint64_t LeastSeen = strtoull(argv[3], nullptr, 10);
  std::vector<Mutator> Mutators(strtoull(argv[4], nullptr, 10));
  uint64_t Random = strtoull(argv[5], nullptr, 10) * 2 + 1;
  for (Mutator &M : Mutators)
    M.Random = Random += 0x9e3779b97f4a7c15;

  std::vector<std::thread> Keepers;
  for (Mutator &M : Mutators)
    Keepers.emplace_back(keepRunning, std::ref(M));
  Mutator Mine;
  Mine.Random = Random;
  uint64_t NumCollections = 0, Longest = 0, Sum = 0;
  LLVMManagedStopOptions Options = {};
  Options.StructSize = sizeof(Options);
  // A minute is far longer than any thread needs to come to a poll.
  Options.TimeoutNanoseconds = 60000000000;
  while (NumCollections < LeastCollections ||
         *std::min_element(Seen, Seen + NumInterleavings) < LeastSeen ||
         numTransitions(Mutators) < LeastTransitions) {
    const uint64_t Begin = now();
    check(LLVMManagedStopThreads(&Options), "stopping");
    const uint64_t Time = now() - Begin;
    Sum += Time;
    if (Time > Longest)
      Longest = Time;
    ++Epoch;
    check(LLVMManagedVisitThreads(collect, nullptr), "visiting");
    ++NumCollections;
    check(LLVMManagedResumeThreads(), "resuming");
    // Once in four times at once, while threads are still waking up.
    const uint64_t Choice = Mine.draw();
    if (Choice % 4 == 0)
      usleep(Choice / 4 % 256);
    else if (Choice % 4 != 1)
      for (volatile uint64_t I = 0; I < Choice % 4096; I = I + 1)
        ;
  }
  IsOver = true;
  for (std::thread &T : Keepers)
    T.join();
  for (const Mutator &M : Mutators)
    if (M.Steps != M.Transitions)
      fail("%lu steps of %lu transitions", M.Steps, M.Transitions.load());

  printf("transitions %lu\n", numTransitions(Mutators));
  printf("collections %lu\n", NumCollections);
  printf("threads %lu\n", NumThreads.load());
  printf("callbacks %lu\n", NumCallbacks.load());
  printf("exceptions %lu\n", NumThrown.load());
  printf("references %lu\n", NumReferences);
  for (unsigned I = 0; I < NumInterleavings; ++I)
    printf("%s %lu\n", Names[I], Seen[I]);
  printf("stop-mean-ns %lu\n", Sum / NumCollections);
  printf("stop-longest-ns %lu\n", Longest);
  return 0;
}
