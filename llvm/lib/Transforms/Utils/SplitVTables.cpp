//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Utils/SplitVTables.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

static constexpr StringLiteral SplitAttr = "managed-split-vtable";
static constexpr StringLiteral ListName = "managed.closed_types";

/// \returns whether another part of the module may have \p GV, and a copy of it
/// says as much: a copy has no comdat, no section, and no aliases, and weak
/// definitions may differ.
static bool mayCopy(const GlobalVariable &GV) {
  return GV.hasMetadata(LLVMContext::MD_type) && GV.hasInitializer() &&
         GV.isConstant() && !GV.isThreadLocal() && !GV.isInterposable() &&
         !GV.hasAvailableExternallyLinkage() &&
         !GV.hasMetadata(LLVMContext::MD_associated) &&
         none_of(GV.users(), IsaPred<GlobalAlias>);
}

/// Lists the types that have got a name with \p ModuleId.
static void listClosedTypes(Module &M, StringRef ModuleId) {
  MapVector<Metadata *, uint64_t> VTables;
  SmallVector<MDNode *, 4> Types;
  for (const GlobalVariable &GV : M.globals()) {
    Types.clear();
    GV.getMetadata(LLVMContext::MD_type, Types);
    for (const MDNode *Type : Types) {
      auto *Name = dyn_cast<MDString>(Type->getOperand(1));
      StringRef Number = Name ? Name->getString() : "";
      if (Number.consume_back(ModuleId) && !Number.empty() &&
          all_of(Number, isDigit))
        ++VTables[Name];
    }
  }
  if (VTables.empty())
    return;
  LLVMContext &C = M.getContext();
  NamedMDNode *List = M.getOrInsertNamedMetadata(ListName);
  for (const auto &[Name, Number] : VTables)
    List->addOperand(
        MDNode::get(C, {Name, ConstantAsMetadata::get(ConstantInt::get(
                                  Type::getInt64Ty(C), Number))}));
}

bool llvm::isDevirtualized(const Module &M) {
  const auto *Flag = mdconst::dyn_extract_or_null<ConstantInt>(
      M.getModuleFlag("managed-devirtualize"));
  return Flag && !Flag->isZero();
}

void llvm::makeDeclaration(GlobalVariable &VTable) {
  VTable.setInitializer(nullptr);
  VTable.setLinkage(GlobalValue::ExternalLinkage);
  VTable.eraseMetadata(LLVMContext::MD_type);
  VTable.setAttributes({});
  // Only what is defined here is kept for the optimizer; a declaration would be
  // a symbol that the module needs.
  removeFromUsedLists(*VTable.getParent(),
                      [&](Constant *C) { return C == &VTable; });
}

void llvm::keepSplitVTables(Module &M, StringRef ModuleId) {
  if (!isDevirtualized(M))
    return;
  listClosedTypes(M, ModuleId);
  for (GlobalVariable &GV : M.globals()) {
    if (!mayCopy(GV))
      continue;
    GV.setComdat(nullptr);
    GV.setLinkage(GlobalValue::AvailableExternallyLinkage);
    GV.addAttribute(SplitAttr);
    // Nobody is to conclude that these are all vtables of a class.
    GV.eraseMetadata(LLVMContext::MD_vcall_visibility);
  }
}

void llvm::forgetSplitVTables(Module &M) {
  for (GlobalVariable &GV : M.globals())
    if (isSplitVTable(GV))
      makeDeclaration(GV);
}

bool llvm::isSplitVTable(const GlobalValue &GV) {
  const auto *Variable = dyn_cast<GlobalVariable>(&GV);
  return Variable && Variable->hasAvailableExternallyLinkage() &&
         Variable->hasAttribute(SplitAttr);
}

void llvm::forEachClosedType(const Module &M,
                             function_ref<void(Metadata *, uint64_t)> Found) {
  const NamedMDNode *List = M.getNamedMetadata(ListName);
  if (!List)
    return;
  for (const MDNode *Entry : List->operands()) {
    if (Entry->getNumOperands() != 2)
      continue;
    const auto *Number =
        mdconst::dyn_extract_or_null<ConstantInt>(Entry->getOperand(1));
    if (isa_and_nonnull<MDString>(Entry->getOperand(0)) && Number &&
        Number->getValue().isIntN(64))
      Found(Entry->getOperand(0), Number->getZExtValue());
  }
}
