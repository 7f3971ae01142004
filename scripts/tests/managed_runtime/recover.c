//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Recovery: of which faults, in which threads and signal handlers, on which
/// stacks, and what the recovered code finds.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#define DEFINE_PROBES
#include "probes.h"
#include "test.h"
#include "llvm-c/ManagedRuntime.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>

static void install(void) {
  if (LLVMManagedInstallFaultHandler() != LLVMManagedSuccess)
    _exit(99);
}

//===----------------------------------------------------------------------===//
// Which faults
//===----------------------------------------------------------------------===//

static void testRecovery(void) {
  EXPECT(LLVMManagedRuntimeVersion() == LLVM_MANAGED_RUNTIME_VERSION);
  EXPECT(LLVMManagedImageMap != NULL);
  install();
  int Value = 42;
  errno = 1234;
  EXPECT(probeLoad(&Value) == 42);
  EXPECT(LLVMManagedRecoveredFaults() == 0);
  EXPECT(probeLoad(NULL) == -1);
  EXPECT(probeStore(NULL) == -1);
  EXPECT(probeSite(NULL) == -1);
  EXPECT(probeLoad((const int *)(LLVM_MANAGED_DEFAULT_GUARD - 4)) == -1);
  EXPECT(errno == 1234);
  EXPECT(probeTwice(NULL, &Value) == 42);
  EXPECT(probeTwice(NULL, NULL) == -1);
  EXPECT(LLVMManagedRecoveredFaults() == 7);
  EXPECT(LLVMManagedPassedOnFaults() == 0);
  EXPECT(probeStore(&Value) == 0 && Value == 7);
}

static void testLookup(void) {
  LLVMManagedFaultEntry Entry;
  EXPECT(LLVMManagedLookupFault((uintptr_t)probeLoadPC, &Entry));
  EXPECT(Entry.FaultingPC == (uintptr_t)probeLoadPC);
  EXPECT(Entry.HandlerPC == (uintptr_t)probeLoadNull);
  EXPECT(Entry.Kind == 1 && !Entry.HasSite && !Entry.Site);
  EXPECT(Entry.Map == LLVMManagedImageMap && !Entry.Context);
  EXPECT(LLVMManagedLookupFault((uintptr_t)probeStorePC, &Entry));
  EXPECT(Entry.Kind == 3);
  EXPECT(LLVMManagedLookupFault((uintptr_t)probeSitePC, &Entry));
  EXPECT(Entry.HandlerPC == (uintptr_t)probeSiteNull);
  EXPECT(Entry.HasSite && Entry.Site == 4711);
  EXPECT(!LLVMManagedLookupFault((uintptr_t)probeLoadPC + 1, &Entry));
  EXPECT(!LLVMManagedLookupFault(0, &Entry));
  EXPECT(!LLVMManagedLookupFault(UINTPTR_MAX, &Entry));
}

static void faultNotListed(void) {
  install();
  plainLoad(NULL);
}

static void faultOutsideGuard(void) {
  install();
  probeLoad((const int *)LLVM_MANAGED_DEFAULT_GUARD);
}

static void faultOfProtection(void) {
  install();
  void *Page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Page != MAP_FAILED)
    probeLoad(Page);
}

static void otherException(void) {
  install();
  probeRaise(NULL);
}

// On x86-64 this raises a #GP, which comes without an address: si_addr is 0.
static const int *const NonCanonical = (const int *)0x0080000000000000;

static void nonCanonicalAddress(void) {
  install();
  probeLoad(NonCanonical);
}

#if defined(__aarch64__)
// The processor ignores the tag, but the check that the access stands in for
// does not.
static const int *const Tagged = (const int *)0x0100000000000000;

static void taggedNull(void) {
  install();
  probeLoad(Tagged);
}

#ifndef SA_EXPOSE_TAGBITS
#define SA_EXPOSE_TAGBITS 0x800
#endif

static const int *Expected;

static void exitWithAddress(int Signal, siginfo_t *Info, void *Context) {
  (void)Signal, (void)Context;
  _exit(Info->si_addr == Expected ? 0 : 1);
}

static void reportAddress(void) {
  struct sigaction Action = {.sa_sigaction = exitWithAddress,
                             .sa_flags = SA_SIGINFO | SA_EXPOSE_TAGBITS};
  sigaction(SIGSEGV, &Action, NULL);
  plainLoad(Expected);
}

// Whether the system tells the whole address of a fault to those who ask for
// it. If it drops bits, nobody can tell the address from null.
static int isReported(const int *Address) {
  Expected = Address;
  return passes(reportAddress);
}
#endif

static void sentByOthers(void) {
  install();
  kill(getpid(), SIGSEGV);
  sleep(10);
}

static void faultAfterUninstall(void) {
  install();
  if (LLVMManagedUninstallFaultHandler() == LLVMManagedSuccess)
    probeLoad(NULL);
}

static void faultAfterUnregister(void) {
  install();
  if (probeLoad(NULL) != -1)
    _exit(1);
  LLVMManagedUnregisterFaultTables(LLVMManagedImageMap);
  probeLoad(NULL);
}

// The kernel does not wait for a blocked signal that the processor raised.
static void faultWithSignalBlocked(void) {
  install();
  sigset_t Segv;
  sigemptyset(&Segv);
  sigaddset(&Segv, SIGSEGV);
  pthread_sigmask(SIG_BLOCK, &Segv, NULL);
  probeLoad(NULL);
}

//===----------------------------------------------------------------------===//
// Where
//===----------------------------------------------------------------------===//

static void *loadManyTimes(void *Argument) {
  (void)Argument;
  long NumRight = 0;
  for (int I = 0; I < 1000; ++I)
    NumRight += probeLoad(I % 2 ? &I : NULL) == (I % 2 ? I : -1);
  return (void *)NumRight;
}

static void testThreads(void) {
  install();
  uint64_t Before = LLVMManagedRecoveredFaults();
  pthread_t Threads[4];
  for (int I = 0; I < 4; ++I)
    EXPECT(pthread_create(&Threads[I], NULL, loadManyTimes, NULL) == 0);
  for (int I = 0; I < 4; ++I) {
    void *NumRight;
    EXPECT(pthread_join(Threads[I], &NumRight) == 0);
    EXPECT((long)NumRight == 1000);
  }
  EXPECT(LLVMManagedRecoveredFaults() == Before + 4 * 500);
}

static void testMask(void) {
  install();
  sigset_t Set, Before, After;
  sigemptyset(&Set);
  sigaddset(&Set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &Set, NULL);
  pthread_sigmask(SIG_BLOCK, NULL, &Before);
  EXPECT(probeLoad(NULL) == -1);
  pthread_sigmask(SIG_BLOCK, NULL, &After);
  EXPECT(sigismember(&After, SIGUSR2) == 1);
  for (int Signal = 1; Signal < 65; ++Signal)
    EXPECT(sigismember(&Before, Signal) == sigismember(&After, Signal));
}

static volatile int NumInHandler;

static void loadInHandler(int Signal) {
  (void)Signal;
  NumInHandler += probeLoad(NULL) == -1;
  NumInHandler += probeTwice(NULL, NULL) == -1;
}

static void testInSignalHandlers(void) {
  install();
  struct sigaction Action = {.sa_handler = loadInHandler};
  // Another signal's handler interrupts the first, on its stack.
  sigaction(SIGUSR1, &Action, NULL);
  raise(SIGUSR1);
  EXPECT(NumInHandler == 2);
}

// A stack with nothing below it that could be written to.
static char *mapStack(size_t Size) {
  size_t Page = (size_t)sysconf(_SC_PAGESIZE);
  Size = (Size + Page - 1) / Page * Page;
  char *Memory = mmap(NULL, Size + Page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Memory == MAP_FAILED || mprotect(Memory, Page, PROT_NONE))
    _exit(98);
  return Memory + Page;
}

// What the manual promises to be enough beside the kernel's frame, and what
// sigaltstack() demands, however small that frame is.
enum { HandlerStack = 256, LeastStack = 2048 };

// The handler has to do with the least stack that the manual allows.
static void testSmallAlternateStack(void) {
  install();
  size_t Size = (size_t)sysconf(_SC_MINSIGSTKSZ) + HandlerStack;
  if (Size < LeastStack)
    Size = LeastStack;
  // The stack ends where its memory ends, so that it cannot grow unseen.
  size_t Page = (size_t)sysconf(_SC_PAGESIZE);
  char *Stack = mapStack(Size);
  size_t Mapped = (Size + Page - 1) / Page * Page;
  memset(Stack, 0x5a, Mapped);
  stack_t Alternate = {.ss_sp = Stack + Mapped - Size, .ss_size = Size};
  EXPECT(sigaltstack(&Alternate, NULL) == 0);
  EXPECT(probeLoad(NULL) == -1);
  EXPECT(probeSite(NULL) == -1);
  EXPECT(probeTwice(NULL, NULL) == -1);
  int NumWritten = 0;
  for (char *Byte = Stack; Byte < (char *)Alternate.ss_sp; ++Byte)
    NumWritten += *Byte != 0x5a;
  EXPECT(NumWritten == 0);
  // The kernel knows that the stack is free again.
  stack_t Now;
  EXPECT(sigaltstack(NULL, &Now) == 0 && !(Now.ss_flags & SS_ONSTACK));
}

static void testInHandlerOnAlternateStack(void) {
  install();
  stack_t Alternate = {.ss_sp = mapStack(1 << 16), .ss_size = 1 << 16};
  struct sigaction Action = {.sa_handler = loadInHandler,
                             .sa_flags = SA_ONSTACK};
  EXPECT(sigaltstack(&Alternate, NULL) == 0);
  sigaction(SIGUSR1, &Action, NULL);
  NumInHandler = 0;
  raise(SIGUSR1);
  EXPECT(NumInHandler == 2);
}

// A timer's handler interrupts everything, handling a fault included, and
// faults itself.
static void testInterruptions(void) {
  install();
  struct sigaction Action = {.sa_handler = loadInHandler,
                             .sa_flags = SA_RESTART};
  sigaction(SIGALRM, &Action, NULL);
  NumInHandler = 0;
  ualarm(200, 200);
  int NumWrong = 0;
  for (long I = 0; NumInHandler < 200; ++I) {
    NumWrong += probeLoad(NULL) != -1;
    NumWrong += probeTwice(NULL, NULL) != -1;
  }
  ualarm(0, 0);
  EXPECT(NumWrong == 0);
}

int main(void) {
  setbuf(stdout, NULL);
  EXPECT(diesOf(SIGSEGV, faultNotListed));
  EXPECT(diesOf(SIGSEGV, faultOutsideGuard));
  EXPECT(diesOf(SIGSEGV, faultOfProtection));
#if defined(__x86_64__)
  EXPECT(diesOf(SIGSEGV, otherException));
  EXPECT(diesOf(SIGSEGV, nonCanonicalAddress));
#else
  EXPECT(diesOf(SIGILL, otherException));
  if (isReported(NonCanonical))
    EXPECT(diesOf(SIGSEGV, nonCanonicalAddress));
  if (isReported(Tagged))
    EXPECT(diesOf(SIGSEGV, taggedNull));
#endif
  EXPECT(diesOf(SIGSEGV, sentByOthers));
  EXPECT(diesOf(SIGSEGV, faultAfterUninstall));
  EXPECT(diesOf(SIGSEGV, faultAfterUnregister));
  EXPECT(diesOf(SIGSEGV, faultWithSignalBlocked));
  EXPECT(passes(testLookup));
  EXPECT(passes(testRecovery));
  EXPECT(passes(testThreads));
  EXPECT(passes(testMask));
  EXPECT(passes(testInSignalHandlers));
  EXPECT(passes(testSmallAlternateStack));
  EXPECT(passes(testInHandlerOnAlternateStack));
  EXPECT(passes(testInterruptions));
  return finish();
}
