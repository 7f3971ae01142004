//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/GC/GCInvariantVerifier.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"

using namespace llvm;

namespace {

using Kind = GCPointerKind;

struct Rule {
  StringLiteral What;
  StringLiteral WayOut;
};

} // end anonymous namespace

// The numbers are those of the header.
static constexpr Rule Cast{
    "casts a pointer so that the root of its object is lost",
    "cast from address space 0 to a base, derived or callee-rooted "
    "pointer, or from a base to a derived or callee-rooted one"},
    FromInteger{"converts an integer to a reference",
                "convert it to a pointer of address space 0 and cast that"},
    ToInteger{
        "converts a reference to an integer",
        "ask the runtime for the address as a pointer of address space 0"},
    CalleeRootedUse{"uses a callee-rooted pointer for more than passing it",
                    "use the base pointer that it is cast from"},
    InMemory{"stores or loads a pointer that roots nothing in memory",
             "store and load the base pointer"},
    Indexed{"indexes a base pointer", "cast it to a derived pointer first"},
    Boxed{"passes a boxed argument that is not a base pointer",
          "pass the base pointer"},
    BoxedDerived{
        "passes a pointer that is not derived as the function of a boxed call",
        "cast the base pointer to a derived one"},
    Returned{"returns a pointer that roots nothing in the caller",
             "return the base pointer"};

/// Returns what \p Intrinsic loads, or stores, if it is a vector of values
/// under a mask. Null if it is another one.
static const Value *getMaskedMemory(const IntrinsicInst &Intrinsic) {
  switch (Intrinsic.getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
  case Intrinsic::masked_expandload:
  case Intrinsic::vp_load:
  case Intrinsic::vp_gather:
  case Intrinsic::experimental_vp_strided_load:
    return &Intrinsic;
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
  case Intrinsic::masked_compressstore:
  case Intrinsic::vp_store:
  case Intrinsic::vp_scatter:
  case Intrinsic::experimental_vp_strided_store:
    return Intrinsic.getArgOperand(0);
  default:
    return nullptr;
  }
}

/// Returns what \p I loads, stores or exchanges, or null. What comes out of an
/// exchange has the type of what goes in.
static const Value *getMemoryValue(const Instruction &I) {
  if (isa<LoadInst, VAArgInst>(I))
    return &I;
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return Store->getValueOperand();
  if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return RMW->getValOperand();
  if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return Exchange->getNewValOperand();
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return getMaskedMemory(*Intrinsic);
  return nullptr;
}

/// Whether roots are base pointers, which others are made of.
static bool hasBases(const GCPointers &Pointers, LLVMContext &Context) {
  const std::optional<unsigned> Space = Pointers.getRootAddressSpace();
  return Space &&
         Pointers.getKind(PointerType::get(Context, *Space)) == Kind::Base;
}

/// Whether \p I only chooses among its operands, or takes them apart or
/// together.
static bool isMove(const Instruction &I) {
  return isa<PHINode, SelectInst, FreezeInst, ExtractElementInst,
             InsertElementInst, ShuffleVectorInst, ExtractValueInst,
             InsertValueInst>(I);
}

namespace {

class Verifier {
  const GCInvariants &Invariants;
  const bool HasBases;
  std::vector<GCInvariantViolation> Found;
  /// Constants in which there is nothing to report.
  DenseSet<const Constant *> Correct;

  Kind getKind(const Value &V) const {
    return Invariants.Pointers.getKind(V.getType());
  }
  void report(const Instruction &At, const Value &Pointer, const Rule &Broken) {
    Found.push_back({&At, &Pointer, Broken.What, Broken.WayOut});
  }
  bool containsUnrooted(const Type *Ty) const;

  void checkCast(const User &Cast, const Instruction &At);
  void checkComputation(const User &U, const Instruction &At);
  void checkConstant(const Constant &C, const Instruction &At);
  void checkCalleeRooted(const Instruction &I);
  void checkMemory(const Instruction &I);
  void checkBoxed(const CallBase &Call);
  bool checkReturn(const ReturnInst &Return);

public:
  Verifier(const GCInvariants &Invariants, LLVMContext &Context)
      : Invariants(Invariants),
        HasBases(hasBases(Invariants.Pointers, Context)) {}
  std::vector<GCInvariantViolation> run(const Function &F);
};

} // end anonymous namespace

/// Whether \p Ty is or contains a pointer that may not be in memory.
bool Verifier::containsUnrooted(const Type *Ty) const {
  if (isa<StructType, ArrayType>(Ty))
    return any_of(Ty->subtypes(),
                  [&](const Type *Part) { return containsUnrooted(Part); });
  const Kind K = Invariants.Pointers.getKind(Ty);
  return K == Kind::CalleeRooted || (HasBases && K == Kind::Derived);
}

/// Rule 1.
void Verifier::checkCast(const User &U, const Instruction &At) {
  const Value &Source = *U.getOperand(0);
  const Kind From = getKind(Source), To = getKind(U);
  if (From == Kind::None && To == Kind::None)
    return;
  const bool IsTarget =
      To == Kind::Derived || To == Kind::CalleeRooted || To == Kind::Base;
  const bool IsSource = From == Kind::None
                            ? Source.getType()->getPointerAddressSpace() == 0
                            : From == Kind::Base && To != Kind::Base;
  if (!IsTarget || !IsSource)
    report(At, Source, Cast);
}

/// Rules 1, 2 and 5, for instructions and constant expressions.
void Verifier::checkComputation(const User &U, const Instruction &At) {
  switch (Operator::getOpcode(&U)) {
  case Instruction::AddrSpaceCast:
    return checkCast(U, At);
  case Instruction::IntToPtr:
    if (getKind(U) != Kind::None)
      report(At, U, FromInteger);
    return;
  case Instruction::PtrToInt:
  case Instruction::PtrToAddr:
    if (getKind(*U.getOperand(0)) != Kind::None)
      report(At, *U.getOperand(0), ToInteger);
    return;
  case Instruction::GetElementPtr: {
    const Value &Pointer = *U.getOperand(0);
    if (Invariants.Strong && getKind(Pointer) == Kind::Base)
      report(At, Pointer, Indexed);
    // Rule 3, which otherwise is about instructions.
    if (getKind(Pointer) == Kind::CalleeRooted)
      report(At, Pointer, CalleeRootedUse);
    return;
  }
  default:
    return;
  }
}

/// Reports what is wrong in \p C, which \p At uses.
void Verifier::checkConstant(const Constant &C, const Instruction &At) {
  if (isa<GlobalValue, ConstantData>(C) || Correct.contains(&C))
    return;
  const size_t Before = Found.size();
  if (isa<ConstantExpr>(C))
    checkComputation(C, At);
  for (const Value *Operand : C.operand_values())
    if (const auto *Part = dyn_cast<Constant>(Operand))
      checkConstant(*Part, At);
  if (Found.size() == Before)
    Correct.insert(&C);
}

/// Rule 3. Casts and what is stored have rules of their own, and null is
/// nobody's object.
void Verifier::checkCalleeRooted(const Instruction &I) {
  if (isMove(I) || isa<CastInst, GetElementPtrInst>(I))
    return;
  const auto *Call = dyn_cast<CallBase>(&I);
  const bool IsPassed =
      Call && !isa<AnyMemIntrinsic>(I) &&
      (!isa<IntrinsicInst>(I) || !getMaskedMemory(*cast<IntrinsicInst>(&I)));
  const Value *Memory = getMemoryValue(I);
  for (const Use &U : I.operands()) {
    if (getKind(*U) != Kind::CalleeRooted || U.get() == Memory ||
        isa<ConstantData>(U))
      continue;
    if (IsPassed && (Call->isArgOperand(&U) || Call->isBundleOperand(&U)))
      continue;
    report(I, *U, CalleeRootedUse);
  }
}

/// Rule 4.
void Verifier::checkMemory(const Instruction &I) {
  const Value *V = getMemoryValue(I);
  if (V && containsUnrooted(V->getType()))
    report(I, *V, InMemory);
}

/// Rule 6.
void Verifier::checkBoxed(const CallBase &Call) {
  for (const auto &[Number, Argument] : enumerate(Call.args())) {
    const auto Wanted = Invariants.GetBoxedKind(Call, Number);
    if (Wanted && getKind(*Argument) != *Wanted)
      report(Call, *Argument, *Wanted == Kind::Base ? Boxed : BoxedDerived);
  }
}

/// Rule 7. Returns false if there was something to report.
bool Verifier::checkReturn(const ReturnInst &Return) {
  const Value *V = Return.getReturnValue();
  if (!V || !HasBases)
    return true;
  const Kind K = getKind(*V);
  if (K == Kind::None || K == Kind::Base)
    return true;
  report(Return, *V, Returned);
  return false;
}

std::vector<GCInvariantViolation> Verifier::run(const Function &F) {
  for (const Instruction &I : instructions(F)) {
    for (const Value *Operand : I.operand_values())
      if (const auto *C = dyn_cast<Constant>(Operand))
        checkConstant(*C, I);
    checkComputation(I, I);
    checkMemory(I);
    const auto *Return = dyn_cast<ReturnInst>(&I);
    if (!Invariants.Strong || !Return || checkReturn(*Return))
      checkCalleeRooted(I);
    const auto *Call = dyn_cast<CallBase>(&I);
    if (Call && Invariants.Strong && Invariants.GetBoxedKind)
      checkBoxed(*Call);
  }
  return std::move(Found);
}

std::vector<GCInvariantViolation>
llvm::findGCInvariantViolations(const Function &F,
                                const GCInvariants &Invariants) {
  return Verifier(Invariants, F.getContext()).run(F);
}

PreservedAnalyses GCInvariantVerifierPass::run(Function &F,
                                               FunctionAnalysisManager &) {
  if (const GCRootStrategy *Strategy = getGCRootStrategy(F))
    reportGCInvariantViolations(F, {Strategy->Pointers, Strong});
  return PreservedAnalyses::all();
}

void GCInvariantVerifierPass::printPipeline(
    raw_ostream &OS, function_ref<StringRef(StringRef)>) {
  OS << (Strong ? "verify<gc-invariants>" : "verify<gc-invariants;no-strong>");
}
