//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/GuardedDevirtualization.h"
#include "CallProfile.h"
#include "FunctionLoops.h"
#include "KnownCallees.h"
#include "SpecializedGuards.h"
#include "VTableCopies.h"
#include "VTableHierarchy.h"
#include "VirtualCallGuards.h"
#include "VirtualCallTypes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Devirtualization/SimplifyMarked.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/InvariantGroupLoads.h"
#include "llvm/Transforms/Utils/StripInvariantGroups.h"
#include <cmath>
#include <vector>

using namespace llvm;

#define DEBUG_TYPE "guarded-devirtualization"

STATISTIC(NumKnown, "Number of virtual calls whose methods are known");
STATISTIC(NumGuarded, "Number of virtual calls that are guarded");
STATISTIC(NumShared, "Number of virtual calls that share a guard");
STATISTIC(NumSpecialized, "Number of shared guards that are specialized");

static cl::opt<int>
    InlineThreshold("guarded-inline-threshold", cl::Hidden, cl::init(45),
                    cl::desc("Inline threshold of guarded calls"));
static cl::opt<unsigned> MethodSize(
    "guarded-method-size", cl::Hidden, cl::init(12),
    cl::desc(
        "Maximum number of instructions of a method that counts as inlined"));
static cl::opt<unsigned> CallSize(
    "guarded-call-size", cl::Hidden, cl::init(6),
    cl::desc("Number of instructions that a call in a method counts as"));
static cl::opt<unsigned> InlineGain(
    "guarded-inline-gain", cl::Hidden, cl::init(6),
    cl::desc("Factor by which inlining the method raises the gain of a guard"));
static cl::opt<double>
    Growth("guarded-growth", cl::Hidden, cl::init(0.5),
           cl::desc("Maximum growth of a module by guards, in percent"));
static cl::opt<double> LateGrowth(
    "guarded-late-growth", cl::Hidden, cl::init(0),
    cl::desc(
        "Maximum growth of a module by guards after inlining, in percent"));
static cl::opt<int>
    LoopThreshold("guarded-loop-threshold", cl::Hidden, cl::init(100),
                  cl::desc("Inline threshold of guarded calls in loops"));
static cl::opt<unsigned>
    GrowthFloor("guarded-growth-floor", cl::Hidden, cl::init(50),
                cl::desc("Number of instructions that guards may add to any "
                         "module, however small"));
static cl::opt<bool> Share(
    "guarded-share", cl::Hidden, cl::init(true),
    cl::desc("Guard all other calls with comparisons in shared functions"));
static cl::opt<double>
    SpecializedGrowth("guarded-specialized-growth", cl::Hidden, cl::init(1.5),
                      cl::desc("Maximum growth of a module by shared functions "
                               "with an inlined method, in percent"));
static cl::opt<double> SpecializedFrequency(
    "guarded-specialized-frequency", cl::Hidden, cl::init(2),
    cl::desc(
        "Minimum call frequency of a shared function with an inlined method"));
static cl::opt<double> AgainLimit(
    "guarded-rerun-limit", cl::Hidden, cl::init(2),
    cl::desc("Maximum part of a module that is simplified again, in percent"));

/// That much of any module is, in instructions.
static constexpr uint64_t AgainFloor = 500;

/// How often a loop is executed that has no profile.
static constexpr double LoopScale = 16;

/// How many methods are asked for.
static constexpr unsigned MaxMethods = 2;

/// Between how many functions a call is a choice if there are no others.
static constexpr unsigned MaxChoice = 3;

/// How many instructions a method has that takes no more code than a jump, with
/// the return.
static constexpr unsigned SmallMethodSize = 3;

/// Of a call that is what is left when no guard holds.
static constexpr StringLiteral GuardedAttr = "guarded-devirtualization";

namespace {

/// What becomes of a call.
enum class Form {
  /// It stays.
  Virtual,
  /// It is of a few functions, and of no other.
  Known,
  /// It has a guard.
  Guarded,
  /// It shares one with others.
  Shared,
};

/// A virtual call.
struct VirtualCall {
  CallBase *CB;
  SmallVector<VirtualMethod, 2> Methods;
  Form How = Form::Virtual;
  /// What it is written with; nothing if that is not how methods were found.
  VirtualCallType Written = {};
  /// Whether there is one method, as far as is known.
  bool IsLikely = false;
  /// Whether a method is expected to be inlined.
  bool IsInlined = false;
  /// Whether the vtable pointer serves other calls too.
  bool IsOneOfMany = false;
  /// How often it is executed when its function is called once.
  double Frequency = 0;
  bool IsInLoop = false;
  double Gain = 0;
  unsigned Cost = 0;
};

class GuardedDevirtualization {
public:
  GuardedDevirtualization(Module &M, FunctionAnalysisManager &FAM, bool IsLast)
      : M(M), FAM(FAM), VTables(M), IsLast(IsLast) {}

  void run();

  /// Marks functions for simplification in whose loops calls have changed.
  void markChanged();

private:
  Module &M;
  FunctionAnalysisManager &FAM;
  VTableHierarchy VTables;
  /// What there is for calls written with a class, and a slot's offset.
  DenseMap<std::pair<const Metadata *, uint64_t>, SmallVector<VirtualMethod, 2>>
      Methods;
  const bool IsLast;
  /// How many instructions there are where calls may change.
  uint64_t Size = 0;
  std::vector<VirtualCall> Calls;
  SharedGuards Guards;
  SmallVector<CallBase *, 16> DirectCalls;
  SmallSetVector<Function *, 16> Changed;
  SmallSetVector<Function *, 16> InLoops;
  /// Calls that are a choice between known functions, and need no guess.
  SmallPtrSet<const CallBase *, 8> Choices;

  bool mayGuard(const CallBase &CB, Metadata *Type) const;
  bool isNeverExecuted(CallBase &CB);
  double getFrequency(CallBase &CB);
  bool isInLoop(CallBase &CB);
  void findCalls(Function &F);
  void findKnownCalls(Function &F);
  void addCall(VirtualCall Call);
  bool canShare(VirtualCall &Call);
  void choose();
  void apply(VirtualCall &Call);
  void makeDirect(VirtualCall &Call);
  void assumeVTable(const VirtualCall &Call);
  bool inlineCall(CallBase &CB);
  void inlineSmallMethods(Function &Guard);
  void inlineSingle(Function &Guard);
  Constant *getVTable(const VirtualCall &Call, const VirtualMethod &Candidate);
  CallBase &keepCopy(CallBase &Direct);
  CallBase &guard(const VirtualCall &Call, const VirtualMethod &Method);
  void remarkMissed(CallBase &CB, const Twine &Reason);
  void remarkUntested(Function &F);
  void remarkPassed(const VirtualCall &Call, StringRef How);
};

} // namespace

//===----------------------------------------------------------------------===//
// Finding calls
//===----------------------------------------------------------------------===//

/// \returns whether \p CB may become calls of something else.
static bool mayChange(const CallBase &CB) {
  // A signed pointer is none of the method's address.
  return !CB.cannotDuplicate() && !CB.isConvergent() &&
         !CB.getOperandBundle(LLVMContext::OB_ptrauth);
}

/// \returns whether this is the time to guess what \p CB calls. A function that
/// other modules have too may be dropped in favour of theirs, which knows other
/// classes: as long as it may still be inlined, what it becomes part of is the
/// better place.
bool GuardedDevirtualization::mayGuard(const CallBase &CB,
                                       Metadata *Type) const {
  return mayChange(CB) && !CB.hasFnAttr(GuardedAttr) &&
         (IsLast || VTables.isClosed(Type) ||
          !CB.getFunction()->isWeakForLinker());
}

/// \returns how often \p CB is executed when its function is called once.
/// Without a profile, the nest of loops is as good an estimate as one that
/// weighs all branches, and takes less time. Hardly ever is what follows an
/// exception.
double GuardedDevirtualization::getFrequency(CallBase &CB) {
  Function &F = *CB.getFunction();
  if (F.hasProfileData()) {
    const auto &BFI = FAM.getResult<BlockFrequencyAnalysis>(F);
    return double(BFI.getBlockFreq(CB.getParent()).getFrequency()) /
           BFI.getEntryFreq().getFrequency();
  }
  const auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  for (const DomTreeNode *Node = DT.getNode(CB.getParent()); Node;
       Node = Node->getIDom())
    if (Node->getBlock()->isEHPad())
      return 1 / (LoopScale * LoopScale);
  const LoopInfo *LI = getLoopsIfAny(F, FAM);
  return LI ? std::pow(LoopScale, LI->getLoopDepth(CB.getParent())) : 1;
}

bool GuardedDevirtualization::isInLoop(CallBase &CB) {
  const LoopInfo *LI = getLoopsIfAny(*CB.getFunction(), FAM);
  return LI && LI->getLoopFor(CB.getParent());
}

/// \returns what has the vtable pointer of \p Call, or that.
static const Value *getObject(const VirtualCall &Call) {
  Value *VPtr = getVTablePointer(*Call.CB, Call.Written);
  const LoadInst *Load = getLoadOnEachWay(VPtr);
  return Load ? Load->getPointerOperand() : VPtr;
}

void GuardedDevirtualization::findCalls(Function &F) {
  SmallVector<VirtualCall, 8> Found;
  DenseMap<const Value *, unsigned> CallsOfObject;
  for (Instruction &I : instructions(F)) {
    ++Size;
    auto *CB = dyn_cast<CallBase>(&I);
    if (!CB)
      continue;
    const VirtualCallType Written = getVirtualCallType(*CB);
    if (!Written || !getVTablePointer(*CB, Written) || Choices.contains(CB) ||
        !mayGuard(*CB, Written.Type))
      continue;
    const auto [Known, IsNew] =
        Methods.try_emplace({Written.Type, Written.Offset});
    if (IsNew)
      Known->second = VTables.getMethods(Written.Type, Written.Offset);
    VirtualCall Call{CB, Known->second};
    Call.Written = Written;
    ++CallsOfObject[getObject(Call)];
    Found.push_back(std::move(Call));
  }
  const size_t First = Calls.size();
  for (VirtualCall &Call : Found) {
    Call.IsOneOfMany = CallsOfObject[getObject(Call)] > 1;
    addCall(std::move(Call));
  }
  SmallPtrSet<const Value *, 8> Inlined;
  for (const VirtualCall &Call : drop_begin(Calls, First))
    if (Call.IsInlined)
      Inlined.insert(getObject(Call));
  for (VirtualCall &Call : drop_begin(Calls, First))
    Call.IsOneOfMany &= Inlined.contains(getObject(Call));
}

void GuardedDevirtualization::findKnownCalls(Function &F) {
  for (Instruction &I : instructions(F)) {
    auto *CB = dyn_cast<CallBase>(&I);
    if (!CB || !mayChange(*CB))
      continue;
    SmallVector<Function *, 4> Callees = findKnownCallees(*CB, MaxChoice);
    if (Callees.empty() || !all_of(Callees, [&](Function *Callee) {
          return isLegalToPromote(*CB, Callee);
        }))
      continue;
    VirtualCall Call{CB, {}, Form::Known};
    Call.IsInLoop = isInLoop(*CB);
    for (Function *Callee : Callees)
      Call.Methods.push_back({Callee, {}});
    Choices.insert(CB);
    Calls.push_back(std::move(Call));
  }
}

/// \returns how many instructions \p Method has, where a call counts as
/// several, or something above \p Most; one that cannot be inlined has too
/// many.
static unsigned getSize(const Function &Method, unsigned Most) {
  if (Method.isDeclaration() || Method.hasFnAttribute(Attribute::NoInline))
    return ~0u;
  unsigned Size = 0;
  for (const BasicBlock &BB : Method)
    for (const Instruction &I : BB) {
      Size +=
          isa<CallBase>(I) && !isa<IntrinsicInst>(I) ? unsigned(CallSize) : 1;
      if (Size > Most)
        return Size;
    }
  return Size;
}

/// \returns whether only vtables have \p Candidate that other modules have.
static bool isFromElsewhere(const VirtualMethod &Candidate) {
  return all_of(Candidate.Points, [](const VTableAddressPoint &Point) {
    return isFromOtherUnit(*Point.VTable);
  });
}

/// \returns whether the only candidate of \p Call is the caller, called on
/// another object. Such a caller most often belongs to a class that wraps
/// objects of other classes, which this module does not know.
static bool wrapsItself(const VirtualCall &Call) {
  const CallBase &CB = *Call.CB;
  const Function &F = *CB.getFunction();
  const unsigned This = CB.hasStructRetAttr() ? 1 : 0;
  return Call.Methods.front().Method == &F && !F.hasLocalLinkage() &&
         CB.arg_size() > This && F.arg_size() > This &&
         CB.getArgOperand(This) != F.getArg(This);
}

/// Leaves of \p Methods those of vtables that \p VPtr is known to be on some
/// path, if there are such. \returns whether there are.
static bool keepIncoming(SmallVectorImpl<VirtualMethod> &Methods,
                         const Value *VPtr) {
  SmallVector<VTableAddressPoint, 4> Incoming = findIncomingVTables(VPtr);
  auto IsIncoming = [&](const VirtualMethod &Candidate) {
    return any_of(Candidate.Points, [&](const VTableAddressPoint &Point) {
      return is_contained(Incoming, Point);
    });
  };
  if (none_of(Methods, IsIncoming))
    return false;
  erase_if(Methods, std::not_fn(IsIncoming));
  return true;
}

/// \returns whether a profile says that \p CB is not executed.
bool GuardedDevirtualization::isNeverExecuted(CallBase &CB) {
  Function &F = *CB.getFunction();
  if (!F.hasProfileData())
    return false;
  const auto &BFI = FAM.getResult<BlockFrequencyAnalysis>(F);
  const std::optional<uint64_t> Count =
      BFI.getBlockProfileCount(CB.getParent());
  return Count && !*Count;
}

void GuardedDevirtualization::addCall(VirtualCall Call) {
  CallBase &CB = *Call.CB;
  auto &Methods = Call.Methods;
  const bool IsClosed = VTables.isClosed(Call.Written.Type);
  if (Methods.empty())
    return remarkMissed(CB,
                        "no vtable in this module has a method for the call");
  Call.IsLikely = Methods.size() == 1;
  unsigned Known = Methods.size();
  if (!IsClosed) {
    if (Known == 1 && wrapsItself(Call))
      return remarkMissed(CB, "the only known method is the caller, which is "
                              "unlikely to call itself");
    erase_if(Methods, [&](const VirtualMethod &Candidate) {
      return !VTables.mayName(*Candidate.Method);
    });
    if (CB.getFunction()->hasProfileData() &&
        isPromoted(CB, getVTablePointer(CB, Call.Written)))
      return remarkMissed(CB,
                          "the profile has given it the guards it is worth");
    if (const auto Profile = CallProfile::find(CB)) {
      Profile->keepFrequent(Methods);
      if (Methods.empty())
        return remarkMissed(CB,
                            "the profile says that other methods are called");
      Known = Methods.size();
    } else if (isNeverExecuted(CB)) {
      return remarkMissed(CB, "the profile says that the call is not executed");
    }
    if (Methods.size() > MaxMethods)
      erase_if(Methods, isFromElsewhere);
  }
  if (Methods.empty())
    return remarkMissed(CB, "nothing else in this module refers to the method");
  const unsigned Most = IsClosed ? MaxChoice : MaxMethods;
  const bool IsIncoming =
      Known > Most && !IsClosed &&
      keepIncoming(Methods, getVTablePointer(CB, Call.Written));
  if (Methods.size() > Most || (Known > MaxChoice && !IsIncoming))
    return remarkMissed(CB,
                        "the call has " + Twine(Known) + " possible methods");
  for (const VirtualMethod &Candidate : Methods) {
    const char *Reason = nullptr;
    if (!isLegalToPromote(CB, Candidate.Method, &Reason))
      return remarkMissed(CB, Reason);
    // A comparison, its operand, two branches, and what is in between.
    const unsigned Body = getSize(*Candidate.Method, MethodSize);
    Call.Cost += 4 + (Body <= MethodSize ? Body : CB.arg_size() + 1);
    Call.IsInlined |= Body <= MethodSize;
  }
  Call.Frequency = getFrequency(CB);
  Call.IsInLoop = isInLoop(CB);
  Call.Gain = Call.Frequency * (Call.IsInlined ? unsigned(InlineGain) : 1);
  if (IsClosed)
    Call.How = Form::Known;
  Calls.push_back(std::move(Call));
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

/// \returns whether \p F may be preempted by the dynamic linker: a direct call
/// then jumps through the procedure linkage table, which is an indirect jump.
static bool isBoundLate(const Function &F) {
  const Module &M = *F.getParent();
  return !F.isDSOLocal() && M.getPICLevel() != PICLevel::NotPIC &&
         M.getPIELevel() == PIELevel::Default;
}

/// \returns whether direct calls of the methods of \p Call are direct once it
/// is linked, or inlined for certain.
static bool staysDirect(const VirtualCall &Call) {
  return all_of(Call.Methods, [](const VirtualMethod &Candidate) {
    const Function &Method = *Candidate.Method;
    return !isBoundLate(Method) ||
           getSize(Method, SmallMethodSize) <= SmallMethodSize;
  });
}

/// \returns whether asking for the methods of \p Call takes few instructions
/// where nothing is inlined: comparing what is in the slot with two of them
/// takes seven. Of two, \p Call keeps the one that this module has the vtable
/// of.
bool GuardedDevirtualization::canShare(VirtualCall &Call) {
  auto &Methods = Call.Methods;
  if (Methods.size() == 1 ||
      all_of(Methods, [&](const VirtualMethod &Candidate) {
        return getVTable(Call, Candidate);
      }))
    return true;
  if (none_of(Methods, isFromElsewhere))
    return false;
  erase_if(Methods, isFromElsewhere);
  return Methods.size() == 1;
}

/// Decides which of the calls that are guessed are worth it.
void GuardedDevirtualization::choose() {
  SmallVector<VirtualCall *, 16> Guesses;
  for (VirtualCall &Call : Calls)
    if (Call.How == Form::Virtual)
      Guesses.push_back(&Call);
  stable_sort(Guesses, [](const VirtualCall *A, const VirtualCall *B) {
    return A->Gain * B->Cost > B->Gain * A->Cost;
  });
  uint64_t Budget = IsLast
                        ? Size * LateGrowth / 100
                        : std::max<uint64_t>(Size * Growth / 100, GrowthFloor);
  for (VirtualCall *Call : Guesses) {
    const bool StaysDirect = staysDirect(*Call);
    if ((Call->IsInlined || (Call->IsOneOfMany && StaysDirect)) &&
        Call->Cost <= Budget) {
      Call->How = Form::Guarded;
      Budget -= Call->Cost;
    } else if (IsLast && Share && !StaysDirect) {
      remarkMissed(*Call->CB, "the dynamic linker chooses the method, and a "
                              "direct call would be no faster");
    } else if (IsLast && Share && canShare(*Call)) {
      Call->How = Form::Shared;
    }
  }
}

//===----------------------------------------------------------------------===//
// Changing calls
//===----------------------------------------------------------------------===//

void GuardedDevirtualization::remarkMissed(CallBase &CB, const Twine &Reason) {
  auto &ORE =
      FAM.getResult<OptimizationRemarkEmitterAnalysis>(*CB.getFunction());
  ORE.emit([&] {
    return OptimizationRemarkMissed(DEBUG_TYPE, "NotGuarded", &CB)
           << "virtual call not changed: " << Reason.str();
  });
}

/// Tells of calls of classes that no vtable is of.
void GuardedDevirtualization::remarkUntested(Function &F) {
  if (!OptimizationRemarkEmitter::allowExtraAnalysis(F, DEBUG_TYPE))
    return;
  for (Instruction &I : instructions(F)) {
    auto *CB = dyn_cast<CallBase>(&I);
    auto *Slot = CB ? dyn_cast<LoadInst>(CB->getCalledOperand()) : nullptr;
    if (!Slot || !Slot->hasMetadata(LLVMContext::MD_invariant_load) ||
        CB->hasFnAttr(GuardedAttr) || Choices.contains(CB) ||
        getVirtualCallType(*CB))
      continue;
    if (isa<LoadInst>(
            Slot->getPointerOperand()->stripInBoundsConstantOffsets()))
      remarkMissed(
          *CB, "no vtable in this module belongs to the class of the object");
  }
}

void GuardedDevirtualization::remarkPassed(const VirtualCall &Call,
                                           StringRef How) {
  auto &ORE =
      FAM.getResult<OptimizationRemarkEmitterAnalysis>(*Call.CB->getFunction());
  ORE.emit([&] {
    OptimizationRemark Remark(DEBUG_TYPE, "Guarded", Call.CB);
    Remark << "virtual call of ";
    for (const VirtualMethod &Candidate : Call.Methods) {
      if (&Candidate != Call.Methods.begin())
        Remark << " or ";
      Remark << ore::NV("Method", demangle(Candidate.Method->getName()));
    }
    return Remark << How;
  });
}

/// \returns the vtable pointer that objects of \p Call have if they have the
/// method of \p Candidate; null if there may be several.
Constant *GuardedDevirtualization::getVTable(const VirtualCall &Call,
                                             const VirtualMethod &Candidate) {
  // Other modules may have vtables with the method, unless this one knows that
  // there are objects with the vtable it has.
  if (!Call.Written || Candidate.Points.size() != 1)
    return nullptr;
  const VTableAddressPoint &Point = Candidate.Points.front();
  // A vtable of another linkage unit may have another copy of the method.
  if (isFromOtherUnit(*Point.VTable) ||
      (!Point.VTable->isDSOLocal() && VTables.hasOwnState(*Candidate.Method)) ||
      (Call.How == Form::Guarded && !Point.VTable->hasLocalLinkage() &&
       !(VTables.isAssumed(Point.VTable) && Call.IsOneOfMany)))
    return nullptr;
  LLVMContext &C = M.getContext();
  return ConstantExpr::getInBoundsGetElementPtr(
      Type::getInt8Ty(C), Point.VTable,
      ConstantInt::get(Type::getInt64Ty(C), Point.Offset));
}

/// Keeps \p Direct, a call in place of a virtual one, from being inlined if the
/// linker may choose another copy of the method, which has other variables.
/// \returns \p Direct.
CallBase &GuardedDevirtualization::keepCopy(CallBase &Direct) {
  if (VTables.hasOwnState(*Direct.getCalledFunction()))
    Direct.setIsNoInline();
  return Direct;
}

/// Has \p Call ask for \p Candidate. \returns the direct call.
CallBase &GuardedDevirtualization::guard(const VirtualCall &Call,
                                         const VirtualMethod &Candidate) {
  CallBase &CB = *Call.CB;
  Function &Method = *Candidate.Method;
  const auto Profile = CallProfile::find(CB);
  MDNode *Weights = Profile ? Profile->getWeights(Method)
                    : Call.IsLikely
                        ? MDBuilder(CB.getContext()).createLikelyBranchWeights()
                        : nullptr;
  Constant *VTable = getVTable(Call, Candidate);
  auto *VPtr =
      VTable ? dyn_cast_or_null<Instruction>(getVTablePointer(CB, Call.Written))
             : nullptr;
  CallBase &Direct = VPtr ? guardByVTable(CB, Method, *VPtr, *VTable, Weights)
                          : guardByMethod(CB, Method, Weights);
  if (Profile)
    Profile->remove(Method, CB, Direct);
  return keepCopy(Direct);
}

/// Keeps what the type of \p Call tells if that is one vtable: other calls of
/// the object may be written with a base class, and in functions that are not
/// inlined yet.
void GuardedDevirtualization::assumeVTable(const VirtualCall &Call) {
  Constant *VTable = Call.Methods.size() == 1
                         ? getVTable(Call, Call.Methods.front())
                         : nullptr;
  if (!VTable)
    return;
  IRBuilder<> Builder(Call.CB);
  Builder.CreateAssumption(Builder.CreateICmpEQ(
      getVTablePointer(*Call.CB, Call.Written), VTable, "cmp.vtables"));
}

void GuardedDevirtualization::makeDirect(VirtualCall &Call) {
  if (!IsLast)
    assumeVTable(Call);
  // Those with less to compare are asked for.
  stable_sort(Call.Methods, [](const VirtualMethod &A, const VirtualMethod &B) {
    return A.Points.size() < B.Points.size();
  });
  for (const VirtualMethod &Candidate : drop_end(Call.Methods))
    DirectCalls.push_back(&guard(Call, Candidate));
  DirectCalls.push_back(
      &keepCopy(promoteCall(*Call.CB, Call.Methods.back().Method)));
}

void GuardedDevirtualization::apply(VirtualCall &Call) {
  CallBase &CB = *Call.CB;
  auto &Methods = Call.Methods;
  LLVMContext &C = CB.getContext();
  switch (Call.How) {
  case Form::Virtual:
    return remarkMissed(CB, "the code would grow too much");
  case Form::Known:
    remarkPassed(Call,
                 Methods.size() == 1
                     ? " is direct: there is no other method"
                     : " compares and branches: there is no other method");
    ++NumKnown;
    return makeDirect(Call);
  case Form::Guarded:
    remarkPassed(Call, " is guarded by a comparison");
    ++NumGuarded;
    for (const VirtualMethod &Candidate : Methods) {
      CallBase &Direct = guard(Call, Candidate);
      DirectCalls.push_back(&Direct);
      Direct.addFnAttr(
          Attribute::get(C, "function-inline-threshold",
                         std::to_string(Call.Frequency <= 1 ? InlineThreshold
                                                            : LoopThreshold)));
    }
    CB.addFnAttr(Attribute::get(C, GuardedAttr));
    return;
  case Form::Shared: {
    SmallVector<GuardedMethod, 2> Asked;
    for (const VirtualMethod &Candidate : Methods)
      Asked.push_back({Candidate.Method, getVTable(Call, Candidate)});
    if (!callGuard(CB, Asked, Call.Written.Offset, Guards))
      return remarkMissed(
          CB, "its arguments or attributes do not allow a shared function");
    remarkPassed(Call, " shares the comparison that guards it");
    ++NumShared;
    return;
  }
  }
}

/// Inlines \p CB if that is worth it. \returns whether it was.
bool GuardedDevirtualization::inlineCall(CallBase &CB) {
  Function *Callee = CB.getCalledFunction();
  if (!Callee || Callee->isDeclaration() || Callee == CB.getFunction() ||
      VTables.hasOwnState(*Callee))
    return false;
  auto GetAssumptions = [&](Function &F) -> AssumptionCache & {
    return FAM.getResult<AssumptionAnalysis>(F);
  };
  auto GetLibrary = [&](Function &F) -> const TargetLibraryInfo & {
    return FAM.getResult<TargetLibraryAnalysis>(F);
  };
  if (!getInlineCost(CB, Callee, getInlineParams(),
                     FAM.getResult<TargetIRAnalysis>(*Callee), GetAssumptions,
                     GetLibrary))
    return false;
  InlineFunctionInfo Info(GetAssumptions);
  return InlineFunction(CB, Info, /*MergeAttributes=*/true).isSuccess();
}

/// Inlines into \p Guard what takes no more code than the jump to it.
void GuardedDevirtualization::inlineSmallMethods(Function &Guard) {
  SmallVector<CallInst *, 2> Direct;
  for (BasicBlock &BB : Guard)
    if (CallInst *Tail = BB.getTerminatingMustTailCall())
      if (Function *Method = Tail->getCalledFunction())
        if (getSize(*Method, SmallMethodSize) <= SmallMethodSize)
          Direct.push_back(Tail);
  for (CallInst *Tail : Direct) {
    Tail->removeFnAttr(Attribute::NoInline);
    inlineCall(*Tail);
  }
  if (!Direct.empty())
    stripDebugInfo(Guard);
}

/// Inlines \p Guard if one call has it: a function takes more than it does.
void GuardedDevirtualization::inlineSingle(Function &Guard) {
  if (!Guard.hasOneUse())
    return;
  InlineFunctionInfo Info;
  if (!InlineFunction(*cast<CallBase>(Guard.user_back()), Info).isSuccess())
    return;
  FAM.clear(Guard, Guard.getName());
  Guard.eraseFromParent();
}

void GuardedDevirtualization::run() {
  for (Function &F : M)
    if (!F.isDeclaration() && !F.hasOptNone() && !F.hasOptSize() &&
        !F.hasFnAttribute(Attribute::Cold)) {
      if (IsLast)
        findKnownCalls(F);
      findCalls(F);
      if (IsLast)
        remarkUntested(F);
    }
  choose();
  for (VirtualCall &Call : Calls) {
    if (Call.How != Form::Virtual)
      Changed.insert(Call.CB->getFunction());
    // What shares a guard is a call as before, with nothing to simplify.
    if (Call.IsInLoop && (Call.How == Form::Known || Call.How == Form::Guarded))
      InLoops.insert(Call.CB->getFunction());
    apply(Call);
  }
  SmallVector<SharedCall, 16> SharedCalls;
  for (const VirtualCall &Call : Calls)
    if (Call.How == Form::Shared && Call.CB->getCalledFunction())
      SharedCalls.push_back({Call.CB, Call.Frequency});
  NumSpecialized += specializeGuards(
      SharedCalls, SpecializedFrequency, Size * SpecializedGrowth / 100, FAM,
      [&](CallBase &CB) { return inlineCall(CB); });
  SmallSetVector<Function *, 16> Called;
  for (const SharedCall &Call : SharedCalls)
    Called.insert(Call.CB->getCalledFunction());
  for (Function *Guard : Called) {
    inlineSmallMethods(*Guard);
    inlineSingle(*Guard);
  }
  if (IsLast) {
    // Inlining copies what has not changed yet.
    for (CallBase *Direct : DirectCalls)
      inlineCall(*Direct);
    for (Function &F : M)
      dropVirtualCallTypes(F);
  }
  for (Function *F : Changed)
    FAM.invalidate(*F, PreservedAnalyses::none());
}

void GuardedDevirtualization::markChanged() {
  uint64_t Budget = std::max<uint64_t>(Size * AgainLimit / 100, AgainFloor);
  for (Function *F : InLoops) {
    const uint64_t Cost = F->getInstructionCount();
    if (Cost > Budget)
      continue;
    Budget -= Cost;
    markForSimplification(*F, FAM);
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

PreservedAnalyses GuardedDevirtualizationPass::run(Module &M,
                                                   ModuleAnalysisManager &AM) {
  if (!hasStrictVTablePointers(M))
    return PreservedAnalyses::all();
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  GuardedDevirtualization Devirtualization(M, FAM, IsLast);
  Devirtualization.run();
  if (IsLast)
    Devirtualization.markChanged();
  // What functions that changed had is gone already.
  PreservedAnalyses PA;
  PA.preserve<FunctionAnalysisManagerModuleProxy>();
  PA.preserveSet<AllAnalysesOn<Function>>();
  return PA;
}

void GuardedDevirtualizationPass::printPipeline(
    raw_ostream &OS, function_ref<StringRef(StringRef)> MapClassName2PassName) {
  static_cast<PassInfoMixin<GuardedDevirtualizationPass> *>(this)
      ->printPipeline(OS, MapClassName2PassName);
  if (!IsLast)
    OS << "<early>";
}
