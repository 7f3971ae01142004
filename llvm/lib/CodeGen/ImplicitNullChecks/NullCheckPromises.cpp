//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What can be read for certain if a null check passes.
///
//===----------------------------------------------------------------------===//

#include "NullCheckPromises.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/NullAddresses.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

/// How many instructions deep the computation of an address is looked at.
static constexpr unsigned MaxComputation = 6;

static cl::opt<bool> ProbeElements(
    "null-check-probe-elements", cl::init(false), cl::Hidden,
    cl::desc("Let an access of an array's element promise that the pointer to "
             "the array can be loaded from, too. Programs that index pointers "
             "to outside of their objects break"));

/// How many blocks the definition of a pointer may be away from its check.
static constexpr unsigned MaxDistance = 16;

/// How many instructions are looked at after a check.
static constexpr unsigned MaxInstructions = 32;

/// Whether \p I may free, move or unmap something, or wait for another thread
/// that does. Intrinsics of the memory functions do not.
static bool mayCollect(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || Call->hasFnAttr("gc-leaf-function"))
    return false;
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
  return !Intrinsic ||
         !(Intrinsic->isAssumeLikeIntrinsic() ||
           Intrinsic->doesNotAccessMemory() || isa<MemIntrinsic>(Intrinsic));
}

/// Whether nothing between the definition of \p Pointer and \p Check may
/// collect, so that the pointer leads to what it led to there.
static bool isUntouched(const Value &Pointer, const BranchInst &Check) {
  if (!isa<Instruction, Argument>(Pointer))
    return false;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 8> Work;
  // Looks for \p Pointer from \p I back to the start of its block.
  auto GoBack = [&](const Instruction *I) {
    for (; I; I = I->getPrevNode()) {
      if (I == &Pointer)
        return true;
      if (mayCollect(*I))
        return false;
    }
    return true;
  };
  const auto *Definition = dyn_cast<Instruction>(&Pointer);
  auto AddPredecessors = [&](const BasicBlock &Block) {
    if (!Definition || Definition->getParent() != &Block)
      append_range(Work, predecessors(&Block));
  };
  if (!GoBack(&Check))
    return false;
  AddPredecessors(*Check.getParent());
  while (!Work.empty()) {
    const BasicBlock *Block = Work.pop_back_val();
    if (!Seen.insert(Block).second)
      continue;
    if (Seen.size() > MaxDistance || !GoBack(Block->getTerminator()))
      return false;
    AddPredecessors(*Block);
  }
  return true;
}

bool llvm::mayTestReference(const BranchInst &Check) {
  const Value *Pointer = getPointerOfCheck(Check);
  return Check.getFunction()->hasGC() ||
         (Pointer && Pointer->getType()->getPointerAddressSpace() != 0);
}

/// Whether \p Pointer still points to its object when \p Check is executed.
/// A comparison of a reference with null may be above a safepoint and the
/// branch below it. The program then has no use for the reference, and nothing
/// keeps it up to date.
static bool isUpToDate(const Value &Pointer, const BranchInst &Check) {
  return !mayTestReference(Check) || isUntouched(Pointer, Check);
}

/// How many bytes from \p Pointer on can be read, unless it is null, from its
/// definition to \p Check.
static uint64_t getBytesOfValue(const Value &Pointer, const BranchInst &Check) {
  // A constant may be the address of something that is not there.
  if (isa<Constant>(Pointer))
    return 0;
  bool MayBeNull = false, MayBeFreed = false;
  const uint64_t Bytes = Pointer.getPointerDereferenceableBytes(
      Check.getDataLayout(), MayBeNull, MayBeFreed);
  return Bytes && isUntouched(Pointer, Check) ? Bytes : 0;
}

/// How many bytes from its first argument on \p Call accesses if it calls a
/// function for atomic objects of one size, such as __atomic_load_16. Where the
/// target has no instruction for it, an atomic access is such a call by now.
static uint64_t getBytesOfAtomic(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  uint64_t Bytes = 0;
  if (!Callee || !Callee->isDeclaration() ||
      !Callee->getName().starts_with("__atomic_") ||
      Callee->getName().rsplit('_').second.getAsInteger(10, Bytes))
    return 0;
  return Bytes;
}

/// How many bytes of its argument \p Number can be read when \p Call is
/// executed.
static uint64_t getBytesOfArgument(const CallBase &Call, unsigned Number) {
  if (const auto *Memory = dyn_cast<MemIntrinsic>(&Call)) {
    const auto *Length = dyn_cast<ConstantInt>(Memory->getLength());
    const bool IsAccessed =
        Number == 0 || (Number == 1 && isa<MemTransferInst>(Memory));
    if (!Length || !IsAccessed || Memory->isVolatile())
      return 0;
    return Length->getLimitedValue();
  }
  if (Call.isByValArgument(Number))
    return Call.getDataLayout()
        .getTypeStoreSize(Call.getParamByValType(Number))
        .getKnownMinValue();
  uint64_t Bytes = Call.getParamDereferenceableBytes(Number);
  if (const Function *Callee = Call.getCalledFunction();
      Callee && Number < Callee->arg_size())
    Bytes = std::max(Bytes, Callee->getParamDereferenceableBytes(Number));
  if (Number == 0)
    Bytes = std::max(Bytes, getBytesOfAtomic(Call));
  return Bytes;
}

/// Whether \p I only computes, or accesses memory in a way that leaves it to
/// the processor when others see it, and control goes on after it.
static bool isPassable(const Instruction &I) {
  if (I.isVolatile() || I.isAtomic() || mayCollect(I) ||
      !isGuaranteedToTransferExecutionToSuccessor(&I))
    return false;
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return true;
  // Any other function may map memory.
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
  if (!Intrinsic)
    return false;
  // A variable gets its tag where its life begins.
  if (Intrinsic->isLifetimeStartOrEnd() &&
      I.getFunction()->hasFnAttribute(Attribute::SanitizeMemTag))
    return false;
  // Some intrinsics that access no memory wait all the same.
  return Call->hasFnAttr(Attribute::NoSync) || isa<MemIntrinsic>(Call);
}

namespace {

/// What a pointer is: another one, and the distance from it.
struct BaseAndOffset {
  const Value *Base;
  int64_t Offset;

  BaseAndOffset(const Value &Pointer, const DataLayout &DL) {
    APInt Sum(DL.getIndexTypeSizeInBits(Pointer.getType()), 0);
    Base = Pointer.stripAndAccumulateConstantOffsets(DL, Sum,
                                                     /*AllowNonInbounds=*/true);
    Offset = Sum.trySExtValue().value_or(INT64_MIN);
  }
};

/// What control comes to for certain after a check, if its pointer is not null.
class PathFromCheck {
public:
  PathFromCheck(const BranchInst &Check, unsigned NotNull)
      : DL(Check.getDataLayout()), Pointer(*getPointerOfCheck(Check)),
        Checked(Pointer, DL), NotNull(NotNull), Check(Check),
        FromBase({{Checked.Base, 0}}) {}

  /// What the first instruction promises that reads from the pointer, or from
  /// where it leads to. Nothing if it accesses the pointer itself: that access
  /// becomes the check.
  std::optional<NullCheckPromise> findPromise();

private:
  bool look(const Instruction &I);
  bool lookAtAccess(const Value &Address, uint64_t Bytes);
  std::optional<int64_t> getDistance(const Value &Address) const;
  bool isElement(const Value &Address) const;
  bool isReady(const Value &V, unsigned Depth) const;
  bool isNear(const Value &Address) const;
  void enter(const BasicBlock &Block, const BasicBlock &Before);

  const DataLayout &DL;
  const Value &Pointer;
  const BaseAndOffset Checked;
  const unsigned NotNull;
  const BranchInst &Check;
  /// The blocks on the path.
  SmallPtrSet<const BasicBlock *, 4> Blocks;
  /// The pointer's base, and phis of these blocks that are at a constant
  /// distance from it.
  SmallDenseMap<const Value *, int64_t, 4> FromBase;
  /// Phis of these blocks that are addresses of elements.
  SmallPtrSet<const Value *, 4> Elements;
  std::optional<NullCheckPromise> Promise;
};

} // end anonymous namespace

/// Whether \p GEP is not below the pointer that it starts from.
static bool goesUp(const GEPOperator &GEP, const DataLayout &DL) {
  return GEP.hasNoUnsignedWrap() || all_of(GEP.indices(), [&](const Use &U) {
           return isKnownNonNegative(U.get(), SimplifyQuery(DL));
         });
}

/// Whether \p Address is in the object that the pointer's base leads to, and
/// not below the base. An access there shows that the base does not lead to the
/// object's end.
bool PathFromCheck::isElement(const Value &Address) const {
  const Value *V = &Address;
  // In code that is never reached, an address may be computed from itself.
  for (unsigned Left = MaxInstructions; V != Checked.Base; --Left) {
    if (Elements.contains(V))
      return true;
    if (Left == 0)
      return false;
    const auto *GEP = dyn_cast<GEPOperator>(V);
    if (!GEP || !GEP->isInBounds() || !goesUp(*GEP, DL))
      return false;
    V = GEP->getPointerOperand();
  }
  return true;
}

/// Whether \p V can be computed when the check is executed.
bool PathFromCheck::isReady(const Value &V, unsigned Depth) const {
  const auto *I = dyn_cast<Instruction>(&V);
  if (!I || !Blocks.contains(I->getParent()))
    return true;
  return Depth && !isa<PHINode>(I) && !I->mayReadFromMemory() &&
         all_of(I->operands(), [&](const Use &Operand) {
           return isReady(*Operand, Depth - 1);
         });
}

/// Whether \p Address, that of an element, is known to be where nothing is
/// mapped if the pointer is null, and can be computed at the check. The access
/// itself can become the check then, which costs less than a probe.
bool PathFromCheck::isNear(const Value &Address) const {
  const uint64_t Guard = hasWideNullGuard(*Check.getFunction())
                             ? faultmap::WideGuardAbove
                             : DefaultNullPageSize;
  APInt Farthest(64, 0);
  const Value *V = &Address;
  while (V != Checked.Base) {
    const auto *GEP = dyn_cast<GEPOperator>(V);
    if (!GEP || !isReady(*GEP, MaxComputation))
      return false;
    SmallMapVector<Value *, APInt, 4> Variables;
    APInt Constant(64, 0);
    if (!GEP->collectOffset(DL, 64, Variables, Constant))
      return false;
    bool Overflows = false;
    Farthest = Farthest.uadd_ov(Constant, Overflows);
    for (const auto &[Index, Scale] : Variables) {
      bool IsTooFar = false;
      const APInt Largest =
          computeKnownBits(Index, DL).getMaxValue().zextOrTrunc(64);
      Farthest = Farthest.uadd_ov(Largest.umul_ov(Scale, IsTooFar), Overflows);
      if (IsTooFar || Overflows)
        return false;
    }
    if (Farthest.uge(Guard))
      return false;
    V = GEP->getPointerOperand();
  }
  return true;
}

/// How far \p Address is from the pointer's base, if that is known.
std::optional<int64_t> PathFromCheck::getDistance(const Value &Address) const {
  if (!Address.getType()->isPointerTy())
    return std::nullopt;
  const BaseAndOffset Place(Address, DL);
  const auto Known = FromBase.find(Place.Base);
  int64_t Distance;
  if (Known == FromBase.end() || Place.Offset == INT64_MIN ||
      AddOverflow(Known->second, Place.Offset, Distance))
    return std::nullopt;
  return Distance;
}

/// Goes to \p Block from \p Before.
void PathFromCheck::enter(const BasicBlock &Block, const BasicBlock &Before) {
  // All phis read their operands before one of them changes.
  SmallVector<const PHINode *, 4> Found;
  SmallVector<std::pair<const Value *, int64_t>, 4> Copies;
  for (const PHINode &Phi : Block.phis()) {
    const Value &Incoming = *Phi.getIncomingValueForBlock(&Before);
    if (const auto Distance = getDistance(Incoming))
      Copies.push_back({&Phi, *Distance});
    if (isElement(Incoming))
      Found.push_back(&Phi);
  }
  FromBase.insert_range(Copies);
  Elements.insert_range(Found);
}

/// Looks at \p Bytes bytes from \p Address on, which can be read. Returns
/// whether they have to do with the pointer.
bool PathFromCheck::lookAtAccess(const Value &Address, uint64_t Bytes) {
  if (Address.getType() != Pointer.getType() || !Bytes ||
      Checked.Offset == INT64_MIN)
    return false;
  int64_t Offset;
  if (const auto Distance = getDistance(Address);
      Distance && !SubOverflow(*Distance, Checked.Offset, Offset))
    Promise = {NotNull, Offset, Bytes};
  else if (ProbeElements && isElement(Address))
    Promise = {NotNull, -Checked.Offset, 1};
  return Promise.has_value();
}

/// Returns whether \p I, which control comes to, ends the search.
bool PathFromCheck::look(const Instruction &I) {
  if (const auto *Call = dyn_cast<CallBase>(&I))
    for (const auto &[Number, Argument] : enumerate(Call->args()))
      if (Argument->getType()->isPointerTy() &&
          lookAtAccess(*Argument, getBytesOfArgument(*Call, Number)))
        return true;
  const auto Accessed = MemoryLocation::getOrNone(&I);
  if (Accessed && Accessed->Size.hasValue() && !I.isVolatile() &&
      lookAtAccess(*Accessed->Ptr,
                   Accessed->Size.getValue().getKnownMinValue())) {
    // The access itself becomes the check, unless it becomes a call.
    if (!I.isAtomic() &&
        (BaseAndOffset(*Accessed->Ptr, DL).Base == Checked.Base ||
         isNear(*Accessed->Ptr)))
      Promise.reset();
    return true;
  }
  return !I.isTerminator() && !isPassable(I);
}

std::optional<NullCheckPromise> PathFromCheck::findPromise() {
  const BasicBlock *Before = Check.getParent();
  const BasicBlock *Block = Check.getSuccessor(NotNull);
  const auto *Definition = dyn_cast<Instruction>(Checked.Base);
  unsigned Left = MaxInstructions;
  // From its definition on, it is another pointer.
  while (Block && Blocks.insert(Block).second &&
         (!Definition || Definition->getParent() != Block)) {
    enter(*Block, *Before);
    for (const Instruction &I : *Block) {
      if (I.isDebugOrPseudoInst() || isa<PHINode>(I))
        continue;
      if (Left-- == 0)
        return std::nullopt;
      if (look(I))
        return Promise;
    }
    // Other terminators may not come to their only successor.
    const auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
    Before = Block;
    Block =
        Branch && Branch->isUnconditional() ? Branch->getSuccessor(0) : nullptr;
  }
  return std::nullopt;
}

std::optional<NullCheckPromise>
llvm::findNullCheckPromise(const BranchInst &Check) {
  const Function &F = *Check.getFunction();
  const Value *Pointer = getPointerOfCheck(Check);
  const MDNode *Mark = Check.getMetadata(LLVMContext::MD_make_implicit);
  if (!Pointer || !Mark ||
      Check.getDataLayout().getPointerTypeSizeInBits(Pointer->getType()) !=
          64 ||
      !isNullUnmapped(F, Pointer->getType()->getPointerAddressSpace()) ||
      !isUpToDate(*Pointer, Check))
    return std::nullopt;
  const bool IsEqual =
      cast<ICmpInst>(Check.getCondition())->getPredicate() == CmpInst::ICMP_EQ;
  const unsigned NotNull = IsEqual ? 1 : 0;
  const BasicBlock *Block = Check.getSuccessor(NotNull);
  if (Block == Check.getSuccessor(1 - NotNull) || Block->isEHPad())
    return std::nullopt;
  const uint64_t Bytes = std::max(getImplicitCheckPromise(*Mark),
                                  getBytesOfValue(*Pointer, Check));
  if (Bytes)
    return NullCheckPromise{NotNull, 0, Bytes};
  return PathFromCheck(Check, NotNull).findPromise();
}
