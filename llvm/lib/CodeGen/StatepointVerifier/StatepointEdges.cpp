//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointEdges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

/// How many blocks before an edge are looked at.
static constexpr unsigned MaxBlocks = 4;

namespace {

/// The condition on which a block branches one way.
struct EdgeCondition {
  SmallVector<MachineOperand, 4> Operands;
  /// The branch that has them.
  const MachineInstr *Branch = nullptr;
  /// Whether the edge is taken if the condition holds.
  bool Holds = false;
};

} // end anonymous namespace

static const TargetInstrInfo &getInstrInfo(const MachineBasicBlock &MBB) {
  return *MBB.getParent()->getSubtarget().getInstrInfo();
}

static bool areIdentical(ArrayRef<MachineOperand> A,
                         ArrayRef<MachineOperand> B) {
  return equal(A, B, [](const MachineOperand &X, const MachineOperand &Y) {
    return X.isIdenticalTo(Y);
  });
}

/// The condition of the edge from \p From to \p To. Without operands if there
/// is none, or if it is not known.
static EdgeCondition findCondition(const MachineBasicBlock &From,
                                   const MachineBasicBlock &To) {
  MachineBasicBlock *True = nullptr, *False = nullptr;
  EdgeCondition Found;
  // The block is not changed unless analyzeBranch is asked to.
  auto &MBB = const_cast<MachineBasicBlock &>(From);
  if (getInstrInfo(From).analyzeBranch(MBB, True, False, Found.Operands) ||
      Found.Operands.empty())
    return {};
  if (!False)
    False = MBB.getFallThrough(/*JumpToFallThrough=*/false);
  if (True == False || (&To != True && &To != False))
    return {};
  Found.Branch = &*From.getFirstTerminator();
  Found.Holds = &To == True;
  return Found;
}

/// Whether some instruction from \p Begin to \p End modifies a register that
/// \p MI reads, other than those in \p Except.
static bool isModified(const MachineInstr &MI,
                       MachineBasicBlock::const_instr_iterator Begin,
                       MachineBasicBlock::const_instr_iterator End,
                       ArrayRef<Register> Except = {}) {
  const TargetRegisterInfo *TRI = MI.getMF()->getSubtarget().getRegisterInfo();
  return any_of(MI.operands(), [&](const MachineOperand &MO) {
    return MO.isReg() && MO.readsReg() && MO.getReg() &&
           !is_contained(Except, MO.getReg()) &&
           any_of(make_range(Begin, End), [&](const MachineInstr &Other) {
             return Other.modifiesRegister(MO.getReg(), TRI);
           });
  });
}

/// The last instruction before \p Branch, in its block, that sets a register
/// which \p Branch reads, if there is only one, and it computes nothing but
/// from registers.
static const MachineInstr *findTest(const MachineInstr &Branch) {
  const TargetRegisterInfo *TRI =
      Branch.getMF()->getSubtarget().getRegisterInfo();
  const MachineBasicBlock &MBB = *Branch.getParent();
  for (const MachineInstr &MI :
       make_range(std::next(Branch.getReverseIterator()), MBB.instr_rend())) {
    if (none_of(Branch.operands(), [&](const MachineOperand &MO) {
          return MO.isReg() && MO.readsReg() && MO.getReg() &&
                 MI.modifiesRegister(MO.getReg(), TRI);
        }))
      continue;
    return MI.mayLoadOrStore() || MI.isCall() || MI.isInlineAsm() ||
                   MI.hasUnmodeledSideEffects()
               ? nullptr
               : &MI;
  }
  return nullptr;
}

/// Whether the condition of \p Later is computed of what \p Earlier is computed
/// of, and the same way. \p Between are the blocks after that of \p Earlier, up
/// to that of \p Later, the last one first.
static bool isSameCondition(const EdgeCondition &Later,
                            const EdgeCondition &Earlier,
                            ArrayRef<const MachineBasicBlock *> Between) {
  auto IsModified = [&](const MachineInstr &Reader,
                        MachineBasicBlock::const_instr_iterator End,
                        ArrayRef<Register> Except = {}) {
    return any_of(Between, [&](const MachineBasicBlock *MBB) {
      return isModified(Reader, MBB->instr_begin(),
                        MBB == Between.front() ? End : MBB->instr_end(),
                        Except);
    });
  };
  const MachineInstr &Branch = *Later.Branch;
  if (!IsModified(Branch, Branch.getIterator()))
    return true;
  const MachineInstr *Test = findTest(Branch),
                     *Former = findTest(*Earlier.Branch);
  // Which implicit operands say what is killed does not matter.
  if (!Test || !Former || Test->getOpcode() != Former->getOpcode() ||
      !areIdentical(to_vector(Test->explicit_operands()),
                    to_vector(Former->explicit_operands())))
    return false;
  // What else the branch reads is the same, and so is what the tests read.
  SmallVector<Register, 2> Set;
  for (const MachineInstr *MI : {Test, Former})
    for (const MachineOperand &MO : MI->all_defs())
      Set.push_back(MO.getReg());
  return !IsModified(Branch, Branch.getIterator(), Set) &&
         !IsModified(*Test, Test->getIterator()) &&
         !isModified(*Former, Former->getIterator(),
                     Former->getParent()->instr_end());
}

/// Whether the IR branches on a constant, and not from \p From to \p To. Blocks
/// are those of the IR if nothing is optimized.
static bool isDecided(const MachineBasicBlock &From,
                      const MachineBasicBlock &To) {
  const BasicBlock *Block = From.getBasicBlock();
  if (!Block ||
      From.getParent()->getTarget().getOptLevel() != CodeGenOptLevel::None)
    return false;
  const auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
  const auto *Condition = Branch && Branch->isConditional()
                              ? dyn_cast<ConstantInt>(Branch->getCondition())
                              : nullptr;
  if (!Condition)
    return false;
  const BasicBlock *Taken = Branch->getSuccessor(Condition->isZero());
  const BasicBlock *Other = Branch->getSuccessor(Condition->isOne());
  return Taken != Other && To.getBasicBlock() == Other;
}

bool llvm::isNeverTaken(const MachineBasicBlock &From,
                        const MachineBasicBlock &To) {
  if (isDecided(From, To))
    return true;
  const EdgeCondition Later = findCondition(From, To);
  if (!Later.Branch)
    return false;
  SmallVector<MachineOperand, 4> Reversed = Later.Operands;
  const bool CanReverse = !getInstrInfo(From).reverseBranchCondition(Reversed);
  SmallVector<const MachineBasicBlock *, MaxBlocks> Between;
  for (const MachineBasicBlock *MBB = &From; Between.size() != MaxBlocks;) {
    if (MBB->pred_size() != 1 || MBB->isEHPad())
      return false;
    Between.push_back(MBB);
    const MachineBasicBlock &Before = **MBB->pred_begin();
    const EdgeCondition Earlier = findCondition(Before, *MBB);
    MBB = &Before;
    if (!Earlier.Branch)
      continue;
    const bool Same = areIdentical(Later.Operands, Earlier.Operands);
    if ((Same ? Later.Holds != Earlier.Holds
              : CanReverse && areIdentical(Reversed, Earlier.Operands) &&
                    Later.Holds == Earlier.Holds) &&
        isSameCondition(Later, Earlier, Between))
      return true;
  }
  return false;
}
