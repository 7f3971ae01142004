//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls every function of first.ll and second.ll with null and with a pointer,
/// and expects each null to be recovered as a fault of the right check: at the
/// null path of that check, and with its site id.
///
/// Prints a line for each call that went wrong, and last
/// "recovered N folded-same F folded-twins F folded-checks F", where F is
/// whether the linker gave two functions one address.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedRuntime.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

int plain_first(int *), sited_first(int *), cold_first(int *);
int plain_second(int *), sited_second(int *), cold_second(int *);
int shared(int *);
int twin_one(int *), twin_two(int *), same_one(int *), same_two(int *);
int check_left(int *, int *), check_right(int *, int *);

enum { NoSite = -1, Cold = 43 };

int cold(void);
int cold(void) { return Cold; }

/// What the last fault was found under.
static long long Site;
static unsigned Kind;
static int Recovered;
static int Failed;

static uintptr_t programCounter(const ucontext_t *Context) {
#ifdef __x86_64__
  return Context->uc_mcontext.gregs[16 /* REG_RIP */];
#else
  return Context->uc_mcontext.pc;
#endif
}

static void onFault(int Signal, siginfo_t *Info, void *Context) {
  LLVMManagedFaultEntry Entry;
  if (!LLVMManagedLookupFault(programCounter(Context), &Entry) ||
      !LLVMManagedTryHandleFault(Signal, Info, Context)) {
    signal(Signal, SIG_DFL);
    return;
  }
  Site = Entry.HasSite ? (long long)Entry.Site : NoSite;
  Kind = Entry.Kind;
  ++Recovered;
}

/// Whether two functions are at one address. The compiler takes them for two.
static int isOne(const void *volatile Left, const void *volatile Right) {
  return Left == Right;
}

static void expect(int Holds, const char *Function, const char *What) {
  if (Holds)
    return;
  printf("%s: %s\n", Function, What);
  Failed = 1;
}

static void check(const char *Name, int (*Function)(int *), int Null,
                  long long FirstSite, long long OtherSite) {
  int Value = 5, Before = Recovered;
  expect(Function(&Value) == 5, Name, "wrong value");
  expect(Recovered == Before, Name, "a fault without a null");
  Site = -2;
  expect(Function(NULL) == Null, Name, "wrong value for null");
  expect(Recovered == Before + 1, Name, "no fault was recovered");
  expect(Site == FirstSite || Site == OtherSite, Name, "wrong site id");
  expect(Kind == 1, Name, "wrong kind");
}

int main(void) {
  struct sigaction Action;
  memset(&Action, 0, sizeof(Action));
  Action.sa_sigaction = onFault;
  Action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &Action, NULL);

  check("plain_first", plain_first, 42, NoSite, NoSite);
  check("sited_first", sited_first, 42, 11, 11);
  check("cold_first", cold_first, Cold, 12, 12);
  check("plain_second", plain_second, 42, NoSite, NoSite);
  check("sited_second", sited_second, 42, 21, 21);
  check("cold_second", cold_second, Cold, 22, 22);
  // One of the bodies.
  check("shared", shared, 42, 13, 23);
  check("twin_one", twin_one, 42, 0xffffffff, 0xffffffff);
  check("twin_two", twin_two, 42, 0, 0);
  check("same_one", same_one, 43, NoSite, NoSite);
  check("same_two", same_two, 43, NoSite, NoSite);

  int Value = 6, Before = Recovered;
  expect(check_left(&Value, &Value) == 6, "check_left", "wrong value");
  expect(check_left(NULL, &Value) == 44, "check_left", "wrong value for null");
  expect(check_right(&Value, &Value) == 6, "check_right", "wrong value");
  expect(check_right(&Value, NULL) == 44, "check_right",
         "wrong value for null");
  expect(Recovered == Before + 2, "check_left or check_right",
         "no fault was recovered");

  printf("recovered %d folded-same %d folded-twins %d folded-checks %d\n",
         Recovered, isOne((void *)same_one, (void *)same_two),
         isOne((void *)twin_one, (void *)twin_two),
         isOne((void *)check_left, (void *)check_right));
  return Failed;
}
