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
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

static constexpr StringLiteral Kind = "object_vtables";

void llvm::setObjectVTables(CallBase &Launder, ArrayRef<ObjectVTable> VTables) {
  assert(Launder.getIntrinsicID() == Intrinsic::launder_invariant_group &&
         "only a new pointer value names an object");
  LLVMContext &C = Launder.getContext();
  const auto GetNumber = [&](uint64_t N) -> Metadata * {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(C), N));
  };
  SmallVector<Metadata *, 16> Operands;
  for (const ObjectVTable &Known : VTables)
    append_values(
        Operands, GetNumber(Known.Offset),
        ConstantAsMetadata::get(Known.VTable), GetNumber(Known.AddressPoint),
        ConstantAsMetadata::get(ConstantInt::getBool(C, Known.IsExact)));
  Launder.setMetadata(Kind,
                      Operands.empty() ? nullptr : MDNode::get(C, Operands));
}

static const MDNode *getNode(const Value &V) {
  const auto *Call = dyn_cast<CallBase>(&V);
  return Call && Call->hasMetadataOtherThanDebugLoc() &&
                 Call->getIntrinsicID() == Intrinsic::launder_invariant_group
             ? Call->getMetadata(Kind)
             : nullptr;
}

static const ConstantInt *getNumber(const MDOperand &Operand, unsigned Bits) {
  const auto *N = mdconst::dyn_extract_or_null<ConstantInt>(Operand);
  return N && N->getBitWidth() == Bits ? N : nullptr;
}

SmallVector<ObjectVTable, 2> llvm::getObjectVTables(const Value &V) {
  const MDNode *Node = getNode(V);
  SmallVector<ObjectVTable, 2> Found;
  for (unsigned I = 0; Node && I + 3 < Node->getNumOperands(); I += 4) {
    const ConstantInt *Offset = getNumber(Node->getOperand(I), 64);
    auto *VTable =
        mdconst::dyn_extract_or_null<GlobalVariable>(Node->getOperand(I + 1));
    const ConstantInt *Point = getNumber(Node->getOperand(I + 2), 64);
    const ConstantInt *IsExact = getNumber(Node->getOperand(I + 3), 1);
    if (Offset && VTable && Point && IsExact)
      Found.push_back({Offset->getSExtValue(), VTable, Point->getZExtValue(),
                       IsExact->isOne()});
  }
  return Found;
}

std::optional<ObjectVTable> llvm::findObjectVTable(const Value &V,
                                                   int64_t Offset) {
  for (const ObjectVTable &Known : getObjectVTables(V))
    if (Known.Offset == Offset)
      return Known;
  return std::nullopt;
}
