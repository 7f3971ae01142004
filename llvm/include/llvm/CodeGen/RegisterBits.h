//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known of the bits of physical registers and of spill slots
/// (llvm/CodeGen/StackPlaces.h) at a point of a straight piece of code: a
/// forward analysis without joins. What single instructions compute is known to
/// the target, which tells it through ResultOf in
/// llvm/CodeGen/FaultingAccess.h.
///
/// A null check uses it under the assumption that the pointer is null. Then
/// what is computed from the pointer is a number, and an access whose address
/// is certain to be on the first page can stand in for the check, whether the
/// address is the pointer plus a constant, a copy of it made earlier, or an
/// element of an array with an index of a few bits.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_REGISTERBITS_H
#define LLVM_CODEGEN_REGISTERBITS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/FaultingAccess.h"
#include "llvm/IR/KnownInteger.h"

namespace llvm {

class MachineFunction;
class TargetRegisterInfo;

class RegisterBits {
public:
  /// Nothing is known yet. \p Info and the function outlive this.
  RegisterBits(const MachineFunction &MF, const FaultingAccessInfo &Info);

  /// What is known of \p Reg, which may be a spill slot, in as many bits as it
  /// has. All bits are zero if it is no register.
  KnownInteger get(Register Reg) const;

  /// From here on, \p Reg holds \p Bits.
  void set(Register Reg, const KnownInteger &Bits);

  /// Goes from before \p MI to after it.
  void step(const MachineInstr &MI);

  /// What is known of an address, in 64 bits.
  KnownInteger addressOf(const ExtAddrMode &Mode) const;

private:
  void forget(const MachineInstr &MI);

  const MachineFunction &MF;
  const TargetRegisterInfo &TRI;
  const FaultingAccessInfo &Info;
  SmallVector<RegisterValue, 8> Known;
};

} // namespace llvm

#endif // LLVM_CODEGEN_REGISTERBITS_H
