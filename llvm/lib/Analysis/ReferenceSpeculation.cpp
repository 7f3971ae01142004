//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which loads and casts may run although their guard has not been tested.
///
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/ReferenceSpeculation.h"
#include "UnstablePointers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

bool llvm::containsUnstablePointer(Type *Ty, const DataLayout &DL) {
  // Address space 0 is never unstable, and it is the usual one.
  if (Ty->isPtrOrPtrVectorTy())
    return Ty->getPointerAddressSpace() != 0 &&
           DL.hasUnstableRepresentation(Ty);
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return containsUnstablePointer(Array->getElementType(), DL);
  if (auto *Struct = dyn_cast<StructType>(Ty))
    return any_of(Struct->elements(), [&DL](Type *Element) {
      return containsUnstablePointer(Element, DL);
    });
  return false;
}

bool llvm::hasOnlyForeignPointers(const Instruction &Place) {
  return !Place.getFunction()->hasGC() &&
         ManagedTargetInfo(Place.getModule()->getTargetTriple())
             .hasUnstablePointers();
}

bool llvm::isReferenceField(const Instruction &Access) {
  auto *Annotations =
      dyn_cast_or_null<MDTuple>(Access.getMetadata(LLVMContext::MD_annotation));
  return Annotations &&
         any_of(Annotations->operands(), [](const MDOperand &Operand) {
           auto *Text = dyn_cast<MDString>(Operand);
           return Text && Text->getString() == ReferenceFieldAnnotation;
         });
}

bool llvm::maySpeculateLoad(Type *Ty, const DataLayout &DL,
                            const Instruction *Place) {
  if (!containsUnstablePointer(Ty, DL))
    return true;
  return Place && (hasOnlyForeignPointers(*Place) || isReferenceField(*Place));
}

bool llvm::maySpeculateLoad(const Instruction &Access) {
  Type *Ty = isa<LoadInst, StoreInst>(Access) ? getLoadStoreType(&Access)
                                              : Access.getType();
  return maySpeculateLoad(Ty, Access.getDataLayout(), &Access);
}

bool llvm::maySpeculateCast(const Instruction &Cast) {
  // Nearly all are to the usual address space.
  if (Cast.getType()->getPointerAddressSpace() == 0)
    return true;
  // Without a function there is no layout to ask.
  if (!Cast.getParent() || !Cast.getFunction())
    return false;
  const DataLayout &DL = Cast.getDataLayout();
  return !containsUnstablePointer(Cast.getType(), DL) ||
         containsUnstablePointer(Cast.getOperand(0)->getType(), DL) ||
         hasOnlyForeignPointers(Cast);
}
