//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What stands for managed code in the stress of transitions: functions that
/// keep a reference in a callee-saved register while they call native code or
/// poll. With the thread sanitizer, which does not see what assembly does, they
/// are C++ that does the same as the stubs.
///
//===----------------------------------------------------------------------===//

#ifndef MANAGED_RUNTIME_STRESS_MANAGEDCALLS_H
#define MANAGED_RUNTIME_STRESS_MANAGEDCALLS_H

#include "llvm-c/ManagedThreads.h"

struct Mutator;

extern "C" {
__attribute__((visibility("hidden"), used)) void stressNative(Mutator *M,
                                                              uint64_t Levels);
/// They return \p Reference as it is afterwards. stressCall() calls
/// stressNative().
uint64_t stressCall(Mutator *M, uint64_t Levels, uint64_t Reference);
uint64_t stressPoll(Mutator *M, uint64_t Levels, uint64_t Reference);
}

#if defined(__SANITIZE_THREAD__)

static char AfterCall;

static bool isReturnAddress(uintptr_t PC) {
  return PC == reinterpret_cast<uintptr_t>(&AfterCall);
}
static constexpr int ReferenceRegister = 0;

static void link(LLVMManagedAnchor &Anchor, uint64_t Reference) {
  LLVMManagedAnchor **Head = LLVMManagedGetAnchors();
  Anchor.Next = *Head;
  Anchor.PC = reinterpret_cast<uintptr_t>(&AfterCall);
  Anchor.SP = reinterpret_cast<uintptr_t>(&Anchor + 1);
  Anchor.Head = Head;
  Anchor.Registers[ReferenceRegister] = Reference;
  *Head = &Anchor;
  if (LLVMManagedEnterNative())
    abort();
}

static uint64_t unlink(LLVMManagedAnchor &Anchor) {
  if (LLVMManagedLeaveNative())
    abort();
  *Anchor.Head = Anchor.Next;
  return Anchor.Registers[ReferenceRegister];
}

uint64_t stressCall(Mutator *M, uint64_t Levels, uint64_t Reference) {
  LLVMManagedAnchor Anchor;
  link(Anchor, Reference);
  try {
    stressNative(M, Levels);
  } catch (...) {
    unlink(Anchor);
    throw;
  }
  return unlink(Anchor);
}

uint64_t stressPoll(Mutator *, uint64_t, uint64_t Reference) {
  LLVMManagedAnchor Anchor;
  link(Anchor, Reference);
  return unlink(Anchor);
}

#else

#if defined(__x86_64__)
static constexpr int ReferenceRegister = 5;

#define MANAGED_CALL(NAME, BEFORE, STUB)                                       \
  __asm__(".pushsection .text,\"ax\",%progbits\n"                              \
          ".globl " #NAME "\n"                                                 \
          ".type " #NAME ", %function\n" #NAME ":\n"                           \
          ".cfi_startproc\n"                                                   \
          "endbr64\n"                                                          \
          "pushq %rbx\n"                                                       \
          ".cfi_def_cfa_offset 16\n"                                           \
          ".cfi_offset %rbx, -16\n"                                            \
          "movq %rdx, %rbx\n" BEFORE "call *" #STUB "@GOTPCREL(%rip)\n"        \
          ".globl After" #NAME "\n"                                            \
          "After" #NAME ":\n"                                                  \
          "movq %rbx, %rax\n"                                                  \
          "popq %rbx\n"                                                        \
          ".cfi_def_cfa_offset 8\n"                                            \
          ".cfi_restore %rbx\n"                                                \
          "ret\n"                                                              \
          ".cfi_endproc\n"                                                     \
          ".size " #NAME ", .-" #NAME "\n"                                     \
          ".popsection\n")
MANAGED_CALL(stressCall, "leaq stressNative(%rip), %r10\n",
             LLVMManagedTransition);
#else
static constexpr int ReferenceRegister = 1;

#define MANAGED_CALL(NAME, BEFORE, STUB)                                       \
  __asm__(".pushsection .text,\"ax\",%progbits\n"                              \
          ".globl " #NAME "\n"                                                 \
          ".type " #NAME ", %function\n" #NAME ":\n"                           \
          ".cfi_startproc\n"                                                   \
          "hint #34\n"                                                         \
          "stp x19, x30, [sp, #-16]!\n"                                        \
          ".cfi_def_cfa_offset 16\n"                                           \
          ".cfi_offset x19, -16\n"                                             \
          ".cfi_offset x30, -8\n"                                              \
          "mov x19, x2\n" BEFORE "adrp x16, :got:" #STUB "\n"                  \
          "ldr x16, [x16, #:got_lo12:" #STUB "]\n"                             \
          "blr x16\n"                                                          \
          ".globl After" #NAME "\n"                                            \
          "After" #NAME ":\n"                                                  \
          "mov x0, x19\n"                                                      \
          "ldp x19, x30, [sp], #16\n"                                          \
          ".cfi_def_cfa_offset 0\n"                                            \
          ".cfi_restore x19\n"                                                 \
          ".cfi_restore x30\n"                                                 \
          "ret\n"                                                              \
          ".cfi_endproc\n"                                                     \
          ".size " #NAME ", .-" #NAME "\n"                                     \
          ".popsection\n")
MANAGED_CALL(stressCall,
             "adrp x15, stressNative\n"
             "add x15, x15, :lo12:stressNative\n",
             LLVMManagedTransition);
#endif
MANAGED_CALL(stressPoll, "", LLVMManagedPoll);

extern "C" const char AfterstressCall[], AfterstressPoll[];

static bool isReturnAddress(uintptr_t PC) {
  return PC == reinterpret_cast<uintptr_t>(AfterstressCall) ||
         PC == reinterpret_cast<uintptr_t>(AfterstressPoll);
}

#endif

#endif // MANAGED_RUNTIME_STRESS_MANAGEDCALLS_H
