//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCBasePointers.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AssemblyBarriers.h"
#include "llvm/Analysis/GCPointerOrigins.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <vector>

using namespace llvm;

void llvm::visitGCChoices(Instruction &Choice,
                          function_ref<void(Use &)> Visit) {
  if (auto *Phi = dyn_cast<PHINode>(&Choice)) {
    for (Use &U : Phi->incoming_values())
      Visit(U);
  } else if (isa<SelectInst>(Choice)) {
    Visit(Choice.getOperandUse(1));
    Visit(Choice.getOperandUse(2));
  } else if (isa<ExtractElementInst>(Choice)) {
    Visit(Choice.getOperandUse(0));
  } else if (isa<InsertElementInst>(Choice)) {
    Visit(Choice.getOperandUse(0));
    Visit(Choice.getOperandUse(1));
  } else if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&Choice)) {
    Visit(Choice.getOperandUse(0));
    // The second operand of a broadcast is never read.
    if (!Shuffle->isZeroEltSplat())
      Visit(Choice.getOperandUse(1));
  } else if (auto *Call = dyn_cast<IntrinsicInst>(&Choice)) {
    const GCPointerOrigin Origin = getGCPointerOrigin(Call->getIntrinsicID());
    if (!Origin.isChoice())
      return;
    for (unsigned N = 0; N != Call->arg_size(); ++N)
      if (Origin.hasOperand(N))
        Visit(Call->getArgOperandUse(N));
  }
}

bool GCBasePointers::isChoice(const Value *V) const {
  const auto *I = dyn_cast<Instruction>(V);
  return I && Pointers.getKind(V->getType()) != GCPointerKind::Base &&
         getGCPointerOrigin(*I).isChoice();
}

/// Whether \p V comes from memory, or from a call of more than an intrinsic
/// that computes.
static bool mayLoad(const Value &V) {
  const auto *Call = dyn_cast<IntrinsicInst>(&V);
  if (!Call)
    return true;
  const GCPointerOrigin Origin = getGCPointerOrigin(Call->getIntrinsicID());
  return Origin.K == GCPointerOrigin::Base ||
         Origin.K == GCPointerOrigin::MemoryOr;
}

/// The object whose memory \p V is, if something in the function says so.
static Value *getObjectOfMemory(Value *V) {
  if (auto *Load = dyn_cast<LoadInst>(V))
    return Load->getPointerOperand();
  if (auto *Call = dyn_cast<CallBase>(V))
    if (Call->arg_size() != 0 &&
        Call->getArgOperand(0)->getType()->isPtrOrPtrVectorTy())
      return Call->getArgOperand(0);
  return nullptr;
}

/// What \p V gets its object from, or null if it is an origin. Clears
/// \p IsCopy if it is another pointer into that object.
Value *GCBasePointers::stepBack(Value *V, bool &IsCopy) const {
  if (isa<Constant>(V) || Pointers.getKind(V->getType()) == GCPointerKind::Base)
    return nullptr;
  if (auto *GEP = dyn_cast<GetElementPtrInst>(V)) {
    Value *Pointer = GEP->getPointerOperand();
    IsCopy &= GEP->hasAllZeroIndices() && Pointer->getType() == V->getType();
    return Pointer;
  }
  if (isa<BitCastInst, AddrSpaceCastInst>(V)) {
    // A reference may have been another pointer on the way.
    Value *Source = V;
    do
      Source = cast<CastInst>(Source)->getOperand(0);
    while (Pointers.getKind(Source->getType()) == GCPointerKind::None &&
           isa<BitCastInst, AddrSpaceCastInst>(Source));
    if (Pointers.getKind(Source->getType()) == GCPointerKind::None)
      return nullptr;
    IsCopy &= Source->getType() == V->getType();
    return Source;
  }
  if (auto *Freeze = dyn_cast<FreezeInst>(V))
    return Freeze->getOperand(0);
  if (const Use *Source = getSourceOfBarrier(*V))
    return Source->get();
  if (Pointers.getKind(V->getType()) == GCPointerKind::Loaded && mayLoad(*V))
    if (Value *Object = getObjectOfMemory(V);
        Object && Pointers.getKind(Object->getType()) != GCPointerKind::None) {
      IsCopy = false;
      return Object;
    }
  if (auto *Call = dyn_cast<IntrinsicInst>(V)) {
    const GCPointerOrigin Origin = getGCPointerOrigin(Call->getIntrinsicID());
    if (Origin.K != GCPointerOrigin::Copy &&
        Origin.K != GCPointerOrigin::Derived)
      return nullptr;
    Value *Source = Call->getArgOperand(Origin.getOperand());
    IsCopy &= Origin.K == GCPointerOrigin::Copy;
    if (Pointers.getKind(Source->getType()) != GCPointerKind::None)
      return Source;
  }
  return nullptr;
}

bool GCBasePointers::isUnknown(const GCBase &Base) const {
  const auto *I = dyn_cast<Instruction>(Base.V);
  if (!I || Pointers.getKind(I->getType()) == GCPointerKind::Base)
    return false;
  const GCPointerOrigin Origin = getGCPointerOrigin(*I);
  // Memory is not loaded twice.
  if (Base.IsMirror)
    return Origin.K == GCPointerOrigin::MemoryOr;
  // An intrinsic that is derived from what is no reference.
  return Origin.isUnknown() ||
         (isa<IntrinsicInst>(I) && (Origin.K == GCPointerOrigin::Copy ||
                                    Origin.K == GCPointerOrigin::Derived));
}

GCBasePointers::Origin GCBasePointers::getOrigin(Value *V) {
  SmallVector<std::pair<Value *, bool>, 8> Steps;
  Origin Found{V, true};
  while (true) {
    auto It = Origins.find(Found.Root);
    if (It != Origins.end()) {
      Found = It->second;
      break;
    }
    bool IsCopy = true;
    Value *Source = stepBack(Found.Root, IsCopy);
    Found.IsCopy = true;
    if (!Source)
      break;
    Steps.emplace_back(Found.Root, IsCopy);
    Found.Root = Source;
  }
  for (const auto &[Step, IsCopy] : reverse(Steps)) {
    Found.IsCopy &= IsCopy;
    Origins[Step] = Found;
  }
  return Found;
}

static GCBase getNullBase(const GCPointers &Pointers, Type *Ty) {
  return {Constant::getNullValue(Pointers.getRootType(Ty)), false};
}

namespace llvm {

/// Answers both questions for the choices that one of them reaches.
class GCBaseSolver {
  struct Node {
    Instruction *Choice;
    /// Those that choose from this one, or from what points into its object.
    SmallVector<unsigned, 2> Users;
    bool IsBase = true;
    /// The state of the lattice; no value is unknown.
    GCBase Base;
  };

  GCBasePointers &Bases;
  std::vector<Node> Nodes;
  DenseMap<Value *, unsigned> Numbers;
  SmallVector<unsigned, 16> Changed;

  unsigned getNode(Value *Choice);
  void addInput(unsigned User, Value *Input);
  bool isSolved(Value *Choice) const { return Bases.Choices.contains(Choice); }
  void refute(unsigned Number);
  void meet(unsigned Number, GCBase Other);
  void findBases();
  void findSharedBases();

public:
  explicit GCBaseSolver(GCBasePointers &Bases) : Bases(Bases) {}
  void solve(Value *Choice);
};

} // end namespace llvm

unsigned GCBaseSolver::getNode(Value *Choice) {
  auto [It, Inserted] = Numbers.try_emplace(Choice, Nodes.size());
  if (Inserted) {
    Nodes.emplace_back();
    Nodes.back().Choice = cast<Instruction>(Choice);
  }
  return It->second;
}

void GCBaseSolver::refute(unsigned Number) {
  if (!Nodes[Number].IsBase)
    return;
  Nodes[Number].IsBase = false;
  Changed.push_back(Number);
}

void GCBaseSolver::addInput(unsigned User, Value *Input) {
  const auto Origin = Bases.getOrigin(Input);
  if (isa<Constant>(Origin.Root)) {
    if (!Origin.IsCopy || !cast<Constant>(Origin.Root)->isNullValue())
      refute(User);
    return;
  }
  if (!Origin.IsCopy || Bases.isUnknown({Origin.Root, false}))
    refute(User);
  if (!Bases.isChoice(Origin.Root))
    return;
  if (isSolved(Origin.Root)) {
    if (Bases.find(Origin.Root) != GCBase{Origin.Root, false})
      refute(User);
    return;
  }
  const unsigned Number = getNode(Origin.Root);
  Nodes[Number].Users.push_back(User);
}

/// The first question. What is not refuted has itself for a base.
void GCBaseSolver::findBases() {
  for (unsigned I = 0; I != Nodes.size(); ++I)
    visitGCChoices(*Nodes[I].Choice,
                   [&](Use &Input) { addInput(I, Input.get()); });
  while (!Changed.empty()) {
    const unsigned Number = Changed.pop_back_val();
    for (const unsigned User : Nodes[Number].Users)
      refute(User);
  }
}

void GCBaseSolver::meet(unsigned Number, GCBase Other) {
  Node &N = Nodes[Number];
  const GCBase Mirror{N.Choice, true};
  if (!Other.V || N.Base == Other || N.Base == Mirror)
    return;
  // After a mirror, each choice has one: which of them are the same is not
  // asked.
  Type *Ty = N.Choice->getType();
  // An element of a vector has the base that all elements have.
  const bool IsShared =
      !N.Base.V && !Other.IsMirror &&
      isa<PHINode, SelectInst, ExtractElementInst>(N.Choice) &&
      (Other.V->getType() == Ty ||
       Other.V->getType() == Bases.Pointers.getRootType(Ty));
  N.Base = IsShared ? Other : Mirror;
  Changed.push_back(Number);
}

/// The second question.
void GCBaseSolver::findSharedBases() {
  for (unsigned I = 0; I != Nodes.size(); ++I) {
    if (Nodes[I].IsBase) {
      Nodes[I].Base = {Nodes[I].Choice, false};
      continue;
    }
    visitGCChoices(*Nodes[I].Choice, [&](Use &Input) {
      Value *Root = Bases.getOrigin(Input.get()).Root;
      auto It = Numbers.find(Root);
      if (It == Numbers.end())
        meet(I, Bases.find(Root));
      else if (Nodes[It->second].IsBase)
        meet(I, {Root, false});
    });
  }
  while (!Changed.empty()) {
    const unsigned Number = Changed.pop_back_val();
    const GCBase Base = Nodes[Number].Base;
    for (const unsigned User : Nodes[Number].Users)
      if (!Nodes[User].IsBase)
        meet(User, Base);
  }
}

void GCBaseSolver::solve(Value *Choice) {
  getNode(Choice);
  findBases();
  findSharedBases();
  for (Node &N : Nodes) {
    // Phis that choose from nothing but each other are never executed.
    if (!N.Base.V)
      N.Base = getNullBase(Bases.Pointers, N.Choice->getType());
    Bases.Choices[N.Choice] = N.Base;
  }
}

GCBase GCBasePointers::find(Value *V) {
  Value *Root = getOrigin(V).Root;
  if (isa<Constant>(Root))
    return getNullBase(Pointers, Root->getType());
  if (!isChoice(Root))
    return {Root, false};
  auto It = Choices.find(Root);
  if (It != Choices.end())
    return It->second;
  GCBaseSolver(*this).solve(Root);
  return Choices.lookup(Root);
}

void GCBasePointers::forget(Value *V) {
  Origins.erase(V);
  Choices.erase(V);
}
