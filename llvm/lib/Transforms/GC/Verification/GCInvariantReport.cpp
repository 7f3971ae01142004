//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constant.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/GC/GCInvariantVerifier.h"

using namespace llvm;

/// Returns what \p V is computed or chosen from, or null if it is a definition.
/// Of several values, the first that is not in \p Chain and no constant.
static const Value *getOrigin(const Value &V,
                              const SetVector<const Value *> &Chain) {
  const auto *U = dyn_cast<User>(&V);
  if (!U)
    return nullptr;
  switch (Operator::getOpcode(U)) {
  case Instruction::AddrSpaceCast:
  case Instruction::BitCast:
  case Instruction::IntToPtr:
  case Instruction::GetElementPtr:
  case Instruction::Freeze:
  case Instruction::ExtractElement:
  case Instruction::ExtractValue:
    return U->getOperand(0);
  case Instruction::InsertElement:
  case Instruction::InsertValue:
    return U->getOperand(1);
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::ShuffleVector:
    for (const Value *Operand :
         drop_begin(U->operand_values(), isa<SelectInst>(U)))
      if (!isa<Constant>(Operand) && !Chain.contains(Operand))
        return Operand;
    return nullptr;
  default:
    return nullptr;
  }
}

namespace {

/// Describes violations in a function.
class Describer {
  /// How many values of a chain are printed.
  static constexpr size_t Shown = 16;

  ModuleSlotTracker Slots;
  /// Where values come from whose chain was followed, so that it is followed
  /// once.
  DenseMap<const Value *, const Value *> Definitions;

  SetVector<const Value *> getChain(const Value &V);
  void printChain(raw_ostream &OS, const Value &V);

public:
  explicit Describer(const Function &F) : Slots(F.getParent()) {
    Slots.incorporateFunction(F);
  }
  std::string describe(const GCInvariantViolation &Violation);
};

} // end anonymous namespace

/// Returns \p V and what it comes from, with its definition at the end. If that
/// is far away, values in front of it may lack.
SetVector<const Value *> Describer::getChain(const Value &V) {
  SetVector<const Value *> Chain;
  const Value *Definition = nullptr;
  for (const Value *Next = &V; Next && !Definition && Chain.insert(Next);
       Next = getOrigin(*Next, Chain))
    if (Chain.size() > Shown)
      Definition = Definitions.lookup(Next);
  if (Definition)
    Chain.insert(Definition);
  for (const Value *Link : Chain)
    Definitions[Link] = Chain.back();
  return Chain;
}

/// Prints how \p V came from its definition, and leaves out the middle of what
/// nobody would read.
void Describer::printChain(raw_ostream &OS, const Value &V) {
  const SetVector<const Value *> Chain = getChain(V);
  OS << "; the pointer is ";
  for (size_t Left = Chain.size(); Left--;) {
    if (Chain.size() > Shown && Left + 2 == Chain.size()) {
      OS << " -> ...";
      Left = Shown - 2;
    }
    OS << (Left + 1 == Chain.size() ? "" : " -> ");
    if (const auto *I = dyn_cast<Instruction>(Chain[Left]))
      OS << I->getOpcodeName() << ' ';
    Chain[Left]->printAsOperand(OS, /*PrintType=*/false, Slots);
  }
}

std::string Describer::describe(const GCInvariantViolation &Violation) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << Violation.At->getOpcodeName();
  if (!Violation.At->getType()->isVoidTy()) {
    OS << ' ';
    Violation.At->printAsOperand(OS, /*PrintType=*/false, Slots);
  }
  OS << ": " << Violation.What << "; " << Violation.WayOut;
  printChain(OS, *Violation.Pointer);
  return Text;
}

void llvm::reportGCInvariantViolations(const Function &F,
                                       const GCInvariants &Invariants) {
  const auto Found = findGCInvariantViolations(F, Invariants);
  if (Found.empty())
    return;
  Describer D(F);
  for (const GCInvariantViolation &Violation : Found)
    F.getContext().diagnose(DiagnosticInfoUnsupported(
        F, D.describe(Violation), Violation.At->getDebugLoc()));
}
