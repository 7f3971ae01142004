//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How far apart two pointers of the IR are, whatever comes before: what is
/// known of an index from its type, or of the counter of a loop. The analyses
/// that tell this are made when they are first asked, of the function as it was
/// selected.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_ADDRESSDISTANCES_H
#define LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_ADDRESSDISTANCES_H

#include "llvm/IR/ConstantRange.h"
#include <memory>

namespace llvm {

class BasicBlock;
class MachineFunction;
class MachineInstr;
class MachineMemOperand;
class Value;

class AddressDistances {
public:
  /// \p MF outlives this.
  explicit AddressDistances(const MachineFunction &MF);
  ~AddressDistances();

  /// How far the first byte that \p MI accesses is from the pointer that the
  /// branch at the end of \p Check tests, in 64 bits. Everything if that is not
  /// known.
  ConstantRange get(const MachineInstr &MI, const BasicBlock &Check);

private:
  struct Analyses;

  Analyses &analyses();
  bool isAfter(const MachineInstr &MI, const BasicBlock &Check);
  ConstantRange get(const MachineMemOperand &MMO, const Value &Pointer);

  const MachineFunction &MF;
  std::unique_ptr<Analyses> Made;
};

} // namespace llvm

#endif // LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_ADDRESSDISTANCES_H
