//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is not a fault of a fault map goes to the action that SIGSEGV had
/// before, which sees what it would see without the runtime; and the runtime
/// leaves that action behind when it is uninstalled.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#define DEFINE_PROBES
#include "probes.h"
#include "test.h"
#include "llvm-c/ManagedSignalChain.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <ucontext.h>

static void install(void) {
  if (LLVMManagedInstallFaultHandler() != LLVMManagedSuccess)
    _exit(99);
}

static void setAction(void (*Simple)(int),
                      void (*Full)(int, siginfo_t *, void *), int Flags) {
  struct sigaction Action;
  memset(&Action, 0, sizeof(Action));
  if (Full)
    Action.sa_sigaction = Full;
  else
    Action.sa_handler = Simple;
  Action.sa_flags = Flags | (Full ? SA_SIGINFO : 0);
  sigaddset(&Action.sa_mask, SIGUSR1);
  sigaction(SIGSEGV, &Action, NULL);
}

//===----------------------------------------------------------------------===//
// Actions that are no handlers
//===----------------------------------------------------------------------===//

static void faultWhileIgnored(void) {
  setAction(SIG_IGN, NULL, 0);
  install();
  plainLoad(NULL);
}

static void testSentWhileIgnored(void) {
  setAction(SIG_IGN, NULL, 0);
  install();
  kill(getpid(), SIGSEGV);
  EXPECT(LLVMManagedPassedOnFaults() == 1);
  EXPECT(probeLoad(NULL) == -1);
}

static void sentByDefault(void) {
  install();
  raise(SIGSEGV);
}

#if defined(__x86_64__)
// The program counter is after the instruction, which would not fault again.
static void faultThatDoesNotRecur(void) {
  install();
  __asm__ volatile("int $4");
  _exit(1);
}
#endif

//===----------------------------------------------------------------------===//
// Handlers
//===----------------------------------------------------------------------===//

static sigjmp_buf Jump;
static volatile sig_atomic_t NumCalls;
static const void *volatile SeenAddress;
static volatile int SeenCode;
static sigset_t SeenMask;

static void previousFull(int Signal, siginfo_t *Info, void *Context) {
  if (Signal != SIGSEGV || !Context)
    _exit(90);
  ++NumCalls;
  SeenAddress = Info->si_addr;
  SeenCode = Info->si_code;
  sigprocmask(SIG_BLOCK, NULL, &SeenMask);
  siglongjmp(Jump, 1);
}

static void previousSimple(int Signal) {
  if (Signal != SIGSEGV)
    _exit(90);
  ++NumCalls;
  sigprocmask(SIG_BLOCK, NULL, &SeenMask);
  siglongjmp(Jump, 1);
}

static void faultOnce(uintptr_t Address) {
  if (sigsetjmp(Jump, 1) == 0)
    plainLoad((const int *)Address);
}

// Just SIGSEGV, SIGUSR1 and SIGUSR2 are blocked, each if it is expected.
static int seesBlocked(int Segv, int Usr1, int Usr2) {
  for (int Signal = 1; Signal < 65; ++Signal) {
    int Expected = Signal == SIGSEGV   ? Segv
                   : Signal == SIGUSR1 ? Usr1
                   : Signal == SIGUSR2 ? Usr2
                                       : 0;
    // The C library keeps two signals for itself.
    if (sigismember(&SeenMask, Signal) != Expected && Signal != 32 &&
        Signal != 33)
      return 0;
  }
  return 1;
}

static void testFull(void) {
  setAction(NULL, previousFull, 0);
  install();
  faultOnce(8);
  EXPECT(NumCalls == 1 && SeenAddress == (void *)8);
  EXPECT(SeenCode == SEGV_MAPERR);
  EXPECT(seesBlocked(1, 1, 0));
  // What the interrupted code had blocked stays so.
  sigset_t Usr2;
  sigemptyset(&Usr2);
  sigaddset(&Usr2, SIGUSR2);
  sigprocmask(SIG_BLOCK, &Usr2, NULL);
  faultOnce(16);
  EXPECT(NumCalls == 2 && SeenAddress == (void *)16);
  EXPECT(seesBlocked(1, 1, 1));
  EXPECT(probeLoad(NULL) == -1);
  EXPECT(LLVMManagedPassedOnFaults() == 2);
  EXPECT(LLVMManagedRecoveredFaults() == 1);
}

static void testSimple(void) {
  setAction(previousSimple, NULL, 0);
  install();
  faultOnce(8);
  EXPECT(NumCalls == 1 && seesBlocked(1, 1, 0));
}

static void testNoDefer(void) {
  setAction(previousSimple, NULL, SA_NODEFER);
  install();
  faultOnce(8);
  EXPECT(NumCalls == 1 && seesBlocked(0, 1, 0));
}

static void faultInPrevious(int Signal) {
  (void)Signal;
  if (NumCalls++ == 0)
    plainLoad(NULL);
  siglongjmp(Jump, 1);
}

// With SA_NODEFER a previous handler may fault in turn.
static void testNestedFaults(void) {
  setAction(faultInPrevious, NULL, SA_NODEFER);
  install();
  faultOnce(8);
  EXPECT(NumCalls == 2);
}

// A previous handler that is not left by a jump returns to the instruction.
static void makeRecoverable(int Signal, siginfo_t *Info, void *Context) {
  (void)Signal, (void)Info;
  ++NumCalls;
  if (probeLoad(NULL) != -1)
    _exit(91);
  errno = 4711;
  ucontext_t *Interrupted = Context;
  static int Value = 5;
#if defined(__x86_64__)
  Interrupted->uc_mcontext.gregs[REG_RDI] = (greg_t)(uintptr_t)&Value;
#else
  Interrupted->uc_mcontext.regs[0] = (uintptr_t)&Value;
#endif
}

static void testReturning(void) {
  // SA_NODEFER, since its own null check may fault.
  setAction(NULL, makeRecoverable, SA_NODEFER);
  install();
  errno = 1234;
  EXPECT(plainLoad(NULL) == 5);
  EXPECT(NumCalls == 1);
  EXPECT(errno == 1234);
  EXPECT(LLVMManagedRecoveredFaults() == 1);
}

// The second fault finds the default action, as SA_RESETHAND asks.
static void faultAfterReset(void) {
  setAction(previousSimple, NULL, SA_RESETHAND);
  install();
  faultOnce(8);
  if (NumCalls != 1 || probeLoad(NULL) != -1)
    _exit(1);
  faultOnce(8);
}

// Unregistering waits for handlers, but not for the one that its caller was
// called by.
static void unregisterInPrevious(int Signal) {
  (void)Signal;
  LLVMManagedUnregisterFaultTables(LLVMManagedImageMap);
  siglongjmp(Jump, 1);
}

static void testUnregisterInPrevious(void) {
  setAction(unregisterInPrevious, NULL, 0);
  install();
  faultOnce(8);
  LLVMManagedFaultEntry Entry;
  EXPECT(!LLVMManagedLookupFault((uintptr_t)probeLoadPC, &Entry));
}

//===----------------------------------------------------------------------===//
// Installing and uninstalling
//===----------------------------------------------------------------------===//

static void testRestoresAction(void) {
  setAction(NULL, previousFull, SA_RESTART);
  install();
  EXPECT(LLVMManagedUninstallFaultHandler() == LLVMManagedSuccess);
  struct sigaction Now;
  EXPECT(sigaction(SIGSEGV, NULL, &Now) == 0);
  EXPECT(Now.sa_sigaction == previousFull);
  EXPECT(Now.sa_flags & SA_RESTART && Now.sa_flags & SA_SIGINFO);
  EXPECT(sigismember(&Now.sa_mask, SIGUSR1) == 1);
}

static void testRestoresReset(void) {
  setAction(previousSimple, NULL, SA_RESETHAND);
  install();
  faultOnce(8);
  EXPECT(LLVMManagedUninstallFaultHandler() == LLVMManagedSuccess);
  struct sigaction Now;
  EXPECT(sigaction(SIGSEGV, NULL, &Now) == 0 && Now.sa_handler == SIG_DFL);
  // Installed again, it does not remember.
  setAction(previousSimple, NULL, SA_RESETHAND);
  install();
  faultOnce(8);
  EXPECT(NumCalls == 2);
}

static void testCounts(void) {
  EXPECT(LLVMManagedUninstallFaultHandler() == LLVMManagedNotInstalled);
  install();
  install();
  EXPECT(LLVMManagedUninstallFaultHandler() == LLVMManagedSuccess);
  EXPECT(probeLoad(NULL) == -1);
  EXPECT(LLVMManagedUninstallFaultHandler() == LLVMManagedSuccess);
  EXPECT(LLVMManagedUninstallFaultHandler() == LLVMManagedNotInstalled);
  struct sigaction Now;
  EXPECT(sigaction(SIGSEGV, NULL, &Now) == 0 && Now.sa_handler == SIG_DFL);
}

static void testNotOnTop(void) {
  install();
  setAction(SIG_IGN, NULL, 0);
  EXPECT(LLVMManagedInstallFaultHandler() == LLVMManagedNotOnTop);
  EXPECT(LLVMManagedUninstallFaultHandler() == LLVMManagedNotOnTop);
  struct sigaction Now;
  EXPECT(sigaction(SIGSEGV, NULL, &Now) == 0 && Now.sa_handler == SIG_IGN);
}

// Somebody puts back what he had saved while the handler was installed.
static void testPutBack(void) {
  setAction(NULL, previousFull, 0);
  install();
  struct sigaction Saved;
  EXPECT(sigaction(SIGSEGV, NULL, &Saved) == 0);
  EXPECT(LLVMManagedUninstallFaultHandler() == LLVMManagedSuccess);
  EXPECT(sigaction(SIGSEGV, &Saved, NULL) == 0);
  install();
  EXPECT(probeLoad(NULL) == -1);
  faultOnce(8);
  EXPECT(NumCalls == 1);
  EXPECT(LLVMManagedUninstallFaultHandler() == LLVMManagedSuccess);
  EXPECT(sigaction(SIGSEGV, NULL, &Saved) == 0);
  EXPECT(Saved.sa_sigaction == previousFull);
}

// Somebody who is installed later and passes on what he does not know.
static struct sigaction Below;

static void passOn(int Signal, siginfo_t *Info, void *Context) {
  ++NumCalls;
  Below.sa_sigaction(Signal, Info, Context);
}

static void testUnderAnother(void) {
  install();
  struct sigaction Action = {.sa_sigaction = passOn, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &Action, &Below);
  EXPECT(probeLoad(NULL) == -1);
  EXPECT(probeTwice(NULL, NULL) == -1);
  EXPECT(NumCalls == 3);
}

// The handler is put on top of him. What it does not know goes to him, from him
// back to the handler, and from there to who was first.
static void testReinstall(void) {
  EXPECT(LLVMManagedReinstallFaultHandler() == LLVMManagedNotInstalled);
  setAction(NULL, previousFull, 0);
  install();
  EXPECT(LLVMManagedReinstallFaultHandler() == LLVMManagedSuccess);
  struct sigaction Action = {.sa_sigaction = passOn, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &Action, &Below);
  EXPECT(LLVMManagedInstallFaultHandler() == LLVMManagedNotOnTop);
  EXPECT(LLVMManagedReinstallFaultHandler() == LLVMManagedSuccess);
  EXPECT(probeLoad(NULL) == -1 && NumCalls == 0);
  // Twice, since previousFull() leaves by a jump.
  faultOnce(8);
  EXPECT(NumCalls == 2 && SeenAddress == (void *)8);
  faultOnce(16);
  EXPECT(NumCalls == 4 && SeenAddress == (void *)16);
  // And again. He is there but once.
  sigaction(SIGSEGV, &Action, NULL);
  EXPECT(LLVMManagedReinstallFaultHandler() == LLVMManagedSuccess);
  faultOnce(8);
  EXPECT(NumCalls == 6);
  EXPECT(probeLoad(NULL) == -1 && NumCalls == 6);
  // Without it, he is on top, and still passes on to it.
  EXPECT(LLVMManagedUninstallFaultHandler() == LLVMManagedSuccess);
  struct sigaction Now;
  EXPECT(sigaction(SIGSEGV, NULL, &Now) == 0 && Now.sa_sigaction == passOn);
  faultOnce(8);
  EXPECT(NumCalls == 8);
}

// All of them return.
static void testReinstallAndReturn(void) {
  setAction(NULL, makeRecoverable, SA_NODEFER);
  install();
  struct sigaction Action = {.sa_sigaction = passOn, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &Action, &Below);
  EXPECT(LLVMManagedReinstallFaultHandler() == LLVMManagedSuccess);
  for (int I = 1; I <= 200; ++I) {
    EXPECT(plainLoad((const int *)8) == 5);
    EXPECT(NumCalls == 2 * I);
  }
}

// More handlers are left by jumps than the runtime keeps in mind.
static void jumpAt(int Depth) {
  volatile char Here[2000];
  Here[0] = (char)Depth;
  if (Depth)
    jumpAt(Depth - 1);
  else
    faultOnce(8);
  Here[1] = Here[0];
}

static void testReinstallAndJump(void) {
  setAction(NULL, previousFull, 0);
  install();
  struct sigaction Action = {.sa_sigaction = passOn, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &Action, &Below);
  EXPECT(LLVMManagedReinstallFaultHandler() == LLVMManagedSuccess);
  for (int I = 0; I < 200; ++I) {
    jumpAt(I);
    EXPECT(NumCalls == 2 * (I + 1));
  }
}

// Nobody is above what was there first, which ends the process.
static void reinstallByDefault(void) {
  install();
  struct sigaction Action = {.sa_sigaction = passOn, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &Action, &Below);
  LLVMManagedReinstallFaultHandler();
  plainLoad((const int *)8);
}

// The action below the handler is changed instead of the handler.
static void testChain(void) {
  struct sigaction New = {.sa_sigaction = previousFull, .sa_flags = SA_SIGINFO};
  struct sigaction Old;
  EXPECT(LLVMManagedChainAction(&New, &Old) == LLVMManagedNotInstalled);
  setAction(previousSimple, NULL, SA_RESETHAND);
  install();
  EXPECT(LLVMManagedChainAction(NULL, &Old) == LLVMManagedSuccess);
  EXPECT(Old.sa_handler == previousSimple);
  faultOnce(8);
  EXPECT(LLVMManagedChainAction(&New, &Old) == LLVMManagedSuccess);
  EXPECT(Old.sa_handler == SIG_DFL && NumCalls == 1);
  faultOnce(8);
  faultOnce(8);
  EXPECT(NumCalls == 3);
  EXPECT(probeLoad(NULL) == -1 && NumCalls == 3);
  // The same object for both.
  EXPECT(LLVMManagedChainAction(&Old, &Old) == LLVMManagedSuccess);
  EXPECT(Old.sa_sigaction == previousFull);
  // The handler itself is where it is.
  struct sigaction Ours;
  EXPECT(sigaction(SIGSEGV, NULL, &Ours) == 0);
  EXPECT(LLVMManagedChainAction(&Ours, &Old) == LLVMManagedSuccess);
  EXPECT(Old.sa_handler == SIG_DFL);
  EXPECT(LLVMManagedChainAction(&New, NULL) == LLVMManagedSuccess);
  faultOnce(8);
  EXPECT(NumCalls == 4);
  EXPECT(LLVMManagedUninstallFaultHandler() == LLVMManagedSuccess);
  EXPECT(sigaction(SIGSEGV, NULL, &Old) == 0);
  EXPECT(Old.sa_sigaction == previousFull);
  install();
  setAction(SIG_IGN, NULL, 0);
  EXPECT(LLVMManagedChainAction(&New, &Old) == LLVMManagedNotOnTop);
}

// As some sanitizers do when they want to keep their handler.
static int IsRefusing;
int __sigaction(int, const struct sigaction *, struct sigaction *);

int sigaction(int Signal, const struct sigaction *New, struct sigaction *Old) {
  return __sigaction(Signal, IsRefusing ? NULL : New, Old);
}

static void testRefused(void) {
  IsRefusing = 1;
  EXPECT(LLVMManagedInstallFaultHandler() == LLVMManagedActionRefused);
  EXPECT(LLVMManagedUninstallFaultHandler() == LLVMManagedNotInstalled);
  IsRefusing = 0;
  EXPECT(LLVMManagedInstallFaultHandler() == LLVMManagedSuccess);
  EXPECT(probeLoad(NULL) == -1);
}

//===----------------------------------------------------------------------===//
// Embedders with a handler of their own
//===----------------------------------------------------------------------===//

static void handleOwn(int Signal, siginfo_t *Info, void *Context) {
  if (LLVMManagedTryHandleFault(Signal, Info, Context))
    return;
  ++NumCalls;
  siglongjmp(Jump, 1);
}

static void testEmbedder(void) {
  setAction(NULL, handleOwn, SA_ONSTACK);
  EXPECT(probeLoad(NULL) == -1);
  EXPECT(probeSite(NULL) == -1);
  EXPECT(NumCalls == 0);
  faultOnce(8);
  EXPECT(NumCalls == 1);
  EXPECT(LLVMManagedRecoveredFaults() == 2);
  EXPECT(LLVMManagedPassedOnFaults() == 0);
}

static void testOtherSignals(void) {
  siginfo_t Info;
  ucontext_t Context;
  memset(&Info, 0, sizeof(Info));
  memset(&Context, 0, sizeof(Context));
  Info.si_code = SEGV_MAPERR;
#if defined(__x86_64__)
  Context.uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)probeLoadPC;
  Context.uc_mcontext.gregs[REG_TRAPNO] = 14;
#else
  Context.uc_mcontext.pc = (uintptr_t)probeLoadPC;
#endif
  EXPECT(!LLVMManagedTryHandleFault(SIGBUS, &Info, &Context));
  EXPECT(LLVMManagedTryHandleFault(SIGSEGV, &Info, &Context));
#if defined(__x86_64__)
  EXPECT(Context.uc_mcontext.gregs[REG_RIP] ==
         (greg_t)(uintptr_t)probeLoadNull);
#else
  EXPECT(Context.uc_mcontext.pc == (uintptr_t)probeLoadNull);
#endif
}

int main(void) {
  setbuf(stdout, NULL);
  EXPECT(diesOf(SIGSEGV, faultWhileIgnored));
  EXPECT(passes(testSentWhileIgnored));
  EXPECT(diesOf(SIGSEGV, sentByDefault));
#if defined(__x86_64__)
  EXPECT(diesOf(SIGSEGV, faultThatDoesNotRecur));
#endif
  EXPECT(passes(testFull));
  EXPECT(passes(testSimple));
  EXPECT(passes(testNoDefer));
  EXPECT(passes(testNestedFaults));
  EXPECT(passes(testReturning));
  EXPECT(diesOf(SIGSEGV, faultAfterReset));
  EXPECT(passes(testUnregisterInPrevious));
  EXPECT(passes(testRestoresAction));
  EXPECT(passes(testRestoresReset));
  EXPECT(passes(testCounts));
  EXPECT(passes(testNotOnTop));
  EXPECT(passes(testPutBack));
  EXPECT(passes(testUnderAnother));
  EXPECT(passes(testReinstall));
  EXPECT(passes(testReinstallAndReturn));
  EXPECT(passes(testReinstallAndJump));
  EXPECT(diesOf(SIGSEGV, reinstallByDefault));
  EXPECT(passes(testChain));
  EXPECT(passes(testRefused));
  EXPECT(passes(testEmbedder));
  EXPECT(passes(testOtherSignals));
  return finish();
}
