//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dynamic casts that tell the optimizer which vtable decides about them, so
/// that those are done where it is known
/// (llvm/Transforms/Devirtualization/FoldDynamicCasts.h).
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_CODEGEN_CGDYNAMICCAST_H
#define LLVM_CLANG_LIB_CODEGEN_CGDYNAMICCAST_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class FunctionCallee;
class GlobalVariable;
class Value;
} // namespace llvm

namespace clang {
class CXXRecordDecl;

namespace CodeGen {
class Address;
class CodeGenFunction;
class CodeGenModule;

/// Casts \p Object, of class \p Src and not null, to \p Dest as \p Runtime does
/// with \p Args. \returns the result, or null if nothing is emitted: in ABIs
/// other than Itanium's, at -O0, without -fstrict-vtable-pointers, without
/// what says which classes vtables are for, and if \p Dest has no vtable.
llvm::Value *emitKnowingDynamicCast(CodeGenFunction &CGF, Address Object,
                                    const CXXRecordDecl *Src,
                                    const CXXRecordDecl *Dest,
                                    llvm::FunctionCallee Runtime,
                                    llvm::ArrayRef<llvm::Value *> Args);

/// Says of \p VTable, the one of \p RD, whether all base classes are public, if
/// casts need that.
void markPublicBases(CodeGenModule &CGM, const CXXRecordDecl *RD,
                     llvm::GlobalVariable &VTable);

} // namespace CodeGen
} // namespace clang

#endif // LLVM_CLANG_LIB_CODEGEN_CGDYNAMICCAST_H
