//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVMManagedSigChain.o: linked into an executable, it defines sigaction() and
/// signal(). Whoever sets the action of SIGSEGV while the fault handler is
/// installed then sets the one that the handler passes signals on to, and the
/// handler stays on top. All libraries of the process call these, unless they
/// make the system call themselves. Not for static executables, which have no
/// other sigaction() to call.
///
//===----------------------------------------------------------------------===//

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "llvm-c/ManagedSignalChain.h"
#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

typedef void (*SimpleHandler)(int);

static LLVMManagedSigactionFunction NextSigaction;
static SimpleHandler (*NextSignal)(int, SimpleHandler);

/// Libraries may call before any constructor of the executable runs.
__attribute__((constructor(101))) static void findNext(void) {
  if (NextSigaction)
    return;
  *(void **)&NextSignal = dlsym(RTLD_NEXT, "signal");
  *(void **)&NextSigaction = dlsym(RTLD_NEXT, "sigaction");
  LLVMManagedSetSystemSigaction(NextSigaction);
}

__attribute__((visibility("default"))) int
sigaction(int Signal, const struct sigaction *New, struct sigaction *Old) {
  findNext();
  if (Signal == SIGSEGV &&
      LLVMManagedChainAction(New, Old) == LLVMManagedSuccess)
    return 0;
  return NextSigaction(Signal, New, Old);
}

__attribute__((visibility("default"))) SimpleHandler
signal(int Signal, SimpleHandler Handler) {
  findNext();
  if (Signal != SIGSEGV || Handler == SIG_ERR)
    return NextSignal(Signal, Handler);
  struct sigaction New, Old;
  memset(&New, 0, sizeof(New));
  New.sa_handler = Handler;
  New.sa_flags = SA_RESTART;
  sigaddset(&New.sa_mask, Signal);
  return sigaction(Signal, &New, &Old) ? SIG_ERR : Old.sa_handler;
}
