//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/PagePolls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/StackMapVersion.h"
#include "llvm/CodeGen/FramePolls.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCPolls.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

bool llvm::isPagePoll(const CallBase &Call) {
  return Call.hasFnAttr(GCPagePollAttr);
}

StringRef llvm::getPagePollProblem(const CallBase &Call) {
  const auto &Statepoint = cast<GCStatepointInst>(Call);
  const Function &F = *Call.getFunction();
  const Triple TT = getTargetOrHost(F.getParent()->getTargetTriple());
  if (getStackMapVersion(F, TT) != 4)
    return "the runtime finds a poll by page with version 4 of stack maps "
           "alone; use a poll by flag";
  if (!ManagedTargetInfo(TT).hasTransitions())
    return "the runtime has no poll by page for this target; use a poll by "
           "flag";
  if (isa<InvokeInst>(Call))
    return "a poll by page does not unwind; call it";
  const auto *Ty = cast<FunctionType>(
      Call.getParamElementType(GCStatepointInst::CalledFunctionPos));
  if (!Ty->getReturnType()->isVoidTy() || Statepoint.getNumCallArgs() != 0 ||
      Ty->isVarArg())
    return "a poll by page is a call of type void ()";
  if (const auto *Page =
          dyn_cast<Constant>(Statepoint.getActualCalledOperand())) {
    const auto *Variable = dyn_cast<GlobalVariable>(Page);
    if (!Variable || !ManagedTargetInfo(TT).loadsFromSymbols())
      return "a poll by page calls the address of the page, which is loaded "
             "from a variable of the runtime";
    if (!Variable->isDSOLocal() || Variable->isThreadLocal())
      return "a poll by page calls a page of another module only if its "
             "address "
             "is loaded from a variable; if the program itself has the page, "
             "declare it dso_local";
  }
  if (Statepoint.getNumPatchBytes() != 0)
    return "a poll by page has no bytes to patch";
  return "";
}

void llvm::preparePagePoll(CallBase &Call) {
  Call.setCallingConv(CallingConv::AnyReg);
}

bool llvm::isPagePoll(const MachineInstr &MI) {
  return MI.getOpcode() == TargetOpcode::STATEPOINT &&
         StatepointOpers(&MI).getCallingConv() == CallingConv::AnyReg;
}

/// \returns the next instruction from \p I on, in the direction of \p Step,
/// that is not one of debugging.
template <typename Iterator>
static MachineInstr *findNeighbor(Iterator I, Iterator End) {
  while (I != End && I->isDebugInstr())
    ++I;
  return I == End ? nullptr : &*I;
}

void llvm::finalizePagePolls(MachineFunction &MF) {
  if (!MF.getFunction().hasGC() && !hasFramePolls(MF.getFunction()))
    return;
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  bool HasPolls = false, HasCalls = false, AdjustsStack = false;
  for (MachineBasicBlock &MBB : MF) {
    for (MachineInstr &MI : make_range(MBB.begin(), MBB.end())) {
      if (!isPagePoll(MI))
        continue;
      HasPolls = true;
      const MachineBasicBlock::iterator Here(MI);
      MachineInstr *Down =
          findNeighbor(std::next(Here.getReverse()), MBB.rend());
      MachineInstr *Up = findNeighbor(std::next(Here), MBB.end());
      if (Down && Up && Down->getOpcode() == TII.getCallFrameSetupOpcode() &&
          Up->getOpcode() == TII.getCallFrameDestroyOpcode()) {
        Down->eraseFromParent();
        Up->eraseFromParent();
      }
    }
  }
  if (!HasPolls)
    return;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB) {
      AdjustsStack |= TII.isFrameInstr(MI) || MI.isStackAligningInlineAsm();
      HasCalls |= (MI.isCall() && !MI.isReturn() && !isPagePoll(MI)) ||
                  MI.isInlineAsm();
    }
  MachineFrameInfo &MFI = MF.getFrameInfo();
  MFI.setHasCalls(MFI.hasCalls() && HasCalls);
  MFI.setAdjustsStack(MFI.adjustsStack() && AdjustsStack);
}
