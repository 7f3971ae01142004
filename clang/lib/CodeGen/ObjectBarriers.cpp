//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectBarriers.h"
#include "CodeGenFunction.h"
#include "CodeGenModule.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;
using namespace CodeGen;

static bool mayHoldVTablePointer(const CXXRecordDecl *RD) {
  if (!RD->hasDefinition() || RD->isDynamicClass())
    return true;
  // It would copy the vtable pointer.
  if (RD->hasTrivialCopyConstructor())
    return false;
  return llvm::any_of(RD->bases(),
                      [](const CXXBaseSpecifier &Base) {
                        return mayHoldVTablePointer(Base.getType());
                      }) ||
         llvm::any_of(RD->fields(), [](const FieldDecl *Field) {
           return mayHoldVTablePointer(Field->getType());
         });
}

bool CodeGen::mayHoldVTablePointer(QualType T) {
  if (const auto *Atomic = T->getAs<AtomicType>())
    T = Atomic->getValueType();
  const CXXRecordDecl *RD = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return RD && ::mayHoldVTablePointer(RD);
}

static bool isStrict(const CodeGenFunction &CGF) {
  return CGF.CGM.getCodeGenOpts().StrictVTablePointers;
}

llvm::Value *CodeGen::emitObjectBarrier(CodeGenFunction &CGF,
                                        llvm::Value *Pointer, QualType T) {
  if (!isStrict(CGF) || !mayHoldVTablePointer(T))
    return Pointer;
  return CGF.Builder.CreateLaunderInvariantGroup(Pointer);
}

Address CodeGen::emitObjectBarrier(CodeGenFunction &CGF, Address Pointer,
                                   QualType T) {
  if (!isStrict(CGF) || !mayHoldVTablePointer(T))
    return Pointer;
  return CGF.Builder.CreateLaunderInvariantGroup(Pointer);
}

/// Whether a cast between these types names another object.
static bool changesObject(const CodeGenFunction &CGF, QualType From,
                          QualType To) {
  return !CGF.getContext().hasSameUnqualifiedType(From, To);
}

llvm::Value *CodeGen::emitCastBarrier(CodeGenFunction &CGF,
                                      llvm::Value *Pointer, QualType From,
                                      QualType To) {
  return isStrict(CGF) && changesObject(CGF, From, To)
             ? emitObjectBarrier(CGF, Pointer, To)
             : Pointer;
}

Address CodeGen::emitCastBarrier(CodeGenFunction &CGF, Address Pointer,
                                 QualType From, QualType To) {
  return isStrict(CGF) && changesObject(CGF, From, To)
             ? emitObjectBarrier(CGF, Pointer, To)
             : Pointer;
}

Address CodeGen::emitDowncastBarrier(CodeGenFunction &CGF, Address Pointer,
                                     const CXXRecordDecl *From,
                                     const CXXRecordDecl *To) {
  if (!isStrict(CGF) || ::mayHoldVTablePointer(From) ||
      !::mayHoldVTablePointer(To))
    return Pointer;
  return CGF.Builder.CreateLaunderInvariantGroup(Pointer);
}

llvm::Value *CodeGen::emitAllocationBarrier(CodeGenFunction &CGF,
                                            llvm::Value *Result) {
  const auto *F = dyn_cast_or_null<FunctionDecl>(CGF.CurFuncDecl);
  if (!isStrict(CGF) || !F || F->isReservedGlobalPlacementOperator())
    return Result;
  const OverloadedOperatorKind Kind = F->getOverloadedOperator();
  if (Kind != OO_New && Kind != OO_Array_New)
    return Result;
  return CGF.Builder.CreateLaunderInvariantGroup(Result);
}
