//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compares what a STATEPOINT lists with its call in the IR.
///
/// Lowering lists the pointers of a call one by one: those that are relocated,
/// references in the deopt state, and what is used without a relocate; in front
/// of what is only a base. Equal values are listed once. So pair N is of the
/// Nth pointer, and its base is known. Both are values of the IR, and what a
/// STATEPOINT lists is wrong if
///   - two pointers have one base in the IR and two in the list, or the other
///     way round,
///   - a pointer is its own base in one of the two only,
///   - there are fewer pointers, or more,
///   - a constant stands for a value that nothing folds to one.
/// Whether two values of the IR may be equal in the code is decided so that
/// they may when in doubt.
///
/// Relocates have the order in which they use the call, which is the reverse of
/// that of the text, unless some were moved, and that of the text if the call
/// has taken the place of another one. A file does not keep that. So what fits
/// most calls of a function is taken: the order of uses, of the text or of
/// gc-live. Each may be reversed for calls that may have been replaced: those
/// with deopt state, or with references that are not relocated.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTRECORDS_H
#define LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTRECORDS_H

#include "StatepointOrigins.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace llvm {

class GCRelocateInst;
class GCStrategy;
class Value;

class StatepointRecords {
public:
  /// Without a strategy, every pointer is a reference. The function and the
  /// strategy outlive this.
  StatepointRecords(const MachineFunction &MF, const GCStrategy *Strategy,
                    StatepointOrigins Origins);

  /// Calls \p Report with each STATEPOINT that lists something else than its
  /// call in the IR, and with what is wrong, in the order of the code.
  void verify(function_ref<void(StringRef, const MachineInstr &)> Report);

  /// Whether entry \p N of what \p Statepoint lists is certain to be a
  /// reference on all paths, be it null: loaded, passed or returned as one, and
  /// relocated by all statepoints since. Known once verify() has been called.
  bool isCertainReference(const MachineInstr &Statepoint, unsigned N) const;

  /// Whether a reference that a call lists is used after it without a
  /// relocate, so that the function is for a collector that moves nothing.
  bool hasUnmovedReferences() const;

  /// Whether value \p N of the deopt state of \p Statepoint certainly is a
  /// reference that a collector relocates.
  bool isDeoptReference(const MachineInstr &Statepoint, unsigned N) const;

private:
  /// Orders of the relocates of a call.
  enum Order : unsigned { Uses, Text, Listed, NumOrders };

  struct Record;
  SmallVector<const GCRelocateInst *, 8> relocatesOf(const CallBase &Call,
                                                     Order O) const;
  std::optional<Record> recordOf(const CallBase &Call, Order O) const;
  /// What is wrong with the stack objects of \p MI. Empty if nothing is.
  StringRef compareObjects(const MachineInstr &MI) const;
  /// What is wrong with \p MI. Empty if nothing is. Takes what can be no
  /// reference out of \p References.
  StringRef compare(const MachineInstr &MI, Order O,
                    BitVector &References) const;
  void findUncertain();

  const MachineFunction &MF;
  const GCStrategy *Strategy;
  const StatepointOrigins Origins;
  /// The position of each relocate in the text.
  DenseMap<const Value *, unsigned> Positions;
  /// What may be something else than a reference.
  SmallPtrSet<const Value *, 16> Uncertain;
  DenseMap<const MachineInstr *, BitVector> References;
};

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTRECORDS_H
