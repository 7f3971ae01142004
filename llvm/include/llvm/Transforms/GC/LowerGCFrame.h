//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers frames to memory: the last step of late root placement.
///
/// In each function with a strategy (GCRootStrategy.h), the calls that stand
/// for parts of its frame (GCFrameFunctions.h) become ordinary instructions.
/// With the strategies for managed code, the frame of N slots in address space
/// A is
///
///   { ptr outer, ptr map, [N x ptr addrspace(A)] slots }, aligned to 16 bytes
///
/// and its map `llvm_gc_frame_map.N`, one for all frames of this size in the
/// program, is { i32 N, i32 0 }. Objects that are not made of slots are after
/// them, from a multiple of 16 bytes on; the map says then where the references
/// in them are. The list of frames begins in the variable
/// `llvm_gc_root_chain`, which the runtime defines. docs/RootPlacement.md says
/// what a collector may rely on.
///
/// The frame's address is in the list, so each store to it is visible to every
/// call that could be a safepoint, and the optimizer keeps it.
///
/// The function has no `gc` attribute afterwards: nobody else has to know the
/// strategy. A function with errors, which are all reported, stays as it is.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_GC_LOWERGCFRAME_H
#define LLVM_TRANSFORMS_GC_LOWERGCFRAME_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Compiler.h"

namespace llvm {

class Function;
struct GCRootStrategy;
class TargetLibraryInfo;

class LowerGCFramePass : public PassInfoMixin<LowerGCFramePass> {
public:
  LLVM_ABI PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// Says that the LLVM that generates the code knows no polls by page, which are
/// errors then. For the plugin, before it runs any pass.
LLVM_ABI void refusePagePolls();

/// Whether the frame of \p F can be lowered. Reports what is wrong otherwise.
LLVM_ABI bool canLowerGCFrame(Function &F, const GCRootStrategy &Strategy);

/// Lowers the frame of \p F as \p Strategy says, and what the rules of the
/// strategy add. Before that, it lowers what the front end wrote for placement
/// alone, unless \p TLI is null because that was done. Returns true if \p F
/// changed, and false if there are errors, which are reported.
LLVM_ABI bool lowerGCFrame(Function &F, const GCRootStrategy &Strategy,
                           const TargetLibraryInfo *TLI);

} // end namespace llvm

#endif // LLVM_TRANSFORMS_GC_LOWERGCFRAME_H
