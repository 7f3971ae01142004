//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/IR/Constant.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Value.h"

using namespace llvm;

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

bool GCPointers::isReference(const Value &V) const {
  if (isa<Constant>(V))
    return false;
  const GCPointerKind Kind = getKind(V.getType());
  return Kind == GCPointerKind::Base || Kind == GCPointerKind::Derived;
}
