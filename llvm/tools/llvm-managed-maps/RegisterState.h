//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known of the bits of the 64-bit general registers at one point of
/// the machine code.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_REGISTERSTATE_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_REGISTERSTATE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/KnownInteger.h"
#include "llvm/MC/MCRegister.h"

namespace llvm {
namespace managed_maps {

struct AddressSum;

/// The width of a register.
constexpr unsigned RegisterWidth = 64;

/// The number \p Value in \p Width bits.
KnownInteger knownNumber(int64_t Value, unsigned Width = RegisterWidth);

class RegisterState {
public:
  /// No register is zero.
  KnownInteger get(MCRegister Reg) const;
  void set(MCRegister Reg, const KnownInteger &Bits);

  /// Forgets the registers that \p Changed is true for.
  void forget(function_ref<bool(MCRegister)> Changed);

  /// What holds in this state and in \p Other.
  void meet(const RegisterState &Other);

  /// Forgets each register of which something else was known \p Before.
  void keepUnchanged(const RegisterState &Before);

  /// What is known of an address.
  KnownInteger addressOf(const AddressSum &Sum) const;

  bool operator==(const RegisterState &Other) const;
  bool operator!=(const RegisterState &Other) const {
    return !(*this == Other);
  }

private:
  struct Value {
    MCRegister Reg;
    KnownInteger Bits;
  };
  /// Ascending by register; none is unknown.
  SmallVector<Value, 4> Known;
};

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_REGISTERSTATE_H
