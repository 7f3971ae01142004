//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Anchors: the chain of a thread, and what keeps it right when an exception
/// leaves native code.
///
//===----------------------------------------------------------------------===//

#include "AssemblySymbols.h"
#include "llvm-c/ManagedNativeEntry.h"
#include "llvm-c/ManagedRuntime.h"
#include "llvm-c/ManagedThreads.h"
#include <stddef.h>

// In the initial-exec model, so that entries, stubs and signal handlers reach
// it without a call.
extern "C" {
__attribute__((used, tls_model("initial-exec"))) __thread LLVMManagedThread
    LLVMManagedThisThread = {};

// Weak, because who throws has an unwinder and others need none.
__attribute__((weak)) uintptr_t _Unwind_GetCFA(void *Context);
}

// Entries know the anchor of the thread by this name.
static_assert(offsetof(LLVMManagedThread, Anchor) == 8, "is used below");
__asm__(LLVM_MANAGED_ASM_VISIBLE(LLVMManagedThreadAnchors) //
        ".type LLVMManagedThreadAnchors, %tls_object\n"
        ".size LLVMManagedThreadAnchors, 8\n"
        ".set LLVMManagedThreadAnchors, LLVMManagedThisThread + 8\n");

LLVMManagedAnchor **LLVMManagedGetAnchors(void) {
  return &LLVMManagedThisThread.Anchor;
}

int LLVMManagedEntryPersonality(int Version, int Actions, uint64_t, void *,
                                void *Context) {
  constexpr int FatalPhase1Error = 3, ContinueUnwind = 8, CleanupPhase = 2;
  if (Version != 1 || !_Unwind_GetCFA)
    return FatalPhase1Error;
  if (Actions & CleanupPhase) {
    // An entry has its anchor where its stack pointer is, which is the CFA of
    // what it called.
    auto *Anchor =
        reinterpret_cast<LLVMManagedAnchor *>(_Unwind_GetCFA(Context));
    *Anchor->Head = Anchor->Next;
  }
  return ContinueUnwind;
}
