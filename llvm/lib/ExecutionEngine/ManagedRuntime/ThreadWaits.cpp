//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a thread waits until it may be managed again. This file is compiled for
/// general registers alone, so that managed code keeps all others.
///
//===----------------------------------------------------------------------===//

#include "Threads.h"

using namespace llvm;
using namespace llvm::managed;

void managed::leaveManagedLoudly(LLVMManagedThread &Thread, uint32_t State) {
  __atomic_store_n(&Thread.State, State, __ATOMIC_SEQ_CST);
  if (!__atomic_load_n(&World.IsAwaited, __ATOMIC_SEQ_CST))
    return;
  __atomic_store_n(&World.IsAwaited, 0, __ATOMIC_SEQ_CST);
  futexWake(&World.IsAwaited, 1);
}

void managed::waitForResume(LLVMManagedThread &Thread) {
  do {
    leaveManagedLoudly(Thread, LLVMManagedStateBlocked);
    while (uint32_t Poll = __atomic_load_n(&Thread.Poll, __ATOMIC_SEQ_CST))
      futexWait(&Thread.Poll, Poll);
    // Another stop may begin at any time.
  } while (becomeManaged(Thread));
}

LLVMManagedStatus LLVMManagedEnterNative(void) {
  LLVMManagedThread &Thread = thisThread();
  if (!Thread.StructSize)
    return LLVMManagedNotAttached;
  if (stateOf(Thread) != LLVMManagedStateManaged)
    return LLVMManagedWrongState;
  leaveManaged(Thread, LLVMManagedStateNative);
  if (__atomic_load_n(&Thread.Poll, __ATOMIC_RELAXED))
    leaveManagedLoudly(Thread, LLVMManagedStateNative);
  return LLVMManagedSuccess;
}

LLVMManagedStatus LLVMManagedLeaveNative(void) {
  LLVMManagedThread &Thread = thisThread();
  if (!Thread.StructSize)
    return LLVMManagedNotAttached;
  if (stateOf(Thread) != LLVMManagedStateNative)
    return LLVMManagedWrongState;
  if (becomeManaged(Thread))
    waitForResume(Thread);
  return LLVMManagedSuccess;
}

/// What LLVMManagedPoll() and the stubs of transitions call.
extern "C" LLVM_MANAGED_PRIVATE void
LLVMManagedWaitForResume(LLVMManagedThread *Thread) {
  waitForResume(*Thread);
}

extern "C" LLVM_MANAGED_PRIVATE void
LLVMManagedWaitAtPoll(LLVMManagedThread *Thread) {
  if (Thread->StructSize && stateOf(*Thread) == LLVMManagedStateManaged)
    waitForResume(*Thread);
}
