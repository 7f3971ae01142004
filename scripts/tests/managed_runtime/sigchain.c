//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With LLVMManagedSigChain.o, handlers that are installed later by the program
/// and by a shared object are below the fault handler. With IS_LIBRARY, this is
/// the shared object.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <signal.h>

#ifdef IS_LIBRARY

void (*setSignal(int Signal, void (*Handler)(int)))(int) {
  return signal(Signal, Handler);
}

#else

#define DEFINE_PROBES
#include "probes.h"
#include "test.h"
#include "llvm-c/ManagedSignalChain.h"

#include <setjmp.h>
#include <stdint.h>

void (*setSignal(int Signal, void (*Handler)(int)))(int);

static sigjmp_buf Jump;
static volatile sig_atomic_t NumFull, NumSimple;

static void handleFull(int Signal, siginfo_t *Info, void *Context) {
  (void)Signal, (void)Info, (void)Context;
  ++NumFull;
  siglongjmp(Jump, 1);
}

static void handleSimple(int Signal) {
  ++NumSimple;
  if (Signal == SIGSEGV)
    siglongjmp(Jump, 1);
}

static void faultOnce(void) {
  if (sigsetjmp(Jump, 1) == 0)
    plainLoad((const int *)8);
}

static void testHandlers(void) {
  struct sigaction New = {.sa_sigaction = handleFull, .sa_flags = SA_SIGINFO};
  struct sigaction Old;
  EXPECT(sigaction(SIGSEGV, &New, &Old) == 0 && Old.sa_handler == SIG_DFL);
  EXPECT(probeLoad(NULL) == -1 && NumFull == 0);
  faultOnce();
  EXPECT(NumFull == 1);
  EXPECT((uintptr_t)setSignal(SIGSEGV, handleSimple) == (uintptr_t)handleFull);
  EXPECT(probeLoad(NULL) == -1 && NumSimple == 0);
  faultOnce();
  faultOnce();
  EXPECT(NumFull == 1 && NumSimple == 2);
  EXPECT(sigaction(SIGSEGV, NULL, &Old) == 0);
  EXPECT(Old.sa_handler == handleSimple && Old.sa_flags & SA_RESTART);
  EXPECT(sigismember(&Old.sa_mask, SIGSEGV) == 1);
  EXPECT(signal(SIGSEGV, SIG_IGN) == handleSimple);
  EXPECT(signal(SIGSEGV, SIG_ERR) == SIG_ERR);
  // The handler was on top all the time.
  EXPECT(LLVMManagedReinstallFaultHandler() == LLVMManagedSuccess);
  EXPECT(LLVMManagedRecoveredFaults() == 2);
}

static void dieInHandler(void) {
  signal(SIGSEGV, SIG_DFL);
  plainLoad(NULL);
}

static void testOtherSignals(void) {
  EXPECT(setSignal(SIGUSR1, handleSimple) == SIG_DFL);
  raise(SIGUSR1);
  struct sigaction New = {.sa_handler = SIG_IGN}, Old;
  EXPECT(sigaction(SIGUSR1, &New, &Old) == 0 && Old.sa_handler == handleSimple);
  raise(SIGUSR1);
  EXPECT(NumSimple == 1);
}

// Without the fault handler, actions are as ever.
static void testUninstalled(void) {
  EXPECT(LLVMManagedUninstallFaultHandler() == LLVMManagedSuccess);
  EXPECT(signal(SIGSEGV, handleSimple) == SIG_DFL);
  faultOnce();
  EXPECT(NumSimple == 1);
  EXPECT(LLVMManagedInstallFaultHandler() == LLVMManagedSuccess);
  EXPECT(probeLoad(NULL) == -1);
  faultOnce();
  EXPECT(NumSimple == 2);
  EXPECT(LLVMManagedUninstallFaultHandler() == LLVMManagedSuccess);
  EXPECT(signal(SIGSEGV, SIG_DFL) == handleSimple);
}

int main(void) {
  setbuf(stdout, NULL);
  EXPECT(passes(testHandlers));
  EXPECT(diesOf(SIGSEGV, dieInHandler));
  EXPECT(passes(testOtherSignals));
  EXPECT(passes(testUninstalled));
  return finish();
}

#endif
