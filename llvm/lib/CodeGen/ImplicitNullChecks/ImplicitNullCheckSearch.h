//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the accesses that can stand in for a null check.
///
/// The search starts where control goes if the pointer is not null, and has to
/// find an access on each path from there. Whatever the path, the program's
/// behaviour has to be what it was, so:
///
/// - If the pointer is not null, the same instructions run, and the accesses
///   with the same addresses. That they run no earlier than what decides about
///   them is why an access is never moved above a branch but only to the start
///   of a straight piece of code (a region).
/// - If the pointer is null, the first access on the path is certain to fault.
///   What then runs before it, instead of nothing, must not be noticed: no
///   access to memory, which might fault on its own, but for the stack frame
///   and constants, and no change to what the null block reads. A branch is
///   harmless: another path ends in a fault of its own, or in the null block
///   itself. So is a spill if the null block ends the program.
///
/// So an access moves up within its region as far as it can, together with what
/// it needs, and the check moves down to the start of the region.
///
/// A probe (NullCheckProbes.h) is promised to be harmless where its own check
/// has passed. So it is an access for a check only if no other check, which
/// comes first in the program, has moved down past that one. Nothing needs the
/// value that it loads. So it need not move: another one, which needs no
/// register for its result, goes to the check.
///
/// Such a probe may also stand in for an access of the program that cannot move
/// up, as one that needs a value loaded before, or a call of what a pointer in
/// the object points to. The program comes to that access for certain, with the
/// same address, so that reading there earlier is harmless, too. It is not
/// harmless if that memory is volatile, or if something ordered comes first.
///
/// Where control joins from elsewhere, the access is marked as one that may
/// fault although the check is not on that path. If it faults there, its
/// pointer is null, and the program's behaviour was undefined before. Functions
/// with statepoints have no such accesses: on that path, slots may hold
/// references to where objects no longer are.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_IMPLICITNULLCHECKSEARCH_H
#define LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_IMPLICITNULLCHECKSEARCH_H

#include "AddressDistances.h"
#include "FaultingAccesses.h"
#include "ImplicitNullCheckRemarks.h"
#include "PathToCheck.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/FaultingAccess.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include <optional>

namespace llvm {

class AAResults;
class Function;
class MachineFunction;
class TargetRegisterInfo;

/// An access that becomes part of a null check.
struct NullCheckAccess {
  /// The access; or a faulting instruction that was made of one and stays.
  MachineInstr *MI;
  AccessDescription Description;
  /// What moves up together with it, in order.
  SmallVector<MachineInstr *, 4> Needed;
  /// The region that it moves up in: one block after the other, to its own.
  SmallVector<MachineBasicBlock *, 2> Region;
  /// It moves to the end of the check's block instead of the region's start.
  bool AtCheck;
  /// The access stays, and a probe at the address of the description goes there
  /// instead.
  bool IsProbe = false;
};

/// How a null check becomes implicit.
struct NullCheckPlan {
  NullTest Test;
  /// One for each path from the check.
  SmallVector<NullCheckAccess, 2> Accesses;
};

struct NullCheckSearchLimits {
  /// How many bytes from address 0 on are never mapped.
  uint64_t PageSize;
  /// Whether nothing is mapped in the wide guard, either.
  bool WideGuard;
  /// How many instructions are looked at in a region.
  unsigned Instructions;
  /// Whether a probe may stand in for an access that cannot move up.
  bool ProbeAccesses;
  /// How many blocks are looked at from one check.
  unsigned Blocks = 16;
};

class NullCheckSearch {
public:
  /// \p Converted has an entry for each faulting instruction of \p MF. All
  /// arguments outlive this.
  NullCheckSearch(const MachineFunction &MF, AAResults *AA,
                  const FaultingAccessInfo &Info,
                  const FaultingAccesses &Converted,
                  const NullCheckSearchLimits &Limits);

  /// Finds the accesses for the check at the end of \p Check, whose branch is
  /// marked in the IR. If there are none, \p Remark has the reason. Probes are
  /// accesses with \p UseProbes, and otherwise as if they were not there.
  std::optional<NullCheckPlan> run(MachineBasicBlock &Check, bool UseProbes,
                                   NullCheckRemark &Remark);

  /// The first terminators of the blocks that the check moves down over if
  /// \p Plan, which run() has just found, is carried out.
  SmallVector<const MachineInstr *, 4>
  passedOver(const NullCheckPlan &Plan) const;

  /// To be called when \p Plan, which run() has just found, is carried out.
  void accept(const NullCheckPlan &Plan);

private:
  using Instructions = SmallVector<MachineInstr *, 16>;

  bool mayUseProbe(const MachineBasicBlock &NotNull) const;
  std::optional<NullCheckAccess> findProbe(const NullTest &Test);
  std::optional<ExtAddrMode> addressForProbe(const MachineInstr &MI) const;
  bool mayInsertProbe(const MachineBasicBlock &Start) const;
  bool setsFlagsOfProbe(const MachineInstr &MI) const;
  std::optional<NullCheckAccess>
  probeFor(MachineInstr &MI, const PathBits &Bits, const Instructions &Before,
           ArrayRef<MachineBasicBlock *> Region, bool AtCheck);
  bool isKnownEarlier(ExtAddrMode &Address, const Instructions &Before,
                      SmallVectorImpl<MachineInstr *> &Needed);
  PathBits bitsAtCheck() const;
  std::optional<NullCheckAccess>
  probeForJoined(MachineBasicBlock &Joined, PathBits Bits, Instructions Before,
                 ArrayRef<MachineBasicBlock *> Region, bool AtCheck);
  bool findFrom(MachineBasicBlock &Start, PathBits Bits, bool AtCheck,
                bool IsOnlyWay);
  bool findInSuccessors(MachineBasicBlock &Block, const PathBits &Bits,
                        bool IsOnlyWay);
  bool isBarrier(const MachineInstr &MI) const;
  bool use(NullCheckAccess Access);
  bool mayJoin(const MachineBasicBlock &Block) const;
  bool isReachedFromElsewhere() const;
  bool isWhereNullIsUnmapped(const MachineInstr &MI) const;
  std::optional<AccessDescription> describe(const MachineInstr &MI);
  bool startsFromPointer(const ExtAddrMode &Address,
                         const PathBits &Bits) const;
  bool isInGuard(AccessDescription &Access, const PathBits &Bits,
                 const MachineInstr &MI);
  bool survivesFault(const AccessDescription &Access, const MachineInstr &MI);
  bool canMoveUp(MachineInstr &Access, const Instructions &Before,
                 SmallVectorImpl<MachineInstr *> &Needed);
  bool haveToKeepOrder(const MachineInstr &First, const MachineInstr &Second,
                       bool &ThroughMemory) const;
  bool isOrdered(const MachineInstr &MI) const;
  bool hasOrder(const MachineInstr &MI) const;
  bool loadsGOTEntry(const MachineInstr &MI) const;
  bool goesUnnoticed(const MachineInstr &MI) const;
  bool readByNullBlock(Register Reg) const;

  const MachineFunction &MF;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  const Function &F;
  AAResults *AA;
  const FaultingAccessInfo &Info;
  const FaultingAccesses &Converted;
  const NullCheckSearchLimits Limits;
  AddressDistances Distances;
  const bool HasStatepoints;

  /// The first terminators of the blocks that earlier checks have moved down
  /// over. What such a block checks need not be a valid pointer if they fail.
  SmallPtrSet<const MachineInstr *, 8> PassedOver;

  // About the check at hand.
  const MachineBasicBlock *Check = nullptr;
  bool UseProbes = false;
  NullCheckPlan Plan;
  NullCheckRemark *Remark = nullptr;
  /// The address space of the pointer, if the IR shows it.
  std::optional<unsigned> CheckedSpace;
  LiveRegUnits NullBlockReads;
  /// The null block leads nowhere, and reads no memory.
  bool NullBlockIsEnd = false;
  /// The blocks of the path that is looked at, and of all paths so far.
  SmallPtrSet<const MachineBasicBlock *, 8> OnTheWay, OnSomePath;
  unsigned BlocksLeft = 0;
};

} // namespace llvm

#endif // LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_IMPLICITNULLCHECKSEARCH_H
