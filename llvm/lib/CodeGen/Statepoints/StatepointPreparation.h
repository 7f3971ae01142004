//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Brings statepoints into the form that instruction selection lowers right.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTPREPARATION_H
#define LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTPREPARATION_H

namespace llvm {

class Function;
class MachineModuleInfo;
class Module;

/// Prepares the statepoints of \p F, and its calls with deopt state, and
/// reports all that cannot be supported as errors (DiagnosticInfoUnsupported).
/// What is reported becomes a plain call, so that code generation gets to the
/// end.
///
/// - Deopt values that are aggregates become their members.
/// - The base of a derived deopt value is added to gc-live, so that it is
///   available at the statepoint, as is that of a value in gc-live which is
///   used afterwards although it is not relocated.
/// - gc.relocate that was sunk past another statepoint returns to its own.
/// - Each call gets the scope that says in machine code which one it is
///   (StatepointOrigin.h).
///
/// Returns true if something changed; the control flow never does.
bool prepareStatepoints(Function &F);

/// Reports what no code can be generated for before a pass of the target meets
/// it: forgotten steps (ForgottenSteps.h), and all statepoints of \p M if its
/// target has none. Targets choose their passes, and some leave GC lowering
/// out, but each starts with \p M.
///
/// Returns true if something changed.
bool refuseStatepoints(Module &M, const MachineModuleInfo &MMI);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTPREPARATION_H
