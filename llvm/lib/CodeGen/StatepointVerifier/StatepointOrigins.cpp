//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointOrigins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/StatepointOrigin.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

StatepointOrigins::StatepointOrigins(const MachineFunction &MF) {
  for (const Instruction &I : instructions(MF.getFunction()))
    if (const auto *Call = dyn_cast<CallBase>(&I))
      if (const MDNode *Scope = getStatepointScope(*Call))
        CallsIn[Scope].push_back(Call);
}

SmallVector<const CallBase *, 1>
StatepointOrigins::of(const MachineInstr &Statepoint) const {
  SmallVector<const CallBase *, 1> Calls;
  for (const MDNode *Scope : getStatepointOrigins(Statepoint))
    append_range(Calls, CallsIn.lookup(Scope));
  return Calls;
}
