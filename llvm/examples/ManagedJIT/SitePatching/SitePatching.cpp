//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Heals an implicit null check that fails often, by patching its code.
///
/// A runtime that makes its code itself can do without recompilation: the
/// runtime for managed code reports a check that keeps failing, in a thread of
/// its own, and that thread patches the site of the check, so that it is
/// explicit from then on. The other checks stay implicit. Sites.h has the code,
/// SitesX86.cpp and SitesAArch64.cpp tell how it is patched while other threads
/// execute it. Needs nothing of LLVM but the runtime for managed code.
///
/// The argument "once" maps the code once, and stops the other threads while it
/// is patched; "twice" is the default.
///
//===----------------------------------------------------------------------===//

#include "Sites.h"
#include "llvm-c/ManagedRuntime.h"
#include <atomic>
#include <mutex>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <thread>

using AddFunction = int(const int *, const int *);

/// Ends the program unless \p Holds.
static void require(bool Holds, const char *What) {
  if (Holds)
    return;
  fprintf(stderr, "this does not hold: %s\n", What);
  exit(1);
}

static void check(LLVMManagedStatus Status) {
  require(Status == LLVMManagedSuccess, LLVMManagedStatusMessage(Status));
}

namespace {

/// The function with its fault map.
class ManagedFunction {
public:
  explicit ManagedFunction(CodeBuffer::Mapping How);
  ~ManagedFunction() { LLVMManagedUnregisterFaultTables(Map); }

  int operator()(const int *A, const int *B) {
    std::unique_lock<std::mutex> Lock = stopOthers();
    return reinterpret_cast<AddFunction *>(Code.begin())(A, B);
  }

  /// Makes the check at \p FaultingPC explicit.
  void heal(uintptr_t FaultingPC);

  /// How often the check of site number \p I has failed while it was implicit.
  uint64_t getFaultCount(unsigned I) const;

private:
  std::unique_lock<std::mutex> stopOthers() {
    return How == CodeBuffer::Mapping::Once
               ? std::unique_lock<std::mutex>(Mutex)
               : std::unique_lock<std::mutex>();
  }

  CodeBuffer::Mapping How;
  CodeBuffer Code;
  /// What all hold that execute or write the code, if it is mapped once.
  std::mutex Mutex;
  LLVMManagedFaultMapRef Map;
};

} // end anonymous namespace

ManagedFunction::ManagedFunction(CodeBuffer::Mapping How)
    : How(How), Code(How, 4096) {
  size_t Size = writeCode(Code);
  // The table follows the code: short entries of version 2, see
  // docs/FaultMaps.md.
  for (unsigned I = 0; I < NumSites; ++I) {
    const Site &S = Sites[I];
    constexpr uint32_t Load = 1;
    size_t Where = Size + I * 8;
    uint32_t Entry[] = {uint32_t(S.Faulting - Where),
                        uint32_t(S.Handler - S.Faulting) << 4 | Load};
    Code.write(Where, Entry, sizeof(Entry));
  }
  LLVMManagedFaultTables Tables = {};
  Tables.StructSize = sizeof(Tables);
  Tables.ShortBegin = Code.begin() + Size;
  Tables.ShortEnd = Code.begin() + Size + NumSites * 8;
  Tables.Flags = LLVMManagedCountFaults;
  Tables.ReportAfter = 100;
  check(LLVMManagedRegisterFaultTables(&Tables, &Map, nullptr));
  prepareForPatching(Code);
}

void ManagedFunction::heal(uintptr_t FaultingPC) {
  size_t Offset = FaultingPC - reinterpret_cast<uintptr_t>(Code.begin());
  for (const Site &S : Sites)
    if (S.Faulting == Offset) {
      std::unique_lock<std::mutex> Lock = stopOthers();
      patchSite(Code, S);
    }
}

uint64_t ManagedFunction::getFaultCount(unsigned I) const {
  auto PC = reinterpret_cast<uintptr_t>(Code.begin()) + Sites[I].Faulting;
  uint64_t Count;
  check(LLVMManagedGetFaultCount(Map, PC, &Count));
  return Count;
}

static const int A = 3, B = 4;

/// Calls \p Add with all combinations of null, and requires that exactly the
/// checks fault that are not among the first \p NumHealed.
static void callWithNulls(ManagedFunction &Add, unsigned NumHealed) {
  uint64_t First = Add.getFaultCount(0), Second = Add.getFaultCount(1);
  require(Add(&A, &B) == 7, "the sum of 3 and 4 is 7");
  require(Add(nullptr, &B) == -1, "the check of the first operand throws");
  require(Add(&A, nullptr) == -2, "the check of the second operand throws");
  require(Add(nullptr, nullptr) == -1, "the first check comes first");
  First = Add.getFaultCount(0) - First;
  Second = Add.getFaultCount(1) - Second;
  require(First == (NumHealed < 1 ? 2 : 0), "the first check faults, or not");
  require(Second == (NumHealed < 2 ? 1 : 0), "the second check faults, or not");
  printf("%u healed: %u faults\n", NumHealed, unsigned(First + Second));
}

/// Lets check number \p I fail in several threads until it is healed, and a
/// while longer.
static void failUntilHealed(ManagedFunction &Add, unsigned I,
                            const std::atomic<unsigned> &NumHealed) {
  auto Work = [&] {
    for (unsigned CallsToGo = 1000; CallsToGo; --CallsToGo) {
      int Result = I == 0 ? Add(nullptr, &B) : Add(&A, nullptr);
      require(Result == (I == 0 ? -1 : -2), "the check throws meanwhile");
      require(Add(&A, &B) == 7, "the sum is right meanwhile");
      if (NumHealed.load() <= I)
        ++CallsToGo;
    }
  };
  std::thread Workers[] = {std::thread(Work), std::thread(Work)};
  for (std::thread &Worker : Workers)
    Worker.join();
  require(Add.getFaultCount(I) >= 100, "the check failed until it was healed");
}

int main(int argc, char **argv) {
  bool IsOnce = argc > 1 && strcmp(argv[1], "once") == 0;
  ManagedFunction Add(IsOnce ? CodeBuffer::Mapping::Once
                             : CodeBuffer::Mapping::Twice);
  check(LLVMManagedInstallFaultHandler());

  static std::atomic<unsigned> NumHealed;
  check(LLVMManagedStartFaultReporter(
      [](const LLVMManagedFaultReport *Report, void *Argument) {
        auto &Function = *static_cast<ManagedFunction *>(Argument);
        Function.heal(Report->Entry.FaultingPC);
        ++NumHealed;
      },
      &Add));

  callWithNulls(Add, 0);
  failUntilHealed(Add, 0, NumHealed);
  callWithNulls(Add, 1);
  failUntilHealed(Add, 1, NumHealed);
  callWithNulls(Add, 2);

  LLVMManagedStopFaultReporter();
  check(LLVMManagedUninstallFaultHandler());
  return 0;
}
