//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCStackObjects.h"
#include "GCStackObjectFlow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/GCInteriorPointers.h"
#include "llvm/Analysis/GCKnownWords.h"
#include "llvm/Analysis/GCObjectNumbers.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/ReferenceCopies.h"
#include "llvm/Analysis/StatepointRules.h"
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
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Operator.h"
#include <optional>

using namespace llvm;

bool llvm::findReferencesInElements(Type *Element, uint64_t Count,
                                    uint64_t Offset, const DataLayout &DL,
                                    const GCStrategy &Strategy,
                                    SmallVectorImpl<uint64_t> &Offsets) {
  if (!containsReferences(Element, &Strategy))
    return true;
  if (containsScalableVector(Element))
    return false;
  const uint64_t Size = DL.getTypeAllocSize(Element);
  for (uint64_t I = 0; I != Count; ++I)
    if (!findReferences(Element, Offset + I * Size, DL, Strategy, Offsets))
      return false;
  return true;
}

bool llvm::findReferences(Type *Ty, uint64_t Offset, const DataLayout &DL,
                          const GCStrategy &Strategy,
                          SmallVectorImpl<uint64_t> &Offsets) {
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    if (!containsReferences(Struct, &Strategy))
      return true;
    if (!Struct->isSized() || Struct->isScalableTy())
      return false;
    const StructLayout *Layout = DL.getStructLayout(Struct);
    for (const auto &[I, Member] : enumerate(Struct->elements()))
      if (!findReferences(Member, Offset + Layout->getElementOffset(I), DL,
                          Strategy, Offsets))
        return false;
    return true;
  }
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return findReferencesInElements(Array->getElementType(),
                                    Array->getNumElements(), Offset, DL,
                                    Strategy, Offsets);
  if (!isReferenceType(Ty, &Strategy))
    return true;
  if (isa<ScalableVectorType>(Ty))
    return false;
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty))
    return findReferencesInElements(Vector->getElementType(),
                                    Vector->getNumElements(), Offset, DL,
                                    Strategy, Offsets);
  Offsets.push_back(Offset);
  return true;
}

/// The first reference type in \p Ty, which contains one.
static Type *findReferenceType(Type *Ty, const GCStrategy &Strategy) {
  while (isa<StructType, ArrayType>(Ty))
    Ty = *find_if(Ty->subtypes(), [&](const Type *Member) {
      return containsReferences(Member, &Strategy);
    });
  return Ty->getScalarType();
}

namespace {

/// Goes through the uses of one object.
class UseFinder {
  const GCStrategy &Strategy;
  const GCInteriorPointers &Interior;
  const DataLayout &DL;
  GCStackObject &Object;
  /// Pointers into the object, with the offset in bytes if it is known.
  SmallVector<std::pair<const Value *, std::optional<int64_t>>, 8> Pending;
  SmallPtrSet<const Value *, 8> Seen;
  /// The bytes that instructions certainly write.
  DenseMap<const Instruction *, std::pair<uint64_t, uint64_t>> Written;
  SmallVector<uint64_t, 4> Accessed;
  /// Whether references are accessed at unknown offsets.
  bool IsAccessedSomewhere = false;
  bool IsCaptured;
  /// Copies to and from it of what may be references, and one of those that are
  /// to or from memory for references.
  bool IsCopiedTo = false, IsCopiedFrom = false;
  const Instruction *ReferenceCopy = nullptr;
  /// What is copied from it, and where numbers are accessed.
  using Bytes = std::pair<int64_t, int64_t>;
  SmallVector<Bytes, 4> Copied, Numbers;

  void fail(const Instruction &I, const char *Reason);
  void access(Type *Ty, std::optional<int64_t> Offset);
  void write(const Instruction &I, std::optional<int64_t> Offset,
             uint64_t Size);
  void addStored(const Instruction &I, const Value &V,
                 std::optional<int64_t> Offset);
  void addNumber(const Type *Ty, std::optional<int64_t> Offset);
  void addCopy(const AnyMemTransferInst &Copy, bool IsTo,
               std::optional<int64_t> Offset);
  void addIntrinsic(const IntrinsicInst &I, const Use &U,
                    std::optional<int64_t> Offset);
  void addElements(const IntrinsicInst &I, const Use &U,
                   std::optional<int64_t> Offset);
  void addCall(const CallBase &Call, const Use &U,
               std::optional<int64_t> Offset);
  /// Whether no value of type \p Ty has all bits of a reference.
  bool isNarrow(const Type *Ty) const;
  void add(const Use &U, std::optional<int64_t> Offset);
  void addDerived(const Instruction &I, std::optional<int64_t> Offset);
  bool copiesUnknownWords(uint64_t Size) const;
  void findWords();
  void numberWords();
  void keepUntilEnd();

public:
  GCObjectEvents Events;

  UseFinder(const GCStrategy &Strategy, const GCInteriorPointers &Interior,
            GCStackObject &Object, bool ReturnsTwice)
      : Strategy(Strategy), Interior(Interior),
        DL(Object.Object->getDataLayout()), Object(Object),
        IsCaptured(ReturnsTwice) {}
  /// Returns true if the object holds references, or its error is not empty.
  bool run();
};

} // end anonymous namespace

void UseFinder::fail(const Instruction &I, const char *Reason) {
  if (!Object.Error.empty())
    return;
  Object.Error = Reason;
  Object.ErrorAt = &I;
}

/// A value of type \p Ty is loaded, stored or copied.
void UseFinder::access(Type *Ty, std::optional<int64_t> Offset) {
  if (!containsReferences(Ty, &Strategy))
    return;
  Object.Reference = findReferenceType(Ty, Strategy);
  if (!Offset || *Offset < 0)
    IsAccessedSomewhere = true;
  else if (!findReferences(Ty, *Offset, DL, Strategy, Accessed))
    IsAccessedSomewhere = true;
}

void UseFinder::write(const Instruction &I, std::optional<int64_t> Offset,
                      uint64_t Size) {
  if (Offset && *Offset >= 0 && Size >= DL.getPointerSize())
    Written[&I] = {*Offset, *Offset + Size};
}

void UseFinder::addStored(const Instruction &I, const Value &V,
                          std::optional<int64_t> Offset) {
  Events.At[&I].Writes = true;
  // Null is neither one nor the other.
  if (const auto *C = dyn_cast<Constant>(&V); !C || !C->isNullValue())
    addNumber(V.getType(), Offset);
  access(V.getType(), Offset);
  if (Interior.isForeign(V))
    fail(I, "is assigned a pointer that is not a reference; use the reference "
            "that it points into");
  else if (Interior.contains(V) && !Interior.isVariable(*Object.Object))
    fail(I, "is assigned a pointer into another object, and a collector finds "
            "objects only by their base pointers; store the base pointer and "
            "the offset, or run sroa");
}

/// A value of type \p Ty is loaded or stored.
void UseFinder::addNumber(const Type *Ty, std::optional<int64_t> Offset) {
  const TypeSize Size = DL.getTypeStoreSize(const_cast<Type *>(Ty));
  if (Offset && !Size.isScalable() && *Offset < INT64_MAX / 2)
    Numbers.emplace_back(*Offset, *Offset + Size.getFixedValue());
}

/// Whether the type of what is at \p Base says that it has references.
static bool holdsReferences(const Value &Base, const GCStrategy &Strategy) {
  const Type *Ty = nullptr;
  if (const auto *Variable = dyn_cast<AllocaInst>(&Base))
    Ty = Variable->getAllocatedType();
  else if (const auto *Global = dyn_cast<GlobalVariable>(&Base))
    Ty = Global->getValueType();
  else if (const auto *A = dyn_cast<Argument>(&Base))
    Ty = A->hasStructRetAttr() ? A->getParamStructRetType()
                               : A->getParamByValType();
  return Ty && containsReferences(Ty, &Strategy);
}

/// \p Copy writes to the object, or reads it.
void UseFinder::addCopy(const AnyMemTransferInst &Copy, bool IsTo,
                        std::optional<int64_t> Offset) {
  const auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  if (!mayCopyReference(Copy, Length ? Length->getLimitedValue()
                                     : DL.getPointerSize()))
    return;
  (IsTo ? IsCopiedTo : IsCopiedFrom) = true;
  if (!IsTo) {
    constexpr int64_t Limit = INT64_MAX / 2;
    const int64_t Size =
        Length ? Length->getLimitedValue(Limit) : uint64_t(Limit);
    Copied.push_back(Offset && *Offset < Limit ? Bytes(*Offset, *Offset + Size)
                                               : Bytes(0, Limit));
  }
  const Value *Other =
      getUnderlyingObject(IsTo ? Copy.getRawSource() : Copy.getRawDest());
  if (isReferenceType(Other->getType(), &Strategy) ||
      holdsReferences(*Other, Strategy))
    ReferenceCopy = &Copy;
}

void UseFinder::addIntrinsic(const IntrinsicInst &I, const Use &U,
                             std::optional<int64_t> Offset) {
  if (I.isLifetimeStartOrEnd()) {
    GCObjectEvent &Event = Events.At[&I];
    (I.getIntrinsicID() == Intrinsic::lifetime_start ? Event.Begins
                                                     : Event.Ends) = true;
    return;
  }
  const auto &Mem = cast<AnyMemIntrinsic>(I);
  if (const auto *Copy = dyn_cast<AnyMemTransferInst>(&Mem))
    addCopy(*Copy, &U == &Mem.getRawDestUse(), Offset);
  GCObjectEvent &Event = Events.At[&I];
  if (&U == &Mem.getRawDestUse()) {
    Event.Writes = true;
    const auto *Length = dyn_cast<ConstantInt>(Mem.getLength());
    const auto *Set = dyn_cast<AnyMemSetInst>(&Mem);
    if (Length && Length->getValue().isIntN(63) &&
        (!Set || isa<ConstantInt>(Set->getValue())))
      write(I, Offset, Length->getZExtValue());
  } else {
    Event.Reads = Event.Copies = true;
  }
}

/// \p I may load or store references, masked or in some order.
void UseFinder::addElements(const IntrinsicInst &I, const Use &U,
                            std::optional<int64_t> Offset) {
  switch (I.getIntrinsicID()) {
  // Which of the lanes are accessed is not known, but not more than all.
  case Intrinsic::masked_compressstore:
  case Intrinsic::masked_expandload:
  case Intrinsic::masked_load:
  case Intrinsic::masked_store:
  case Intrinsic::vp_load:
  case Intrinsic::vp_store:
    break;
  default:
    Offset = std::nullopt;
  }
  if (containsReferences(I.getType(), &Strategy)) {
    Events.At[&I].Copies = true;
    access(I.getType(), Offset);
  }
  if (I.mayWriteToMemory())
    for (const Use &Argument : I.args())
      if (&Argument != &U && containsReferences(Argument->getType(), &Strategy))
        addStored(I, *Argument, Offset);
}

void UseFinder::addCall(const CallBase &Call, const Use &U,
                        std::optional<int64_t> Offset) {
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call)) {
    if (Intrinsic->isLifetimeStartOrEnd() || isa<AnyMemIntrinsic>(Intrinsic))
      return addIntrinsic(*Intrinsic, U, Offset);
    if (Intrinsic->isAssumeLikeIntrinsic())
      return;
    if (Call.isArgOperand(&U))
      addElements(*Intrinsic, U, Offset);
  }
  if (Call.isBundleOperand(&U) &&
      Call.getOperandBundleForOperand(U.getOperandNo()).getTagID() ==
          LLVMContext::OB_gc_live)
    return;
  GCObjectEvent &Event = Events.At[&Call];
  if (!Call.isArgOperand(&U)) {
    Event.Reads = Event.Writes = true;
    IsCaptured |=
        !Call.isBundleOperand(&U) ||
        Call.getOperandBundleForOperand(U.getOperandNo()).getTagID() !=
            LLVMContext::OB_deopt;
    return;
  }
  const unsigned Argument = Call.getArgOperandNo(&U);
  // What assembly accesses in memory.
  if (Type *Ty =
          Call.isInlineAsm() ? Call.getParamElementType(Argument) : nullptr)
    access(Ty, Offset);
  if (Call.paramHasAttr(Argument, Attribute::StructRet)) {
    // It may also read what it wrote.
    Event.Reads = Event.Writes = true;
    return access(Call.getParamStructRetType(Argument), Offset);
  }
  if (Call.isByValArgument(Argument)) {
    Event.Reads = Event.Copies = true;
    access(Call.getParamByValType(Argument), Offset);
    return;
  }
  Event.Reads |= !Call.onlyWritesMemory(Argument);
  Event.Writes |= !Call.onlyReadsMemory(Argument);
  IsCaptured |= !Call.doesNotCapture(Argument);
}

/// \p I makes a pointer into the object of another.
void UseFinder::addDerived(const Instruction &I,
                           std::optional<int64_t> Offset) {
  if (!Seen.insert(&I).second)
    return;
  if (isa<PHINode, SelectInst>(I)) {
    Offset = std::nullopt;
  } else if (const auto *GEP = dyn_cast<GEPOperator>(&I); GEP && Offset) {
    APInt Distance(DL.getIndexTypeSizeInBits(I.getType()), 0);
    if (!I.getType()->isVectorTy() &&
        GEP->accumulateConstantOffset(DL, Distance))
      *Offset += Distance.getSExtValue();
    else
      Offset = std::nullopt;
  }
  Pending.emplace_back(&I, Offset);
}

bool UseFinder::isNarrow(const Type *Ty) const {
  return !containsReferences(Ty, &Strategy) &&
         TypeSize::isKnownLT(DL.getTypeStoreSize(const_cast<Type *>(Ty)),
                             TypeSize::getFixed(DL.getPointerSize()));
}

/// Whether anything but an access of what \p Load loads, or a comparison, uses
/// it, or that is not next to \p Load.
static bool isPassedOn(const LoadInst &Load) {
  SmallVector<const Value *, 4> Pending = {&Load};
  SmallPtrSet<const Instruction *, 4> Users;
  while (!Pending.empty())
    for (const Use &U : Pending.pop_back_val()->uses()) {
      const auto &I = *cast<Instruction>(U.getUser());
      const auto *Store = dyn_cast<StoreInst>(&I);
      if (I.getParent() != Load.getParent() ||
          !(isa<LoadInst, ICmpInst, GetElementPtrInst>(I) ||
            (Store && U.getOperandNo() == StoreInst::getPointerOperandIndex())))
        return true;
      if (Users.insert(&I).second && isa<GetElementPtrInst>(I))
        Pending.push_back(&I);
    }
  for (const Instruction *I = Load.getNextNode(); I && !Users.empty();
       I = I->getNextNode()) {
    Users.erase(I);
    if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
      return !Users.empty();
  }
  return false;
}

void UseFinder::add(const Use &U, std::optional<int64_t> Offset) {
  const auto &I = *cast<Instruction>(U.getUser());
  if (isa<ICmpInst>(I))
    return;
  if (isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, PHINode,
          SelectInst, FreezeInst>(I))
    return addDerived(I, Offset);
  const auto *Call = dyn_cast<CallBase>(&I);
  if (Call && getArgumentAliasingToReturnedPointer(
                  Call, /*MustPreserveNullness=*/false) == U.get())
    addDerived(I, Call->getIntrinsicID() == Intrinsic::ptrmask ? std::nullopt
                                                               : Offset);
  // The integer is the address, and so is what is computed of it; aggregates
  // and vectors pass it on.
  if (isa<PtrToIntInst, PtrToAddrInst, BinaryOperator, IntToPtrInst,
          InsertValueInst, ExtractValueInst, InsertElementInst,
          ExtractElementInst, ShuffleVectorInst>(I)) {
    IsCaptured = true;
    Events.At[&I].Reads = Events.At[&I].Writes = true;
    return addDerived(I, std::nullopt);
  }
  if (Call)
    return addCall(*Call, U, Offset);
  GCObjectEvent &Event = Events.At[&I];
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    addNumber(Load->getType(), Offset);
    // Variables that share a stack slot may be numbers for some time. What is
    // too small for a reference reads one of these, and a word that is listed
    // for it would be taken for a reference.
    if (isNarrow(Load->getType()))
      return;
    Event.Reads = true;
    // A reference that was never written may get to where a collector finds it.
    Event.Copies =
        containsReferences(Load->getType(), &Strategy)
            ? isPassedOn(*Load)
            : !Load->getType()->isPointerTy() &&
                  DL.getTypeStoreSize(Load->getType()).getKnownMinValue() >=
                      DL.getPointerSize();
    return access(Load->getType(), Offset);
  }
  const auto *Store = dyn_cast<StoreInst>(&I);
  if (Store && &U == &Store->getOperandUse(Store->getPointerOperandIndex())) {
    const Value &V = *Store->getValueOperand();
    const TypeSize Size = DL.getTypeStoreSize(V.getType());
    if (!Size.isScalable())
      write(I, Offset, Size);
    return addStored(I, V, Offset);
  }
  Event.Reads = true;
  Event.Copies = containsReferences(I.getType(), &Strategy);
  if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I);
      RMW && U.getOperandNo() == RMW->getPointerOperandIndex())
    return addStored(I, *RMW->getValOperand(), Offset);
  if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
      Exchange && U.getOperandNo() == Exchange->getPointerOperandIndex())
    return addStored(I, *Exchange->getNewValOperand(), Offset);
  Event.Writes = true;
  IsCaptured = true;
}

static constexpr char UnknownFrameOffset[] =
    "has no frame offset known at compile time; allocate it in the entry block "
    "with constant size";

/// Whether something is copied from the object, of \p Size bytes, of which
/// accesses do not say whether it is a reference.
bool UseFinder::copiesUnknownWords(uint64_t Size) const {
  if (Copied.empty() || !IsCopiedTo || !ReferenceCopy)
    return false;
  const uint64_t WordSize = DL.getPointerSize();
  GCKnownWords Known(Size, WordSize);
  for (const uint64_t Word : Accessed)
    Known.add(Word, Word + WordSize);
  for (const auto &[Begin, End] : Numbers)
    Known.add(Begin, End);
  return any_of(Copied, [&](const Bytes &Some) {
    return !Known.contains(Some.first, Some.second);
  });
}

static constexpr char CopiedBytes[] =
    "is written and read by copies, and has a type that does not say where the "
    "references are; allocate it with the type of what is copied";

void UseFinder::findWords() {
  const AllocaInst &Alloca = *Object.Object;
  const std::optional<TypeSize> Size = Alloca.getAllocationSize(DL);
  Type *Ty = Alloca.getAllocatedType();
  const auto *Count = dyn_cast<ConstantInt>(Alloca.getArraySize());
  if (containsReferences(Ty, &Strategy)) {
    Object.Reference = findReferenceType(Ty, Strategy);
    if (!Alloca.isStaticAlloca() || !Count || !Size)
      return fail(Alloca, UnknownFrameOffset);
    if (!findReferencesInElements(Ty, Count->getZExtValue(), 0, DL, Strategy,
                                  Object.Words))
      return fail(Alloca, "holds a scalable vector of references, which no "
                          "stack map can describe; use vectors of fixed size");
  } else if (IsAccessedSomewhere) {
    return fail(Alloca, "has a type that does not say where its references "
                        "are; allocate it with the type of its accesses");
  } else if (Accessed.empty() && IsCopiedTo && IsCopiedFrom && ReferenceCopy) {
    return fail(Alloca, CopiedBytes);
  } else if (!Accessed.empty() &&
             (!Alloca.isStaticAlloca() || !Size || Size->isScalable())) {
    return fail(Alloca, UnknownFrameOffset);
  } else if (!Accessed.empty() && copiesUnknownWords(Size->getFixedValue())) {
    return fail(Alloca, CopiedBytes);
  }
  const size_t Typed = Object.Words.size();
  for (uint64_t Word : Accessed)
    if (Word + DL.getPointerSize() <= Size->getFixedValue())
      Object.Words.push_back(Word);
  llvm::sort(Object.Words);
  Object.Words.erase(llvm::unique(Object.Words), Object.Words.end());
  Object.IsTyped = Object.Words.size() == Typed;
  uint64_t End = 0;
  for (uint64_t Word : Object.Words) {
    if (Word % DL.getPointerSize() || Word < End)
      return fail(
          Alloca,
          "holds a misaligned reference, which no stack map can describe");
    End = Word + DL.getPointerSize();
  }
}

void UseFinder::numberWords() {
  for (const auto &[I, Bytes] : Written) {
    GCObjectEvent &Event = Events.At[I];
    Event.FirstWord =
        llvm::lower_bound(Object.Words, Bytes.first) - Object.Words.begin();
    Event.LastWord = std::max<unsigned>(
        Event.FirstWord,
        llvm::upper_bound(Object.Words, Bytes.second - DL.getPointerSize()) -
            Object.Words.begin());
    if (Event.LastWord - Event.FirstWord == Object.Words.size())
      Event.Replaces = true;
  }
}

/// Has any call read the object until its lifetime ends.
void UseFinder::keepUntilEnd() {
  for (auto &[I, Event] : Events.At) {
    Event.Replaces = false;
    Event.Reads |= Event.Ends;
  }
  Events.IsReadUntilEnd = true;
}

bool UseFinder::run() {
  Pending.emplace_back(Object.Object, 0);
  Seen.insert(Object.Object);
  while (!Pending.empty()) {
    const auto [V, Offset] = Pending.pop_back_val();
    for (const Use &U : V->uses())
      add(U, Offset);
  }
  findWords();
  if (Object.Words.empty()) {
    if (Object.Error.empty())
      return false;
    // Any number, so that it is found where it would be listed.
    Object.Words.push_back(0);
  } else {
    numberWords();
  }
  if (IsCaptured)
    keepUntilEnd();
  return true;
}

/// It is an error that \p Object is listed while it is a number.
static void findNumbers(GCStackObject &Object, const GCStrategy &Strategy) {
  if (Object.Safepoints.empty() || !Object.Error.empty())
    return;
  const DataLayout &DL = Object.Object->getDataLayout();
  const SmallPtrSet<const CallBase *, 8> Safepoints(llvm::from_range,
                                                    Object.Safepoints);
  const unsigned WordSize = DL.getPointerSize();
  Object.ErrorAt = findNumberAtSafepoint(
      *Object.Object, GCPointers(Strategy),
      DL.isNonIntegralPointerType(Object.Reference),
      [&](uint64_t Begin, uint64_t End) {
        const auto *Word = llvm::partition_point(
            Object.Words, [&](uint64_t W) { return W + WordSize <= Begin; });
        return Word != Object.Words.end() && *Word < End;
      },
      [&](const CallBase &Call) { return Safepoints.contains(&Call); });
  if (Object.ErrorAt)
    Object.Error = "is assigned a number there, which a collector takes for a "
                   "reference; store null before the call, or give the number "
                   "a variable of its own";
}

GCStackObjects::GCStackObjects(const Function &F, const GCStrategy &Strategy,
                               ArrayRef<const CallBase *> Safepoints,
                               const GCInteriorPointers &Interior) {
  // Any call may lead back to one that returns twice.
  const bool ReturnsTwice = F.callsFunctionThatReturnsTwice();
  // Most functions have no objects.
  std::optional<GCStackObjectFlow> Flow;
  for (const Instruction &I : instructions(F)) {
    const auto *Alloca = dyn_cast<AllocaInst>(&I);
    if (!Alloca || Alloca->hasMetadata(GCFrameMemoryMetadata))
      continue;
    GCStackObject Object;
    Object.Object = Alloca;
    UseFinder Uses(Strategy, Interior, Object, ReturnsTwice);
    if (!Uses.run())
      continue;
    if (!Flow)
      Flow.emplace(F, Safepoints);
    Flow->findListings(Uses.Events, Object);
    findNumbers(Object, Strategy);
    // One of which it is not known where references are is not cleared.
    if (!Object.Safepoints.empty() ||
        (Object.Reference && Object.Error.empty() && !Object.Clearings.empty()))
      Found.push_back(std::move(Object));
  }
}
