//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCPointers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constant.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/Value.h"

using namespace llvm;

bool llvm::isReferenceType(const Type *Ty, const GCStrategy *Strategy) {
  auto *Scalar = const_cast<Type *>(Ty->getScalarType());
  if (!Scalar->isPointerTy())
    return false;
  return !Strategy || Strategy->isGCManagedPointer(Scalar).value_or(true);
}

bool llvm::containsReferences(const Type *Ty, const GCStrategy *Strategy) {
  if (!isa<StructType, ArrayType>(Ty))
    return isReferenceType(Ty, Strategy);
  return any_of(Ty->subtypes(), [&](const Type *Member) {
    return containsReferences(Member, Strategy);
  });
}

bool llvm::mayContainReferences(const Type *Ty) {
  if (isa<StructType, ArrayType>(Ty))
    return any_of(Ty->subtypes(), mayContainReferences);
  return Ty->isPtrOrPtrVectorTy() && Ty->getPointerAddressSpace() != 0;
}

bool llvm::containsScalableVector(const Type *Ty) {
  if (const auto *Target = dyn_cast<TargetExtType>(Ty))
    return isa<ScalableVectorType>(Target->getLayoutType());
  if (!isa<StructType, ArrayType>(Ty))
    return isa<ScalableVectorType>(Ty);
  return any_of(Ty->subtypes(), containsScalableVector);
}

GCPointerKind GCPointers::getKind(const Type *Ty) const {
  if (!Ty->isPtrOrPtrVectorTy())
    return GCPointerKind::None;
  if (Strategy)
    return isReferenceType(Ty, Strategy) ? GCPointerKind::Derived
                                         : GCPointerKind::None;
  const unsigned Space = Ty->getPointerAddressSpace();
  for (const auto &[Known, Kind] : Spaces)
    if (Known == Space)
      return Kind;
  return GCPointerKind::None;
}

std::optional<unsigned> GCPointers::getRootAddressSpace() const {
  for (const GCPointerKind Wanted :
       {GCPointerKind::Base, GCPointerKind::Derived})
    for (const auto &[Space, Kind] : Spaces)
      if (Kind == Wanted)
        return Space;
  return std::nullopt;
}

Type *GCPointers::getRootType(Type *Ty) const {
  for (const auto &[Space, Kind] : Spaces)
    if (Kind == GCPointerKind::Base)
      return Ty->getWithNewType(PointerType::get(Ty->getContext(), Space));
  return Ty;
}

bool GCPointers::containsReferences(const Type *Ty) const {
  if (isa<StructType, ArrayType>(Ty))
    return any_of(Ty->subtypes(),
                  [&](const Type *Part) { return containsReferences(Part); });
  const GCPointerKind Kind = getKind(Ty);
  return Kind == GCPointerKind::Base || Kind == GCPointerKind::Derived;
}

bool GCPointers::isReference(const Value &V) const {
  return getKind(V.getType()) != GCPointerKind::None && !isa<Constant>(V);
}
