//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The actions that SIGSEGV had before the fault handler was installed: to
/// which the handler passes on what it does not know.
///
/// There are several if the handler was put on top of somebody who had been
/// installed after it. He may pass signals on to the handler, which he found
/// there. Such a signal then goes to the action that is below him.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_PREVIOUSACTIONS_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_PREVIOUSACTIONS_H

#include "Visibility.h"
#include <atomic>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

using SigactionFunction = int (*)(int, const struct sigaction *,
                                  struct sigaction *);

/// sigaction() of the system: not that of LLVMManagedSigChain.o, which calls
/// the runtime.
extern std::atomic<SigactionFunction> SystemSigaction;

/// One action. It can be read while it is replaced, from signal handlers, too.
class PreviousAction {
public:
  PreviousAction(const struct sigaction &Action, PreviousAction *Below)
      : Below(Below) {
    write(Action);
  }

  struct sigaction read() const;

  /// Returns what it was. The caller keeps others from replacing it, and blocks
  /// all signals.
  struct sigaction replace(const struct sigaction &Action);

  /// Whether it is used up now: an action with SA_RESETHAND is, by the first
  /// signal.
  bool useUp() { return IsUsedUp.exchange(true, std::memory_order_relaxed); }

  /// What sigaction() would say that the action is.
  struct sigaction current() const;

  /// Null for the first one.
  PreviousAction *const Below;

private:
  void write(const struct sigaction &Action);

  static constexpr unsigned NumWords =
      (sizeof(struct sigaction) + sizeof(uintptr_t) - 1) / sizeof(uintptr_t);
  /// Odd while it is written.
  std::atomic<unsigned> Sequence{0};
  std::atomic<uintptr_t> Words[NumWords];
  std::atomic<bool> IsUsedUp{false};
};

/// The one that the handler was put on top of last, or null. Never released:
/// handlers may be running that began before the handler was uninstalled.
extern std::atomic<PreviousAction *> TopAction;

/// Notes \p Action, which the handler is about to be put on top of. False if
/// there is no memory.
bool pushAction(const struct sigaction &Action);

/// Forgets the top one, unless it is the only one.
void popAction();

/// Replaces the top one by \p New, unless that is null, and sets \p Old,
/// unless that is null, to what it was. Async-signal-safe.
void exchangeAction(const struct sigaction *New, struct sigaction *Old);

/// Nobody exchanges actions in a process that was just forked.
void forgetExchanges();

/// While this exists, the signal that \p Context describes is passed on.
class PassedSignal {
public:
  /// \p Frame is the address of the caller's frame.
  PassedSignal(const ucontext_t &Context, const void *Frame);
  ~PassedSignal();
  PassedSignal(const PassedSignal &) = delete;
  PassedSignal &operator=(const PassedSignal &) = delete;

  /// The action to pass it on to; null if there is none any more.
  PreviousAction *action() const { return Action; }

private:
  const void *const Context;
  PreviousAction *Action;
  /// What the record held before, if somebody has passed the signal back.
  PreviousAction *Outer = nullptr;
  const void *OuterFrame = nullptr;
  struct Passing *Where = nullptr;
};

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_PREVIOUSACTIONS_H
