//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stops all threads and resumes them (Threads.h says why that works).
///
//===----------------------------------------------------------------------===//

#include "AsymmetricBarrier.h"
#include "Threads.h"

using namespace llvm;
using namespace llvm::managed;

static void askToStop(uint32_t Poll) {
  for (LLVMManagedThread *T = World.First; T; T = T->Next)
    if (T != &thisThread())
      __atomic_store_n(&T->Poll, Poll, __ATOMIC_SEQ_CST);
}

/// How often the state of a thread is looked at busily: about as long as a
/// thread with a processor of its own takes.
static constexpr unsigned NumPauses = 32;

/// Waits for something that takes a thread microseconds unless it does not run,
/// or runs without a poll: first busily, then for longer and longer. The caller
/// does not yield: it would get its processor back when all others have used up
/// their time, and who sleeps gets it when the thread has stopped.
static void pauseFor(const LLVMManagedThread &Thread, unsigned Round,
                     const timespec *Deadline) {
  if (Round < NumPauses) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#endif
    return;
  }
  const uint64_t Microseconds = Round < NumPauses + 64 ? 50 : 500;
  timespec End = deadlineIn(Microseconds * 1000);
  if (Deadline &&
      (Deadline->tv_sec < End.tv_sec ||
       (Deadline->tv_sec == End.tv_sec && Deadline->tv_nsec < End.tv_nsec)))
    End = *Deadline;
  __atomic_store_n(&World.IsAwaited, 1, __ATOMIC_SEQ_CST);
  if (stateOf(Thread) == LLVMManagedStateManaged)
    futexWait(&World.IsAwaited, 1, &End);
  __atomic_store_n(&World.IsAwaited, 0, __ATOMIC_SEQ_CST);
}

static bool isPast(const timespec &Deadline) {
  timespec Now;
  clock_gettime(CLOCK_MONOTONIC, &Now);
  return Now.tv_sec > Deadline.tv_sec ||
         (Now.tv_sec == Deadline.tv_sec && Now.tv_nsec >= Deadline.tv_nsec);
}

/// Waits until all threads but the current one were seen outside of managed
/// state once: who was cannot come back. Returns whether that was in time.
static bool waitForThreads(const timespec *Deadline) {
  for (LLVMManagedThread *T = World.First; T; T = T->Next) {
    if (T == &thisThread())
      continue;
    for (unsigned Round = 0; stateOf(*T) == LLVMManagedStateManaged; ++Round) {
      // The clock costs more than a look at the state.
      if (Deadline && Round >= NumPauses && isPast(*Deadline))
        return false;
      pauseFor(*T, Round, Deadline);
    }
  }
  return true;
}

/// Returns whether any thread has not stopped.
static bool reportThreads(const LLVMManagedStopOptions &Options) {
  bool IsAnyRunning = false;
  for (LLVMManagedThread *T = World.First; T; T = T->Next) {
    if (T == &thisThread() || stateOf(*T) != LLVMManagedStateManaged)
      continue;
    IsAnyRunning = true;
    if (Options.DidNotStop)
      Options.DidNotStop(T, Options.Argument);
  }
  return IsAnyRunning;
}

/// Takes the lock of the world. Meanwhile a caller in managed state is blocked.
static bool becomeStopper(const timespec *Deadline) {
  LLVMManagedThread &Thread = thisThread();
  const bool WasManaged =
      Thread.StructSize && stateOf(Thread) == LLVMManagedStateManaged;
  if (WasManaged)
    leaveManagedLoudly(Thread, LLVMManagedStateBlocked);
  const bool IsMine = World.Lock.lock(Deadline);
  if (IsMine) {
    // Nobody else can be stopping threads, so nothing has to be tested.
    if (WasManaged)
      __atomic_store_n(&Thread.State, LLVMManagedStateManaged,
                       __ATOMIC_SEQ_CST);
    World.Stopper.store(&Thread, std::memory_order_relaxed);
  } else if (WasManaged && becomeManaged(Thread)) {
    waitForResume(Thread);
  }
  return IsMine;
}

static void stopBeingStopper() {
  World.Stopper.store(nullptr, std::memory_order_relaxed);
  World.Lock.unlock();
}

static void letGo() {
  askToStop(0);
  // A thread that is not blocked yet will see that it need not wait.
  for (LLVMManagedThread *T = World.First; T; T = T->Next)
    if (stateOf(*T) == LLVMManagedStateBlocked)
      futexWake(&T->Poll);
}

void managed::resumeThreads() {
  disarmPage();
  letGo();
  stopBeingStopper();
}

LLVMManagedStatus
LLVMManagedStopThreads(const LLVMManagedStopOptions *Options) {
  LLVMManagedStopOptions Defaults = {};
  Defaults.StructSize = sizeof(Defaults);
  if (!Options)
    Options = &Defaults;
  if (Options->StructSize != sizeof(*Options))
    return LLVMManagedInvalidArgument;
  if (isStopper())
    return LLVMManagedAlreadyStopped;
  NoCancellation Guard;
  LLVMManagedStatus Status = prepareThread();
  if (Status != LLVMManagedSuccess)
    return Status;

  timespec Time;
  const timespec *Deadline = nullptr;
  if (Options->TimeoutNanoseconds) {
    Time = deadlineIn(Options->TimeoutNanoseconds);
    Deadline = &Time;
  }
  if (!becomeStopper(Deadline))
    return LLVMManagedStopInProgress;
  // In this order, so that a thread that faults finds that it is asked to stop.
  askToStop(1);
  Status = armPage();
  if (Status != LLVMManagedSuccess) {
    letGo();
    stopBeingStopper();
    return Status;
  }
  if (!executeBarrier())
    Status = LLVMManagedNoBarrier;
  // Some may have stopped at the last moment.
  else if (!waitForThreads(Deadline) && reportThreads(*Options))
    Status = LLVMManagedThreadsRun;
  if (Status != LLVMManagedSuccess)
    resumeThreads();
  return Status;
}

LLVMManagedStatus LLVMManagedResumeThreads(void) {
  if (!isStopper())
    return LLVMManagedNotStopped;
  NoCancellation Guard;
  resumeThreads();
  return LLVMManagedSuccess;
}

LLVMManagedStatus LLVMManagedVisitThreads(void (*Visit)(LLVMManagedThread *,
                                                        void *),
                                          void *Argument) {
  if (!isStopper())
    return LLVMManagedNotStopped;
  for (LLVMManagedThread *T = World.First, *Next; T; T = Next) {
    Next = T->Next;
    Visit(T, Argument);
  }
  return LLVMManagedSuccess;
}
