//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What verify<gc-roots> has to know of a language beside its strategy, found
/// out in the most obvious way: nothing that placement finds out is asked.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDRULES_H
#define LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDRULES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace llvm {

class CallBase;
class DominatorTree;
class Function;
class Instruction;
class TargetLibraryInfo;
class Use;
class Value;

/// Answers for one function. This class has the rules of strategies without
/// any of their own.
class VerifiedRules {
  const TargetLibraryInfo &TLI;

public:
  explicit VerifiedRules(const TargetLibraryInfo &TLI) : TLI(TLI) {}
  virtual ~VerifiedRules();

  /// Whether references of the function have roots at all.
  virtual bool hasRoots() const { return true; }

  virtual bool isSafepoint(const CallBase &Call) const;

  /// Whether an object has to be there when operand \p U is used.
  virtual bool isUse(const Use &) const { return true; }

  /// Whether operand \p U of a safepoint is kept while that is executed. What
  /// operand bundles name is: who reads them finds it as the collector left it.
  virtual bool isKeptAt(const Use &U) const;

  /// Calls \p Visit with each value that is kept at \p Safepoint for no reason
  /// that is seen there.
  virtual void visitPreserved(const CallBase &,
                              function_ref<void(const Value &)>) const {}

  /// Returns a pointer to the object whose memory \p I points to, if something
  /// else than a GEP or a cast says so.
  virtual const Value *getObject(const Instruction &) const { return nullptr; }

  /// Whether \p V, which is no constant, needs no slot whatever is in others:
  /// it has no object, or somebody outside of the function keeps that.
  virtual bool isRootless(const Value &) const { return false; }

  /// Returns a pointer to an object that keeps that of \p V as long as it is
  /// kept itself, and that dominates \p V.
  virtual const Value *getKeeper(const Value &) const { return nullptr; }

  /// Returns why \p Call, which has to do with the frame, must not be where it
  /// is, or nothing.
  virtual StringRef findProblem(const CallBase &) const { return ""; }
};

/// Returns these rules.
std::unique_ptr<VerifiedRules> createVerifiedRules(const Function &F,
                                                   const TargetLibraryInfo &TLI,
                                                   const DominatorTree &DT);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDRULES_H
