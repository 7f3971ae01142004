//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Verifies that roots are in frames: what place-gc-roots leaves, and what
/// lower-gc-frame takes. Shares no analysis with placement, and finds out what
/// it has to know in the most obvious way.
///
/// A reference is *live across* a safepoint if it is defined before it and used
/// after it. With collectors that
///
///   do not move   each reference that is live across a safepoint is protected
///                 by a slot of the frame,
///   move          no reference is live across a safepoint, as a register holds
///                 the old address; it is loaded from a slot.
///
/// What the operand bundles of a safepoint name is protected there in any case.
/// So is what else a language wants there, such as operands (VerifiedRules.h in
/// the library); it may also say that others keep an object.
///
/// What a slot *holds* is found forwards, on all paths: null where the frame is
/// pushed, then what was stored last. Where paths that bring different values
/// meet, the slot has a phi of its own; where the frame is not in the list at a
/// safepoint, it holds nothing that can be used any more. What it holds is an
/// object, wherever that is now. So a load has the object that the slot held.
///
/// A slot *protects* a reference if it holds the object that this points to:
///
///   1. the same value,
///   2. the pointer from which it was derived, by GEPs, casts and freezes,
///   3. a choice made by the same rule: of two phis of a block (or the slot's
///      own), two selects with one condition, and two elements of vectors with
///      one index, each pair of operands does. A cycle of pairs does, unless
///      something in it does not.
///   4. One of them is a choice that is made later: each of its operands does.
///
/// Slots *keep* a reference together if one of them protects it, or
///
///   5. it is a choice, they keep all operands, and the object of each
///   dominates
///      it, so that this is still the one that was chosen,
///   6. they keep an object that keeps it, by the rules of the language.
///
/// All values that are used somewhere were computed for the last time in an
/// order in which they dominate each other, so these rules hold in loops.
///
/// In addition,
///
///   - what is stored to a slot is a base: it is not computed by GEPs;
///   - what is loaded from a slot was stored to it on all paths, and is no
///     constant;
///   - the frame is not in the list when it is pushed, and is when it is popped
///     and relinked; it is out of the list at returns and musttail calls;
///   - if stack objects lie in the frame, it is in the list at each safepoint:
///     what they hold is not followed;
///   - no frames of callees are above it at safepoints and returns: they may
///     be, wherever a callee unwinds to and after calls that return twice;
///   - a slot that is needed after the second return of a call is not
///     overwritten on any path after the call, and the frame stays in the list
///     there;
///   - no call at which the frame is in the list promises not to access it;
///   - if there are objects in the frame, it is in the list at all safepoints.
///
/// This is sufficient: at each safepoint, whatever the program can still use is
/// found by the collector. It does not show that a load of a slot has the
/// object that the program meant, as its reference is gone by then. If
/// copy-gc-functions was run before placement, each use is compared with
/// that in the copy: it has to have the same object.
///
/// False positives: a reference that is protected by one slot on one path and
/// by another one on another, unless rule 5 holds; selects whose conditions are
/// equal without being the same value; in the preset for Julia, calls of a
/// function that only reads memory, if another call of it is marked as a
/// safepoint: placement takes the promise from the function. Not seen:
/// references as integers, members of aggregates that are loaded from the slot
/// of another member.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_GC_VERIFYGCROOTS_H
#define LLVM_TRANSFORMS_GC_VERIFYGCROOTS_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Compiler.h"

namespace llvm {

/// Reports all that is wrong as errors, in functions with a strategy.
class GCRootVerifierPass : public PassInfoMixin<GCRootVerifierPass> {
public:
  LLVM_ABI PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// Keeps a copy of each function with a strategy for the verifier. The copies
/// have no strategy and are for tests.
class GCFunctionCopyPass : public PassInfoMixin<GCFunctionCopyPass> {
public:
  LLVM_ABI PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // end namespace llvm

#endif // LLVM_TRANSFORMS_GC_VERIFYGCROOTS_H
