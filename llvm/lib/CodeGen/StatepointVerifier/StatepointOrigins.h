//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the calls in the IR that the STATEPOINTs of a function were lowered
/// from, by their origins (llvm/CodeGen/StatepointOrigin.h).
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTORIGINS_H
#define LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTORIGINS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {

class CallBase;
class MachineFunction;
class MachineInstr;
class MDNode;

class StatepointOrigins {
public:
  /// The IR of \p MF outlives this.
  explicit StatepointOrigins(const MachineFunction &MF);

  /// \returns the calls that \p Statepoint may have been lowered from. There
  /// are several if calls were copied or STATEPOINTs merged, and none if it has
  /// no origin.
  SmallVector<const CallBase *, 1> of(const MachineInstr &Statepoint) const;

private:
  DenseMap<const MDNode *, SmallVector<const CallBase *, 1>> CallsIn;
};

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTORIGINS_H
