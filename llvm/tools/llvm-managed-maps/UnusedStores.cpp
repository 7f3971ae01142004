//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrameAccess.h"
#include "PlaceFlow.h"
#include "RegisterUses.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;

static constexpr int64_t WordSize = stackmap::WordSize;

/// The operands of \p I, a store, whose values it stores.
static SmallVector<MCRegister, 2> storedRegisters(const DecodedInst &I,
                                                  const Decoder &D) {
  SmallVector<MCRegister, 2> Stored;
  Expected<Access> A = D.getVerifier().describeAccess(I, /*MayBeStack=*/true);
  if (!A) {
    consumeError(A.takeError());
    return Stored;
  }
  for (const MCOperand &Operand : I.Inst) {
    if (!Operand.isReg() || !Operand.getReg() ||
        D.getRegisterInfo().isConstant(Operand.getReg()))
      continue;
    const MCRegister Reg = Operand.getReg();
    if (Reg != A->Address.Base && Reg != A->Address.Index)
      Stored.push_back(Reg);
  }
  return Stored;
}

/// Takes out of \p Stores those of constants and of values that the code uses
/// otherwise: without optimization, variables have locations that nothing
/// needs. What a safepoint should have told is often only stored.
static void dropOfUsedValues(std::vector<UnusedStore> &Stores,
                             const FunctionCode &F, const Flow &Ways,
                             const Decoder &D) {
  if (Stores.empty())
    return;
  BitVector Ignored(F.instructions().size());
  for (const UnusedStore &S : Stores)
    Ignored.set(S.Instruction);
  const RegisterUses Uses(F, Ways, D, std::move(Ignored));
  llvm::erase_if(Stores, [&](const UnusedStore &S) {
    const SmallVector<MCRegister, 2> Stored =
        storedRegisters(F.instructions()[S.Instruction], D);
    return Stored.empty() || Uses.isUsed(S.Instruction, Stored);
  });
}

std::vector<UnusedStore> llvm::managed_maps::findUnusedStores(
    const FunctionCode &F, const Flow &Ways, const FrameAccesses &Accesses,
    const Decoder &D, ArrayRef<PlacesAtCall> Safepoints) {
  if (F.hasGaps() || Accesses.isOpen() ||
      !all_of(Safepoints, [](const PlacesAtCall &S) { return S.IsComplete; }))
    return {};
  std::vector<std::pair<unsigned, FrameAccess>> Stores;
  std::vector<FrameAccess> Uses;
  // Arguments of calls are in the words from there on.
  DenseSet<int64_t> Arguments;
  for (unsigned Number = 0; Number != F.instructions().size(); ++Number) {
    const DecodedInst &I = F.instructions()[Number];
    if (D.getAnalysis().isCall(I.Inst)) {
      const std::optional<int64_t> Stack = Accesses.stackAt(Number);
      if (!Stack)
        return {};
      Arguments.insert(*Stack);
    }
    const std::optional<FrameAccess> A = Accesses.at(Number);
    if (!A)
      continue;
    if (D.describe(I).mayLoad())
      Uses.push_back(*A);
    else if (!A->IsPush && A->Begin)
      Stores.push_back({Number, *A});
  }
  for (const PlacesAtCall &S : Safepoints) {
    for (auto [First, Last] : S.Other)
      Uses.push_back({First, uint64_t(Last - First)});
    for (const StackMapLocation &Place : S.Listed)
      if (Place.Kind == StackMapLocation::FromCFA)
        Uses.push_back({Place.Offset, WordSize});
  }

  llvm::stable_sort(Stores, [](const auto &A, const auto &B) {
    return *A.second.Begin < *B.second.Begin;
  });
  std::vector<UnusedStore> Unused;
  for (const auto &[Number, Store] : Stores) {
    const int64_t First = *Store.Begin, Last = First + int64_t(Store.Size);
    if (First >= 0 || any_of(Uses, [&, First = First](const FrameAccess &Use) {
          return Use.mayBe(First, Last);
        }))
      continue;
    if (Arguments.count(First))
      Arguments.insert(First + int64_t(alignTo(Store.Size, WordSize)));
    else
      Unused.push_back({Number, StackMapLocation::fromCFA(First)});
  }
  dropOfUsedValues(Unused, F, Ways, D);
  return Unused;
}
