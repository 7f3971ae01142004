//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Polls by page of functions whose references are in frames in memory.
///
/// lower-gc-frame marks them ("gc-page-poll"="frame") when all references that
/// are live at the poll are in the frame. Such a function has no GC strategy
/// any longer, and no stack map. Before instruction selection the poll becomes
/// a call with empty deopt state and the calling convention anyregcc, so that a
/// STATEPOINT without references is selected, which the AsmPrinter makes a load
/// of as of other polls by page (PagePolls.h). Instead of a record in the stack
/// map it gets an entry of the kind PollingPage in the fault map: the runtime
/// needs to know only that the load is a poll, and where it ends.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_FRAMEPOLLS_H
#define LLVM_CODEGEN_FRAMEPOLLS_H

namespace llvm {

class CallBase;
class Function;
class MachineInstr;

/// \returns true if \p Call is a poll by page that lower-gc-frame has seen, and
/// its function has no strategy.
bool isFramePoll(const CallBase &Call);

/// Gives the polls by page of \p F that lower-gc-frame has seen the form that
/// instruction selection makes polls of. Reports those that cannot be compiled,
/// and makes plain calls of them. \returns true if there are any.
bool prepareFramePolls(Function &F);

/// \returns true if \p F has polls that prepareFramePolls() has prepared.
bool hasFramePolls(const Function &F);

/// \returns true if \p MI is a STATEPOINT made of such a poll.
bool isFramePoll(const MachineInstr &MI);

} // end namespace llvm

#endif // LLVM_CODEGEN_FRAMEPOLLS_H
