//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls the explicit and the implicit version of each function with the same
/// arguments and compares everything that can be seen: the result, the calls
/// made and their order, and memory.
///
/// The checks of functions with an odd index have the index as their site id,
/// unless the fault map is of version 1, which has no site ids.
///
/// Prints one line per function that differs, "differs INDEX ...", and last
/// "calls N recovered N".
///
//===----------------------------------------------------------------------===//

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "llvm-c/ManagedRuntime.h"

#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

/// As in ir.py.
#define POINTERS 512
#define FUNCTIONS 1024
enum { QMayBeNull = 1, PIsFSRelative = 2 };

/// An area has this much on either side of where its pointer points.
#define MARGIN 8192
#define AREA (2 * MARGIN)

typedef uint64_t Function(void *P, void *Q, uint64_t A, uint64_t B);

struct Entry {
  Function *Explicit, *Implicit;
  int Index, Flags;
};

extern const struct Entry functions[];
extern const int function_count;
/// Memory that only the explicit, or only the implicit, versions use.
extern uint64_t buffer_e[64] __asm__("buffer.e");
extern uint64_t buffer_i[64] __asm__("buffer.i");

static unsigned char *Areas[2];
static unsigned char Pristine[2][AREA];

#define MAX_EVENTS 64

/// Everything that one call showed.
struct Outcome {
  int Signal;
  uint64_t Result;
  unsigned NumEvents;
  uint64_t Events[MAX_EVENTS];
  unsigned char Memory[2][AREA];
  unsigned char Buffer[sizeof(buffer_e)];
};

static struct Outcome *Now;

static void note(uint64_t Event) {
  if (Now->NumEvents < MAX_EVENTS)
    Now->Events[Now->NumEvents] = Event;
  ++Now->NumEvents;
}

void on_null(uint64_t Value);
void on_null(uint64_t Value) { note(Value | UINT64_C(1) << 63); }
void observe(uint64_t Value);
void observe(uint64_t Value) { note(Value); }
void look(const unsigned char *Object);
void look(const unsigned char *Object) { note(*Object); }

static uint64_t callee0(uint64_t X) { return X ^ 0x5555; }
static uint64_t callee1(uint64_t X) {
  note(X);
  return X + 1;
}

static sigjmp_buf Escape;

static void onSignal(int Signal) { siglongjmp(Escape, Signal); }

/// The function that runs, and whether the site id of a fault was another's.
static int Running;
static int WrongSite;

/// Version 1 tables, under the name that lets the linker define their bounds.
#define BOUNDARY extern const char __attribute__((weak, visibility("hidden")))
BOUNDARY __start_llvm_faultmaps_v1[];
BOUNDARY __stop_llvm_faultmaps_v1[];

static void onFault(int Signal, siginfo_t *Info, void *Context) {
#ifdef __x86_64__
  uintptr_t PC = ((ucontext_t *)Context)->uc_mcontext.gregs[REG_RIP];
#else
  uintptr_t PC = ((ucontext_t *)Context)->uc_mcontext.pc;
#endif
  LLVMManagedFaultEntry Entry;
  int HasEntry = LLVMManagedLookupFault(PC, &Entry);
  if (!LLVMManagedTryHandleFault(Signal, Info, Context))
    onSignal(Signal);
  if (!__start_llvm_faultmaps_v1 &&
      (!HasEntry || Entry.HasSite != (uint32_t)Running % 2 ||
       Entry.Site != (uint32_t)Running % 2 * Running))
    WrongSite = 1;
}

/// The base that %fs adds to an address; zero on other machines.
static uint64_t segmentBase(void) {
#ifdef __x86_64__
  uint64_t Base;
  __asm__("movq %%fs:0, %0" : "=r"(Base));
  return Base;
#else
  return 0;
#endif
}

static void fillPristine(void) {
  uint64_t State = 1;
  for (int I = 0; I < 2; ++I) {
    for (int J = 0; J < AREA; ++J) {
      State = State * UINT64_C(6364136223846793005) + 1442695040888963407;
      Pristine[I][J] = (unsigned char)(State >> 56);
    }
    for (int K = 0; K < 64; ++K) {
      void *Pointer = K % 3 == 0 ? NULL : Areas[K % 2] + MARGIN + K % 4 * 64;
      memcpy(&Pristine[I][MARGIN + POINTERS + 8 * K], &Pointer, 8);
      uint64_t (*Callee)(uint64_t) = K % 2 ? callee1 : callee0;
      memcpy(&Pristine[I][MARGIN + FUNCTIONS + 8 * K], &Callee, 8);
    }
  }
}

static void run(Function *F, void *P, void *Q, uint64_t A, uint64_t B,
                uint64_t *Buffer, struct Outcome *Outcome) {
  memset(Outcome, 0, sizeof(*Outcome));
  for (int I = 0; I < 2; ++I)
    memcpy(Areas[I], Pristine[I], AREA);
  memset(Buffer, 0x3c, sizeof(buffer_e));
  Now = Outcome;
  alarm(10);
  Outcome->Signal = sigsetjmp(Escape, 1);
  if (!Outcome->Signal)
    Outcome->Result = F(P, Q, A, B);
  alarm(0);
  for (int I = 0; I < 2; ++I)
    memcpy(Outcome->Memory[I], Areas[I], AREA);
  memcpy(Outcome->Buffer, Buffer, sizeof(buffer_e));
}

/// What differs, or null.
static const char *compare(const struct Outcome *L, const struct Outcome *R) {
  if (L->Signal)
    return "the explicit version does not end";
  if (R->Signal)
    return R->Signal == SIGALRM ? "the implicit version does not end"
                                : "a fault was not recovered";
  if (L->NumEvents != R->NumEvents ||
      memcmp(L->Events, R->Events, sizeof(L->Events)))
    return "calls";
  if (L->Result != R->Result)
    return "result";
  if (memcmp(L->Memory, R->Memory, sizeof(L->Memory)) ||
      memcmp(L->Buffer, R->Buffer, sizeof(L->Buffer)))
    return "memory";
  return NULL;
}

int main(void) {
  struct sigaction Action = {.sa_handler = onSignal};
  static const int Signals[] = {SIGSEGV, SIGBUS,  SIGILL,
                                SIGFPE,  SIGTRAP, SIGALRM};
  for (unsigned I = 0; I < sizeof(Signals) / sizeof(*Signals); ++I)
    sigaction(Signals[I], &Action, NULL);
  // The addresses of null accesses have no tag.
  struct sigaction Fault = {.sa_sigaction = onFault,
                            .sa_flags = SA_SIGINFO | 0x800};
  sigaction(SIGSEGV, &Fault, NULL);
  LLVMManagedFaultTables V1 = {.StructSize = sizeof(V1),
                               .V1Begin = __start_llvm_faultmaps_v1,
                               .V1End = __stop_llvm_faultmaps_v1};
  LLVMManagedFaultMapRef Map;
  LLVMManagedStatus Status = LLVMManagedRegisterFaultTables(&V1, &Map, NULL);
  if (Status != LLVMManagedSuccess) {
    fprintf(stderr, "driver: error: %s\n", LLVMManagedStatusMessage(Status));
    return 2;
  }
  for (int I = 0; I < 2; ++I) {
    Areas[I] = mmap(NULL, AREA, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (Areas[I] == MAP_FAILED)
      return 2;
  }
  fillPristine();
  static struct Outcome Explicit, Implicit;
  unsigned char *First = Areas[0] + MARGIN, *Second = Areas[1] + MARGIN;
  static const uint64_t Numbers[][2] = {
      {0, 0}, {1, 5}, {UINT64_C(0x123456789abcdef0), 0xffff}, {~0ull, 10}};
  uint64_t Calls = 0;
  int Code = 0;

  for (const struct Entry *E = functions; E != functions + function_count;
       ++E) {
    void *Ps[] = {NULL, E->Flags & PIsFSRelative
                            ? (void *)((uintptr_t)First - segmentBase())
                            : First};
    void *Qs[] = {Second, First, First + 64, NULL};
    const char *Difference = NULL;
    for (int P = 0; P < 2; ++P)
      for (int Q = 0; Q < (E->Flags & QMayBeNull ? 4 : 3); ++Q)
        for (int N = 0; N < 4 && !Difference; ++N) {
          uint64_t A = Numbers[N][0], B = Numbers[N][1];
          uint64_t Recovered = LLVMManagedRecoveredFaults();
          Running = E->Index;
          WrongSite = 0;
          run(E->Explicit, Ps[P], Qs[Q], A, B, buffer_e, &Explicit);
          if (LLVMManagedRecoveredFaults() != Recovered)
            Difference = "the explicit version has a fault map";
          run(E->Implicit, Ps[P], Qs[Q], A, B, buffer_i, &Implicit);
          ++Calls;
          if (!Difference)
            Difference = compare(&Explicit, &Implicit);
          if (!Difference && WrongSite)
            Difference = "a fault has the site id of another function";
          if (Difference) {
            printf("differs %d p%d q%d n%d: %s\n", E->Index, P, Q, N,
                   Difference);
            Code = 1;
          }
        }
  }
  printf("calls %" PRIu64 " recovered %" PRIu64 "\n", Calls,
         LLVMManagedRecoveredFaults());
  return Code;
}
