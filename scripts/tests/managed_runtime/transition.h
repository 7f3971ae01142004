//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls through the stubs of transitions, from C: a function in assembly puts
/// its target where managed code does and jumps to the stub, so its caller is
/// what managed code would be. And a thread that stops all others.
///
//===----------------------------------------------------------------------===//

#ifndef MANAGED_RUNTIME_TRANSITION_H
#define MANAGED_RUNTIME_TRANSITION_H

#include "llvm-c/ManagedThreads.h"

#include <atomic>
#include <functional>
#include <pthread.h>
#include <sched.h>
#include <thread>
#include <unistd.h>

// Not by a stub of the linker that binds at the first call: the loader keeps
// only the registers of arguments then.
#if defined(__x86_64__)
#define JUMP_WITH_TARGET(STUB, TARGET)                                         \
  "endbr64\n"                                                                  \
  "leaq " TARGET "(%rip), %r10\n"                                              \
  "jmp *" STUB "@GOTPCREL(%rip)\n"
#else
#define JUMP_WITH_TARGET(STUB, TARGET)                                         \
  "hint #34\n"                                                                 \
  "adrp x15, " TARGET "\n"                                                     \
  "add x15, x15, :lo12:" TARGET "\n"                                           \
  "adrp x16, :got:" STUB "\n"                                                  \
  "ldr x16, [x16, #:got_lo12:" STUB "]\n"                                      \
  "br x16\n"
#endif

/// At file scope: defines the function NAME, with C linkage, which calls the
/// function TARGET of this program through STUB.
#define DEFINE_CALL(NAME, STUB, TARGET)                                        \
  __asm__(".pushsection .text,\"ax\",%progbits\n"                              \
          ".globl " #NAME "\n"                                                 \
          ".hidden " #NAME "\n"                                                \
          ".type " #NAME ", %function\n"                                       \
          ".p2align 4\n" #NAME ":\n"                                           \
          ".cfi_startproc\n" JUMP_WITH_TARGET(#STUB, #TARGET) ".cfi_endproc\n" \
                                                              ".size " #NAME   \
                                                              ", .-" #NAME     \
                                                              "\n"             \
                                                              ".popsection\n")

/// The structure of the current thread, attached or not.
inline LLVMManagedThread *self() {
  LLVMManagedThread *Thread = &LLVMManagedThisThread;
  // A null check of the sanitizer would not survive the linker.
  __asm__("" : "+r"(Thread));
  return Thread;
}

inline uint32_t stateOf(const LLVMManagedThread *Thread) {
  return __atomic_load_n(&Thread->State, __ATOMIC_SEQ_CST);
}

/// Waits for a condition that another thread makes true; gives up after a
/// minute, so that a test that fails ends.
inline bool waitUntil(const std::function<bool()> &Condition) {
  for (int I = 0; I < 60000; ++I) {
    if (Condition())
      return true;
    if (I < 1000)
      sched_yield();
    else
      usleep(1000);
  }
  return false;
}

/// A thread that has stopped all others once begin() returns, and resumes them
/// when the current thread, at the latest, is blocked.
class StopFromOutside {
public:
  /// While the others are stopped and the current thread is blocked, calls
  /// \p What.
  explicit StopFromOutside(std::function<void(LLVMManagedThread *)> What =
                               std::function<void(LLVMManagedThread *)>())
      : What(What) {}
  ~StopFromOutside() {
    if (Thread.joinable())
      Thread.join();
  }

  /// The current thread is in native state.
  void begin() {
    LLVMManagedThread *Self = LLVMManagedCurrentThread();
    Thread = std::thread([this, Self] {
      if (LLVMManagedStopThreads(nullptr))
        abort();
      IsStopped = true;
      if (!waitUntil([=] { return stateOf(Self) == LLVMManagedStateBlocked; }))
        abort();
      if (What)
        What(Self);
      if (LLVMManagedResumeThreads())
        abort();
    });
    if (!waitUntil([this] { return IsStopped.load(); }))
      abort();
  }

private:
  std::function<void(LLVMManagedThread *)> What;
  std::atomic<bool> IsStopped{false};
  std::thread Thread;
};

#endif // MANAGED_RUNTIME_TRANSITION_H
