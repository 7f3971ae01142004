//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrameAccess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/StackMaps.h"

using namespace llvm;
using namespace llvm::managed_maps;

static constexpr int64_t WordSize = stackmap::WordSize;

FrameAccesses::FrameAccesses(const FunctionCode &F, const StackDepth &Depth,
                             const Decoder &D, unsigned EntrySize)
    : F(F), D(D), EntrySize(EntrySize) {
  const TargetVerifier &V = D.getVerifier();
  for (unsigned Number = 0; Number != F.instructions().size(); ++Number) {
    States.push_back(Depth.stateAt(Number));
    HasFramePointer |= States.back() && States.back()->Frame;
  }
  for (const DecodedInst &I : F.instructions()) {
    const MCInstrDesc &Desc = D.describe(I);
    IsOpen |= !Desc.mayLoad() && !Desc.mayStore() &&
              !D.getAnalysis().isCall(I.Inst) && usesFrame(I) &&
              !D.mayWrite(I, V.stackPointer()) &&
              !D.mayWrite(I, V.framePointer());
  }
}

/// Whether \p I has the stack pointer or the frame pointer among its operands.
bool FrameAccesses::usesFrame(const DecodedInst &I) const {
  const TargetVerifier &V = D.getVerifier();
  return any_of(I.Inst, [&](const MCOperand &Operand) {
    return Operand.isReg() && Operand.getReg() &&
           (Operand.getReg() == V.stackPointer() ||
            (HasFramePointer &&
             V.wholeRegister(Operand.getReg()) == V.framePointer()));
  });
}

std::optional<int64_t> FrameAccesses::stackAt(unsigned Number) const {
  if (!States[Number] || !States[Number]->Stack)
    return std::nullopt;
  return *States[Number]->Stack - EntrySize;
}

std::optional<FrameAccess> FrameAccesses::at(unsigned Number) const {
  const TargetVerifier &V = D.getVerifier();
  const DecodedInst &I = F.instructions()[Number];
  const MCInstrDesc &Desc = D.describe(I);
  if (D.getAnalysis().isCall(I.Inst) || (!Desc.mayLoad() && !Desc.mayStore()))
    return std::nullopt;
  FrameAccess Result;
  Expected<Access> A = V.describeAccess(I, /*MayBeStack=*/true);
  if (!A) {
    consumeError(A.takeError());
    if (usesFrame(I))
      return Result;
    if (!D.mayWrite(I, V.stackPointer()))
      return std::nullopt;
    Result.IsPush = Desc.mayStore();
    Result.IsPop = !Result.IsPush;
    Result.Size = WordSize;
    Result.Begin = stackAt(Number);
    if (Result.Begin && Result.IsPush)
      *Result.Begin -= WordSize;
    return Result;
  }
  const bool IsOfStack = A->Address.Base == V.stackPointer();
  if (!IsOfStack && !(HasFramePointer && A->Address.Base == V.framePointer()))
    return std::nullopt;
  Result.Size = A->Size;
  const std::optional<StackState> &Here = States[Number];
  if (Here && !A->Address.Index)
    Result.Begin = IsOfStack ? Here->Stack : Here->Frame;
  if (Result.Begin)
    *Result.Begin += A->Address.Displacement - EntrySize;
  return Result;
}
