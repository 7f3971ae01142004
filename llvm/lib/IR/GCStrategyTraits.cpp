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
  if (Name == "managed" || Name == "managed-non-moving")
    return {/*StackMapVersion=*/4, /*KeepsRootsInRegisters=*/true,
            /*MovesObjects=*/Name == "managed", /*UnmappedNullSpaces=*/{1}};
  for (const RegisterGCStrategyTraits *R = Last; R; R = R->Next)
    if (R->Name == Name)
      return R->Traits;
  // Of strategies that are described elsewhere, this alone has to be known
  // here: those of upstream, and those whose references are in frames.
  GCStrategyTraits Traits;
  if (Name == "statepoint-example" || Name == "coreclr" ||
      Name == "managed-frames" || Name == "managed-frames-non-moving")
    Traits.UnmappedNullSpaces = {1};
  else if (Name == "julia")
    Traits.UnmappedNullSpaces = {10, 11, 12, 13};
  return Traits;
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
