//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/CacheDynamicCasts.h"
#include "llvm/ADT/MapVector.h"
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
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/StripInvariantGroups.h"
#include <vector>

using namespace llvm;

#define DEBUG_TYPE "cache-dynamic-casts"

STATISTIC(NumCached, "Number of dynamic casts whose results are cached");

static cl::opt<bool> Cache(
    "cache-dynamic-casts", cl::Hidden, cl::init(true),
    cl::desc("Cache the results of dynamic casts for each class of object"));

static cl::opt<double>
    Growth("cache-dynamic-casts-growth", cl::Hidden, cl::init(2),
           cl::desc("Maximum growth of a module by functions that cache casts, "
                    "in percent"));

/// The approximate number of instructions of a lookup, and the number of
/// lookups that every module may have, however small.
static constexpr unsigned LookupSize = 35, LookupFloor = 16;

/// How many entries a table has, as a power of two.
static constexpr unsigned LogEntries = 4;

/// In how many of them a vtable pointer may be; what is added to the number of
/// the first is exclusive-or'ed, so that they are next to each other.
static constexpr unsigned NumWays = 4;

/// How many bits of an entry say where the result is.
static constexpr unsigned DeltaBits = 16;

/// Instead of where the result is, if that is null.
static constexpr int64_t NullDelta = minIntN(DeltaBits);

/// The offset in an entry if the runtime library has to be called each time.
static constexpr int64_t AskDelta = NullDelta + 1;

/// What vtable pointers are multiplied by to spread them: 2^32 divided by the
/// golden ratio (Knuth, The Art of Computer Programming, 6.4).
static constexpr uint32_t HashFactor = 0x9e3779b1;

static constexpr StringLiteral CastName = "__dynamic_cast";
static constexpr StringLiteral FillName = "__dynamic_cast_fill";

/// What linkers define: where their output begins, and what is after it.
static constexpr StringLiteral BeginName = "__ehdr_start";
static constexpr StringLiteral EndName = "_end";

/// The C library's function that visits each loaded shared object, and the
/// callback for it.
static constexpr StringLiteral ListName = "dl_iterate_phdr";
static constexpr StringLiteral VisitName = "__dynamic_cast_visit";

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

  /// Declares the symbols that the linker defines. \returns false if the module
  /// uses their names for something else.
  bool declareBounds();

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
  Value *isWithin(IRBuilder<> &Builder, Value *Address, Value *Begin,
                  Value *Size);
  Function *getVisit();
  void defineVisit(Function &Visit);
  Value *staysLoaded(IRBuilder<> &Builder, Value *VPtr, Value *From, Value *To);
  Function *getFill();
  void defineFill(Function &Fill);
  void defineLookup(Function &Lookup, GlobalVariable &Table, const Cast &Casts);
  Value *isWhole(IRBuilder<> &Builder, Value *Object, Value *VPtr);
  Value *isFor(IRBuilder<> &Builder, Value *Entry, Value *Key);
  Value *getDelta(IRBuilder<> &Builder, Value *Entry);
  void returnCached(IRBuilder<> &Builder, Value *Object, Value *Delta);
  CallInst *callRuntime(IRBuilder<> &Builder, ArrayRef<Value *> Arguments);
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

static Value *isDelta(IRBuilder<> &Builder, Value *Delta, int64_t Special) {
  return Builder.CreateICmpEQ(
      Delta, ConstantInt::getSigned(Delta->getType(), Special));
}

Value *DynamicCastCache::getDelta(IRBuilder<> &Builder, Value *Entry) {
  return Builder.CreateSExt(
      Builder.CreateTrunc(Entry, Builder.getIntNTy(DeltaBits)), WordTy,
      "delta");
}

/// Emits a return of \p Object plus \p Delta, or of null for NullDelta.
void DynamicCastCache::returnCached(IRBuilder<> &Builder, Value *Object,
                                    Value *Delta) {
  Builder.CreateRet(Builder.CreateSelect(isDelta(Builder, Delta, NullDelta),
                                         Constant::getNullValue(PtrTy),
                                         Builder.CreatePtrAdd(Object, Delta)));
}

CallInst *DynamicCastCache::callRuntime(IRBuilder<> &Builder,
                                        ArrayRef<Value *> Arguments) {
  CallInst *Result = Builder.CreateCall(&Runtime, Arguments);
  Result->setCallingConv(Runtime.getCallingConv());
  // If this pass is run again, it leaves the call alone.
  Result->addFnAttr(Attribute::NoBuiltin);
  return Result;
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

bool DynamicCastCache::declareBounds() {
  if (!mayBind(BeginName) || !mayBind(EndName))
    return false;
  appendToCompilerUsed(M, {getBound(BeginName), getBound(EndName)});
  return true;
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

//===----------------------------------------------------------------------===//
// Shared objects
//===----------------------------------------------------------------------===//

/// \returns whether \p Address is one of \p Size bytes from \p Begin.
Value *DynamicCastCache::isWithin(IRBuilder<> &Builder, Value *Address,
                                  Value *Begin, Value *Size) {
  return Builder.CreateICmpULT(Builder.CreateSub(Address, Begin), Size);
}

/// Defines \p Visit, the callback of dl_iterate_phdr. Its data are three
/// addresses. If a loaded segment of the shared object contains the first, it
/// replaces the first by whether segments of this object contain one of the
/// others, and ends the iteration.
void DynamicCastCache::defineVisit(Function &Visit) {
  // Members of dl_phdr_info, and of Elf64_Phdr, by bytes.
  constexpr unsigned Base = 0, Headers = 16, NumHeaders = 24;
  constexpr unsigned Kind = 0, Begin = 16, Size = 40, HeaderSize = 56;
  constexpr unsigned KindLoad = 1;
  Argument *Info = Visit.getArg(0), *Data = Visit.getArg(2);
  auto AddBlock = [&](const Twine &Name) {
    return BasicBlock::Create(C, Name, &Visit);
  };
  BasicBlock *Entry = AddBlock("entry"), *Segment = AddBlock("segment"),
             *End = AddBlock("end"), *Found = AddBlock("found"),
             *Other = AddBlock("other");
  IRBuilder<> Builder(Entry);
  auto LoadMember = [&](Type *Ty, Value *From, unsigned Offset) {
    return Builder.CreateLoad(Ty, Builder.CreateConstInBoundsGEP1_64(
                                      Builder.getInt8Ty(), From, Offset));
  };
  Value *LoadedAt = LoadMember(WordTy, Info, Base);
  Value *First = LoadMember(PtrTy, Info, Headers);
  Value *Number = Builder.CreateZExt(
      LoadMember(Builder.getInt16Ty(), Info, NumHeaders), WordTy);
  Value *Last = Builder.CreatePtrAdd(
      First, Builder.CreateMul(Number, Builder.getInt64(HeaderSize)));
  SmallVector<Value *, 3> Addresses;
  for (unsigned I = 0; I != 3; ++I)
    Addresses.push_back(LoadMember(WordTy, Data, 8 * I));
  Builder.CreateCondBr(Builder.CreateICmpEQ(First, Last), Other, Segment);

  Builder.SetInsertPoint(Segment);
  PHINode *Header = Builder.CreatePHI(PtrTy, 2, "header");
  Header->addIncoming(First, Entry);
  Value *From =
      Builder.CreateAdd(LoadedAt, LoadMember(WordTy, Header, Begin), "from");
  Value *Length = LoadMember(WordTy, Header, Size);
  Value *IsLoaded =
      Builder.CreateICmpEQ(LoadMember(Builder.getInt32Ty(), Header, Kind),
                           Builder.getInt32(KindLoad));
  SmallVector<Value *, 3> Seen;
  for (Value *Address : Addresses) {
    PHINode *Before = Builder.CreatePHI(Builder.getInt1Ty(), 2);
    Before->moveAfter(Header);
    Before->addIncoming(Builder.getFalse(), Entry);
    Seen.push_back(Builder.CreateOr(
        Before,
        Builder.CreateAnd(IsLoaded, isWithin(Builder, Address, From, Length))));
    Before->addIncoming(Seen.back(), Segment);
  }
  Value *Next = Builder.CreatePtrAdd(Header, Builder.getInt64(HeaderSize));
  Header->addIncoming(Next, Segment);
  Builder.CreateCondBr(Builder.CreateICmpEQ(Next, Last), End, Segment);

  Builder.SetInsertPoint(End);
  Builder.CreateCondBr(Seen[0], Found, Other);
  Builder.SetInsertPoint(Found);
  Builder.CreateStore(
      Builder.CreateZExt(Builder.CreateOr(Seen[1], Seen[2]), WordTy), Data);
  Builder.CreateRet(Builder.getInt32(1));
  Builder.SetInsertPoint(Other);
  Builder.CreateRet(Builder.getInt32(0));
}

/// \returns the callback of dl_iterate_phdr; null if the module uses its name
/// for something else.
Function *DynamicCastCache::getVisit() {
  auto *Ty = FunctionType::get(Type::getInt32Ty(C), {PtrTy, WordTy, PtrTy},
                               /*isVarArg=*/false);
  if (GlobalValue *Known = M.getNamedValue(VisitName)) {
    auto *Visit = dyn_cast<Function>(Known);
    return Visit && Visit->getFunctionType() == Ty ? Visit : nullptr;
  }
  Function *Visit = create(Ty, GlobalValue::LinkOnceODRLinkage, VisitName);
  Visit->addFnAttr(Attribute::OptimizeForSize);
  defineVisit(*Visit);
  return Visit;
}

/// \returns whether the shared object that contains the vtable \p VPtr stays
/// loaded as long as this code: it also contains the type_info \p From or \p
/// To, and the dynamic linker keeps an object to which it has bound references
/// of this code. Null if the module cannot call dl_iterate_phdr.
Value *DynamicCastCache::staysLoaded(IRBuilder<> &Builder, Value *VPtr,
                                     Value *From, Value *To) {
  auto *Ty = FunctionType::get(Type::getInt32Ty(C), {PtrTy, PtrTy},
                               /*isVarArg=*/false);
  auto *List = dyn_cast_or_null<Function>(M.getNamedValue(ListName));
  if ((!List && M.getNamedValue(ListName)) ||
      (List && (!List->isDeclaration() || List->getFunctionType() != Ty)))
    return nullptr;
  Function *Visit = getVisit();
  if (!Visit)
    return nullptr;
  if (!List) {
    List = Function::createWithDefaultAttr(Ty, GlobalValue::ExternalWeakLinkage,
                                           Runtime.getAddressSpace(), ListName,
                                           &M);
    List->addFnAttr(Attribute::NoUnwind);
  }
  auto *DataTy = ArrayType::get(WordTy, 3);
  Function &F = *Builder.GetInsertBlock()->getParent();
  IRBuilder<> AtEntry(&F.getEntryBlock(), F.getEntryBlock().begin());
  Value *Data = AtEntry.CreateAlloca(DataTy, nullptr, "data");
  Value *const Addresses[] = {VPtr, From, To};
  for (const auto [I, Address] : enumerate(Addresses))
    Builder.CreateStore(Address,
                        Builder.CreateConstInBoundsGEP2_64(DataTy, Data, 0, I));
  Value *IsFound = Builder.CreateICmpEQ(Builder.CreateCall(List, {Visit, Data}),
                                        Builder.getInt32(1));
  return Builder.CreateAnd(
      IsFound, Builder.CreateICmpEQ(Builder.CreateLoad(WordTy, Data),
                                    Builder.getInt64(1)));
}

//===----------------------------------------------------------------------===//
// Casting
//===----------------------------------------------------------------------===//

/// Has \p Fill look for the vtable pointer in the other entries, cast the
/// object if it is in none, and take an entry for it that is free, or one that
/// only says to ask the library.
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
             *Known = AddBlock("known"), *Hit = AddBlock("hit"),
             *Next = AddBlock("next"), *Step = AddBlock("step"),
             *Miss = AddBlock("miss"), *IsOurs = AddBlock("is.ours"),
             *MayAsk = AddBlock("may.ask"), *Ask = AddBlock("ask"),
             *List = AddBlock("list"), *Foreign = AddBlock("foreign"),
             *Keep = AddBlock("keep"), *MayStore = AddBlock("may.store"),
             *Store = AddBlock("store"), *Done = AddBlock("done");
  IRBuilder<> Builder(Entry);
  Value *VPtr = Builder.CreateLoad(PtrTy, Object, "vtable");
  Value *Key = Builder.CreatePtrToInt(VPtr, WordTy);
  Value *Null = Constant::getNullValue(PtrTy);
  Builder.CreateCondBr(isWhole(Builder, Object, VPtr), Search, Miss);

  // The address of an entry changes by whole entries within a group.
  Builder.SetInsertPoint(Search);
  PHINode *Way = Builder.CreatePHI(WordTy, 2, "way");
  Way->addIncoming(ConstantInt::get(WordTy, 0), Entry);
  PHINode *Useless = Builder.CreatePHI(PtrTy, 2, "useless");
  Useless->addIncoming(Null, Entry);
  Value *Address = Builder.CreateIntToPtr(
      Builder.CreateXor(Builder.CreatePtrToInt(First, WordTy), Way), PtrTy);
  Value *Found = loadEntry(Builder, Address);
  Value *FoundDelta = getDelta(Builder, Found);
  Value *IsUseless = isDelta(Builder, FoundDelta, AskDelta);
  Builder.CreateCondBr(isFor(Builder, Found, Key), Known, Next);
  Builder.SetInsertPoint(Known);
  Builder.CreateCondBr(IsUseless, Miss, Hit);
  Builder.SetInsertPoint(Hit);
  returnCached(Builder, Object, FoundDelta);

  Builder.SetInsertPoint(Next);
  Builder.CreateCondBr(
      Builder.CreateICmpEQ(Found, ConstantInt::get(WordTy, 0), "is.free"), Miss,
      Step);
  Builder.SetInsertPoint(Step);
  Value *NextWay = Builder.CreateAdd(Way, ConstantInt::get(WordTy, 8));
  Way->addIncoming(NextWay, Step);
  Value *NextUseless = Builder.CreateSelect(IsUseless, Address, Useless);
  Useless->addIncoming(NextUseless, Step);
  Builder.CreateCondBr(
      Builder.CreateICmpEQ(NextWay, ConstantInt::get(WordTy, 8 * NumWays)),
      Miss, Search);

  Builder.SetInsertPoint(Miss);
  PHINode *Place = Builder.CreatePHI(PtrTy, 4, "place");
  PHINode *IsFree = Builder.CreatePHI(Builder.getInt1Ty(), 4, "is.unused");
  auto AddPlace = [&](Value *V, bool Free, BasicBlock *Before) {
    Place->addIncoming(V, Before);
    IsFree->addIncoming(Builder.getInt1(Free), Before);
  };
  AddPlace(Null, false, Entry);
  AddPlace(Null, false, Known);
  AddPlace(Address, true, Next);
  AddPlace(NextUseless, false, Step);
  CallInst *Result = callRuntime(Builder, {Object, From, To, Hint});
  // JIT-compiled code has no __ehdr_start, and the dynamic linker does not keep
  // the libraries that it uses.
  Builder.CreateCondBr(Builder.CreateAnd(Builder.CreateICmpNE(Place, Null),
                                         Builder.CreateICmpNE(Begin, Null)),
                       IsOurs, Done);

  // If the linker does not define _end, it is null and the range is empty.
  // dl_iterate_phdr is slow, so it is called only to fill an unused entry.
  Builder.SetInsertPoint(IsOurs);
  Value *IsHere = Builder.CreateAnd(
      Builder.CreateICmpUGE(Key, Builder.CreatePtrToInt(Begin, WordTy)),
      Builder.CreateICmpULT(Key, Builder.CreatePtrToInt(End, WordTy)));
  Builder.CreateCondBr(IsHere, Keep, MayAsk);
  Builder.SetInsertPoint(MayAsk);
  Builder.CreateCondBr(IsFree, Ask, Done);
  Builder.SetInsertPoint(List);
  if (Value *Stays = staysLoaded(Builder, VPtr, From, To)) {
    Builder.CreateCondBr(Stays, Keep, Foreign);
    Builder.SetInsertPoint(Ask);
    Builder.CreateCondBr(Builder.CreateICmpNE(M.getFunction(ListName), Null),
                         List, Foreign);
  } else {
    List->eraseFromParent();
    Builder.SetInsertPoint(Ask);
    Builder.CreateBr(Foreign);
  }
  auto MakeEntry = [&](Value *Delta) {
    Value *Low = Builder.CreateAnd(
        Delta, ConstantInt::get(WordTy, maskTrailingOnes<uint64_t>(DeltaBits)));
    return Builder.CreateOr(Builder.CreateShl(Key, DeltaBits), Low);
  };
  Builder.SetInsertPoint(Foreign);
  Value *Negative = MakeEntry(ConstantInt::getSigned(WordTy, AskDelta));
  Builder.CreateBr(MayStore);

  Builder.SetInsertPoint(Keep);
  Value *IsNull = Builder.CreateICmpEQ(Result, Null);
  Value *Delta = Builder.CreateSelect(
      IsNull, ConstantInt::getSigned(WordTy, NullDelta),
      Builder.CreateSub(Builder.CreatePtrToInt(Result, WordTy),
                        Builder.CreatePtrToInt(Object, WordTy)));
  Value *Positive = MakeEntry(Delta);
  // An offset may equal one of the two special values; it is not stored then.
  Builder.CreateCondBr(
      Builder.CreateAnd(
          {Builder.CreateICmpEQ(getDelta(Builder, Positive), Delta),
           Builder.CreateICmpEQ(IsNull, isDelta(Builder, Delta, NullDelta)),
           Builder.CreateNot(isDelta(Builder, Delta, AskDelta))}),
      MayStore, Done);

  // The vtable pointer must have at most 48 bits.
  Builder.SetInsertPoint(MayStore);
  PHINode *New = Builder.CreatePHI(WordTy, 2, "new");
  New->addIncoming(Negative, Foreign);
  New->addIncoming(Positive, Keep);
  Builder.CreateCondBr(isFor(Builder, New, Key), Store, Done);
  Builder.SetInsertPoint(Store);
  Builder.CreateAlignedStore(New, Place, Align(8))
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
             *Ask = BasicBlock::Create(C, "ask", &Lookup),
             *May = BasicBlock::Create(C, "may", &Lookup),
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
  Value *Delta = getDelta(Builder, Found);
  Builder.CreateCondBr(isDelta(Builder, Delta, AskDelta), Ask, May);
  Builder.SetInsertPoint(Ask);
  CallInst *Asked =
      callRuntime(Builder, {Object, Casts.From, Casts.To, Casts.Hint});
  Asked->setTailCallKind(CallInst::TCK_Tail);
  Builder.CreateRet(Asked);
  Builder.SetInsertPoint(May);
  Builder.CreateCondBr(isWhole(Builder, Object, VPtr), Hit, Miss, Likely);
  Builder.SetInsertPoint(Hit);
  returnCached(Builder, Object, Delta);
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

/// The calls that cast between two types.
struct CastSites {
  Cast Types;
  SmallVector<CallInst *, 4> Calls;
};

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

/// \returns the calls that can use a lookup, grouped by the two types, the
/// groups with the most calls first.
static std::vector<CastSites> findSites(const Function &Runtime) {
  // Users are listed last first.
  SmallVector<CallInst *, 8> Calls;
  for (const User *U : Runtime.users())
    if (auto *CI = dyn_cast<CallInst>(U);
        CI && CI->getCalledFunction() == &Runtime)
      Calls.push_back(const_cast<CallInst *>(CI));
  MapVector<std::pair<GlobalVariable *, GlobalVariable *>, CastSites> ByTypes;
  for (CallInst *CI : reverse(Calls)) {
    Cast Types;
    if (!isCast(*CI, Types))
      continue;
    CastSites &Sites = ByTypes[{Types.From, Types.To}];
    Sites.Types = Types;
    Sites.Calls.push_back(CI);
  }
  std::vector<CastSites> Found;
  for (auto &[Types, Sites] : ByTypes)
    Found.push_back(std::move(Sites));
  stable_sort(Found, [](const CastSites &A, const CastSites &B) {
    return A.Calls.size() > B.Calls.size();
  });
  return Found;
}

/// \returns how many lookups \p M may have.
static size_t getBudget(const Module &M) {
  uint64_t Size = 0;
  for (const Function &F : M)
    Size += F.getInstructionCount();
  return std::max<uint64_t>(Size * Growth / 100 / LookupSize, LookupFloor);
}

/// Has \p CI call \p Lookup.
static void replaceCast(CallInst &CI, Function &Lookup) {
  // Its callers may be said to do nothing but read. Nobody else sees what the
  // function writes.
  SmallVector<OperandBundleDef, 1> Bundles;
  CI.getOperandBundlesAsDefs(Bundles);
  CallInst *New = CallInst::Create(&Lookup, {CI.getArgOperand(0)}, Bundles, "",
                                   CI.getIterator());
  New->takeName(&CI);
  New->setCallingConv(Lookup.getCallingConv());
  New->setTailCallKind(CI.getTailCallKind());
  New->setDebugLoc(CI.getDebugLoc());
  CI.replaceAllUsesWith(New);
  CI.eraseFromParent();
}

void CacheDynamicCastsPass::printPipeline(
    raw_ostream &OS, function_ref<StringRef(StringRef)> MapClassName2PassName) {
  static_cast<PassInfoMixin<CacheDynamicCastsPass> *>(this)->printPipeline(
      OS, MapClassName2PassName);
  if (OnlyDeclare)
    OS << "<declare>";
}

PreservedAnalyses CacheDynamicCastsPass::run(Module &M,
                                             ModuleAnalysisManager &AM) {
  Function *Runtime = getRuntime(M);
  if (!Cache || !Runtime || !hasStrictVTablePointers(M) || !isSupported(M))
    return PreservedAnalyses::all();
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  auto GetRemarks = [&](CallInst *CI) -> OptimizationRemarkEmitter & {
    return FAM.getResult<OptimizationRemarkEmitterAnalysis>(*CI->getFunction());
  };
  DynamicCastCache Cached(M, *Runtime);
  bool Changed = false;
  // Before LTO, clang wraps each cast in an optnone function, so the calls do
  // not qualify for findSites yet.
  if (OnlyDeclare)
    return Runtime->use_empty() || !Cached.declareBounds()
               ? PreservedAnalyses::all()
               : PreservedAnalyses::none();
  size_t Budget = getBudget(M);
  for (const CastSites &Sites : findSites(*Runtime)) {
    if (!Budget) {
      for (CallInst *CI : Sites.Calls)
        GetRemarks(CI).emit([&] {
          return OptimizationRemarkMissed(DEBUG_TYPE, "NotCached", CI)
                 << "dynamic_cast is not cached: there are many types, and the "
                 << "module would grow by more than "
                 << "-cache-dynamic-casts-growth percent";
        });
      continue;
    }
    Function *Lookup = Cached.getLookup(Sites.Types);
    if (!Lookup)
      continue;
    --Budget;
    Changed = true;
    NumCached += Sites.Calls.size();
    for (CallInst *CI : Sites.Calls) {
      GetRemarks(CI).emit([&] {
        return OptimizationRemark(DEBUG_TYPE, "Cached", CI)
               << "dynamic_cast looks up its cached result for objects of "
               << "the same class";
      });
      replaceCast(*CI, *Lookup);
    }
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
