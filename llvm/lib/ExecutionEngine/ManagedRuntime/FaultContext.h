//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the fault handler has to know of the machine.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FAULTCONTEXT_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FAULTCONTEXT_H

#include "Visibility.h"
#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

#if !defined(__linux__) || !(defined(__x86_64__) || defined(__aarch64__))
#error "the managed runtime is for Linux on x86-64 and AArch64"
#endif

// AArch64 ignores the top byte of an address, and the kernel clears it in
// si_addr unless asked not to. A tagged pointer is not null.
#ifndef SA_EXPOSE_TAGBITS
#define SA_EXPOSE_TAGBITS 0x800
#endif

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

inline uintptr_t getPC(const ucontext_t &Context) {
#if defined(__x86_64__)
  return static_cast<uintptr_t>(Context.uc_mcontext.gregs[REG_RIP]);
#else
  return static_cast<uintptr_t>(Context.uc_mcontext.pc);
#endif
}

/// Continues at \p PC when the signal handler returns.
inline void setPC(ucontext_t &Context, uintptr_t PC) {
#if defined(__x86_64__)
  Context.uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(PC);
  // Faults set RF, so that the instruction's breakpoint is not hit again. That
  // is not meant for the handler's first instruction.
  Context.uc_mcontext.gregs[REG_EFL] &= ~(greg_t(1) << 16);
#else
  Context.uc_mcontext.pc = PC;
  // Likewise BTYPE: the handler was not branched to indirectly.
  Context.uc_mcontext.pstate &= ~(uint64_t(3) << 10);
#endif
}

/// Whether the processor raised a page fault, rather than another exception
/// that arrives as the same signal and has no address.
inline bool isPageFault(const ucontext_t &Context) {
#if defined(__x86_64__)
  return Context.uc_mcontext.gregs[REG_TRAPNO] == 14;
#else
  (void)Context;
  return true; // The signal's code says so.
#endif
}

/// Whether the processor raised a general protection fault. It may be for an
/// address in the kernel's half, which it does not tell.
inline bool isProtectionFault(const ucontext_t &Context) {
#if defined(__x86_64__)
  return Context.uc_mcontext.gregs[REG_TRAPNO] == 13;
#else
  (void)Context;
  return false;
#endif
}

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FAULTCONTEXT_H
