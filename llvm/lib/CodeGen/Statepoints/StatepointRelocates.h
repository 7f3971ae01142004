//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where gc.relocate is before instruction selection. The intrinsic reads
/// nothing but its token, so that passes sink it to where its result is used.
/// Instruction selection reads the stack slot or register of the statepoint
/// where the intrinsic is, and another statepoint uses slots again.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTRELOCATES_H
#define LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTRELOCATES_H

namespace llvm {

class Function;

/// Moves each gc.relocate of \p F to directly after its statepoint if another
/// call that becomes one may be executed in between. Returns true if it moved
/// one. Takes time linear in the blocks between a statepoint and a block with
/// its relocates, for each such pair.
bool hoistRelocates(Function &F);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTRELOCATES_H
