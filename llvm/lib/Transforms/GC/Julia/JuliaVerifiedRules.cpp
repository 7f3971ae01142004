//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JuliaVerifiedRules.h"
#include "JuliaGC.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ReferenceOrigins.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/GC/PlaceGCRoots.h"

using namespace llvm;

using Kind = GCPointerKind;

static Kind getKind(const Value &V) {
  return getJuliaGCPointers().getKind(V.getType());
}

static bool callsOneOf(const CallBase &Call, ArrayRef<StringRef> Names) {
  return any_of(Names, [&](StringRef Name) { return callsJulia(Call, Name); });
}

/// Returns where \p Pointer comes from by GEPs and casts, which may be constant
/// expressions.
static const Value *stripOffsets(const Value *Pointer) {
  while (true) {
    const auto *Computed = dyn_cast<Operator>(Pointer);
    if (!Computed)
      return Pointer;
    switch (Computed->getOpcode()) {
    case Instruction::GetElementPtr:
    case Instruction::AddrSpaceCast:
    case Instruction::BitCast:
    case Instruction::Freeze:
      Pointer = Computed->getOperand(0);
      break;
    default:
      return Pointer;
    }
  }
}

/// Whether \p Node or what it is a kind of names memory that never changes.
static bool isImmutableType(const MDNode *Node) {
  static const DenseSet<StringRef> Names = {
      "jtbaa_immut",     "jtbaa_const",     "jtbaa_datatype",
      "jtbaa_memoryptr", "jtbaa_memorylen", "jtbaa_memoryown"};
  for (unsigned Depth = 0; Node && Node->getNumOperands() && Depth != 100;
       ++Depth) {
    const auto *Name = dyn_cast<MDString>(Node->getOperand(0));
    if (Name && Names.contains(Name->getString()))
      return true;
    Node = Node->getNumOperands() > 1 ? dyn_cast<MDNode>(Node->getOperand(1))
                                      : nullptr;
  }
  return false;
}

/// Returns what the string in operand \p Number of \p Node is, or nothing.
static StringRef getName(const Metadata *Node, unsigned Number) {
  const auto *N = dyn_cast_or_null<MDNode>(Node);
  const auto *Name = N && Number < N->getNumOperands()
                         ? dyn_cast_or_null<MDString>(N->getOperand(Number))
                         : nullptr;
  return Name ? Name->getString() : "";
}

/// How many of the regions of \p Load do, and do not, have memory that never
/// changes.
static std::pair<unsigned, unsigned> countRegions(const LoadInst &Load) {
  std::pair<unsigned, unsigned> Counts;
  const MDNode *Scopes = Load.getMetadata(LLVMContext::MD_alias_scope);
  for (unsigned I = 0; Scopes && I != Scopes->getNumOperands(); ++I) {
    const auto *Scope = dyn_cast_or_null<MDNode>(Scopes->getOperand(I));
    if (!Scope || Scope->getNumOperands() < 2 ||
        getName(Scope->getOperand(1), 1) != julia::Regions)
      continue;
    const StringRef Name = getName(Scope, 2);
    ++(Name == "jnoalias_immutdata" || Name == "jnoalias_mutconstdata"
           ? Counts.first
           : Counts.second);
  }
  return Counts;
}

static bool isImmutable(const LoadInst &Load) {
  if (Load.hasMetadata(LLVMContext::MD_invariant_load) ||
      Load.hasMetadata(GCWasInvariantMetadata))
    return true;
  if (const auto [Immutable, Others] = countRegions(Load); Immutable && !Others)
    return true;
  const MDNode *Tag = Load.getMetadata(LLVMContext::MD_tbaa);
  return Tag && Tag->getNumOperands() > 1 &&
         isImmutableType(dyn_cast<MDNode>(Tag->getOperand(1)));
}

/// Whether \p V is the array of a boxed call.
static bool isArgumentArray(const Value &V) {
  const auto *A = dyn_cast<Argument>(&V);
  if (!A || getKind(*A) != Kind::None || A->hasStructRetAttr() ||
      A->hasPassPointeeByValueCopyAttr() || A->hasSwiftSelfAttr())
    return false;
  const AttributeList Attributes = A->getParent()->getAttributes();
  const unsigned Next = A->getArgNo() + 1;
  return Next < A->getParent()->arg_size() &&
         A->getParent()->getArg(Next)->getType()->isIntegerTy(32) &&
         !Attributes.hasParamAttr(A->getArgNo(), julia::StackParameter) &&
         !Attributes.hasParamAttr(A->getArgNo(), julia::ReturnRoots);
}

namespace {

class JuliaVerifiedRules : public VerifiedRules {
  const Function &F;
  const DominatorTree &DT;
  /// What nobody outside keeps, of the instructions.
  DenseSet<const Value *> NotKeptOutside;
  SmallVector<const CallBase *, 4> Preserved;

  bool isKeptOutside(const Value &V) const;
  bool computeIsKeptOutside(const Instruction &I) const;
  bool isLoadKeptOutside(const LoadInst &Load) const;
  bool isEnded(const CallBase &Begin, const CallBase &Safepoint) const;

public:
  JuliaVerifiedRules(const Function &F, const TargetLibraryInfo &TLI,
                     const DominatorTree &DT);

  bool hasRoots() const override {
    return isJuliaFunction(F) && !F.hasFnAttribute(julia::Thunk);
  }
  bool isSafepoint(const CallBase &Call) const override;
  bool isUse(const Use &U) const override;
  bool isKeptAt(const Use &U) const override;
  void visitPreserved(const CallBase &Safepoint,
                      function_ref<void(const Value &)> Visit) const override;
  const Value *getObject(const Instruction &I) const override;
  bool isRootless(const Value &V) const override;
  const Value *getKeeper(const Value &V) const override;
  StringRef findProblem(const CallBase &Call) const override;
};

} // end anonymous namespace

bool JuliaVerifiedRules::isKeptOutside(const Value &V) const {
  // Who passes a pointer of address space 0 keeps nothing.
  if (isa<Argument>(V))
    return !V.getType()->isPtrOrPtrVectorTy() || getKind(V) != Kind::None;
  return isa<Constant>(V) ||
         (isa<Instruction>(V) && !NotKeptOutside.contains(&V));
}

bool JuliaVerifiedRules::isSafepoint(const CallBase &Call) const {
  if (Call.getOperandBundle(julia::TransitionBundle) ||
      Call.hasFnAttr(Attribute::ReturnsTwice))
    return true;
  if (Call.isInlineAsm() || isa<IntrinsicInst>(Call))
    return false;
  if (callsOneOf(Call,
                 {julia::AllocateObject, julia::AllocateBytes,
                  julia::AllocateMemory, julia::Safepoint, julia::FlushRoots}))
    return true;
  if (callsOneOf(Call, {julia::GetStack, julia::GetOrMakeStack,
                        julia::PointerFromObject, julia::MemoryOfObject,
                        julia::TypeOf, julia::BlackBox, julia::QueueRoot}) ||
      isJuliaWriteBarrier(Call) || callsJuliaLeaf(Call))
    return false;
  if (Call.hasFnAttr(julia::SafepointAttribute))
    return true;
  return !Call.onlyReadsMemory() && !Call.onlyAccessesArgMemory() &&
         VerifiedRules::isSafepoint(Call);
}

bool JuliaVerifiedRules::isUse(const Use &U) const {
  const auto *Call = dyn_cast<CallBase>(U.getUser());
  return !Call || !callsJulia(*Call, julia::PointerFromObject);
}

bool JuliaVerifiedRules::isKeptAt(const Use &U) const {
  return !cast<CallBase>(U.getUser())->isCallee(&U) &&
         getKind(*U) != Kind::CalleeRooted;
}

/// Whether an end of what \p Begin begins dominates \p Safepoint.
bool JuliaVerifiedRules::isEnded(const CallBase &Begin,
                                 const CallBase &Safepoint) const {
  return any_of(Begin.users(), [&](const User *U) {
    const auto *End = dyn_cast<CallBase>(U);
    return End && callsJulia(*End, julia::PreserveEnd) &&
           DT.dominates(End, &Safepoint);
  });
}

void JuliaVerifiedRules::visitPreserved(
    const CallBase &Safepoint, function_ref<void(const Value &)> Visit) const {
  for (const CallBase *Begin : Preserved)
    if (DT.dominates(Begin, &Safepoint) && !isEnded(*Begin, Safepoint))
      for (const Value *V : Begin->args())
        Visit(*V);
}

/// Memory is loaded from its object, or a call made it whose first operand is
/// that.
const Value *JuliaVerifiedRules::getObject(const Instruction &I) const {
  SmallVector<const Value *, 4> Choices;
  bool IsSame;
  if (isa<IntrinsicInst>(I) &&
      (getReferenceSource(&I, IsSame) || addReferenceChoices(&I, Choices)))
    return nullptr;
  const Value *Object = nullptr;
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    Object = Load->getPointerOperand();
  else if (const auto *Call = dyn_cast<CallBase>(&I); Call && Call->arg_size())
    Object = Call->getArgOperand(0);
  return getKind(I) == Kind::Loaded && Object && getKind(*Object) != Kind::None
             ? Object
             : nullptr;
}

/// What is cast from address space 0 to another pointer than a tracked one has
/// no object.
bool JuliaVerifiedRules::isRootless(const Value &V) const {
  if (isKeptOutside(V))
    return true;
  const auto *Cast = dyn_cast<AddrSpaceCastInst>(&V);
  return Cast && getKind(*Cast) != Kind::Base &&
         getKind(*Cast->getOperand(0)) == Kind::None;
}

/// Returns true unless \p Pointer may point to something that is in no object
/// of the collector.
static bool pointsIntoObject(const Value &Pointer) {
  SmallVector<const Value *, 8> Pending = {&Pointer};
  DenseSet<const Value *> Seen;
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    if (getKind(*V) == Kind::None)
      return false;
    if (getKind(*V) == Kind::Base || !isa<Instruction>(V))
      continue;
    for (const Value *Operand : cast<Instruction>(V)->operands())
      if (Operand->getType()->isPtrOrPtrVectorTy() &&
          comesFromReference(*V, *Operand))
        Pending.push_back(Operand);
  }
  return true;
}

const Value *JuliaVerifiedRules::getKeeper(const Value &V) const {
  const auto *Load = dyn_cast<LoadInst>(&V);
  return Load && isImmutable(*Load) &&
                 pointsIntoObject(*Load->getPointerOperand())
             ? Load->getPointerOperand()
             : nullptr;
}

/// The frame is linked through the stack, which the function has to know.
StringRef JuliaVerifiedRules::findProblem(const CallBase &Call) const {
  const auto *Access = dyn_cast_or_null<Instruction>(getJuliaStack(F));
  return Access && !DT.dominates(Access, &Call)
             ? "the access to the list does not dominate it"
             : "";
}

bool JuliaVerifiedRules::isLoadKeptOutside(const LoadInst &Load) const {
  const Value *Pointer = Load.getPointerOperand();
  const Value *From = stripOffsets(Pointer);
  if (Load.hasMetadata(julia::ConstantGlobal))
    return true;
  if (const auto *Variable = dyn_cast<GlobalVariable>(From))
    return Variable->isConstant() || isImmutable(Load) ||
           Variable->hasMetadata(julia::ConstantGlobal);
  if (isArgumentArray(*From) && getKind(Load) != Kind::None &&
      getKind(*Pointer) == Kind::None)
    return true;
  return isImmutable(Load) && isKeptOutside(*Pointer);
}

bool JuliaVerifiedRules::computeIsKeptOutside(const Instruction &I) const {
  if (const Value *Object = getObject(I))
    return isKeptOutside(*Object);
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return isLoadKeptOutside(*Load);
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return callsJulia(*Call, julia::TypeOf);
  if (isa<ExtractValueInst>(I) && I.getType()->isPtrOrPtrVectorTy() &&
      getKind(I) == Kind::None)
    return false;
  if (isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, FreezeInst,
          ExtractValueInst, ExtractElementInst>(I))
    return isKeptOutside(*I.getOperand(0));
  if (const auto *Select = dyn_cast<SelectInst>(&I))
    return isKeptOutside(*Select->getTrueValue()) &&
           isKeptOutside(*Select->getFalseValue());
  return isa<PHINode, InsertElementInst, InsertValueInst, ShuffleVectorInst>(
             I) &&
         all_of(I.operand_values(), [&](const Value *V) {
           return V->getType()->isIntegerTy() || isKeptOutside(*V);
         });
}

JuliaVerifiedRules::JuliaVerifiedRules(const Function &F,
                                       const TargetLibraryInfo &TLI,
                                       const DominatorTree &DT)
    : VerifiedRules(TLI), F(F), DT(DT) {
  for (const Instruction &I : instructions(F))
    if (const auto *Call = dyn_cast<CallBase>(&I);
        Call && callsJulia(*Call, julia::PreserveBegin))
      Preserved.push_back(Call);
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const Instruction &I : instructions(F))
      if (!NotKeptOutside.contains(&I) && !computeIsKeptOutside(I)) {
        NotKeptOutside.insert(&I);
        Changed = true;
      }
  }
}

std::unique_ptr<VerifiedRules>
llvm::createJuliaVerifiedRules(const Function &F, const TargetLibraryInfo &TLI,
                               const DominatorTree &DT) {
  return std::make_unique<JuliaVerifiedRules>(F, TLI, DT);
}
