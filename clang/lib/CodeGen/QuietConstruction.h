//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether anybody can see an object while its vtable pointers are not those of
/// its class yet, or no longer. While the constructor or destructor of a base
/// class runs, a virtual call through that base class subobject takes the base
/// class's method, although the object has a name that tells another class.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_CODEGEN_QUIETCONSTRUCTION_H
#define LLVM_CLANG_LIB_CODEGEN_QUIETCONSTRUCTION_H

namespace clang {
class ASTContext;
class CXXRecordDecl;

namespace CodeGen {

/// \returns whether all constructors and destructors of the base classes of
/// \p RD are known at this point of the translation unit, and neither they nor
/// those of the members of the base classes call anything else, nor does what
/// constructors of \p RD hand to them. Where such a constructor is not known,
/// it is enough that base classes take nothing, or an object to copy. False
/// when in doubt; later in the translation unit, the answer may be true.
bool areBasesQuiet(const ASTContext &Context, const CXXRecordDecl *RD);

} // namespace CodeGen
} // namespace clang

#endif // LLVM_CLANG_LIB_CODEGEN_QUIETCONSTRUCTION_H
