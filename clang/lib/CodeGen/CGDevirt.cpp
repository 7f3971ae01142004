//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Facts about the vtable pointers of objects.
///
//===----------------------------------------------------------------------===//

#include "CGDevirt.h"
#include "AssumedVTables.h"
#include "CGCXXABI.h"
#include "CodeGenFunction.h"
#include "CodeGenModule.h"
#include "QuietConstruction.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;
using namespace CodeGen;

/// \returns the class of the complete object of type \p T if it has vtable
/// pointers that may be assumed.
static const CXXRecordDecl *getAssumedClass(CodeGenFunction &CGF, QualType T) {
  if (T.isVolatileQualified())
    return nullptr;
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !RD->hasDefinition() || !RD->isDynamicClass() ||
      !mayAssumeVTables(CGF.CGM, RD))
    return nullptr;
  return RD->getDefinition();
}

void CodeGen::assumeTypeOfNewObject(CodeGenFunction &CGF, QualType T,
                                    Address Object) {
  if (const CXXRecordDecl *RD = getAssumedClass(CGF, T))
    if (CGF.HaveInsertPoint())
      CGF.EmitVTableAssumptionLoads(RD, Object);
}

/// \returns whether the code that is emitted may run before the members and
/// bases of an object are made, or after they are gone.
static bool isPartOfConstruction(CodeGenFunction &CGF) {
  const Decl *D = CGF.CurCodeDecl;
  if (!D)
    return true;
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(D))
    return true;
  for (const DeclContext *DC = D->getDeclContext(); DC && !DC->isFileContext();
       DC = DC->getParent()) {
    if (isa<CXXConstructorDecl, CXXDestructorDecl>(DC))
      return true;
    // A lambda in the initializer of a data member.
    if (const auto *RD = dyn_cast<CXXRecordDecl>(DC))
      if (RD->isLambda() &&
          isa_and_nonnull<FieldDecl>(RD->getLambdaContextDecl()))
        return true;
  }
  return false;
}

/// \returns the variable, member or array that \p E names as a whole or an
/// element of which it names; null if it is anything else.
static const ValueDecl *getNamedObject(const Expr *E, bool &IsElement) {
  IsElement = false;
  while (true) {
    E = E->IgnoreParens();
    if (const auto *Cast = dyn_cast<CastExpr>(E)) {
      // Qualifiers, and the decay of an array.
      if (Cast->getCastKind() != CK_NoOp &&
          Cast->getCastKind() != CK_ArrayToPointerDecay)
        return nullptr;
      E = Cast->getSubExpr();
      continue;
    }
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
      const Expr *Array = Subscript->getBase()->IgnoreParens();
      const auto *Decay = dyn_cast<ImplicitCastExpr>(Array);
      if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
        return nullptr;
      IsElement = true;
      E = Decay->getSubExpr();
      continue;
    }
    break;
  }
  const ValueDecl *Named = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    Named = dyn_cast<VarDecl>(Ref->getDecl());
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    Named = Member->getMemberDecl();
  return Named && !Named->getType()->isReferenceType() ? Named : nullptr;
}

/// \returns whether \p E names an object that is no base class subobject.
static bool namesCompleteObject(const Expr *E) {
  bool IsElement;
  const ValueDecl *Named = getNamedObject(E, IsElement);
  if (!Named)
    return false;
  if (const auto *Var = dyn_cast<VarDecl>(Named))
    // The facts about other variables stand where they are made.
    return Var->hasGlobalStorage() || (IsElement && !isa<ParmVarDecl>(Var));
  const auto *Field = dyn_cast<FieldDecl>(Named);
  // Which member of a union is alive nobody knows.
  return Field && !Field->getParent()->isUnion() &&
         !Field->getParent()->isAnonymousStructOrUnion();
}

void CodeGen::assumeTypeOfNamedObject(CodeGenFunction &CGF, const Expr *E,
                                      Address Object, bool MayBeNull) {
  const bool IsPointer = E->getType()->isPointerType();
  const CXXRecordDecl *RD = getAssumedClass(
      CGF, IsPointer ? E->getType()->getPointeeType() : E->getType());
  if (!RD || !CGF.HaveInsertPoint() || isPartOfConstruction(CGF))
    return;
  E = E->IgnoreParens();
  if (IsPointer) {
    const auto *AddressOf = dyn_cast<UnaryOperator>(E);
    if (AddressOf && AddressOf->getOpcode() == UO_AddrOf)
      E = AddressOf->getSubExpr();
    else if (MayBeNull || !RD->isEffectivelyFinal())
      return;
  }
  if (!RD->isEffectivelyFinal() && !namesCompleteObject(E))
    return;
  if (areBasesQuiet(CGF.getContext(), RD))
    CGF.EmitVTableAssumptionLoads(RD, Object);
}

void CodeGen::assumeTypeOfDeletedObject(CodeGenFunction &CGF,
                                        const CXXDeleteExpr *E,
                                        Address Object) {
  const Expr *Operand = E->getArgument();
  const CXXRecordDecl *Base = Operand->getType()->getPointeeCXXRecordDecl();
  const Expr *Inner = Operand->IgnoreParenBaseCasts();
  const CXXRecordDecl *RD =
      Inner->getType()->isPointerType()
          ? getAssumedClass(CGF, Inner->getType()->getPointeeType())
          : nullptr;
  if (!RD || !RD->isEffectivelyFinal() || isPartOfConstruction(CGF) ||
      !areBasesQuiet(CGF.getContext(), RD))
    return;

  CXXBasePaths Paths;
  if (!RD->isDerivedFrom(Base, Paths) ||
      Paths.isAmbiguous(CGF.getContext().getCanonicalTagType(Base)))
    return;
  // The object is complete, so that the offsets of its virtual bases are known.
  CharUnits Offset;
  for (const CXXBasePathElement &Step : Paths.front()) {
    const CXXRecordDecl *To = Step.Base->getType()->getAsCXXRecordDecl();
    if (Step.Base->isVirtual())
      Offset = CGF.getContext().getASTRecordLayout(RD).getVBaseClassOffset(To);
    else
      Offset += CGF.getContext()
                    .getASTRecordLayout(Step.Class)
                    .getBaseClassOffset(To);
  }
  for (const CodeGenFunction::VPtr &VPtr : CGF.getVTablePointers(RD)) {
    if (VPtr.Base.getBaseOffset() != Offset)
      continue;
    llvm::Constant *Point =
        CGF.CGM.getCXXABI().getVTableAddressPoint(VPtr.Base, VPtr.VTableClass);
    llvm::Value *Loaded = CGF.GetVTablePtr(Object, Point->getType(), Base);
    CGF.Builder.CreateAssumption(
        CGF.Builder.CreateICmpEQ(Loaded, Point, "cmp.vtables"));
    return;
  }
}
