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
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

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
  ConstantRange ofUnknown(const SCEVUnknown &S, unsigned Width, Extension Kind);
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
  return Own == Width ? Extended
                      : Extended.unionWith(ofForm(S, Width, Kind),
                                           ConstantRange::Signed);
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
  case scTruncate:
    // With a flag that nothing is lost, it may not be computed at all.
    return Width == widthOf(S) ? Unknown : ConstantRange::getFull(Width);
  case scUnknown:
    return Width == widthOf(S) ? Unknown
                               : ofUnknown(cast<SCEVUnknown>(S), Width, Kind);
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

/// Whether what the IR says of \p V need not be so where nothing uses it.
static bool hasPromise(const Value &V) {
  if (const auto *A = dyn_cast<Argument>(&V))
    return A->getRange().has_value();
  if (const auto *Call = dyn_cast<CallBase>(&V); Call && Call->getRange())
    return true;
  const auto *I = dyn_cast<Instruction>(&V);
  return I && I->hasPoisonGeneratingAnnotations();
}

/// The range of \p S, of which nothing is known, extended to \p Width bits.
/// Code generation extends it in the other way if it takes it for positive.
ConstantRange RangeOfForm::ofUnknown(const SCEVUnknown &S, unsigned Width,
                                     Extension Kind) {
  const auto All = ConstantRange::getFull(widthOf(S));
  if (Kind == SignExtend && !hasPromise(*S.getValue()))
    return All.signExtend(Width);
  return All.signExtend(Width).unionWith(All.zeroExtend(Width),
                                         ConstantRange::Signed);
}

/// The range of \p Counter in all iterations of its loop, and one more. The
/// branch that ends the loop has been executed before each but the first.
ConstantRange RangeOfForm::ofCounter(const SCEVAddRecExpr &Counter,
                                     unsigned Width, Extension Kind) {
  const auto *Iterations = dyn_cast<SCEVConstant>(
      SE.getConstantMaxBackedgeTakenCount(Counter.getLoop()));
  if (!Counter.isAffine() || !Iterations ||
      Iterations->getAPInt().getActiveBits() + 1 >= Width)
    return ConstantRange::getFull(Width);
  const ConstantRange Number(APInt::getZero(Width),
                             Iterations->getAPInt().zextOrTrunc(Width) + 2);
  return get(*Counter.getStart(), Width, Kind)
      .add(get(*Counter.getStepRecurrence(SE), Width, SignExtend)
               .multiply(Number));
}

/// Nothing changes the IR any more, and the analyses do not either.
AddressDistances::Analyses &AddressDistances::analyses() {
  if (!Made)
    Made = std::make_unique<Analyses>(const_cast<Function &>(MF.getFunction()));
  return *Made;
}

/// Whether \p MI follows the check at the end of \p Check in the same iteration
/// of all loops, so that the values in both are those of one iteration. Then
/// each way to \p MI leads over the block after the check, and only once.
bool AddressDistances::isAfter(const MachineInstr &MI,
                               const BasicBlock &Check) {
  const auto &Branch = *cast<BranchInst>(Check.getTerminator());
  const bool IsEqual =
      cast<ICmpInst>(Branch.getCondition())->getPredicate() == CmpInst::ICMP_EQ;
  const BasicBlock *NotNull = Branch.getSuccessor(IsEqual ? 1 : 0);
  const BasicBlock *Access = MI.getParent()->getBasicBlock();
  return Access && NotNull->getSinglePredecessor() == &Check &&
         analyses().Dominators.dominates(NotNull, Access);
}

ConstantRange AddressDistances::get(const MachineMemOperand &MMO,
                                    const Value &Pointer) {
  const auto Unknown = ConstantRange::getFull(64);
  const Value *Address = MMO.getValue();
  if (!Address || Address->getType() != Pointer.getType())
    return Unknown;
  ScalarEvolution &SE = analyses().Evolution;
  const SCEV *Distance =
      SE.getMinusSCEV(SE.getSCEV(const_cast<Value *>(Address)),
                      SE.getSCEV(const_cast<Value *>(&Pointer)));
  if (isa<SCEVCouldNotCompute>(Distance) ||
      SE.getTypeSizeInBits(Distance->getType()) != 64)
    return Unknown;
  return RangeOfForm(SE).get(*Distance).add(
      ConstantRange(APInt(64, MMO.getOffset(), /*isSigned=*/true)));
}

ConstantRange AddressDistances::get(const MachineInstr &MI,
                                    const BasicBlock &Check) {
  const Value *Pointer = getPointerOfCheck(*Check.getTerminator());
  if (!Pointer || MI.memoperands_empty() || !isAfter(MI, Check))
    return ConstantRange::getFull(64);
  ConstantRange All = ConstantRange::getEmpty(64);
  for (const MachineMemOperand *MMO : MI.memoperands())
    All = All.unionWith(get(*MMO, *Pointer), ConstantRange::Signed);
  return All;
}
