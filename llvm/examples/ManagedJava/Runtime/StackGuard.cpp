//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackGuard.h"
#include "Program.h"
#include "Throwing.h"
#include <csignal>
#include <cstdint>
#include <initializer_list>
#include <unistd.h>

using namespace java;

/// How far below the stack's end an access may be that overflows it: a frame is
/// seldom larger.
static constexpr uintptr_t Slack = 1 << 20;

static void handle(int Signal, siginfo_t *Info, void *) {
  const auto Address = reinterpret_cast<uintptr_t>(Info->si_addr);
  if (JavaThread && Address < JavaThread->StackLow + Slack &&
      Address >= JavaThread->StackLow - Slack) {
    static const char Message[] =
        "managed-java: error: the stack overflowed; StackOverflowError is not "
        "supported\n";
    // Nothing can be done if that fails.
    if (write(STDERR_FILENO, Message, sizeof(Message) - 1)) {
    }
    _exit(1);
  }
  // Again, and for good.
  signal(Signal, SIG_DFL);
}

void java::installStackGuard() {
  struct sigaction Action = {};
  Action.sa_sigaction = handle;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&Action.sa_mask);
  for (int Signal : {SIGSEGV, SIGBUS})
    if (sigaction(Signal, &Action, nullptr))
      fatal("sigaction: %m");
}
