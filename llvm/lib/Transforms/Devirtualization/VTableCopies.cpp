//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VTableCopies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/SplitVTables.h"

using namespace llvm;

bool llvm::isNoMethod(const Function &F) {
  return F.getName() == "__cxa_pure_virtual" ||
         F.getName() == "__cxa_deleted_virtual";
}

bool llvm::isVTable(const GlobalVariable &GV) {
  return GV.hasInitializer() && GV.isConstant() &&
         (GV.hasMetadata(LLVMContext::MD_type) ||
          GV.getName().starts_with("_ZTV"));
}

bool llvm::isVTableCopy(const GlobalVariable &GV) {
  return GV.hasAvailableExternallyLinkage() && GV.hasInitializer() &&
         GV.hasMetadata(LLVMContext::MD_type);
}

bool llvm::isFromOtherUnit(const GlobalValue &GV) {
  return GV.isDeclarationForLinker() && !isSplitVTable(GV);
}

bool llvm::isForTypeInfo(const LoadInst &Load) {
  const DataLayout &DL = Load.getDataLayout();
  return any_of(Load.users(), [&](const User *U) {
    const auto *At = dyn_cast<GEPOperator>(U);
    if (!At)
      return false;
    APInt Offset(DL.getIndexTypeSizeInBits(At->getType()), 0);
    // Pointers to members have offsets that are not constant.
    return At->accumulateConstantOffset(DL, Offset) && Offset.isNegative() &&
           any_of(At->users(), [](const User *Slot) {
             return isa<LoadInst>(Slot) && Slot->getType()->isPointerTy();
           });
  });
}

SmallVector<VTableSlots, 2> llvm::getVTableSlots(const GlobalVariable &VTable) {
  const DataLayout &DL = VTable.getDataLayout();
  SmallVector<VTableSlots, 2> Tables;
  auto *Struct = dyn_cast<ConstantStruct>(VTable.getInitializer());
  auto Add = [&](Constant *C, uint64_t Offset) {
    if (auto *Slots = dyn_cast<ConstantArray>(C))
      Tables.push_back({Slots, Offset, std::nullopt});
  };
  if (Struct)
    for (unsigned I = 0, E = Struct->getNumOperands(); I != E; ++I)
      Add(Struct->getOperand(I),
          DL.getStructLayout(Struct->getType())->getElementOffset(I));
  else
    Add(const_cast<Constant *>(VTable.getInitializer()), 0);
  auto AddPoint = [&](uint64_t At) {
    for (VTableSlots &T : Tables)
      if (At >= T.Offset &&
          At < T.Offset + DL.getTypeAllocSize(T.Slots->getType()))
        T.AddressPoint = std::min(T.AddressPoint.value_or(At), At);
  };
  // There are types at the address point, and at the slots after it, for
  // pointers to members.
  SmallVector<MDNode *, 4> Types;
  VTable.getMetadata(LLVMContext::MD_type, Types);
  for (const MDNode *Type : Types) {
    const uint64_t At =
        mdconst::extract<ConstantInt>(Type->getOperand(0))->getZExtValue();
    AddPoint(At);
  }
  if (!Types.empty())
    return Tables;
  for (const User *U : VTable.users()) {
    const auto *Point = dyn_cast<GEPOperator>(U);
    APInt At(DL.getIndexTypeSizeInBits(VTable.getType()), 0);
    if (isa_and_nonnull<Constant>(Point) &&
        Point->accumulateConstantOffset(DL, At) && !At.isNegative())
      AddPoint(At.getZExtValue());
  }
  return Tables;
}

void llvm::replaceSlots(
    GlobalVariable &VTable,
    function_ref<Function *(Function &, std::optional<int64_t>)> Replace) {
  const DataLayout &DL = VTable.getDataLayout();
  SmallVector<Constant *, 2> Tables;
  for (const VTableSlots &T : getVTableSlots(VTable)) {
    const uint64_t Size =
        DL.getTypeAllocSize(T.Slots->getType()->getElementType());
    SmallVector<Constant *, 16> Slots;
    for (unsigned I = 0, E = T.Slots->getNumOperands(); I != E; ++I) {
      Constant *Slot = T.Slots->getOperand(I);
      std::optional<int64_t> Offset;
      if (T.AddressPoint)
        Offset = int64_t(T.Offset + I * Size - *T.AddressPoint);
      if (auto *Method = dyn_cast<Function>(Slot))
        Slot = Replace(*Method, Offset);
      Slots.push_back(Slot);
    }
    Tables.push_back(ConstantArray::get(T.Slots->getType(), Slots));
  }
  auto *Struct = dyn_cast<ConstantStruct>(VTable.getInitializer());
  if (!Struct) {
    if (!Tables.empty())
      VTable.setInitializer(Tables.front());
    return;
  }
  SmallVector<Constant *, 2> Elements;
  auto Next = Tables.begin();
  for (Value *Element : Struct->operands())
    Elements.push_back(isa<ConstantArray>(Element) ? *Next++
                                                   : cast<Constant>(Element));
  VTable.setInitializer(ConstantStruct::get(Struct->getType(), Elements));
}
