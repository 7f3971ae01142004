//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableClasses.h"
#include "AssumedVTables.h"
#include "CGCXXABI.h"
#include "CodeGenFunction.h"
#include "CodeGenModule.h"
#include "NamedObjects.h"
#include "QuietConstruction.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/VTableBuilder.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/Analysis/ObjectVTables.h"

using namespace clang;
using namespace CodeGen;

/// How many vtable pointers of an object are described.
static constexpr size_t MaxVTables = 16;

/// \returns whether \p RD has virtual functions but the destructor.
static bool hasVirtualMethods(const CXXRecordDecl *RD) {
  return llvm::any_of(RD->methods(),
                      [](const CXXMethodDecl *M) {
                        return M->isVirtual() && !isa<CXXDestructorDecl>(M);
                      }) ||
         llvm::any_of(RD->bases(), [](const CXXBaseSpecifier &Base) {
           return hasVirtualMethods(Base.getType()->getAsCXXRecordDecl());
         });
}

/// \returns the vtable pointers of a complete object of class \p RD that is at
/// \p Offset; none if they are not known, or are too many.
static SmallVector<llvm::ObjectVTable, 4>
getVTables(CodeGenModule &CGM, const CXXRecordDecl *RD, CharUnits Offset) {
  ASTContext &Context = CGM.getContext();
  SmallVector<llvm::ObjectVTable, 4> Found;
  if (!RD->isDynamicClass() || !hasVirtualMethods(RD) ||
      !mayAssumeVTables(CGM, RD) || !areBasesQuiet(Context, RD))
    return {};
  const VTableLayout &Layout =
      CGM.getItaniumVTableContext().getVTableLayout(RD);
  llvm::GlobalVariable *VTable =
      CGM.getCXXABI().getAddrOfVTable(RD, CharUnits());
  const uint64_t SlotSize =
      CGM.getDataLayout().getTypeAllocSize(CGM.GlobalsInt8PtrTy);
  for (const auto &[Base, Point] : Layout.getAddressPoints()) {
    // A base class at several places has a vtable pointer at each of them.
    const int64_t At = (Offset + Base.getBaseOffset()).getQuantity();
    if (llvm::any_of(Found, [&](const llvm::ObjectVTable &Known) {
          return Known.Offset == At;
        }))
      continue;
    Found.push_back(
        {At, VTable,
         (Layout.getVTableOffset(Point.VTableIndex) + Point.AddressPointIndex) *
             SlotSize,
         hasUniqueVTable(CGM, RD)});
  }
  // The address points come in the order of a hash.
  llvm::sort(Found,
             [](const auto &A, const auto &B) { return A.Offset < B.Offset; });
  if (Found.size() > MaxVTables)
    Found.clear();
  return Found;
}

/// \returns whether classes are described at all.
static bool describesClasses(CodeGenModule &CGM) {
  return asksForDevirtualization(CGM.getCodeGenOpts()) &&
         CGM.getLangOpts().CPlusPlus &&
         CGM.getTarget().getCXXABI().isItaniumFamily() &&
         !CGM.getItaniumVTableContext().isRelativeLayout();
}

/// \returns whether the optimizer sees what is in \p Var, which never changes.
static bool isKnownConstant(const ASTContext &Context, const VarDecl &Var) {
  // Without an initializer, the type may be incomplete.
  return Var.getAnyInitializer() &&
         Var.getType().isConstantStorage(
             Context, /*ExcludeCtor=*/true,
             /*ExcludeDtor=*/Var.needsDestruction(Context) ==
                 QualType::DK_none) &&
         Var.hasConstantInitialization();
}

namespace {

/// An object that has a name.
struct NamedObject {
  const VarDecl *Var;
  /// Of the object, which is the variable or a part of it.
  QualType Type;
};

} // namespace

/// \returns the object that \p E, a glvalue or a pointer, names or points to,
/// if the name is an expression.
static std::optional<NamedObject> findNamedObject(const ASTContext &Context,
                                                  const Expr *E) {
  const auto *AddressOf = dyn_cast<UnaryOperator>(E);
  const bool IsAddress =
      !E->isGLValue() && AddressOf && AddressOf->getOpcode() == UO_AddrOf;
  if (IsAddress)
    E = AddressOf->getSubExpr()->IgnoreParens();
  if (!E->isGLValue()) {
    const VarDecl *Var = getVariableOfElement(Context, E);
    return Var && !Var->isWeak()
               ? std::optional(NamedObject{Var, Var->getType()})
               : std::nullopt;
  }
  const VarDecl *Var = namesCompleteObject(Context, E, IsAddress)
                           ? getNamedVariable(E)
                           : nullptr;
  return Var ? std::optional(NamedObject{Var, E->getType()}) : std::nullopt;
}

llvm::Value *CodeGen::emitNamedObject(CodeGenFunction &CGF, const Expr *E,
                                      llvm::Value *Pointer) {
  CodeGenModule &CGM = CGF.CGM;
  ASTContext &Context = CGM.getContext();
  if (!CGM.getCodeGenOpts().StrictVTablePointers || !CGF.HaveInsertPoint() ||
      !describesClasses(CGM) ||
      (CGF.CurFuncDecl && CGF.CurFuncDecl->hasAttr<OptimizeNoneAttr>()))
    return Pointer;
  // A pointer that was made from a name is one already. But clang may use the
  // constant by which a reference or a pointer was initialized.
  const auto Object = findNamedObject(Context, isa<llvm::Constant>(Pointer)
                                                   ? findSource(E)
                                                   : E->IgnoreParenBaseCasts());
  if (!Object || !Object->Var->hasGlobalStorage() ||
      Object->Type.isVolatileQualified() ||
      isKnownConstant(Context, *Object->Var))
    return Pointer;
  const QualType ToType =
      E->isGLValue() ? E->getType() : E->getType()->getPointeeType();
  const CXXRecordDecl *RD = Object->Type->getAsCXXRecordDecl();
  const CXXRecordDecl *To = ToType->getAsCXXRecordDecl();
  if (!RD || !RD->hasDefinition() || !To || !To->hasDefinition())
    return Pointer;
  RD = RD->getDefinition();
  const std::optional<CharUnits> Offset =
      getBaseOffset(Context, RD, To->getDefinition());
  if (!Offset)
    return Pointer;
  const auto VTables = getVTables(CGM, RD, -*Offset);
  if (VTables.empty())
    return Pointer;
  auto *Named =
      cast<llvm::CallBase>(CGF.Builder.CreateLaunderInvariantGroup(Pointer));
  llvm::setObjectVTables(*Named, VTables);
  // If two paths name objects, one barrier after them would not say which.
  Named->addFnAttr(llvm::Attribute::NoMerge);
  return Named;
}
