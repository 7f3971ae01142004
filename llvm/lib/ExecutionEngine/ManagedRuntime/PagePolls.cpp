//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PagePolls.h"
#include "FaultContext.h"
#include "Threads.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include <string.h>

using namespace llvm;
using namespace llvm::managed;

static uintptr_t getSP(const ucontext_t &Context) {
#if defined(__x86_64__)
  return static_cast<uintptr_t>(Context.uc_mcontext.gregs[REG_RSP]);
#else
  return static_cast<uintptr_t>(Context.uc_mcontext.sp);
#endif
}

size_t managed::getPollLength(const uint8_t *Code) {
#if defined(__x86_64__)
  // testl %eax, (%base) or page(%rip)
  size_t Length = 0;
  // REX without W, R and X; or REX2 without the fifth bits of others.
  if ((Code[0] & 0xfe) == 0x40)
    Length = 1;
  else if (Code[0] == 0xd5)
    Length = (Code[1] & 0xee) == 0 ? 2 : 0;
  if (Code[Length] != 0x85)
    return 0;
  const uint8_t ModRM = Code[Length + 1];
  Length += 2;
  const unsigned Mode = ModRM >> 6, RM = ModRM & 7;
  if ((ModRM & 0x38) != 0 || Mode > 1)
    return 0;
  // Without an index.
  if (RM == 4 && (Code[Length++] & 0x38) != 0x20)
    return 0;
  // Relative to the end of the instruction, which has no prefix.
  if (RM == 5 && Mode == 0)
    return Length == 2 ? Length + sizeof(int32_t) : 0;
  if (Mode == 1 && Code[Length++] != 0)
    return 0;
  return Length;
#else
  // ldr wzr, [base]
  uint32_t Word;
  memcpy(&Word, Code, sizeof(Word));
  return (Word & 0xfffffc1f) == 0xb940001f ? sizeof(Word) : 0;
#endif
}

/// The end of the poll at \p PC, or zero if there is none.
static uintptr_t findPollEnd(uintptr_t PC) {
  const size_t Length = getPollLength(reinterpret_cast<const uint8_t *>(PC));
  LLVMManagedSafepoint Safepoint;
  if (Length && LLVMManagedLookupSafepoint(PC + Length, &Safepoint))
    return PC + Length;
  LLVMManagedFaultEntry Entry;
  return LLVMManagedLookupFault(PC, &Entry) &&
                 Entry.Kind == faultmap::PollingPage
             ? Entry.HandlerPC
             : 0;
}

int LLVMManagedMakeContextAnchor(LLVMManagedAnchor *Anchor, void *Context,
                                 LLVMManagedAnchor *Next) {
  ucontext_t &Interrupted = *static_cast<ucontext_t *>(Context);
  const uintptr_t End = findPollEnd(getPC(Interrupted));
  if (!End)
    return 0;
  *Anchor = LLVMManagedAnchor();
  Anchor->Next = Next;
  Anchor->PC = End;
  Anchor->SP = getSP(Interrupted);
  Anchor->Head = &ContextHead;
  Anchor->Registers[0] = reinterpret_cast<uint64_t>(&Interrupted);
  return 1;
}

/// Kept out of line, so that the recovery of null checks needs little stack.
__attribute__((noinline)) static bool wait(ucontext_t &Context) {
  LLVMManagedThread &Thread = thisThread();
  if (!Thread.StructSize || stateOf(Thread) != LLVMManagedStateManaged)
    return false;
  LLVMManagedAnchor Anchor;
  if (!LLVMManagedMakeContextAnchor(&Anchor, &Context, Thread.Anchor))
    return false;
  // If the thread is not asked to stop, it has stopped the others itself, the
  // embedder has armed the polls, or the page has just been disarmed. The load
  // is of no effect, and would fault for as long as the page is armed.
  if (!__atomic_load_n(&Thread.Poll, __ATOMIC_ACQUIRE)) {
    setPC(Context, Anchor.PC);
    return true;
  }
  Thread.Anchor = &Anchor;
  waitForResume(Thread);
  Thread.Anchor = Anchor.Next;
  return true;
}

bool managed::waitAtPoll(const siginfo_t &Info, ucontext_t &Context) {
  const auto Address = reinterpret_cast<uintptr_t>(Info.si_addr);
  const auto Page = reinterpret_cast<uintptr_t>(&LLVMManagedPollPage);
  if (Info.si_code != SEGV_ACCERR || !isPageFault(Context) ||
      Address - Page >= LLVM_MANAGED_POLL_PAGE_SIZE)
    return false;
  return wait(Context);
}
