//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JuliaRootRules.h"
#include "JuliaGC.h"
#include "JuliaVerifiedRules.h"
#include "Normalization/GCVectorIntrinsics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCPointerOrigins.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"

using namespace llvm;

GCRootStrategy llvm::getJuliaGCRootStrategy() {
  static const JuliaRootRules Rules;
  GCRootStrategy Strategy{julia::StrategyName, getJuliaGCPointers()};
  Strategy.Stores = GCStoreRule::Lazy;
  Strategy.Rules = &Rules;
  Strategy.IsAlwaysLinked = true;
  Strategy.HasMixedObjects = true;
  Strategy.RuntimeRestoresFrames = true;
  Strategy.CreateLowering = createJuliaFrameLowering;
  Strategy.CreateVerifiedRules = createJuliaVerifiedRules;
  Strategy.Prefix = "julia";
  return Strategy;
}

namespace {

class JuliaStrategyProvider final : public GCRootStrategyProvider {
public:
  GCRootStrategy getStrategy() const override {
    return getJuliaGCRootStrategy();
  }
};

} // namespace

static GCRootStrategyRegistry::Add<JuliaStrategyProvider>
    Registration(julia::StrategyName, "the preset for Julia");

bool JuliaRootRules::canHaveFrame(const Function &F) const {
  if (F.hasFnAttribute(julia::Thunk))
    return false;
  // If the access is somewhere else, that is reported.
  return isJuliaFunction(F) || any_of(instructions(F), [](const auto &I) {
           const auto *Call = dyn_cast<CallBase>(&I);
           return Call && getsJuliaStack(*Call);
         });
}

bool JuliaRootRules::prepare(Function &F) const {
  return deriveIndexedJuliaPointers(F);
}

Instruction *JuliaRootRules::findListAccess(Function &F) const {
  return dyn_cast_or_null<Instruction>(getJuliaStack(F));
}

bool JuliaRootRules::isSafepoint(const CallBase &Call,
                                 const TargetLibraryInfo &TLI) const {
  // There is a poll before it and one after it, or anything happens before it
  // returns again.
  if (Call.getOperandBundle(julia::TransitionBundle) ||
      Call.hasFnAttr(Attribute::ReturnsTwice))
    return true;
  if (isa<IntrinsicInst>(Call) || Call.isInlineAsm())
    return false;
  for (const StringRef Name :
       {julia::AllocateObject, julia::AllocateBytes, julia::AllocateMemory,
        julia::Safepoint, julia::FlushRoots})
    if (callsJulia(Call, Name))
      return true;
  for (const StringRef Name :
       {julia::GetStack, julia::GetOrMakeStack, julia::PointerFromObject,
        julia::MemoryOfObject, julia::TypeOf, julia::BlackBox,
        julia::QueueRoot})
    if (callsJulia(Call, Name))
      return false;
  if (isJuliaWriteBarrier(Call) || callsJuliaLeaf(Call))
    return false;
  if (Call.hasFnAttr(julia::SafepointAttribute))
    return true;
  const MemoryEffects Effects = Call.getMemoryEffects();
  return !Effects.onlyReadsMemory() && !Effects.onlyAccessesArgPointees() &&
         GCRootRules::isSafepoint(Call, TLI);
}

bool JuliaRootRules::isUse(const Use &U) const {
  const auto *Call = dyn_cast<CallBase>(U.getUser());
  return !Call || !callsJulia(*Call, julia::PointerFromObject);
}

bool JuliaRootRules::isDemanded(const Use &U) const {
  const auto *Call = dyn_cast<CallBase>(U.getUser());
  return Call && isUse(U) && !Call->isCallee(&U) &&
         getJuliaGCPointers().getKind(U->getType()) !=
             GCPointerKind::CalleeRooted &&
         (!isa<IntrinsicInst>(Call) || callsJulia(*Call, julia::PreserveBegin));
}

Type *JuliaRootRules::getReturnedType(const CallBase &Call,
                                      unsigned Number) const {
  Attribute Roots = Call.getParamAttr(Number, julia::ReturnRoots);
  const Function *Callee = Call.getCalledFunction();
  if (!Roots.isStringAttribute() && Callee && Number < Callee->arg_size())
    Roots = Callee->getAttributes().getParamAttr(Number, julia::ReturnRoots);
  unsigned NumRoots;
  if (!Roots.isStringAttribute() ||
      Roots.getValueAsString().getAsInteger(10, NumRoots) || !NumRoots)
    return nullptr;
  return ArrayType::get(PointerType::get(Call.getContext(), julia::Tracked),
                        NumRoots);
}

/// Returns the first end of \p Begin in each block that has one.
static DenseMap<const BasicBlock *, const Instruction *>
findEnds(const CallBase &Begin) {
  DenseMap<const BasicBlock *, const Instruction *> Ends;
  for (const User *U : Begin.users()) {
    const auto *End = dyn_cast<CallBase>(U);
    if (!End || !callsJulia(*End, julia::PreserveEnd))
      continue;
    const Instruction *&First = Ends[End->getParent()];
    if (!First || End->comesBefore(First))
      First = End;
  }
  return Ends;
}

void JuliaRootRules::visitDemands(
    Function &F, const SafepointStates &States, const DominatorTree &DT,
    function_ref<void(Value &, unsigned)> Demand) const {
  const ArrayRef<CallBase *> Safepoints = States.safepoints();
  DenseMap<const BasicBlock *, unsigned> FirstOf;
  for (unsigned Number = Safepoints.size(); Number-- != 0;)
    FirstOf[Safepoints[Number]->getParent()] = Number;
  // Returns one more than the last safepoint of a block in front of Limit, if
  // there is a limit, and 0 if there is none.
  auto FindEnd = [&](const BasicBlock &BB, const Instruction *Limit) {
    auto It = FirstOf.find(&BB);
    if (It == FirstOf.end())
      return 0u;
    unsigned End = It->second;
    while (End != Safepoints.size() && Safepoints[End]->getParent() == &BB &&
           (!Limit || Safepoints[End]->comesBefore(Limit)))
      ++End;
    return End == It->second ? 0u : End;
  };
  for (Instruction &I : instructions(F)) {
    auto *Begin = dyn_cast<CallBase>(&I);
    if (!Begin || !callsJulia(*Begin, julia::PreserveBegin))
      continue;
    const auto Ends = findEnds(*Begin);
    SmallVector<const DomTreeNode *, 16> Pending = {
        DT.getNode(Begin->getParent())};
    while (!Pending.empty()) {
      const DomTreeNode *Node = Pending.pop_back_val();
      const BasicBlock &BB = *Node->getBlock();
      const Instruction *Limit = Ends.lookup(&BB);
      const unsigned End = FindEnd(BB, Limit);
      if (End != 0 && (&BB != Begin->getParent() ||
                       Begin->comesBefore(Safepoints[End - 1])))
        for (Value *V : Begin->args())
          Demand(*V, End - 1);
      if (!Limit)
        append_range(Pending, Node->children());
    }
  }
}

/// Whether \p I says which object it points into, or that nobody has to know.
static bool hasObject(const Instruction &I, const GCPointers &Pointers) {
  switch (getGCPointerOrigin(I).K) {
  case GCPointerOrigin::Copy:
  case GCPointerOrigin::Derived:
  case GCPointerOrigin::Choice:
    return true;
  default:
    break;
  }
  // The caller keeps the objects of arguments.
  if (const auto *Extract = dyn_cast<ExtractValueInst>(&I)) {
    const Value *From = Extract->getAggregateOperand();
    while (const auto *Outer = dyn_cast<ExtractValueInst>(From))
      From = Outer->getAggregateOperand();
    if (isa<Argument>(From))
      return true;
    // Its members become values of their own.
    if (isa<PHINode, SelectInst, FreezeInst, InsertValueInst>(From))
      return true;
    if (const auto *Call = dyn_cast<IntrinsicInst>(From))
      return isSplitGCIntrinsic(*Call);
  }
  if (Pointers.getKind(I.getType()) != GCPointerKind::Loaded)
    return false;
  const Value *Object = nullptr;
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    Object = Load->getPointerOperand();
  else if (const auto *Call = dyn_cast<CallBase>(&I); Call && Call->arg_size())
    Object = Call->getArgOperand(0);
  return Object && Pointers.getKind(Object->getType()) != GCPointerKind::None;
}

/// Whether \p I is a call that may be a safepoint.
static bool mayCollect(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && !isa<IntrinsicInst>(Call) && !Call->isInlineAsm() &&
         !Call->hasFnAttr("gc-leaf-function") &&
         !callsJulia(*Call, "julia.new_gc_frame");
}

/// Whether \p Roots, where a callee returns references, is in a stack object of
/// the function, or where the function itself returns references.
static bool areRootsOfFrame(const Value &Roots) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Roots, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return all_of(Objects, [](const Value *V) {
    const auto *A = dyn_cast<Argument>(V);
    return isa<AllocaInst>(V) || (A && (A->hasStructRetAttr() ||
                                        A->hasAttribute(julia::ReturnRoots)));
  });
}

StringRef JuliaRootRules::findProblem(const Instruction &I) const {
  const GCPointers &Pointers = getJuliaGCPointers();
  const GCPointerKind Kind = Pointers.getKind(I.getType());
  if ((Kind == GCPointerKind::Derived || Kind == GCPointerKind::Loaded) &&
      !hasObject(I, Pointers))
    return "it is not known which object it points into; derive it from a "
           "pointer of address space 10";
  if (const auto *GEP = dyn_cast<GetElementPtrInst>(&I);
      GEP && Kind == GCPointerKind::Base && !GEP->hasAllZeroIndices())
    return "it indexes a pointer of address space 10; cast that to address "
           "space 11 first";
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return "";
  for (const Use &U : Call->args())
    if (getReturnedType(*Call, Call->getArgOperandNo(&U)) &&
        !areRootsOfFrame(*U))
      return "its returned roots are in memory that is in no frame; pass a "
             "stack object, or the parameter for returned roots of this "
             "function";
  if (Call->isMustTailCall() && any_of(Call->args(), [&](const Use &U) {
        return Pointers.isReference(*U) && !isa<Argument>(U);
      }))
    return "a tail call leaves the frame that keeps its arguments; pass "
           "references that the caller keeps, or make it an ordinary call";
  if (!getsJuliaStack(*Call))
    return "";
  const Value *Stack = getJuliaStack(*I.getFunction());
  if (!Stack)
    return "the frame is linked at the start; call this in the entry block";
  if (Call == Stack &&
      any_of(make_range(I.getParent()->begin(), I.getIterator()), mayCollect))
    return "the frame is linked after it; call this before all calls that may "
           "collect";
  return "";
}

GCKeepers JuliaRootRules::findKeepers(Function &F) const {
  return findJuliaKeepers(F);
}

bool JuliaRootRules::lowerPlaced(Function &F,
                                 const TargetLibraryInfo &TLI) const {
  return !F.hasFnAttribute(julia::Thunk) &&
         lowerPlacedJuliaCalls(F, *this, TLI);
}

bool JuliaRootRules::lowerRuntimeCalls(Function &F) const {
  return lowerJuliaRuntimeCalls(F);
}
