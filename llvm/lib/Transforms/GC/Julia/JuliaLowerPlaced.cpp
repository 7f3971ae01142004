//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What becomes of Julia's calls when roots are placed:
///
///   julia.call, julia.call2, julia.call3,  an ordinary call; arguments are
///   calling conventions 37 and 38          in the array %jlcallframe
///   julia.gc_alloc_obj                     julia.gc_alloc_bytes, and stores
///   write barriers                         nothing, if they are superfluous
///   julia.gc_alloc_memory                  the same, or a call of the runtime
///   julia.blackbox                         inline assembly
///   julia.typeof                           the word in front of the object
///   julia.pointer_from_objref              a cast
///   julia.gc_loaded                        a cast of its second operand
///   gc_preserve_begin, gc_preserve_end,    nothing
///   julia.gcroot_flush, "jl_roots"
///   "gc-transition"                        stores of the thread's state, polls
///   "julia.gc_alloc_zeroinit_indirect"     memset
///
//===----------------------------------------------------------------------===//

#include "Frames/GCFrameFunctions.h"
#include "JuliaCalls.h"
#include "JuliaGC.h"
#include "JuliaRootRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

void llvm::reportJuliaCall(const CallBase &Call, const Twine &Reason) {
  std::string Text = Call.getOpcodeName();
  if (Call.hasName())
    Text += " '%" + Call.getName().str() + "'";
  if (const Function *Callee = Call.getCalledFunction())
    Text += " of '" + Callee->getName().str() + "'";
  const Function &F = *Call.getFunction();
  F.getContext().diagnose(DiagnosticInfoUnsupported(
      F, Twine(Text) + ": " + Reason, Call.getDebugLoc()));
}

bool llvm::checkJuliaCall(const CallBase &Call, Type *Result,
                          ArrayRef<Type *> Parameters) {
  const bool IsRight =
      isa<CallInst>(Call) && Call.getType() == Result &&
      Call.arg_size() == Parameters.size() &&
      all_of(zip(Call.args(), Parameters), [](const auto &Pair) {
        const auto &[Argument, Wanted] = Pair;
        Type *Ty = Argument->getType();
        return Wanted ? Ty == Wanted : Ty->isIntegerTy();
      });
  if (!IsRight)
    reportJuliaCall(Call, "it is not a call with the types of the preset");
  return IsRight;
}

void llvm::forgetJuliaMemoryEffects(Function &F) {
  F.removeFnAttr(Attribute::Memory);
  for (Argument &A : F.args())
    for (const Attribute::AttrKind Kind :
         {Attribute::ReadNone, Attribute::ReadOnly, Attribute::WriteOnly})
      A.removeAttr(Kind);
}

Type *llvm::getJuliaWord(const Function &F) {
  return F.getDataLayout().getIntPtrType(F.getContext());
}

namespace {

class PlacedLowering {
  Function &F;
  const JuliaRootRules &Rules;
  const TargetLibraryInfo &TLI;
  PointerType *const Ptr, *const Root;
  IRBuilder<> Builder;
  bool Changed = false;

  SmallVector<CallBase *, 16> collect(StringRef Name);
  void replace(CallBase &Call, Value *V);
  void simplifyBarriers();
  void lowerBoxedCalls();
  void lowerPreserved();
  void lowerTypeOf(CallBase &Call);
  void lowerPointer(CallBase &Call);
  void lowerMemory(CallBase &Call);
  void lowerBlackBox(CallBase &Call);
  void lowerBundles();
  void exposeStacks();
  void dropStackUses();
  void tagStores();

public:
  PlacedLowering(Function &F, const JuliaRootRules &Rules,
                 const TargetLibraryInfo &TLI)
      : F(F), Rules(Rules), TLI(TLI),
        Ptr(PointerType::getUnqual(F.getContext())),
        Root(PointerType::get(F.getContext(), julia::Tracked)),
        Builder(F.getContext()) {}
  bool run();
};

} // end anonymous namespace

SmallVector<CallBase *, 16> PlacedLowering::collect(StringRef Name) {
  SmallVector<CallBase *, 16> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && callsJulia(*Call, Name))
      Calls.push_back(Call);
  Changed |= !Calls.empty();
  return Calls;
}

void PlacedLowering::replace(CallBase &Call, Value *V) {
  if (isa<Instruction>(V))
    V->takeName(&Call);
  Call.replaceAllUsesWith(V);
  Call.eraseFromParent();
}

/// Returns whether the object that each of \p Barriers is for has been made
/// after the last safepoint, wherever that is.
static std::vector<bool> findNewParents(Function &F,
                                        ArrayRef<CallBase *> Barriers,
                                        ArrayRef<CallBase *> Safepoints) {
  DominatorTree DT(F);
  const SafepointStates States(F, DT, Safepoints);
  // After what is made, and before barriers.
  DenseMap<const Value *, unsigned> StateOf;
  CallBase *const *Next = Safepoints.begin();
  for (const BasicBlock &BB : F) {
    unsigned State = States.getIn(BB);
    for (const Instruction &I : BB) {
      if (Next != Safepoints.end() && *Next == &I)
        State = States.getBehind(Next++ - Safepoints.begin());
      if (const auto *Call = dyn_cast<CallInst>(&I);
          Call && (callsJulia(*Call, julia::AllocateObject) ||
                   isJuliaWriteBarrier(*Call)))
        StateOf[Call] = State;
    }
  }
  std::vector<bool> IsNew;
  for (const CallBase *Barrier : Barriers) {
    const auto *Parent = Barrier->arg_empty()
                             ? nullptr
                             : dyn_cast<CallInst>(Barrier->getArgOperand(0));
    IsNew.push_back(Parent && callsJulia(*Parent, julia::AllocateObject) &&
                    StateOf.lookup(Parent) == StateOf.lookup(Barrier));
  }
  return IsNew;
}

void PlacedLowering::simplifyBarriers() {
  SmallVector<CallBase *, 16> Barriers, Safepoints;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      if (isJuliaWriteBarrier(*Call))
        Barriers.push_back(Call);
      else if (Rules.isSafepoint(*Call, TLI))
        Safepoints.push_back(Call);
    }
  if (Barriers.empty())
    return;
  Changed = true;
  const std::vector<bool> IsParentNew = findNewParents(F, Barriers, Safepoints);
  const JuliaKeepers Keepers(F);
  for (const auto &[Number, Call] : enumerate(Barriers))
    simplifyJuliaWriteBarrier(*Call, Keepers, IsParentNew[Number]);
}

void PlacedLowering::lowerBoxedCalls() {
  SmallVector<CallBase *, 16> Calls;
  int MaxArguments = 0;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (const int Number = getNumJuliaBoxedArguments(*Call); Number >= 0) {
        Calls.push_back(Call);
        MaxArguments = std::max(MaxArguments, Number);
      }
  if (Calls.empty())
    return;
  Changed = true;
  Value *Array = nullptr;
  if (MaxArguments) {
    Builder.SetInsertPoint(&F.getEntryBlock(), F.getEntryBlock().begin());
    AllocaInst *Memory = Builder.CreateAlloca(
        Root, Builder.getInt32(MaxArguments), "jlcallframe");
    Memory->setAlignment(Align(16));
    Array = Builder.CreatePointerBitCastOrAddrSpaceCast(Memory, Ptr);
  }
  for (CallBase *Call : Calls)
    lowerJuliaBoxedCall(*Call, Array);
}

void PlacedLowering::lowerPreserved() {
  for (const StringRef Name :
       {julia::PreserveEnd, julia::PreserveBegin, julia::FlushRoots})
    for (CallBase *Call : collect(Name))
      if (Call->getType()->isTokenTy())
        replace(*Call, ConstantTokenNone::get(F.getContext()));
      else if (checkJuliaCall(*Call, Type::getVoidTy(F.getContext()),
                              to_vector(map_range(Call->args(), [](auto &U) {
                                return U->getType();
                              }))))
        Call->eraseFromParent();
}

void PlacedLowering::lowerTypeOf(CallBase &Call) {
  if (!checkJuliaCall(Call, Root, {Root}))
    return;
  Builder.SetInsertPoint(&Call);
  Type *Word = getJuliaWord(F);
  LoadInst *Tag = Builder.CreateAlignedLoad(
      Word, createJuliaTagAddress(Builder, Call.getArgOperand(0)),
      F.getDataLayout().getPointerABIAlignment(0));
  Tag->setOrdering(AtomicOrdering::Unordered);
  Tag->setMetadata(LLVMContext::MD_tbaa,
                   getJuliaTBAA(F.getContext(), "jtbaa_tag", "jtbaa_data"));
  Value *Address =
      Builder.CreateAnd(Tag, ConstantInt::get(Word, ~uint64_t(julia::TagBits)));
  replace(Call, Builder.CreateAddrSpaceCast(
                    Builder.CreateIntToPtr(Address, Ptr), Root));
}

void PlacedLowering::lowerPointer(CallBase &Call) {
  Type *From =
      Call.arg_size() == 1 ? Call.getArgOperand(0)->getType() : nullptr;
  if (!From || !From->isPointerTy() ||
      !julia::isSpecialAddressSpace(From->getPointerAddressSpace()) ||
      !checkJuliaCall(Call, Ptr, {From}))
    return From ? void()
                : reportJuliaCall(Call, "it does not have exactly one operand");
  Builder.SetInsertPoint(&Call);
  replace(Call, Builder.CreateAddrSpaceCast(Call.getArgOperand(0), Ptr));
}

void PlacedLowering::lowerMemory(CallBase &Call) {
  Type *Loaded = PointerType::get(F.getContext(), julia::Loaded);
  if (!checkJuliaCall(Call, Loaded, {Root, Ptr}))
    return;
  Builder.SetInsertPoint(&Call);
  replace(Call, Builder.CreateAddrSpaceCast(Call.getArgOperand(1), Loaded));
}

/// Nothing can be seen of what is behind it.
void PlacedLowering::lowerBlackBox(CallBase &Call) {
  if (!checkJuliaCall(Call, Root, {Root}))
    return;
  Builder.SetInsertPoint(&Call);
  CallInst *Same = Builder.CreateCall(
      InlineAsm::get(FunctionType::get(Ptr, {Ptr}, false), "", "=r,0",
                     /*hasSideEffects=*/false),
      {Builder.CreateAddrSpaceCast(Call.getArgOperand(0), Ptr)});
  Same->setDoesNotThrow();
  replace(Call, Builder.CreateAddrSpaceCast(Same, Root));
}

/// Does what operand bundles ask for, and drops them.
void PlacedLowering::lowerBundles() {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !Call->hasOperandBundles())
      continue;
    SmallVector<OperandBundleDef, 2> Others;
    for (unsigned N = 0; N != Call->getNumOperandBundles(); ++N) {
      const OperandBundleUse Bundle = Call->getOperandBundleAt(N);
      const StringRef Name = Bundle.getTagName();
      if (Name == julia::TransitionBundle)
        lowerJuliaTransition(*Call);
      else if (Name == julia::IndirectZeroInitBundle &&
               !callsJulia(*Call, julia::AllocateObject))
        clearJuliaMemory(*Call);
      else if (Name != julia::RootsBundle)
        Others.emplace_back(Bundle);
    }
    if (Others.size() == Call->getNumOperandBundles())
      continue;
    CallBase *New = CallBase::Create(Call, Others, Call->getIterator());
    New->copyMetadata(*Call);
    New->takeName(Call);
    Call->replaceAllUsesWith(New);
    Call->eraseFromParent();
    Changed = true;
  }
}

/// Drops claims of callees that they leave alone what the stack parameter
/// points to, which is where their frames are linked.
void PlacedLowering::exposeStacks() {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    for (unsigned N = 0; Call && N != Call->arg_size(); ++N) {
      Function *Callee = Call->getCalledFunction();
      if (!Call->getParamAttr(N, julia::StackParameter).isValid())
        continue;
      for (const Attribute::AttrKind Kind :
           {Attribute::ReadNone, Attribute::ReadOnly, Attribute::WriteOnly}) {
        Changed |= Call->paramHasAttr(N, Kind);
        Call->removeParamAttr(N, Kind);
        if (Callee && N < Callee->arg_size())
          Callee->removeParamAttr(N, Kind);
      }
    }
  }
}

/// Erases what has kept a parameter: frames use it now.
void PlacedLowering::dropStackUses() {
  const Value *Stack = getJuliaStack(F);
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    const auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call || Call->getIntrinsicID() != Intrinsic::fake_use ||
        Call->arg_size() != 1 || Call->getArgOperand(0) != Stack)
      continue;
    I.eraseFromParent();
    Changed = true;
  }
}

/// Says of stores to slots that they are. Objects in the frame are accessed
/// with other tags, or none.
void PlacedLowering::tagStores() {
  MDNode *Tag = getJuliaTBAA(F.getContext(), "jtbaa_gcframe");
  for (Instruction &I : instructions(F))
    if (auto *Store = dyn_cast<StoreInst>(&I))
      if (const auto *Slot = dyn_cast<CallInst>(Store->getPointerOperand());
          Slot && callsJulia(*Slot, "julia.get_gc_frame_slot") &&
          !Slot->hasFnAttr(GCFrameObjectAttribute))
        Store->setMetadata(LLVMContext::MD_tbaa, Tag);
}

bool PlacedLowering::run() {
  simplifyBarriers();
  dropStackUses();
  lowerBundles();
  exposeStacks();
  lowerBoxedCalls();
  for (CallBase *Call : collect(julia::AllocateObject))
    lowerJuliaAllocation(*Call);
  for (CallBase *Call : collect(julia::AllocateMemory))
    lowerJuliaMemoryAllocation(*Call);
  for (CallBase *Call : collect(julia::BlackBox))
    lowerBlackBox(*Call);
  for (CallBase *Call : collect(julia::TypeOf))
    lowerTypeOf(*Call);
  for (CallBase *Call : collect(julia::PointerFromObject))
    lowerPointer(*Call);
  for (CallBase *Call : collect(julia::MemoryOfObject))
    lowerMemory(*Call);
  lowerPreserved();
  tagStores();
  if (Changed)
    forgetJuliaMemoryEffects(F);
  return Changed;
}

bool llvm::lowerPlacedJuliaCalls(Function &F, const JuliaRootRules &Rules,
                                 const TargetLibraryInfo &TLI) {
  return PlacedLowering(F, Rules, TLI).run();
}
