//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a language knows of its code that placement cannot see in types: which
/// calls are safepoints, which operands keep an object alive, and which objects
/// somebody else keeps. Strategies (GCRootStrategy.h) without any of that have
/// the rules of this class itself; a preset derives its own.
///
/// Objects are *kept* without a slot of their own in two ways. Somebody outside
/// of the function keeps them for as long as it runs, or forever. Or other
/// objects of the function do: what was loaded from the immutable memory of an
/// object stays as long as that object.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_GC_GCROOTRULES_H
#define LLVM_TRANSFORMS_GC_GCROOTRULES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"

namespace llvm {

class CallBase;
class DominatorTree;
class Function;
class Instruction;
class SafepointStates;
class TargetLibraryInfo;
class Type;
class Use;
class Value;

/// Whose objects are kept, of those that are not in slots.
struct GCKeepers {
  /// By somebody else.
  DenseSet<const Value *> Outside;
  /// By nobody that is known, but they are no objects that need a slot.
  DenseSet<const Value *> Unrooted;
  /// While all of these are kept, which are references whose definitions
  /// dominate that of the key.
  DenseMap<const Value *, SmallVector<Value *, 2>> Inside;
};

/// Has no state: a strategy's rules are shared by all threads.
class LLVM_ABI GCRootRules {
public:
  virtual ~GCRootRules();

  /// Whether \p F can have a frame. Otherwise its references have no roots.
  virtual bool canHaveFrame(const Function &F) const;

  /// Brings what only this language has into the form that placement knows, in
  /// a function that can have a frame. Returns true if it changed something.
  virtual bool prepare(Function &F) const;

  /// Whether objects may be collected, or move, while \p Call is executed: in
  /// everything but intrinsics, inline assembly, functions of the C library
  /// that are known as such, and what is a "gc-leaf-function"; but in all that
  /// returns twice.
  virtual bool isSafepoint(const CallBase &Call,
                           const TargetLibraryInfo &TLI) const;

  /// Whether an object has to be there when operand \p U is used.
  virtual bool isUse(const Use &U) const;

  /// Whether the caller keeps what operand \p U of a safepoint, or of a call
  /// that visitDemands() knows, points to while that is executed. It does so
  /// for what operand bundles name; arguments are the callee's to keep.
  virtual bool isDemanded(const Use &U) const;

  /// Returns the type of the references that \p Call stores to the memory to
  /// which its argument \p Number points, or null if it is not known to store
  /// any but those of the types that attributes name.
  virtual Type *getReturnedType(const CallBase &Call, unsigned Number) const;

  /// Calls \p Demand with each reference that has to be kept at a safepoint for
  /// no reason that is seen at the safepoint, and the safepoint's number. The
  /// reference dominates it. If a safepoint needs it, those that are between
  /// the definition and that one need not be told.
  virtual void
  visitDemands(Function &F, const SafepointStates &States,
               const DominatorTree &DT,
               function_ref<void(Value &, unsigned Safepoint)> Demand) const;

  /// Returns who keeps the objects of \p F. Nobody does.
  virtual GCKeepers findKeepers(Function &F) const;

  /// Returns why placement cannot support \p I, or nothing.
  virtual StringRef findProblem(const Instruction &I) const;

  /// Lowers what the front end wrote for placement alone, when that is done and
  /// verified; in functions without roots, too. Returns true if it changed
  /// something.
  virtual bool lowerPlaced(Function &F, const TargetLibraryInfo &TLI) const;

  /// Lowers other calls that belong to the runtime, together with the frame.
  virtual bool lowerRuntimeCalls(Function &F) const;

  /// Returns the call after which the frame can be made the innermost one, or
  /// null if that is possible from the start. It is in the entry block.
  virtual Instruction *findListAccess(Function &F) const;
};

/// Returns the rules of strategies that have none of their own.
LLVM_ABI const GCRootRules &getDefaultGCRootRules();

} // end namespace llvm

#endif // LLVM_TRANSFORMS_GC_GCROOTRULES_H
