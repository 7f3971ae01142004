//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which copies of memory may move references.
///
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/ReferenceCopies.h"
#include "UnstablePointers.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/Casting.h"
#include <algorithm>

using namespace llvm;

namespace {

/// Bytes of a type.
struct Range {
  uint64_t Begin, End;

  /// What is in a member at \p Offset, from there.
  Range from(uint64_t Offset) const {
    return {std::max(Begin, Offset) - Offset, std::max(End, Offset) - Offset};
  }
};

} // end anonymous namespace

/// What a type says of some of its bytes.
enum Kind : unsigned { Numbers = 0, Anything = 1, References = 2 };

static unsigned getKinds(Type *Ty, Range Bytes, const DataLayout &DL);

static unsigned getKindsInArray(const ArrayType &Array, Range Bytes,
                                const DataLayout &DL) {
  Type *Element = Array.getElementType();
  // Arrays of bytes are memory for whatever is put there.
  if (Element->isIntegerTy(8))
    return Anything;
  const uint64_t Size = DL.getTypeAllocSize(Element).getFixedValue();
  if (Size == 0)
    return Numbers;
  const uint64_t First = Bytes.Begin / Size * Size;
  if (Bytes.End > First + Size)
    return getKinds(Element, {0, Size}, DL);
  return getKinds(Element, Bytes.from(First), DL);
}

/// The kinds of the members of \p Ty in \p Bytes.
static unsigned getKinds(Type *Ty, Range Bytes, const DataLayout &DL) {
  if (Bytes.Begin >= Bytes.End)
    return Numbers;
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return getKindsInArray(*Array, Bytes, DL);
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    const StructLayout *Layout = DL.getStructLayout(Struct);
    unsigned Kinds = Numbers;
    for (const auto &[I, Member] : enumerate(Struct->elements())) {
      Range Part = Bytes.from(Layout->getElementOffset(I));
      Part.End = std::min<uint64_t>(
          Part.End, DL.getTypeAllocSize(Member).getFixedValue());
      Kinds |= getKinds(Member, Part, DL);
    }
    return Kinds;
  }
  if (containsUnstablePointer(Ty, DL))
    return References;
  return Ty->isSingleValueType() && !Ty->isTargetExtTy() ? Numbers : Anything;
}

/// The type of the variable at \p Base, or null.
static Type *getVariableType(const Value *Base) {
  if (const auto *Alloca = dyn_cast<AllocaInst>(Base))
    return Alloca->isArrayAllocation() ? nullptr : Alloca->getAllocatedType();
  if (const auto *Global = dyn_cast<GlobalVariable>(Base))
    return Global->getValueType();
  if (const auto *Arg = dyn_cast<Argument>(Base))
    return Arg->getParamByValType();
  return nullptr;
}

/// The kinds of what may be in \p Size bytes at \p Pointer.
static unsigned getKindsAt(const Value *Pointer, uint64_t Size,
                           const DataLayout &DL) {
  const Value *Base = getUnderlyingObject(Pointer);
  if (const auto *Global = dyn_cast<GlobalVariable>(Base);
      Global && Global->isConstant() && Global->hasDefinitiveInitializer() &&
      isa<ConstantData>(Global->getInitializer()))
    return Numbers;
  Type *Ty = getVariableType(Base);
  if (!Ty || !Ty->isSized() || Ty->isScalableTy())
    return Anything;
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  Range Bytes = {0, DL.getTypeAllocSize(Ty).getFixedValue()};
  if (Pointer->stripAndAccumulateConstantOffsets(
          DL, Offset, /*AllowNonInbounds=*/true) == Base) {
    if (Offset.isNegative() || Offset.ugt(Bytes.End) ||
        Size > Bytes.End - Offset.getZExtValue())
      return Anything;
    Bytes.Begin = Offset.getZExtValue();
    Bytes.End = Bytes.Begin + Size;
  }
  return getKinds(Ty, Bytes, DL);
}

/// Whether \p Size bytes at \p Pointer certainly hold no reference.
static bool isKnownToHoldNone(const Value *Pointer, uint64_t Size,
                              const DataLayout &DL) {
  return getKindsAt(Pointer, Size, DL) == Numbers;
}

/// Whether \p Ty is an integer that is longer than a reference, of the shortest
/// kind.
static bool isWiderThanReference(const Type &Ty, const DataLayout &DL) {
  return Ty.isIntegerTy() &&
         any_of(DL.getNonStandardAddressSpaces(), [&](unsigned AddressSpace) {
           return DL.hasUnstableRepresentation(AddressSpace) &&
                  DL.getPointerSizeInBits(AddressSpace) <
                      Ty.getIntegerBitWidth();
         });
}

bool llvm::mayHoldReference(const DataLayout &DL, uint64_t Size) {
  return any_of(DL.getNonStandardAddressSpaces(), [&](unsigned AddressSpace) {
    return DL.hasUnstableRepresentation(AddressSpace) &&
           DL.getPointerSize(AddressSpace) <= Size;
  });
}

bool llvm::mayCopyReference(const AnyMemTransferInst &Copy, uint64_t Size) {
  const DataLayout &DL = Copy.getDataLayout();
  return mayHoldReference(DL, Size) && !hasOnlyForeignPointers(Copy) &&
         !isKnownToHoldNone(Copy.getRawSource(), Size, DL) &&
         !isKnownToHoldNone(Copy.getRawDest(), Size, DL);
}

bool llvm::mayCopyReferences(const Instruction &Access, uint64_t Size) {
  const DataLayout &DL = Access.getDataLayout();
  return isWiderThanReference(*getLoadStoreType(&Access), DL) &&
         !hasOnlyForeignPointers(Access) &&
         !isKnownToHoldNone(getLoadStorePointerOperand(&Access), Size, DL);
}

bool llvm::isIntegerOfReferences(const Value &V) {
  const auto HasReferences = [&](const Instruction &Access) {
    const DataLayout &DL = Access.getDataLayout();
    if (!isWiderThanReference(*V.getType(), DL))
      return false;
    const Value *Pointer = getLoadStorePointerOperand(&Access);
    APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
    // At a variable offset, there may be numbers.
    return Pointer->stripAndAccumulateConstantOffsets(
               DL, Offset, /*AllowNonInbounds=*/true) ==
               getUnderlyingObject(Pointer) &&
           (getKindsAt(Pointer, DL.getTypeStoreSize(V.getType()), DL) &
            References);
  };
  if (!V.getType()->isIntegerTy())
    return false;
  if (const auto *Load = dyn_cast<LoadInst>(&V); Load && HasReferences(*Load))
    return true;
  return any_of(V.users(), [&](const User *U) {
    const auto *Store = dyn_cast<StoreInst>(U);
    return Store && HasReferences(*Store);
  });
}

bool CopiedPart::mayLoseReference(Type *Chosen) const {
  const DataLayout &DL = Variable.getDataLayout();
  return mayHoldReference(DL, Size) && !hasOnlyForeignPointers(Variable) &&
         !containsUnstablePointer(Chosen, DL);
}

void CopiedPart::addUse(const Use &U) {
  const DataLayout &DL = Variable.getDataLayout();
  auto *I = cast<Instruction>(U.getUser());
  if (isa<LoadInst, StoreInst>(I)) {
    Type *Ty = getLoadStoreType(I);
    HasReferences |= containsUnstablePointer(Ty, DL);
    // Front ends copy aggregates atomically as one integer.
    if (isWiderThanReference(*Ty, DL))
      (isa<LoadInst>(I) ? IsCopiedFrom : IsCopiedTo) = true;
    return;
  }
  const auto *Copy = dyn_cast<AnyMemTransferInst>(I);
  if (!Copy)
    return;
  const bool IsDestination = &U == &Copy->getRawDestUse();
  const Value *Other =
      IsDestination ? Copy->getRawSource() : Copy->getRawDest();
  const auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
  if (Length && isKnownToHoldNone(Other, Length->getLimitedValue(), DL))
    return;
  (IsDestination ? IsCopiedTo : IsCopiedFrom) = true;
}

bool CopiedPart::staysInMemory() const {
  if (!IsCopiedTo && !IsCopiedFrom)
    return false;
  const unsigned Kinds =
      getKinds(Variable.getAllocatedType(), {Offset, Offset + Size},
               Variable.getDataLayout());
  // Memory of no known type that is only filled by copies and read as numbers,
  // or the other way round, holds numbers.
  return HasReferences || (Kinds & References) ||
         (Kinds && IsCopiedTo && IsCopiedFrom);
}

namespace {

/// One reference in a variable, or a vector of them.
struct Reference {
  uint64_t Offset;
  Type *Ty;
};

} // end anonymous namespace

/// Parts of variables with more have no type but bytes.
static constexpr size_t MaxReferences = 256;

/// Adds those in \p Ty, which begins at \p Offset, that are in \p Bytes as a
/// whole.
static void addReferences(Type *Ty, uint64_t Offset, Range Bytes,
                          const DataLayout &DL,
                          SmallVectorImpl<Reference> &References) {
  if (Ty->isScalableTy() || References.size() > MaxReferences)
    return;
  const uint64_t Size = DL.getTypeAllocSize(Ty).getFixedValue();
  if (Offset >= Bytes.End || Offset + Size <= Bytes.Begin ||
      !containsUnstablePointer(Ty, DL))
    return;
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    const StructLayout *Layout = DL.getStructLayout(Struct);
    for (const auto &[I, Member] : enumerate(Struct->elements()))
      addReferences(Member, Offset + Layout->getElementOffset(I), Bytes, DL,
                    References);
    return;
  }
  if (auto *Array = dyn_cast<ArrayType>(Ty)) {
    const uint64_t Each = DL.getTypeAllocSize(Array->getElementType());
    const uint64_t First =
        Bytes.Begin > Offset ? (Bytes.Begin - Offset) / Each : 0;
    for (uint64_t I = First;
         I < Array->getNumElements() && Offset + I * Each < Bytes.End &&
         References.size() <= MaxReferences;
         ++I)
      addReferences(Array->getElementType(), Offset + I * Each, Bytes, DL,
                    References);
    return;
  }
  if (Offset >= Bytes.Begin && Offset + Size <= Bytes.End)
    References.push_back({Offset, Ty});
}

Type *CopiedPart::getType(Type *Declared) const {
  const DataLayout &DL = Variable.getDataLayout();
  if (Declared && containsUnstablePointer(Declared, DL))
    return Declared;
  LLVMContext &Context = Variable.getContext();
  SmallVector<Reference, 8> References;
  addReferences(Variable.getAllocatedType(), 0, {Offset, Offset + Size}, DL,
                References);
  // With a part of them, the others would be missing in stack maps and frames.
  // Bytes that references are copied to are reported by whoever lists them.
  if (References.size() > MaxReferences)
    return ArrayType::get(Type::getInt8Ty(Context), Size);
  SmallVector<Type *, 8> Members;
  uint64_t End = Offset;
  const auto Fill = [&](uint64_t Until) {
    if (Until != End)
      Members.push_back(ArrayType::get(Type::getInt8Ty(Context), Until - End));
  };
  for (const Reference &R : References) {
    Fill(R.Offset);
    Members.push_back(R.Ty);
    End = R.Offset + DL.getTypeAllocSize(R.Ty).getFixedValue();
  }
  Fill(Offset + Size);
  return Members.size() == 1
             ? Members.front()
             : StructType::get(Context, Members, /*isPacked=*/true);
}

bool llvm::misalignsReferences(const AllocaInst &Variable, uint64_t Offset,
                               uint64_t Size) {
  const DataLayout &DL = Variable.getDataLayout();
  if (!containsUnstablePointer(Variable.getAllocatedType(), DL))
    return false;
  SmallVector<Reference, 8> References;
  addReferences(Variable.getAllocatedType(), 0, {Offset, Offset + Size}, DL,
                References);
  return any_of(References, [&](const Reference &R) {
    const Align Alignment = DL.getABITypeAlign(R.Ty->getScalarType());
    return isAligned(Alignment, R.Offset) && !isAligned(Alignment, Offset);
  });
}

bool llvm::isInDefinedVariable(const Value &Pointer) {
  const Value *Object = getUnderlyingObject(&Pointer);
  if (isa<Function>(Object))
    return true;
  const auto *Variable = dyn_cast<GlobalVariable>(Object);
  return Variable && !Variable->isDeclaration() &&
         !Variable->getDataLayout()
              .getTypeAllocSize(Variable->getValueType())
              .isZero();
}
