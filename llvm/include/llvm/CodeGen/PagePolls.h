//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Polls that load from a page, which the runtime protects to stop threads.
///
/// In IR a poll is a call of the address of the page with the attribute
/// "gc-page-poll": of a value, or of the page itself if it is dso_local and the
/// target can load from a symbol. The call becomes a statepoint like other
/// calls. Before instruction selection the statepoint gets the calling
/// convention anyregcc, which no other statepoint can have, so that all
/// registers are preserved and references stay where they are. The AsmPrinter
/// emits a load instead of the call. The record is that of the end of the load.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_PAGEPOLLS_H
#define LLVM_CODEGEN_PAGEPOLLS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {

class CallBase;
class MachineFunction;
class MachineInstr;

/// \returns true if \p Call is a poll by page in IR.
bool isPagePoll(const CallBase &Call);

/// \returns why \p Call, a statepoint that is a poll by page, cannot be
/// compiled, with the way out, or an empty string.
StringRef getPagePollProblem(const CallBase &Call);

/// Gives the statepoint \p Call, of which there is no problem, the form that
/// instruction selection makes a poll of.
void preparePagePoll(CallBase &Call);

/// \returns true if \p MI is a STATEPOINT that is a poll by page. Its target is
/// the page, or a register with its address.
bool isPagePoll(const MachineInstr &MI);

/// Takes away what instruction selection put around the polls of \p MF because
/// they look like calls, so that the frame is that of a function without them.
void finalizePagePolls(MachineFunction &MF);

} // end namespace llvm

#endif // LLVM_CODEGEN_PAGEPOLLS_H
