//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Goes back from a null check, and forth again with what is known.
///
//===----------------------------------------------------------------------===//

#include "PathToCheck.h"
#include "FaultingOp.h"
#include "PointerPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/StackPlaces.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

/// How many blocks of a loop are looked at.
static constexpr unsigned MaxLoopBlocks = 32;

bool llvm::isPlain(const MachineBasicBlock &Block) {
  return !Block.isEHPad() && !Block.hasAddressTaken() &&
         !Block.isInlineAsmBrIndirectTarget() && !Block.isEntryBlock();
}

static bool mayChange(const MachineBasicBlock &Block, Register Place) {
  return any_of(Block, [&](const MachineInstr &MI) {
    return llvm::mayChange(MI, Place, *Block.getParent());
  });
}

namespace {

class PathToCheck {
public:
  PathToCheck(const MachineBasicBlock &Check, const NullTest &Test,
              const FaultingAccessInfo &Info, const FaultingAccesses &Converted)
      : Check(Check), Test(Test), Info(Info), Converted(Converted),
        TII(*Check.getParent()->getSubtarget().getInstrInfo()),
        Place(Test.Pointer) {}

  void goBack(unsigned MaxBlocks);
  PathBits getBits() const;

private:
  void followPointer(const MachineBasicBlock &Block);
  bool leadsByFault(const MachineBasicBlock &From,
                    const MachineBasicBlock *To) const;
  const MachineBasicBlock *blockBefore(const MachineBasicBlock &Block);
  bool hasPassedCheck(const MachineBasicBlock &Pred,
                      const MachineBasicBlock &Block);

  const MachineBasicBlock &Check;
  const NullTest &Test;
  const FaultingAccessInfo &Info;
  const FaultingAccesses &Converted;
  const TargetInstrInfo &TII;
  /// The blocks, the one with the check first.
  SmallVector<const MachineBasicBlock *, 8> Blocks;
  /// The blocks from which control comes back to them only after the check has
  /// passed, and those in between.
  SmallPtrSet<const MachineBasicBlock *, 16> InLoops;
  /// What holds the pointer at the beginning of the last of the blocks.
  Register Place;
  /// Where the pointer was computed, if that is in one of them. The place is
  /// what it was computed into then.
  const MachineInstr *Origin = nullptr;
};

} // end anonymous namespace

/// Goes back, up to where the pointer was computed through the registers and
/// slots that have held it, and then on for the sake of other registers.
void PathToCheck::goBack(unsigned MaxBlocks) {
  SmallPtrSet<const MachineBasicBlock *, 8> Seen;
  for (const MachineBasicBlock *Block = &Check;
       Block && Blocks.size() < MaxBlocks && Seen.insert(Block).second;
       Block = blockBefore(*Block)) {
    Blocks.push_back(Block);
    followPointer(*Block);
  }
}

/// Goes back through \p Block with the place that holds the pointer.
void PathToCheck::followPointer(const MachineBasicBlock &Block) {
  if (Origin)
    return;
  for (const MachineInstr &MI : reverse(Block)) {
    if (!llvm::mayChange(MI, Place, *Block.getParent()))
      continue;
    const Register From = getMoveSource(Place, MI, Info, TII);
    if (!From) {
      Origin = &MI;
      return;
    }
    Place = From;
  }
}

/// Whether a faulting instruction of \p From leads to \p To.
bool PathToCheck::leadsByFault(const MachineBasicBlock &From,
                               const MachineBasicBlock *To) const {
  return any_of(From, [&](const MachineInstr &MI) {
    return Converted.contains(&MI) && &getFaultHandler(MI) == To;
  });
}

/// The one block that control comes from to \p Block, the last of the blocks,
/// when it has run to its end, on the way to a check that fails.
const MachineBasicBlock *
PathToCheck::blockBefore(const MachineBasicBlock &Block) {
  if (!isPlain(Block))
    return nullptr;
  const MachineBasicBlock *Before = nullptr;
  for (const MachineBasicBlock *Pred : Block.predecessors()) {
    if (Block.pred_size() > 1 && hasPassedCheck(*Pred, Block))
      continue;
    if (Before)
      return nullptr;
    Before = Pred;
  }
  // What has faulted has no result.
  return Before && !leadsByFault(*Before, &Block) ? Before : nullptr;
}

/// Whether control that comes from \p Pred to \p Block, the last of the blocks,
/// has passed the check before, and the place has held the same pointer since.
/// The place holds it, too, whenever the check is made: since control came to
/// \p Block, it has been nowhere but in the blocks and in loops back to them.
bool PathToCheck::hasPassedCheck(const MachineBasicBlock &Pred,
                                 const MachineBasicBlock &Block) {
  auto Changes = [&](const MachineBasicBlock *OnPath) {
    return mayChange(*OnPath, Place);
  };
  // A fault leads to its handler without the check.
  if (Origin || Test.Null == Test.NotNull ||
      leadsByFault(Check, Test.NotNull) || any_of(Blocks, Changes) ||
      any_of(InLoops, Changes))
    return false;
  SmallPtrSet<const MachineBasicBlock *, 16> Seen;
  SmallVector<const MachineBasicBlock *, 8> Work;
  // Goes to \p From, which control comes from to \p To. Returns whether the
  // check may have been passed before.
  auto Enter = [&](const MachineBasicBlock &From, const MachineBasicBlock &To) {
    if (&From == &Check)
      return &To == Test.NotNull;
    if (!Seen.insert(&From).second)
      return true;
    Work.push_back(&From);
    return Seen.size() <= MaxLoopBlocks && isPlain(From) &&
           !From.pred_empty() && !Changes(&From);
  };
  if (!Enter(Pred, Block))
    return false;
  while (!Work.empty()) {
    const MachineBasicBlock *To = Work.pop_back_val();
    if (!all_of(To->predecessors(), [&](const MachineBasicBlock *From) {
          return Enter(*From, *To);
        }))
      return false;
  }
  InLoops.insert_range(Seen);
  return true;
}

PathBits PathToCheck::getBits() const {
  const MachineFunction &MF = *Check.getParent();
  PathBits Bits = {RegisterBits(MF, Info), RegisterBits(MF, Info)};
  if (!Origin)
    Bits.IfNull.set(Place, Test.IfNull);
  for (const MachineBasicBlock *Block : reverse(Blocks))
    for (const MachineInstr &MI : *Block) {
      if (MI.isDebugInstr())
        continue;
      auto It = Converted.find(&MI);
      Bits.step(It == Converted.end() ? MI : *It->second.first);
      if (&MI == Origin)
        Bits.IfNull.set(Place, Test.IfNull);
    }
  Bits.IfNull.set(Test.Pointer, Test.IfNull);
  return Bits;
}

PathBits llvm::getBitsAtCheck(const MachineBasicBlock &Check,
                              const NullTest &Test,
                              const FaultingAccessInfo &Info,
                              const FaultingAccesses &Converted,
                              unsigned MaxBlocks) {
  PathToCheck Path(Check, Test, Info, Converted);
  Path.goBack(MaxBlocks);
  return Path.getBits();
}
