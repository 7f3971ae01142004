//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Expressions that name objects, or tell who has made them.
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

/// \returns whether the variable \p Var is one of this file, so that its
/// constructor is called here.
bool isVariableOfThisFile(CodeGenModule &CGM, const VarDecl *Var);

/// \returns whether code of this file has made the object that \p E names: \p E
/// is a variable of this file, or a part of one.
bool isMadeHere(CodeGenModule &CGM, const Expr *E);

/// \returns what \p E, a glvalue or a pointer, names or points to, as the
/// expression is written where it is converted to a base class, without such
/// conversions: instead of a reference or constant pointer, its initializer.
const Expr *findSource(const Expr *E);

/// \returns the offset of the subobject of class \p Base in a complete object
/// of class \p RD; none if there is no such subobject, or several.
std::optional<CharUnits> getBaseOffset(ASTContext &Context,
                                       const CXXRecordDecl *RD,
                                       const CXXRecordDecl *Base);

} // namespace CodeGen
} // namespace clang

#endif // LLVM_CLANG_LIB_CODEGEN_NAMEDOBJECTS_H
