//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Utils/UndefinedReferences.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCPointerOrigins.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace {

class Definer {
  const GCPointers &Pointers;
  bool Changed = false;

  bool isReferenceType(const Type *Ty) const {
    return Pointers.getKind(Ty) != GCPointerKind::None;
  }
  Constant *define(Constant *C) const;
  void define(Use &U);
  void defineNumber(Use &U, Constant *Number);
  void defineCall(CallBase &Call);
  void defineShuffle(ShuffleVectorInst &Shuffle);
  void defineLanes(VPIntrinsic &Call);
  void replaceResult(Instruction &I);
  bool defineCast(Instruction &I);
  void defineCondition(Instruction &I);

public:
  explicit Definer(const GCPointers &Pointers) : Pointers(Pointers) {}
  void visit(Instruction &I);
  void visitChoice(Instruction &I);
  bool hasChanged() const { return Changed; }
};

} // end anonymous namespace

/// \returns \p C with null in place of each undefined reference.
Constant *Definer::define(Constant *C) const {
  Type *Ty = C->getType();
  if (isReferenceType(Ty) && isa<UndefValue>(C))
    return Constant::getNullValue(Ty);
  const auto *Vector = dyn_cast<FixedVectorType>(Ty);
  if (!(Vector ? isReferenceType(Ty) : Ty->isAggregateType()))
    return C;
  const unsigned Count = Vector             ? Vector->getNumElements()
                         : Ty->isStructTy() ? Ty->getStructNumElements()
                                            : Ty->getArrayNumElements();
  SmallVector<Constant *, 8> Members;
  bool IsDefined = true;
  for (unsigned N = 0; N != Count; ++N) {
    Constant *Member = C->getAggregateElement(N);
    // Constant expressions have their members nowhere.
    if (!Member)
      return C;
    Members.push_back(define(Member));
    IsDefined &= Members.back() == Member;
  }
  if (IsDefined)
    return C;
  if (Vector)
    return ConstantVector::get(Members);
  if (auto *Struct = dyn_cast<StructType>(Ty))
    return ConstantStruct::get(Struct, Members);
  return ConstantArray::get(cast<ArrayType>(Ty), Members);
}

void Definer::define(Use &U) {
  auto *C = dyn_cast<Constant>(U.get());
  if (!C)
    return;
  Constant *Defined = define(C);
  if (Defined == C)
    return;
  U.set(Defined);
  Changed = true;
}

/// Replaces what is undefined in \p U, from which a reference is computed, by
/// \p Number, of which vectors have one for each lane.
void Definer::defineNumber(Use &U, Constant *Number) {
  auto *C = dyn_cast<Constant>(U.get());
  if (!C || !(isa<UndefValue>(C) || C->containsUndefOrPoisonElement()))
    return;
  const auto *Ty = dyn_cast<VectorType>(C->getType());
  if (!isa<UndefValue>(C))
    U.set(Constant::replaceUndefsWith(C, Number));
  else if (Ty)
    U.set(ConstantVector::getSplat(Ty->getElementCount(), Number));
  else
    U.set(Number);
  Changed = true;
}

/// Makes null of the result of \p I, which is poison.
void Definer::replaceResult(Instruction &I) {
  I.replaceAllUsesWith(Constant::getNullValue(I.getType()));
  Changed = true;
}

/// A reference that is made of an undefined integer.
bool Definer::defineCast(Instruction &I) {
  if (!isa<IntToPtrInst>(I) || !isReferenceType(I.getType()) ||
      !isa<UndefValue>(I.getOperand(0)))
    return false;
  replaceResult(I);
  return true;
}

/// Selects of a reference and of its base have one condition, but each use of
/// what is undefined may be something else.
void Definer::defineCondition(Instruction &I) {
  if (auto *Select = dyn_cast<SelectInst>(&I);
      Select && Pointers.containsReferences(Select->getType()))
    defineNumber(Select->getOperandUse(0),
                 ConstantInt::getFalse(I.getContext()));
}

void Definer::defineShuffle(ShuffleVectorInst &Shuffle) {
  define(Shuffle.getOperandUse(0));
  const int Width = cast<VectorType>(Shuffle.getOperand(0)->getType())
                        ->getElementCount()
                        .getKnownMinValue();
  SmallVector<int, 16> Mask(Shuffle.getShuffleMask());
  const bool ReadsSecond =
      any_of(Mask, [&](int Lane) { return Lane >= Width; });
  if (ReadsSecond)
    define(Shuffle.getOperandUse(1));
  if (!is_contained(Mask, PoisonMaskElem))
    return;
  Changed = true;
  if (!ReadsSecond) {
    Shuffle.setOperand(
        1, Constant::getNullValue(Shuffle.getOperand(1)->getType()));
    replace(Mask, PoisonMaskElem, Width);
    Shuffle.setShuffleMask(Mask);
    return;
  }
  // A second shuffle takes these lanes from null.
  const int NumLanes = Mask.size();
  for (int Lane = 0; Lane != NumLanes; ++Lane)
    Mask[Lane] = Mask[Lane] == PoisonMaskElem ? NumLanes + Lane : Lane;
  auto *Defined =
      new ShuffleVectorInst(&Shuffle, Constant::getNullValue(Shuffle.getType()),
                            Mask, "", std::next(Shuffle.getIterator()));
  Defined->takeName(&Shuffle);
  Shuffle.replaceUsesWithIf(
      Defined, [&](const Use &U) { return U.getUser() != Defined; });
}

/// The lanes of \p Call that its mask and its length switch off are poison.
void Definer::defineLanes(VPIntrinsic &Call) {
  auto *Ty = cast<VectorType>(Call.getType());
  IRBuilder<> Builder(Call.getParent(), std::next(Call.getIterator()));
  Value *IsOn = nullptr;
  if (Value *Length = Call.getVectorLengthParam();
      Length && !Call.canIgnoreVectorLengthParam())
    IsOn = Builder.CreateICmpULT(
        Builder.CreateStepVector(
            VectorType::get(Length->getType(), Ty->getElementCount())),
        Builder.CreateVectorSplat(Ty->getElementCount(), Length));
  if (Value *Mask = Call.getMaskParam())
    IsOn = IsOn ? Builder.CreateAnd(IsOn, Mask) : Mask;
  if (!IsOn || (isa<Constant>(IsOn) && cast<Constant>(IsOn)->isAllOnesValue()))
    return;
  Value *Defined = Builder.Insert(
      SelectInst::Create(IsOn, &Call, Constant::getNullValue(Ty)));
  Defined->takeName(&Call);
  Call.replaceUsesWithIf(Defined,
                         [&](const Use &U) { return U.getUser() != Defined; });
  Changed = true;
}

void Definer::defineCall(CallBase &Call) {
  const Intrinsic::ID ID = Call.getIntrinsicID();
  switch (ID) {
  case Intrinsic::not_intrinsic:
  case Intrinsic::experimental_gc_statepoint:
  case Intrinsic::experimental_patchpoint:
    for (Use &U : Call.operands()) {
      // Deopt state says of a pointer that it is undefined. Other types are
      // taken apart, or stored somewhere.
      const bool IsDeopt =
          Call.isBundleOperand(&U) &&
          Call.getOperandBundleForOperand(U.getOperandNo()).getTagID() ==
              LLVMContext::OB_deopt;
      if (!Call.isCallee(&U) && !(IsDeopt && U->getType()->isPointerTy()))
        define(U);
    }
    return;
  case Intrinsic::experimental_vp_strided_store:
  case Intrinsic::gcwrite:
  case Intrinsic::masked_compressstore:
  case Intrinsic::masked_scatter:
  case Intrinsic::masked_store:
  case Intrinsic::vp_scatter:
  case Intrinsic::vp_store:
    return define(Call.getArgOperandUse(0));
  default:
    break;
  }
  // A mask that keeps the pointer.
  if (ID == Intrinsic::ptrmask && isReferenceType(Call.getType()))
    defineNumber(Call.getArgOperandUse(1),
                 Constant::getAllOnesValue(
                     Call.getArgOperand(1)->getType()->getScalarType()));
  const GCPointerOrigin Origin = getGCPointerOrigin(ID);
  for (unsigned N = 0; N != Call.arg_size(); ++N)
    if (Origin.hasOperand(N))
      define(Call.getArgOperandUse(N));
  // All lanes of a merge are defined.
  if (auto *VP = dyn_cast<VPIntrinsic>(&Call);
      VP && ID != Intrinsic::vp_merge && isReferenceType(Call.getType()))
    defineLanes(*VP);
}

/// Whether \p Index is no element of \p Vector, or undefined.
static bool isOutOfRange(const Value *Index, const Value *Vector) {
  if (isa<UndefValue>(Index))
    return true;
  const auto *C = dyn_cast<ConstantInt>(Index);
  const auto *Ty = dyn_cast<FixedVectorType>(Vector->getType());
  return C && Ty && C->getValue().uge(Ty->getNumElements());
}

void Definer::visit(Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return defineCall(*Call);
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return define(Store->getOperandUse(0));
  defineCondition(I);
  if (isReferenceType(I.getType())) {
    if (defineCast(I))
      return;
    if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I))
      return defineShuffle(*Shuffle);
    if ((isa<ExtractElementInst>(I) &&
         isOutOfRange(I.getOperand(1), I.getOperand(0))) ||
        (isa<InsertElementInst>(I) &&
         isOutOfRange(I.getOperand(2), I.getOperand(0))))
      return replaceResult(I);
  }
  if (auto *GEP = dyn_cast<GetElementPtrInst>(&I);
      GEP && isReferenceType(GEP->getType()))
    for (Use &Index : GEP->indices())
      defineNumber(Index,
                   Constant::getNullValue(Index->getType()->getScalarType()));
  // Only operands that are or contain references are looked at.
  if (isa<PHINode, SelectInst, FreezeInst, GetElementPtrInst, CastInst,
          ExtractElementInst, InsertElementInst, ExtractValueInst,
          InsertValueInst, ReturnInst, ResumeInst, AtomicRMWInst,
          AtomicCmpXchgInst>(I))
    for (Use &U : I.operands())
      define(U);
}

void Definer::visitChoice(Instruction &I) {
  defineCast(I);
  defineCondition(I);
  if (isa<PHINode, SelectInst, AtomicRMWInst, AtomicCmpXchgInst>(I))
    for (Use &U : I.operands())
      define(U);
  if (auto *Store = dyn_cast<StoreInst>(&I))
    define(Store->getOperandUse(0));
}

bool llvm::defineChosenReferences(Function &F, const GCPointers &Pointers) {
  Definer Define(Pointers);
  for (Instruction &I : instructions(F))
    Define.visitChoice(I);
  return Define.hasChanged();
}

bool llvm::defineReferences(Function &F, const GCPointers &Pointers) {
  SmallVector<Instruction *, 0> All;
  for (Instruction &I : instructions(F))
    All.push_back(&I);
  Definer Define(Pointers);
  for (Instruction *I : All)
    Define.visit(*I);
  return Define.hasChanged();
}
