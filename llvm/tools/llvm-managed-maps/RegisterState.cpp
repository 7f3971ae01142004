//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterState.h"
#include "TargetVerifier.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::managed_maps;

KnownInteger llvm::managed_maps::knownNumber(int64_t Value, unsigned Width) {
  return KnownInteger::makeConstant(
      APInt(RegisterWidth, Value, /*isSigned=*/true).trunc(Width));
}

KnownInteger RegisterState::get(MCRegister Reg) const {
  if (!Reg)
    return knownNumber(0);
  for (const Value &V : Known)
    if (V.Reg == Reg)
      return V.Bits;
  return KnownInteger(RegisterWidth);
}

void RegisterState::set(MCRegister Reg, const KnownInteger &Bits) {
  forget([&](MCRegister Other) { return Other == Reg; });
  if (Bits.isUnknown())
    return;
  auto It = llvm::lower_bound(
      Known, Reg, [](const Value &V, MCRegister R) { return V.Reg < R; });
  Known.insert(It, {Reg, Bits});
}

void RegisterState::forget(function_ref<bool(MCRegister)> Changed) {
  erase_if(Known, [&](const Value &V) { return Changed(V.Reg); });
}

void RegisterState::meet(const RegisterState &Other) {
  for (Value &V : Known)
    V.Bits = V.Bits.widenedUnion(Other.get(V.Reg));
  erase_if(Known, [](const Value &V) { return V.Bits.isUnknown(); });
}

void RegisterState::keepUnchanged(const RegisterState &Before) {
  erase_if(Known,
           [&](const Value &V) { return !(V.Bits == Before.get(V.Reg)); });
}

KnownInteger RegisterState::addressOf(const AddressSum &Sum) const {
  KnownInteger Index = get(Sum.Index);
  switch (Sum.IndexExtension) {
  case AddressSum::None:
    break;
  case AddressSum::ZeroExtend32:
    Index = Index.trunc(32).zext(RegisterWidth);
    break;
  case AddressSum::SignExtend32:
    Index = Index.trunc(32).sext(RegisterWidth);
    break;
  }
  if (Sum.Scale != 1)
    Index = KnownInteger::mul(Index, knownNumber(Sum.Scale));
  return KnownInteger::add(KnownInteger::add(get(Sum.Base), Index),
                           knownNumber(Sum.Displacement));
}

bool RegisterState::operator==(const RegisterState &Other) const {
  return equal(Known, Other.Known, [](const Value &A, const Value &B) {
    return A.Reg == B.Reg && A.Bits == B.Bits;
  });
}
