//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which class the objects have that data members refer to: references, and
/// pointers that are constant, which nothing but constructors initializes.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_CODEGEN_CONSTANTMEMBERS_H
#define LLVM_CLANG_LIB_CODEGEN_CONSTANTMEMBERS_H

namespace clang {
class ASTContext;
class CXXRecordDecl;
class FieldDecl;

namespace CodeGen {

/// \returns the class of the complete objects that \p Field refers to, if it is
/// a reference or a constant pointer, and all constructors of its class are
/// known at this point of the translation unit and initialize it with a new
/// object of one class, or null. Constructors that copy as the compiler makes
/// them copy what others have. Null when in doubt: constructors that are
/// templates or elsewhere, and classes whose objects need no constructor, such
/// as aggregates and those that may be copied byte by byte.
const CXXRecordDecl *getClassOfConstantMember(const ASTContext &Context,
                                              const FieldDecl *Field);

} // namespace CodeGen
} // namespace clang

#endif // LLVM_CLANG_LIB_CODEGEN_CONSTANTMEMBERS_H
