//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/InvariantGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

/// How many address computations in a row are looked through.
static constexpr unsigned MaxSteps = 64;

/// How many values that are no address computations are looked at.
static constexpr unsigned MaxVisited = 16;

/// The pointer from which \p V is computed, as long as that carries the same
/// promises.
static const Value *getOperandOfSameGroup(const Value *V) {
  if (const auto *GEP = dyn_cast<GEPOperator>(V))
    return GEP->getPointerOperand();
  if (const auto *Cast = dyn_cast<Operator>(V);
      Cast && (Cast->getOpcode() == Instruction::BitCast ||
               Cast->getOpcode() == Instruction::AddrSpaceCast ||
               Cast->getOpcode() == Instruction::Freeze))
    return Cast->getOperand(0);
  if (const auto *Call = dyn_cast<CallBase>(V)) {
    if (Call->getIntrinsicID() == Intrinsic::ptrmask)
      return Call->getArgOperand(0);
    return Call->getReturnedArgOperand();
  }
  return nullptr;
}

static const Value *stripSameGroup(const Value *V) {
  for (unsigned Step = 0; Step != MaxSteps; ++Step) {
    const Value *Operand = getOperandOfSameGroup(V);
    if (!Operand)
      break;
    V = Operand;
  }
  return V;
}

/// Whether \p V is where an object begins, without a launder or strip. What a
/// function gets may have one in a caller, into which it is inlined later.
static bool isObject(const Value *V) {
  return isa<AllocaInst, GlobalValue>(V) || isNoAliasCall(V);
}

/// Whether the same is behind a pointer to \p V for all time.
static bool isConstantMemory(const Value *V) {
  const auto *Variable = dyn_cast<GlobalVariable>(V);
  return Variable && Variable->isConstant();
}

/// Whether \p M declares \p ID for pointers of \p AddressSpace. The name is put
/// together here, because Intrinsic::getDeclarationIfExists takes longer than
/// everything else that is asked about two pointers.
static bool isDeclared(const Module &M, Intrinsic::ID ID,
                       unsigned AddressSpace) {
  SmallString<48> Name = Intrinsic::getBaseName(ID);
  Name += ".p";
  Name += utostr(AddressSpace);
  return M.getFunction(Name) != nullptr;
}

static const Module *getModule(const Value *V) {
  if (const auto *I = dyn_cast<Instruction>(V))
    return I->getModule();
  if (const auto *A = dyn_cast<Argument>(V))
    return A->getParent()->getParent();
  return nullptr;
}

/// Whether there can be a barrier where one of \p Values is. It is not looked
/// for: it may be in what is called, in a caller, or between a store of the
/// pointer and a load. A module that has none may get one from another module
/// that is compiled in the same way.
static bool canHaveBarriers(ArrayRef<const Value *> Values) {
  const Module *M = nullptr;
  SmallSetVector<unsigned, 4> AddressSpaces;
  AddressSpaces.insert(0);
  for (const Value *V : Values) {
    if (!M)
      M = getModule(V);
    if (V->getType()->isPtrOrPtrVectorTy())
      AddressSpaces.insert(V->getType()->getPointerAddressSpace());
  }
  return M &&
         (any_of(AddressSpaces,
                 [M](unsigned AddressSpace) {
                   return isDeclared(*M, Intrinsic::launder_invariant_group,
                                     AddressSpace) ||
                          isDeclared(*M, Intrinsic::strip_invariant_group,
                                     AddressSpace);
                 }) ||
          M->getModuleFlag("StrictVTablePointers"));
}

namespace {

/// Where the promises of a pointer come from.
struct Origins {
  SmallPtrSet<const Value *, 4> Values;
  bool AreObjects = true;
  bool Complete = true;
};

} // namespace

static Origins findOrigins(const Value *V) {
  Origins O;
  SmallPtrSet<const Value *, MaxVisited> Visited;
  SmallVector<const Value *, MaxVisited> Worklist = {V};
  for (unsigned Pops = 0; !Worklist.empty(); ++Pops) {
    const Value *P = stripSameGroup(Worklist.pop_back_val());
    if (!Visited.insert(P).second)
      continue;
    const auto *PN = dyn_cast<PHINode>(P);
    if (Pops > MaxVisited || (PN && PN->getNumIncomingValues() > MaxVisited)) {
      O.Complete = false;
      return O;
    }
    if (PN) {
      append_range(Worklist, PN->incoming_values());
    } else if (const auto *SI = dyn_cast<SelectInst>(P)) {
      Worklist.push_back(SI->getTrueValue());
      Worklist.push_back(SI->getFalseValue());
    } else {
      O.AreObjects &= isObject(P);
      O.Values.insert(P);
    }
  }
  return O;
}

bool llvm::mayDifferInInvariantGroup(const Value *A, const Value *B) {
  // Null points to nothing.
  if (!A->getType()->isPtrOrPtrVectorTy() || isa<ConstantPointerNull>(A) ||
      isa<ConstantPointerNull>(B))
    return false;
  const Value *StartOfA = stripSameGroup(A), *StartOfB = stripSameGroup(B);
  if (StartOfA == StartOfB || isConstantMemory(StartOfA) ||
      isConstantMemory(StartOfB) ||
      !canHaveBarriers({A, B, StartOfA, StartOfB}))
    return false;
  Origins OfA = findOrigins(StartOfA), OfB = findOrigins(StartOfB);
  if (!OfA.Complete || !OfB.Complete)
    return true;
  if (OfA.AreObjects && OfB.AreObjects)
    return false;
  return OfA.Values.size() != 1 || OfB.Values.size() != 1 ||
         *OfA.Values.begin() != *OfB.Values.begin();
}

bool llvm::mayBeDifferentPointers(const Value *A, const Value *B) {
  Type *T = A->getType();
  if (T->isPtrOrPtrVectorTy())
    return mayDifferInInvariantGroup(A, B);
  return A != B && !T->isIntOrIntVectorTy(1) && !isa<ConstantData>(A) &&
         !isa<ConstantData>(B) && canHaveBarriers({A, B});
}

bool llvm::losesOriginAsNumber(const Value *Pointer) {
  return !isa<Constant>(Pointer) && canHaveBarriers({Pointer});
}

/// Whether \p Tag, of an access to a scalar, says that it is a pointer. Clang's
/// type of each pointer has the one of this name above it.
static bool isTagOfPointer(const MDNode *Tag) {
  constexpr StringLiteral Name = "any pointer";
  constexpr unsigned AccessType = 1, Parent = 1;
  auto GetOperand = [](const MDNode *Node, unsigned Index) {
    return Node && Node->getNumOperands() > Index
               ? Node->getOperand(Index).get()
               : nullptr;
  };
  const auto *Type = dyn_cast_or_null<MDNode>(GetOperand(Tag, AccessType));
  for (unsigned Step = 0; Type && Step != MaxVisited; ++Step) {
    const auto *Id = dyn_cast_or_null<MDString>(GetOperand(Type, 0));
    if (Id && Id->getString() == Name)
      return true;
    Type = dyn_cast_or_null<MDNode>(GetOperand(Type, Parent));
  }
  return false;
}

Type *llvm::getTypeOfCopy(const Instruction &Copy, IntegerType *Number,
                          const AAMDNodes &AA) {
  Type *Pointer = PointerType::getUnqual(Number->getContext());
  const bool IsPointer = isTagOfPointer(AA.TBAA) &&
                         Copy.getDataLayout().getTypeSizeInBits(Pointer) ==
                             Number->getBitWidth() &&
                         canHaveBarriers({&Copy});
  return IsPointer ? Pointer : Number;
}
