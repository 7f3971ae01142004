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
#include "CGCall.h"
#include "CodeGenFunction.h"
#include "CodeGenModule.h"
#include "ConstantMembers.h"
#include "NamedObjects.h"
#include "QuietConstruction.h"
#include "VariableClasses.h"
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

/// \returns whether \p F is certain to be what this file has of it.
static bool isOfThisFile(CodeGenFunction &CGF, const FunctionDecl *F) {
  return F && F->isDefined() && !F->hasAttr<WeakAttr>();
}

/// \returns whether only one file has the vtable of \p RD, with its key
/// function.
static bool isInOneFile(CodeGenModule &CGM, const CXXRecordDecl *RD) {
  return CGM.getVTables().isVTableExternal(RD) ||
         CGM.getVTableLinkage(RD) == llvm::GlobalValue::ExternalLinkage;
}

bool CodeGen::mayAssumeConstructedType(CodeGenFunction &CGF,
                                       const CXXConstructorDecl *Constructor) {
  const CXXRecordDecl *RD = Constructor->getParent();
  return mayAssumeVTables(CGF.CGM, RD) &&
         (hasUniqueVTable(CGF.CGM, RD) || isInOneFile(CGF.CGM, RD) ||
          isOfThisFile(CGF, Constructor) || Constructor->isDefaulted());
}

/// Says what the vtable pointers are of the complete object of type \p T at \p
/// Object. Whoever has made it, perhaps in another linkage unit, may have used
/// another copy of the vtable.
static void assumeTypeOfNewObject(CodeGenFunction &CGF, QualType T,
                                  Address Object) {
  const CXXRecordDecl *RD = getAssumedClass(CGF, T);
  if (RD && CGF.HaveInsertPoint() && hasUniqueVTable(CGF.CGM, RD))
    CGF.EmitVTableAssumptionLoads(RD, Object);
}

void CodeGen::assumeTypeOfResult(CodeGenFunction &CGF, const CallExpr *Call,
                                 Address Object) {
  assumeTypeOfNewObject(CGF, Call->getType(), Object);
}

void CodeGen::assumeTypeOfParameter(CodeGenFunction &CGF, QualType T,
                                    Address Object) {
  assumeTypeOfNewObject(CGF, T, Object);
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

/// \returns the class of the complete object that the pointer \p E points to if
/// it is an element of a constant array; null if it is not, or not known.
static const CXXRecordDecl *getClassOfElement(CodeGenFunction &CGF,
                                              const Expr *E) {
  const VarDecl *Var = getVariableOfElement(CGF.getContext(), E);
  const CXXRecordDecl *RD =
      Var ? getAssumedClass(CGF, Var->getType()) : nullptr;
  return RD && hasUniqueVTable(CGF.CGM, RD) ? RD : nullptr;
}

/// \returns the class of the complete object that \p E names or points to if it
/// is a data member that refers to objects of one class; null if it is not.
static const CXXRecordDecl *getClassOfMember(CodeGenFunction &CGF,
                                             const Expr *E) {
  if (const auto *Load = dyn_cast<ImplicitCastExpr>(E);
      Load && Load->getCastKind() == CK_LValueToRValue)
    E = Load->getSubExpr()->IgnoreParens();
  const auto *Member = dyn_cast<MemberExpr>(E);
  const auto *Field =
      Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!Field || isInUnion(Member))
    return nullptr;
  const CXXRecordDecl *RD = getClassOfConstantMember(CGF.getContext(), Field);
  if (RD)
    RD = getAssumedClass(CGF, CGF.getContext().getCanonicalTagType(RD));
  // The constructor that has run may be that of another linkage unit.
  const auto *Parent = cast<CXXRecordDecl>(Field->getParent());
  return RD && (hasUniqueVTable(CGF.CGM, Parent) ||
                hasUniqueVTable(CGF.CGM, RD))
             ? RD
             : nullptr;
}

/// \returns the most derived class of the object that \p E names, or points to,
/// without its conversions to base classes; null if that is not known.
static const CXXRecordDecl *getKnownClass(CodeGenFunction &CGF, const Expr *E,
                                          bool MayBeNull) {
  if (!CGF.HaveInsertPoint() || isPartOfConstruction(CGF))
    return nullptr;
  // Addresses may be handed on before and after there is something. That it is
  // converted to a base class shows that there is, but only where that is.
  const Expr *Inner = MayBeNull ? E->IgnoreParenBaseCasts() : findSource(E);
  if (!MayBeNull)
    for (auto *Find : {getClassOfElement, getClassOfMember})
      if (const CXXRecordDecl *RD = Find(CGF, Inner))
        return areBasesQuiet(CGF.getContext(), RD) ? RD : nullptr;
  const bool IsPointer = Inner->getType()->isPointerType();
  bool IsAddress = false;
  if (IsPointer) {
    const auto *AddressOf = dyn_cast<UnaryOperator>(Inner);
    IsAddress = AddressOf && AddressOf->getOpcode() == UO_AddrOf;
    if (IsAddress)
      Inner = AddressOf->getSubExpr()->IgnoreParens();
    else if (MayBeNull && !isa<CXXThisExpr>(Inner))
      return nullptr;
  }
  const CXXRecordDecl *RD = getAssumedClass(
      CGF, IsPointer && !IsAddress ? Inner->getType()->getPointeeType()
                                   : Inner->getType());
  // The constructor that has run may be that of another linkage unit, and
  // another unit may have made a new object of the class there.
  if (!RD || !hasUniqueVTable(CGF.CGM, RD))
    return nullptr;
  // The address of what is at the end of an array, or at null.
  const bool MayBeNone = IsAddress && (isa<ArraySubscriptExpr>(Inner) ||
                                       isa<UnaryOperator>(Inner));
  const bool IsKnown =
      (RD->isEffectivelyFinal() && !MayBeNone) ||
      ((!IsPointer || IsAddress) &&
       namesCompleteObject(CGF.getContext(), Inner, IsAddress));
  return IsKnown && areBasesQuiet(CGF.getContext(), RD) ? RD : nullptr;
}

/// Says what the vtable pointers are in the subobject of class \p Base, at
/// \p Object, of a complete object of class \p RD.
static void assumeSubobject(CodeGenFunction &CGF, const CXXRecordDecl *RD,
                            const CXXRecordDecl *Base, Address Object) {
  Base = Base->getDefinition();
  if (Base == RD)
    return CGF.EmitVTableAssumptionLoads(RD, Object);
  if (!Base || !Base->isDynamicClass())
    return;
  ASTContext &Context = CGF.getContext();
  const std::optional<CharUnits> Begin = getBaseOffset(Context, RD, Base);
  if (!Begin)
    return;
  const CharUnits Offset = *Begin;
  const CharUnits End =
      Offset + Context.getASTRecordLayout(Base).getNonVirtualSize();
  for (const CodeGenFunction::VPtr &VPtr : CGF.getVTablePointers(RD)) {
    const CharUnits At = VPtr.Base.getBaseOffset();
    if (At < Offset || At >= End)
      continue;
    llvm::Constant *Point =
        CGF.CGM.getCXXABI().getVTableAddressPoint(VPtr.Base, VPtr.VTableClass);
    Address Pointer = CGF.Builder.CreateConstInBoundsByteGEP(
        Object.withElementType(CGF.Int8Ty), At - Offset);
    llvm::Value *Loaded =
        CGF.GetVTablePtr(Pointer, Point->getType(), VPtr.Base.getBase());
    CGF.Builder.CreateAssumption(
        CGF.Builder.CreateICmpEQ(Loaded, Point, "cmp.vtables"));
  }
}

static const CXXRecordDecl *getStaticClass(const Expr *E) {
  QualType T = E->getType();
  return T->isPointerType() ? T->getPointeeCXXRecordDecl()
                            : T->getAsCXXRecordDecl();
}

/// \returns whether the subobject of class \p Base has the first vtable pointer
/// of an object of class \p RD.
static bool sharesVTablePointer(ASTContext &Context, const CXXRecordDecl *RD,
                                const CXXRecordDecl *Base) {
  while (RD != Base) {
    const ASTRecordLayout &Layout = Context.getASTRecordLayout(RD);
    RD = Layout.getPrimaryBase();
    if (!RD || Layout.isPrimaryBaseVirtual())
      return false;
    RD = RD->getDefinition();
  }
  return true;
}

/// \returns the class that \p E has before it is converted to the class \p
/// Base, if only this file can know that class, and the subobject of class \p
/// Base has its vtable pointer; null otherwise.
static const CXXRecordDecl *getClosedClass(CodeGenFunction &CGF, const Expr *E,
                                           const CXXRecordDecl *Base) {
  const CXXRecordDecl *RD = getStaticClass(E->IgnoreParenBaseCasts());
  if (!asksForDevirtualization(CGF.CGM.getCodeGenOpts()) || !RD || !Base ||
      !RD->hasDefinition() || RD->isExternallyVisible())
    return nullptr;
  RD = RD->getDefinition();
  Base = Base->getDefinition();
  return RD != Base && Base && Base->isDynamicClass() &&
                 mayAssumeVTables(CGF.CGM, RD) &&
                 sharesVTablePointer(CGF.getContext(), RD, Base)
             ? RD
             : nullptr;
}

/// Assumes that \p VTable is a vtable of class \p RD or of one derived from it.
static void assumeTest(CodeGenFunction &CGF, const CXXRecordDecl *RD,
                       llvm::Value *VTable) {
  llvm::Metadata *Type = CGF.CGM.CreateMetadataIdentifierForType(
      CGF.getContext().getCanonicalTagType(RD));
  llvm::Value *Operands[] = {
      VTable, llvm::MetadataAsValue::get(CGF.getLLVMContext(), Type)};
  CGF.Builder.CreateAssumption(CGF.Builder.CreateCall(
      CGF.CGM.getIntrinsic(llvm::Intrinsic::type_test), Operands));
}

Address CodeGen::assumeTypeOfCalledObject(CodeGenFunction &CGF, const Expr *E,
                                          const CXXMethodDecl *Method,
                                          Address Object) {
  if ((Method->isVirtual() || Method->isDefined()) && !Object.isSigned())
    Object =
        Object.withPointer(emitNamedObject(CGF, E, Object.emitRawPointer(CGF)),
                           Object.isKnownNonNull());
  const CXXRecordDecl *Base = getStaticClass(E);
  if (const CXXRecordDecl *RD = getKnownClass(CGF, E, /*MayBeNull=*/false)) {
    assumeSubobject(CGF, RD, Base, Object);
    return Object;
  }
  const CXXRecordDecl *RD = getClosedClass(CGF, E, Base);
  if (RD && CGF.HaveInsertPoint() && !isPartOfConstruction(CGF) &&
      areBasesQuiet(CGF.getContext(), RD))
    assumeTest(CGF, RD,
               CGF.GetVTablePtr(Object, CGF.CGM.GlobalsInt8PtrTy, Base));
  return Object;
}

void CodeGen::assumeTypeOfArgument(CodeGenFunction &CGF, const Decl *Callee,
                                   const Expr *E, CallArg &Argument) {
  // What is handed to a constructor may be what is made next.
  if (isa_and_nonnull<CXXConstructorDecl>(Callee) ||
      !Argument.getKnownRValue().isScalar() ||
      !(E->isGLValue() || E->getType()->isPointerType()))
    return;
  const CXXRecordDecl *Base = getStaticClass(E);
  if (!Base || !Base->hasDefinition() || !Base->isDynamicClass())
    return;
  const CXXRecordDecl *RD = getKnownClass(CGF, E, /*MayBeNull=*/true);
  if (!RD || RD == Base->getDefinition())
    return;
  llvm::Value *Object = Argument.getKnownRValue().getScalarVal();
  if (isa<llvm::Constant>(Object)) {
    Object = CGF.Builder.CreateLaunderInvariantGroup(Object);
    Argument.setRValue(RValue::get(Object));
  }
  QualType T = E->getType();
  assumeSubobject(CGF, RD, Base,
                  CGF.makeNaturalAddressForPointer(
                      Object, T->isPointerType() ? T->getPointeeType() : T));
}

void CodeGen::assumeTypeOfDeletedObject(CodeGenFunction &CGF,
                                        const CXXDeleteExpr *E,
                                        Address Object) {
  const Expr *Operand = E->getArgument();
  const CXXRecordDecl *RD = getKnownClass(CGF, Operand, /*MayBeNull=*/false);
  if (RD && RD->isEffectivelyFinal())
    assumeSubobject(CGF, RD, getStaticClass(Operand), Object);
}

void CodeGen::testClassOfReceiver(CodeGenFunction &CGF, const CallExpr *Call,
                                  const CGCallee &Callee) {
  const auto *MemberCall = dyn_cast_or_null<CXXMemberCallExpr>(Call);
  const CXXMethodDecl *Method =
      MemberCall ? MemberCall->getMethodDecl() : nullptr;
  const CXXRecordDecl *RD =
      Method ? getClosedClass(CGF, MemberCall->getImplicitObjectArgument(),
                              Method->getParent())
             : nullptr;
  if (!RD)
    return;
  const auto *Slot = dyn_cast<llvm::LoadInst>(Callee.getFunctionPointer());
  const llvm::Value *VTable =
      Slot ? Slot->getPointerOperand()->stripInBoundsConstantOffsets()
           : nullptr;
  if (isa_and_nonnull<llvm::LoadInst>(VTable))
    assumeTest(CGF, RD, const_cast<llvm::Value *>(VTable));
}
