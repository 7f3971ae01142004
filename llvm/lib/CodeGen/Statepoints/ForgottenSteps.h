//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds functions that need a pass of the optimizer before code is generated,
/// and have not had it. Such code would run until the first collection.
///
///   functions                              pass that was forgotten
///   of a strategy that rewrites calls      rewrite-statepoints-for-gc
///   of a strategy with frames              place-gc-roots, lower-gc-frame
///   that ask for polls ("gc-polls")        place-safepoints
///   with guards                            lower-guard-intrinsic
///
/// A forgotten option is found as well: GlobalISel alone selects no
/// statepoints.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTS_FORGOTTENSTEPS_H
#define LLVM_LIB_CODEGEN_STATEPOINTS_FORGOTTENSTEPS_H

namespace llvm {

class MachineModuleInfo;
class Module;

/// Reports, as errors (DiagnosticInfoUnsupported) that name the pass, functions
/// that it was forgotten for, functions of an unknown strategy, and those that
/// the only instruction selector cannot select. Those that have machine code in
/// \p MMI already are only asked for their strategy.
///
/// Takes strategies and bodies that no code can be generated for from the
/// functions, so that code generation gets to the end. Returns true if there is
/// one.
bool refuseForgottenSteps(Module &M, const MachineModuleInfo &MMI);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTS_FORGOTTENSTEPS_H
