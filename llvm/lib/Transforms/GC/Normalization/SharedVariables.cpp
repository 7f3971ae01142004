//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Variables that are references for some time and numbers for some time, as
/// front ends have them that give one place to several variables. A collector
/// takes what is in a listed word for a reference.
///
/// Loads and stores of such a variable are put into classes: a load is in the
/// class of the stores that it may read. What is stored in one class is never
/// read in another, so each can have an object of its own. Classes without
/// references become values, or get one.
///
/// Which stores a load may read is found by reaching definitions, in parts of
/// the object that each access covers as a whole or not at all.
///
//===----------------------------------------------------------------------===//

#include "Frames/GCReferenceRuns.h"
#include "GCNormalizationSteps.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCObjectNumbers.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
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

class SharedVariable {
  struct Access {
    Instruction *I;
    /// The bytes.
    uint64_t Begin, End;
    /// What is loaded or stored. Null for what memset stores.
    Type *Ty;
    bool IsStore;
    /// Stores of nothing but zeros say nothing about what the variable is.
    bool IsZero;
    bool IsReference;
  };

  AllocaInst &Object;
  const GCPointers &References;
  const DataLayout &DL;
  SmallVector<Access, 8> Accesses;
  /// Where some access begins or ends, ascending. Part I is from Bounds[I] to
  /// Bounds[I + 1].
  SmallVector<uint64_t, 8> Bounds;
  /// For each part of what a store stores, a definition: which access that is.
  /// Those of one store follow each other.
  SmallVector<unsigned, 8> StoreOf;
  /// The first definition of each access.
  SmallVector<unsigned, 8> FirstDefinition;
  /// The definitions of each part.
  SmallVector<BitVector, 8> Definitions;
  /// The parts that may hold references, or parts of them.
  BitVector ReferenceParts;
  /// The accesses in each block, in order.
  MapVector<const BasicBlock *, SmallVector<unsigned, 4>> InBlock;
  IntEqClasses Classes;

  bool findAccesses(Value &Pointer, uint64_t Offset);
  bool addMemSet(MemSetInst &Set, uint64_t Offset);
  bool add(Access A);
  unsigned partAt(uint64_t Byte) const {
    return llvm::lower_bound(Bounds, Byte) - Bounds.begin();
  }
  void findParts();
  DenseMap<const BasicBlock *, BitVector> findNeeded() const;
  void step(unsigned A, BitVector &Reaching) const;
  void findClasses();
  Type *getReferenceType() const;
  bool mayBeReference(const Access &A) const;
  bool isOfNumbers(ArrayRef<unsigned> Members) const;
  AllocaInst *makeObject(ArrayRef<unsigned> Members, uint64_t Begin,
                         uint64_t End) const;
  AllocaInst *move(ArrayRef<unsigned> Members);
  AllocaInst *replace(ArrayRef<unsigned> Members);
  void splitNumbers(ArrayRef<SmallVector<unsigned, 4>> Numbers,
                    SmallVectorImpl<AllocaInst *> &Promotable);

public:
  SharedVariable(AllocaInst &Object, const GCPointers &References)
      : Object(Object), References(References), DL(Object.getDataLayout()) {}

  /// Whether nothing but loads and stores of known parts access it. What
  /// follows is for these.
  bool isVariable();
  /// Whether a number is stored to it, and it holds references, too.
  bool isShared() const;
  /// Adds the objects that it makes and that can become values to \p
  /// Promotable.
  bool split(SmallVectorImpl<AllocaInst *> &Promotable);
};

} // end anonymous namespace

bool SharedVariable::add(Access A) {
  Accesses.push_back(A);
  return A.Begin < A.End &&
         A.End <= Object.getAllocationSize(DL)->getFixedValue();
}

bool SharedVariable::addMemSet(MemSetInst &Set, uint64_t Offset) {
  const auto *Length = dyn_cast<ConstantInt>(Set.getLength());
  const auto *Value = dyn_cast<ConstantInt>(Set.getValue());
  return Length && Length->getValue().isIntN(32) && Value && Value->isZero() &&
         !Set.isVolatile() &&
         add({&Set, Offset, Offset + Length->getZExtValue(), nullptr,
              /*IsStore=*/true, /*IsZero=*/true, /*IsReference=*/false});
}

bool SharedVariable::findAccesses(Value &Pointer, uint64_t Offset) {
  for (const Use &U : Pointer.uses()) {
    auto *I = cast<Instruction>(U.getUser());
    if (auto *GEP = dyn_cast<GetElementPtrInst>(I)) {
      APInt Distance(DL.getIndexTypeSizeInBits(GEP->getType()), 0);
      if (GEP->getType()->isVectorTy() ||
          !GEP->accumulateConstantOffset(DL, Distance) ||
          !findAccesses(*GEP, Offset + Distance.getSExtValue()))
        return false;
      continue;
    }
    if (I->isLifetimeStartOrEnd())
      continue;
    if (auto *Set = dyn_cast<MemSetInst>(I)) {
      if (!addMemSet(*Set, Offset))
        return false;
      continue;
    }
    auto *Load = dyn_cast<LoadInst>(I);
    auto *Store = dyn_cast<StoreInst>(I);
    if (!(Load && Load->isSimple()) &&
        !(Store && Store->isSimple() &&
          U.getOperandNo() == StoreInst::getPointerOperandIndex()))
      return false;
    Type *Ty = getLoadStoreType(I);
    const TypeSize Size = DL.getTypeStoreSize(Ty);
    const auto *Stored =
        Store ? dyn_cast<Constant>(Store->getValueOperand()) : nullptr;
    if (Size.isScalable() ||
        !add({I, Offset, Offset + Size.getFixedValue(), Ty, Store != nullptr,
              Stored && Stored->isNullValue(),
              References.containsReferences(Ty)}))
      return false;
  }
  return true;
}

bool SharedVariable::isVariable() {
  const std::optional<TypeSize> Size = Object.getAllocationSize(DL);
  return Object.isStaticAlloca() && Size && !Size->isScalable() &&
         !Object.isSwiftError() && !Object.isUsedWithInAlloca() &&
         References.getKind(Object.getType()) == GCPointerKind::None &&
         findAccesses(Object, 0);
}

bool SharedVariable::isShared() const {
  return any_of(Accesses,
                [](const Access &A) {
                  return A.IsStore && !A.IsZero && !A.IsReference;
                }) &&
         (References.containsReferences(Object.getAllocatedType()) ||
          any_of(Accesses, [](const Access &A) { return A.IsReference; }));
}

void SharedVariable::findParts() {
  for (const Access &A : Accesses) {
    Bounds.push_back(A.Begin);
    Bounds.push_back(A.End);
  }
  llvm::sort(Bounds);
  Bounds.erase(llvm::unique(Bounds), Bounds.end());
  SmallVector<unsigned, 8> PartOf;
  for (const auto &[I, A] : enumerate(Accesses)) {
    InBlock[A.I->getParent()].push_back(I);
    FirstDefinition.push_back(StoreOf.size());
    if (A.IsStore && !A.IsZero)
      for (unsigned P = partAt(A.Begin), E = partAt(A.End); P != E; ++P) {
        StoreOf.push_back(I);
        PartOf.push_back(P);
      }
  }
  ReferenceParts.resize(Bounds.size());
  for (unsigned P = 0; P + 1 < Bounds.size(); ++P)
    if (overlapsReference(Object, Bounds[P], Bounds[P + 1], References))
      ReferenceParts.set(P);
  for (const Access &A : Accesses)
    if (A.IsReference)
      ReferenceParts.set(partAt(A.Begin), partAt(A.End));
  Definitions.assign(Bounds.size(), BitVector(StoreOf.size()));
  for (const auto &[Definition, Part] : enumerate(PartOf))
    Definitions[Part].set(Definition);
  for (auto &Block : InBlock)
    llvm::sort(Block.second, [&](unsigned A, unsigned B) {
      return A != B && Accesses[A].I->comesBefore(Accesses[B].I);
    });
}

/// The parts that may be loaded after each block begins, before they are stored
/// again. Blocks without any have no entry.
DenseMap<const BasicBlock *, BitVector> SharedVariable::findNeeded() const {
  DenseMap<const BasicBlock *, BitVector> Needed;
  SmallVector<const BasicBlock *, 16> Pending;
  // Parts: what is needed after the block. Adds what is needed before it.
  auto Enter = [&](const BasicBlock *Block, BitVector Parts) {
    if (auto It = InBlock.find(Block); It != InBlock.end())
      for (unsigned I : reverse(It->second)) {
        const Access &A = Accesses[I];
        if (A.IsStore)
          Parts.reset(partAt(A.Begin), partAt(A.End));
        else
          Parts.set(partAt(A.Begin), partAt(A.End));
      }
    if (Parts.none())
      return;
    BitVector &Before = Needed[Block];
    Before.resize(Bounds.size());
    if (!Parts.test(Before))
      return;
    Before |= Parts;
    Pending.push_back(Block);
  };
  for (const auto &Block : InBlock)
    Enter(Block.first, BitVector(Bounds.size()));
  while (!Pending.empty()) {
    const BasicBlock *Block = Pending.pop_back_val();
    const BitVector Parts = Needed[Block];
    for (const BasicBlock *Before : predecessors(Block))
      Enter(Before, Parts);
  }
  return Needed;
}

/// Which definitions reach what is after access \p A, given those that reach
/// it.
void SharedVariable::step(unsigned A, BitVector &Reaching) const {
  const Access &At = Accesses[A];
  if (!At.IsStore)
    return;
  for (unsigned First = partAt(At.Begin), P = First, E = partAt(At.End); P != E;
       ++P) {
    Reaching.reset(Definitions[P]);
    if (!At.IsZero)
      Reaching.set(FirstDefinition[A] + P - First);
  }
}

/// Joins each load with the stores that it may read.
void SharedVariable::findClasses() {
  const DenseMap<const BasicBlock *, BitVector> Needed = findNeeded();
  DenseMap<const BasicBlock *, BitVector> AtEntry;
  SetVector<const BasicBlock *> Pending;
  auto Enter = [&](const BasicBlock *Block) {
    auto It = AtEntry.find(Block);
    return It == AtEntry.end() ? BitVector(StoreOf.size()) : It->second;
  };
  for (const auto &Block : InBlock)
    Pending.insert(Block.first);
  while (!Pending.empty()) {
    const BasicBlock *Block = Pending.pop_back_val();
    BitVector Reaching = Enter(Block);
    if (auto It = InBlock.find(Block); It != InBlock.end())
      for (unsigned A : It->second)
        step(A, Reaching);
    for (const BasicBlock *After : successors(Block)) {
      if (!Needed.contains(After))
        continue;
      BitVector &There = AtEntry[After];
      There.resize(StoreOf.size());
      if (!Reaching.test(There))
        continue;
      There |= Reaching;
      Pending.insert(After);
    }
  }
  Classes.grow(Accesses.size());
  for (const auto &[Block, InThis] : InBlock) {
    BitVector Reaching = Enter(Block);
    for (unsigned A : InThis) {
      const Access &At = Accesses[A];
      for (unsigned P = partAt(At.Begin), E = partAt(At.End);
           P != E && !At.IsStore; ++P) {
        BitVector Read = Definitions[P];
        Read &= Reaching;
        for (unsigned Definition : Read.set_bits())
          Classes.join(A, StoreOf[Definition]);
      }
      step(A, Reaching);
    }
  }
  Classes.compress();
}

/// The type of a reference that a shared variable holds.
Type *SharedVariable::getReferenceType() const {
  Type *Ty = Object.getAllocatedType();
  if (!References.containsReferences(Ty))
    Ty = find_if(Accesses, [](const Access &A) { return A.IsReference; })->Ty;
  return findReferenceType(Ty, References);
}

/// Whether \p A may be a reference that is copied as a word, which is no
/// business of passes that know that references are no integers.
bool SharedVariable::mayBeReference(const Access &A) const {
  // Front ends copy aggregates atomically as one integer.
  if (A.Ty && A.Ty->isIntegerTy() && A.End - A.Begin > DL.getPointerSize() &&
      References.containsReferences(Object.getAllocatedType()))
    return true;
  if (A.IsZero || A.End - A.Begin < DL.getPointerSize() ||
      DL.isNonIntegralPointerType(getReferenceType()))
    return false;
  if (const auto *Store = dyn_cast<StoreInst>(A.I))
    return isa<LoadInst, PtrToIntInst, PHINode, SelectInst, FreezeInst>(
        Store->getValueOperand());
  return any_of(A.I->users(), [](const User *U) {
    return isa<StoreInst, IntToPtrInst, PHINode, SelectInst, FreezeInst>(U);
  });
}

/// Whether \p Members are all of a class that stores numbers where references
/// may be.
bool SharedVariable::isOfNumbers(ArrayRef<unsigned> Members) const {
  bool Stores = false, Overlaps = false;
  for (unsigned Member : Members) {
    const Access &A = Accesses[Member];
    if (A.IsReference || mayBeReference(A))
      return false;
    Stores |= A.IsStore && !A.IsZero;
    Overlaps |=
        ReferenceParts.find_first_in(partAt(A.Begin), partAt(A.End)) != -1;
  }
  return Stores && Overlaps;
}

/// The object for \p Members, which access bytes from \p Begin to \p End.
AllocaInst *SharedVariable::makeObject(ArrayRef<unsigned> Members,
                                       uint64_t Begin, uint64_t End) const {
  Type *Ty = Accesses[Members.front()].Ty;
  if (any_of(Members,
             [&](unsigned A) {
               return Accesses[A].Ty != Ty || Accesses[A].Begin != Begin;
             }) ||
      DL.getTypeAllocSize(Ty) != End - Begin)
    Ty = ArrayType::get(Type::getInt8Ty(Object.getContext()), End - Begin);
  IRBuilder<> Builder(&Object);
  AllocaInst *Made = Builder.CreateAlloca(Ty, Object.getAddressSpace(), nullptr,
                                          Object.getName() + ".numbers");
  Made->setAlignment(Object.getAlign());
  return Made;
}

/// Puts \p Members into an object of their own.
AllocaInst *SharedVariable::move(ArrayRef<unsigned> Members) {
  uint64_t Begin = UINT64_MAX, End = 0;
  for (unsigned A : Members) {
    Begin = std::min(Begin, Accesses[A].Begin);
    End = std::max(End, Accesses[A].End);
  }
  // What is aligned stays so.
  Begin = alignDown(Begin, Object.getAlign().value());
  AllocaInst *Numbers = makeObject(Members, Begin, End);
  IRBuilder<> Builder(Object.getContext());
  auto GetPointer = [&](Instruction &I, uint64_t Byte) -> Value * {
    Builder.SetInsertPoint(&I);
    return Byte == Begin ? Numbers
                         : Builder.CreateConstInBoundsGEP1_64(
                               Builder.getInt8Ty(), Numbers, Byte - Begin);
  };
  for (unsigned A : Members) {
    Instruction &I = *Accesses[A].I;
    Use &Pointer =
        I.getOperandUse(isa<LoadInst>(I) ? LoadInst::getPointerOperandIndex()
                                         : StoreInst::getPointerOperandIndex());
    Value *Old = Pointer;
    Pointer = GetPointer(I, Accesses[A].Begin);
    // It is not the variable any more that is assigned.
    I.setMetadata(LLVMContext::MD_DIAssignID, nullptr);
    RecursivelyDeleteTriviallyDeadInstructions(Old);
  }
  // Zeros are those of both.
  for (const Access &A : Accesses) {
    const uint64_t First = std::max(A.Begin, Begin),
                   Last = std::min(A.End, End);
    if (!A.IsZero || First >= Last)
      continue;
    Value *Pointer = GetPointer(*A.I, First);
    const Align Alignment = commonAlignment(Object.getAlign(), First);
    Type *Ty = Numbers->getAllocatedType();
    if (First == Begin && Last == End && !Ty->isArrayTy())
      Builder.CreateAlignedStore(Constant::getNullValue(Ty), Pointer,
                                 Alignment);
    else
      Builder.CreateMemSet(Pointer, Builder.getInt8(0), Last - First,
                           Alignment);
  }
  return Numbers;
}

/// The whole variable is one of numbers.
AllocaInst *SharedVariable::replace(ArrayRef<unsigned> Members) {
  AllocaInst *Numbers =
      makeObject(Members, 0, Object.getAllocationSize(DL)->getFixedValue());
  Object.replaceAllUsesWith(Numbers);
  Object.eraseFromParent();
  return Numbers;
}

/// Puts the classes \p Numbers into few objects: one for all accesses of a type
/// at a place, and one for classes that have several.
void SharedVariable::splitNumbers(ArrayRef<SmallVector<unsigned, 4>> Numbers,
                                  SmallVectorImpl<AllocaInst *> &Promotable) {
  MapVector<std::pair<Type *, uint64_t>, SmallVector<unsigned, 8>> Alike;
  SmallVector<unsigned, 8> Others;
  for (const auto &Class : Numbers) {
    const Access &First = Accesses[Class.front()];
    const bool IsOfOneType = all_of(Class, [&](unsigned A) {
      return Accesses[A].Ty == First.Ty && Accesses[A].Begin == First.Begin;
    });
    append_range(IsOfOneType ? Alike[{First.Ty, First.Begin}] : Others, Class);
  }
  if (!Others.empty())
    move(Others);
  for (const auto &Members : Alike) {
    AllocaInst *Object = move(Members.second);
    if (isAllocaPromotable(Object))
      Promotable.push_back(Object);
  }
}

bool SharedVariable::split(SmallVectorImpl<AllocaInst *> &Promotable) {
  findParts();
  findClasses();
  SmallVector<SmallVector<unsigned, 4>, 8> Members(Classes.getNumClasses()),
      Numbers;
  for (unsigned A = 0; A != Accesses.size(); ++A)
    if (!Accesses[A].IsZero)
      Members[Classes[A]].push_back(A);
  bool Changed = false, HasOthers = false;
  for (auto &Class : Members) {
    if (Class.empty())
      continue;
    if (!isOfNumbers(Class)) {
      HasOthers = true;
      continue;
    }
    Changed = true;
    if (any_of(Class, [&](unsigned A) { return !Accesses[A].IsStore; })) {
      Numbers.push_back(std::move(Class));
      continue;
    }
    // Nothing loads these.
    for (unsigned A : Class)
      Accesses[A].I->eraseFromParent();
  }
  if (Numbers.empty())
    return Changed;
  if (HasOthers) {
    splitNumbers(Numbers, Promotable);
    return true;
  }
  SmallVector<unsigned, 8> All;
  for (const auto &Class : Numbers)
    append_range(All, Class);
  AllocaInst *Made = replace(All);
  if (isAllocaPromotable(Made))
    Promotable.push_back(Made);
  return true;
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

bool llvm::isAccessedAsReferences(const Argument &A,
                                  const GCPointers &References) {
  SmallVector<const Value *, 8> Pending = {&A};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Pending.empty())
    for (const Use &U : Pending.pop_back_val()->uses()) {
      const auto &I = *cast<Instruction>(U.getUser());
      const auto *Store = dyn_cast<StoreInst>(&I);
      const Value *Accessed =
          Store
              ? (U.getOperandNo() == StoreInst::getPointerOperandIndex()
                     ? Store->getValueOperand()
                     : nullptr)
              : (isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(I) ? &I
                                                                    : nullptr);
      if (Accessed && References.containsReferences(Accessed->getType()))
        return true;
      if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst, FreezeInst>(
              I) &&
          Seen.insert(&I).second)
        Pending.push_back(&I);
    }
  return false;
}

static SmallVector<AllocaInst *, 16> findObjects(Function &F) {
  SmallVector<AllocaInst *, 16> Objects;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Object = dyn_cast<AllocaInst>(&I))
      Objects.push_back(Object);
  return Objects;
}

bool llvm::separateNumbers(Function &F, const GCPointers &References) {
  // Who returns twice may read what was stored after the first time.
  if (F.callsFunctionThatReturnsTwice())
    return false;
  SmallVector<AllocaInst *, 8> Promotable;
  bool Changed = false;
  for (AllocaInst *Object : findObjects(F)) {
    SharedVariable Variable(*Object, References);
    if (!Variable.isVariable() || !Variable.isShared())
      continue;
    Changed |= Variable.split(Promotable);
  }
  if (!Promotable.empty()) {
    DominatorTree DT(F);
    PromoteMemToReg(Promotable, DT);
  }
  return Changed;
}
