//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a signal handler is given for a fault that did not happen.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_UNITTESTS_EXECUTIONENGINE_MANAGEDRUNTIME_MADEUPFAULT_H
#define LLVM_UNITTESTS_EXECUTIONENGINE_MANAGEDRUNTIME_MADEUPFAULT_H

#include "llvm-c/ManagedRuntime.h"
#include <signal.h>
#include <ucontext.h>

namespace llvm {
namespace managed {

struct MadeUpFault {
  int Signal = SIGSEGV;
  siginfo_t Info = {};
  ucontext_t Context = {};

  explicit MadeUpFault(uintptr_t PC, uintptr_t Address = 0) {
    Info.si_code = SEGV_MAPERR;
    Info.si_addr = reinterpret_cast<void *>(Address);
#if defined(__x86_64__)
    Context.uc_mcontext.gregs[REG_RIP] = PC;
    Context.uc_mcontext.gregs[REG_TRAPNO] = 14;
#else
    Context.uc_mcontext.pc = PC;
#endif
  }

  bool handle() { return LLVMManagedTryHandleFault(Signal, &Info, &Context); }

  uintptr_t pc() const {
#if defined(__x86_64__)
    return Context.uc_mcontext.gregs[REG_RIP];
#else
    return Context.uc_mcontext.pc;
#endif
  }
};

} // end namespace managed
} // end namespace llvm

#endif // LLVM_UNITTESTS_EXECUTIONENGINE_MANAGEDRUNTIME_MADEUPFAULT_H
