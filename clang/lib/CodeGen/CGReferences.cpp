//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// References of a garbage collector in C and C++.
///
//===----------------------------------------------------------------------===//

#include "CGReferences.h"
#include "CodeGenTypes.h"
#include "TargetInfo.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/CodeGen/CGFunctionInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GCAddressSpaces.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Casting.h"
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

using namespace clang;
using namespace CodeGen;

/// The number of general purpose registers for arguments on AArch64.
static constexpr unsigned NumArgumentRegisters = 8;
static constexpr uint64_t RegisterSize = 8;

std::string CodeGen::addReferenceSpaces(llvm::StringRef Layout,
                                        const llvm::Module &M,
                                        const CodeGenOptions &Opts) {
  const llvm::DataLayout Target(Layout), &Own = M.getDataLayout();
  llvm::SmallVector<unsigned, 2> Spaces;
  for (const unsigned Space : Own.getNonStandardAddressSpaces())
    if (Own.hasUnstableRepresentation(Space))
      Spaces.push_back(Space);
  for (llvm::StringRef Value : Opts.DefaultFunctionAttrs)
    // Functions with a list that cannot be read are reported by passes.
    if (Value.consume_front(llvm::GCAddressSpacesAttr) &&
        Value.consume_front("="))
      if (auto Named = llvm::expectedToOptional(
              llvm::parseAddressSpaces(Value, /*AboutZero=*/"")))
        llvm::append_range(Spaces, *Named);
  llvm::sort(Spaces);
  Spaces.erase(llvm::unique(Spaces), Spaces.end());
  std::string Result = Layout.str(), Separator = "-ni:";
  for (const unsigned Space : Spaces)
    if (!Target.hasUnstableRepresentation(Space)) {
      Result += Separator + std::to_string(Space);
      Separator = ":";
    }
  return Result;
}

namespace {

/// A reference in a type, and where.
using Reference = std::pair<uint64_t, llvm::PointerType *>;
using References = llvm::SmallVector<Reference, 4>;

} // end anonymous namespace

static void findReferences(llvm::Type *Ty, uint64_t Offset,
                           const llvm::DataLayout &DL, References &Found) {
  if (auto *Struct = llvm::dyn_cast<llvm::StructType>(Ty)) {
    const llvm::StructLayout *Layout = DL.getStructLayout(Struct);
    for (const auto &[I, Member] : llvm::enumerate(Struct->elements()))
      findReferences(Member, Offset + Layout->getElementOffset(I), DL, Found);
  } else if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(Ty)) {
    const uint64_t Size = DL.getTypeAllocSize(Array->getElementType());
    References Element;
    findReferences(Array->getElementType(), 0, DL, Element);
    if (!Element.empty())
      for (uint64_t I = 0; I != Array->getNumElements(); ++I)
        for (const auto &[Place, Pointer] : Element)
          Found.emplace_back(Offset + I * Size + Place, Pointer);
  } else if (auto *Pointer = llvm::dyn_cast<llvm::PointerType>(Ty);
             Pointer && DL.hasUnstableRepresentation(Pointer)) {
    Found.emplace_back(Offset, Pointer);
  }
}

static bool hasReferences(const llvm::DataLayout &DL) {
  return llvm::any_of(DL.getNonStandardAddressSpaces(), [&DL](unsigned Space) {
    return DL.hasUnstableRepresentation(Space);
  });
}

bool CodeGen::hasAmbiguousReferences(const RecordDecl &Union,
                                     CodeGenTypes &Types) {
  const llvm::DataLayout &DL = Types.getDataLayout();
  if (!hasReferences(DL))
    return false;
  std::optional<References> First;
  for (const FieldDecl *Field : Union.fields()) {
    References Found;
    if (!Field->isBitField())
      findReferences(Types.ConvertTypeForMem(Field->getType()), 0, DL, Found);
    if (!First)
      First = std::move(Found);
    else if (*First != Found)
      return true;
  }
  return false;
}

/// Whether \p E takes and gives whole values, and computes nothing.
static bool isAtomicExchange(const AtomicExpr &E) {
  switch (E.getOp()) {
  case AtomicExpr::AO__c11_atomic_load:
  case AtomicExpr::AO__c11_atomic_store:
  case AtomicExpr::AO__c11_atomic_exchange:
  case AtomicExpr::AO__atomic_load:
  case AtomicExpr::AO__atomic_load_n:
  case AtomicExpr::AO__atomic_store:
  case AtomicExpr::AO__atomic_store_n:
  case AtomicExpr::AO__atomic_exchange:
  case AtomicExpr::AO__atomic_exchange_n:
  case AtomicExpr::AO__scoped_atomic_load:
  case AtomicExpr::AO__scoped_atomic_load_n:
  case AtomicExpr::AO__scoped_atomic_store:
  case AtomicExpr::AO__scoped_atomic_store_n:
  case AtomicExpr::AO__scoped_atomic_exchange:
  case AtomicExpr::AO__scoped_atomic_exchange_n:
    return true;
  default:
    return E.isCmpXChg();
  }
}

llvm::Type *CodeGen::getAtomicReferenceType(const AtomicExpr &E, QualType Ty,
                                            CodeGenTypes &Types) {
  const llvm::DataLayout &DL = Types.getDataLayout();
  if (!hasReferences(DL) || !isAtomicExchange(E))
    return nullptr;
  llvm::Type *Memory = Types.ConvertTypeForMem(Ty);
  References Found;
  findReferences(Memory, 0, DL, Found);
  if (Found.size() != 1 ||
      DL.getTypeAllocSize(Memory) != DL.getTypeAllocSize(Found.front().second))
    return nullptr;
  return Found.front().second;
}

/// The type of \p Chosen, of one or two registers, in which the references of
/// \p Ty are such, or null if there are none.
static llvm::Type *getTypeWithReferences(llvm::Type *Chosen, llvm::Type *Ty,
                                         const llvm::DataLayout &DL) {
  References Found;
  findReferences(Ty, 0, DL, Found);
  if (Found.empty())
    return nullptr;
  llvm::SmallVector<llvm::Type *, 2> Words(
      DL.getTypeAllocSize(Chosen).getFixedValue() / RegisterSize,
      llvm::Type::getInt64Ty(Ty->getContext()));
  for (const auto &[Offset, Pointer] : Found) {
    if (Offset % RegisterSize || Offset / RegisterSize >= Words.size() ||
        DL.getPointerTypeSize(Pointer) != RegisterSize)
      return nullptr;
    Words[Offset / RegisterSize] = Pointer;
  }
  if (Words.size() == 1)
    return Words.front();
  // What is an array is passed in registers or in memory as a whole.
  if (llvm::all_equal(Words))
    return llvm::ArrayType::get(Words.front(), Words.size());
  return llvm::StructType::get(Ty->getContext(), Words);
}

namespace {

/// Counts the general purpose registers that arguments take.
class Registers {
  unsigned Next = 0;
  /// Whether those of an i128 have an even number in front.
  const bool HasAlignedPairs;

  static unsigned count(llvm::Type *Ty) {
    if (Ty->isPointerTy())
      return 1;
    if (const auto *Integer = llvm::dyn_cast<llvm::IntegerType>(Ty))
      return llvm::divideCeil(Integer->getBitWidth(), 64);
    if (const auto *Array = llvm::dyn_cast<llvm::ArrayType>(Ty))
      return Array->getNumElements() * count(Array->getElementType());
    unsigned Sum = 0;
    if (llvm::isa<llvm::StructType>(Ty))
      for (llvm::Type *Member : Ty->subtypes())
        Sum += count(Member);
    return Sum;
  }

public:
  explicit Registers(bool HasAlignedPairs) : HasAlignedPairs(HasAlignedPairs) {}

  /// Adds those of an argument, whose type is \p Ty if nothing else was chosen.
  void add(const ABIArgInfo &Info, llvm::Type *Ty) {
    if (Info.isIndirect()) {
      ++Next;
      return;
    }
    if (Info.isIgnore() || !Info.canHaveCoerceToType())
      return;
    if (Info.getCoerceToType())
      Ty = Info.getCoerceToType();
    if (HasAlignedPairs && Ty->isIntegerTy(128))
      Next = llvm::alignTo(Next, 2);
    Next += count(Ty);
  }

  /// Returns true if the next two words are not both in registers, although
  /// there is one.
  bool hasOneLeft() const { return Next == NumArgumentRegisters - 1; }
};

} // end anonymous namespace

/// The type that \p Info should have for \p Ty, or null if it is right.
static llvm::Type *findCoercion(const ABIArgInfo &Info, QualType Ty,
                                CodeGenTypes &Types) {
  if (!Info.isDirect() || !Ty->isRecordType() || !Info.getCoerceToType())
    return nullptr;
  llvm::Type *Chosen = Info.getCoerceToType();
  if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(Chosen))
    Chosen = Array->getElementType();
  if (!Chosen->isIntegerTy())
    return nullptr;
  return getTypeWithReferences(Info.getCoerceToType(), Types.ConvertType(Ty),
                               Types.getDataLayout());
}

void CodeGen::typeReferences(CGFunctionInfo &FI, CodeGenTypes &Types,
                             AArch64ABIKind ABI) {
  if (!hasReferences(Types.getDataLayout()))
    return;
  ABIArgInfo &Result = FI.getReturnInfo();
  if (llvm::Type *Ty = findCoercion(Result, FI.getReturnType(), Types))
    Result.setCoerceToType(Ty);
  Registers Used(ABI != AArch64ABIKind::DarwinPCS);
  // Others pass variable arguments in other places than fixed ones, or
  // floating-point numbers in the same registers.
  const bool CanPad = ABI == AArch64ABIKind::AAPCS ||
                      (ABI != AArch64ABIKind::AAPCSSoft && !FI.isVariadic());
  for (auto &Argument : FI.arguments()) {
    ABIArgInfo &Info = Argument.info;
    // One of an aligned pair of registers cannot be expressed by two words.
    if (Info.isDirect() && Info.getCoerceToType() &&
        Info.getCoerceToType()->isIntegerTy(128)) {
      Used.add(Info, nullptr);
      continue;
    }
    llvm::Type *Ty = findCoercion(Info, Argument.type, Types);
    if (Ty && (CanPad || !llvm::isa<llvm::StructType>(Ty))) {
      // Two words of different types are two arguments, and both are in memory
      // if there is one register left.
      llvm::Type *Padding = nullptr;
      if (llvm::isa<llvm::StructType>(Ty) && Used.hasOneLeft())
        Padding = llvm::Type::getInt64Ty(Ty->getContext());
      Info = ABIArgInfo::getDirect(Ty, 0, Padding);
      if (Padding)
        Used.add(ABIArgInfo::getDirect(Padding), Padding);
    }
    Used.add(Info, Types.ConvertType(Argument.type));
  }
}
