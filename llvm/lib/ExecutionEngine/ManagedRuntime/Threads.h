//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The threads that are attached, the state of each, and how one waits until
/// it may be managed again.
///
/// The states of a thread are its own; others read them, and write Poll. There
/// are three races, and each is decided by two stores and two loads that are
/// not reordered:
///
///  1. A thread stores Managed and loads Poll; who stops it stores Poll and
///     loads the state (AsymmetricBarrier.h). If the thread finds Poll zero, it
///     is seen in managed state and waited for. Otherwise it is blocked.
///  2. A thread stores Blocked and waits while Poll is set, which the kernel
///     reads; who resumes it clears Poll and loads the state. If the state is
///     not Blocked yet, the thread will find Poll zero and not wait.
///  3. A thread stores that it is not managed and loads whether somebody waits
///     for that; who waits stores that and loads the state. Threads that call
///     native code do without the load, so who waits looks again after a while.
///
/// A thread that leaves managed state does so with a store-release, and who
/// stops it loads the state with acquire: he sees its anchors and all that it
/// has written. Who resumes it clears Poll with a store-release, and the thread
/// loads it with acquire.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_THREADS_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_THREADS_H

#include "Futex.h"
#include "Visibility.h"
#include "llvm-c/ManagedThreads.h"
#include <atomic>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// What threads share.
struct ThreadWorld {
  /// Held while the list changes, and from a stop until it ends.
  FutexLock Lock;
  /// The structure of the thread that has stopped the others, or null. A thread
  /// compares it with its own, which is right whenever it looks.
  std::atomic<LLVMManagedThread *> Stopper{nullptr};
  LLVMManagedThread *First = nullptr;
  /// Not zero: the stopper waits here for a thread to leave managed state.
  uint32_t IsAwaited = 0;
};
extern ThreadWorld World;

/// The structure of the current thread.
inline LLVMManagedThread &thisThread() {
  LLVMManagedThread *Thread = &LLVMManagedThisThread;
  // GCC 12 tests for null, for the undefined behavior sanitizer, by the flags
  // of an addition, which linkers turn into an instruction that sets none.
  __asm__("" : "+r"(Thread));
  return *Thread;
}

inline bool isStopper() {
  return World.Stopper.load(std::memory_order_relaxed) == &thisThread();
}

/// While it exists, the list of threads does not change. The thread that has
/// stopped the others has the lock already.
class ThreadListLock {
public:
  ThreadListLock() : IsMine(!isStopper()) {
    if (IsMine)
      World.Lock.lock();
  }
  ~ThreadListLock() {
    if (IsMine)
      World.Lock.unlock();
  }
  ThreadListLock(const ThreadListLock &) = delete;
  ThreadListLock &operator=(const ThreadListLock &) = delete;

private:
  bool IsMine;
};

/// Keeps a thread from being cancelled at all.
class NoCancellation {
public:
  NoCancellation();
  ~NoCancellation();
  NoCancellation(const NoCancellation &) = delete;
  NoCancellation &operator=(const NoCancellation &) = delete;

private:
  int State;
};

inline uint32_t stateOf(const LLVMManagedThread &Thread) {
  return __atomic_load_n(&Thread.State, __ATOMIC_SEQ_CST);
}

/// Stores that \p Thread is not managed any more.
inline void leaveManaged(LLVMManagedThread &Thread, uint32_t State) {
  __atomic_store_n(&Thread.State, State, __ATOMIC_RELEASE);
}

/// Stores that \p Thread, the current one, is managed. If it returns true, the
/// thread is asked to stop and has to go to waitForResume().
inline bool becomeManaged(LLVMManagedThread &Thread) {
#if defined(__x86_64__)
  __atomic_store_n(&Thread.State, LLVMManagedStateManaged, __ATOMIC_RELEASE);
  // The processor may exchange them; executeBarrier() makes up for that.
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return __atomic_load_n(&Thread.Poll, __ATOMIC_ACQUIRE) != 0;
#else
  __atomic_store_n(&Thread.State, LLVMManagedStateManaged, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&Thread.Poll, __ATOMIC_SEQ_CST) != 0;
#endif
}

/// Stores that \p Thread, the current one, is not managed any more, and tells
/// the stopper.  Async-signal-safe.
void leaveManagedLoudly(LLVMManagedThread &Thread, uint32_t State);

/// Blocks \p Thread, the current one, while it is asked to stop; it is managed
/// afterwards. Async-signal-safe, and uses neither vector registers nor errno:
/// its callers may be anywhere in managed code.
void waitForResume(LLVMManagedThread &Thread);

/// Sees to a barrier, and has the current thread detached when it ends: what is
/// needed before it is attached or stops others. Returns whether the system
/// could.
LLVMManagedStatus prepareThread();

/// Resumes all threads; the caller is the stopper.
void resumeThreads();

/// Makes loads from the poll page fault or not; calls nest.
LLVMManagedStatus armPage();
bool disarmPage();

/// For a process that was forked.
void forgetPage();

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_THREADS_H
