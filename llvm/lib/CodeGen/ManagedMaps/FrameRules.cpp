//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrameRules.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCDwarf.h"
#include "llvm/Target/TargetMachine.h"
#include <map>
#include <optional>

using namespace llvm;
using namespace llvm::stackmap;

namespace {

/// What the call frame information says at some point.
struct CFIState {
  unsigned CFARegister = 0;
  int64_t CFAOffset = 0;
  /// The CFA is what an expression computes.
  bool IsExpression = false;
  /// Where registers are saved, relative to the CFA; none if that cannot be
  /// said.
  std::map<unsigned, std::optional<int64_t>> Saved;
};

class CFIInterpreter {
public:
  CFIInterpreter(const MachineFunction &MF, const TargetV4 &Target);

  void apply(const MCCFIInstruction &CFI);
  /// Something happens that nobody can follow.
  void giveUp() { IsLost = true; }
  Frame frame() const;

private:
  void applyEscape(StringRef Bytes);
  bool mayHoldRoot(unsigned Register) const {
    return Register < NumIntegerRegisters && Register != Target.SP;
  }

  const TargetV4 &Target;
  const unsigned NumIntegerRegisters;
  CFIState Initial, Now;
  bool IsLost = false;
  SmallVector<CFIState, 2> Remembered;
};

} // namespace

CFIInterpreter::CFIInterpreter(const MachineFunction &MF,
                               const TargetV4 &Target)
    : Target(Target),
      NumIntegerRegisters(Target.ReturnAddress == NoRegister ? 16 : 31) {
  for (const MCCFIInstruction &CFI :
       MF.getTarget().getMCAsmInfo()->getInitialFrameState())
    apply(CFI);
  Initial = Now;
}

void CFIInterpreter::apply(const MCCFIInstruction &CFI) {
  switch (CFI.getOperation()) {
  case MCCFIInstruction::OpDefCfa:
    Now.CFARegister = CFI.getRegister();
    Now.CFAOffset = CFI.getOffset();
    Now.IsExpression = false;
    break;
  case MCCFIInstruction::OpDefCfaRegister:
    Now.CFARegister = CFI.getRegister();
    Now.IsExpression = false;
    break;
  case MCCFIInstruction::OpDefCfaOffset:
    Now.CFAOffset = CFI.getOffset();
    break;
  case MCCFIInstruction::OpAdjustCfaOffset:
    Now.CFAOffset += CFI.getOffset();
    break;
  case MCCFIInstruction::OpLLVMDefAspaceCfa:
    Now.IsExpression = true;
    break;
  case MCCFIInstruction::OpOffset:
    Now.Saved[CFI.getRegister()] = CFI.getOffset();
    break;
  case MCCFIInstruction::OpRelOffset:
    Now.Saved[CFI.getRegister()] = CFI.getOffset() - Now.CFAOffset;
    break;
  case MCCFIInstruction::OpRegister:
  case MCCFIInstruction::OpValOffset:
  case MCCFIInstruction::OpUndefined:
    Now.Saved[CFI.getRegister()] = std::nullopt;
    break;
  case MCCFIInstruction::OpSameValue:
    Now.Saved.erase(CFI.getRegister());
    break;
  case MCCFIInstruction::OpRestore: {
    const auto It = Initial.Saved.find(CFI.getRegister());
    if (It == Initial.Saved.end())
      Now.Saved.erase(CFI.getRegister());
    else
      Now.Saved[CFI.getRegister()] = It->second;
    break;
  }
  case MCCFIInstruction::OpRememberState:
    Remembered.push_back(Now);
    break;
  case MCCFIInstruction::OpRestoreState:
    if (!Remembered.empty())
      Now = Remembered.pop_back_val();
    break;
  case MCCFIInstruction::OpEscape:
    applyEscape(CFI.getValues());
    break;
  // The return address is stripped of its signature, signed or not.
  case MCCFIInstruction::OpNegateRAState:
  case MCCFIInstruction::OpNegateRAStateWithPC:
  case MCCFIInstruction::OpWindowSave:
  case MCCFIInstruction::OpGnuArgsSize:
  case MCCFIInstruction::OpLabel:
    break;
  }
}

/// Escapes are used for expressions. Those that say where a vector register is
/// do not matter.
void CFIInterpreter::applyEscape(StringRef Bytes) {
  const uint8_t Opcode = Bytes.empty() ? 0 : Bytes.front();
  if (Opcode == dwarf::DW_CFA_GNU_args_size)
    return;
  if ((Opcode == dwarf::DW_CFA_expression ||
       Opcode == dwarf::DW_CFA_val_expression) &&
      Bytes.size() > 1) {
    const uint8_t Register = Bytes[1];
    if (mayHoldRoot(Register))
      Now.Saved[Register] = std::nullopt;
    return;
  }
  Now.IsExpression = true;
}

Frame CFIInterpreter::frame() const {
  Frame F;
  if (IsLost || Now.IsExpression || Now.CFAOffset < 0 ||
      Now.CFAOffset % WordSize)
    return F;
  if (Now.CFARegister != Target.SP && Now.CFARegister != Target.FP)
    return F;

  bool HasReturnAddress = Target.ReturnAddress == NoRegister;
  Frame Walkable;
  for (const auto &[Register, Offset] : Now.Saved) {
    if (!mayHoldRoot(Register))
      continue;
    if (!Offset && Register == Target.ShadowStack)
      continue;
    if (!Offset || *Offset >= 0 || *Offset % WordSize)
      return F;
    Walkable.Saves.push_back(
        {uint8_t(Register), uint32_t(-*Offset / WordSize)});
    HasReturnAddress |= Register == Target.ReturnAddress;
  }
  if (!HasReturnAddress)
    return F;
  Walkable.Base = Now.CFARegister == Target.SP ? FromSP : FromFP;
  Walkable.Words = Now.CFAOffset / WordSize;
  return Walkable;
}

FrameRules::FrameRules(const MachineFunction &MF, const TargetV4 &Target) {
  CFIInterpreter State(MF, Target);
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB.instrs()) {
      if (MI.isCFIInstruction())
        State.apply(MF.getFrameInstructions()[MI.getOperand(0).getCFIIndex()]);
      else if (MI.isInlineAsm() &&
               StringRef(MI.getOperand(0).getSymbolName()).contains(".cfi_"))
        State.giveUp();
      else if (MI.getOpcode() == TargetOpcode::STATEPOINT)
        Frames.try_emplace(&MI, State.frame());
    }
}
