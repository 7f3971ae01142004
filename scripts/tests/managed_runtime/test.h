//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the test programs have in common: expectations, and child processes
/// that may die.
///
//===----------------------------------------------------------------------===//

#ifndef MANAGED_RUNTIME_TEST_H
#define MANAGED_RUNTIME_TEST_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int NumFailed;

#define EXPECT(CONDITION)                                                      \
  do {                                                                         \
    if (!(CONDITION)) {                                                        \
      printf("%s:%d: expected %s\n", __FILE__, __LINE__, #CONDITION);          \
      ++NumFailed;                                                             \
    }                                                                          \
  } while (0)

/// Prints the verdict; the exit code of the program.
static inline int finish(void) {
  if (!NumFailed)
    puts("all passed");
  return NumFailed != 0;
}

/// How a child process that runs \p Function ends, as wait() reports it.  It
/// exits with the number of expectations that failed in it.
static inline int statusOf(void (*Function)(void)) {
  fflush(stdout);
  pid_t Child = fork();
  if (Child == 0) {
    NumFailed = 0;
    Function();
    fflush(stdout);
    _exit(NumFailed);
  }
  int Status = -1;
  EXPECT(waitpid(Child, &Status, 0) == Child);
  return Status;
}

static inline int passes(void (*Function)(void)) {
  return statusOf(Function) == 0;
}

static inline int diesOf(int Signal, void (*Function)(void)) {
  int Status = statusOf(Function);
  return WIFSIGNALED(Status) && WTERMSIG(Status) == Signal;
}

#endif // MANAGED_RUNTIME_TEST_H
