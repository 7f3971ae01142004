//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a call of a native function costs in a loop, each call with the result
/// of the one before: directly, through an entry, through a transition; a poll
/// that finds nothing; and what native code pays that calls managed code. The
/// loops are in assembly, so that they differ in nothing else.
///
//===----------------------------------------------------------------------===//

#include "benchmark/benchmark.h"
#include "llvm-c/ManagedNativeEntry.h"
#include "llvm-c/ManagedThreads.h"
#include <cstdlib>

extern "C" {
__attribute__((visibility("hidden"), used, noinline)) long
nativeIncrement(long Value) {
  return Value + 1;
}
/// They call \p Count times, beginning with \p Value, and return the last
/// result.
long loopPlain(long Value, long Count);
long loopEntry(long Value, long Count);
long loopTransition(long Value, long Count);
long loopTransition64(long Value, long Count);
long loopPoll(long Value, long Count);
}
LLVM_MANAGED_NATIVE_ENTRY(enterIncrement, nativeIncrement);

#if defined(__x86_64__)
#define LOOP(NAME, CALL)                                                       \
  __asm__(".pushsection .text,\"ax\",%progbits\n"                              \
          ".globl " #NAME "\n"                                                 \
          ".type " #NAME ", %function\n"                                       \
          ".p2align 5\n" #NAME ":\n"                                           \
          "pushq %rbx\n"                                                       \
          "movq %rsi, %rbx\n"                                                  \
          "movq %rdi, %rax\n"                                                  \
          ".p2align 5\n"                                                       \
          "1:\n"                                                               \
          "movq %rax, %rdi\n" CALL "decq %rbx\n"                               \
          "jnz 1b\n"                                                           \
          "popq %rbx\n"                                                        \
          "ret\n"                                                              \
          ".size " #NAME ", .-" #NAME "\n"                                     \
          ".popsection\n")
#define CALL_STUB(STUB)                                                        \
  "leaq nativeIncrement(%rip), %r10\n"                                         \
  "call *" STUB "@GOTPCREL(%rip)\n"
LOOP(loopPlain, "call nativeIncrement\n");
LOOP(loopEntry, "call enterIncrement\n");
LOOP(loopPoll, "call *LLVMManagedPoll@GOTPCREL(%rip)\n");
#else
#define LOOP(NAME, CALL)                                                       \
  __asm__(".pushsection .text,\"ax\",%progbits\n"                              \
          ".globl " #NAME "\n"                                                 \
          ".type " #NAME ", %function\n"                                       \
          ".p2align 5\n" #NAME ":\n"                                           \
          "stp x19, x30, [sp, #-16]!\n"                                        \
          "mov x19, x1\n"                                                      \
          ".p2align 5\n"                                                       \
          "1:\n" CALL "subs x19, x19, #1\n"                                    \
          "b.ne 1b\n"                                                          \
          "ldp x19, x30, [sp], #16\n"                                          \
          "ret\n"                                                              \
          ".size " #NAME ", .-" #NAME "\n"                                     \
          ".popsection\n")
#define CALL_STUB(STUB)                                                        \
  "adrp x15, nativeIncrement\n"                                                \
  "add x15, x15, :lo12:nativeIncrement\n"                                      \
  "adrp x16, :got:" STUB "\n"                                                  \
  "ldr x16, [x16, #:got_lo12:" STUB "]\n"                                      \
  "blr x16\n"
LOOP(loopPlain, "bl nativeIncrement\n");
LOOP(loopEntry, "bl enterIncrement\n");
LOOP(loopPoll, "bl LLVMManagedPoll\n");
#endif
LOOP(loopTransition, CALL_STUB("LLVMManagedTransition"));
LOOP(loopTransition64, CALL_STUB("LLVMManagedTransition64"));

static constexpr long Calls = 1000;

static void measure(benchmark::State &State, long (*Loop)(long, long)) {
  if (LLVMManagedAttachThread(nullptr) || LLVMManagedLeaveNative())
    abort();
  long Value = 0;
  while (State.KeepRunningBatch(Calls))
    Value = Loop(Value, Calls);
  benchmark::DoNotOptimize(Value);
  if (LLVMManagedEnterNative() || LLVMManagedDetachThread())
    abort();
}

BENCHMARK_CAPTURE(measure, plain, loopPlain);
BENCHMARK_CAPTURE(measure, entry, loopEntry);
BENCHMARK_CAPTURE(measure, transition, loopTransition);
BENCHMARK_CAPTURE(measure, transition64, loopTransition64);
BENCHMARK_CAPTURE(measure, poll, loopPoll);

static void callBack(benchmark::State &State) {
  if (LLVMManagedAttachThread(nullptr))
    abort();
  for (auto _ : State) {
    llvm_managed::ManagedScope Scope;
    benchmark::DoNotOptimize(Scope.status());
  }
  if (LLVMManagedDetachThread())
    abort();
}
BENCHMARK(callBack)->Name("measure/callback");

BENCHMARK_MAIN();
