//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointVerifier.h"
#include "StatepointDeadStores.h"
#include "StatepointFlow.h"
#include "StatepointOrigins.h"
#include "StatepointRecords.h"
#include "StatepointReferences.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

#define DEBUG_TYPE "statepoint-verifier"

static cl::opt<bool> VerifyStatepointsOption(
    "verify-statepoints", cl::Hidden, cl::init(true),
    cl::desc("Have the machine verifier track references across statepoints"));

using Id = StatepointValueNumbers::Id;

namespace {

class Verifier {
public:
  using Reporter = function_ref<void(const Twine &, const MachineInstr &)>;

  Verifier(const MachineFunction &MF, const GCStrategy *Strategy,
           const StatepointRecords &Records, Reporter Report)
      : MF(MF), Report(Report), Records(Records), Places(MF),
        References(MF, Places, Strategy), Transfer(MF, Places, Values),
        Flow(MF, Places, Values, Transfer),
        MayMove(mayMoveObjects(MF.getFunction()) &&
                !Records.hasUnmovedReferences()) {}

  void run();

private:
  using Walker =
      function_ref<void(const MachineInstr &, StatepointFlow::State &)>;

  /// Calls \p Before with each instruction that can be reached, and with what
  /// places hold before it; reports what it reads if \p CheckReads.
  void walk(Walker Before, bool CheckReads);
  void list(const MachineInstr &Statepoint, const StatepointFlow::State &Now);
  void checkBases(const MachineInstr &Statepoint,
                  const StatepointFlow::State &Now);
  void checkDeoptState(const MachineInstr &Statepoint,
                       const StatepointFlow::State &Now);

  /// Calls \p Each with the values of a base pointer and of what is derived
  /// from it.
  void forEachPair(const MachineInstr &Statepoint,
                   const StatepointFlow::State &Now,
                   function_ref<void(Id, Id)> Each);

  void printChanges(const StatepointFlow::State &Old,
                    const StatepointFlow::State &Now) const;

  const MachineFunction &MF;
  Reporter Report;
  const StatepointRecords &Records;
  StatepointPlaces Places;
  StatepointReferences References;
  StatepointValueNumbers Values;
  StatepointTransfer Transfer;
  StatepointFlow Flow;
  /// Whether a collector may move references.
  const bool MayMove;
};

} // namespace

static bool isStatepoint(const MachineInstr &MI) {
  return MI.getOpcode() == TargetOpcode::STATEPOINT;
}

void Verifier::printChanges(const StatepointFlow::State &Old,
                            const StatepointFlow::State &Now) const {
  for (unsigned P = 0, E = Now.size(); P != E; ++P)
    if (Now[P] != Old[P]) {
      dbgs() << "    " << Places.describe(P) << " = ";
      Values.print(Now[P], dbgs());
      dbgs() << '\n';
    }
}

void Verifier::walk(Walker Before, bool CheckReads) {
  for (const MachineBasicBlock &MBB : MF) {
    StatepointFlow::State Now = Flow.atEntry(MBB);
    if (Now.empty())
      continue;
    SmallSet<unsigned, 4> Reported;
    auto Read = [&](unsigned Place, const MachineInstr &MI, bool IsPart) {
      const auto IsStale = [&](unsigned Other) {
        return Values.mayBeStale(Now[Other]);
      };
      if (!CheckReads || !Values.isStaleReference(Now[Place]) ||
          (IsPart && !Values.isAlwaysStaleReference(Now[Place])) ||
          Transfer.isDifference(MI, IsStale) || isDeadStore(MI) ||
          !Reported.insert(Place).second)
        return;
      Report("use of a reference in " + Places.describe(Place) +
                 " that an earlier statepoint did not relocate",
             MI);
    };
    for (const MachineInstr &MI : MBB.instrs()) {
      Reported.clear();
      Before(MI, Now);
      [[maybe_unused]] StatepointFlow::State Old;
      LLVM_DEBUG(Old = Now);
      Transfer.step(MI, Now, Read);
      LLVM_DEBUG(if (CheckReads) {
        dbgs() << MI;
        printChanges(Old, Now);
      });
      if (!CheckReads)
        References.forEachResult(
            MI, [&](Register Reg) { Values.use(Transfer.valueOf(Reg, Now)); });
    }
  }
}

void Verifier::forEachPair(const MachineInstr &Statepoint,
                           const StatepointFlow::State &Now,
                           function_ref<void(Id, Id)> Each) {
  StatepointOpers Opers(&Statepoint);
  const auto Pointers = Transfer.readList(Statepoint, Opers.getNumGCPtrIdx());
  SmallVector<std::pair<unsigned, unsigned>, 8> Pairs;
  Opers.getGCPointerMap(Pairs);
  for (const auto &[Base, Derived] : Pairs) {
    if (Base >= Pointers.size() || Derived >= Pointers.size())
      continue;
    const auto &Bases = Pointers[Base], &Of = Pointers[Derived];
    // All elements of a vector can have one base pointer.
    if (Bases.size() != Of.size() && Bases.size() != 1)
      continue;
    for (unsigned I = 0; I != Of.size(); ++I)
      Each(Now[Bases[Bases.size() == 1 ? 0 : I]], Now[Of[I]]);
  }
}

void Verifier::list(const MachineInstr &Statepoint,
                    const StatepointFlow::State &Now) {
  forEachPair(Statepoint, Now, [&](Id Base, Id Derived) {
    Values.list(&Statepoint, Base, Derived);
  });
}

void Verifier::checkBases(const MachineInstr &Statepoint,
                          const StatepointFlow::State &Now) {
  bool Wrong = false;
  // What is derived from a constant does not move, and is not listed before.
  SmallSet<Id, 16> Movable;
  forEachPair(Statepoint, Now, [&](Id Base, Id Derived) {
    Wrong |= Values.isWrongBase(&Statepoint, Base, Derived);
    if (Base != StatepointValueNumbers::Constant)
      Movable.insert(Derived);
  });
  const auto Pointers = Transfer.readList(
      Statepoint, StatepointOpers(&Statepoint).getNumGCPtrIdx());
  for (const auto &[N, E] : enumerate(Pointers)) {
    const bool IsReference = Records.isCertainReference(Statepoint, N);
    for (unsigned Place : E) {
      const char *Wrong = nullptr;
      if (Values.mayBe(Now[Place], StatepointValueNumbers::Nothing))
        Wrong = Place < Places.numRegisters() ? ", which is undefined"
                                              : ", where nothing was stored";
      else if (MayMove && IsReference && Movable.contains(Now[Place]) &&
               Values.mayBeStale(Now[Place]))
        Wrong =
            ", which holds a value that an earlier statepoint did not relocate";
      if (!Wrong)
        continue;
      Report("statepoint lists " + Places.describe(Place) + Wrong, Statepoint);
      return;
    }
  }
  if (Wrong)
    Report("statepoint lists a pointer with a wrong base", Statepoint);
}

/// The deopt state is read after the collection.
void Verifier::checkDeoptState(const MachineInstr &Statepoint,
                               const StatepointFlow::State &Now) {
  StatepointOpers Opers(&Statepoint);
  SmallSet<unsigned, 16> Listed;
  for (const StatepointTransfer::Entry &E :
       Transfer.readList(Statepoint, Opers.getNumGCPtrIdx()))
    Listed.insert(E.begin(), E.end());
  // With nothing in the list, the collector may move nothing.
  if (Listed.empty())
    return;
  const auto Deopt = Transfer.readList(Statepoint, Opers.getNumDeoptArgsIdx());
  for (const auto &[N, E] : enumerate(Deopt)) {
    if (!Records.isDeoptReference(Statepoint, N))
      continue;
    for (unsigned Place : E)
      if (!Listed.contains(Place) &&
          Now[Place] != StatepointValueNumbers::Constant) {
        Report("deopt state has a reference in " + Places.describe(Place) +
                   ", which the statepoint does not list",
               Statepoint);
        return;
      }
  }
}

void Verifier::run() {
  if (!Flow.run())
    return;
  walk(
      [&](const MachineInstr &MI, StatepointFlow::State &Now) {
        if (isStatepoint(MI))
          list(MI, Now);
        References.forEach(MI, [&](Register Reg) {
          if (Places.placeOf(Reg))
            Values.use(Transfer.valueOf(Reg, Now));
        });
      },
      /*CheckReads=*/false);
  Values.finish();
  walk(
      [&](const MachineInstr &MI, StatepointFlow::State &Now) {
        if (!isStatepoint(MI))
          return;
        checkBases(MI, Now);
        checkDeoptState(MI, Now);
      },
      /*CheckReads=*/MayMove);
}

/// Reports calls of functions that are called through statepoints alone.
static void
checkCalls(const MachineFunction &MF,
           function_ref<void(const Twine &, const MachineInstr &)> Report) {
  SmallPtrSet<const Value *, 8> Safepoints, Others;
  for (const Instruction &I : instructions(MF.getFunction())) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    const Intrinsic::ID ID = Call->getIntrinsicID();
    if (ID == Intrinsic::experimental_patchpoint ||
        ID == Intrinsic::experimental_patchpoint_void)
      Others.insert(Call->getArgOperand(2)->stripPointerCasts());
    else if (const auto *Statepoint = dyn_cast<GCStatepointInst>(Call))
      Safepoints.insert(
          Statepoint->getActualCalledOperand()->stripPointerCasts());
    else
      Others.insert(Call->getCalledOperand()->stripPointerCasts());
  }
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB.instrs()) {
      if (!MI.isCall() || isStatepoint(MI))
        continue;
      for (const MachineOperand &MO : MI.operands())
        if (MO.isGlobal() && Safepoints.count(MO.getGlobal()) &&
            !Others.count(MO.getGlobal()))
          Report("call of '" + MO.getGlobal()->getName() +
                     "' is not a statepoint, but it is one in the IR",
                 MI);
    }
}

void llvm::verifyStatepoints(
    const MachineFunction &MF,
    function_ref<void(const Twine &, const MachineInstr &)> Report) {
  if (!VerifyStatepointsOption || !MF.getFunction().hasGC() ||
      !MF.getProperties().hasNoVRegs())
    return;
  checkCalls(MF, Report);
  if (none_of(MF, [](const MachineBasicBlock &MBB) {
        return any_of(MBB, isStatepoint);
      }))
    return;
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(MF.getFunction());
  StatepointRecords Records(MF, Strategy.get(), StatepointOrigins(MF));
  Records.verify(
      [&](StringRef Text, const MachineInstr &MI) { Report(Text, MI); });
  Verifier(MF, Strategy.get(), Records, Report).run();
}
