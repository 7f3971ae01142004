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

namespace {

/// Finds the vtable pointers of an object.
class Description {
  CodeGenModule &CGM;
  ASTContext &Context;
  SmallVector<llvm::ObjectVTable, 4> Found;

  void addMembers(const CXXRecordDecl *RD, CharUnits Offset);

public:
  explicit Description(CodeGenModule &CGM)
      : CGM(CGM), Context(CGM.getContext()) {}

  /// Adds those of a complete object of class \p RD at \p Offset. If \p
  /// IsMadeHere, code of this file has made it.
  void addClass(const CXXRecordDecl *RD, CharUnits Offset, bool IsMadeHere);

  /// Adds those of the object of type \p T at \p Offset, and of its members and
  /// elements.
  void addObject(QualType T, CharUnits Offset, bool IsMadeHere);

  ArrayRef<llvm::ObjectVTable> vtables() const { return Found; }
};

} // namespace

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

void Description::addClass(const CXXRecordDecl *RD, CharUnits Offset,
                           bool IsMadeHere) {
  if (!RD->isDynamicClass() || !hasVirtualMethods(RD) ||
      !mayAssumeVTables(CGM, RD) || !areBasesQuiet(Context, RD))
    return;
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
         IsMadeHere || hasUniqueVTable(CGM, RD)});
  }
  // The address points come in the order of a hash.
  llvm::sort(Found,
             [](const auto &A, const auto &B) { return A.Offset < B.Offset; });
}

/// Adds the vtable pointers of the data members of \p RD and of its bases.
void Description::addMembers(const CXXRecordDecl *RD, CharUnits Offset) {
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(RD);
  for (const CXXBaseSpecifier &Base : RD->bases())
    if (!Base.isVirtual()) {
      const auto *BaseDecl = Base.getType()->getAsCXXRecordDecl();
      addMembers(BaseDecl, Offset + Layout.getBaseClassOffset(BaseDecl));
    }
  for (const FieldDecl *Field : RD->fields())
    if (!Field->isBitField())
      addObject(Field->getType(),
                Offset + Context.toCharUnitsFromBits(
                             Layout.getFieldOffset(Field->getFieldIndex())),
                /*IsMadeHere=*/false);
}

void Description::addObject(QualType T, CharUnits Offset, bool IsMadeHere) {
  if (T.isVolatileQualified() || Found.size() > MaxVTables)
    return;
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(T)) {
    const QualType Element = Array->getElementType();
    const CharUnits Size = Context.getTypeSizeInChars(Element);
    for (uint64_t I = 0, N = Array->getZExtSize(); I != N; ++I) {
      const size_t Before = Found.size();
      addObject(Element, Offset + I * Size, IsMadeHere);
      if (Found.size() == Before || Found.size() > MaxVTables)
        return;
    }
    return;
  }
  const auto *RD = T->getAsCXXRecordDecl();
  if (!RD || !RD->hasDefinition() || RD->isUnion() || RD->isInvalidDecl())
    return;
  RD = RD->getDefinition();
  addClass(RD, Offset, IsMadeHere);
  addMembers(RD, Offset);
}

/// \returns whether classes are described at all.
static bool describesClasses(CodeGenModule &CGM) {
  return asksForDevirtualization(CGM.getCodeGenOpts()) &&
         CGM.getLangOpts().CPlusPlus &&
         CGM.getTarget().getCXXABI().isItaniumFamily() &&
         !CGM.getItaniumVTableContext().isRelativeLayout();
}

/// \returns whether the address of \p Var is a constant, and no object may
/// replace it or a part of it.
static bool isConstant(const ASTContext &Context, const VarDecl &Var) {
  return !Var.getTLSKind() &&
         Context.getBaseElementType(Var.getType()).isConstQualified();
}

void CodeGen::describeVariable(CodeGenModule &CGM, llvm::GlobalVariable &GV,
                               const VarDecl &Var) {
  if (!describesClasses(CGM) || !isConstant(CGM.getContext(), Var))
    return;
  Description Objects(CGM);
  Objects.addObject(Var.getType(), CharUnits::Zero(),
                    isVariableOfThisFile(CGM, &Var));
  if (!Objects.vtables().empty() && Objects.vtables().size() <= MaxVTables)
    llvm::setObjectVTables(GV, Objects.vtables());
}

llvm::Value *CodeGen::emitNamedObject(CodeGenFunction &CGF, const Expr *E,
                                      llvm::Value *Pointer) {
  CodeGenModule &CGM = CGF.CGM;
  ASTContext &Context = CGM.getContext();
  if (!CGM.getCodeGenOpts().StrictVTablePointers || !CGF.HaveInsertPoint() ||
      !describesClasses(CGM))
    return Pointer;
  // A pointer that was made from a name is one already. But clang may use the
  // constant by which a reference or a pointer was initialized.
  const Expr *Object =
      isa<llvm::Constant>(Pointer) ? findSource(E) : E->IgnoreParenBaseCasts();
  bool IsAddress = false;
  if (!Object->isGLValue()) {
    const auto *AddressOf = dyn_cast<UnaryOperator>(Object);
    if (!AddressOf || AddressOf->getOpcode() != UO_AddrOf)
      return Pointer;
    Object = AddressOf->getSubExpr()->IgnoreParens();
    IsAddress = true;
  }
  const QualType T = Object->getType();
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !RD->hasDefinition() || T.isVolatileQualified() ||
      !namesCompleteObject(Context, Object, IsAddress))
    return Pointer;
  const VarDecl *Var = getNamedVariable(Object);
  if (!Var || !Var->hasGlobalStorage() || isConstant(Context, *Var))
    return Pointer;
  const QualType ToType =
      E->isGLValue() ? E->getType() : E->getType()->getPointeeType();
  const CXXRecordDecl *To = ToType->getAsCXXRecordDecl();
  RD = RD->getDefinition();
  const std::optional<CharUnits> Offset =
      To && To->hasDefinition()
          ? getBaseOffset(Context, RD, To->getDefinition())
          : std::nullopt;
  if (!Offset)
    return Pointer;
  Description Known(CGM);
  Known.addClass(RD, -*Offset, isMadeHere(CGM, Object));
  if (Known.vtables().empty() || Known.vtables().size() > MaxVTables)
    return Pointer;
  auto *Named =
      cast<llvm::CallBase>(CGF.Builder.CreateLaunderInvariantGroup(Pointer));
  llvm::setObjectVTables(*Named, Known.vtables());
  // If two paths name objects, one barrier after them would not say which.
  Named->addFnAttr(llvm::Attribute::NoMerge);
  return Named;
}
