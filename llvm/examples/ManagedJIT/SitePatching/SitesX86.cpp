//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// x86-64: the load itself becomes a jump.
///
/// That takes 5 bytes, and no other instruction may be among them, since a
/// thread could be about to execute it. So the loads have displacements of 4
/// bytes, which makes them 6 bytes long.
///
/// A processor that fetches code while another one writes it may see any mix of
/// old and new bytes, and has to serialize before it executes them. Therefore
/// the first byte becomes a breakpoint before the others change; whoever runs
/// into it goes to the stub from the handler of SIGTRAP. Between the steps all
/// processors that run this program's threads serialize (membarrier).
///
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)

#include "Sites.h"
#include <atomic>
#include <linux/membarrier.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

const Site Sites[NumSites] = {{0, 0, 24, 40}, {8, 8, 32, 56}};

static const uint8_t Bytes[] = {
    /*  0 */ 0x8b, 0x87, 0x00, 0x00, 0x00, 0x00, // movl 0(%rdi), %eax
    /*  6 */ 0x66, 0x90,                         // nop
    /*  8 */ 0x8b, 0x8e, 0x00, 0x00, 0x00, 0x00, // movl 0(%rsi), %ecx
    /* 14 */ 0x66, 0x90,                         // nop
    /* 16 */ 0x01, 0xc8,                         // addl %ecx, %eax
    /* 18 */ 0xc3,                               // ret
    /* 19 */ 0xcc, 0xcc, 0xcc, 0xcc, 0xcc,
    /* 24 */ 0xb8, 0xff, 0xff, 0xff, 0xff, // movl $-1, %eax
    /* 29 */ 0xc3, 0xcc, 0xcc,             // ret
    /* 32 */ 0xb8, 0xfe, 0xff, 0xff, 0xff, // movl $-2, %eax
    /* 37 */ 0xc3, 0xcc, 0xcc,             // ret
    /* 40 */ 0x48, 0x85, 0xff,             // testq %rdi, %rdi
    /* 43 */ 0x74, 0xeb,                   // je 24
    /* 45 */ 0x8b, 0x07,                   // movl (%rdi), %eax
    /* 47 */ 0xeb, 0xd5,                   // jmp 6
    /* 49 */ 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc,
    /* 56 */ 0x48, 0x85, 0xf6, // testq %rsi, %rsi
    /* 59 */ 0x74, 0xe3,       // je 32
    /* 61 */ 0x8b, 0x0e,       // movl (%rsi), %ecx
    /* 63 */ 0xeb, 0xcd,       // jmp 14
    /* 65 */ 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc,
};
static_assert(sizeof(Bytes) == 72, "the offsets are right");

size_t writeCode(CodeBuffer &Code) {
  Code.write(0, Bytes, sizeof(Bytes));
  return sizeof(Bytes);
}

/// Where the breakpoints are.
static std::atomic<uint8_t *> CodeBegin;

static void handleTrap(int Signal, siginfo_t *, void *Context) {
  greg_t &PC = static_cast<ucontext_t *>(Context)->uc_mcontext.gregs[REG_RIP];
  greg_t Begin = reinterpret_cast<greg_t>(CodeBegin.load());
  // The processor is behind the breakpoint.
  for (const Site &S : Sites)
    if (PC == Begin + greg_t(S.Patched) + 1) {
      PC = Begin + greg_t(S.Stub);
      return;
    }
  signal(Signal, SIG_DFL);
  raise(Signal);
}

static void serializeAll(int Command) {
  if (syscall(SYS_membarrier, Command, 0, 0) == 0)
    return;
  perror("membarrier");
  exit(1);
}

void prepareForPatching(const CodeBuffer &Code) {
  CodeBegin.store(Code.begin());
  struct sigaction Action;
  memset(&Action, 0, sizeof(Action));
  Action.sa_sigaction = handleTrap;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGTRAP, &Action, nullptr);
  serializeAll(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE);
}

void patchSite(CodeBuffer &Code, const Site &S) {
  constexpr uint8_t Breakpoint = 0xcc, Jump = 0xe9;
  int32_t Distance = int32_t(S.Stub) - int32_t(S.Patched + 5);
  auto Serialize = [] {
    serializeAll(MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE);
  };
  Code.write(S.Patched, &Breakpoint, 1);
  Serialize();
  Code.write(S.Patched + 1, &Distance, sizeof(Distance));
  Serialize();
  Code.write(S.Patched, &Jump, 1);
  Serialize();
}

#endif // defined(__x86_64__)
