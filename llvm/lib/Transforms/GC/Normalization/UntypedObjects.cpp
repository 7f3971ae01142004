//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stack objects whose type does not say where their references are, although
/// what accesses them does. They get a type that does.
///
//===----------------------------------------------------------------------===//

#include "Frames/GCReferenceRuns.h"
#include "GCNormalizationSteps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/GC/GCRootRules.h"
#include <optional>

using namespace llvm;

Type *llvm::findReferenceType(Type *Ty, const GCPointers &References) {
  while (isa<StructType, ArrayType>(Ty))
    Ty = *find_if(Ty->subtypes(), [&](Type *Member) {
      return References.containsReferences(Member);
    });
  return Ty->getScalarType();
}

namespace {

/// Finds where the references of one object are.
class ReferenceWords {
  struct Bytes {
    uint64_t Begin, End;
  };
  using OptionalOffset = std::optional<int64_t>;

  AllocaInst &Object;
  const GCPointers &References;
  const GCRootRules &Rules;
  const DataLayout &DL;
  /// Pointers into the object, with the offset in bytes if there is only one
  /// when they point there.
  DenseMap<const Value *, OptionalOffset> Pointers;
  SmallVector<const Value *, 8> Pending;
  SmallVector<uint64_t, 8> Words;
  /// Where something else is stored.
  SmallVector<Bytes, 8> Numbers;
  /// Set if references, or something else, may be anywhere.
  bool IsUnknown = false;

  void addReferences(Type *Ty, OptionalOffset Offset);
  void addNumber(uint64_t Size, OptionalOffset Offset);
  void addStored(const Value &V, OptionalOffset Offset);
  void addPointer(const Value &V, OptionalOffset Offset);
  void addDerived(const Instruction &I, OptionalOffset Offset);
  void addCall(const CallBase &Call, const Use &U, OptionalOffset Offset);
  void addIntrinsic(const IntrinsicInst &I, const Use &U,
                    OptionalOffset Offset);
  void add(const Use &U, OptionalOffset Offset);

public:
  Type *Reference = nullptr;

  ReferenceWords(AllocaInst &Object, const GCPointers &References,
                 const GCRootRules &Rules)
      : Object(Object), References(References), Rules(Rules),
        DL(Object.getDataLayout()) {}

  /// Returns the offsets in bytes, ascending; none if there are none, or if
  /// that is not known.
  ArrayRef<uint64_t> find();
};

} // end anonymous namespace

void ReferenceWords::addReferences(Type *Ty, OptionalOffset Offset) {
  GCReferenceRuns Runs = makeGCReferenceRuns(References, DL);
  if (!Offset || *Offset < 0 || DL.getTypeStoreSize(Ty).isScalable() ||
      !Runs.add(0, Ty, References, DL)) {
    IsUnknown = true;
    return;
  }
  Reference = findReferenceType(Ty, References);
  const uint64_t Size = DL.getTypeAllocSize(Reference);
  uint64_t Word = *Offset;
  for (const GCReferenceRun &Run : Runs.runs()) {
    Word += Run.Skip;
    for (uint64_t I = 0; I != Run.Count; ++I, Word += Size)
      Words.push_back(Word);
  }
}

void ReferenceWords::addNumber(uint64_t Size, OptionalOffset Offset) {
  if (Offset && *Offset >= 0)
    Numbers.push_back({uint64_t(*Offset), *Offset + Size});
  else
    IsUnknown = true;
}

void ReferenceWords::addStored(const Value &V, OptionalOffset Offset) {
  if (References.containsReferences(V.getType()))
    return addReferences(V.getType(), Offset);
  // Null is neither one nor the other.
  if (const auto *C = dyn_cast<Constant>(&V); C && C->isNullValue())
    return;
  const TypeSize Size = DL.getTypeStoreSize(V.getType());
  if (Size.isScalable())
    IsUnknown = true;
  else
    addNumber(Size.getFixedValue(), Offset);
}

void ReferenceWords::addPointer(const Value &V, OptionalOffset Offset) {
  const auto [It, IsNew] = Pointers.try_emplace(&V, Offset);
  if (!IsNew && (!It->second || It->second == Offset))
    return;
  if (!IsNew)
    It->second = std::nullopt;
  Pending.push_back(&V);
}

void ReferenceWords::addDerived(const Instruction &I, OptionalOffset Offset) {
  if (const auto *GEP = dyn_cast<GEPOperator>(&I); GEP && Offset) {
    APInt Distance(DL.getIndexTypeSizeInBits(I.getType()), 0);
    if (!I.getType()->isVectorTy() &&
        GEP->accumulateConstantOffset(DL, Distance))
      *Offset += Distance.getSExtValue();
    else
      Offset = std::nullopt;
  }
  addPointer(I, Offset);
}

void ReferenceWords::addIntrinsic(const IntrinsicInst &I, const Use &U,
                                  OptionalOffset Offset) {
  if (const auto *Set = dyn_cast<AnyMemSetInst>(&I)) {
    const auto *Stored = dyn_cast<Constant>(Set->getValue());
    const auto *Length = dyn_cast<ConstantInt>(Set->getLength());
    if (!Stored || !Stored->isNullValue())
      addNumber(Length ? Length->getLimitedValue(INT64_MAX) : INT64_MAX,
                Offset);
    return;
  }
  // A copy has references where those that access them say so.
  if (isa<AnyMemTransferInst>(I) || I.isLifetimeStartOrEnd() ||
      I.isAssumeLikeIntrinsic())
    return;
  switch (I.getIntrinsicID()) {
  // Which of the lanes are accessed is not known, but not more than all.
  case Intrinsic::masked_load:
  case Intrinsic::masked_expandload:
  case Intrinsic::masked_store:
  case Intrinsic::masked_compressstore:
  case Intrinsic::vp_load:
  case Intrinsic::vp_store:
    break;
  default:
    Offset = std::nullopt;
  }
  if (References.containsReferences(I.getType()))
    addReferences(I.getType(), Offset);
  if (I.mayWriteToMemory())
    for (const Use &Argument : I.args())
      if (&Argument != &U && References.containsReferences(Argument->getType()))
        addReferences(Argument->getType(), Offset);
}

void ReferenceWords::addCall(const CallBase &Call, const Use &U,
                             OptionalOffset Offset) {
  if (!Call.isArgOperand(&U))
    return;
  if (const auto *I = dyn_cast<IntrinsicInst>(&Call))
    return addIntrinsic(*I, U, Offset);
  const unsigned Argument = Call.getArgOperandNo(&U);
  for (Type *Ty :
       {Call.getParamStructRetType(Argument), Call.getParamByValType(Argument),
        Rules.getReturnedType(Call, Argument)})
    if (Ty && References.containsReferences(Ty))
      addReferences(Ty, Offset);
}

void ReferenceWords::add(const Use &U, OptionalOffset Offset) {
  auto &I = *cast<Instruction>(U.getUser());
  if (isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, PHINode,
          SelectInst, FreezeInst>(I))
    return addDerived(I, Offset);
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return addCall(*Call, U, Offset);
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    if (References.containsReferences(Load->getType()))
      addReferences(Load->getType(), Offset);
    return;
  }
  if (const auto *Store = dyn_cast<StoreInst>(&I);
      Store && U.getOperandNo() == StoreInst::getPointerOperandIndex())
    return addStored(*Store->getValueOperand(), Offset);
  if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I);
      RMW && U.getOperandNo() == AtomicRMWInst::getPointerOperandIndex())
    return addStored(*RMW->getValOperand(), Offset);
  if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
      Exchange &&
      U.getOperandNo() == AtomicCmpXchgInst::getPointerOperandIndex())
    return addStored(*Exchange->getNewValOperand(), Offset);
}

ArrayRef<uint64_t> ReferenceWords::find() {
  addPointer(Object, 0);
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    const OptionalOffset Offset = Pointers.lookup(V);
    for (const Use &U : V->uses())
      add(U, Offset);
  }
  llvm::sort(Words);
  Words.erase(llvm::unique(Words), Words.end());
  if (IsUnknown || Words.empty())
    return {};
  const uint64_t Size = DL.getTypeAllocSize(Reference),
                 End = Object.getAllocationSize(DL)->getFixedValue();
  if (any_of(Words, [&](uint64_t Word) {
        return Word % Size || Word + Size > End ||
               any_of(Numbers, [&](const Bytes &Number) {
                 return Number.Begin < Word + Size && Word < Number.End;
               });
      }))
    return {};
  return Words;
}

AllocaInst *llvm::setReferenceWords(AllocaInst &Object,
                                    ArrayRef<uint64_t> Words, Type *Reference) {
  const DataLayout &DL = Object.getDataLayout();
  LLVMContext &Context = Object.getContext();
  SmallVector<Type *, 8> Members;
  uint64_t End = 0;
  auto Fill = [&](uint64_t Until) {
    if (Until != End)
      Members.push_back(ArrayType::get(Type::getInt8Ty(Context), Until - End));
  };
  for (uint64_t Word : Words) {
    Fill(Word);
    Members.push_back(Reference);
    End = Word + DL.getTypeAllocSize(Reference).getFixedValue();
  }
  Fill(Object.getAllocationSize(DL)->getFixedValue());
  Type *Ty = Members.size() == 1
                 ? Reference
                 : StructType::get(Context, Members, /*isPacked=*/true);
  auto *Typed =
      new AllocaInst(Ty, Object.getAddressSpace(), nullptr,
                     std::max(Object.getAlign(), DL.getABITypeAlign(Reference)),
                     "", Object.getIterator());
  Typed->takeName(&Object);
  Typed->copyMetadata(Object);
  Object.replaceAllUsesWith(Typed);
  Object.eraseFromParent();
  return Typed;
}

bool llvm::typeGCObjects(Function &F, const GCPointers &References,
                         const GCRootRules &Rules) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(F.getEntryBlock())) {
    auto *Object = dyn_cast<AllocaInst>(&I);
    if (!Object || !Object->isStaticAlloca() || Object->isSwiftError() ||
        Object->isUsedWithInAlloca() ||
        References.getKind(Object->getType()) != GCPointerKind::None ||
        References.containsReferences(Object->getAllocatedType()))
      continue;
    const std::optional<TypeSize> Size =
        Object->getAllocationSize(Object->getDataLayout());
    if (!Size || Size->isScalable())
      continue;
    ReferenceWords Words(*Object, References, Rules);
    const ArrayRef<uint64_t> Found = Words.find();
    if (Found.empty())
      continue;
    setReferenceWords(*Object, Found, Words.Reference);
    Changed = true;
  }
  return Changed;
}
