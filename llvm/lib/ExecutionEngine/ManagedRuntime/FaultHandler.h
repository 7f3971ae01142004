//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The SIGSEGV handler: recovers faults at entries of registered fault maps and
/// passes everything else on.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FAULTHANDLER_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FAULTHANDLER_H

#include "Visibility.h"
#include "llvm-c/ManagedRuntime.h"
#include <atomic>
#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// Sets \p Context to the handler of the check whose fault \p Info describes;
/// false if it does not describe one.  Async-signal-safe, calls nothing
/// outside this library and leaves errno alone.
bool recoverFault(const siginfo_t &Info, ucontext_t &Context);

/// What handles faults of polls by page, see waitAtPoll(). Null until polls are
/// armed for the first time, so that a program without polls links none of it.
extern std::atomic<bool (*)(const siginfo_t &, ucontext_t &)> PollHandler;

/// If the signal is the fault of a poll by page: has the thread wait, and
/// returns true. A function of its own, so that recoverFault() needs little
/// stack in a signal handler.
bool handlePoll(const siginfo_t &Info, ucontext_t &Context);

/// See LLVMManagedInstallFaultHandler() and LLVMManagedUninstallFaultHandler().
LLVMManagedStatus installHandler();
LLVMManagedStatus uninstallHandler();

/// See LLVMManagedReinstallFaultHandler() and LLVMManagedChainAction().
LLVMManagedStatus reinstallHandler();
LLVMManagedStatus chainAction(const struct sigaction *New,
                              struct sigaction *Old);

/// For a process that was forked: nobody is installing or uninstalling.
void forgetInstallers();

uint64_t numRecovered();
uint64_t numPassedOn();

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FAULTHANDLER_H
