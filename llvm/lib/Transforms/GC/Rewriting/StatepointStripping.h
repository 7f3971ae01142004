//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Removes what is no longer true of a module whose calls have become
/// statepoints. Before, a collection is invisible: objects stay where they are
/// and exist forever. Afterwards every statepoint may free and write all of the
/// heap, and whatever an optimizer could use to move an access over one, or to
/// make one up, has to go.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_REWRITING_STATEPOINTSTRIPPING_H
#define LLVM_LIB_TRANSFORMS_GC_REWRITING_STATEPOINTSTRIPPING_H

namespace llvm {

class CallBase;
class Module;

/// Whether argument \p Number of \p Call is the address of a stack object that
/// the callee does not read by it. The objects that live at safepoints are
/// found with this, so it stays true of calls and statepoints.
bool onlyWritesStackObject(const CallBase &Call, unsigned Number);

/// Removes from all of \p M, as functions without statepoints may be inlined
/// into those that have some:
///
///   - from parameters, arguments and results that are pointers: what says that
///     memory exists, or who else reads or writes it, except that a stack
///     object is only written;
///   - from functions: which memory they touch, and that they free nothing and
///     do not synchronize. Intrinsics get back what they are declared with;
///   - from loads and stores: metadata, except what is about the value or the
///     type; memory that TBAA calls constant is so no longer;
///   - llvm.invariant.start.
void stripForStatepoints(Module &M);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_REWRITING_STATEPOINTSTRIPPING_H
