//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the installed handler does with faults: recovers those of the map, in
/// every thread, and passes on the others in each of the ways an action can
/// ask for.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#define DEFINE_PROBES
#include "FaultMapHandler.h"
#include "probes.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int NumFailed;

#define EXPECT(CONDITION)                                                      \
  do {                                                                         \
    if (!(CONDITION)) {                                                        \
      printf("line %d: expected %s\n", __LINE__, #CONDITION);                  \
      ++NumFailed;                                                             \
    }                                                                          \
  } while (0)

// How a child process that runs \p Function ends, as wait() reports it.
static int statusOf(void (*Function)(void)) {
  fflush(stdout);
  pid_t Child = fork();
  if (Child == 0) {
    Function();
    _exit(0);
  }
  int Status = -1;
  EXPECT(waitpid(Child, &Status, 0) == Child);
  return Status;
}

static int diesOfFault(void (*Function)(void)) {
  int Status = statusOf(Function);
  return WIFSIGNALED(Status) && WTERMSIG(Status) == SIGSEGV;
}

static int exitsWith(void (*Function)(void), int Code) {
  int Status = statusOf(Function);
  return WIFEXITED(Status) && WEXITSTATUS(Status) == Code;
}

static void install(void) {
  if (FaultMapInstall(FAULT_MAP_DEFAULT_GUARD) != FaultMapSuccess)
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
// Recovered
//===----------------------------------------------------------------------===//

static void *loadManyTimes(void *Argument) {
  (void)Argument;
  long Sum = 0;
  for (int I = 0; I < 1000; ++I)
    Sum += probeLoad(I % 2 ? &I : NULL) == (I % 2 ? I : -1);
  return (void *)Sum;
}

static void testRecovery(void) {
  EXPECT(FaultMapLookup((uintptr_t)probeLoadPC) == NULL);
  EXPECT(FaultMapEntryCount() == 0);
  EXPECT(FaultMapUninstall() == FaultMapNotInstalled);
  EXPECT(FaultMapInstall(0) == FaultMapBadGuard);
  EXPECT(FaultMapInstall(SIZE_MAX) == FaultMapBadGuard);
  EXPECT(FaultMapInstall(FAULT_MAP_DEFAULT_GUARD) == FaultMapSuccess);
  EXPECT(FaultMapInstall(FAULT_MAP_DEFAULT_GUARD) == FaultMapAlreadyInstalled);

  // The two tables of the section are seen as one.
  EXPECT(FaultMapEntryCount() == 3);
  const FaultMapEntry *Entry = FaultMapLookup((uintptr_t)probeLoadPC);
  EXPECT(Entry && Entry->HandlerPC == (uintptr_t)probeLoadNull);
  EXPECT(Entry && Entry->Kind == FaultMapLoad);
  EXPECT(FaultMapLookup((uintptr_t)probeLoadPC + 1) == NULL);
  EXPECT(FaultMapLookup(0) == NULL && FaultMapLookup(UINTPTR_MAX) == NULL);

  int Value = 42;
  errno = 1234;
  EXPECT(probeLoad(&Value) == 42);
  EXPECT(FaultMapRecoveredCount() == 0);
  EXPECT(probeLoad(NULL) == -1);
  EXPECT(probeSecond(NULL) == -1);
  EXPECT(probeSecond((const int *)(FAULT_MAP_DEFAULT_GUARD - 4)) == -1);
  EXPECT(errno == 1234);
  EXPECT(FaultMapRecoveredCount() == 3);

  pthread_t Threads[4];
  for (int I = 0; I < 4; ++I)
    EXPECT(pthread_create(&Threads[I], NULL, loadManyTimes, NULL) == 0);
  for (int I = 0; I < 4; ++I) {
    void *Sum;
    EXPECT(pthread_join(Threads[I], &Sum) == 0 && (long)Sum == 1000);
  }
  EXPECT(FaultMapRecoveredCount() == 3 + 4 * 500);
  EXPECT(FaultMapChainedCount() == 0);

  // It can be installed again, and the counts go on.
  EXPECT(FaultMapUninstall() == FaultMapSuccess);
  struct sigaction Now;
  EXPECT(sigaction(SIGSEGV, NULL, &Now) == 0 && Now.sa_handler == SIG_DFL);
  EXPECT(FaultMapInstall(FAULT_MAP_DEFAULT_GUARD) == FaultMapSuccess);
  EXPECT(probeLoad(NULL) == -1);
  EXPECT(FaultMapRecoveredCount() == 4 + 4 * 500);

  // Somebody else's action is left alone.
  setAction(SIG_IGN, NULL, 0);
  EXPECT(FaultMapUninstall() == FaultMapNotOnTop);
}

// Recovery works on an alternate stack and inside another signal's handler.
static void loadInHandler(int Signal) {
  (void)Signal;
  if (probeLoad(NULL) != -1)
    _exit(1);
}

static void recoverInHandler(void) {
  install();
  stack_t Stack = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
  struct sigaction Action = {.sa_handler = loadInHandler,
                             .sa_flags = SA_ONSTACK};
  if (sigaltstack(&Stack, NULL) || sigaction(SIGUSR1, &Action, NULL))
    _exit(2);
  raise(SIGUSR1);
  _exit(FaultMapRecoveredCount() == 1 ? 10 : 3);
}

//===----------------------------------------------------------------------===//
// Not recovered
//===----------------------------------------------------------------------===//

static void faultNotListed(void) {
  install();
  plainLoad(NULL);
}

static void faultOutsideGuard(void) {
  install();
  probeLoad((const int *)FAULT_MAP_DEFAULT_GUARD);
}

static void faultInSmallerGuard(void) {
  if (FaultMapInstall(64) != FaultMapSuccess || probeLoad((int *)60) != -1)
    _exit(99);
  probeLoad((int *)64);
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

static void sentByOthers(void) {
  install();
  kill(getpid(), SIGSEGV);
  sleep(10);
}

static void faultAfterUninstall(void) {
  install();
  if (FaultMapUninstall() == FaultMapSuccess)
    probeLoad(NULL);
}

static void faultWhileIgnored(void) {
  setAction(SIG_IGN, NULL, 0);
  install();
  plainLoad(NULL);
}

static void sentWhileIgnored(void) {
  setAction(SIG_IGN, NULL, 0);
  install();
  kill(getpid(), SIGSEGV);
  _exit(FaultMapChainedCount() == 1 ? 10 : 1);
}

//===----------------------------------------------------------------------===//
// Previous handlers
//===----------------------------------------------------------------------===//

static sigjmp_buf Jump;
static volatile sig_atomic_t NumCalls;
static volatile uintptr_t SeenAddress;
static volatile int SeenUsr1Blocked, SeenSegvBlocked;

static void noteMask(void) {
  sigset_t Mask;
  sigprocmask(SIG_BLOCK, NULL, &Mask);
  SeenUsr1Blocked = sigismember(&Mask, SIGUSR1);
  SeenSegvBlocked = sigismember(&Mask, SIGSEGV);
}

static void previousFull(int Signal, siginfo_t *Info, void *Context) {
  (void)Signal;
  if (!Context)
    _exit(5);
  ++NumCalls;
  SeenAddress = (uintptr_t)Info->si_addr;
  noteMask();
  siglongjmp(Jump, 1);
}

static void previousSimple(int Signal) {
  if (Signal != SIGSEGV)
    _exit(5);
  ++NumCalls;
  noteMask();
  siglongjmp(Jump, 1);
}

static void faultOnce(uintptr_t Address) {
  if (sigsetjmp(Jump, 1) == 0)
    plainLoad((const int *)Address);
}

static void chainFull(void) {
  setAction(NULL, previousFull, 0);
  install();
  faultOnce(8);
  faultOnce(16);
  if (probeLoad(NULL) != -1)
    _exit(1);
  _exit(NumCalls == 2 && SeenAddress == 16 && SeenUsr1Blocked &&
                SeenSegvBlocked && FaultMapChainedCount() == 2 &&
                FaultMapRecoveredCount() == 1
            ? 10
            : 2);
}

static void chainSimple(void) {
  setAction(previousSimple, NULL, SA_NODEFER);
  install();
  faultOnce(8);
  _exit(NumCalls == 1 && SeenUsr1Blocked && !SeenSegvBlocked ? 10 : 2);
}

// The second fault finds the default action, as SA_RESETHAND asks.
static void chainReset(void) {
  setAction(previousSimple, NULL, SA_RESETHAND);
  install();
  faultOnce(8);
  if (NumCalls != 1)
    _exit(1);
  faultOnce(8);
}

static void restoreReset(void) {
  setAction(previousSimple, NULL, SA_RESETHAND);
  install();
  faultOnce(8);
  struct sigaction Now;
  if (FaultMapUninstall() != FaultMapSuccess ||
      sigaction(SIGSEGV, NULL, &Now) || Now.sa_handler != SIG_DFL)
    _exit(1);
  _exit(10);
}

static void restoreFull(void) {
  setAction(NULL, previousFull, SA_RESTART);
  install();
  struct sigaction Now;
  if (FaultMapUninstall() != FaultMapSuccess ||
      sigaction(SIGSEGV, NULL, &Now) || Now.sa_sigaction != previousFull ||
      !(Now.sa_flags & SA_RESTART))
    _exit(1);
  _exit(10);
}

int main(void) {
  setbuf(stdout, NULL);
  EXPECT(diesOfFault(faultNotListed));
  EXPECT(diesOfFault(faultOutsideGuard));
  EXPECT(diesOfFault(faultInSmallerGuard));
  EXPECT(diesOfFault(faultOfProtection));
#if defined(__x86_64__)
  EXPECT(diesOfFault(otherException));
#else
  EXPECT(WIFSIGNALED(statusOf(otherException)));
#endif
  EXPECT(diesOfFault(sentByOthers));
  EXPECT(diesOfFault(faultAfterUninstall));
  EXPECT(diesOfFault(faultWhileIgnored));
  EXPECT(exitsWith(sentWhileIgnored, 10));
  EXPECT(exitsWith(recoverInHandler, 10));
  EXPECT(exitsWith(chainFull, 10));
  EXPECT(exitsWith(chainSimple, 10));
  EXPECT(diesOfFault(chainReset));
  EXPECT(exitsWith(restoreReset, 10));
  EXPECT(exitsWith(restoreFull, 10));
  testRecovery();
  if (!NumFailed)
    puts("all passed");
  return NumFailed != 0;
}
