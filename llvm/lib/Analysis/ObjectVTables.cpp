//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/ObjectVTables.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

static constexpr StringLiteral Kind = "object_vtables";

void llvm::setObjectVTables(GlobalVariable &Variable,
                            ArrayRef<ObjectVTable> VTables) {
  LLVMContext &C = Variable.getContext();
  const auto GetNumber = [&](uint64_t N) -> Metadata * {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(C), N));
  };
  SmallVector<Metadata *, 12> Operands;
  for (const ObjectVTable &Known : VTables)
    append_values(Operands, GetNumber(Known.Offset),
                  ConstantAsMetadata::get(Known.VTable),
                  GetNumber(Known.AddressPoint));
  Variable.setMetadata(Kind,
                       Operands.empty() ? nullptr : MDNode::get(C, Operands));
}

static std::optional<uint64_t> getNumber(const MDOperand &Operand) {
  const auto *N = mdconst::dyn_extract_or_null<ConstantInt>(Operand);
  return N && N->getBitWidth() == 64 ? std::optional(N->getZExtValue())
                                     : std::nullopt;
}

SmallVector<ObjectVTable, 2>
llvm::getObjectVTables(const GlobalVariable &Variable) {
  const MDNode *Node =
      Variable.hasMetadata() ? Variable.getMetadata(Kind) : nullptr;
  SmallVector<ObjectVTable, 2> Found;
  for (unsigned I = 0; Node && I + 2 < Node->getNumOperands(); I += 3) {
    const std::optional<uint64_t> Offset = getNumber(Node->getOperand(I));
    auto *VTable =
        mdconst::dyn_extract_or_null<GlobalVariable>(Node->getOperand(I + 1));
    const std::optional<uint64_t> Point = getNumber(Node->getOperand(I + 2));
    if (Offset && VTable && Point)
      Found.push_back({*Offset, VTable, *Point});
  }
  return Found;
}

std::optional<ObjectVTable>
llvm::findObjectVTable(const GlobalVariable &Variable, uint64_t Offset) {
  for (const ObjectVTable &Known : getObjectVTables(Variable))
    if (Known.Offset == Offset)
      return Known;
  return std::nullopt;
}
