//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FaultHandler.h"
#include "CodeRegistry.h"
#include "FaultContext.h"
#include "ImageRegistration.h"
#include "PreviousActions.h"
#include "Readers.h"
#include "WideGuard.h"
#include "WriterLock.h"
#include "X86FaultAddress.h"
#include <atomic>
#include <errno.h>
#include <initializer_list>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::managed;

//===----------------------------------------------------------------------===//
// Recovery
//===----------------------------------------------------------------------===//

/// Whether the instruction that raised a general protection fault accesses the
/// part of the wide guard that is below zero. Out of line, so that recovery
/// needs little stack.
__attribute__((noinline)) static bool
accessesBelowZero(const ucontext_t &Context) {
#if defined(__x86_64__)
  // In the order of their numbers.
  static constexpr uint8_t Places[16] = {
      REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
      REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  X86FaultAddress Access;
  if (!decodeX86Address(reinterpret_cast<const uint8_t *>(getPC(Context)),
                        Context.uc_mcontext.gregs, Places, Access))
    return false;
  // How far below zero, from the farthest to the nearest that it may be.
  const int64_t Middle = static_cast<int64_t>(Access.Address);
  const int64_t Slack = static_cast<int64_t>(Access.Slack);
  return Middle >= -faultmap::WideGuardBelow - Slack && Middle < Slack;
#else
  (void)Context;
  return false;
#endif
}

/// Whether a fault that \p Info and \p Context describe may be one of a check,
/// before anybody has looked for its entry.
static bool mayBeCheck(const siginfo_t &Info, const ucontext_t &Context) {
  const bool IsGuardReserved =
      managed::IsGuardReserved.load(std::memory_order_relaxed);
  // In this order: a signal that somebody sent has no address; one that has is
  // a page fault if nothing can be accessed there; only then the address means
  // something.
  if (Info.si_code <= 0)
    return false;
  if (Info.si_code != SEGV_MAPERR &&
      !(IsGuardReserved && Info.si_code == SEGV_ACCERR))
    return IsGuardReserved && isProtectionFault(Context);
  const auto Address = reinterpret_cast<uintptr_t>(Info.si_addr);
  return isPageFault(Context) &&
         (Address < LargestGuard.load(std::memory_order_relaxed) ||
          (IsGuardReserved && isInWideGuard(Address)));
}

bool managed::recoverFault(const siginfo_t &Info, ucontext_t &Context) {
  if (!mayBeCheck(Info, Context))
    return false;

  uintptr_t PC = getPC(Context);
  const IndexSlot *Slot = prepareLookup(FaultIndex, PC);
  ReadSection Section;
  FoundEntry Found;
  if (!findInIndex(Slot, PC, Found))
    return false;
  const Segment &In = *Found.In;
  const auto &Object = static_cast<const CodeObject &>(*Found.Object);
  uintptr_t Handler;
  uint32_t Kind;
  visitEntry(Found.Where, In.How, [&](const auto &Entry) {
    Handler = handlerOf(Entry);
    Kind = Entry.Info & faultmap::KindMaskV2;
  });
  // Its page is not in the guard.
  if (Kind == faultmap::PollingPage)
    return false;
  const bool IsWide = faultmap::isWide(Kind);
  const auto Address = reinterpret_cast<uintptr_t>(Info.si_addr);
  if (isProtectionFault(Context)) {
    if (!IsWide || !accessesBelowZero(Context))
      return false;
  } else if (IsWide) {
    if (!isInWideGuard(Address))
      return false;
  } else if (Address >=
             (In.IsPlain ? LLVM_MANAGED_DEFAULT_GUARD : Object.GuardSize)) {
    return false;
  }
  setPC(Context, Handler);
  Section.slot().NumRecovered.fetch_add(1, std::memory_order_relaxed);
  if (In.IsPlain)
    return true;
  if (FaultProfile *Profile = Object.Profile)
    countFault(*Profile, Object.indexOf(Found.Where, In.How));
  return true;
}

std::atomic<bool (*)(const siginfo_t &, ucontext_t &)> managed::PollHandler;

__attribute__((noinline)) bool managed::handlePoll(const siginfo_t &Info,
                                                   ucontext_t &Context) {
  const auto Poll = PollHandler.load(std::memory_order_acquire);
  return Poll && Poll(Info, Context);
}

uint64_t managed::numRecovered() {
  uint64_t Sum = CrowdedSlot.NumRecovered.load(std::memory_order_relaxed);
  for (const ReaderSlot &Slot : ReaderSlots)
    Sum += Slot.NumRecovered.load(std::memory_order_relaxed);
  return Sum;
}

uint64_t managed::numPassedOn() {
  uint64_t Sum = CrowdedSlot.NumPassedOn.load(std::memory_order_relaxed);
  for (const ReaderSlot &Slot : ReaderSlots)
    Sum += Slot.NumPassedOn.load(std::memory_order_relaxed);
  return Sum;
}

//===----------------------------------------------------------------------===//
// Passing on
//===----------------------------------------------------------------------===//

static bool isHandler(const struct sigaction &Action) {
  return (Action.sa_flags & SA_SIGINFO) ||
         (Action.sa_handler != SIG_DFL && Action.sa_handler != SIG_IGN);
}

/// Has the process end as SIGSEGV does by default, once the handler returns. An
/// access that failed will fail again. Everything else may not, and is sent
/// again as it was, with its reason and address.
static void dieByDefault(int Signal, siginfo_t &Info) {
  struct sigaction Default;
  memset(&Default, 0, sizeof(Default));
  Default.sa_handler = SIG_DFL;
  // To return would be to fault for ever.
  if (SystemSigaction.load(std::memory_order_relaxed)(Signal, &Default,
                                                      nullptr))
    _exit(128 + Signal);
  if (Info.si_code == SEGV_MAPERR || Info.si_code == SEGV_ACCERR)
    return;
  if (syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), Signal,
              &Info))
    raise(Signal);
}

/// Calls the previous handler with the signals blocked that the kernel would
/// have blocked for it, and without the address tag unless it asked for it.
static void callHandler(const struct sigaction &Action, int Signal,
                        siginfo_t &Info, ucontext_t &Context) {
#if defined(__aarch64__)
  uintptr_t Address = reinterpret_cast<uintptr_t>(Info.si_addr);
  // The kernel's addresses have this bit, and no tags.
  bool IsTagged = !(Address >> 55 & 1);
  if (Info.si_code > 0 && IsTagged && !(Action.sa_flags & SA_EXPOSE_TAGBITS))
    Info.si_addr = reinterpret_cast<void *>(Address << 8 >> 8);
#endif
  // The kernel's sets have 64 bits, whatever the C library's type is.
  uint64_t Interrupted, Asked;
  memcpy(&Interrupted, &Context.uc_sigmask, sizeof(Interrupted));
  memcpy(&Asked, &Action.sa_mask, sizeof(Asked));
  Asked |= Interrupted;
  sigset_t Mask;
  sigemptyset(&Mask);
  memcpy(&Mask, &Asked, sizeof(Asked));
  if (!(Action.sa_flags & SA_NODEFER))
    sigaddset(&Mask, Signal);
  pthread_sigmask(SIG_SETMASK, &Mask, nullptr);
  if (Action.sa_flags & SA_SIGINFO)
    Action.sa_sigaction(Signal, &Info, &Context);
  else
    Action.sa_handler(Signal);
  // Returning from the signal restores the mask of the interrupted code.
}

/// Kept out of line, so that recovery needs little stack.
__attribute__((noinline)) static void passOn(int Signal, siginfo_t &Info,
                                             ucontext_t &Context) {
  int SavedErrno = errno;
  ReadSection().slot().NumPassedOn.fetch_add(1, std::memory_order_relaxed);
  const PassedSignal Passed(Context, __builtin_frame_address(0));
  PreviousAction *Before = Passed.action();
  struct sigaction Action;
  memset(&Action, 0, sizeof(Action));
  if (Before)
    Action = Before->read();
  if (!isHandler(Action)) {
    // Faults cannot be ignored, signals from others can.
    if (Action.sa_handler != SIG_IGN || Info.si_code > 0)
      dieByDefault(Signal, Info);
  } else if ((Action.sa_flags & SA_RESETHAND) && Before->useUp()) {
    dieByDefault(Signal, Info);
  } else {
    callHandler(Action, Signal, Info, Context);
  }
  errno = SavedErrno;
}

static void handleSignal(int Signal, siginfo_t *Info, void *Context) {
  ucontext_t &Interrupted = *static_cast<ucontext_t *>(Context);
  if (!recoverFault(*Info, Interrupted) && !handlePoll(*Info, Interrupted))
    passOn(Signal, *Info, Interrupted);
}

//===----------------------------------------------------------------------===//
// Installing
//===----------------------------------------------------------------------===//

static pthread_mutex_t InstallMutex = PTHREAD_MUTEX_INITIALIZER;
/// How many installations have to be undone. Changed under the mutex.
static std::atomic<unsigned> NumInstallations;

namespace {

class InstallLock {
public:
  InstallLock() { pthread_mutex_lock(&InstallMutex); }
  ~InstallLock() { pthread_mutex_unlock(&InstallMutex); }
};

} // end anonymous namespace

void managed::forgetInstallers() {
  InstallMutex = PTHREAD_MUTEX_INITIALIZER;
  forgetExchanges();
}

static bool setAction(const struct sigaction *New, struct sigaction *Old) {
  return SystemSigaction.load(std::memory_order_relaxed)(SIGSEGV, New, Old) ==
         0;
}

static bool isOurs(const struct sigaction &Action) {
  return (Action.sa_flags & SA_SIGINFO) && Action.sa_sigaction == handleSignal;
}

static bool isOnTop() {
  struct sigaction Current;
  return setAction(nullptr, &Current) && isOurs(Current);
}

/// All signals but those that the handler's own instructions could raise,
/// which have to reach whoever reports crashes.
static void fillMask(sigset_t &Mask) {
  // Unlike sigfillset(), the signal that cancels threads is in.
  memset(&Mask, 0xff, sizeof(Mask));
  for (int Signal : {SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGTRAP})
    sigdelset(&Mask, Signal);
}

/// Puts the handler on top of the present action.
static LLVMManagedStatus putOnTop() {
  struct sigaction Before;
  // The previous action must be in place before a fault can need it.
  if (!setAction(nullptr, &Before))
    return LLVMManagedActionRefused;
  if (!pushAction(Before))
    return LLVMManagedOutOfMemory;
  struct sigaction Action;
  memset(&Action, 0, sizeof(Action));
  Action.sa_sigaction = handleSignal;
  // Signals from others interrupt system calls as they did before.
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_EXPOSE_TAGBITS |
                    (Before.sa_flags & SA_RESTART);
  fillMask(Action.sa_mask);
  // Whoever intercepts the call may claim success and do nothing.
  return setAction(&Action, nullptr) && isOnTop() ? LLVMManagedSuccess
                                                  : LLVMManagedActionRefused;
}

LLVMManagedStatus managed::installHandler() {
  // Once somebody may have stored the handler's address, nobody can tell when
  // it is not used any more. Not under the lock: the loader may hold its own
  // while it runs a constructor that installs the handler.
  pinImage(reinterpret_cast<const void *>(handleSignal));
  prepareForFork();
  InstallLock Lock;
  if (NumInstallations) {
    if (!isOnTop())
      return LLVMManagedNotOnTop;
    ++NumInstallations;
    return LLVMManagedSuccess;
  }
  // Somebody may have put the handler back himself; what was there before it
  // is known.
  if (!isOnTop())
    if (LLVMManagedStatus Status = putOnTop())
      return Status;
  NumInstallations = 1;
  return LLVMManagedSuccess;
}

LLVMManagedStatus managed::reinstallHandler() {
  InstallLock Lock;
  if (!NumInstallations)
    return LLVMManagedNotInstalled;
  return isOnTop() ? LLVMManagedSuccess : putOnTop();
}

LLVMManagedStatus managed::chainAction(const struct sigaction *New,
                                       struct sigaction *Old) {
  // Handlers call this, too, so not under the lock.
  if (!NumInstallations)
    return LLVMManagedNotInstalled;
  if (!isOnTop())
    return LLVMManagedNotOnTop;
  // To put back what is there already changes nothing.
  exchangeAction(New && isOurs(*New) ? nullptr : New, Old);
  return LLVMManagedSuccess;
}

LLVMManagedStatus managed::uninstallHandler() {
  InstallLock Lock;
  if (!NumInstallations)
    return LLVMManagedNotInstalled;
  if (NumInstallations > 1) {
    --NumInstallations;
    return LLVMManagedSuccess;
  }
  if (!isOnTop())
    return LLVMManagedNotOnTop;
  const struct sigaction Restored =
      TopAction.load(std::memory_order_relaxed)->current();
  if (!setAction(&Restored, nullptr))
    return LLVMManagedActionRefused;
  popAction();
  NumInstallations = 0;
  return LLVMManagedSuccess;
}
