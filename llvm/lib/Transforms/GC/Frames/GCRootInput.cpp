//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCRootInput.h"
#include "GCFrameObjects.h"
#include "GCObjectAccesses.h"
#include "Normalization/GCAggregates.h"
#include "Normalization/GCNormalizationSteps.h"
#include "Normalization/GCVectorIntrinsics.h"
#include "Normalization/RawValues.h"
#include "Normalization/SafepointNormalization.h"
#include "Verification/UnrelocatableValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/GCCopiedWords.h"
#include "llvm/Analysis/GCInteriorPointers.h"
#include "llvm/Analysis/GCObjectNumbers.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/ReferenceCopies.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCAddressSpaces.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/UndefinedReferences.h"

using namespace llvm;

static std::string describe(const Value &V, StringRef What) {
  return V.hasName() ? (What + " '%" + V.getName() + "': ").str()
                     : (What + ": ").str();
}

static void report(const Function &F, const Twine &Text,
                   const DebugLoc &Where) {
  F.getContext().diagnose(DiagnosticInfoUnsupported(F, Text, Where));
}

static bool isPromotable(const AllocaInst &Object, const GCPointers &Pointers) {
  return Pointers.containsReferences(Object.getAllocatedType()) &&
         isAllocaPromotable(&Object);
}

static constexpr StringLiteral InUntypedObject =
    "the type of the stack object does not say where references are; give it "
    "one that does, keep references in values (run sroa), or use a strategy "
    "with statepoints";

static constexpr StringLiteral PassedInMemory =
    "references that are passed in memory have no slot; pass them as values";

/// Whether a parameter with \p Attributes is memory with references that
/// belongs to the callee.
static bool passesReferences(AttributeSet Attributes,
                             const GCPointers &Pointers) {
  return any_of(
      ArrayRef<Type *>({Attributes.getByValType(), Attributes.getInAllocaType(),
                        Attributes.getPreallocatedType()}),
      [&](const Type *Ty) { return Ty && Pointers.containsReferences(Ty); });
}

/// Why placement does not support \p I, or nothing.
static StringRef findProblem(Instruction &I, const GCRootStrategy &Strategy) {
  const GCPointers &Pointers = Strategy.Pointers;
  if (auto *Object = dyn_cast<AllocaInst>(&I)) {
    if (Pointers.isReference(*Object))
      return StackAddressIsReference;
    if (!Pointers.containsReferences(Object->getAllocatedType()) ||
        Object->hasMetadata(GCFrameMemoryMetadata) ||
        isPromotable(*Object, Pointers) || makeGCFrameObject(*Object, Strategy))
      return "";
    return Strategy.HasMixedObjects
               ? "frames hold only stack objects of constant size in the entry "
                 "block, with aligned references and an alignment of at most "
                 "16 bytes; make it one, keep references in values (run sroa), "
                 "or use a strategy with statepoints"
               : "frames hold only stack objects of constant size in the entry "
                 "block, with nothing but references and an alignment of at "
                 "most two of them; make it one, keep references in values "
                 "(run sroa), or use a strategy with statepoints";
  }
  if (isa<LandingPadInst>(I) && Pointers.containsReferences(I.getType()))
    return "references that landing pads return have no slot; load them from "
           "the exception object";
  if (I.isEHPad() && !isa<LandingPadInst>(I))
    return "frames are restored in landing pads; use a personality with "
           "landing pads instead of funclets";
  if (const auto *Call = dyn_cast<CallBase>(&I))
    for (unsigned Argument = 0; Argument != Call->arg_size(); ++Argument)
      if (passesReferences(Call->getAttributes().getParamAttrs(Argument),
                           Pointers))
        return PassedInMemory;
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I);
      Call && Call->getIntrinsicID() == Intrinsic::eh_sjlj_setjmp)
    return "it returns twice, and the frame is not restored behind it; call "
           "setjmp instead";
  if (const Value *Pointer = getLoadStorePointerOperand(&I);
      Pointer && Pointer->isSwiftError() &&
      Pointers.containsReferences(getLoadStoreType(&I)))
    return PassedInMemory;
  return Strategy.Rules->findProblem(I);
}

/// What is wrong with the address spaces of references in \p F, or nothing.
static std::string findWrongSpace(const Function &F,
                                  const GCRootStrategy &Strategy) {
  if (std::string Wrong = describeWrongGCAddressSpaces(F, nullptr);
      !Wrong.empty())
    return Wrong;
  for (const unsigned Space : getGCAddressSpaces(F))
    if (Strategy.Pointers.getKind(PointerType::get(F.getContext(), Space)) ==
        GCPointerKind::None)
      return ("attribute \"" + GCAddressSpacesAttr +
              "\": frames of the strategy '" + Strategy.Name +
              "' have no slots for references of address space " +
              Twine(Space) + "; use a strategy with statepoints")
          .str();
  return "";
}

bool llvm::repeatsRawValues(const GCRootStrategy &Strategy) {
  return Strategy.MovesObjects || Strategy.Rules == &getDefaultGCRootRules();
}

/// Reports those that are live across one of \p Safepoints and cannot be
/// computed again after it.
static bool verifyRawValues(const Function &F, const GCRootStrategy &Strategy,
                            ArrayRef<const CallBase *> Safepoints) {
  RawValues Raw(F, Strategy.Pointers);
  Raw.findRepeatable(F, [](const Value &) { return true; });
  SmallVector<const Value *, 8> Values = Raw.values();
  erase_if(Values, [&](const Value *V) { return Raw.isRepeatable(*V); });
  if (Values.empty())
    return true;
  const ValuesOverSafepoints Over = findValuesOver(F, Safepoints, Values);
  bool IsValid = true;
  for (const CallBase *Call : Safepoints)
    for (const Value *V : Over.lookup(Call)) {
      const auto *I = cast<Instruction>(V);
      report(F,
             describe(*I, I->getOpcodeName()) +
                 "it holds the address of an object across " +
                 describeStatepointInput(*Call) +
                 " and is not a reference; cast again after the call",
             I->getDebugLoc());
      IsValid = false;
    }
  return IsValid;
}

/// Reports integers that hold references across one of \p Safepoints.
static bool verifyIntegers(const Function &F, const GCPointers &References,
                           ArrayRef<const CallBase *> Safepoints) {
  const SmallPtrSet<const Value *, 8> Copied = findCopiedWords(F, References);
  SmallVector<const Value *, 8> Values;
  for (const Argument &A : F.args())
    if (isIntegerOfReferences(A))
      Values.push_back(&A);
  for (const Instruction &I : instructions(F))
    if (isIntegerOfReferences(I) || Copied.contains(&I))
      Values.push_back(&I);
  if (Values.empty())
    return true;
  const ValuesOverSafepoints Over = findValuesOver(F, Safepoints, Values);
  SmallSetVector<const Value *, 8> Wrong;
  for (const CallBase *Call : Safepoints)
    for (const Value *V : Over.lookup(Call)) {
      const auto *I = dyn_cast<Instruction>(V);
      if (Wrong.insert(V))
        report(F,
               describe(*V, I ? I->getOpcodeName() : "argument") +
                   (V->getType()->isIntegerTy()
                        ? "it holds references as an integer across "
                        : "it holds references, of which its type says "
                          "nothing, across ") +
                   describeStatepointInput(*Call) + "; " +
                   CopyReferencesInstead,
               I ? I->getDebugLoc() : Call->getDebugLoc());
    }
  return Wrong.empty();
}

/// Reports objects of frames that hold numbers at one of \p Safepoints where a
/// collector looks for references.
static bool verifyNumbers(Function &F, const GCRootStrategy &Strategy,
                          ArrayRef<const CallBase *> Safepoints) {
  const GCPointers &Pointers = Strategy.Pointers;
  const SmallPtrSet<const CallBase *, 32> Lists(llvm::from_range, Safepoints);
  bool IsValid = true;
  for (Instruction &I : F.getEntryBlock()) {
    auto *Object = dyn_cast<AllocaInst>(&I);
    if (!Object || !Pointers.containsReferences(Object->getAllocatedType()) ||
        Object->hasMetadata(GCFrameMemoryMetadata) ||
        isPromotable(*Object, Pointers) ||
        !makeGCFrameObject(*Object, Strategy))
      continue;
    const Instruction *Number = findNumberAtSafepoint(
        *Object, Pointers,
        Object->getDataLayout().isNonIntegralPointerType(
            findReferenceType(Object->getAllocatedType(), Pointers)),
        [&](uint64_t Begin, uint64_t End) {
          return overlapsReference(*Object, Begin, End, Pointers);
        },
        [&](const CallBase &Call) {
          // Until a leaf returns for the second time, others collect.
          return Lists.contains(&Call) && !Call.hasFnAttr("gc-leaf-function");
        });
    if (!Number)
      continue;
    report(F,
           describe(*Object, "stack object") +
               "it is assigned a number where the frame has a reference; store "
               "null before the next safepoint, or give the number a variable "
               "of its own",
           Number->getDebugLoc());
    IsValid = false;
  }
  return IsValid;
}

/// Reports vectors of references of unknown size that are needed at one of
/// \p Safepoints: there are no slots for them.
static bool verifyScalableVectors(const Function &F,
                                  const GCRootStrategy &Strategy,
                                  ArrayRef<const CallBase *> Safepoints) {
  SmallVector<const Value *, 8> Values;
  const auto Add = [&](const Value &V) {
    if (Strategy.Pointers.containsReferences(V.getType()) &&
        containsScalableVector(V.getType()))
      Values.push_back(&V);
  };
  for (const Argument &A : F.args())
    Add(A);
  for (const Instruction &I : instructions(F))
    Add(I);
  if (Values.empty())
    return true;
  const ValuesOverSafepoints Over = findValuesOver(F, Safepoints, Values);
  SmallSetVector<const Value *, 8> Wrong;
  for (const CallBase *Call : Safepoints) {
    for (const Value *V : Over.lookup(Call))
      Wrong.insert(V);
    for (const Use &U : Call->operands())
      if (is_contained(Values, U.get()) && Strategy.Rules->isDemanded(U))
        Wrong.insert(U.get());
  }
  for (const Value *V : Wrong) {
    const auto *I = dyn_cast<Instruction>(V);
    report(F,
           describe(*V, I ? I->getOpcodeName() : "argument") +
               "the slots of a frame cannot hold a scalable vector; use "
               "vectors of fixed size",
           I ? I->getDebugLoc() : DebugLoc());
  }
  return Wrong.empty();
}

/// Whether \p Call is that of the deoptimizer, which is the end of the function
/// and of its frame, and has references in its state.
static bool deoptimizesReferences(const CallBase &Call,
                                  const GCPointers &Pointers) {
  if (Call.getIntrinsicID() != Intrinsic::experimental_deoptimize)
    return false;
  const auto State = Call.getOperandBundle(LLVMContext::OB_deopt);
  return State && any_of(State->Inputs, [&](const Use &U) {
           return Pointers.containsReferences(U->getType());
         });
}

bool llvm::verifyGCRootInput(Function &F, const GCRootStrategy &Strategy,
                             const TargetLibraryInfo &TLI) {
  const GCPointers &Pointers = Strategy.Pointers;
  bool IsValid = true;
  SmallVector<const CallBase *, 32> Safepoints;
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    if (Strategy.Rules->isSafepoint(*Call, TLI))
      Safepoints.push_back(Call);
    if (deoptimizesReferences(*Call, Pointers)) {
      report(F,
             describe(*Call, "call") +
                 "nothing keeps the references in its deopt state; pass them "
                 "as arguments",
             Call->getDebugLoc());
      IsValid = false;
    }
  }
  if (Safepoints.empty())
    return IsValid;
  if (const std::string Wrong = findWrongSpace(F, Strategy); !Wrong.empty()) {
    report(F, Wrong, DebugLoc());
    return false;
  }
  if (F.isPresplitCoroutine()) {
    report(F,
           "a coroutine that is not split cannot have a frame of references; "
           "run coro-early, coro-split and coro-cleanup before placing roots",
           DebugLoc());
    return false;
  }
  for (const Argument &A : F.args()) {
    if (passesReferences(F.getAttributes().getParamAttrs(A.getArgNo()),
                         Pointers) ||
        (A.hasByValAttr() && isAccessedAsReferences(A, Pointers))) {
      report(F, describe(A, "argument") + PassedInMemory, DebugLoc());
      IsValid = false;
    }
  }
  IsValid &= verifyScalableVectors(F, Strategy, Safepoints);
  IsValid &= verifyIntegers(F, Pointers, Safepoints);
  IsValid &= verifyNumbers(F, Strategy, Safepoints);
  const SmallVector<const Instruction *, 4> InUntyped =
      findAccessesOfUntypedObjects(F, Strategy, Safepoints);
  const auto *NextInUntyped = InUntyped.begin();
  for (Instruction &I : instructions(F)) {
    StringRef Problem = findProblem(I, Strategy);
    // Before a safepoint, they are what the caller has passed.
    if (isa<VAArgInst>(I) && Pointers.containsReferences(I.getType()) &&
        isBehindAny(I, Safepoints))
      Problem = PassedInMemory;
    if (NextInUntyped != InUntyped.end() && *NextInUntyped == &I) {
      ++NextInUntyped;
      if (Problem.empty())
        Problem = InUntypedObject;
    }
    if (Problem.empty())
      continue;
    report(F, describe(I, I.getOpcodeName()) + Problem, I.getDebugLoc());
    IsValid = false;
  }
  if (repeatsRawValues(Strategy)) {
    IsValid &= verifyRawValues(F, Strategy, Safepoints);
    findStaleRawAddresses(
        F, Pointers, Safepoints,
        [&](const Instruction &I, const std::string &Reason) {
          report(F, describe(I, I.getOpcodeName()) + "it " + Reason,
                 I.getDebugLoc());
          IsValid = false;
        });
  }
  return IsValid;
}

bool llvm::reportInteriorPointersInSlots(const Function &F,
                                         const GCPointers &Pointers) {
  const GCInteriorPointers Interior(F, Pointers);
  for (const Instruction *I : Interior.stores())
    report(F,
           describe(*I, I->getOpcodeName()) +
               "it puts a pointer into an object where a collector looks for "
               "base pointers; store the base pointer and the offset, or run "
               "sroa",
           I->getDebugLoc());
  return !Interior.stores().empty();
}

void llvm::reportUnknownGCRoots(const Function &F,
                                ArrayRef<const Instruction *> Unknown) {
  for (const Instruction *I : Unknown) {
    const auto *Call = dyn_cast<CallBase>(I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    report(F,
           describe(*I, I->getOpcodeName()) +
               "it is not known which object the result" +
               (Callee ? " of '" + Callee->getName().str() + "'" : "") +
               " points into; use getelementptr, or load it from memory",
           I->getDebugLoc());
  }
}

bool llvm::normalizeGCRootInput(Function &F, const GCRootStrategy &Strategy,
                                SmallVectorImpl<CallBase *> &Safepoints,
                                DominatorTree &DT) {
  const GCPointers &Pointers = Strategy.Pointers;
  SmallVector<AllocaInst *, 8> Objects;
  for (Instruction &I : instructions(F))
    if (auto *Object = dyn_cast<AllocaInst>(&I);
        Object && isPromotable(*Object, Pointers))
      Objects.push_back(Object);
  if (!Objects.empty())
    PromoteMemToReg(Objects, DT);
  bool Changed = foldNoOpCasts(F);
  Changed |= foldReturnedReferences(F, Pointers);
  Changed |= sinkNullChecks(F);
  Changed |= lowerGCVectorIntrinsics(F, Pointers);
  const auto IsDemanded = [&](const Use &U) {
    return Strategy.Rules->isDemanded(U);
  };
  const bool IsSplit =
      splitGCAggregates(F, Pointers, Safepoints, DT, IsDemanded);
  const bool IsRepeated = repeatsRawValues(Strategy) &&
                          repeatRawValues(F, Pointers, Safepoints, DT);
  return defineReferences(F, Pointers) || IsSplit || IsRepeated || Changed ||
         !Objects.empty();
}
