//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCObjectAccesses.h"
#include "GCObjectCopies.h"
#include "GCReferenceRuns.h"
#include "Normalization/GCNormalizationSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/GCKnownWords.h"
#include "llvm/Analysis/GCObjectsInMemory.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/ReferenceCopies.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/GC/GCRootRules.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"
#include <tuple>

using namespace llvm;

void GCObjectAccesses::addPointer(const Value &V, OptionalOffset Offset) {
  const auto [It, IsNew] = Offsets.try_emplace(&V, Offset);
  if (!IsNew && (!It->second || It->second == Offset))
    return;
  if (!IsNew)
    It->second = std::nullopt;
  Pending.push_back(&V);
}

void GCObjectAccesses::addReferences(const Instruction &At, Type *Ty,
                                     OptionalOffset Offset) {
  References.push_back({&At, Ty, Offset});
}

/// Offsets are less than this.
static constexpr int64_t Limit = INT64_MAX / 2;

GCObjectAccesses::Bytes GCObjectAccesses::getBytes(uint64_t Size,
                                                   int64_t Offset) {
  return {Offset, Offset + int64_t(std::min(Size, uint64_t(Limit)))};
}

void GCObjectAccesses::addNumber(uint64_t Size, OptionalOffset Offset) {
  if (Offset && *Offset <= Limit)
    Numbers.push_back(getBytes(Size, *Offset));
  else
    HasNumbersAnywhere = true;
}

void GCObjectAccesses::addCopy(const Instruction &Copy, bool IsTo,
                               uint64_t Size, OptionalOffset Offset) {
  if (IsTo) {
    CopiesTo.push_back(&Copy);
    return;
  }
  CopiesFrom.push_back(&Copy);
  CopiedFrom.push_back(Offset && *Offset <= Limit ? getBytes(Size, *Offset)
                                                  : Bytes{0, Limit});
}

/// Adds what is between the references of an aggregate of type \p Ty.
void GCObjectAccesses::addNumbersOf(Type *Ty, int64_t Offset) {
  if (!isa<StructType, ArrayType>(Ty) || DL.getTypeStoreSize(Ty).isScalable())
    return;
  GCReferenceRuns Runs = makeGCReferenceRuns(Pointers, DL);
  if (!Runs.add(0, Ty, Pointers, DL))
    return;
  const uint64_t WordSize =
      DL.getTypeAllocSize(findReferenceType(Ty, Pointers));
  uint64_t End = 0;
  for (const GCReferenceRun &Run : Runs.runs()) {
    if (Run.Skip)
      addNumber(Run.Skip, Offset + int64_t(End));
    End += Run.Skip + Run.Count * WordSize;
  }
  if (const uint64_t Size = DL.getTypeStoreSize(Ty); Size > End)
    addNumber(Size - End, Offset + int64_t(End));
}

void GCObjectAccesses::addStored(const Instruction &At, const Value &V,
                                 OptionalOffset Offset) {
  // Null is neither one nor the other.
  const auto *C = dyn_cast<Constant>(&V);
  const bool IsNull = C && C->isNullValue();
  if (Pointers.containsReferences(V.getType())) {
    addReferences(At, V.getType(), Offset);
    if (Offset && !IsNull)
      addNumbersOf(V.getType(), *Offset);
    return;
  }
  const TypeSize Size = DL.getTypeStoreSize(V.getType());
  if (!IsNull)
    addNumber(Size.getKnownMinValue(),
              Size.isScalable() ? std::nullopt : Offset);
}

/// Returns whether \p I makes a pointer or another copy of \p U.
bool GCObjectAccesses::addDerived(const Instruction &I, const Use &U,
                                  OptionalOffset Offset) {
  switch (I.getOpcode()) {
  case Instruction::GetElementPtr: {
    APInt Distance(DL.getIndexTypeSizeInBits(I.getType()), 0);
    if (Offset && !I.getType()->isVectorTy() &&
        cast<GEPOperator>(I).accumulateConstantOffset(DL, Distance))
      *Offset += Distance.getSExtValue();
    else
      Offset = std::nullopt;
    break;
  }
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::Freeze:
    break;
  case Instruction::InsertElement:
  case Instruction::ExtractElement:
  case Instruction::ShuffleVector:
  case Instruction::InsertValue:
  case Instruction::ExtractValue:
  case Instruction::PtrToInt:
  case Instruction::PtrToAddr:
  case Instruction::IntToPtr:
    Offset = std::nullopt;
    break;
  default: {
    if (isa<BinaryOperator, CastInst>(I)) {
      Offset = std::nullopt;
      break;
    }
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || Call->getIntrinsicID() == Intrinsic::ptrmask ||
        getArgumentAliasingToReturnedPointer(
            Call, /*MustPreserveNullness=*/false) != U.get()) {
      const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
      if (!Intrinsic || Intrinsic->mayReadOrWriteMemory() ||
          !I.getType()->isPtrOrPtrVectorTy())
        return false;
      // Of those, some move the pointer.
      Offset = std::nullopt;
    }
    addPointer(I, Offset);
    return false;
  }
  }
  addPointer(I, Offset);
  return true;
}

void GCObjectAccesses::addIntrinsic(const IntrinsicInst &I, const Use &U,
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
  if (const auto *Copy = dyn_cast<AnyMemTransferInst>(&I)) {
    const auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
    const bool IsTo = &U == &Copy->getRawDestUse();
    const uint64_t Size =
        Length ? Length->getLimitedValue(INT64_MAX) : INT64_MAX;
    if (mayCopyReference(*Copy, Length ? Size : DL.getPointerSize()))
      addCopy(I, IsTo, Size, Offset);
    // Types of other stack objects may be no better than that of this one.
    else if (IsTo &&
             (Size < DL.getPointerSize() ||
              isa<GlobalVariable>(getUnderlyingObject(Copy->getRawSource()))))
      addNumber(Size, Offset);
    return;
  }
  if (I.isLifetimeStartOrEnd() || I.isAssumeLikeIntrinsic() ||
      !I.mayReadOrWriteMemory())
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
  if (Pointers.containsReferences(I.getType()))
    addReferences(I, I.getType(), Offset);
  // What is stored comes in front of the address.
  if (I.mayWriteToMemory())
    for (const Use &Argument : I.args())
      if (&Argument != &U && (Argument.getOperandNo() < U.getOperandNo() ||
                              Pointers.containsReferences(Argument->getType())))
        addStored(I, *Argument, Offset);
}

void GCObjectAccesses::addCall(const CallBase &Call, const Use &U,
                               OptionalOffset Offset) {
  if (!Call.isArgOperand(&U))
    return;
  if (const auto *I = dyn_cast<IntrinsicInst>(&Call))
    return addIntrinsic(*I, U, Offset);
  const unsigned Argument = Call.getArgOperandNo(&U);
  for (Type *Ty :
       {Call.getParamStructRetType(Argument), Call.getParamByValType(Argument),
        Rules.getReturnedType(Call, Argument)})
    if (Ty && Pointers.containsReferences(Ty))
      addReferences(Call, Ty, Offset);
}

void GCObjectAccesses::add(const Use &U, OptionalOffset Offset) {
  const auto &I = *cast<Instruction>(U.getUser());
  if (addDerived(I, U, Offset))
    return;
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return addCall(*Call, U, Offset);
  if (isa<LoadInst, VAArgInst>(I)) {
    const TypeSize Size = DL.getTypeStoreSize(I.getType());
    if (isa<LoadInst>(I) && Pointers.containsReferences(I.getType()))
      addReferences(I, I.getType(), Offset);
    else if (isa<LoadInst>(I) && Offset && *Offset <= Limit &&
             !Size.isScalable())
      LoadedNumbers.push_back(getBytes(Size.getFixedValue(), *Offset));
    return;
  }
  if (const auto *Store = dyn_cast<StoreInst>(&I);
      Store && U.getOperandNo() == StoreInst::getPointerOperandIndex())
    return addStored(I, *Store->getValueOperand(), Offset);
  if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I);
      RMW && U.getOperandNo() == AtomicRMWInst::getPointerOperandIndex())
    return addStored(I, *RMW->getValOperand(), Offset);
  if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
      Exchange &&
      U.getOperandNo() == AtomicCmpXchgInst::getPointerOperandIndex())
    return addStored(I, *Exchange->getNewValOperand(), Offset);
}

GCObjectAccesses::GCObjectAccesses(const AllocaInst &Object,
                                   const GCPointers &Pointers,
                                   const GCRootRules &Rules)
    : Object(Object), Pointers(Pointers), Rules(Rules),
      DL(Object.getDataLayout()) {
  addPointer(Object, 0);
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    const OptionalOffset Offset = Offsets.lookup(V);
    for (const Use &U : V->uses())
      addDerived(*cast<Instruction>(U.getUser()), U, Offset);
  }
  // Only now it is known which offsets are the same on all paths.
  for (const auto &[V, Offset] : Offsets)
    for (const Use &U : V->uses())
      add(U, Offset);
}

SmallVector<uint64_t, 8> GCObjectAccesses::findWords() const {
  if (References.empty() || HasNumbersAnywhere)
    return {};
  SmallVector<uint64_t, 8> Words;
  const uint64_t WordSize = DL.getTypeAllocSize(
                     findReferenceType(References.front().Ty, Pointers)),
                 End = Object.getAllocationSize(DL)->getFixedValue();
  for (const Access &A : References) {
    GCReferenceRuns Runs = makeGCReferenceRuns(Pointers, DL);
    if (!A.Offset || *A.Offset < 0 || DL.getTypeStoreSize(A.Ty).isScalable() ||
        !Runs.add(0, A.Ty, Pointers, DL))
      return {};
    uint64_t Word = *A.Offset;
    for (const GCReferenceRun &Run : Runs.runs()) {
      Word += Run.Skip;
      for (uint64_t I = 0; I != Run.Count; ++I, Word += WordSize)
        Words.push_back(Word);
    }
  }
  llvm::sort(Words);
  Words.erase(llvm::unique(Words), Words.end());
  SmallVector<Bytes, 8> Sorted(Numbers);
  llvm::sort(Sorted, [](const Bytes &A, const Bytes &B) {
    return std::tie(A.Begin, A.End) < std::tie(B.Begin, B.End);
  });
  const Bytes *Next = Sorted.begin();
  int64_t NumbersEnd = INT64_MIN;
  for (const uint64_t Word : Words) {
    for (; Next != Sorted.end() && Next->Begin < int64_t(Word + WordSize);
         ++Next)
      NumbersEnd = std::max(NumbersEnd, Next->End);
    if (Word % WordSize || Word + WordSize > End || NumbersEnd > int64_t(Word))
      return {};
  }
  return Words;
}

SmallVector<const Instruction *, 4>
GCObjectAccesses::findUnknownCopies(ArrayRef<uint64_t> Words) const {
  if (CopiesTo.empty() || CopiesFrom.empty())
    return {};
  const uint64_t WordSize = DL.getPointerSize();
  GCKnownWords Known(Object.getAllocationSize(DL)->getFixedValue(), WordSize);
  for (const uint64_t Word : Words)
    Known.add(Word, Word + WordSize);
  for (const Access &A : References)
    if (A.Offset && isa<StructType, ArrayType>(A.Ty) &&
        !DL.getTypeStoreSize(A.Ty).isScalable())
      Known.add(*A.Offset, *A.Offset + DL.getTypeStoreSize(A.Ty));
  for (ArrayRef<Bytes> Some : {ArrayRef(Numbers), ArrayRef(LoadedNumbers)})
    for (const Bytes &Number : Some)
      Known.add(Number.Begin, Number.End);
  SmallVector<const Instruction *, 4> Unknown;
  for (const auto &[Copy, Copied] : zip_equal(CopiesFrom, CopiedFrom))
    if (!Known.contains(Copied.Begin, Copied.End))
      Unknown.push_back(Copy);
  return Unknown;
}

bool llvm::typeGCObjects(Function &F, const GCRootStrategy &Strategy,
                         const TargetLibraryInfo &TLI) {
  const GCPointers &Pointers = Strategy.Pointers;
  SmallVector<const CallBase *, 16> Safepoints;
  for (const Instruction &I : instructions(F))
    if (const auto *Call = dyn_cast<CallBase>(&I);
        Call && Strategy.Rules->isSafepoint(*Call, TLI))
      Safepoints.push_back(Call);
  GCObjectCopies Copies(Safepoints);
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(F.getEntryBlock())) {
    auto *Object = dyn_cast<AllocaInst>(&I);
    if (!Object || !Object->isStaticAlloca() || Object->isSwiftError() ||
        Object->isUsedWithInAlloca() ||
        Object->hasMetadata(GCFrameMemoryMetadata) ||
        Pointers.getKind(Object->getType()) != GCPointerKind::None ||
        Pointers.containsReferences(Object->getAllocatedType()))
      continue;
    const std::optional<TypeSize> Size =
        Object->getAllocationSize(Object->getDataLayout());
    if (!Size || Size->isScalable())
      continue;
    const GCObjectAccesses Accesses(*Object, Pointers, *Strategy.Rules);
    const SmallVector<uint64_t, 8> Words = Accesses.findWords();
    // Whether the others are references is not known.
    if (Words.empty() ||
        any_of(Accesses.findUnknownCopies(Words), [&](const Instruction *Copy) {
          return !Copies.isFresh(*Copy, *Object);
        }))
      continue;
    setReferenceWords(
        *Object, Words,
        findReferenceType(Accesses.references().front().Ty, Pointers));
    Changed = true;
  }
  return Changed;
}

/// Whether the type of \p Object says that references are where those of
/// \p Access are, as far as that is constant.
static bool hasReferencesOf(const AllocaInst &Object,
                            const GCObjectAccesses::Access &Access,
                            const GCPointers &Pointers) {
  Type *Ty = Object.getAllocatedType();
  if (!Pointers.containsReferences(Ty))
    return false;
  const DataLayout &DL = Object.getDataLayout();
  if (!Access.Offset || *Access.Offset < 0 ||
      DL.getTypeAllocSize(Ty).isScalable() || containsScalableVector(Access.Ty))
    return true;
  // Objects and accesses that have no such list are reported elsewhere.
  GCReferenceRuns InObject = makeGCReferenceRuns(Pointers, DL);
  GCReferenceRuns Accessed = makeGCReferenceRuns(Pointers, DL);
  const uint64_t Size = DL.getTypeAllocSize(Ty);
  return !Size || !InObject.add(0, Ty, Pointers, DL) ||
         !Accessed.add(0, Access.Ty, Pointers, DL) ||
         InObject.contains(*Access.Offset % Size, Accessed);
}

SmallVector<const Instruction *, 4>
llvm::findAccessesOfUntypedObjects(const Function &F,
                                   const GCRootStrategy &Strategy,
                                   ArrayRef<const CallBase *> Safepoints) {
  GCObjectCopies Copies(Safepoints);
  SmallPtrSet<const Instruction *, 4> Found;
  for (const GCObjectsInMemory::Access &Access :
       GCObjectsInMemory(F, Strategy.Pointers).accesses())
    Found.insert(Access.At);
  for (const Instruction &I : instructions(F)) {
    const auto *Object = dyn_cast<AllocaInst>(&I);
    if (!Object || Strategy.Pointers.isReference(*Object) ||
        Object->hasMetadata(GCFrameMemoryMetadata))
      continue;
    const GCObjectAccesses Accesses(*Object, Strategy.Pointers,
                                    *Strategy.Rules);
    for (const GCObjectAccesses::Access &Access : Accesses.references()) {
      if (hasReferencesOf(*Object, Access, Strategy.Pointers))
        continue;
      if (!isa<LoadInst>(Access.At) || !Copies.isFresh(*Access.At, *Object))
        Found.insert(Access.At);
    }
    if (!Strategy.Pointers.containsReferences(Object->getAllocatedType()))
      for (const Instruction *Copy : Accesses.copies())
        if (!Copies.isFresh(*Copy, *Object))
          Found.insert(Copy);
  }
  SmallVector<const Instruction *, 4> Sorted;
  for (const Instruction &I : instructions(F))
    if (Found.contains(&I))
      Sorted.push_back(&I);
  return Sorted;
}
