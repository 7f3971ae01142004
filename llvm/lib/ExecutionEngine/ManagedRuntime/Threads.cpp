//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"
#include "AsymmetricBarrier.h"
#include "ImageRegistration.h"
#include "SignalStack.h"
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::managed;

ThreadWorld managed::World;

managed::NoCancellation::NoCancellation() {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &State);
}

managed::NoCancellation::~NoCancellation() {
  pthread_setcancelstate(State, nullptr);
}

static void link(LLVMManagedThread &Thread) {
  Thread.Previous = nullptr;
  Thread.Next = World.First;
  if (World.First)
    World.First->Previous = &Thread;
  World.First = &Thread;
}

static void unlink(LLVMManagedThread &Thread) {
  if (Thread.Previous)
    Thread.Previous->Next = Thread.Next;
  else
    World.First = Thread.Next;
  if (Thread.Next)
    Thread.Next->Previous = Thread.Previous;
}

static void detach(LLVMManagedThread &Thread) {
  {
    ThreadListLock Lock;
    unlink(Thread);
    Thread.StructSize = 0;
    // Of a stop that its own code has begun, there is none.
    __atomic_store_n(&Thread.Poll, 0, __ATOMIC_RELAXED);
  }
  removeSignalStack(Thread);
}

//===----------------------------------------------------------------------===//
// Forking
//===----------------------------------------------------------------------===//

/// Nobody but the caller is left, and whatever the others were doing with the
/// list is undone: the child makes it anew. Whoever has stopped threads, the
/// child has none that are.
static void forgetThreads() {
  LLVMManagedThread &Thread = thisThread();
  World.Lock.forget();
  World.Stopper.store(nullptr, std::memory_order_relaxed);
  World.First = nullptr;
  World.IsAwaited = 0;
  __atomic_store_n(&Thread.Poll, 0, __ATOMIC_RELAXED);
  if (Thread.StructSize) {
    Thread.Id = static_cast<int32_t>(gettid());
    link(Thread);
  }
  forgetPage();
  prepareBarrierInChild();
}

static void prepareToForget() {
  static pthread_once_t Once = PTHREAD_ONCE_INIT;
  pthread_once(&Once, [] { pthread_atfork(nullptr, nullptr, forgetThreads); });
}

/// Before the embedder's own handlers are registered, if possible: in a child,
/// his may use the library then.
__attribute__((constructor)) static void prepareEarly() { prepareToForget(); }

//===----------------------------------------------------------------------===//
// The end of a thread
//===----------------------------------------------------------------------===//

static pthread_key_t EndKey;
static bool HasEndKey;

/// Called when a thread ends, with its structure.
static void handleEnd(void *Argument) {
  auto &Thread = *static_cast<LLVMManagedThread *>(Argument);
  if (isStopper())
    resumeThreads();
  if (!Thread.StructSize)
    return;
  // It may have been cancelled in managed state.
  leaveManagedLoudly(Thread, LLVMManagedStateNative);
  detach(Thread);
}

LLVMManagedStatus managed::prepareThread() {
  if (!prepareBarrier())
    return LLVMManagedNoBarrier;
  static pthread_once_t Once = PTHREAD_ONCE_INIT;
  pthread_once(&Once, [] {
    prepareToForget();
    // The C library keeps the address.
    pinImage(reinterpret_cast<const void *>(handleEnd));
    HasEndKey = pthread_key_create(&EndKey, handleEnd) == 0;
  });
  if (!HasEndKey)
    return LLVMManagedNoResources;
  if (pthread_setspecific(EndKey, &thisThread()))
    return LLVMManagedOutOfMemory;
  return LLVMManagedSuccess;
}

//===----------------------------------------------------------------------===//
// Attaching and detaching
//===----------------------------------------------------------------------===//

/// Asks the C library for the stack of the current thread.
static LLVMManagedStatus findStack(LLVMManagedThread &Thread) {
  pthread_attr_t Attributes;
  if (const int Error = pthread_getattr_np(pthread_self(), &Attributes))
    return Error == ENOMEM ? LLVMManagedOutOfMemory : LLVMManagedNoResources;
  void *Low = nullptr;
  size_t Size = 0, Guard = 0;
  const bool IsKnown = !pthread_attr_getstack(&Attributes, &Low, &Size) &&
                       !pthread_attr_getguardsize(&Attributes, &Guard);
  pthread_attr_destroy(&Attributes);
  if (!IsKnown)
    return LLVMManagedNoResources;
  Thread.StackLow = reinterpret_cast<uintptr_t>(Low);
  Thread.StackHigh = (Thread.StackLow + Size) & ~uintptr_t(15);
  Thread.GuardLow =
      Guard && Guard <= Thread.StackLow ? Thread.StackLow - Guard : 0;
  return LLVMManagedSuccess;
}

static bool isValid(const LLVMManagedAttachOptions &Options) {
  if (Options.StructSize != sizeof(Options) ||
      (Options.Flags & ~LLVMManagedAlternateStack))
    return false;
  if (!Options.StackLow && !Options.StackHigh)
    return true;
  return Options.StackLow && Options.StackLow < Options.StackHigh &&
         (Options.StackLow | Options.StackHigh) % 16 == 0;
}

LLVMManagedStatus
LLVMManagedAttachThread(const LLVMManagedAttachOptions *Options) {
  LLVMManagedThread &Thread = thisThread();
  LLVMManagedAttachOptions Defaults = {};
  Defaults.StructSize = sizeof(Defaults);
  if (!Options)
    Options = &Defaults;
  if (!isValid(*Options))
    return LLVMManagedInvalidArgument;
  if (Thread.StructSize)
    return LLVMManagedAlreadyAttached;
  NoCancellation Guard;
  LLVMManagedStatus Status = prepareThread();
  if (Status != LLVMManagedSuccess)
    return Status;
  if (Options->StackHigh) {
    Thread.StackLow = Options->StackLow;
    Thread.StackHigh = Options->StackHigh;
    Thread.GuardLow = 0;
  } else if ((Status = findStack(Thread)) != LLVMManagedSuccess) {
    return Status;
  }
  Status = addSignalStack(Thread, *Options);
  if (Status != LLVMManagedSuccess)
    return Status;
  Thread.User = Options->User;
  Thread.AnchorAtAttach = Thread.Anchor;
  Thread.Id = static_cast<int32_t>(gettid());
  __atomic_store_n(&Thread.Poll, 0, __ATOMIC_RELAXED);
  leaveManaged(Thread, LLVMManagedStateNative);

  ThreadListLock Lock;
  link(Thread);
  Thread.StructSize = sizeof(Thread);
  return LLVMManagedSuccess;
}

LLVMManagedStatus LLVMManagedDetachThread(void) {
  LLVMManagedThread &Thread = thisThread();
  if (!Thread.StructSize)
    return LLVMManagedNotAttached;
  if (stateOf(Thread) != LLVMManagedStateNative)
    return LLVMManagedWrongState;
  if (Thread.Anchor != Thread.AnchorAtAttach)
    return LLVMManagedHasFrames;
  NoCancellation Guard;
  detach(Thread);
  return LLVMManagedSuccess;
}

LLVMManagedThread *LLVMManagedCurrentThread(void) {
  LLVMManagedThread &Thread = thisThread();
  return Thread.StructSize ? &Thread : nullptr;
}

int LLVMManagedThreadId(const LLVMManagedThread *Thread) { return Thread->Id; }
