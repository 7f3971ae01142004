//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules of the preset for Julia (llvm/Transforms/GC/GCRootRules.h).
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_JULIA_JULIAROOTRULES_H
#define LLVM_LIB_TRANSFORMS_GC_JULIA_JULIAROOTRULES_H

#include "Frames/GCFrameLowering.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Transforms/GC/GCRootRules.h"

namespace llvm {

class LoadInst;
struct GCRootStrategy;

class JuliaRootRules : public GCRootRules {
public:
  bool canHaveFrame(const Function &F) const override;

  /// Has what indexes a base pointer index a derived one instead.
  bool prepare(Function &F) const override;

  /// Beside the usual exceptions, calls that only read memory or only access
  /// what they are passed are no safepoints, unless they have the attribute
  /// "julia.safepoint".
  bool isSafepoint(const CallBase &Call,
                   const TargetLibraryInfo &TLI) const override;

  /// julia.pointer_from_objref is none.
  bool isUse(const Use &U) const override;

  /// Callers keep what they pass, unless it is callee-rooted.
  bool isDemanded(const Use &U) const override;

  /// As many references as "julia.return_roots" says.
  Type *getReturnedType(const CallBase &Call, unsigned Number) const override;

  /// What is passed to gc_preserve_begin is live at all safepoints that it
  /// dominates, and no end of it does.
  void
  visitDemands(Function &F, const SafepointStates &States,
               const DominatorTree &DT,
               function_ref<void(Value &, unsigned)> Demand) const override;

  GCKeepers findKeepers(Function &F) const override;
  StringRef findProblem(const Instruction &I) const override;
  bool lowerPlaced(Function &F, const TargetLibraryInfo &TLI) const override;
  bool lowerRuntimeCalls(Function &F) const override;
  Instruction *findListAccess(Function &F) const override;
};

/// Who keeps an object that is in no slot, the more the better.
enum class JuliaKeeper : uint8_t { Nobody, Caller, Forever };

/// Finds that out for all pointers of a function:
///
///   constants, contents of constant     are kept forever,
///   variables, julia.typeof
///   arguments, but for pointers of      are kept by the caller,
///   address space 0; elements of the
///   array of a boxed call, which is in
///   front of an i32
///   immutable memory of an object       has what the object has,
///   GEPs, casts, freeze                 are as their operand,
///   phis, selects, vectors              are as the worst of their operands,
///   other loads and calls               are kept by nobody.
///
/// Immutable is what is loaded with !invariant.load or one of the TBAA names
/// jtbaa_{immut,const,datatype,memoryptr,memorylen,memoryown}.
///
/// Sparse propagation from the best state down, linear in the operands.
class JuliaKeepers {
  DenseMap<const Value *, JuliaKeeper> States;

  JuliaKeeper evaluate(const Instruction &I) const;

public:
  explicit JuliaKeepers(const Function &F);
  JuliaKeeper getKeeper(const Value &V) const;
};

/// Whether what \p Load loads never changes.
bool isImmutableJuliaLoad(const LoadInst &Load);

/// The implementations of the rules of the same names.
bool deriveIndexedJuliaPointers(Function &F);
GCKeepers findJuliaKeepers(Function &F);
bool lowerPlacedJuliaCalls(Function &F, const JuliaRootRules &Rules,
                           const TargetLibraryInfo &TLI);
bool lowerJuliaRuntimeCalls(Function &F);

/// Returns what makes the frame { n << 2, outer frame, slots }, and for
/// references in objects another one, { n << 2 | 1, outer frame, addresses of
/// the references }. The innermost frame is where getJuliaStack() points.
std::unique_ptr<GCFrameLowering>
createJuliaFrameLowering(Function &F, const GCRootStrategy &Strategy);

/// Returns the strategy of the preset.
GCRootStrategy getJuliaGCRootStrategy();

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_JULIA_JULIAROOTRULES_H
