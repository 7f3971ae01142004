//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// References that are undefined on some paths only.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTS_UNDEFINEDROOTS_H
#define LLVM_LIB_CODEGEN_STATEPOINTS_UNDEFINEDROOTS_H

namespace llvm {

class Function;
class GCStrategy;

/// Makes each reference of \p F that can become an undefined one null
/// (UndefinedReferences.h). Otherwise a statepoint records what the register
/// happens to hold. Returns true if something changed, which is nothing for
/// strategies without statepoints.
bool defineUndefinedRoots(Function &F, const GCStrategy &Strategy);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTS_UNDEFINEDROOTS_H
