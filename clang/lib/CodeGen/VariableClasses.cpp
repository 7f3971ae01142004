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
#include "CodeGenModule.h"
#include "QuietConstruction.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/VTableBuilder.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/Analysis/ObjectVTables.h"

using namespace clang;
using namespace CodeGen;

/// How many vtable pointers of a variable are described.
static constexpr size_t MaxVTables = 16;

namespace {

/// Finds the vtable pointers of a variable.
class Description {
  CodeGenModule &CGM;
  ASTContext &Context;
  SmallVector<llvm::ObjectVTable, 4> Found;

  void addClass(const CXXRecordDecl *RD, CharUnits Offset);
  void addMembers(const CXXRecordDecl *RD, CharUnits Offset);

public:
  explicit Description(CodeGenModule &CGM)
      : CGM(CGM), Context(CGM.getContext()) {}

  /// Adds those of the object of type \p T at \p Offset.
  void addObject(QualType T, CharUnits Offset);

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

/// Adds the vtable pointers of a complete object of class \p RD.
void Description::addClass(const CXXRecordDecl *RD, CharUnits Offset) {
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
    const uint64_t At = (Offset + Base.getBaseOffset()).getQuantity();
    if (llvm::any_of(Found, [&](const llvm::ObjectVTable &Known) {
          return Known.Offset == At;
        }))
      continue;
    Found.push_back(
        {At, VTable,
         (Layout.getVTableOffset(Point.VTableIndex) + Point.AddressPointIndex) *
             SlotSize});
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
                             Layout.getFieldOffset(Field->getFieldIndex())));
}

void Description::addObject(QualType T, CharUnits Offset) {
  if (T.isVolatileQualified() || Found.size() > MaxVTables)
    return;
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(T)) {
    const QualType Element = Array->getElementType();
    const CharUnits Size = Context.getTypeSizeInChars(Element);
    for (uint64_t I = 0, N = Array->getZExtSize(); I != N; ++I) {
      const size_t Before = Found.size();
      addObject(Element, Offset + I * Size);
      if (Found.size() == Before || Found.size() > MaxVTables)
        return;
    }
    return;
  }
  const auto *RD = T->getAsCXXRecordDecl();
  if (!RD || !RD->hasDefinition() || RD->isUnion() || RD->isInvalidDecl())
    return;
  RD = RD->getDefinition();
  addClass(RD, Offset);
  addMembers(RD, Offset);
}

void CodeGen::describeVariable(CodeGenModule &CGM, llvm::GlobalVariable &GV,
                               const VarDecl &Var) {
  if (!asksForDevirtualization(CGM.getCodeGenOpts()) || Var.getTLSKind() ||
      !CGM.getLangOpts().CPlusPlus ||
      !CGM.getContext().getBaseElementType(Var.getType()).isConstQualified() ||
      !CGM.getTarget().getCXXABI().isItaniumFamily() ||
      CGM.getItaniumVTableContext().isRelativeLayout())
    return;
  Description Objects(CGM);
  Objects.addObject(Var.getType(), CharUnits::Zero());
  if (!Objects.vtables().empty() && Objects.vtables().size() <= MaxVTables)
    llvm::setObjectVTables(GV, Objects.vtables());
}
