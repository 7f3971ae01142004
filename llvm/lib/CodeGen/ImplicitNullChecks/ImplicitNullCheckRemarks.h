//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One optimization remark for each marked null check: that it became implicit,
/// or why not. The search for a suitable access may come across several
/// reasons; the one to report is that of the candidate that came closest.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_IMPLICITNULLCHECKREMARKS_H
#define LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_IMPLICITNULLCHECKREMARKS_H

namespace llvm {

class MachineBasicBlock;
class MachineInstr;

/// Why a null check stays explicit. The later in this list, the closer it came.
enum class NullCheckMiss {
  // The function or its target.
  NoTable,
  SeveralSections,
  ReplaceableBody,
  OptBisect,
  NullPointerIsValid,
  LivenessUnknown,
  // The branch.
  BranchForm,
  NotNullBlockHasOtherPredecessors,
  NullBlockIsEmpty,
  // The search ended without a candidate.
  NoAccess,
  WindowExceeded,
  Barrier,
  PointerRedefined,
  // There was a candidate.
  UnknownAddress,
  VariableIndex,
  NotReliablyFaulting,
  OtherAddressSpace,
  OffsetOutOfRange,
  MayAlias,
  Dependency,
  OtherSite,
};

/// The remark about one null check. It is emitted when this is destroyed.
class NullCheckRemark {
public:
  /// \p Check is the block that ends in the marked branch.
  explicit NullCheckRemark(const MachineBasicBlock &Check) : Check(Check) {}
  NullCheckRemark(const NullCheckRemark &) = delete;
  NullCheckRemark &operator=(const NullCheckRemark &) = delete;
  ~NullCheckRemark();

  /// Notes that the check stays explicit because of \p Why and, if that is
  /// about an instruction, \p Candidate. A reason noted before stays if it came
  /// closer. Returns false, so that a search can fail with a reason.
  bool fail(NullCheckMiss Why, const MachineInstr *Candidate = nullptr);

  /// Notes that \p MI becomes the check, or a probe of its address if
  /// \p ByProbe is set.
  void succeed(const MachineInstr &MI, bool ByProbe);

private:
  const MachineBasicBlock &Check;
  NullCheckMiss Miss = NullCheckMiss::NoTable;
  const MachineInstr *Instruction = nullptr;
  bool ByProbe = false;
  bool Succeeded = false;
};

} // namespace llvm

#endif // LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_IMPLICITNULLCHECKREMARKS_H
