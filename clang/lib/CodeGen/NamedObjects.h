//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Expressions that name objects.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_CODEGEN_NAMEDOBJECTS_H
#define LLVM_CLANG_LIB_CODEGEN_NAMEDOBJECTS_H

#include "clang/AST/CharUnits.h"
#include <optional>

namespace clang {
class ASTContext;
class CXXRecordDecl;
class Expr;
class MemberExpr;
class VarDecl;

namespace CodeGen {
class CodeGenModule;

/// \returns whether objects of class \p RD have one vtable wherever they are
/// made: no other linkage unit can have a copy of it.
bool hasUniqueVTable(CodeGenModule &CGM, const CXXRecordDecl *RD);

/// \returns whether \p Member is part of a union, whose active member is not
/// known.
bool isInUnion(const MemberExpr *Member);

/// \returns whether \p E names an object that is no base class subobject: a
/// variable with static storage, a data member, an element of an array. If
/// \p IsAddress, only its address is taken, which the end of an array has too.
bool namesCompleteObject(const ASTContext &Context, const Expr *E,
                         bool IsAddress);

/// \returns the variable that \p E names, or of which it names a part that is
/// not known to be a part of a union; null if it names something else.
const VarDecl *getNamedVariable(const Expr *E);

/// \returns what \p E, a glvalue or a pointer, names or points to, as the
/// expression is written where it is converted to a base class, without such
/// conversions: instead of a reference or constant pointer, its initializer.
const Expr *findSource(const Expr *E);

/// \returns the variable that the pointer \p E points to, or of which it points
/// to a base class, if it is an element of a constant array or a member of a
/// constant; null if it is not, or not known.
const VarDecl *getVariableOfElement(const ASTContext &Context, const Expr *E);

/// \returns the offset of the subobject of class \p Base in a complete object
/// of class \p RD; none if there is no such subobject, or several.
std::optional<CharUnits> getBaseOffset(ASTContext &Context,
                                       const CXXRecordDecl *RD,
                                       const CXXRecordDecl *Base);

} // namespace CodeGen
} // namespace clang

#endif // LLVM_CLANG_LIB_CODEGEN_NAMEDOBJECTS_H
