//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A probe is a load for nothing but a null check: it becomes the faulting
/// instruction where no access of the program can. It is put in front of
/// instruction selection, in the block that a pointer reaches if it is not
/// null, and only if the mark promises that it can be loaded from there. It is
/// volatile, so that nothing removes it, and all later passes treat it as the
/// load that it is. The pass for implicit null checks makes it a faulting
/// instruction, or deletes it if the program has an access that serves as well
/// or the check stays explicit.
///
/// A probe is told from other loads by the alias scope of its memory operand.
/// Where that is lost, the probe is a volatile load as any other, which may
/// stand in for the check as well.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_NULLCHECKPROBES_H
#define LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_NULLCHECKPROBES_H

namespace llvm {

class LoadInst;
class MachineFunction;
class MachineInstr;
class PassRegistry;

/// Makes the pass that adds probes known by its name.
void initializeNullCheckProbesPass(PassRegistry &);

/// Makes \p Load, which the program does not need, a probe.
void markAsNullCheckProbe(LoadInst &Load);

/// Whether \p MI is a probe, and nothing else: no other access has become one
/// with it, and nothing reads what it defines.
bool isNullCheckProbe(const MachineInstr &MI);

/// Whether \p MI accesses nothing but what a probe does. It may do something
/// else as well, such as to compute its address.
bool isAccessOfProbe(const MachineInstr &MI);

/// Deletes the probes of \p MF that are not faulting instructions. Returns
/// whether there were any.
bool deleteNullCheckProbes(MachineFunction &MF);

} // namespace llvm

#endif // LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_NULLCHECKPROBES_H
