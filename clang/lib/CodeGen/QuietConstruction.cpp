//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Looks for calls in constructors and destructors of base classes.
///
//===----------------------------------------------------------------------===//

#include "QuietConstruction.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace {
class QuietClasses {
public:
  explicit QuietClasses(const ASTContext &Context) : Context(Context) {}

  bool areBasesQuiet(const CXXRecordDecl *RD) {
    return llvm::all_of(RD->bases(), [&](const CXXBaseSpecifier &Base) {
      const CXXRecordDecl *BaseDecl = Base.getType()->getAsCXXRecordDecl();
      return BaseDecl && isQuiet(BaseDecl);
    });
  }

  /// \returns whether constructors of \p RD call nothing before bases are made.
  bool areBaseInitializersQuiet(const CXXRecordDecl *RD);

private:
  /// \returns whether objects of class \p RD come and go without a call.
  bool isQuiet(const CXXRecordDecl *RD);
  bool isMemberQuiet(const FieldDecl *Field);
  bool isQuiet(const CXXConstructorDecl *Constructor);
  bool isQuiet(const CXXDestructorDecl *Destructor);
  bool isQuiet(const Stmt *S);
  bool areDefaultArgumentsQuiet(const CXXConstructorDecl *Constructor);

  const ASTContext &Context;
  /// How much is looked at.
  unsigned Budget = 400;
  /// What is known of classes; those under way count as not quiet.
  llvm::DenseMap<const CXXRecordDecl *, bool> Known;
};
} // namespace

/// \returns whether \p RD may have constructors that this translation unit does
/// not know.
static bool hasConstructorTemplate(const CXXRecordDecl *RD) {
  return llvm::any_of(RD->decls(), [](const Decl *D) {
    const auto *Template = dyn_cast<FunctionTemplateDecl>(D);
    return Template && isa<CXXConstructorDecl>(Template->getTemplatedDecl());
  });
}

bool QuietClasses::isQuiet(const CXXRecordDecl *RD) {
  RD = RD->getDefinition();
  if (!RD || RD->isDependentContext())
    return false;
  auto [Entry, IsNew] = Known.try_emplace(RD, false);
  if (!IsNew)
    return Entry->second;

  if (hasConstructorTemplate(RD))
    return false;

  bool Quiet =
      areBasesQuiet(RD) &&
      llvm::all_of(RD->fields(),
                   [&](const FieldDecl *F) { return isMemberQuiet(F); }) &&
      llvm::all_of(RD->ctors(),
                   [&](const CXXConstructorDecl *C) { return isQuiet(C); });
  if (Quiet && RD->getDestructor())
    Quiet = isQuiet(RD->getDestructor());
  Known[RD] = Quiet;
  return Quiet;
}

/// \returns whether nothing but an object of the class can be handed to
/// constructors of \p RD.
static bool takesNoArguments(const CXXRecordDecl *RD) {
  return llvm::all_of(RD->ctors(), [](const CXXConstructorDecl *C) {
    return C->getNumParams() == 0 || C->isCopyOrMoveConstructor();
  });
}

bool QuietClasses::areBaseInitializersQuiet(const CXXRecordDecl *RD) {
  if (hasConstructorTemplate(RD))
    return false;
  auto TakesNothing = [](const CXXBaseSpecifier &Base) {
    return takesNoArguments(Base.getType()->getAsCXXRecordDecl());
  };
  auto IsQuietHere = [&](const CXXConstructorDecl *Constructor) {
    const FunctionDecl *Definition = nullptr;
    if (Constructor->isDeleted() || !Constructor->isUserProvided())
      return true;
    if (!Constructor->getBody(Definition))
      return llvm::all_of(RD->bases(), TakesNothing) &&
             llvm::all_of(RD->vbases(), TakesNothing);
    // Another constructor of the class does what that does, but with what it
    // is handed.
    return llvm::all_of(
        cast<CXXConstructorDecl>(Definition)->inits(),
        [&](const CXXCtorInitializer *Init) {
          if (Init->isDelegatingInitializer())
            return llvm::all_of(Init->getInit()->IgnoreImplicit()->children(),
                                [&](const Stmt *S) { return isQuiet(S); });
          return !Init->isBaseInitializer() || isQuiet(Init->getInit());
        });
  };
  return llvm::all_of(RD->ctors(), IsQuietHere);
}

bool QuietClasses::isMemberQuiet(const FieldDecl *Field) {
  // That of a template is not there before a constructor needs it.
  if (Field->hasInClassInitializer() &&
      (!Field->getInClassInitializer() ||
       !isQuiet(Field->getInClassInitializer())))
    return false;
  QualType T = Context.getBaseElementType(Field->getType());
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  return !RD || isQuiet(RD);
}

/// \returns whether what \p Constructor takes if nobody hands it anything is
/// known, and calls nothing.
bool QuietClasses::areDefaultArgumentsQuiet(
    const CXXConstructorDecl *Constructor) {
  return llvm::all_of(Constructor->parameters(), [&](const ParmVarDecl *P) {
    return !P->hasDefaultArg() ||
           (!P->hasUninstantiatedDefaultArg() && !P->hasUnparsedDefaultArg() &&
            isQuiet(P->getDefaultArg()));
  });
}

bool QuietClasses::isQuiet(const CXXConstructorDecl *Constructor) {
  if (!areDefaultArgumentsQuiet(Constructor))
    return false;
  // Implicit ones do what the members and bases do.
  if (Constructor->isDeleted() || !Constructor->isUserProvided())
    return true;
  const FunctionDecl *Definition = nullptr;
  const Stmt *Body = Constructor->getBody(Definition);
  if (!Body || !isQuiet(Body))
    return false;
  return llvm::all_of(
      cast<CXXConstructorDecl>(Definition)->inits(),
      [&](const CXXCtorInitializer *Init) { return isQuiet(Init->getInit()); });
}

bool QuietClasses::isQuiet(const CXXDestructorDecl *Destructor) {
  if (Destructor->isDeleted() || !Destructor->isUserProvided())
    return true;
  const Stmt *Body = Destructor->getBody();
  return Body && isQuiet(Body);
}

/// \returns whether the first use of \p D may initialize it.
static bool isOfThread(const ValueDecl *D) {
  if (const auto *Binding = dyn_cast<BindingDecl>(D))
    D = Binding->getDecomposedDecl();
  const auto *Var = dyn_cast_or_null<VarDecl>(D);
  return Var && Var->getTLSKind() != VarDecl::TLS_None;
}

bool QuietClasses::isQuiet(const Stmt *S) {
  if (!S)
    return true;
  if (Budget == 0)
    return false;
  --Budget;
  switch (S->getStmtClass()) {
  default:
    return false;

  case Stmt::CXXConstructExprClass: {
    const CXXConstructorDecl *Constructor =
        cast<CXXConstructExpr>(S)->getConstructor();
    if (!Constructor->isTrivial() && !isQuiet(Constructor->getParent()))
      return false;
    break;
  }
  case Stmt::CXXDefaultArgExprClass:
    return isQuiet(cast<CXXDefaultArgExpr>(S)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return isQuiet(cast<CXXDefaultInitExpr>(S)->getExpr());

  case Stmt::DeclRefExprClass:
    return !isOfThread(cast<DeclRefExpr>(S)->getDecl());
  case Stmt::MemberExprClass:
    if (isOfThread(cast<MemberExpr>(S)->getMemberDecl()))
      return false;
    break;
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::StringLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::CXXThisExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::NullStmtClass:
    return true;

  case Stmt::CompoundStmtClass:
  case Stmt::IfStmtClass:
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::ConstantExprClass:
  case Stmt::SubstNonTypeTemplateParmExprClass:
  case Stmt::ParenExprClass:
  case Stmt::UnaryOperatorClass:
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
  case Stmt::ConditionalOperatorClass:
  case Stmt::ArraySubscriptExprClass:
  case Stmt::InitListExprClass:
  case Stmt::ExprWithCleanupsClass:
  case Stmt::MaterializeTemporaryExprClass:
    break;
  }
  return llvm::all_of(S->children(),
                      [&](const Stmt *Child) { return isQuiet(Child); });
}

bool CodeGen::areBasesQuiet(const ASTContext &Context,
                            const CXXRecordDecl *RD) {
  QuietClasses Classes(Context);
  return Classes.areBasesQuiet(RD) && Classes.areBaseInitializersQuiet(RD);
}
