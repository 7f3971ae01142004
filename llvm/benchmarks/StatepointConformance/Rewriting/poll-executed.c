//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The thread of poll-executed.ll, which a signal asks to stop.
///
//===----------------------------------------------------------------------===//

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

_Alignas(16) _Thread_local struct {
  char Before[20];
  volatile uint32_t Poll;
  char Behind[232];
} LLVMManagedThisThread;

extern void traced(void);

void LLVMManagedPoll(void) {
  puts("stopped at a poll");
  exit(0);
}

static void ask(int Signal) {
  /* Whoever does not poll is ended by the next signal. */
  if (LLVMManagedThisThread.Poll)
    _exit(1);
  LLVMManagedThisThread.Poll = 1;
  alarm(2);
}

int main(void) {
  signal(SIGALRM, ask);
  alarm(1);
  traced();
  return 2;
}
