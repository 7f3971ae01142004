//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PreviousActions.h"
#include <new>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

using namespace llvm;
using namespace llvm::managed;

std::atomic<SigactionFunction> managed::SystemSigaction{sigaction};
std::atomic<PreviousAction *> managed::TopAction;

//===----------------------------------------------------------------------===//
// One action
//===----------------------------------------------------------------------===//

struct sigaction PreviousAction::read() const {
  uintptr_t Copy[NumWords];
  while (true) {
    const unsigned Before = Sequence.load(std::memory_order_acquire);
    for (unsigned I = 0; I != NumWords; ++I)
      Copy[I] = Words[I].load(std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (!(Before & 1) && Sequence.load(std::memory_order_relaxed) == Before)
      break;
    sched_yield();
  }
  struct sigaction Action;
  memcpy(&Action, Copy, sizeof(Action));
  return Action;
}

void PreviousAction::write(const struct sigaction &Action) {
  uintptr_t Copy[NumWords] = {};
  memcpy(Copy, &Action, sizeof(Action));
  const unsigned Before = Sequence.load(std::memory_order_relaxed);
  Sequence.store(Before + 1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  for (unsigned I = 0; I != NumWords; ++I)
    Words[I].store(Copy[I], std::memory_order_relaxed);
  Sequence.store(Before + 2, std::memory_order_release);
}

struct sigaction PreviousAction::current() const {
  struct sigaction Action = read();
  if ((Action.sa_flags & SA_RESETHAND) &&
      IsUsedUp.load(std::memory_order_relaxed)) {
    Action.sa_flags &= ~SA_SIGINFO;
    Action.sa_handler = SIG_DFL;
  }
  return Action;
}

struct sigaction PreviousAction::replace(const struct sigaction &Action) {
  const struct sigaction Was = current();
  write(Action);
  IsUsedUp.store(false, std::memory_order_relaxed);
  return Was;
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

/// Whether \p A and \p B run the same handler.
static bool haveSameHandler(const struct sigaction &A,
                            const struct sigaction &B) {
  // Both members are at the same place.
  return A.sa_handler == B.sa_handler;
}

bool managed::pushAction(const struct sigaction &Action) {
  // Whoever is installed anew must not be there twice.
  PreviousAction *Below = TopAction.load(std::memory_order_relaxed);
  while (Below && haveSameHandler(Below->read(), Action))
    Below = Below->Below;
  void *Memory = malloc(sizeof(PreviousAction));
  if (!Memory)
    return false;
  TopAction.store(new (Memory) PreviousAction(Action, Below),
                  std::memory_order_release);
  return true;
}

void managed::popAction() {
  const PreviousAction *Top = TopAction.load(std::memory_order_relaxed);
  if (Top && Top->Below)
    TopAction.store(Top->Below, std::memory_order_release);
}

static std::atomic<bool> IsExchanging;

void managed::forgetExchanges() {
  IsExchanging.store(false, std::memory_order_relaxed);
}

void managed::exchangeAction(const struct sigaction *New,
                             struct sigaction *Old) {
  // A handler that interrupted the holder of the lock would wait for ever.
  sigset_t All, Before;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Before);
  while (IsExchanging.exchange(true, std::memory_order_acquire))
    sched_yield();
  PreviousAction &Top = *TopAction.load(std::memory_order_acquire);
  // One may be the same as the other.
  const struct sigaction Was = New ? Top.replace(*New) : Top.current();
  IsExchanging.store(false, std::memory_order_release);
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  if (Old)
    *Old = Was;
}

//===----------------------------------------------------------------------===//
// Passing on
//===----------------------------------------------------------------------===//

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// A signal that is being passed on. Its context, on the stack of its thread,
/// is like no other's.
struct Passing {
  std::atomic<const void *> Context;
  std::atomic<const void *> Frame;
  std::atomic<PreviousAction *> Action;
};

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

static constexpr unsigned NumPassings = 64;
static Passing Passings[NumPassings];
static std::atomic<unsigned> NextVictim;

/// The record of \p Context, if it has one; otherwise one that is unused, or
/// that of another signal. That one is of somebody who left his handler by a
/// jump, or will be passed on once too often.
static Passing &findRecord(const void *Context) {
  for (Passing &R : Passings)
    if (R.Context.load(std::memory_order_relaxed) == Context)
      return R;
  Passing *Found = nullptr;
  for (Passing &R : Passings) {
    const void *Unused = nullptr;
    if (R.Context.compare_exchange_strong(Unused, Context,
                                          std::memory_order_relaxed)) {
      Found = &R;
      break;
    }
  }
  if (!Found) {
    const unsigned Number = NextVictim.fetch_add(1, std::memory_order_relaxed);
    Found = &Passings[Number % NumPassings];
    Found->Context.store(Context, std::memory_order_relaxed);
  }
  Found->Frame.store(nullptr, std::memory_order_relaxed);
  return *Found;
}

PassedSignal::PassedSignal(const ucontext_t &Context, const void *Frame)
    : Context(&Context), Action(TopAction.load(std::memory_order_acquire)) {
  if (!Action->Below)
    return;
  Where = &findRecord(&Context);
  // A handler may have been left by a jump. The next signal's frame, at the
  // same place, is not within that of the handler.
  const void *Recorded = Where->Frame.load(std::memory_order_relaxed);
  if (Recorded && Frame < Recorded) {
    OuterFrame = Recorded;
    Outer = Where->Action.load(std::memory_order_relaxed);
    Action = Outer ? Outer->Below : nullptr;
  }
  Where->Frame.store(Frame, std::memory_order_relaxed);
  Where->Action.store(Action, std::memory_order_relaxed);
}

PassedSignal::~PassedSignal() {
  if (!Where || Where->Context.load(std::memory_order_relaxed) != Context)
    return;
  if (OuterFrame) {
    Where->Frame.store(OuterFrame, std::memory_order_relaxed);
    Where->Action.store(Outer, std::memory_order_relaxed);
  } else {
    Where->Context.store(nullptr, std::memory_order_relaxed);
  }
}
