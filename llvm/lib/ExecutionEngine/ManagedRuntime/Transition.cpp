//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The stubs through which managed code calls native code, and LLVMManagedPoll.
///
/// A signal may arrive at any instruction. Until the state is native, the
/// thread is managed, so nobody walks its frames but itself, from the anchor
/// that is linked: that of the call before, or this one, which is complete when
/// it is linked. Once the function has returned, the anchor stays linked until
/// the thread is managed and was not asked to stop, or has waited. What a
/// handler does with the state, it has undone when it returns.
///
/// While the stack pointer of a stub is at its anchor, or at a constant
/// distance below, the CFI is exact at each instruction.
///
//===----------------------------------------------------------------------===//

#include "AssemblySymbols.h"
#include "Threads.h"
#include "llvm-c/ManagedNativeEntry.h"
#include <stddef.h>

using namespace llvm;
using namespace llvm::managed;

// What the assembly below takes for granted.
static_assert(offsetof(LLVMManagedThread, Anchor) == 8 &&
                  offsetof(LLVMManagedThread, State) == 16 &&
                  offsetof(LLVMManagedThread, Poll) == 20 &&
                  offsetof(LLVMManagedThread, StackHigh) == 32 &&
                  offsetof(LLVMManagedAnchor, Registers) == 32,
              "offsets are part of the interface");
static_assert(LLVMManagedStateManaged == 0 && LLVMManagedStateNative == 1,
              "states are part of the interface");

#define BEGIN(NAME)                                                            \
  LLVM_MANAGED_ASM_VISIBLE(NAME)                                               \
  ".type " #NAME ", %function\n"                                               \
  ".p2align 5\n" #NAME ":\n"                                                   \
  ".cfi_startproc\n"                                                           \
  ".cfi_personality 0x1b, LLVMManagedTransitionPersonality\n"

#define END(NAME)                                                              \
  ".cfi_endproc\n"                                                             \
  ".size " #NAME ", .-" #NAME "\n"

/// How far the stack pointer is below the anchor, for the personality.
#define DISTANCE(NAME, BYTES)                                                  \
  ".pushsection .rodata." #NAME ",\"a\",%progbits\n"                           \
  ".p2align 2\n"                                                               \
  ".LDistance" #NAME ":\n"                                                     \
  ".4byte " #BYTES "\n"                                                        \
  ".popsection\n"                                                              \
  ".cfi_lsda 0x1b, .LDistance" #NAME "\n"

#if defined(__x86_64__)

// The frame, from the stack pointer on: the anchor, which has 80 bytes, rax,
// rdx, xmm0, xmm1 and 8 bytes to align it; then the return address.

/// Makes the anchor and links it; rbx is the thread. All that may be an
/// argument is as it was, and so is r10.
#define LINK_ANCHOR                                                            \
  "subq $136, %rsp\n"                                                          \
  ".cfi_def_cfa_offset 144\n" LLVM_MANAGED_SAVE_REGISTERS                      \
  "movq LLVMManagedThisThread@gottpoff(%rip), %rbx\n"                          \
  "addq %fs:0, %rbx\n"                                                         \
  "leaq 8(%rbx), %r11\n"                                                       \
  "movq %r11, 24(%rsp)\n"                                                      \
  "movq 136(%rsp), %r11\n"                                                     \
  "movq %r11, 8(%rsp)\n"                                                       \
  "leaq 144(%rsp), %r11\n"                                                     \
  "movq %r11, 16(%rsp)\n"                                                      \
  "movq 8(%rbx), %r11\n"                                                       \
  "movq %r11, (%rsp)\n"                                                        \
  "movq %rsp, 8(%rbx)\n"

/// Unlinks the anchor, takes the registers from it, and returns.
#define UNLINK_AND_RETURN                                                      \
  "movq (%rsp), %r11\n"                                                        \
  "movq %r11, 8(%rbx)\n"                                                       \
  ".cfi_remember_state\n" LLVM_MANAGED_RESTORE_REGISTERS ".cfi_restore %rbp\n" \
  ".cfi_restore %r15\n"                                                        \
  ".cfi_restore %r14\n"                                                        \
  ".cfi_restore %r13\n"                                                        \
  ".cfi_restore %r12\n"                                                        \
  ".cfi_restore %rbx\n"                                                        \
  "addq $136, %rsp\n"                                                          \
  ".cfi_def_cfa_offset 8\n"                                                    \
  "ret\n"                                                                      \
  ".cfi_restore_state\n"

/// Copies up to BYTES bytes of what is above the return address to below the
/// anchor, but nothing beyond the stack.
#define COPY_ARGUMENTS(BYTES)                                                  \
  "movq 32(%rbx), %r11\n"                                                      \
  "leaq 144(%rsp), %r14\n"                                                     \
  "subq %r14, %r11\n"                                                          \
  "cmpq $" #BYTES ", %r11\n"                                                   \
  "jbe 3f\n"                                                                   \
  "movl $" #BYTES ", %r11d\n"                                                  \
  "3:\n"                                                                       \
  "subq $" #BYTES ", %rsp\n"                                                   \
  ".cfi_adjust_cfa_offset " #BYTES "\n"                                        \
  "subq $16, %r11\n"                                                           \
  "js 5f\n"                                                                    \
  "4:\n"                                                                       \
  "movq (%r14,%r11), %r12\n"                                                   \
  "movq 8(%r14,%r11), %r13\n"                                                  \
  "movq %r12, (%rsp,%r11)\n"                                                   \
  "movq %r13, 8(%rsp,%r11)\n"                                                  \
  "subq $16, %r11\n"                                                           \
  "jns 4b\n"                                                                   \
  "5:\n"

#define DROP_ARGUMENTS(BYTES)                                                  \
  "addq $" #BYTES ", %rsp\n"                                                   \
  ".cfi_adjust_cfa_offset -" #BYTES "\n"

#define TRANSITION(NAME, LSDA, COPY, DROP)                                     \
  __asm__(".pushsection .text." #NAME ",\"ax\",%progbits\n" BEGIN(NAME) LSDA   \
          "endbr64\n" LINK_ANCHOR COPY "movl $1, 16(%rbx)\n"                   \
          "call *%r10\n" DROP "movl $0, 16(%rbx)\n"                            \
          "cmpl $0, 20(%rbx)\n"                                                \
          "jne 2f\n"                                                           \
          "1:\n" UNLINK_AND_RETURN "2:\n"                                      \
          "movq %rax, 80(%rsp)\n"                                              \
          "movq %rdx, 88(%rsp)\n"                                              \
          "movaps %xmm0, 96(%rsp)\n"                                           \
          "movaps %xmm1, 112(%rsp)\n"                                          \
          "movq %rbx, %rdi\n"                                                  \
          "call LLVMManagedWaitForResume\n"                                    \
          "movq 80(%rsp), %rax\n"                                              \
          "movq 88(%rsp), %rdx\n"                                              \
          "movaps 96(%rsp), %xmm0\n"                                           \
          "movaps 112(%rsp), %xmm1\n"                                          \
          "jmp 1b\n" END(NAME) ".popsection\n")

__asm__(".pushsection .text.LLVMManagedPoll,\"ax\",%progbits\n" BEGIN(
    LLVMManagedPoll) "endbr64\n"
                     "movq LLVMManagedThisThread@gottpoff(%rip), %rax\n"
                     "cmpl $0, %fs:20(%rax)\n"
                     "jne 2f\n"
                     "ret\n"
                     "2:\n" LINK_ANCHOR "movq %rbx, %rdi\n"
                     "call LLVMManagedWaitAtPoll\n" UNLINK_AND_RETURN END(
                         LLVMManagedPoll) ".popsection\n");

#elif defined(__aarch64__)

// The frame, from the stack pointer on: the anchor, which has 120 bytes, 8
// bytes to align it, x0 to x7 and q0 to q7.

/// Makes the anchor and links it; x19 is the thread. All that may be an
/// argument is as it was, and so is x15.
#define LINK_ANCHOR                                                            \
  "sub sp, sp, #320\n"                                                         \
  ".cfi_def_cfa_offset 320\n" LLVM_MANAGED_SAVE_REGISTERS                      \
  "adrp x16, :gottprel:LLVMManagedThisThread\n"                                \
  "ldr x16, [x16, #:gottprel_lo12:LLVMManagedThisThread]\n"                    \
  "mrs x17, tpidr_el0\n"                                                       \
  "add x19, x16, x17\n"                                                        \
  "add x16, sp, #320\n"                                                        \
  "add x17, x19, #8\n"                                                         \
  "stp x16, x17, [sp, #16]\n"                                                  \
  "ldr x16, [x19, #8]\n"                                                       \
  "str x16, [sp]\n"                                                            \
  "mov x16, sp\n"                                                              \
  "str x16, [x19, #8]\n"

/// Unlinks the anchor, takes the registers from it, and returns.
#define UNLINK_AND_RETURN                                                      \
  "ldr x16, [sp]\n"                                                            \
  "str x16, [x19, #8]\n"                                                       \
  ".cfi_remember_state\n" LLVM_MANAGED_RESTORE_REGISTERS ".cfi_restore x30\n"  \
  ".cfi_restore x29\n"                                                         \
  ".cfi_restore x19\n"                                                         \
  ".cfi_restore x20\n"                                                         \
  ".cfi_restore x21\n"                                                         \
  ".cfi_restore x22\n"                                                         \
  ".cfi_restore x23\n"                                                         \
  ".cfi_restore x24\n"                                                         \
  ".cfi_restore x25\n"                                                         \
  ".cfi_restore x26\n"                                                         \
  ".cfi_restore x27\n"                                                         \
  ".cfi_restore x28\n"                                                         \
  "add sp, sp, #320\n"                                                         \
  ".cfi_def_cfa_offset 0\n"                                                    \
  "ret\n"                                                                      \
  ".cfi_restore_state\n"

/// Copies up to BYTES bytes of what is above the frame to below the anchor, but
/// nothing beyond the stack.
#define COPY_ARGUMENTS(BYTES)                                                  \
  "ldr x16, [x19, #32]\n"                                                      \
  "add x22, sp, #320\n"                                                        \
  "sub x16, x16, x22\n"                                                        \
  "mov x17, #" #BYTES "\n"                                                     \
  "cmp x16, x17\n"                                                             \
  "csel x16, x16, x17, ls\n"                                                   \
  "sub sp, sp, #" #BYTES "\n"                                                  \
  ".cfi_adjust_cfa_offset " #BYTES "\n"                                        \
  "subs x16, x16, #16\n"                                                       \
  "b.mi 5f\n"                                                                  \
  "4:\n"                                                                       \
  "add x17, x22, x16\n"                                                        \
  "ldp x23, x24, [x17]\n"                                                      \
  "add x17, sp, x16\n"                                                         \
  "stp x23, x24, [x17]\n"                                                      \
  "subs x16, x16, #16\n"                                                       \
  "b.pl 4b\n"                                                                  \
  "5:\n"

#define DROP_ARGUMENTS(BYTES)                                                  \
  "add sp, sp, #" #BYTES "\n"                                                  \
  ".cfi_adjust_cfa_offset -" #BYTES "\n"

#define SAVE_RESULTS                                                           \
  "stp x0, x1, [sp, #128]\n"                                                   \
  "stp x2, x3, [sp, #144]\n"                                                   \
  "stp x4, x5, [sp, #160]\n"                                                   \
  "stp x6, x7, [sp, #176]\n"                                                   \
  "stp q0, q1, [sp, #192]\n"                                                   \
  "stp q2, q3, [sp, #224]\n"                                                   \
  "stp q4, q5, [sp, #256]\n"                                                   \
  "stp q6, q7, [sp, #288]\n"

#define RESTORE_RESULTS                                                        \
  "ldp x0, x1, [sp, #128]\n"                                                   \
  "ldp x2, x3, [sp, #144]\n"                                                   \
  "ldp x4, x5, [sp, #160]\n"                                                   \
  "ldp x6, x7, [sp, #176]\n"                                                   \
  "ldp q0, q1, [sp, #192]\n"                                                   \
  "ldp q2, q3, [sp, #224]\n"                                                   \
  "ldp q4, q5, [sp, #256]\n"                                                   \
  "ldp q6, q7, [sp, #288]\n"

// The accesses to the state and to the poll word after the call must not be
// reordered; stlr and ldar are not.
#define TRANSITION(NAME, LSDA, COPY, DROP)                                     \
  __asm__(".pushsection .text." #NAME ",\"ax\",%progbits\n" BEGIN(NAME) LSDA   \
          "hint #34\n" LINK_ANCHOR COPY "add x20, x19, #16\n"                  \
          "add x21, x19, #20\n"                                                \
          "mov w16, #1\n"                                                      \
          "stlr w16, [x20]\n"                                                  \
          "blr x15\n" DROP "stlr wzr, [x20]\n"                                 \
          "ldar w16, [x21]\n"                                                  \
          "cbnz w16, 2f\n"                                                     \
          "1:\n" UNLINK_AND_RETURN "2:\n" SAVE_RESULTS "mov x0, x19\n"         \
          "bl LLVMManagedWaitForResume\n" RESTORE_RESULTS                      \
          "b 1b\n" END(NAME) ".popsection\n")

__asm__(".pushsection .text.LLVMManagedPoll,\"ax\",%progbits\n" BEGIN(
    LLVMManagedPoll) "hint #34\n"
                     "adrp x16, :gottprel:LLVMManagedThisThread\n"
                     "ldr x16, [x16, #:gottprel_lo12:LLVMManagedThisThread]\n"
                     "mrs x17, tpidr_el0\n"
                     "add x16, x16, x17\n"
                     "ldr w16, [x16, #20]\n"
                     "cbnz w16, 2f\n"
                     "ret\n"
                     "2:\n" LINK_ANCHOR "mov x0, x19\n"
                     "bl LLVMManagedWaitAtPoll\n" UNLINK_AND_RETURN END(
                         LLVMManagedPoll) ".popsection\n");

#endif

#define COPYING_TRANSITION(NAME, BYTES)                                        \
  TRANSITION(NAME, DISTANCE(NAME, BYTES), COPY_ARGUMENTS(BYTES),               \
             DROP_ARGUMENTS(BYTES))

TRANSITION(LLVMManagedTransition, "", "", "");
COPYING_TRANSITION(LLVMManagedTransition64, 64);
COPYING_TRANSITION(LLVMManagedTransition256, 256);
COPYING_TRANSITION(LLVMManagedTransition1024, 1024);
COPYING_TRANSITION(LLVMManagedTransition4096, 4096);

extern "C" {
// Weak, because who throws has an unwinder and others need none.
__attribute__((weak)) uintptr_t _Unwind_GetCFA(void *Context);
__attribute__((weak)) const void *
_Unwind_GetLanguageSpecificData(void *Context);

/// The personality of the stubs and of LLVMManagedPoll(): what is unwound goes
/// on in managed code.
LLVM_MANAGED_PRIVATE __attribute__((used)) int
LLVMManagedTransitionPersonality(int Version, int Actions, uint64_t, void *,
                                 void *Context) {
  constexpr int FatalPhase1Error = 3, ContinueUnwind = 8, CleanupPhase = 2;
  if (Version != 1 || !_Unwind_GetCFA || !_Unwind_GetLanguageSpecificData)
    return FatalPhase1Error;
  if (!(Actions & CleanupPhase))
    return ContinueUnwind;
  // A stub has its anchor where its stack pointer is, which is the CFA of what
  // it called, or above the arguments that it copied.
  uintptr_t Where = _Unwind_GetCFA(Context);
  if (const void *Distance = _Unwind_GetLanguageSpecificData(Context))
    Where += *static_cast<const uint32_t *>(Distance);
  auto *Anchor = reinterpret_cast<LLVMManagedAnchor *>(Where);
  // A collector may write to the anchor meanwhile; the unwinder reads the
  // registers of managed code from there afterwards.
  LLVMManagedThread &Thread = thisThread();
  if (stateOf(Thread) == LLVMManagedStateNative && becomeManaged(Thread))
    waitForResume(Thread);
  *Anchor->Head = Anchor->Next;
  return ContinueUnwind;
}
}
