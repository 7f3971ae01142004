//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What stops of threads are made of: the layout that generated code knows, the
/// lock, each kind of barrier, and what the interface answers to misuse. The
/// programs of scripts/tests/managed_runtime test the rest, on both targets.
///
//===----------------------------------------------------------------------===//

#include "../../../lib/ExecutionEngine/ManagedRuntime/Threads.h"
#include "../../../lib/ExecutionEngine/ManagedRuntime/AsymmetricBarrier.h"
#include "gtest/gtest.h"
#include <atomic>
#include <sched.h>
#include <stddef.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace llvm::managed;

namespace {

TEST(ThreadsTest, OffsetsAreThoseOfGeneratedCode) {
  EXPECT_EQ(offsetof(LLVMManagedThread, StructSize), 0u);
  EXPECT_EQ(offsetof(LLVMManagedThread, Anchor), 8u);
  EXPECT_EQ(offsetof(LLVMManagedThread, State), 16u);
  EXPECT_EQ(offsetof(LLVMManagedThread, Poll), 20u);
  EXPECT_EQ(offsetof(LLVMManagedThread, StackLow), 24u);
  EXPECT_EQ(offsetof(LLVMManagedThread, StackHigh), 32u);
  EXPECT_EQ(offsetof(LLVMManagedThread, GuardLow), 40u);
  EXPECT_EQ(offsetof(LLVMManagedThread, User), 48u);
  EXPECT_EQ(LLVMManagedGetAnchors(), &LLVMManagedThisThread.Anchor);
}

TEST(ThreadsTest, EachStatusHasAMessage) {
  for (int Status = LLVMManagedAlreadyAttached; Status <= LLVMManagedNoBarrier;
       ++Status)
    EXPECT_NE(std::string(LLVMManagedStatusMessage(
                  static_cast<LLVMManagedStatus>(Status))),
              "unknown status");
}

//===----------------------------------------------------------------------===//
// The lock
//===----------------------------------------------------------------------===//

TEST(FutexLockTest, ExcludesOthers) {
  FutexLock Lock;
  unsigned Count = 0;
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < 4; ++I)
    Threads.emplace_back([&] {
      for (unsigned Turn = 0; Turn < 5000; ++Turn) {
        Lock.lock();
        ++Count;
        Lock.unlock();
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Count, 20000u);
}

TEST(FutexLockTest, GivesUpAtTheDeadline) {
  FutexLock Lock;
  EXPECT_TRUE(Lock.lock());
  std::thread([&] {
    for (unsigned I = 0; I < 3; ++I) {
      timespec Deadline = deadlineIn(1000000);
      EXPECT_FALSE(Lock.lock(&Deadline));
    }
  }).join();
  Lock.unlock();
  // Nobody waits any more, and those who gave up are forgotten.
  std::thread([&] {
    timespec Past = deadlineIn(0);
    EXPECT_TRUE(Lock.lock(&Past));
    Lock.unlock();
  }).join();
  timespec Deadline = deadlineIn(1000000);
  EXPECT_TRUE(Lock.lock(&Deadline));
  Lock.unlock();
}

TEST(FutexLockTest, OthersGetTheirTurn) {
  FutexLock Lock;
  std::atomic<unsigned> NumTurns{0};
  std::atomic<bool> IsOver{false};
  std::thread Greedy([&] {
    while (!IsOver) {
      Lock.lock();
      ++NumTurns;
      usleep(100);
      Lock.unlock();
    }
  });
  while (!NumTurns)
    sched_yield();
  for (unsigned I = 0; I < 20; ++I) {
    const unsigned Before = NumTurns;
    Lock.lock();
    Lock.unlock();
    EXPECT_LT(NumTurns - Before, 1000u);
  }
  IsOver = true;
  Greedy.join();
}

TEST(FutexLockTest, DeadlinesDoNotOverflow) {
  timespec Now = deadlineIn(0), Last = deadlineIn(UINT64_MAX);
  EXPECT_GT(Last.tv_sec, Now.tv_sec + (int64_t(1) << 34));
  EXPECT_LT(Last.tv_nsec, 1000000000);
  timespec Second = deadlineIn(999999999);
  EXPECT_LT(Second.tv_nsec, 1000000000);
}

//===----------------------------------------------------------------------===//
// The barrier
//===----------------------------------------------------------------------===//

/// Spins, as both have to run at the same time, but not while the other is off
/// its processor.
void waitFor(const std::atomic<unsigned> &Variable, unsigned Value) {
  for (unsigned I = 1; Variable.load(std::memory_order_acquire) != Value; ++I)
    if (I % 4096 == 0)
      sched_yield();
}

/// One thread stores First and loads Second
/// without a fence, the other the reverse with the barrier in between. Both
/// cannot miss what the other stored.
void checkOrder() {
  constexpr unsigned Rounds = 20000;
  std::atomic<unsigned> First{0}, Second{0}, Round{0}, Done{0};
  unsigned Seen = 0;
  std::thread Fast([&] {
    for (unsigned R = 1; R <= Rounds; ++R) {
      waitFor(Round, R);
#if defined(__x86_64__)
      First.store(R, std::memory_order_relaxed);
      std::atomic_signal_fence(std::memory_order_seq_cst);
      Seen = Second.load(std::memory_order_relaxed);
#else
      First.store(R, std::memory_order_seq_cst);
      Seen = Second.load(std::memory_order_seq_cst);
#endif
      Done.store(R, std::memory_order_release);
    }
  });
  unsigned NumMissed = 0;
  for (unsigned R = 1; R <= Rounds; ++R) {
    Round.store(R, std::memory_order_release);
    // So that both are under way at different distances.
    for (volatile unsigned I = 0; I < R % 64; I = I + 1)
      ;
    Second.store(R, std::memory_order_seq_cst);
    EXPECT_TRUE(executeBarrier());
    const unsigned Other = First.load(std::memory_order_seq_cst);
    waitFor(Done, R);
    NumMissed += Other != R && Seen != R;
  }
  Fast.join();
  EXPECT_EQ(NumMissed, 0u);
}

TEST(AsymmetricBarrierTest, OrdersStoresAndLoads) {
  ASSERT_TRUE(prepareBarrier());
  checkOrder();
}

#if defined(__x86_64__)
TEST(AsymmetricBarrierTest, ProtectionOrdersStoresAndLoads) {
  // Refused where the kernel may do it in silence.
  if (prepareBarrierFrom(BarrierKind::Protection))
    checkOrder();
  EXPECT_TRUE(prepareBarrierFrom(BarrierKind::Unknown));
}

TEST(AsymmetricBarrierTest, ThreadsAreStoppedByProtection) {
  if (!prepareBarrierFrom(BarrierKind::Protection))
    GTEST_SKIP() << "no such barrier here";
  std::atomic<bool> IsOver{false}, IsAttached{false};
  uint64_t Shared = 0;
  std::thread Mutator([&] {
    ASSERT_EQ(LLVMManagedAttachThread(nullptr), LLVMManagedSuccess);
    IsAttached = true;
    while (!IsOver) {
      ASSERT_EQ(LLVMManagedLeaveNative(), LLVMManagedSuccess);
      ++Shared;
      ASSERT_EQ(LLVMManagedEnterNative(), LLVMManagedSuccess);
    }
  });
  while (!IsAttached)
    sched_yield();
  for (unsigned I = 0; I < 2000; ++I) {
    ASSERT_EQ(LLVMManagedStopThreads(nullptr), LLVMManagedSuccess);
    const uint64_t Before = ++Shared;
    for (volatile unsigned J = 0; J < I % 100; J = J + 1)
      ;
    EXPECT_EQ(*static_cast<volatile uint64_t *>(&Shared), Before);
    ASSERT_EQ(LLVMManagedResumeThreads(), LLVMManagedSuccess);
  }
  IsOver = true;
  Mutator.join();
  EXPECT_TRUE(prepareBarrierFrom(BarrierKind::Unknown));
}
#endif

TEST(AsymmetricBarrierTest, RefusedWhereThereIsNone) {
  EXPECT_FALSE(prepareBarrierFrom(BarrierKind::Unavailable));
  EXPECT_FALSE(executeBarrier());
  // The kernel is asked again.
  EXPECT_TRUE(prepareBarrier());
  EXPECT_TRUE(executeBarrier());
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

void ignore(LLVMManagedThread *, void *) {}

TEST(ThreadsTest, MisuseIsAnError) {
  EXPECT_EQ(LLVMManagedCurrentThread(), nullptr);
  EXPECT_EQ(LLVMManagedDetachThread(), LLVMManagedNotAttached);
  EXPECT_EQ(LLVMManagedEnterNative(), LLVMManagedNotAttached);
  EXPECT_EQ(LLVMManagedLeaveNative(), LLVMManagedNotAttached);
  EXPECT_EQ(LLVMManagedResumeThreads(), LLVMManagedNotStopped);
  EXPECT_EQ(LLVMManagedVisitThreads(ignore, nullptr), LLVMManagedNotStopped);
  EXPECT_EQ(LLVMManagedDisarmPolls(), LLVMManagedNotArmed);
  ASSERT_EQ(LLVMManagedAttachThread(nullptr), LLVMManagedSuccess);
  EXPECT_EQ(LLVMManagedAttachThread(nullptr), LLVMManagedAlreadyAttached);
  EXPECT_EQ(LLVMManagedEnterNative(), LLVMManagedWrongState);
  EXPECT_EQ(LLVMManagedLeaveNative(), LLVMManagedSuccess);
  EXPECT_EQ(LLVMManagedLeaveNative(), LLVMManagedWrongState);
  EXPECT_EQ(LLVMManagedDetachThread(), LLVMManagedWrongState);
  LLVMManagedStopOptions Options = {};
  EXPECT_EQ(LLVMManagedStopThreads(&Options), LLVMManagedInvalidArgument);
  EXPECT_EQ(LLVMManagedStopThreads(nullptr), LLVMManagedSuccess);
  EXPECT_EQ(LLVMManagedStopThreads(nullptr), LLVMManagedAlreadyStopped);
  EXPECT_EQ(LLVMManagedVisitThreads(ignore, nullptr), LLVMManagedSuccess);
  EXPECT_EQ(LLVMManagedResumeThreads(), LLVMManagedSuccess);
  EXPECT_EQ(LLVMManagedEnterNative(), LLVMManagedSuccess);
  EXPECT_EQ(LLVMManagedDetachThread(), LLVMManagedSuccess);
}

} // end anonymous namespace
