//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The threads of managed code: a collector stops and resumes them all, and
/// managed code calls native code that may run on meanwhile. Since version 7 of
/// the runtime. docs/ManagedRuntime.md has the rules and why they suffice.
///
/// A thread is in one of three states. In *managed* state it may touch
/// references, and a stop waits for it. In *native* state it touches none, so
/// it is as good as stopped: it runs on, and waits before it becomes managed.
/// It is *blocked* while it waits for the end of a stop. Frames of managed code
/// are found from the anchors of the thread in the last two states.
///
/// No function here is async-signal-safe unless it says so.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_C_MANAGEDTHREADS_H
#define LLVM_C_MANAGEDTHREADS_H

#include "llvm-c/ManagedRuntime.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// Values of LLVMManagedThread::State.
enum {
  LLVMManagedStateManaged = 0,
  LLVMManagedStateNative = 1,
  LLVMManagedStateBlocked = 2
};

/// What the runtime knows of a thread.  The offsets of all members up to User
/// are part of the interface, and later versions add members at the end alone.
/// An embedder writes nothing but User, and Anchor as described at
/// LLVMManagedGetAnchors().
typedef struct LLVMManagedThread {
  /// sizeof(LLVMManagedThread), or zero while the thread is not attached.
  uint64_t StructSize;
  /// The last anchor: what LLVMManagedGetAnchors() points to.
  LLVMManagedAnchor *Anchor;
  /// Written by the thread alone. Atomic.
  uint32_t State;
  /// Not zero: the thread is asked to stop. Managed code that polls reads it.
  /// Atomic.
  uint32_t Poll;
  /// The stack is [StackLow, StackHigh).
  uintptr_t StackLow;
  uintptr_t StackHigh;
  /// Where the guard pages below the stack begin, or zero if that is unknown.
  uintptr_t GuardLow;
  /// The embedder's.
  void *User;

  // Private to the runtime.
  struct LLVMManagedThread *Next;
  struct LLVMManagedThread *Previous;
  LLVMManagedAnchor *AnchorAtAttach;
  void *SignalStack;
  size_t SignalStackSize;
  int32_t Id;
  uint32_t Reserved;
} LLVMManagedThread;

/// The structure of the current thread, which exists whether it is attached or
/// not. Code in other images reaches it in the initial-exec model; code that
/// cannot calls LLVMManagedCurrentThread().
#if defined(__GNUC__)
__extension__ extern LLVM_MANAGED_RUNTIME_ABI __thread LLVMManagedThread
    LLVMManagedThisThread __attribute__((tls_model("initial-exec")));
#endif

/// In LLVMManagedAttachOptions::Flags: give the thread an alternate signal
/// stack unless it has one.
#define LLVMManagedAlternateStack 1u

/// How a thread is attached.  Set what is not needed to zero.
typedef struct {
  /// sizeof(LLVMManagedAttachOptions), so that later versions can add to it.
  size_t StructSize;
  /// LLVMManagedThread::User.
  void *User;
  /// If not zero: the stack is [StackLow, StackHigh), multiples of 16, and
  /// GuardLow is zero. Otherwise the C library is asked for all three.
  uintptr_t StackLow;
  uintptr_t StackHigh;
  /// LLVMManagedAlternateStack or zero.
  uint32_t Flags;
  /// With LLVMManagedAlternateStack: its size in bytes, without the guard page
  /// below it that the library adds. Zero, or less than the system needs: the
  /// library chooses.
  size_t SignalStackSize;
} LLVMManagedAttachOptions;

/// Makes the current thread known; it is in native state then. \p Options may
/// be null. Waits while the threads are stopped. A thread that ends, in
/// whatever way, is detached.
///
/// Fails with LLVMManagedAlreadyAttached, LLVMManagedInvalidArgument,
/// LLVMManagedOutOfMemory, LLVMManagedNoBarrier, or LLVMManagedNoResources if
/// the system has no more keys of threads or the C library cannot tell where
/// the stack is, as without /proc.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus
LLVMManagedAttachThread(const LLVMManagedAttachOptions *Options);

/// Takes the current thread out, and gives back the alternate stack that it
/// was given. Waits while the threads are stopped by another.
///
/// Fails with LLVMManagedNotAttached; with LLVMManagedWrongState unless the
/// thread is in native state; and with LLVMManagedHasFrames if it has other
/// anchors than when it was attached, that is, managed code waits for the
/// caller.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus LLVMManagedDetachThread(void);

/// The current thread, or null if it is not attached.  Async-signal-safe.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedThread *LLVMManagedCurrentThread(void);

/// From managed to native state: the caller is native code that managed code
/// called through an entry, but without a transition, and is going to wait for
/// something. Fails with LLVMManagedNotAttached or LLVMManagedWrongState.
/// Async-signal-safe, if undone before the handler returns.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus LLVMManagedEnterNative(void);

/// From native to managed state: the caller is going to call managed code, or
/// has called LLVMManagedEnterNative() before. Waits while the threads are
/// stopped. Fails with LLVMManagedNotAttached or LLVMManagedWrongState.
/// Preserves errno. Async-signal-safe, if undone before the handler returns.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus LLVMManagedLeaveNative(void);

//===----------------------------------------------------------------------===//
// Stopping
//===----------------------------------------------------------------------===//

/// How threads are stopped.  Set what is not needed to zero.
typedef struct {
  /// sizeof(LLVMManagedStopOptions), so that later versions can add to it.
  size_t StructSize;
  /// For how long to wait for other threads, and for the end of another stop.
  /// Zero: as long as it takes.
  uint64_t TimeoutNanoseconds;
  /// With LLVMManagedThreadsRun: is called once with each thread that did not
  /// stop, and that cannot end meanwhile. May be null. Must not call functions
  /// of this header but LLVMManagedThreadId().
  void (*DidNotStop)(const LLVMManagedThread *Thread, void *Argument);
  void *Argument;
} LLVMManagedStopOptions;

/// Asks all other threads to stop, and waits until none of those that are
/// attached is in managed state. \p Options may be null. What these threads
/// have written in managed state is visible to the caller then.
///
/// Threads are stopped until the caller calls LLVMManagedResumeThreads(), or
/// ends. Threads cannot be attached or detached meanwhile. There is one stop at
/// a time; a second one waits for the end of the first, and its caller, if it
/// is in managed state, is blocked and so counts as stopped. So its frames are
/// found from its anchors, as those of anybody who waits. The caller need not
/// be attached. Once it has stopped the others, it may use references and call
/// managed code itself.
///
/// Fails with LLVMManagedAlreadyStopped if the caller has stopped them. With
/// LLVMManagedThreadsRun if some did not stop in time, and with
/// LLVMManagedStopInProgress if another stop did not end in time; a caller in
/// managed state waits for that one all the same. With LLVMManagedNoBarrier,
/// LLVMManagedNoResources, LLVMManagedOutOfMemory or
/// LLVMManagedInvalidArgument. Then no thread is stopped.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus
LLVMManagedStopThreads(const LLVMManagedStopOptions *Options);

/// Lets all threads go on. What the caller has written is visible to them.
/// Fails with LLVMManagedNotStopped unless the caller has stopped them.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus LLVMManagedResumeThreads(void);

/// Calls \p Visit with each attached thread, the caller included, in no
/// particular order. The anchors of each do not change until the threads are
/// resumed. The state of a thread that is about to be blocked may be
/// LLVMManagedStateManaged for an instant, in which it does nothing. Fails with
/// LLVMManagedNotStopped unless the caller has stopped the threads.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus LLVMManagedVisitThreads(
    void (*Visit)(LLVMManagedThread *Thread, void *Argument), void *Argument);

/// The system's number of \p Thread (gettid()), for messages.
/// Async-signal-safe.
LLVM_MANAGED_RUNTIME_ABI int
LLVMManagedThreadId(const LLVMManagedThread *Thread);

//===----------------------------------------------------------------------===//
// Polls
//===----------------------------------------------------------------------===//

/// Blocks the current thread while it is asked to stop, if it is in managed
/// state. For managed code, which calls it like a native function, with a stack
/// map: it is an entry with an anchor.
LLVM_MANAGED_RUNTIME_ABI void LLVMManagedPoll(void);

/// The largest page of the architecture's kernels.
#if defined(__aarch64__)
#define LLVM_MANAGED_POLL_PAGE_SIZE 65536
#else
#define LLVM_MANAGED_POLL_PAGE_SIZE 4096
#endif

/// For polls that load from here: readable, unless the polls are armed. It
/// begins at a multiple of its size where the loader respects that, and at a
/// page in any case.
LLVM_MANAGED_RUNTIME_ABI extern char
    LLVMManagedPollPage[LLVM_MANAGED_POLL_PAGE_SIZE];

/// Its address, which code loads that polls by page.
LLVM_MANAGED_RUNTIME_ABI extern char *const LLVMManagedPollAddress;

/// A poll by page is a load from there that a stack map has as a safepoint, by
/// the PC after it, or a fault map as a poll, if references are in frames in
/// memory (the attribute "gc-page-poll"; docs/Polls.md). A thread
/// that faults there while it is asked to stop is blocked in the handler that
/// LLVMManagedInstallFaultHandler() installs, or in
/// LLVMManagedTryHandleFault(): its last anchor stands for the context of the
/// signal meanwhile, so that walks begin at the poll. What a collector writes
/// to a register of that frame is there when the thread goes on.
///
/// This makes such an anchor of \p Context, a `ucontext_t *` of a signal, for
/// embedders that stop threads themselves: \p Anchor can be walked from as
/// others, as long as the context exists, and \p Next is the anchor of the call
/// to native code before. Returns 0 if the context is not at a poll by page of
/// a registered stack map or fault map.  Async-signal-safe and lock-free.
LLVM_MANAGED_RUNTIME_ABI int
LLVMManagedMakeContextAnchor(LLVMManagedAnchor *Anchor, void *Context,
                             LLVMManagedAnchor *Next);

/// Makes loads from the page fault, until LLVMManagedDisarmPolls() was called
/// as often. Stops of threads do so by themselves. Fails with
/// LLVMManagedNoResources.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus LLVMManagedArmPolls(void);

/// Fails with LLVMManagedNotArmed if LLVMManagedArmPolls() was not called as
/// often.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus LLVMManagedDisarmPolls(void);

//===----------------------------------------------------------------------===//
// Transitions
//===----------------------------------------------------------------------===//
//
// Managed code calls native code through one of these. It puts the address of
// the native function into r10 or, on AArch64, x15, and calls as if it called
// that function: arguments and results are in their registers. The stub makes
// an anchor as the entries of llvm-c/ManagedNativeEntry.h do, and the thread is
// in native state until the function has returned; then, if the threads are
// stopped, it waits. An exception that passes through does the same, and so do
// cancellation and pthread_exit().
//
// Arguments on the stack reach the function with those stubs that have a
// number: they copy so many bytes of what is above the return address, as far
// as that is in the stack of the thread.
//
// The call must not be bound lazily: the dynamic linker would overwrite r10 or
// x15. So it is made through the GOT (the function attribute `nonlazybind`), or
// everything is linked with -z now.
//
// C cannot call them: the declarations are there for their addresses. Only
// managed code may, on a thread that is attached.

LLVM_MANAGED_RUNTIME_ABI void LLVMManagedTransition(void);
LLVM_MANAGED_RUNTIME_ABI void LLVMManagedTransition64(void);
LLVM_MANAGED_RUNTIME_ABI void LLVMManagedTransition256(void);
LLVM_MANAGED_RUNTIME_ABI void LLVMManagedTransition1024(void);
LLVM_MANAGED_RUNTIME_ABI void LLVMManagedTransition4096(void);

#ifdef __cplusplus
}

extern "C++" {
namespace llvm_managed {

/// While it exists, the current thread is in managed state: for native code
/// that calls managed code. It goes back to native state when the scope is
/// left, by an exception or cancellation as well.
class ManagedScope {
public:
  ManagedScope() : TheStatus(LLVMManagedLeaveNative()) {}
  ~ManagedScope() {
    if (TheStatus == LLVMManagedSuccess)
      (void)LLVMManagedEnterNative();
  }
  ManagedScope(const ManagedScope &) = delete;
  ManagedScope &operator=(const ManagedScope &) = delete;

  /// LLVMManagedSuccess, or why the thread is not in managed state now.
  LLVMManagedStatus status() const { return TheStatus; }

private:
  LLVMManagedStatus TheStatus;
};

/// While it exists, the current thread is in native state: for native code that
/// managed code called through an entry, and that waits for something.
class NativeScope {
public:
  NativeScope() : TheStatus(LLVMManagedEnterNative()) {}
  ~NativeScope() {
    if (TheStatus == LLVMManagedSuccess)
      (void)LLVMManagedLeaveNative();
  }
  NativeScope(const NativeScope &) = delete;
  NativeScope &operator=(const NativeScope &) = delete;

  /// LLVMManagedSuccess, or why the thread is not in native state now.
  LLVMManagedStatus status() const { return TheStatus; }

private:
  LLVMManagedStatus TheStatus;
};

} // namespace llvm_managed
} // extern "C++"
#endif

#endif // LLVM_C_MANAGEDTHREADS_H
