//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Types are immutable, so what has a type of its own is made anew: structures,
/// functions and global variables. Instructions stay and get another type.
///
///   1. Each global whose type changes gets a successor; the blocks of a
///      function move there.
///   2. Operands, types, attributes and metadata are mapped everywhere.
///   3. Casts from address space 0 to itself are replaced by their operands;
///      those in constants already during the mapping.
///   4. The predecessors are erased.
///
//===----------------------------------------------------------------------===//

#include "JuliaGC.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/GC/JuliaPasses.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace {

/// Types without the four address spaces.
class PlainTypes final : public ValueMapTypeRemapper {
  DenseMap<Type *, Type *> Known;
  bool Changed = false;

  Type *remapParts(Type *Ty);
  Type *remapStruct(StructType *Ty, ArrayRef<Type *> Parts);

public:
  Type *remapType(Type *Ty) override;
  bool hasChanged() const { return Changed; }

  static unsigned remapSpace(unsigned Space) {
    return julia::isSpecialAddressSpace(Space) ? 0 : Space;
  }
};

/// Maps everything in a module.
class Remover final : public ValueMaterializer {
  const RemapFlags Flags =
      RF_IgnoreMissingLocals | RF_ReuseAndMutateDistinctMDs;

  Module &M;
  PlainTypes Types;
  ValueToValueMapTy Map;
  /// Globals and their successors.
  MapVector<GlobalValue *, GlobalValue *> Replaced;

  AttributeList remapAttributes(AttributeList Attributes);
  Function *makeIntrinsic(const Function &F, FunctionType *Ty);
  Function *makeFunction(Function &F, FunctionType *Ty);
  void replaceFunction(Function &F);
  void replaceVariable(GlobalVariable &G);
  void replaceAlias(GlobalAlias &A);
  void replaceIFunc(GlobalIFunc &G);
  void replace(GlobalValue &G, GlobalValue &New);

  void remapFunction(ValueMapper &Mapper, Function &F);
  void remapSymbols(ValueMapper &Mapper);
  void moveContents(ValueMapper &Mapper);
  void eraseReplaced();

public:
  explicit Remover(Module &M) : M(M) {}
  Value *materialize(Value *V) override;
  bool run();
};

} // end anonymous namespace

Type *PlainTypes::remapStruct(StructType *Ty, ArrayRef<Type *> Parts) {
  if (Ty->isLiteral())
    return StructType::get(Ty->getContext(), Parts, Ty->isPacked());
  const std::string Name = Ty->hasName() ? Ty->getName().str() : "";
  if (Ty->hasName())
    Ty->setName("");
  return StructType::create(Ty->getContext(), Parts, Name, Ty->isPacked());
}

/// Returns \p Ty made of plain parts.
Type *PlainTypes::remapParts(Type *Ty) {
  SmallVector<Type *, 8> Parts;
  for (Type *Part : Ty->subtypes())
    Parts.push_back(remapType(Part));
  if (equal(Parts, Ty->subtypes()))
    return Ty;
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return ArrayType::get(Parts[0], Array->getNumElements());
  if (auto *Vector = dyn_cast<VectorType>(Ty))
    return VectorType::get(Parts[0], Vector->getElementCount());
  if (auto *Struct = dyn_cast<StructType>(Ty))
    return remapStruct(Struct, Parts);
  if (auto *Function = dyn_cast<FunctionType>(Ty))
    return FunctionType::get(Parts[0], ArrayRef(Parts).drop_front(),
                             Function->isVarArg());
  if (auto *Target = dyn_cast<TargetExtType>(Ty))
    return TargetExtType::get(Ty->getContext(), Target->getName(), Parts,
                              Target->int_params());
  return Ty;
}

Type *PlainTypes::remapType(Type *Ty) {
  if (auto *Pointer = dyn_cast<PointerType>(Ty)) {
    const unsigned Space = Pointer->getAddressSpace();
    if (!julia::isSpecialAddressSpace(Space))
      return Ty;
    Changed = true;
    return PointerType::get(Ty->getContext(), remapSpace(Space));
  }
  if (const auto It = Known.find(Ty); It != Known.end())
    return It->second;
  Type *New = remapParts(Ty);
  Known[Ty] = New;
  Known[New] = New;
  return New;
}

static bool hasPlainAddress(const GlobalValue &G) {
  return !julia::isSpecialAddressSpace(G.getAddressSpace());
}

/// Returns the members of a list that may be changed meanwhile.
template <typename T, typename RangeT>
static SmallVector<T *, 16> collect(RangeT &&Range) {
  return to_vector<16>(make_pointer_range(Range));
}

/// Returns what \p V becomes if that is not made of its mapped operands alone:
/// a cast in a constant that changes nothing any more.
Value *Remover::materialize(Value *V) {
  auto *Expr = dyn_cast<ConstantExpr>(V);
  if (!Expr || Expr->getOpcode() != Instruction::AddrSpaceCast)
    return nullptr;
  Value *Operand = MapValue(Expr->getOperand(0), Map, Flags, &Types, this);
  return Operand->getType() == Types.remapType(Expr->getType()) ? Operand
                                                                : nullptr;
}

AttributeList Remover::remapAttributes(AttributeList Attributes) {
  LLVMContext &Context = M.getContext();
  for (unsigned Index : Attributes.indexes())
    for (const Attribute Attr : Attributes.getAttributes(Index))
      if (Attr.isTypeAttribute() && Attr.getValueAsType())
        Attributes = Attributes.replaceAttributeTypeAtIndex(
            Context, Index, Attr.getKindAsEnum(),
            Types.remapType(Attr.getValueAsType()));
  return Attributes;
}

/// Says that \p New is what \p G was.
void Remover::replace(GlobalValue &G, GlobalValue &New) {
  Map[&G] = &New;
  Replaced[&G] = &New;
}

/// Returns the intrinsic of \p F for type \p Ty, or null if there is none.
Function *Remover::makeIntrinsic(const Function &F, FunctionType *Ty) {
  SmallVector<Type *, 4> Overloads;
  const Intrinsic::ID ID = F.getIntrinsicID();
  if (!ID || !Intrinsic::getIntrinsicSignature(ID, Ty, Overloads))
    return nullptr;
  return Intrinsic::getOrInsertDeclaration(&M, ID, Overloads);
}

/// Returns a function like \p F of type \p Ty, which takes its body.
Function *Remover::makeFunction(Function &F, FunctionType *Ty) {
  Function *New = Function::Create(Ty, F.getLinkage(),
                                   PlainTypes::remapSpace(F.getAddressSpace()));
  M.getFunctionList().insert(F.getIterator(), New);
  New->takeName(&F);
  New->copyAttributesFrom(&F);
  New->setComdat(F.getComdat());
  New->copyMetadata(&F, 0);
  F.clearMetadata();
  New->splice(New->begin(), &F);
  for (auto [Argument, NewArgument] : zip_equal(F.args(), New->args())) {
    NewArgument.takeName(&Argument);
    Map[&Argument] = &NewArgument;
  }
  return New;
}

void Remover::replaceFunction(Function &F) {
  auto *Ty = cast<FunctionType>(Types.remapType(F.getFunctionType()));
  if (Ty == F.getFunctionType() && hasPlainAddress(F))
    return;
  Function *New = makeIntrinsic(F, Ty);
  replace(F, New ? *New : *makeFunction(F, Ty));
}

void Remover::replaceVariable(GlobalVariable &G) {
  Type *Ty = Types.remapType(G.getValueType());
  if (Ty == G.getValueType() && hasPlainAddress(G))
    return;
  auto *New = new GlobalVariable(
      M, Ty, G.isConstant(), G.getLinkage(), /*Initializer=*/nullptr, "", &G,
      G.getThreadLocalMode(), Types.remapSpace(G.getAddressSpace()),
      G.isExternallyInitialized());
  New->takeName(&G);
  New->copyAttributesFrom(&G);
  New->setComdat(G.getComdat());
  New->copyMetadata(&G, 0);
  G.clearMetadata();
  replace(G, *New);
}

void Remover::replaceAlias(GlobalAlias &A) {
  Type *Ty = Types.remapType(A.getValueType());
  if (Ty == A.getValueType() && hasPlainAddress(A))
    return;
  auto *New = GlobalAlias::create(Ty, Types.remapSpace(A.getAddressSpace()),
                                  A.getLinkage(), "", &M);
  New->takeName(&A);
  New->copyAttributesFrom(&A);
  replace(A, *New);
}

void Remover::replaceIFunc(GlobalIFunc &G) {
  Type *Ty = Types.remapType(G.getValueType());
  if (Ty == G.getValueType() && hasPlainAddress(G))
    return;
  auto *New = GlobalIFunc::create(Ty, Types.remapSpace(G.getAddressSpace()),
                                  G.getLinkage(), "", nullptr, &M);
  New->takeName(&G);
  New->copyAttributesFrom(&G);
  replace(G, *New);
}

/// Maps what \p F consists of, and takes the casts out that do nothing.
void Remover::remapFunction(ValueMapper &Mapper, Function &F) {
  F.setAttributes(remapAttributes(F.getAttributes()));
  Mapper.remapFunction(F);
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isa<AddrSpaceCastInst>(I) &&
        I.getType() == I.getOperand(0)->getType()) {
      // In a block that cannot be reached, a cast may be its own operand.
      Value *Operand = I.getOperand(0);
      if (Operand == &I)
        Operand = PoisonValue::get(I.getType());
      I.replaceAllUsesWith(Operand);
      I.eraseFromParent();
    }
}

/// Maps what variables, aliases and resolved functions without a successor
/// consist of, and the metadata of all variables.
void Remover::remapSymbols(ValueMapper &Mapper) {
  for (GlobalVariable &G : M.globals()) {
    Mapper.remapGlobalObjectMetadata(G);
    if (G.hasInitializer() && !Replaced.count(&G))
      G.setInitializer(Mapper.mapConstant(*G.getInitializer()));
  }
  for (GlobalAlias &A : M.aliases())
    if (!Replaced.count(&A))
      A.setAliasee(Mapper.mapConstant(*A.getAliasee()));
  for (GlobalIFunc &G : M.ifuncs())
    if (!Replaced.count(&G))
      G.setResolver(Mapper.mapConstant(*G.getResolver()));
}

/// Gives the successors of variables, aliases and resolved functions what their
/// predecessors had.
void Remover::moveContents(ValueMapper &Mapper) {
  for (const auto &[From, To] : Replaced) {
    if (auto *G = dyn_cast<GlobalVariable>(From)) {
      if (G->hasInitializer())
        cast<GlobalVariable>(To)->setInitializer(
            Mapper.mapConstant(*G->getInitializer()));
    } else if (auto *A = dyn_cast<GlobalAlias>(From)) {
      cast<GlobalAlias>(To)->setAliasee(Mapper.mapConstant(*A->getAliasee()));
    } else if (auto *R = dyn_cast<GlobalIFunc>(From)) {
      cast<GlobalIFunc>(To)->setResolver(Mapper.mapConstant(*R->getResolver()));
    }
  }
}

void Remover::eraseReplaced() {
  for (const auto &[From, To] : Replaced)
    if (auto *F = dyn_cast<Function>(From))
      F->dropAllReferences();
    else if (auto *G = dyn_cast<GlobalVariable>(From))
      G->setInitializer(nullptr);
    else
      cast<User>(From)->dropAllReferences();
  for (const auto &[From, To] : Replaced)
    From->removeDeadConstantUsers();
  for (const auto &[From, To] : Replaced)
    From->eraseFromParent();
}

bool Remover::run() {
  for (Function *F : collect<Function>(M.functions()))
    replaceFunction(*F);
  for (GlobalVariable *G : collect<GlobalVariable>(M.globals()))
    replaceVariable(*G);
  for (GlobalAlias *A : collect<GlobalAlias>(M.aliases()))
    replaceAlias(*A);
  for (GlobalIFunc *G : collect<GlobalIFunc>(M.ifuncs()))
    replaceIFunc(*G);

  ValueMapper Mapper(Map, Flags, &Types, this);
  moveContents(Mapper);
  for (Function &F : M)
    if (!Replaced.count(&F))
      remapFunction(Mapper, F);
  remapSymbols(Mapper);
  for (NamedMDNode &Node : M.named_metadata())
    for (unsigned Number = 0; Number != Node.getNumOperands(); ++Number)
      Node.setOperand(Number, Mapper.mapMDNode(*Node.getOperand(Number)));
  eraseReplaced();
  return Types.hasChanged();
}

PreservedAnalyses JuliaRemoveAddressSpacesPass::run(Module &M,
                                                    ModuleAnalysisManager &) {
  return Remover(M).run() ? PreservedAnalyses::none()
                          : PreservedAnalyses::all();
}
