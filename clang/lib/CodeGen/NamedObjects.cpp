//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedObjects.h"
#include "CodeGenModule.h"
#include "clang/AST/APValue.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;
using namespace CodeGen;

bool CodeGen::hasUniqueVTable(CodeGenModule &CGM, const CXXRecordDecl *RD) {
  return !RD->isExternallyVisible() ||
         (CGM.getCodeGenOpts().WholeProgramVTables &&
          CGM.HasHiddenLTOVisibility(RD));
}

bool CodeGen::isInUnion(const MemberExpr *Member) {
  const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
  if (Field && Field->getParent()->isUnion())
    return true;
  const auto *Outer =
      dyn_cast<MemberExpr>(Member->getBase()->IgnoreParenCasts());
  return !Member->isArrow() && Outer && isInUnion(Outer);
}

/// \returns whether \p E, which names the element of an array if \p Array is
/// one, may point past the last element.
static bool mayBePastEnd(const ASTContext &Context, const Expr *Array,
                         const Expr *Index) {
  const auto *T = Context.getAsConstantArrayType(Array->getType());
  std::optional<llvm::APSInt> Value = Index->getIntegerConstantExpr(Context);
  return !T || !Value || Value->isNegative() ||
         Value->getLimitedValue() >= T->getZExtSize();
}

bool CodeGen::namesCompleteObject(const ASTContext &Context, const Expr *E,
                                  bool IsAddress) {
  bool IsElement = false;
  while (true) {
    E = E->IgnoreParens();
    const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
    if (!Subscript)
      break;
    const auto *Decay =
        dyn_cast<ImplicitCastExpr>(Subscript->getBase()->IgnoreParens());
    if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
      return false;
    E = Decay->getSubExpr();
    IsElement = true;
    if (IsAddress && mayBePastEnd(Context, E, Subscript->getIdx()))
      return false;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    // The facts about other variables stand where they are made. What is weak
    // may not exist.
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var && !Var->getType()->isReferenceType() && !Var->isWeak() &&
           (Var->hasGlobalStorage() || (IsElement && !isa<ParmVarDecl>(Var)));
  }
  const auto *Member = dyn_cast<MemberExpr>(E);
  return Member && isa<FieldDecl>(Member->getMemberDecl()) &&
         !Member->getMemberDecl()->getType()->isReferenceType() &&
         !isInUnion(Member);
}

/// \returns what \p E, without conversions to base classes, names or points to
/// if it is a reference or a constant pointer with an initializer; null
/// otherwise.
static const Expr *getInitializer(const Expr *E) {
  if (const auto *Load = dyn_cast<ImplicitCastExpr>(E);
      Load && Load->getCastKind() == CK_LValueToRValue)
    E = Load->getSubExpr()->IgnoreParens();
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  // A lambda may have a copy of what a reference refers to, and other files may
  // have another weak variable.
  if (!Var || isa<ParmVarDecl>(Var) || Var->isWeak() ||
      (Ref->refersToEnclosingVariableOrCapture() &&
       Ref->isNonOdrUse() == NOUR_None) ||
      !(Var->getType()->isReferenceType() ||
        (Var->getType()->isPointerType() && Var->getType().isConstQualified() &&
         !Var->getType().isVolatileQualified())))
    return nullptr;
  return Var->getAnyInitializer();
}

const Expr *CodeGen::findSource(const Expr *E) {
  constexpr unsigned MaxReferences = 4;
  for (unsigned I = 0; I != MaxReferences; ++I) {
    E = E->IgnoreParenBaseCasts();
    const Expr *Init = getInitializer(E);
    if (!Init)
      return E;
    E = Init;
  }
  return E->IgnoreParenBaseCasts();
}

const VarDecl *CodeGen::getVariableOfElement(const ASTContext &Context,
                                             const Expr *E) {
  const auto *Load = dyn_cast<ImplicitCastExpr>(E);
  if (!Load || Load->getCastKind() != CK_LValueToRValue ||
      !E->getType()->isPointerType() ||
      !isa<ArraySubscriptExpr, MemberExpr>(
          Load->getSubExpr()->IgnoreParens()) ||
      !Load->getSubExpr()->getType().isConstQualified())
    return nullptr;
  Expr::EvalResult Result;
  if (!E->EvaluateAsRValue(Result, Context) || Result.HasSideEffects ||
      !Result.Val.isLValue() || Result.Val.isNullPointer() ||
      !Result.Val.hasLValuePath())
    return nullptr;
  const auto *Var = dyn_cast_or_null<VarDecl>(
      Result.Val.getLValueBase().dyn_cast<const ValueDecl *>());
  return !Var || llvm::any_of(Result.Val.getLValuePath(),
                              [](const APValue::LValuePathEntry &Step) {
                                return !isa_and_nonnull<CXXRecordDecl>(
                                    Step.getAsBaseOrMember().getPointer());
                              })
             ? nullptr
             : Var;
}

std::optional<CharUnits> CodeGen::getBaseOffset(ASTContext &Context,
                                                const CXXRecordDecl *RD,
                                                const CXXRecordDecl *Base) {
  if (RD == Base)
    return CharUnits::Zero();
  CXXBasePaths Paths;
  if (!RD->isDerivedFrom(Base, Paths) ||
      Paths.isAmbiguous(Context.getCanonicalTagType(Base)))
    return std::nullopt;
  // The object is complete, so that the offsets of its virtual bases are known.
  CharUnits Offset;
  for (const CXXBasePathElement &Step : Paths.front()) {
    const CXXRecordDecl *To = Step.Base->getType()->getAsCXXRecordDecl();
    if (Step.Base->isVirtual())
      Offset = Context.getASTRecordLayout(RD).getVBaseClassOffset(To);
    else
      Offset += Context.getASTRecordLayout(Step.Class).getBaseClassOffset(To);
  }
  return Offset;
}

const VarDecl *CodeGen::getNamedVariable(const Expr *E) {
  while (true) {
    E = E->IgnoreParenBaseCasts();
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
      const auto *Decay =
          dyn_cast<ImplicitCastExpr>(Subscript->getBase()->IgnoreParens());
      if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
        return nullptr;
      E = Decay->getSubExpr();
      continue;
    }
    const auto *Member = dyn_cast<MemberExpr>(E);
    if (!Member || !isa<FieldDecl>(Member->getMemberDecl()))
      break;
    if (Member->isArrow() || isInUnion(Member) ||
        Member->getMemberDecl()->getType()->isReferenceType())
      return nullptr;
    E = Member->getBase();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && !Var->getType()->isReferenceType() ? Var : nullptr;
}
