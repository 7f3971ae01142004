//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Executes single instructions with a null base register and reports what
/// each of them did.
///
/// Everything happens in one signal handler.  A signal frame holds the whole
/// register state, and returning from the handler loads it.  So the handler
///   1. finds out what the instruction that has just run did, by comparing
///      the frame with the state it had been given;
///   2. writes the state for the next instruction into the frame;
///   3. returns, which runs that instruction; it ends in a fault, or in the
///      trap after it, and either is the next signal.
/// The handler has its own stack, blocks all signals and uses no thread-local
/// state of the C library, whose segment base the instructions have.
///
/// Input: lines "BYTES INDEX SIZE ALIGN": the encoding in hexadecimal; the
/// value of the index register, or "-" for an instruction that has none; what
/// the predicate says about the size and the alignment of the access, or "-"
/// twice.
///
/// Output: one line per input line, with one word per state: a letter; after
/// it, if something changed before the instruction ended, the hexadecimal mask
/// of it (see Runner.h); for F, "@" and the address.  If the input gives a
/// size and the instruction faulted in the first state, two more words: what
/// it does at the very beginning and at the very end of a mapped area, where
/// an access before its address or beyond its size faults.
///   F  faulted: no page is mapped at the address, which is in [0, 4096); with
///      an index of 4096 or more, or below zero, the address may be anywhere in
///      the wide guard, which this program reserves, or in the kernel's half
///   A  faulted at another address, or on a mapped page
///   N  did not fault
///   P  went somewhere else
///   G  general protection, which reports no address
///   B  bus error: misaligned
///   I  is not an instruction of this processor
///   E  floating-point exception
///   T  did not end within a second
///
/// Containment: system calls kill the process (seccomp), so an instruction
/// that makes one is noticed and harms nothing; privileged instructions raise
/// G or I.
///
//===----------------------------------------------------------------------===//

#include "Runner.h"
#if defined(__x86_64__)
#include "RunnerX86.h"
#elif defined(__aarch64__)
#include "RunnerAArch64.h"
#else
#error "unknown architecture"
#endif

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

/// Space for one instruction and the traps after it.
#define SLOT 32
#define GUARD 4096
/// The wide guard.
#define WIDE_BEGIN 65536
#define WIDE_END (UINT64_C(0x1000000000) + UINT64_C(0x100000000))
#define RESULT_LIMIT 24

struct Line {
  int HasIndex;
  uint64_t Index;
  /// Zero if they are not known.
  unsigned Size, Align;
  unsigned Length;
};

static struct Line *Lines;
static unsigned char *Code;
static size_t NumLines;

/// The instruction that is running, or -1 before the first one.
static long Current = -1;
static int State = LastState;
/// What was running when the timer last fired.
static long SeenLine = -1;
static int SeenState = -1;

/// The address of the access if the base is null, and whether there is one.
static uint64_t Offset;
static int HasOffset;

static struct Image Before, After;
static unsigned char CleanScratch[SCRATCH_SIZE];
static char Output[1 << 16];
static size_t OutputSize;

static void flush(void) {
  for (size_t Done = 0; Done < OutputSize;) {
    long N = syscall(SYS_write, 1, Output + Done, OutputSize - Done);
    if (N <= 0)
      break;
    Done += (size_t)N;
  }
  OutputSize = 0;
}

static void put(char C) { Output[OutputSize++] = C; }

static void report(char Letter, unsigned Changes, uint64_t Address) {
  static const char Digits[] = "0123456789abcdef";
  if (OutputSize + RESULT_LIMIT > sizeof(Output))
    flush();
  if (State)
    put(' ');
  put(Letter);
  if (Changes)
    put(Digits[Changes & 0xf]);
  if (Letter != 'F')
    return;
  put('@');
  for (int Shift = Address < GUARD ? 8 : 60; Shift >= 0; Shift -= 4)
    put(Digits[Address >> Shift & 0xf]);
}

static uint64_t slotAddress(void) {
  return (uint64_t)(uintptr_t)Code + (uint64_t)Current * SLOT;
}

static int isWide(const struct Line *Line) {
  return Line->HasIndex && Line->Index >= GUARD;
}

static char classify(int Signal, const siginfo_t *Info, const ucontext_t *UC) {
  uint64_t PC = archPC(UC, Signal), Slot = slotAddress();
  if (Signal == SIGALRM)
    return 'T';
  if (Signal == SIGTRAP && PC == Slot + Lines[Current].Length)
    return 'N';
  if (PC != Slot)
    return 'P';
  switch (Signal) {
  case SIGILL:
    return 'I';
  case SIGBUS:
    return 'B';
  case SIGFPE:
    return 'E';
  case SIGSEGV: {
    if (Info->si_code != SEGV_MAPERR && Info->si_code != SEGV_ACCERR)
      return 'G';
    uint64_t Address = (uint64_t)(uintptr_t)Info->si_addr;
    int IsMissing = Info->si_code == SEGV_MAPERR;
    if (isWide(&Lines[Current]))
      return (IsMissing && (Address < WIDE_BEGIN || Address >> 63)) ||
                     (!IsMissing &&
                      Address - WIDE_BEGIN < WIDE_END - WIDE_BEGIN)
                 ? 'F'
                 : 'A';
    return IsMissing && Address < GUARD ? 'F' : 'A';
  }
  default:
    return 'P';
  }
}

static unsigned changes(void) {
  unsigned Mask = 0;
  if (memcmp(Before.General, After.General, sizeof(Before.General)))
    Mask |= ChangedGeneral;
  if (Before.Flags != After.Flags)
    Mask |= ChangedFlags;
  if (Before.VectorSize != After.VectorSize ||
      memcmp(Before.Vector, After.Vector, Before.VectorSize))
    Mask |= ChangedVector;
  if (memcmp((const void *)SCRATCH_ADDRESS, CleanScratch, SCRATCH_SIZE)) {
    Mask |= ChangedMemory;
    memcpy((void *)SCRATCH_ADDRESS, CleanScratch, SCRATCH_SIZE);
  }
  return Mask;
}

/// Moves on to the next state, or to the next instruction after the last.
static void nextState(void) {
  if (State != LastState) {
    ++State;
    if (State != StateAtBegin || (Lines[Current].Size && HasOffset))
      return;
  }
  State = 0;
  if (Current >= 0)
    put('\n');
  if (++Current == (long)NumLines) {
    flush();
    syscall(SYS_exit, 0);
  }
}

HANDLER static void handle(int Signal, siginfo_t *Info, void *Context) {
  ucontext_t *UC = (ucontext_t *)Context;
  if (Signal == SIGALRM && (SeenLine != Current || SeenState != State)) {
    SeenLine = Current;
    SeenState = State;
    return;
  }
  if (Current >= 0) {
    archCapture(UC, &After);
    char Letter = classify(Signal, Info, UC);
    uint64_t Address = (uint64_t)(uintptr_t)Info->si_addr;
    report(Letter, changes(), Address);
    if (State == 0) {
      Offset = Address;
      HasOffset = Letter == 'F';
    }
  }
  nextState();
  const struct Line *Line = &Lines[Current];
  uint64_t Base = 0;
  if (State == StateAtBegin)
    Base = SCRATCH_ADDRESS - Offset;
  else if (State == StateAtEnd)
    Base = ((SCRATCH_ADDRESS + SCRATCH_SIZE - Line->Size) &
            ~(uint64_t)(Line->Align - 1)) -
           Offset;
  archSetState(UC, State, slotAddress(), Base, Line->HasIndex, Line->Index);
  archCapture(UC, &Before);
}

static void die(const char *What) {
  fprintf(stderr, "runner: error: %s: %s\n", What, strerror(errno));
  exit(2);
}

/// Reads the instructions into Code and Lines.
static void readInput(FILE *Input) {
  char Text[128];
  size_t Capacity = 0;
  while (fgets(Text, sizeof(Text), Input)) {
    if (NumLines == Capacity) {
      Capacity = Capacity ? 2 * Capacity : 4096;
      Lines = (struct Line *)realloc(Lines, Capacity * sizeof(*Lines));
      unsigned char *New = (unsigned char *)mmap(
          NULL, Capacity * SLOT, PROT_READ | PROT_WRITE | PROT_EXEC,
          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (!Lines || New == MAP_FAILED)
        die("memory for the instructions");
      if (NumLines)
        memcpy(New, Code, NumLines * SLOT);
      Code = New;
    }
    unsigned char *Slot = Code + NumLines * SLOT;
    struct Line *Line = &Lines[NumLines++];
    archFillTraps(Slot, SLOT);
    char *At = Text;
    unsigned Byte;
    for (Line->Length = 0; sscanf(At, "%2x", &Byte) == 1; At += 2) {
      if (Line->Length == SLOT - 8) {
        fprintf(stderr, "runner: error: line %zu: too long\n", NumLines);
        exit(2);
      }
      Slot[Line->Length++] = (unsigned char)Byte;
      if (At[2] == ' ')
        break;
    }
    char IndexText[32], SizeText[32], AlignText[32];
    if (!Line->Length || sscanf(At + 2, " %31s %31s %31s", IndexText, SizeText,
                                AlignText) != 3) {
      fprintf(stderr,
              "runner: error: line %zu: expected 'BYTES INDEX SIZE ALIGN'\n",
              NumLines);
      exit(2);
    }
    Line->HasIndex = strcmp(IndexText, "-") != 0;
    // A "-" is read as zero.
    Line->Index = strtoull(IndexText, NULL, 0);
    Line->Size = (unsigned)strtoul(SizeText, NULL, 0);
    Line->Align = (unsigned)strtoul(AlignText, NULL, 0);
    if (Line->Size && (Line->Size > GUARD || !Line->Align ||
                       (Line->Align & (Line->Align - 1)))) {
      fprintf(stderr, "runner: error: line %zu: no such access\n", NumLines);
      exit(2);
    }
  }
  __builtin___clear_cache((char *)Code, (char *)Code + NumLines * SLOT);
}

/// Kills the process at any system call but the few that the handler makes.
/// qemu-user has no seccomp; no instruction with a memory operand makes a
/// system call on AArch64.
static void forbidSystemCalls(void) {
  static const int Allowed[] = {SYS_write, SYS_exit, SYS_rt_sigreturn,
                                ARCH_SYSTEM_CALLS};
  enum { Count = sizeof(Allowed) / sizeof(*Allowed) };
  struct sock_filter Filter[2 * Count + 2] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
  for (unsigned I = 0; I < Count; ++I) {
    Filter[1 + 2 * I] = (struct sock_filter)BPF_JUMP(
        BPF_JMP | BPF_JEQ | BPF_K, (unsigned)Allowed[I], 0, 1);
    Filter[2 + 2 * I] =
        (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  }
  Filter[1 + 2 * Count] =
      (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL);
  struct sock_fprog Program = {2 * Count + 2, Filter};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program);
}

int main(int Argc, char **Argv) {
  if (Argc != 2) {
    fprintf(stderr, "usage: %s FILE\n", Argv[0]);
    return 2;
  }
  FILE *Input = fopen(Argv[1], "r");
  if (!Input)
    die(Argv[1]);
  readInput(Input);
  fclose(Input);
  if (!NumLines)
    return 0;

  archInitialize();
  if (mmap((void *)WIDE_BEGIN, WIDE_END - WIDE_BEGIN, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
           -1, 0) != (void *)WIDE_BEGIN)
    die("the wide guard");
  // A page on either side stays without access.
  if (mmap((void *)SCRATCH_ADDRESS, SCRATCH_SIZE, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
           0) != (void *)SCRATCH_ADDRESS)
    die("memory for the registers to point to");

  size_t StackSize = 1 << 18;
  stack_t Stack = {.ss_sp = malloc(StackSize), .ss_size = StackSize};
  if (!Stack.ss_sp || sigaltstack(&Stack, NULL))
    die("signal stack");
  struct sigaction Action = {.sa_sigaction = handle,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigfillset(&Action.sa_mask);
  static const int Signals[] = {SIGSEGV, SIGBUS, SIGILL,
                                SIGTRAP, SIGFPE, SIGALRM};
  for (unsigned I = 0; I < sizeof(Signals) / sizeof(*Signals); ++I)
    if (sigaction(Signals[I], &Action, NULL))
      die("signal handler");
  struct itimerval Second = {{1, 0}, {1, 0}};
  setitimer(ITIMER_REAL, &Second, NULL);
  forbidSystemCalls();
  archTrap();
  return 2;
}
