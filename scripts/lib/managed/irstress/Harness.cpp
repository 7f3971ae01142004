//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls of the harness, and the registration of the passes.
///
//===----------------------------------------------------------------------===//

#include "Plugin.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace irstress;

Random::Random(StringRef Seed, StringRef Of) {
  // FNV-1a: std::hash is not the same everywhere.
  uint64_t Hash = 0xcbf29ce484222325;
  for (const StringRef Part : {Seed, StringRef("/"), Of})
    for (const char C : Part)
      Hash = (Hash ^ uint8_t(C)) * 0x100000001b3;
  Engine.seed(Hash);
}

Harness::Harness(Module &M)
    : M(M), Void(Type::getVoidTy(M.getContext())),
      Int(Type::getInt64Ty(M.getContext())),
      Pointer(PointerType::get(M.getContext(), 0)),
      Reference(PointerType::get(M.getContext(), ReferenceSpace)) {}

FunctionCallee Harness::get(StringRef Name, Type *Result,
                            ArrayRef<Type *> Parameters, bool IsLeaf) {
  FunctionCallee Callee = M.getOrInsertFunction(
      (Prefix + Name).str(), FunctionType::get(Result, Parameters, false));
  if (IsLeaf)
    cast<Function>(Callee.getCallee())->addFnAttr("gc-leaf-function");
  return Callee;
}

void Harness::poll(IRBuilder<> &B) {
  B.CreateCall(get("poll", Void, {}, /*IsLeaf=*/false));
}

Value *Harness::getInt(IRBuilder<> &B) {
  return B.CreateCall(get("int", Int, {}));
}

Value *Harness::getOne(IRBuilder<> &B) {
  return B.CreateCall(get("one", Int, {}));
}

Value *Harness::getTrue(IRBuilder<> &B) {
  return B.CreateTrunc(getOne(B), B.getInt1Ty());
}

Value *Harness::getReference(IRBuilder<> &B, unsigned NullPercent) {
  return B.CreateCall(get("ref", Reference, {Int}, /*IsLeaf=*/false),
                      B.getInt64(NullPercent));
}

bool irstress::isSupported(Type *T) {
  if (auto *P = dyn_cast<PointerType>(T))
    return P->getAddressSpace() <= ReferenceSpace;
  if (auto *V = dyn_cast<FixedVectorType>(T))
    return V->getNumElements() <= 64 && isSupported(V->getElementType());
  if (auto *A = dyn_cast<ArrayType>(T))
    return A->getNumElements() <= 64 && isSupported(A->getElementType());
  if (auto *S = dyn_cast<StructType>(T))
    return !S->isOpaque() && all_of(S->elements(), isSupported);
  if (auto *I = dyn_cast<IntegerType>(T))
    return I->getBitWidth() <= 128;
  return T->isFloatTy() || T->isDoubleTy();
}

Value *Harness::getValue(IRBuilder<> &B, Type *T, unsigned NullPercent) {
  if (isReference(T))
    return getReference(B, NullPercent);
  if (T->isPointerTy())
    return B.CreateCall(get("native", Pointer, {}));
  if (T->isIntegerTy())
    return B.CreateZExtOrTrunc(getInt(B), T);
  if (T->isFloatingPointTy())
    return B.CreateSIToFP(getInt(B), T);
  if (auto *V = dyn_cast<FixedVectorType>(T)) {
    Value *Result = PoisonValue::get(T);
    for (unsigned I = 0; I != V->getNumElements(); ++I)
      Result = B.CreateInsertElement(
          Result, getValue(B, V->getElementType(), NullPercent), I);
    return Result;
  }
  Value *Result = PoisonValue::get(T);
  const unsigned Count =
      T->isArrayTy() ? T->getArrayNumElements() : T->getStructNumElements();
  for (unsigned I = 0; I != Count; ++I) {
    Type *Member =
        T->isArrayTy() ? T->getArrayElementType() : T->getStructElementType(I);
    Result = B.CreateInsertValue(Result, getValue(B, Member, NullPercent), I);
  }
  return Result;
}

void Harness::use(IRBuilder<> &B, Value *V) {
  Type *T = V->getType();
  Value *Number = nullptr;
  if (isReference(T)) {
    Number = B.CreateCall(get("number", Int, {Reference}), V);
  } else if (T->isPointerTy()) {
    Number = B.CreateZExt(B.CreateIsNull(V), Int);
  } else if (auto *I = dyn_cast<IntegerType>(T)) {
    Number = B.CreateZExtOrTrunc(V, Int);
    if (I->getBitWidth() > 64)
      use(B, B.CreateTrunc(B.CreateLShr(V, 64), Int));
  } else if (T->isFloatingPointTy()) {
    // The bits of a NaN may differ.
    Value *Bits = B.CreateBitCast(V, B.getIntNTy(T->getScalarSizeInBits()));
    Number = B.CreateSelect(B.CreateFCmpUNO(V, V), B.getInt64(7),
                            B.CreateZExtOrTrunc(Bits, Int));
  } else if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
    for (unsigned I = 0; I != Vector->getNumElements(); ++I)
      use(B, B.CreateExtractElement(V, I));
    return;
  } else {
    const unsigned Count =
        T->isArrayTy() ? T->getArrayNumElements() : T->getStructNumElements();
    for (unsigned I = 0; I != Count; ++I)
      use(B, B.CreateExtractValue(V, I));
    return;
  }
  B.CreateCall(get("use", Void, {Int}), Number);
}

namespace {

/// One of the steps.
class StepPass : public PassInfoMixin<StepPass> {
public:
  StepPass(StringRef Name, Options O) : Name(Name), O(std::move(O)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (Name == "import")
      import(M, O);
    else if (Name == "mutate")
      mutate(M, O);
    else
      instrument(M);
    if (verifyModule(M, &errs()))
      report_fatal_error("the harness made an invalid module",
                         /*gen_crash_diag=*/false);
    return PreservedAnalyses::none();
  }

  static bool isRequired() { return true; }

private:
  const std::string Name;
  const Options O;
};

} // end anonymous namespace

/// irstress<STEP;SEED;STRATEGY;EXCLUDED+...;references>
static bool parse(StringRef Name, ModulePassManager &MPM) {
  if (!Name.consume_front("irstress<") || !Name.consume_back(">"))
    return false;
  SmallVector<StringRef, 4> Words, Excluded;
  Name.split(Words, ';');
  Words.resize(5);
  Options O = {Words[1].str(), Words[2].str(), {}, Words[4] == "references"};
  Words[3].split(Excluded, '+', -1, /*KeepEmpty=*/false);
  for (const StringRef Function : Excluded)
    O.Excluded.insert(Function);
  MPM.addPass(StepPass(Words[0], std::move(O)));
  return true;
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "irstress", LLVM_VERSION_STRING,
          [](PassBuilder &PB) {
            PB.registerPipelineParsingCallback(
                [](StringRef Name, ModulePassManager &MPM,
                   ArrayRef<PassBuilder::PipelineElement>) {
                  return parse(Name, MPM);
                });
          }};
}
