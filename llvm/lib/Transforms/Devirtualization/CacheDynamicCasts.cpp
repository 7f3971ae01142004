//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/CacheDynamicCasts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"
#include "llvm/Transforms/Utils/StripInvariantGroups.h"

using namespace llvm;

#define DEBUG_TYPE "cache-dynamic-casts"

STATISTIC(NumCached, "Number of dynamic casts whose results are cached");

static cl::opt<bool> Cache(
    "cache-dynamic-casts", cl::Hidden, cl::init(true),
    cl::desc("Cache the results of dynamic casts for each class of object"));

/// How many entries a table has, as a power of two.
static constexpr unsigned LogEntries = 4;

/// In how many of them a vtable pointer may be; what is added to the number of
/// the first is exclusive-or'ed, so that they are next to each other.
static constexpr unsigned NumWays = 4;

/// How many bits of an entry say where the result is.
static constexpr unsigned DeltaBits = 16;

/// Instead of where the result is, if that is null.
static constexpr int64_t NullDelta = minIntN(DeltaBits);

/// What vtable pointers are multiplied by to spread them: 2^32 divided by the
/// golden ratio (Knuth, The Art of Computer Programming, 6.4).
static constexpr uint32_t HashFactor = 0x9e3779b1;

static constexpr StringLiteral CastName = "__dynamic_cast";
static constexpr StringLiteral FillName = "__dynamic_cast_fill";

/// What linkers define: where their output begins, and what is after it.
static constexpr StringLiteral BeginName = "__ehdr_start";
static constexpr StringLiteral EndName = "_end";

namespace {

/// The types between which an object is cast, and what the ABI calls the hint.
struct Cast {
  GlobalVariable *From;
  GlobalVariable *To;
  ConstantInt *Hint;
};

class DynamicCastCache {
public:
  DynamicCastCache(Module &M, Function &Runtime)
      : M(M), C(M.getContext()), Runtime(Runtime),
        PtrTy(Runtime.getReturnType()), WordTy(Type::getInt64Ty(C)),
        TableTy(ArrayType::get(WordTy, 1 << LogEntries)) {}

  /// \returns the function that casts between the types of \p Casts; null if
  /// the module has something else of its name.
  Function *getLookup(const Cast &Casts);

private:
  Module &M;
  LLVMContext &C;
  Function &Runtime;
  Type *const PtrTy;
  Type *const WordTy;
  ArrayType *const TableTy;

  Function *create(FunctionType *Ty, GlobalValue::LinkageTypes Linkage,
                   const Twine &Name);
  bool mayBind(StringRef Name) const;
  GlobalValue *getBound(StringRef Name);
  Function *getFill();
  void defineFill(Function &Fill);
  void defineLookup(Function &Lookup, GlobalVariable &Table, const Cast &Casts);
  Value *isWhole(IRBuilder<> &Builder, Value *Object, Value *VPtr);
  Value *isFor(IRBuilder<> &Builder, Value *Entry, Value *Key);
  void returnCached(IRBuilder<> &Builder, Value *Object, Value *Entry);
};

} // namespace

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static LoadInst *loadEntry(IRBuilder<> &Builder, Value *Address) {
  LoadInst *Entry = Builder.CreateAlignedLoad(Builder.getInt64Ty(), Address,
                                              Align(8), "entry");
  Entry->setAtomic(AtomicOrdering::Monotonic);
  return Entry;
}

/// \returns whether \p Entry is what is known of the vtable pointer \p Key.
Value *DynamicCastCache::isFor(IRBuilder<> &Builder, Value *Entry, Value *Key) {
  return Builder.CreateICmpEQ(Builder.CreateLShr(Entry, DeltaBits), Key,
                              "is.known");
}

/// Returns what \p Entry says of \p Object.
void DynamicCastCache::returnCached(IRBuilder<> &Builder, Value *Object,
                                    Value *Entry) {
  Value *Delta = Builder.CreateSExt(
      Builder.CreateTrunc(Entry, Builder.getIntNTy(DeltaBits)), WordTy,
      "delta");
  Builder.CreateRet(Builder.CreateSelect(
      Builder.CreateICmpEQ(Delta, ConstantInt::getSigned(WordTy, NullDelta)),
      Constant::getNullValue(PtrTy), Builder.CreatePtrAdd(Object, Delta)));
}

/// \returns a function that the linker merges with those of its name, unless
/// \p Linkage is internal.
Function *DynamicCastCache::create(FunctionType *Ty,
                                   GlobalValue::LinkageTypes Linkage,
                                   const Twine &Name) {
  Function *F = Function::createWithDefaultAttr(
      Ty, Linkage, Runtime.getAddressSpace(), Name, &M);
  F->setCallingConv(Runtime.getCallingConv());
  F->addFnAttr(Attribute::NoInline);
  F->addFnAttr(Attribute::NoUnwind);
  F->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  if (!F->hasLocalLinkage()) {
    F->setVisibility(GlobalValue::HiddenVisibility);
    F->setDSOLocal(true);
    F->setComdat(M.getOrInsertComdat(F->getName()));
  }
  return F;
}

/// \returns whether \p Name is, or may become, what the linker defines of the
/// addresses of its output, and not of another one.
bool DynamicCastCache::mayBind(StringRef Name) const {
  const GlobalValue *Known = M.getNamedValue(Name);
  return !Known || (isa<GlobalVariable>(Known) && Known->isDeclaration() &&
                    Known->hasHiddenVisibility() && !Known->isThreadLocal() &&
                    Known->getType() == PtrTy);
}

GlobalValue *DynamicCastCache::getBound(StringRef Name) {
  if (GlobalValue *Known = M.getNamedValue(Name))
    return Known;
  auto *Bound = new GlobalVariable(M, Type::getInt8Ty(C), /*isConstant=*/true,
                                   GlobalValue::ExternalWeakLinkage,
                                   /*Initializer=*/nullptr, Name);
  Bound->setVisibility(GlobalValue::HiddenVisibility);
  return Bound;
}

/// \returns whether the object that \p Object is part of has the class that
/// \p VPtr, the vtable pointer of \p Object, says.
Value *DynamicCastCache::isWhole(IRBuilder<> &Builder, Value *Object,
                                 Value *VPtr) {
  auto GetSlot = [&](Type *Ty, Value *VTable, int64_t Index) {
    return Builder.CreateLoad(
        Ty, Builder.CreateConstInBoundsGEP1_64(PtrTy, VTable, Index));
  };
  Value *ToTop = GetSlot(WordTy, VPtr, -2);
  Value *Whole =
      Builder.CreateLoad(PtrTy, Builder.CreatePtrAdd(Object, ToTop), "whole");
  return Builder.CreateICmpEQ(GetSlot(PtrTy, Whole, -1),
                              GetSlot(PtrTy, VPtr, -1), "is.whole");
}

/// Has \p Fill look for the vtable pointer in the other entries, cast the
/// object if it is in none, and take an entry for it that is free.
void DynamicCastCache::defineFill(Function &Fill) {
  Argument *Object = Fill.getArg(0), *From = Fill.getArg(1),
           *To = Fill.getArg(2), *Hint = Fill.getArg(3),
           *First = Fill.getArg(4);
  Object->setName("object");
  From->setName("from");
  To->setName("to");
  Hint->setName("hint");
  First->setName("first");
  GlobalValue *Begin = getBound(BeginName), *End = getBound(EndName);
  auto AddBlock = [&](const Twine &Name) {
    return BasicBlock::Create(C, Name, &Fill);
  };
  BasicBlock *Entry = AddBlock("entry"), *Search = AddBlock("search"),
             *Hit = AddBlock("hit"), *Next = AddBlock("next"),
             *Step = AddBlock("step"), *Miss = AddBlock("miss"),
             *MayStore = AddBlock("may.store"), *Store = AddBlock("store"),
             *Done = AddBlock("done");
  IRBuilder<> Builder(Entry);
  Value *VPtr = Builder.CreateLoad(PtrTy, Object, "vtable");
  Value *Key = Builder.CreatePtrToInt(VPtr, WordTy);
  Value *Null = Constant::getNullValue(PtrTy);
  Builder.CreateCondBr(isWhole(Builder, Object, VPtr), Search, Miss);

  // The address of an entry changes by whole entries within a group.
  Builder.SetInsertPoint(Search);
  PHINode *Way = Builder.CreatePHI(WordTy, 2, "way");
  Way->addIncoming(ConstantInt::get(WordTy, 0), Entry);
  Value *Address = Builder.CreateIntToPtr(
      Builder.CreateXor(Builder.CreatePtrToInt(First, WordTy), Way), PtrTy);
  Value *Found = loadEntry(Builder, Address);
  Builder.CreateCondBr(isFor(Builder, Found, Key), Hit, Next);
  Builder.SetInsertPoint(Hit);
  returnCached(Builder, Object, Found);

  Builder.SetInsertPoint(Next);
  Builder.CreateCondBr(
      Builder.CreateICmpEQ(Found, ConstantInt::get(WordTy, 0), "is.free"), Miss,
      Step);
  Builder.SetInsertPoint(Step);
  Value *NextWay = Builder.CreateAdd(Way, ConstantInt::get(WordTy, 8));
  Way->addIncoming(NextWay, Step);
  Builder.CreateCondBr(
      Builder.CreateICmpEQ(NextWay, ConstantInt::get(WordTy, 8 * NumWays)),
      Miss, Search);

  Builder.SetInsertPoint(Miss);
  PHINode *Free = Builder.CreatePHI(PtrTy, 3, "free");
  Free->addIncoming(Null, Entry);
  Free->addIncoming(Address, Next);
  Free->addIncoming(Null, Step);
  CallInst *Result = Builder.CreateCall(&Runtime, {Object, From, To, Hint});
  Result->setCallingConv(Runtime.getCallingConv());
  // If this pass is run again, it leaves the call alone.
  Result->addFnAttr(Attribute::NoBuiltin);
  // If the linker does not define _end, nothing is in front of it.
  Value *IsHere = Builder.CreateAnd(
      {Builder.CreateICmpNE(Free, Null), Builder.CreateICmpNE(Begin, Null),
       Builder.CreateICmpUGE(Key, Builder.CreatePtrToInt(Begin, WordTy)),
       Builder.CreateICmpULT(Key, Builder.CreatePtrToInt(End, WordTy))});
  Builder.CreateCondBr(IsHere, MayStore, Done);

  Builder.SetInsertPoint(MayStore);
  Value *IsNull = Builder.CreateICmpEQ(Result, Null);
  Value *Delta = Builder.CreateSelect(
      IsNull, ConstantInt::getSigned(WordTy, NullDelta),
      Builder.CreateSub(Builder.CreatePtrToInt(Result, WordTy),
                        Builder.CreatePtrToInt(Object, WordTy)));
  Value *Low = Builder.CreateAnd(
      Delta, ConstantInt::get(WordTy, maskTrailingOnes<uint64_t>(DeltaBits)));
  Value *New = Builder.CreateOr(Builder.CreateShl(Key, DeltaBits), Low);
  // Both fit if they can be taken out of the entry again. That something is as
  // far away as the number that stands for null says is possible, too.
  Value *IsLeast =
      Builder.CreateICmpEQ(Delta, ConstantInt::getSigned(WordTy, NullDelta));
  Value *Fits = Builder.CreateAnd(
      {isFor(Builder, New, Key),
       Builder.CreateICmpEQ(
           Builder.CreateSExt(
               Builder.CreateTrunc(Delta, Builder.getIntNTy(DeltaBits)),
               WordTy),
           Delta),
       Builder.CreateICmpEQ(IsNull, IsLeast)});
  Builder.CreateCondBr(Fits, Store, Done);
  Builder.SetInsertPoint(Store);
  Builder.CreateAlignedStore(New, Free, Align(8))
      ->setAtomic(AtomicOrdering::Monotonic);
  Builder.CreateBr(Done);
  Builder.SetInsertPoint(Done);
  Builder.CreateRet(Result);
}

/// \returns what casts objects that a lookup does not know, and remembers the
/// result; null if the module has something else of its name.
Function *DynamicCastCache::getFill() {
  auto *Ty = FunctionType::get(PtrTy, {PtrTy, PtrTy, PtrTy, WordTy, PtrTy},
                               /*isVarArg=*/false);
  if (GlobalValue *Known = M.getNamedValue(FillName)) {
    auto *Fill = dyn_cast<Function>(Known);
    return Fill && Fill->getFunctionType() == Ty ? Fill : nullptr;
  }
  if (!mayBind(BeginName) || !mayBind(EndName))
    return nullptr;
  Function *Fill = create(Ty, GlobalValue::LinkOnceODRLinkage, FillName);
  Fill->addFnAttr(Attribute::OptimizeForSize);
  defineFill(*Fill);
  return Fill;
}

void DynamicCastCache::defineLookup(Function &Lookup, GlobalVariable &Table,
                                    const Cast &Casts) {
  Argument *Object = Lookup.getArg(0);
  Object->setName("object");
  BasicBlock *Entry = BasicBlock::Create(C, "entry", &Lookup),
             *Known = BasicBlock::Create(C, "known", &Lookup),
             *Hit = BasicBlock::Create(C, "hit", &Lookup),
             *Miss = BasicBlock::Create(C, "miss", &Lookup);
  IRBuilder<> Builder(Entry);
  Value *VPtr = Builder.CreateLoad(PtrTy, Object, "vtable");
  Value *Key = Builder.CreatePtrToInt(VPtr, WordTy);
  Value *Hash = Builder.CreateLShr(
      Builder.CreateMul(Builder.CreateTrunc(Key, Builder.getInt32Ty()),
                        Builder.getInt32(HashFactor)),
      32 - LogEntries, "hash");
  Value *First = Builder.CreateInBoundsGEP(
      TableTy, &Table, {Builder.getInt64(0), Builder.CreateZExt(Hash, WordTy)},
      "first");
  Value *Found = loadEntry(Builder, First);
  MDNode *Likely = MDBuilder(C).createLikelyBranchWeights();
  Builder.CreateCondBr(isFor(Builder, Found, Key), Known, Miss, Likely);
  Builder.SetInsertPoint(Known);
  Builder.CreateCondBr(isWhole(Builder, Object, VPtr), Hit, Miss, Likely);
  Builder.SetInsertPoint(Hit);
  returnCached(Builder, Object, Found);
  Builder.SetInsertPoint(Miss);
  CallInst *Result = Builder.CreateCall(
      getFill(), {Object, Casts.From, Casts.To, Casts.Hint, First});
  Result->setCallingConv(Runtime.getCallingConv());
  Result->setTailCallKind(CallInst::TCK_Tail);
  Builder.CreateRet(Result);
}

Function *DynamicCastCache::getLookup(const Cast &Casts) {
  const std::string Types =
      ("." + Casts.From->getName() + "." + Casts.To->getName()).str();
  const std::string Name = "__dynamic_cast_cached" + Types;
  auto *Ty = FunctionType::get(PtrTy, {PtrTy}, /*isVarArg=*/false);
  if (GlobalValue *Known = M.getNamedValue(Name)) {
    auto *Lookup = dyn_cast<Function>(Known);
    return Lookup && Lookup->getFunctionType() == Ty ? Lookup : nullptr;
  }
  if (!getFill())
    return nullptr;
  const auto Linkage =
      Casts.From->hasLocalLinkage() || Casts.To->hasLocalLinkage()
          ? GlobalValue::InternalLinkage
          : GlobalValue::LinkOnceODRLinkage;
  Function *Lookup = create(Ty, Linkage, Name);
  auto *Table = new GlobalVariable(M, TableTy, /*isConstant=*/false, Linkage,
                                   ConstantAggregateZero::get(TableTy),
                                   "__dynamic_cast_cache" + Types);
  // Entries that belong together differ in the lower bits of their addresses.
  Table->setAlignment(Align(8 * NumWays));
  Table->setVisibility(Lookup->getVisibility());
  Table->setDSOLocal(true);
  Table->setComdat(Lookup->getComdat());
  defineLookup(*Lookup, *Table, Casts);
  return Lookup;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// \returns the function that casts objects, if that is what \p M has of its
/// name.
static Function *getRuntime(Module &M) {
  Function *Runtime = M.getFunction(CastName);
  if (!Runtime || !Runtime->isDeclaration())
    return nullptr;
  LLVMContext &C = M.getContext();
  Type *PtrTy = PointerType::getUnqual(C);
  return Runtime->getFunctionType() ==
                 FunctionType::get(PtrTy,
                                   {PtrTy, PtrTy, PtrTy, Type::getInt64Ty(C)},
                                   /*isVarArg=*/false)
             ? Runtime
             : nullptr;
}

/// \returns whether what is generated works for \p M: vtables have the offset
/// to the top and type_info in front, as words, and words may be atomic.
static bool isSupported(const Module &M) {
  return ManagedTargetInfo(M.getTargetTriple()).hasDynamicCastCache() &&
         M.getDataLayout().getPointerSize() == 8;
}

/// \returns whether \p CI can call another function, and \p Casts is of what
/// types then.
static bool isCast(const CallInst &CI, Cast &Casts) {
  const Function &F = *CI.getFunction();
  if (F.hasOptSize() || F.hasOptNone() || CI.isMustTailCall() ||
      CI.isNoBuiltin())
    return false;
  Casts.From = dyn_cast<GlobalVariable>(CI.getArgOperand(1));
  Casts.To = dyn_cast<GlobalVariable>(CI.getArgOperand(2));
  Casts.Hint = dyn_cast<ConstantInt>(CI.getArgOperand(3));
  return Casts.From && Casts.To && Casts.Hint && Casts.From->hasName() &&
         Casts.To->hasName();
}

PreservedAnalyses CacheDynamicCastsPass::run(Module &M,
                                             ModuleAnalysisManager &AM) {
  Function *Runtime = getRuntime(M);
  if (!Cache || !Runtime || !hasStrictVTablePointers(M) || !isSupported(M))
    return PreservedAnalyses::all();
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  SmallVector<CallInst *, 8> Calls;
  for (User *U : Runtime->users())
    if (auto *CI = dyn_cast<CallInst>(U);
        CI && CI->getCalledFunction() == Runtime)
      Calls.push_back(CI);
  DynamicCastCache Cached(M, *Runtime);
  bool Changed = false;
  // Users are listed last first.
  for (CallInst *CI : reverse(Calls)) {
    Cast Casts;
    if (!isCast(*CI, Casts))
      continue;
    Function *Lookup = Cached.getLookup(Casts);
    if (!Lookup)
      continue;
    FAM.getResult<OptimizationRemarkEmitterAnalysis>(*CI->getFunction())
        .emit([&] {
          return OptimizationRemark(DEBUG_TYPE, "Cached", CI)
                 << "dynamic_cast looks up its cached result for objects of "
                 << "the same class";
        });
    // Its callers may be said to do nothing but read. Nobody else sees what the
    // function writes.
    SmallVector<OperandBundleDef, 1> Bundles;
    CI->getOperandBundlesAsDefs(Bundles);
    CallInst *New = CallInst::Create(Lookup, {CI->getArgOperand(0)}, Bundles,
                                     "", CI->getIterator());
    New->takeName(CI);
    New->setCallingConv(Lookup->getCallingConv());
    New->setTailCallKind(CI->getTailCallKind());
    New->setDebugLoc(CI->getDebugLoc());
    CI->replaceAllUsesWith(New);
    CI->eraseFromParent();
    Changed = true;
    ++NumCached;
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
