//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCObjectNumbers.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/PtrUseVisitor.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalObject.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

/// Whether \p Load loads a variable of numbers whose address stays in the
/// function.
static bool loadsVariableOfNumbers(const LoadInst &Load,
                                   const GCPointers &References) {
  const auto *Variable = dyn_cast<AllocaInst>(Load.getPointerOperand());
  return Variable &&
         !References.containsReferences(Variable->getAllocatedType()) &&
         all_of(Variable->uses(), [&](const Use &U) {
           const auto *Store = dyn_cast<StoreInst>(U.getUser());
           if (Store && References.containsReferences(
                            Store->getValueOperand()->getType()))
             return false;
           return isa<LoadInst>(U.getUser()) ||
                  cast<Instruction>(U.getUser())->isLifetimeStartOrEnd() ||
                  (Store &&
                   U.getOperandNo() == StoreInst::getPointerOperandIndex());
         });
}

/// Whether \p C is a number that is not zero.
static bool isNumber(const Constant &C) {
  if (isa<GlobalObject>(C))
    return true;
  if (C.isNullValue() || isa<UndefValue>(C))
    return false;
  if (const auto *Aggregate = dyn_cast<ConstantAggregate>(&C))
    return all_of(Aggregate->operands(), [](const Use &Member) {
      return isNumber(*cast<Constant>(Member));
    });
  return isa<ConstantData>(C);
}

namespace {

/// Follows a value to what it is made of.
class NumberProof {
  const GCPointers &References;
  const bool IsNonIntegral;
  SmallPtrSet<const Value *, 8> Seen;
  static constexpr unsigned Limit = 32;

public:
  NumberProof(const GCPointers &References, bool IsNonIntegral)
      : References(References), IsNonIntegral(IsNonIntegral) {}

  /// Whether \p V is a number and no reference that somebody made an integer.
  bool isNumber(const Value &V);
};

} // end anonymous namespace

bool NumberProof::isNumber(const Value &V) {
  if (References.containsReferences(V.getType()))
    return false;
  if (!Seen.insert(&V).second)
    return true;
  if (Seen.size() > Limit)
    return false;
  if (const auto *C = dyn_cast<Constant>(&V))
    return ::isNumber(*C);
  if (V.getType()->isPtrOrPtrVectorTy())
    return isa<AllocaInst>(getUnderlyingObject(&V));
  if (const auto *Load = dyn_cast<LoadInst>(&V))
    return IsNonIntegral && loadsVariableOfNumbers(*Load, References);
  if (isa<Argument>(V))
    return IsNonIntegral;
  if (isa<CallBase>(V) && !isa<IntrinsicInst>(V))
    return IsNonIntegral;
  if (isa<CmpInst>(V))
    return true;
  // Zero is a number among others that are, as is what is undefined.
  auto IsOperandNumber = [&](const Use &U) {
    const auto *C = dyn_cast<Constant>(U);
    return (C && (C->isNullValue() || isa<UndefValue>(C))) || isNumber(*U);
  };
  if (isa<PHINode, FreezeInst>(V))
    return all_of(cast<User>(V).operands(), IsOperandNumber);
  // A member or lane is what the whole is.
  if (isa<ExtractValueInst, ExtractElementInst>(V)) {
    const Use &Whole = cast<User>(V).getOperandUse(0);
    if (References.containsReferences(Whole->getType()))
      return IsNonIntegral && isa<Argument, CallBase>(Whole) &&
             !isa<IntrinsicInst>(Whole);
    return IsOperandNumber(Whole);
  }
  if (isa<InsertValueInst, InsertElementInst, ShuffleVectorInst>(V))
    return IsOperandNumber(cast<User>(V).getOperandUse(0)) &&
           IsOperandNumber(cast<User>(V).getOperandUse(1));
  if (const auto *Call = dyn_cast<IntrinsicInst>(&V))
    return Call->doesNotAccessMemory() && all_of(Call->args(), IsOperandNumber);
  if (const auto *Select = dyn_cast<SelectInst>(&V))
    return IsOperandNumber(Select->getOperandUse(1)) &&
           IsOperandNumber(Select->getOperandUse(2));
  return isa<BinaryOperator, UnaryOperator, TruncInst, ZExtInst, SExtInst,
             FPTruncInst, FPExtInst, UIToFPInst, SIToFPInst, FPToUIInst,
             FPToSIInst, BitCastInst>(V) &&
         all_of(cast<User>(V).operands(), IsOperandNumber);
}

/// Whether a value of type \p Ty has a reference, or a part of one, in its
/// bytes from \p Begin to \p End.
static bool hasReferenceIn(Type *Ty, uint64_t Begin, uint64_t End,
                           const GCPointers &References, const DataLayout &DL) {
  if (Begin >= End || !References.containsReferences(Ty))
    return false;
  auto MemberOverlaps = [&](Type *Member, uint64_t Offset) {
    const uint64_t Size = DL.getTypeAllocSize(Member);
    return Offset < End && Begin < Offset + Size &&
           hasReferenceIn(Member, std::max(Begin, Offset) - Offset,
                          std::min(End, Offset + Size) - Offset, References,
                          DL);
  };
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    const StructLayout *Layout = DL.getStructLayout(Struct);
    return any_of(enumerate(Struct->elements()), [&](auto Member) {
      return MemberOverlaps(Member.value(),
                            Layout->getElementOffset(Member.index()));
    });
  }
  if (auto *Array = dyn_cast<ArrayType>(Ty)) {
    Type *Each = Array->getElementType();
    const uint64_t Size = DL.getTypeAllocSize(Each);
    const uint64_t First = Begin / Size, Last = (End - 1) / Size;
    // One in the middle is there as a whole.
    return Last > First + 1 || MemberOverlaps(Each, First * Size) ||
           MemberOverlaps(Each, Last * Size);
  }
  return true;
}

bool llvm::overlapsReference(const AllocaInst &Object, uint64_t Begin,
                             uint64_t End, const GCPointers &References) {
  const uint64_t Count =
      cast<ConstantInt>(Object.getArraySize())->getZExtValue();
  return hasReferenceIn(ArrayType::get(Object.getAllocatedType(), Count), Begin,
                        End, References, Object.getDataLayout());
}

bool llvm::isCertainNumber(const Value &V, const GCPointers &References,
                           bool IsNonIntegral, const DataLayout &DL) {
  // Front ends copy aggregates atomically as one integer.
  const bool IsWhole =
      V.getType()->isIntegerTy() &&
      TypeSize::isKnownGT(DL.getTypeStoreSize(V.getType()),
                          TypeSize::getFixed(DL.getPointerSize()));
  return !IsWhole && NumberProof(References, IsNonIntegral).isNumber(V);
}

namespace {

/// What is written to the object at constant places.
class WriteFinder : public PtrUseVisitor<WriteFinder> {
  using Base = PtrUseVisitor<WriteFinder>;
  friend class InstVisitor<WriteFinder>;

  const GCPointers &References;
  const bool IsNonIntegral;
  const uint64_t ObjectSize;

  void visitStoreInst(StoreInst &Store);
  void visitMemSetInst(MemSetInst &Set);
  void visitMemTransferInst(MemTransferInst &Copy);
  void visitIntrinsicInst(IntrinsicInst &I);
  void visitAtomicRMWInst(AtomicRMWInst &RMW);
  bool isNumber(const Value &V) const;
  void add(Instruction &I, TypeSize Size, bool IsNumber);

public:
  struct Write {
    const Instruction *I;
    /// The bytes.
    uint64_t Begin, End;
    bool IsNumber;
  };
  SmallVector<Write, 8> Writes;
  /// Those that store a number somewhere in it.
  SmallVector<const Instruction *, 2> Anywhere;

  WriteFinder(const AllocaInst &Object, const GCPointers &References,
              bool IsNonIntegral, uint64_t ObjectSize)
      : Base(Object.getDataLayout()), References(References),
        IsNonIntegral(IsNonIntegral), ObjectSize(ObjectSize) {
    // It changes nothing.
    visitPtr(const_cast<AllocaInst &>(Object));
  }
};

} // end anonymous namespace

void WriteFinder::add(Instruction &I, TypeSize Size, bool IsNumber) {
  if (!IsOffsetKnown && IsNumber)
    Anywhere.push_back(&I);
  if (!IsOffsetKnown || Size.isScalable() || Offset.isNegative() ||
      Offset.uge(ObjectSize) || Size.isZero())
    return;
  const uint64_t Begin = Offset.getZExtValue();
  Writes.push_back({&I, Begin,
                    Begin + std::min<uint64_t>(Size, ObjectSize - Begin),
                    IsNumber});
}

void WriteFinder::visitStoreInst(StoreInst &Store) {
  if (U->getOperandNo() != StoreInst::getPointerOperandIndex())
    return;
  Value &V = *Store.getValueOperand();
  add(Store, DL.getTypeStoreSize(V.getType()), isNumber(V));
}

bool WriteFinder::isNumber(const Value &V) const {
  return isCertainNumber(V, References, IsNonIntegral, DL);
}

void WriteFinder::visitAtomicRMWInst(AtomicRMWInst &RMW) {
  if (U->getOperandNo() != AtomicRMWInst::getPointerOperandIndex())
    return;
  // Other operations compute with what is there.
  const Value &V = *RMW.getValOperand();
  if (RMW.getOperation() == AtomicRMWInst::Xchg)
    add(RMW, DL.getTypeStoreSize(V.getType()), isNumber(V));
}

void WriteFinder::visitMemSetInst(MemSetInst &Set) {
  const auto *Length = dyn_cast<ConstantInt>(Set.getLength());
  const auto *Value = dyn_cast<ConstantInt>(Set.getValue());
  const bool IsNumber = Value && !Value->isZero();
  if (Length)
    add(Set, TypeSize::getFixed(Length->getLimitedValue()), IsNumber);
  else if (IsNumber)
    Anywhere.push_back(&Set);
}

void WriteFinder::visitMemTransferInst(MemTransferInst &Copy) {
  const auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  if (Length && U == &Copy.getRawDestUse())
    add(Copy, TypeSize::getFixed(Length->getLimitedValue()),
        /*IsNumber=*/false);
}

void WriteFinder::visitIntrinsicInst(IntrinsicInst &I) {
  if (I.isLifetimeStartOrEnd())
    return add(I, TypeSize::getFixed(ObjectSize), /*IsNumber=*/false);
  switch (I.getIntrinsicID()) {
  case Intrinsic::masked_store:
  case Intrinsic::vp_store:
    // Some of the lanes.
    if (U->getOperandNo() == 1 && isNumber(*I.getArgOperand(0)))
      add(I, DL.getTypeStoreSize(I.getArgOperand(0)->getType()), true);
    return;
  case Intrinsic::experimental_memset_pattern:
    if (isNumber(*I.getArgOperand(1)))
      Anywhere.push_back(&I);
    return;
  default:
    return;
  }
}

namespace {

/// Which parts of the object hold numbers. A part is what is between two places
/// where some write begins or ends, so that each writes it or not.
class NumberFlow {
  ArrayRef<WriteFinder::Write> Writes;
  SmallVector<uint64_t, 8> Bounds;
  /// Those that references overlap.
  BitVector ReferenceParts;
  /// The writes in each block, in order.
  DenseMap<const BasicBlock *, SmallVector<unsigned, 2>> InBlock;
  DenseMap<const BasicBlock *, BitVector> AtEntry;

  /// What put a number into each part, for a message.
  SmallVector<const Instruction *, 8> Writers;

  void step(const WriteFinder::Write &W, BitVector &Numbers);

public:
  NumberFlow(ArrayRef<WriteFinder::Write> Writes,
             function_ref<bool(uint64_t, uint64_t)> HoldsReference);
  const Instruction *find(function_ref<bool(const CallBase &)> Lists);
};

} // end anonymous namespace

NumberFlow::NumberFlow(ArrayRef<WriteFinder::Write> Writes,
                       function_ref<bool(uint64_t, uint64_t)> HoldsReference)
    : Writes(Writes) {
  for (const auto &[I, W] : enumerate(Writes)) {
    Bounds.append({W.Begin, W.End});
    InBlock[W.I->getParent()].push_back(I);
  }
  llvm::sort(Bounds);
  Bounds.erase(llvm::unique(Bounds), Bounds.end());
  for (auto &Block : InBlock)
    llvm::sort(Block.second, [&](unsigned A, unsigned B) {
      return A != B && Writes[A].I->comesBefore(Writes[B].I);
    });
  Writers.resize(Bounds.size());
  ReferenceParts.resize(Bounds.size());
  for (unsigned Part = 0; Part + 1 < Bounds.size(); ++Part)
    if (HoldsReference(Bounds[Part], Bounds[Part + 1]))
      ReferenceParts.set(Part);
}

void NumberFlow::step(const WriteFinder::Write &W, BitVector &Numbers) {
  for (unsigned Part = llvm::lower_bound(Bounds, W.Begin) - Bounds.begin();
       Bounds[Part] != W.End; ++Part) {
    if (!W.IsNumber || !ReferenceParts.test(Part)) {
      Numbers.reset(Part);
      continue;
    }
    Numbers.set(Part);
    Writers[Part] = W.I;
  }
}

const Instruction *
NumberFlow::find(function_ref<bool(const CallBase &)> Lists) {
  SmallVector<const BasicBlock *, 8> Pending;
  for (const auto &Block : InBlock)
    Pending.push_back(Block.first);
  while (!Pending.empty()) {
    const BasicBlock *BB = Pending.pop_back_val();
    BitVector &Before = AtEntry[BB];
    Before.resize(Bounds.size());
    BitVector Numbers = Before;
    auto It = InBlock.find(BB);
    ArrayRef<unsigned> Next =
        It == InBlock.end() ? ArrayRef<unsigned>() : ArrayRef(It->second);
    for (const Instruction &I : *BB) {
      if (Numbers.none() && Next.empty())
        break;
      if (const auto *Call = dyn_cast<CallBase>(&I);
          Call && Numbers.any() && Lists(*Call))
        return Writers[Numbers.find_first()];
      if (!Next.empty() && Writes[Next.front()].I == &I) {
        step(Writes[Next.front()], Numbers);
        Next = Next.drop_front();
      }
    }
    if (Numbers.none())
      continue;
    for (const BasicBlock *After : successors(BB)) {
      BitVector &There = AtEntry[After];
      There.resize(Bounds.size());
      if (!Numbers.test(There))
        continue;
      There |= Numbers;
      Pending.push_back(After);
    }
  }
  return nullptr;
}

/// Whether each word of an object of \p Size bytes has a reference.
static bool
isMadeOfReferences(uint64_t Size, uint64_t WordSize,
                   function_ref<bool(uint64_t, uint64_t)> HoldsReference) {
  for (uint64_t Word = 0; Word < Size; Word += WordSize)
    if (!HoldsReference(Word, std::min(Word + WordSize, Size)))
      return false;
  return true;
}

const Instruction *llvm::findNumberAtSafepoint(
    const AllocaInst &Object, const GCPointers &References, bool IsNonIntegral,
    function_ref<bool(uint64_t, uint64_t)> HoldsReference,
    function_ref<bool(const CallBase &)> Lists) {
  const DataLayout &DL = Object.getDataLayout();
  const std::optional<TypeSize> Size = Object.getAllocationSize(DL);
  if (!Size || Size->isScalable() || Size->isZero())
    return nullptr;
  WriteFinder Finder(Object, References, IsNonIntegral, Size->getFixedValue());
  if (!Finder.Anywhere.empty() &&
      isMadeOfReferences(Size->getFixedValue(), DL.getPointerSize(),
                         HoldsReference))
    for (const Instruction *I : Finder.Anywhere)
      Finder.Writes.push_back({I, 0, Size->getFixedValue(), true});
  if (none_of(Finder.Writes, [&](const WriteFinder::Write &W) {
        return W.IsNumber && HoldsReference(W.Begin, W.End);
      }))
    return nullptr;
  return NumberFlow(Finder.Writes, HoldsReference).find(Lists);
}
