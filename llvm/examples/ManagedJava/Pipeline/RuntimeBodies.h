//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions of the runtime that each module has a copy of, to be inlined.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_PIPELINE_RUNTIMEBODIES_H
#define LLVM_EXAMPLES_MANAGEDJAVA_PIPELINE_RUNTIMEBODIES_H

#include "llvm/IR/Module.h"

namespace java {

/// Defines java_card_mark if the module calls it: a store into a table of
/// bytes, one for 512 bytes of the heap, whose address the runtime has in
/// `java_cards`. No pass may move the store to the other side of a safepoint,
/// which the address does not survive. So it stays a call of a leaf until
/// statepoints have been made: inlineCardMarks.
void defineCardMark(llvm::Module &M);
/// Has the inliner that follows inline java_card_mark.
void inlineCardMarks(llvm::Module &M);

/// Defines gc.safepoint_poll, which polls of the form `call` inline.
void definePoll(llvm::Module &M);

} // namespace java

#endif
