//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantMembers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

static bool isConstant(QualType T) {
  return T->isReferenceType() || (T->isPointerType() && T.isConstQualified() &&
                                  !T.isVolatileQualified());
}

/// \returns whether no object of \p RD begins but by one of its constructors.
static bool needsConstructor(const CXXRecordDecl *RD) {
  return !RD->isUnion() && !RD->isLambda() && !RD->isAggregate() &&
         !RD->isAnonymousStructOrUnion() &&
         (!RD->hasTrivialDestructor() || (!RD->hasTrivialCopyConstructor() &&
                                          !RD->hasTrivialMoveConstructor()));
}

static bool hasConstructorTemplate(const CXXRecordDecl *RD) {
  return llvm::any_of(RD->decls(), [](const Decl *D) {
    const auto *Template = dyn_cast<FunctionTemplateDecl>(D);
    return Template && isa<CXXConstructorDecl>(Template->getTemplatedDecl());
  });
}

/// \returns \p E without what does not change the object.
static const Expr *getOperand(const Expr *E) {
  while (true) {
    const Expr *Inner = E->IgnoreParenBaseCasts();
    if (const auto *Full = dyn_cast<FullExpr>(Inner))
      Inner = Full->getSubExpr();
    else if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(Inner))
      Inner = Default->getExpr();
    else if (const auto *List = dyn_cast<InitListExpr>(Inner);
             List && List->getNumInits() == 1)
      Inner = List->getInit(0);
    if (Inner == E)
      return E;
    E = Inner;
  }
}

/// \returns the class of the object that \p E makes; null if it does not.
static const CXXRecordDecl *getClassOfNew(const Expr *E) {
  E = getOperand(E);
  if (const auto *Dereference = dyn_cast<UnaryOperator>(E);
      Dereference && Dereference->getOpcode() == UO_Deref)
    E = getOperand(Dereference->getSubExpr());
  const auto *New = dyn_cast<CXXNewExpr>(E);
  return New && !New->isArray() ? New->getAllocatedType()->getAsCXXRecordDecl()
                                : nullptr;
}

/// \returns whether \p RD has constructors of a base class. They appear among
/// its own only where one is used, and initialize members as their declarations
/// say.
static bool inheritsConstructors(const CXXRecordDecl *RD) {
  return llvm::any_of(RD->decls(), llvm::IsaPred<ConstructorUsingShadowDecl>);
}

/// \returns what \p Constructor initializes \p Field with; null if it does not.
static const Expr *getInitializer(const CXXConstructorDecl &Constructor,
                                  const FieldDecl *Field) {
  for (const CXXCtorInitializer *Init : Constructor.inits())
    if (Init->isAnyMemberInitializer() && Init->getAnyMember() == Field)
      return Init->getInit();
  return nullptr;
}

const CXXRecordDecl *
CodeGen::getClassOfConstantMember(const ASTContext &Context,
                                  const FieldDecl *Field) {
  const auto *RD = dyn_cast<CXXRecordDecl>(Field->getParent());
  if (!RD || !RD->hasDefinition() || !isConstant(Field->getType()) ||
      !needsConstructor(RD) || hasConstructorTemplate(RD))
    return nullptr;
  const CXXRecordDecl *Class = nullptr;
  // Returns whether it may be what the others are.
  auto Add = [&](const Expr *Init) {
    if (!Init)
      return false;
    if (Init->IgnoreParenImpCasts()->isNullPointerConstant(
            const_cast<ASTContext &>(Context),
            Expr::NPC_ValueDependentIsNotNull))
      return true;
    const CXXRecordDecl *Made = getClassOfNew(Init);
    if (!Made ||
        (Class && Class->getCanonicalDecl() != Made->getCanonicalDecl()))
      return false;
    Class = Made;
    return true;
  };
  if (inheritsConstructors(RD) && !Add(Field->getInClassInitializer()))
    return nullptr;
  for (const CXXConstructorDecl *Constructor : RD->ctors()) {
    if (Constructor->isDeleted() || Constructor->isInheritingConstructor() ||
        (Constructor->isCopyOrMoveConstructor() &&
         !Constructor->isUserProvided()))
      continue;
    const FunctionDecl *Definition = nullptr;
    if (!Constructor->isDefined(Definition) || !Definition->hasBody())
      return nullptr;
    const auto &Defined = *cast<CXXConstructorDecl>(Definition);
    if (!Defined.isDelegatingConstructor() &&
        !Add(getInitializer(Defined, Field)))
      return nullptr;
  }
  return Class;
}
