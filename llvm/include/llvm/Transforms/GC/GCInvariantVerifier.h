//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Checks that optimization left pointers in a state from which roots can be
/// placed.
///
/// Kinds of pointers (llvm/Analysis/GCPointers.h) are promises about who keeps
/// an object alive. The rules say which instructions keep them:
///
///   1. Casts go from address space 0 to base, derived and callee-rooted
///      pointers, and from base to derived and callee-rooted ones.
///   2. No integer becomes a pointer of a strategy or is made of one.
///   3. A callee-rooted pointer is an argument of calls. It may be chosen by
///      phis and selects and be an element; everything else is an error, and so
///      is an intrinsic that accesses memory through it, unless it is a
///      constant such as null.
///   4. Neither derived nor callee-rooted pointers are in memory.
///   5. Base pointers are not indexed: what is computed is derived.
///   6. Arguments of boxed calls have the kind that the runtime expects.
///   7. If a pointer or a vector of them is returned, and is one of the
///      strategy, then it is a base pointer.
///
/// Rules 5 to 7 are strong: they hold for what a front end writes, and passes
/// that turn a base into a derived pointer may weaken them. Rules 4, 5 and 7
/// say nothing to strategies that have no base pointers, where all are derived.
///
/// Elements of vectors count like pointers, members of aggregates where they
/// are loaded or stored, and constant expressions where they are used.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_GC_GCINVARIANTVERIFIER_H
#define LLVM_TRANSFORMS_GC_GCINVARIANTVERIFIER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Compiler.h"
#include <optional>
#include <vector>

namespace llvm {

class CallBase;
class Instruction;
class Value;

struct GCInvariants {
  const GCPointers &Pointers;
  bool Strong = true;
  /// Returns the kind that an argument of a call must have because the call is
  /// boxed. Null if a language has no such calls.
  std::optional<GCPointerKind> (*GetBoxedKind)(const CallBase &Call,
                                               unsigned Number) = nullptr;
};

struct GCInvariantViolation {
  const Instruction *At;
  /// The pointer that is treated wrongly: an operand of the instruction, or of
  /// a constant expression that it uses.
  const Value *Pointer;
  StringRef What;
  StringRef WayOut;
};

/// Returns all violations in \p F, in its order.
LLVM_ABI std::vector<GCInvariantViolation>
findGCInvariantViolations(const Function &F, const GCInvariants &Invariants);

/// Reports all violations in \p F as errors of the context, with the values
/// through which each pointer came from its definition.
LLVM_ABI void reportGCInvariantViolations(const Function &F,
                                          const GCInvariants &Invariants);

/// verify<gc-invariants>: for functions with a strategy (GCRootStrategy.h).
/// verify<gc-invariants;no-strong> leaves the strong rules out.
class GCInvariantVerifierPass : public PassInfoMixin<GCInvariantVerifierPass> {
  bool Strong;

public:
  explicit GCInvariantVerifierPass(bool Strong = true) : Strong(Strong) {}

  LLVM_ABI PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
  LLVM_ABI void
  printPipeline(raw_ostream &OS,
                function_ref<StringRef(StringRef)> MapClassName2PassName);
  static bool isRequired() { return true; }
};

} // end namespace llvm

#endif // LLVM_TRANSFORMS_GC_GCINVARIANTVERIFIER_H
