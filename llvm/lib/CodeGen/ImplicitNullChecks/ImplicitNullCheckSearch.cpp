//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The search for the accesses of a null check. The header has the theory.
///
//===----------------------------------------------------------------------===//

#include "ImplicitNullCheckSearch.h"
#include "FaultingOp.h"
#include "NullCheckProbes.h"
#include "PointerPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/NullAddresses.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/RegisterBits.h"
#include "llvm/CodeGen/StackPlaces.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Whether \p MI changes a register that is live everywhere and hence in no
/// list of live-ins, such as the stack pointer.
static bool definesReservedRegister(const MachineInstr &MI) {
  const MachineRegisterInfo &MRI = MI.getMF()->getRegInfo();
  return any_of(MI.all_defs(), [&](const MachineOperand &MO) {
    return MO.getReg() && MRI.isReserved(MO.getReg());
  });
}

NullCheckSearch::NullCheckSearch(const MachineFunction &MF, AAResults *AA,
                                 const FaultingAccessInfo &Info,
                                 const FaultingAccesses &Converted,
                                 const NullCheckSearchLimits &Limits)
    : MF(MF), TII(*MF.getSubtarget().getInstrInfo()),
      TRI(*MF.getSubtarget().getRegisterInfo()), F(MF.getFunction()), AA(AA),
      Info(Info), Converted(Converted), Limits(Limits), Distances(MF),
      HasStatepoints(any_of(MF,
                            [](const MachineBasicBlock &MBB) {
                              return any_of(MBB, [](const MachineInstr &MI) {
                                return MI.getOpcode() ==
                                       TargetOpcode::STATEPOINT;
                              });
                            })),
      NullBlockReads(TRI) {}

/// Whether control at the beginning of \p Block comes to an instruction. If
/// not, what the next address belongs to is anybody's guess.
static bool hasCode(const MachineBasicBlock *Block) {
  SmallPtrSet<const MachineBasicBlock *, 4> Seen;
  while (Seen.insert(Block).second) {
    if (any_of(*Block,
               [](const MachineInstr &MI) { return !MI.isMetaInstruction(); }))
      return true;
    if (Block->succ_size() != 1)
      return false;
    Block = *Block->succ_begin();
  }
  return false;
}

/// Whether nothing reads the stack frame in \p Block or after it, as where the
/// program ends in a trap.
static bool isEnd(const MachineBasicBlock &Block) {
  return Block.succ_empty() && none_of(Block, [](const MachineInstr &MI) {
           return (MI.mayLoad() && !MI.getDesc().isTrap()) || MI.isCall() ||
                  MI.isReturn() || MI.isInlineAsm();
         });
}

std::optional<NullCheckPlan> NullCheckSearch::run(MachineBasicBlock &Check,
                                                  bool UseProbes,
                                                  NullCheckRemark &R) {
  this->Check = &Check;
  this->UseProbes = UseProbes;
  Remark = &R;
  std::optional<NullTest> Test = Info.MatchNullTest(Check);
  // The branch goes, so control must have had two places to go.
  if (!Test || Test->Null == Test->NotNull || !Check.isSuccessor(Test->Null) ||
      !Check.isSuccessor(Test->NotNull)) {
    Remark->fail(NullCheckMiss::BranchForm);
    return std::nullopt;
  }
  if (UseProbes && !mayUseProbe(*Test->NotNull))
    return std::nullopt;

  if (!hasCode(Test->Null)) {
    Remark->fail(NullCheckMiss::NullBlockIsEmpty);
    return std::nullopt;
  }
  CheckedSpace.reset();
  if (const Value *Pointer =
          getPointerOfCheck(*Check.getBasicBlock()->getTerminator())) {
    CheckedSpace = Pointer->getType()->getPointerAddressSpace();
    if (!isNullUnmapped(F, *CheckedSpace)) {
      Remark->fail(NullCheckMiss::OtherAddressSpace);
      return std::nullopt;
    }
  }
  NullBlockReads.clear();
  NullBlockReads.addLiveIns(*Test->Null);
  NullBlockIsEnd = isEnd(*Test->Null);
  Plan = {*Test, {}};
  OnTheWay.clear();
  OnSomePath.clear();
  OnTheWay.insert(&Check);
  BlocksLeft = Limits.Blocks;

  if (UseProbes)
    if (auto Probe = findProbe(*Test)) {
      Plan.Accesses.push_back(*Probe);
      return Plan;
    }

  const bool IsOnlyWay = Test->NotNull->pred_size() == 1;
  if (!isPlain(*Test->NotNull) || (!IsOnlyWay && !mayJoin(*Test->NotNull))) {
    Remark->fail(NullCheckMiss::NotNullBlockHasOtherPredecessors);
    return std::nullopt;
  }
  if (!findFrom(*Test->NotNull, bitsAtCheck(), IsOnlyWay, IsOnlyWay) ||
      Plan.Accesses.empty())
    return std::nullopt;
  if (HasStatepoints && !Plan.Accesses.front().AtCheck &&
      isReachedFromElsewhere()) {
    Remark->fail(NullCheckMiss::NotNullBlockHasOtherPredecessors);
    return std::nullopt;
  }
  return Plan;
}

SmallVector<const MachineInstr *, 4>
NullCheckSearch::passedOver(const NullCheckPlan &Plan) const {
  SmallVector<const MachineInstr *, 4> Passed;
  for (const MachineBasicBlock *Block : OnSomePath) {
    const auto Branch = Block->getFirstTerminator();
    if (Branch != Block->end() &&
        none_of(Plan.Accesses, [&](const NullCheckAccess &Access) {
          return is_contained(Access.Region, Block);
        }))
      Passed.push_back(&*Branch);
  }
  return Passed;
}

void NullCheckSearch::accept(const NullCheckPlan &Plan) {
  PassedOver.insert_range(passedOver(Plan));
}

/// Whether a probe in \p NotNull, which follows the check, may stand in for it.
bool NullCheckSearch::mayUseProbe(const MachineBasicBlock &NotNull) const {
  const auto Branch = Check->getFirstTerminator();
  return any_of(NotNull, isNullCheckProbe) && Branch != Check->end() &&
         !PassedOver.contains(&*Branch);
}

/// The first byte of the memory that \p MI accesses whenever it runs, if that
/// is not volatile.
std::optional<ExtAddrMode>
NullCheckSearch::addressForProbe(const MachineInstr &MI) const {
  if (!MI.mayLoadOrStore() || MI.memoperands_empty() ||
      any_of(MI.memoperands(),
             [](const MachineMemOperand *MMO) { return MMO->isVolatile(); }) ||
      !isWhereNullIsUnmapped(MI))
    return std::nullopt;
  if (Info.AddressOfCallee)
    if (std::optional<ExtAddrMode> Address = Info.AddressOfCallee(MI))
      return Address;
  if (!Info.ReliablyFaults(MI))
    return std::nullopt;
  return Info.AddressOf(MI);
}

/// Whether a probe can be inserted in front of \p Start, or at its beginning.
bool NullCheckSearch::mayInsertProbe(const MachineBasicBlock &Start) const {
  if (!Info.ProbeFlags)
    return true;
  LiveRegUnits Live(TRI);
  Live.addLiveIns(Start);
  return Live.available(Info.ProbeFlags) && !readByNullBlock(Info.ProbeFlags);
}

/// Whether \p MI sets flags that are read later. A probe after it would change
/// them.
bool NullCheckSearch::setsFlagsOfProbe(const MachineInstr &MI) const {
  return Info.ProbeFlags && any_of(MI.all_defs(), [&](auto &MO) {
           return MO.getReg() && !MO.isDead() &&
                  TRI.regsOverlap(MO.getReg(), Info.ProbeFlags);
         });
}

/// Whether \p Address, an address after the instructions \p Before, can be
/// computed before them: from other registers, to which this changes it, or if
/// the instructions in \p Needed move up.
bool NullCheckSearch::isKnownEarlier(ExtAddrMode &Address,
                                     const Instructions &Before,
                                     SmallVectorImpl<MachineInstr *> &Needed) {
  SmallVector<MachineInstr *, 4> Moving;
  for (MachineInstr *MI : reverse(Before)) {
    bool ThroughMemory = false;
    bool Moves = any_of(Moving, [&](const MachineInstr *Other) {
      return haveToKeepOrder(*MI, *Other, ThroughMemory);
    });
    for (Register *Reg : {&Address.BaseReg, &Address.ScaledReg}) {
      // What a register holds that is computed by what moves is settled.
      if (!*Reg || !mayChange(*MI, *Reg, MF) ||
          any_of(Moving, [&](const MachineInstr *Other) {
            return mayChange(*Other, *Reg, MF);
          }))
        continue;
      const Register From = getMoveSource(*Reg, *MI, Info, TII);
      if (From && From.isPhysical() &&
          none_of(Moving, [&](const MachineInstr *Other) {
            return mayChange(*Other, From, MF);
          }))
        *Reg = From;
      else
        Moves = true;
    }
    if (Moves && !goesUnnoticed(*MI))
      return false;
    if (Moves)
      Moving.push_back(MI);
  }
  Needed.assign(Moving.rbegin(), Moving.rend());
  return true;
}

/// A probe in place of \p MI, an access that need not be able to move above
/// what is \p Before it. \p Bits is what is known in front of \p MI if the
/// pointer is null.
std::optional<NullCheckAccess>
NullCheckSearch::probeFor(MachineInstr &MI, const PathBits &Bits,
                          const Instructions &Before,
                          ArrayRef<MachineBasicBlock *> Region, bool AtCheck) {
  std::optional<ExtAddrMode> Address = addressForProbe(MI);
  if (!Address)
    return std::nullopt;
  const unsigned Size = Info.SizeOfProbe(*Address);
  AccessDescription Probe = {
      {Size, /*Alignment=*/Size, /*LosesDefsOnFault=*/false}, *Address};
  SmallVector<MachineInstr *, 4> Needed;
  if (!Size || !isInGuard(Probe, Bits, MI) ||
      !mayInsertProbe(*Region.front()) ||
      !isKnownEarlier(Probe.Address, Before, Needed) ||
      any_of(Needed, [&](const MachineInstr *Moved) {
        return setsFlagsOfProbe(*Moved);
      }))
    return std::nullopt;
  // Control may also come from elsewhere to what follows the check, to which
  // nothing may move from there. A probe is new.
  AtCheck |= Region.front() == Plan.Test.NotNull && Needed.empty();
  return NullCheckAccess{&MI,
                         Probe,
                         std::move(Needed),
                         SmallVector<MachineBasicBlock *, 2>(Region),
                         AtCheck,
                         /*IsProbe=*/true};
}

/// Finds the probe for \p Test, if a register holds the pointer at the end of
/// the check's block.
std::optional<NullCheckAccess>
NullCheckSearch::findProbe(const NullTest &Test) {
  PointerPlaces Places(*Check, Test.Pointer, Info);
  const auto *Base =
      find_if(Places.get(), [](Register Place) { return Place.isPhysical(); });
  if (Base == Places.get().end() || !mayInsertProbe(*Test.NotNull))
    return std::nullopt;
  const Register BaseAtCheck = *Base;
  PathBits Bits = bitsAtCheck();
  Bits.IfNull.set(BaseAtCheck, Test.IfNull);
  for (MachineInstr &MI : *Test.NotNull) {
    if (MI.isDebugOrPseudoInstr() || MI.isCFIInstruction())
      continue;
    if (isNullCheckProbe(MI)) {
      std::optional<AccessDescription> Access = describe(MI);
      if (Access && Places.contains(Access->Address.BaseReg) &&
          !Access->Address.ScaledReg) {
        Access->Address.BaseReg = BaseAtCheck;
        if (isInGuard(*Access, Bits, MI) && Info.SizeOfProbe(Access->Address))
          return NullCheckAccess{&MI, *Access,          {},
                                 {},  /*AtCheck=*/true, /*IsProbe=*/true};
      }
    }
    Places.step(MI);
    if (MI.isTerminator() || isBarrier(MI))
      break;
  }
  return std::nullopt;
}

/// Whether control joins from elsewhere on some path to an access. That path
/// may have a statepoint, at which the object of a reference in a slot moves.
/// If only the null block reads the slot, the statepoint does not list it.
bool NullCheckSearch::isReachedFromElsewhere() const {
  return any_of(OnSomePath, [&](const MachineBasicBlock *Block) {
    return any_of(Block->predecessors(), [&](const MachineBasicBlock *Pred) {
      return Pred != Check && !OnSomePath.contains(Pred);
    });
  });
}

/// What is known at the end of the check's block if the pointer is null.
PathBits NullCheckSearch::bitsAtCheck() const {
  return getBitsAtCheck(*Check, Plan.Test, Info, Converted, Limits.Blocks);
}

/// Whether no access can move above \p MI.
bool NullCheckSearch::isBarrier(const MachineInstr &MI) const {
  if (Info.ReadsThreadPointer && Info.ReadsThreadPointer(MI))
    return false;
  return MI.isBundle() || MI.isCall() || MI.isPosition() ||
         MI.mayRaiseFPException() || MI.hasUnmodeledSideEffects();
}

/// Adds \p Access to the plan, unless another path has led to it already. There
/// can be just one at the start of a region.
bool NullCheckSearch::use(NullCheckAccess Access) {
  auto *It = find_if(Plan.Accesses, [&](const NullCheckAccess &Other) {
    return Other.Region.front() == Access.Region.front();
  });
  if (It != Plan.Accesses.end()) {
    if (It->MI != Access.MI || It->IsProbe != Access.IsProbe)
      return Remark->fail(NullCheckMiss::NoAccess);
    // The entry in the map has to be right on each of them.
    It->Description.NeedsWideGuard |= Access.Description.NeedsWideGuard;
    return true;
  }
  // Code has to go on after it.
  if (!Access.AtCheck && !Access.IsProbe &&
      Access.Region.back()->succ_empty() &&
      Access.MI == &*Access.Region.back()->getLastNonDebugInstr())
    return Remark->fail(NullCheckMiss::NoAccess);
  Plan.Accesses.push_back(std::move(Access));
  return true;
}

/// Finds a probe for an access in \p Joined, to which control comes from the
/// end of \p Region for certain, as from what precedes a loop, and from
/// elsewhere. \p Before are the region's instructions.
std::optional<NullCheckAccess> NullCheckSearch::probeForJoined(
    MachineBasicBlock &Joined, PathBits Bits, Instructions Before,
    ArrayRef<MachineBasicBlock *> Region, bool AtCheck) {
  for (MachineInstr &MI : Joined) {
    if (MI.isDebugOrPseudoInstr() || MI.isCFIInstruction() || MI.isEHLabel())
      continue;
    if (Converted.contains(&MI))
      break;
    // What is in the block itself cannot move to the region.
    auto Probe = probeFor(MI, Bits, Before, Region, AtCheck);
    if (Probe && none_of(Probe->Needed, [&](const MachineInstr *Needed) {
          return Needed->getParent() == &Joined;
        }))
      return Probe;
    if (MI.isTerminator() || isBarrier(MI) || isOrdered(MI) ||
        Before.size() >= Limits.Instructions)
      break;
    Bits.step(MI);
    Before.push_back(&MI);
  }
  return std::nullopt;
}

/// Finds accesses on all paths from \p Start, a region's first block.
/// \p IsOnlyWay says that control comes there only from the check, and once.
bool NullCheckSearch::findFrom(MachineBasicBlock &Start, PathBits Bits,
                               bool AtCheck, bool IsOnlyWay) {
  Instructions Before;
  SmallVector<MachineBasicBlock *, 2> Region;
  scope_exit Leave([&] {
    for (const MachineBasicBlock *MBB : Region)
      OnTheWay.erase(MBB);
  });
  // A probe for the first access that has to stay.
  std::optional<NullCheckAccess> Probe;
  auto Fail = [&](NullCheckMiss Why, const MachineInstr *MI = nullptr) {
    return Probe ? use(std::move(*Probe)) : Remark->fail(Why, MI);
  };
  // Whether nobody notices if all of Before runs although the pointer is null.
  bool Unnoticed = true;
  // Whether nothing in Before is ordered, so that a probe may pass it. One that
  // ran more often than the check would cost more.
  bool Unordered =
      Limits.ProbeAccesses && (IsOnlyWay || &Start == Plan.Test.NotNull);
  MachineBasicBlock *Block = &Start, *Joined = nullptr;
  while (true) {
    // Around a loop that has no access, the check would never happen.
    if (BlocksLeft == 0 || !OnTheWay.insert(Block).second)
      return Fail(NullCheckMiss::NoAccess);
    --BlocksLeft;
    Region.push_back(Block);
    OnSomePath.insert(Block);

    for (MachineInstr &MI : *Block) {
      // Debug information must not change what is converted. Where it is
      // emitted, so are more CFI instructions. Whether an access is between the
      // labels of an invoke makes no difference.
      if (MI.isDebugOrPseudoInstr() || MI.isCFIInstruction() ||
          MI.isEHLabel() || (!UseProbes && isNullCheckProbe(MI)))
        continue;
      if (auto It = Converted.find(&MI); It != Converted.end()) {
        // Its entry in the map is there already.
        AccessDescription Access = It->second.second;
        const bool IsWide = Access.NeedsWideGuard;
        if (!Unnoticed || &getFaultHandler(MI) != Plan.Test.Null ||
            !isInGuard(Access, Bits, MI) ||
            (Access.NeedsWideGuard && !IsWide) || !survivesFault(Access, MI))
          return Fail(NullCheckMiss::Barrier, &MI);
        return use({&MI, Access, {}, Region, /*AtCheck=*/false});
      }
      if (!Probe && Unordered)
        Probe = probeFor(MI, Bits, Before, Region, AtCheck);
      if (Probe && !IsOnlyWay && !Probe->AtCheck)
        Probe.reset();
      if (MI.isTerminator())
        break;
      const bool Barrier = isBarrier(MI);
      if (Barrier && (MI.isCall() || !Info.ReliablyFaults(MI)))
        return Fail(NullCheckMiss::Barrier, &MI);
      if (Before.size() >= Limits.Instructions)
        return Fail(NullCheckMiss::WindowExceeded);

      // What else an access does, such as to push on the stack of x87, it does
      // if it has not faulted. What it needs may not be undone like that.
      SmallVector<MachineInstr *, 4> Needed;
      if (auto Access = describe(MI); Access && isInGuard(*Access, Bits, MI) &&
                                      survivesFault(*Access, MI) &&
                                      canMoveUp(MI, Before, Needed) &&
                                      (!Barrier || Needed.empty()))
        return use({&MI, *Access, std::move(Needed), Region, AtCheck});
      if (Barrier)
        return Fail(NullCheckMiss::Barrier, &MI);
      Unnoticed &= goesUnnoticed(MI);
      Unordered &= !isOrdered(MI);
      const bool HeldPointer = !Bits.IfNull.get(Plan.Test.Pointer).isUnknown();
      Bits.step(MI);
      if (HeldPointer && Bits.IfNull.get(Plan.Test.Pointer).isUnknown())
        Remark->fail(NullCheckMiss::PointerRedefined, &MI);
      Before.push_back(&MI);
    }

    MachineBasicBlock *Next = Block->getSingleSuccessor();
    if (!Next || !isPlain(*Next) ||
        any_of(Block->terminators(), [](const MachineInstr &MI) {
          return !MI.isUnconditionalBranch();
        }))
      break;
    if (Next->pred_size() != 1) {
      if (IsOnlyWay && !Probe && Unordered && Next != Plan.Test.Null &&
          !OnTheWay.contains(Next))
        Joined = Next;
      break;
    }
    Block = Next;
  }

  if (Probe)
    return use(std::move(*Probe));
  Remark->fail(NullCheckMiss::NoAccess);
  // An access that becomes the check costs nothing, and a probe an instruction.
  const SmallVector<NullCheckAccess, 2> Accesses = Plan.Accesses;
  const auto Paths = OnSomePath;
  if (Unnoticed && findInSuccessors(*Block, Bits, IsOnlyWay))
    return true;
  if (Joined)
    Probe = probeForJoined(*Joined, Bits, Before, Region, AtCheck);
  if (!Probe)
    return false;
  Plan.Accesses = Accesses;
  OnSomePath = Paths;
  return use(std::move(*Probe));
}

/// Finds accesses on all paths from the end of \p Block, a region's last.
bool NullCheckSearch::findInSuccessors(MachineBasicBlock &Block,
                                       const PathBits &Bits, bool IsOnlyWay) {
  MachineBasicBlock *Taken = nullptr, *Other = nullptr;
  SmallVector<MachineOperand, 4> Cond;
  if (Block.succ_empty() || TII.analyzeBranch(Block, Taken, Other, Cond))
    return false;
  return all_of(Block.successors(), [&](MachineBasicBlock *Succ) {
    return Succ == Plan.Test.Null ||
           (mayJoin(*Succ) && findFrom(*Succ, Bits, /*AtCheck=*/false,
                                       IsOnlyWay && Succ->pred_size() == 1));
  });
}

/// Whether control may go from \p Block to the null block. What that reads must
/// be there, on whichever path control came.
bool NullCheckSearch::mayJoin(const MachineBasicBlock &Block) const {
  if (!isPlain(Block))
    return false;
  LiveRegUnits Live(TRI);
  Live.addLiveIns(Block);
  return all_of(Plan.Test.Null->liveins(), [&](const auto &LiveIn) {
    for (MCRegUnitMaskIterator Unit(LiveIn.PhysReg, &TRI); Unit.isValid();
         ++Unit) {
      auto [Number, Mask] = *Unit;
      if ((Mask.none() || (Mask & LiveIn.LaneMask).any()) &&
          !Live.getBitVector()[static_cast<unsigned>(Number)])
        return false;
    }
    return true;
  });
}

/// Whether null is unmapped in the address space that \p MI accesses. Elsewhere
/// it may be the address of something. An access that does not say in which one
/// it is, is in that of the checked pointer.
bool NullCheckSearch::isWhereNullIsUnmapped(const MachineInstr &MI) const {
  if (MI.memoperands_empty())
    return CheckedSpace.has_value();
  return all_of(MI.memoperands(), [&](const MachineMemOperand *MMO) {
    return isNullUnmapped(F, MMO->getAddrSpace());
  });
}

/// Describes \p MI if it is an access that may stand in for a check.
std::optional<AccessDescription>
NullCheckSearch::describe(const MachineInstr &MI) {
  if (!MI.mayLoadOrStore())
    return std::nullopt;
  auto Fail = [&](NullCheckMiss Why) {
    if (MI.readsRegister(Plan.Test.Pointer, &TRI))
      Remark->fail(Why, &MI);
    return std::nullopt;
  };
  std::optional<FaultingAccess> Faults = Info.ReliablyFaults(MI);
  if (!Faults)
    return Fail(NullCheckMiss::NotReliablyFaulting);
  std::optional<ExtAddrMode> Address = Info.AddressOf(MI);
  if (!Address)
    return Fail(NullCheckMiss::UnknownAddress);
  if (!isWhereNullIsUnmapped(MI))
    return Fail(NullCheckMiss::OtherAddressSpace);
  return AccessDescription{*Faults, *Address};
}

static bool isZero(const KnownInteger &Number) {
  const APInt *Only = Number.getRange().getSingleElement();
  return Only && Only->isZero();
}

/// Whether \p Address is the sum of the checked pointer and something. \p Bits
/// is what holds if the pointer is null.
bool NullCheckSearch::startsFromPointer(const ExtAddrMode &Address,
                                        const PathBits &Bits) const {
  auto HoldsPointer = [&](Register Reg) {
    return Reg && isZero(Bits.IfNull.get(Reg)) && !isZero(Bits.Always.get(Reg));
  };
  return isZero(Plan.Test.IfNull) &&
         (HoldsPointer(Address.BaseReg) ||
          (HoldsPointer(Address.ScaledReg) && Address.Scale == 1));
}

/// Whether \p Access, which \p MI makes, is certain to fault if \p Bits holds,
/// that is, if the pointer is null. Notes in \p Access which guard that needs.
bool NullCheckSearch::isInGuard(AccessDescription &Access, const PathBits &Bits,
                                const MachineInstr &MI) {
  const FaultingAccess &Faults = Access.Faults;
  const KnownInteger Address = Bits.IfNull.addressOf(Access.Address);
  auto IsWithin = [&](int64_t Low, uint64_t Size, const KnownInteger &Where) {
    if (Faults.MaxSize > Size)
      return false;
    const ConstantRange Guard(APInt(64, Low, /*isSigned=*/true),
                              APInt(64, Size - Faults.MaxSize + 1));
    return Guard.contains(Where.getRange());
  };
  // What faults whatever the pointer is has its own reason.
  if (IsWithin(-faultmap::WideGuardBelow, faultmap::WideGuardAbove,
               Bits.Always.addressOf(Access.Address)))
    return false;
  auto IsInWideGuard = [&](const ConstantRange &Where) {
    const bool IsKnownBelowZero =
        !Info.IsKnownBelowZero || Info.IsKnownBelowZero(Access.Address);
    return Limits.WideGuard &&
           IsWithin(IsKnownBelowZero ? -faultmap::WideGuardBelow : 0,
                    faultmap::WideGuardAbove, Where);
  };
  const bool IsAligned =
      Address.getBits().countMinTrailingZeros() >= Log2_32(Faults.Alignment);
  Access.NeedsWideGuard = !IsWithin(0, Limits.PageSize, Address.getRange());
  if (IsAligned &&
      (!Access.NeedsWideGuard || IsInWideGuard(Address.getRange())))
    return true;
  // What the machine instructions do not tell, who verifies the map does not
  // see. That is asked for entries of the first page alone.
  if (Limits.WideGuard && Faults.Alignment == 1 &&
      startsFromPointer(Access.Address, Bits) &&
      IsInWideGuard(Distances.get(MI, *Check->getBasicBlock()))) {
    Access.NeedsWideGuard = true;
    return true;
  }
  const Register Pointer = Plan.Test.Pointer;
  const KnownInteger IfNull = Bits.IfNull.get(Pointer);
  if ((Access.Address.BaseReg == Pointer ||
       Access.Address.ScaledReg == Pointer) &&
      !IfNull.isUnknown()) {
    // What the check compares with may be a range itself.
    const bool AddsVariable =
        IfNull.getRange().isSizeStrictlySmallerThan(Address.getRange());
    Remark->fail(AddsVariable ? NullCheckMiss::VariableIndex
                              : NullCheckMiss::OffsetOutOfRange,
                 &MI);
  }
  return false;
}

/// Whether what the null block reads is still there once \p MI has faulted.
bool NullCheckSearch::survivesFault(const AccessDescription &Access,
                                    const MachineInstr &MI) {
  if (!Access.Faults.LosesDefsOnFault ||
      none_of(MI.all_defs(), [&](const MachineOperand &MO) {
        return MO.getReg() && readByNullBlock(MO.getReg());
      }))
    return true;
  return Remark->fail(NullCheckMiss::Dependency, &MI);
}

/// Whether \p Access can move above the instructions \p Before it, all but
/// those that it needs, which are added to \p Needed.
bool NullCheckSearch::canMoveUp(MachineInstr &Access,
                                const Instructions &Before,
                                SmallVectorImpl<MachineInstr *> &Needed) {
  SmallVector<MachineInstr *, 4> Moving = {&Access};
  for (MachineInstr *MI : reverse(Before)) {
    bool ThroughMemory = false;
    if (none_of(Moving, [&](const MachineInstr *Other) {
          return haveToKeepOrder(*MI, *Other, ThroughMemory);
        }))
      continue;
    if (goesUnnoticed(*MI)) {
      Moving.push_back(MI);
      continue;
    }
    // Nothing moves above a volatile or ordered access.
    if (ThroughMemory && MI->hasOrderedMemoryRef())
      return Remark->fail(NullCheckMiss::Barrier, MI);
    return Remark->fail(ThroughMemory ? NullCheckMiss::MayAlias
                                      : NullCheckMiss::Dependency,
                        &Access);
  }
  Needed.assign(Moving.rbegin(), std::prev(Moving.rend()));
  return true;
}

/// Whether \p MI saves a register on the frame that it is building, or restores
/// one, where no other access goes. Other instructions that do so have memory
/// operands that tell where.
static bool pushesOrPops(const MachineInstr &MI) {
  const bool Saves = MI.getFlag(MachineInstr::FrameSetup) && !MI.mayLoad();
  const bool Restores =
      MI.getFlag(MachineInstr::FrameDestroy) && !MI.mayStore();
  return (Saves || Restores) && MI.memoperands_empty() &&
         definesReservedRegister(MI);
}

/// Whether no later read may move above \p MI.
bool NullCheckSearch::isOrdered(const MachineInstr &MI) const {
  return MI.hasOrderedMemoryRef() && hasOrder(MI);
}

/// Whether it may make a difference if \p MI, which accesses memory, comes
/// before or after another access.
bool NullCheckSearch::hasOrder(const MachineInstr &MI) const {
  return !pushesOrPops(MI) && !loadsGOTEntry(MI) && !isAccessOfProbe(MI);
}

/// Whether \p MI is a load that is the same wherever it is.
bool NullCheckSearch::loadsGOTEntry(const MachineInstr &MI) const {
  return MI.memoperands_empty() && Info.LoadsGOTEntry && Info.LoadsGOTEntry(MI);
}

bool NullCheckSearch::haveToKeepOrder(const MachineInstr &First,
                                      const MachineInstr &Second,
                                      bool &ThroughMemory) const {
  // What a register holds that is read as undefined makes no difference.
  auto IsRegister = [](const MachineOperand &MO) {
    return MO.isReg() && MO.getReg() && (MO.isDef() || !MO.isUndef());
  };
  for (const MachineOperand &A : First.operands())
    for (const MachineOperand &B : Second.operands())
      if (IsRegister(A) && IsRegister(B) && (A.isDef() || B.isDef()) &&
          TRI.regsOverlap(A.getReg(), B.getReg()))
        return true;
  if (!First.mayLoadOrStore() || !Second.mayLoadOrStore() || !hasOrder(First) ||
      !hasOrder(Second) || useDifferentSlots(First, Second))
    return false;
  // Without memory operands, an access may be volatile or atomic.
  ThroughMemory = First.hasOrderedMemoryRef() || Second.hasOrderedMemoryRef() ||
                  First.mayAlias(AA, Second, /*UseTBAA=*/true);
  return ThroughMemory;
}

/// Whether \p MMO is memory that is there whatever the pointer is: the stack
/// frame, or a constant of the program.
static bool isAlwaysMapped(const MachineMemOperand &MMO) {
  if (const PseudoSourceValue *Value = MMO.getPseudoValue())
    return Value->isStack() || Value->isGOT() || Value->isConstantPool() ||
           Value->isJumpTable() || isa<FixedStackPseudoSourceValue>(Value);
  // Other memory may be dereferenceable only where the access is.
  const Value *V = MMO.getValue();
  if (!V)
    return false;
  const auto *Object = dyn_cast<AllocaInst>(getUnderlyingObject(V));
  if (!Object || !Object->isStaticAlloca())
    return false;
  if (MMO.isDereferenceable())
    return true;
  const std::optional<TypeSize> Size =
      Object->getAllocationSize(Object->getDataLayout());
  return V == Object && MMO.getOffset() == 0 && Size && !Size->isScalable() &&
         MMO.getSize().hasValue() && !MMO.getSize().isScalable() &&
         MMO.getSize().getValue() <= Size->getFixedValue();
}

/// Whether nobody notices that \p MI, which accesses memory, runs although the
/// pointer is null. It is a load then, and does not fault.
static bool isSafeLoad(const MachineInstr &MI) {
  return !MI.mayStore() && !MI.memoperands_empty() &&
         all_of(MI.memoperands(), [](const MachineMemOperand *MMO) {
           return MMO->isUnordered() && isAlwaysMapped(*MMO);
         });
}

/// Whether it makes no difference to the null block that \p MI, which is no
/// barrier, runs first.
bool NullCheckSearch::goesUnnoticed(const MachineInstr &MI) const {
  if (MI.isInlineAsm() ||
      (MI.mayLoadOrStore() && !isSafeLoad(MI) && !loadsGOTEntry(MI) &&
       !(NullBlockIsEnd && writesOnlySpillSlots(MI))))
    return false;
  // The stack pointer and its like are live into the block, but not listed.
  return !definesReservedRegister(MI) &&
         none_of(MI.all_defs(), [&](const MachineOperand &MO) {
           return MO.getReg() && readByNullBlock(MO.getReg());
         });
}

bool NullCheckSearch::readByNullBlock(Register Reg) const {
  return !NullBlockReads.available(Reg);
}
