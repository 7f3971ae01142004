//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Asks ScalarEvolution about addresses.
///
//===----------------------------------------------------------------------===//

#include "AddressDistances.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include <algorithm>

using namespace llvm;

struct AddressDistances::Analyses {
  TargetLibraryInfoImpl LibraryFunctions;
  TargetLibraryInfo Library;
  AssumptionCache Assumptions;
  DominatorTree Dominators;
  LoopInfo Loops;
  ScalarEvolution Evolution;

  explicit Analyses(Function &F)
      : LibraryFunctions(F.getParent()->getTargetTriple()),
        Library(LibraryFunctions, &F), Assumptions(F), Dominators(F),
        Loops(Dominators),
        Evolution(F, Library, Assumptions, Dominators, Loops) {}
};

AddressDistances::AddressDistances(const MachineFunction &MF) : MF(MF) {}

AddressDistances::~AddressDistances() = default;

namespace {

/// What an expression may be, just from its form. What ScalarEvolution itself
/// says of unknown values also comes from flags such as nuw, which hold only
/// where the value is used: the access is not made if the check fails.
class RangeOfForm {
public:
  explicit RangeOfForm(ScalarEvolution &SE) : SE(SE) {}

  ConstantRange get(const SCEV &S) { return get(S, widthOf(S), ZeroExtend); }

private:
  enum Extension { ZeroExtend, SignExtend };

  unsigned widthOf(const SCEV &S) {
    return static_cast<unsigned>(SE.getTypeSizeInBits(S.getType()));
  }

  ConstantRange get(const SCEV &S, unsigned Width, Extension Kind);
  ConstantRange ofForm(const SCEV &S, unsigned Width, Extension Kind);
  ConstantRange ofCounter(const SCEVAddRecExpr &Counter, unsigned Width,
                          Extension Kind);

  ScalarEvolution &SE;
};

} // end anonymous namespace

static ConstantRange extend(const ConstantRange &Range, unsigned Width,
                            bool IsSigned) {
  if (Range.getBitWidth() == Width)
    return Range;
  return IsSigned ? Range.signExtend(Width) : Range.zeroExtend(Width);
}

/// The range of \p S, extended to \p Width bits. A sum or product that must not
/// overflow may also be computed in that many bits.
ConstantRange RangeOfForm::get(const SCEV &S, unsigned Width, Extension Kind) {
  const unsigned Own = widthOf(S);
  const ConstantRange Extended =
      extend(ofForm(S, Own, Kind), Width, Kind == SignExtend);
  return Own == Width ? Extended : Extended.unionWith(ofForm(S, Width, Kind));
}

/// The range of \p S if all of its parts are computed in \p Width bits.
ConstantRange RangeOfForm::ofForm(const SCEV &S, unsigned Width,
                                  Extension Kind) {
  auto Fold = [&](auto Combine) {
    const auto &Expression = cast<SCEVNAryExpr>(S);
    ConstantRange Result = get(*Expression.getOperand(0), Width, Kind);
    for (const SCEV *Operand : drop_begin(Expression.operands()))
      Result = Combine(Result, get(*Operand, Width, Kind));
    return Result;
  };
  const auto Unknown =
      extend(ConstantRange::getFull(widthOf(S)), Width, Kind == SignExtend);
  switch (S.getSCEVType()) {
  case scConstant:
    return extend(ConstantRange(cast<SCEVConstant>(S).getAPInt()), Width,
                  Kind == SignExtend);
  case scZeroExtend:
  case scSignExtend: {
    const auto &Cast = cast<SCEVCastExpr>(S);
    const Extension Inner =
        S.getSCEVType() == scSignExtend ? SignExtend : ZeroExtend;
    return extend(get(*Cast.getOperand(), widthOf(S), Inner), Width,
                  Kind == SignExtend);
  }
  case scAddExpr:
    return Fold([](const auto &A, const auto &B) { return A.add(B); });
  case scMulExpr:
    return Fold([](const auto &A, const auto &B) { return A.multiply(B); });
  case scAddRecExpr:
    return ofCounter(cast<SCEVAddRecExpr>(S), Width, Kind);
  default:
    return Unknown;
  }
}

/// The range of \p Counter in all iterations of its loop. The branch that ends
/// the loop has been executed before each but the first.
ConstantRange RangeOfForm::ofCounter(const SCEVAddRecExpr &Counter,
                                     unsigned Width, Extension Kind) {
  const auto *Iterations = dyn_cast<SCEVConstant>(
      SE.getConstantMaxBackedgeTakenCount(Counter.getLoop()));
  if (!Counter.isAffine() || !Iterations ||
      Iterations->getAPInt().getActiveBits() >= Width)
    return ConstantRange::getFull(Width);
  const ConstantRange Number(APInt::getZero(Width),
                             Iterations->getAPInt().zextOrTrunc(Width) + 1);
  return get(*Counter.getStart(), Width, Kind)
      .add(get(*Counter.getStepRecurrence(SE), Width, SignExtend)
               .multiply(Number));
}

std::optional<AddressDistance>
AddressDistances::get(const MachineMemOperand &MMO, const Value &Pointer) {
  const Value *Address = MMO.getValue();
  if (!Address || Address->getType() != Pointer.getType())
    return std::nullopt;
  // Nothing changes the IR any more, and the analysis does not either.
  if (!Made)
    Made = std::make_unique<Analyses>(const_cast<Function &>(MF.getFunction()));
  ScalarEvolution &SE = Made->Evolution;
  const SCEV *Distance =
      SE.getMinusSCEV(SE.getSCEV(const_cast<Value *>(Address)),
                      SE.getSCEV(const_cast<Value *>(&Pointer)));
  if (isa<SCEVCouldNotCompute>(Distance) ||
      SE.getTypeSizeInBits(Distance->getType()) != 64)
    return std::nullopt;
  const APInt Offset(64, MMO.getOffset(), /*isSigned=*/true);
  return AddressDistance{
      RangeOfForm(SE).get(*Distance).add(ConstantRange(Offset)),
      std::min(SE.getMinTrailingZeros(Distance), Offset.countr_zero())};
}

std::optional<AddressDistance> AddressDistances::get(const MachineInstr &MI,
                                                     const Value &Pointer) {
  std::optional<AddressDistance> All;
  for (const MachineMemOperand *MMO : MI.memoperands()) {
    const std::optional<AddressDistance> One = get(*MMO, Pointer);
    if (!One)
      return std::nullopt;
    if (!All)
      All = One;
    All->Range = All->Range.unionWith(One->Range);
    All->TrailingZeros = std::min(All->TrailingZeros, One->TrailingZeros);
  }
  return All;
}
