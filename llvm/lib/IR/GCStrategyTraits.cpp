//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/Function.h"

using namespace llvm;

/// The last one that was registered. It is initialized before any constructor
/// runs.
static RegisterGCStrategyTraits *Last = nullptr;

GCStrategyTraits llvm::getGCStrategyTraits(StringRef Name) {
  // Strategies of ours are here, so that they have their traits wherever these
  // are asked for.
  if (Name == "managed")
    return {/*StackMapVersion=*/4, /*KeepsRootsInRegisters=*/true,
            /*MovesObjects=*/true};
  if (Name == "managed-non-moving")
    return {/*StackMapVersion=*/4, /*KeepsRootsInRegisters=*/true,
            /*MovesObjects=*/false};
  for (const RegisterGCStrategyTraits *R = Last; R; R = R->Next)
    if (R->Name == Name)
      return R->Traits;
  return {};
}

GCStrategyTraits llvm::getGCStrategyTraits(const Function &F) {
  return getGCStrategyTraits(F.getGC());
}

RegisterGCStrategyTraits::RegisterGCStrategyTraits(
    StringLiteral Name, const GCStrategyTraits &Traits)
    : Name(Name), Traits(Traits), Next(Last) {
  Last = this;
}

RegisterGCStrategyTraits::~RegisterGCStrategyTraits() {
  RegisterGCStrategyTraits **Link = &Last;
  while (*Link != this)
    Link = &(*Link)->Next;
  *Link = Next;
}
