//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The passes of the preset for Julia (lib/Transforms/GC/Julia), under the
/// names that Julia's pipelines use.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_GC_JULIAPASSES_H
#define LLVM_TRANSFORMS_GC_JULIAPASSES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Error.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"

namespace llvm {

/// GCInvariantVerifier<strong|no-strong>: checks the rules of
/// GCInvariantVerifier.h in functions of Julia, and in all functions without
/// another strategy that the operands of write barriers are what they have to
/// be. The strong rules are left out unless they are asked for.
class JuliaGCInvariantVerifierPass
    : public PassInfoMixin<JuliaGCInvariantVerifierPass> {
  bool Strong;

public:
  explicit JuliaGCInvariantVerifierPass(bool Strong = false) : Strong(Strong) {}

  /// Parses "strong" or "no-strong".
  LLVM_ABI static Expected<bool> parse(StringRef Params);
  LLVM_ABI PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
  LLVM_ABI void
  printPipeline(raw_ostream &OS,
                function_ref<StringRef(StringRef)> MapClassName2PassName);
  static bool isRequired() { return true; }
};

/// RemoveNI: takes the list of non-integral address spaces from the module's
/// data layout. Everything else stays. Later passes may then turn pointers into
/// integers, so this runs when roots are placed.
struct JuliaRemoveNIPass : PassInfoMixin<JuliaRemoveNIPass> {
  LLVM_ABI PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// RemoveJuliaAddrspaces: makes pointers of the four address spaces ones of
/// address space 0, wherever types are: functions, globals, instructions,
/// constants, attributes and metadata. Casts that become superfluous vanish,
/// and intrinsics get the names of their new types. A pointer must have the
/// same size in all these spaces. A structure keeps its name if its type
/// changes.
struct JuliaRemoveAddressSpacesPass
    : PassInfoMixin<JuliaRemoveAddressSpacesPass> {
  LLVM_ABI PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// PropagateJuliaAddrspaces: what is accessed through a pointer of the four
/// address spaces that is only a cast of one of the address space of stack
/// objects, which is 0 on most targets, is accessed through that one.
///
/// Between the cast and the access may be GEPs, selects, phis and further casts
/// among the four; GEPs, selects and phis are made again for that space. No
/// cast is made: if one of the pointers that a phi or select chooses from is
/// neither cast from it nor null (of address space 0), undefined or poison,
/// then nothing is changed. Accesses are loads, stores, atomic instructions,
/// and the intrinsics that copy, move or set memory.
struct JuliaPropagateAddressSpacesPass
    : PassInfoMixin<JuliaPropagateAddressSpacesPass> {
  LLVM_ABI PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
};

/// Has optimization see a use of the parameter "gcstack", which frames that are
/// not there yet will use: it would take it for dead, and callers would pass
/// nothing. Placement erases it. For pipelines that do more than Julia's own.
struct JuliaKeepStackPass : PassInfoMixin<JuliaKeepStackPass> {
  LLVM_ABI PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// LateLowerGCFrame: places the roots of a function of Julia, as place-gc-roots
/// does with the strategy "julia" (PlaceGCRoots.h), and lowers the calls that
/// were written for that. In other functions, it does the latter.
///
/// Of a function with another strategy nothing changes.
struct JuliaLateLowerGCFramePass : PassInfoMixin<JuliaLateLowerGCFramePass> {
  LLVM_ABI PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// FinalLowerGC: makes memory of frames and calls the runtime, as
/// lower-gc-frame does with the strategy "julia" (LowerGCFrame.h).
struct JuliaFinalLowerGCPass : PassInfoMixin<JuliaFinalLowerGCPass> {
  LLVM_ABI PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// LowerSIMDLoop: says in LLVM's words what Julia says of loops.
///
/// A loop is marked by strings among the operands of its `!llvm.loop`, each of
/// which may be in a node of its own; and, as by former versions, by
/// `!julia.loopinfo` at a call of `julia.loopinfo_marker` in it but in no inner
/// loop, or at the terminator of its latch. The operands are
///
///   "julia.simdloop"  Reductions may be reordered. A reduction is a phi of the
///                     header and the floating-point additions and
///                     subtractions from it, or multiplications and divisions
///                     of it, up to the latch. Each is the only instruction in
///                     the loop that uses the one before it. All get `reassoc`
///                     and `contract`.
///   "julia.ivdep"     No iteration depends on the memory of another. What may
///                     access memory joins a new access group, and
///                     `llvm.loop.parallel_accesses` of the loop lists it.
///   a node            of `!julia.loopinfo` is a property of the loop and goes
///                     to its `!llvm.loop`.
///
/// Other operands are ignored. Marks are erased. Without "julia.simdloop", the
/// other operands count nevertheless.
struct JuliaLowerSIMDLoopPass : PassInfoMixin<JuliaLowerSIMDLoopPass> {
  LLVM_ABI PreservedAnalyses run(Loop &L, LoopAnalysisManager &AM,
                                 LoopStandardAnalysisResults &AR,
                                 LPMUpdater &U);
  static bool isRequired() { return true; }
};

} // end namespace llvm

#endif // LLVM_TRANSFORMS_GC_JULIAPASSES_H
