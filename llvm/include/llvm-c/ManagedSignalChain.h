//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The fault handler of the managed runtime, and handlers of SIGSEGV that are
/// installed later: it can go back on top of them, and they can be put below it
/// from the start. Since version 6 of the runtime. All functions are
/// thread-safe.
///
/// LLVMManagedSigChain.o, linked into an executable, defines sigaction() and
/// signal() with these functions.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_C_MANAGEDSIGNALCHAIN_H
#define LLVM_C_MANAGEDSIGNALCHAIN_H

#include "llvm-c/ManagedRuntime.h"
#include <signal.h>

#ifdef __cplusplus
extern "C" {
#endif

// With an older standard, the system's header does not have it.
struct sigaction;

/// Puts the handler back on top of an action that somebody has set after it was
/// installed, and that it passes signals on to from now on. If that one passes
/// a signal on to this handler, which it found there, the signal goes to what
/// was below both.
///
/// Success if the handler is on top already; fails with LLVMManagedNotInstalled
/// if it is not installed. Not async-signal-safe.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus
LLVMManagedReinstallFaultHandler(void);

/// Does to the action that the handler passes signals on to what sigaction()
/// does to that of SIGSEGV. \p New is what it becomes, unless that is null, and
/// \p Old is set to what it was, unless that is null. So somebody who comes
/// later is installed below the handler.
///
/// Fails with LLVMManagedNotInstalled or LLVMManagedNotOnTop, and has done
/// nothing then. Async-signal-safe.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus
LLVMManagedChainAction(const struct sigaction *New, struct sigaction *Old);

typedef int (*LLVMManagedSigactionFunction)(int, const struct sigaction *,
                                            struct sigaction *);

/// For who defines sigaction() himself, as LLVMManagedSigChain.o does. The
/// runtime calls \p Function instead, which has to be the system's.
/// Async-signal-safe.
LLVM_MANAGED_RUNTIME_ABI void
LLVMManagedSetSystemSigaction(LLVMManagedSigactionFunction Function);

#ifdef __cplusplus
}
#endif

#endif // LLVM_C_MANAGEDSIGNALCHAIN_H
