//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JuliaCalls.h"
#include "JuliaGC.h"
#include "JuliaLayout.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <optional>

using namespace llvm;

Value *llvm::createJuliaTagAddress(IRBuilderBase &Builder, Value *Object) {
  Type *Word = getJuliaWord(*Builder.GetInsertBlock()->getParent());
  return Builder.CreateInBoundsGEP(Word, Object,
                                   ConstantInt::getSigned(Word, -1));
}

/// Loads the state of the thread that runs \p Call, whose first operand is the
/// task. Where that lies is known best if the function has the address of its
/// innermost frame.
static Value *loadThread(CallBase &Call) {
  Value *Stack = getJuliaStack(*Call.getFunction());
  const auto *Access = dyn_cast_or_null<Instruction>(Stack);
  const bool IsKnown =
      Stack && !(Access && Access->getParent() == Call.getParent() &&
                 !Access->comesBefore(&Call));
  IRBuilder<> Builder(&Call);
  PointerType *Ptr = Builder.getPtrTy();
  Value *Field =
      IsKnown ? Builder.CreateConstInBoundsGEP1_32(
                    Ptr, Stack, julia::WordsToThread, "ptls_field")
              : Builder.CreateConstInBoundsGEP1_32(
                    Builder.getInt8Ty(), Call.getArgOperand(0),
                    getJuliaOffset(*Call.getModule(), JuliaField::TaskThread),
                    "ptls_field");
  auto *Thread = Builder.CreateLoad(Ptr, Field, "ptls_load");
  Thread->setMetadata(LLVMContext::MD_tbaa,
                      getJuliaTBAA(Call.getContext(), "jtbaa_gcframe"));
  return Thread;
}

/// Clears \p Size bytes at \p Start.
static void clear(IRBuilderBase &Builder, Value *Start, Value *Size,
                  Align Alignment) {
  if (const auto *C = dyn_cast<ConstantInt>(Size); !C || !C->isZero())
    Builder.CreateMemSet(Start, Builder.getInt8(0), Size, Alignment);
}

/// Returns the alignment of what is \p Offset bytes after the start of an
/// object, if it is known.
static Align getAlignment(const Value &Offset, const DataLayout &DL) {
  const auto *C = dyn_cast<ConstantInt>(&Offset);
  return C ? commonAlignment(DL.getPointerABIAlignment(0), C->getZExtValue())
           : Align(1);
}

namespace {

/// What the operand bundles of an allocation ask for.
class ObjectInitializer {
  CallBase &Call;
  IRBuilder<> Builder;
  Value *const Object;

  Value *getAddress(Value *Offset) {
    return Builder.CreateInBoundsGEP(Builder.getInt8Ty(), Object, Offset);
  }

public:
  ObjectInitializer(CallBase &Call, Value *Object, Instruction &Place)
      : Call(Call), Builder(&Place), Object(Object) {}
  void run();
};

} // end anonymous namespace

void ObjectInitializer::run() {
  for (unsigned I = 0; I != Call.getNumOperandBundles(); ++I) {
    const OperandBundleUse Bundle = Call.getOperandBundleAt(I);
    const ArrayRef<Use> Inputs = Bundle.Inputs;
    const StringRef Name = Bundle.getTagName();
    if (Name == julia::PointerOffsetsBundle) {
      for (const Use &Offset : Inputs)
        Builder.CreateStore(
            Constant::getNullValue(Builder.getPtrTy(julia::Tracked)),
            getAddress(Offset));
      continue;
    }
    const bool IsIndirect = Name == julia::IndirectZeroInitBundle;
    if (Name != julia::ZeroInitBundle && !IsIndirect)
      continue;
    const DataLayout &DL = Call.getDataLayout();
    for (unsigned Pair = 0; Pair + 1 < Inputs.size(); Pair += 2) {
      Value *Start = getAddress(Inputs[Pair]);
      if (IsIndirect)
        Start = Builder.CreateLoad(Builder.getPtrTy(), Start);
      clear(Builder, Start, Inputs[Pair + 1],
            IsIndirect ? DL.getPointerABIAlignment(0)
                       : getAlignment(*Inputs[Pair], DL));
    }
  }
}

/// Returns what is wrong with the operand bundles of \p Call, or nothing.
static StringRef findBundleProblem(const CallBase &Call) {
  for (unsigned I = 0; I != Call.getNumOperandBundles(); ++I) {
    const OperandBundleUse Bundle = Call.getOperandBundleAt(I);
    const StringRef Name = Bundle.getTagName();
    const bool IsPairs =
        Name == julia::ZeroInitBundle || Name == julia::IndirectZeroInitBundle;
    if (!IsPairs && Name != julia::PointerOffsetsBundle)
      continue;
    if (IsPairs && Bundle.Inputs.size() % 2 != 0)
      return "its operand bundle is not a list of pairs of an offset and a "
             "size";
    for (const Use &Input : Bundle.Inputs)
      if (!Input->getType()->isIntegerTy())
        return "its operand bundle has operands other than offsets and sizes";
  }
  return "";
}

/// Makes an object of \p Size bytes and type \p Tag for \p Call.
static CallInst *allocate(CallBase &Call, Value *Size, Value *Tag) {
  const Function &F = *Call.getFunction();
  IRBuilder<> Builder(&Call);
  Type *Word = getJuliaWord(F), *Root = Builder.getPtrTy(julia::Tracked);
  FunctionCallee Bytes = Call.getModule()->getOrInsertFunction(
      julia::AllocateBytes, Root, Builder.getPtrTy(), Word, Word);
  Value *Thread = loadThread(Call);
  CallInst *New =
      Builder.CreateCall(Bytes, {Thread, Builder.CreateZExtOrTrunc(Size, Word),
                                 Builder.CreatePtrToInt(Tag, Word)});
  New->setAttributes(AttributeList::get(Call.getContext(), AttributeSet(),
                                        Call.getAttributes().getRetAttrs(),
                                        {}));
  New->copyMetadata(Call);
  New->takeName(&Call);
  StoreInst *Store =
      Builder.CreateAlignedStore(Tag, createJuliaTagAddress(Builder, New),
                                 F.getDataLayout().getPointerABIAlignment(0));
  Store->setOrdering(AtomicOrdering::Unordered);
  Store->setMetadata(
      LLVMContext::MD_tbaa,
      getJuliaTBAA(Call.getContext(), "jtbaa_tag", "jtbaa_data"));
  return New;
}

/// Reports \p Call if its operand bundles are wrong.
static bool checkBundles(const CallBase &Call) {
  const StringRef Problem = findBundleProblem(Call);
  if (!Problem.empty())
    reportJuliaCall(Call, Problem);
  return Problem.empty();
}

bool llvm::lowerJuliaAllocation(CallBase &Call) {
  Type *Ptr = PointerType::getUnqual(Call.getContext());
  Type *Root = PointerType::get(Call.getContext(), julia::Tracked);
  if (!checkJuliaCall(Call, Root, {Ptr, nullptr, Root}) || !checkBundles(Call))
    return false;
  CallInst *New = allocate(Call, Call.getArgOperand(1), Call.getArgOperand(2));
  ObjectInitializer(Call, New, Call).run();
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
  return true;
}

void llvm::clearJuliaMemory(CallBase &Call) {
  if (!isa<CallInst>(Call) || Call.isMustTailCall() ||
      !Call.getType()->isPointerTy()) {
    reportJuliaCall(Call, "its operand bundle clears memory of its result; "
                          "make it a call that returns an object");
    return;
  }
  if (checkBundles(Call))
    ObjectInitializer(Call, &Call, *Call.getNextNode()).run();
}

/// Returns how many bytes an object has whose memory of \p Size bytes is right
/// behind what it begins with, or nothing if it is somewhere else.
static std::optional<uint64_t> getInlineSize(const Value &Size,
                                             const DataLayout &DL) {
  const auto *C = dyn_cast<ConstantInt>(&Size);
  const uint64_t Limit =
      julia::MaxPoolBytes - julia::MemoryHeaderBytes - DL.getPointerSize();
  return C && C->getValue().ule(Limit)
             ? std::optional(C->getZExtValue() + julia::MemoryHeaderBytes)
             : std::nullopt;
}

bool llvm::lowerJuliaMemoryAllocation(CallBase &Call) {
  IRBuilder<> Builder(&Call);
  Type *Ptr = Builder.getPtrTy(), *Root = Builder.getPtrTy(julia::Tracked);
  if (!checkJuliaCall(Call, Root, {Ptr, nullptr, Root, nullptr, nullptr}))
    return false;
  const auto *IsCleared = dyn_cast<ConstantInt>(Call.getArgOperand(4));
  if (!IsCleared) {
    reportJuliaCall(Call, "whether the memory is cleared is not a constant");
    return false;
  }
  const DataLayout &DL = Call.getDataLayout();
  Type *Word = getJuliaWord(*Call.getFunction());
  Value *Size = Builder.CreateZExtOrTrunc(Call.getArgOperand(1), Word);
  Value *Tag = Call.getArgOperand(2);
  const Align Alignment = DL.getPointerABIAlignment(0);
  CallInst *New;
  Value *Elements;
  auto GetPlace = [&]() {
    return Builder.CreateConstInBoundsGEP1_32(Ptr, New, 1);
  };
  if (const auto Bytes = getInlineSize(*Size, DL)) {
    New = allocate(Call, ConstantInt::get(Word, *Bytes), Tag);
    Elements = Builder.CreateConstInBoundsGEP1_32(
        Builder.getInt8Ty(), Builder.CreateAddrSpaceCast(New, Ptr),
        julia::MemoryHeaderBytes);
    Builder.CreateAlignedStore(Elements, GetPlace(), Alignment);
  } else {
    Value *Thread = loadThread(Call);
    std::string Name = julia::RuntimeMemoryAlloc.str();
    if (Call.hasMetadata(julia::ResetRegion))
      Name += julia::ResetSafeSuffix;
    New = Builder.CreateCall(
        Call.getModule()->getOrInsertFunction(Name, Root, Ptr, Word, Ptr),
        {Thread, Size, Builder.CreateAddrSpaceCast(Tag, Ptr)});
    New->setAttributes(AttributeList::get(Call.getContext(), AttributeSet(),
                                          Call.getAttributes().getRetAttrs(),
                                          {}));
    New->copyMetadata(Call);
    New->takeName(&Call);
    Elements = Builder.CreateAlignedLoad(Ptr, GetPlace(), Alignment);
  }
  if (IsCleared->isOne())
    clear(Builder, Elements, Size, Alignment);
  Builder.CreateAlignedStore(
      Builder.CreateZExtOrTrunc(Call.getArgOperand(3), Word), New, Alignment);
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
  return true;
}
