//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Threads that a signal stops at a poll by page.
///
/// The poll is a load with a safepoint, whose PC is the end of the load. It is
/// no call, so references may be in any general register; the kernel has stored
/// these in the frame of the signal. An anchor that stands for such a context
/// has ContextHead as its variable and the context in place of registers.
///
/// A poll of a function with frames in memory has no safepoint in a stack map:
/// all references that are live there are in its frame. The fault map has an
/// entry of the kind PollingPage for it.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_PAGEPOLLS_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_PAGEPOLLS_H

#include "Visibility.h"
#include "llvm-c/ManagedRuntime.h"
#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// No variable that an anchor is linked into.
extern LLVMManagedAnchor *ContextHead;

/// The context that \p Anchor stands for, or null if it is of a call.
inline ucontext_t *getContext(const LLVMManagedAnchor &Anchor) {
  return Anchor.Head == &ContextHead
             ? reinterpret_cast<ucontext_t *>(Anchor.Registers[0])
             : nullptr;
}

/// Where \p Context has the general register of DWARF number \p R, which is
/// tracked.
uint64_t *getRegisterPlace(ucontext_t &Context, unsigned R);

/// The length of the load at \p Code if it is one of a poll by page, or zero.
/// Reads no byte that the processor has not decoded.
size_t getPollLength(const uint8_t *Code);

/// If \p Info and \p Context describe a fault of a poll by page of the current
/// thread: has it wait for the end of the stop, and returns true; the load is
/// executed again. Async-signal-safe.
bool waitAtPoll(const siginfo_t &Info, ucontext_t &Context);

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_PAGEPOLLS_H
