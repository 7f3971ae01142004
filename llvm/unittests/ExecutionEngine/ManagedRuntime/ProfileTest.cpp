//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counters and reports. The faults are simulated: a signal handler gets
/// arguments that describe one.
///
//===----------------------------------------------------------------------===//

#include "MadeUpFault.h"
#include "TableBuilder.h"
#include "llvm-c/ManagedRuntime.h"
#include "gtest/gtest.h"
#include <atomic>
#include <fcntl.h>
#include <map>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace llvm;
using namespace llvm::faultmap;
using namespace llvm::managed;

static bool fault(uintptr_t PC) { return MadeUpFault(PC).handle(); }

namespace {

class ProfileTest : public testing::Test {
protected:
  Arena Memory;
  LLVMManagedFaultMapRef Map = nullptr;
  bool IsRegistered = false;

  uintptr_t pc(size_t I) const { return Memory.code(I * 16); }

  /// \p Count entries with site ids 0, 1, 2, 0, 1, 2, ...
  void add(size_t Count, uint64_t ReportAfter,
           uint32_t Flags = LLVMManagedCountFaults) {
    auto *E = Memory.allocate<LongEntryV2>(Count);
    for (size_t I = 0; I < Count; ++I) {
      set(E[I], pc(I), pc(I) + 8);
      setSite(E[I], I % 3);
    }
    LLVMManagedFaultTables Tables = {};
    Tables.StructSize = sizeof(Tables);
    Tables.LongBegin = E;
    Tables.LongEnd = E + Count;
    Tables.Flags = Flags;
    Tables.ReportAfter = ReportAfter;
    ASSERT_EQ(LLVMManagedRegisterFaultTables(&Tables, &Map, nullptr),
              LLVMManagedSuccess);
    IsRegistered = true;
  }
  void remove() {
    LLVMManagedUnregisterFaultTables(Map);
    IsRegistered = false;
  }
  void TearDown() override {
    if (IsRegistered)
      remove();
  }

  uint64_t count(size_t I) {
    uint64_t Count = ~UINT64_C(0);
    EXPECT_EQ(LLVMManagedGetFaultCount(Map, pc(I), &Count), LLVMManagedSuccess);
    return Count;
  }
};

} // end anonymous namespace

/// Takes all reports, \p Max at a time.
static std::vector<LLVMManagedFaultReport> drain(size_t Max = 100) {
  std::vector<LLVMManagedFaultReport> All, Some(Max);
  while (size_t Count = LLVMManagedDrainFaultReports(Some.data(), Max))
    All.insert(All.end(), Some.begin(), Some.begin() + Count);
  return All;
}

namespace {

TEST_F(ProfileTest, CountsEachEntry) {
  add(4, 0);
  for (size_t I = 0; I < 4; ++I)
    for (size_t J = 0; J < I; ++J)
      EXPECT_TRUE(fault(pc(I)));
  for (size_t I = 0; I < 4; ++I)
    EXPECT_EQ(count(I), I);
  EXPECT_TRUE(drain().empty());
}

TEST_F(ProfileTest, AddsUpTheEntriesOfASite) {
  add(7, 0);
  for (size_t I = 0; I < 7; ++I)
    for (size_t J = 0; J <= I; ++J)
      fault(pc(I));
  uint64_t Count;
  ASSERT_EQ(LLVMManagedGetSiteFaultCount(Map, 0, &Count), LLVMManagedSuccess);
  EXPECT_EQ(Count, 1u + 4 + 7);
  ASSERT_EQ(LLVMManagedGetSiteFaultCount(Map, 2, &Count), LLVMManagedSuccess);
  EXPECT_EQ(Count, 3u + 6);
  EXPECT_EQ(LLVMManagedGetSiteFaultCount(Map, 3, &Count),
            LLVMManagedNoSuchEntry);
}

TEST_F(ProfileTest, CountsOnlyWhatWasAskedFor) {
  add(3, 1, 0);
  EXPECT_TRUE(fault(pc(0)));
  uint64_t Count;
  EXPECT_EQ(LLVMManagedGetFaultCount(Map, pc(0), &Count),
            LLVMManagedNotCounted);
  EXPECT_EQ(LLVMManagedGetSiteFaultCount(Map, 0, &Count),
            LLVMManagedNotCounted);
  EXPECT_EQ(LLVMManagedResetFaultCount(Map, pc(0)), LLVMManagedNotCounted);
  EXPECT_TRUE(drain().empty());
}

TEST_F(ProfileTest, KnowsOnlyItsOwnEntries) {
  add(3, 0);
  LLVMManagedFaultMapRef First = Map;
  uint64_t Count;
  EXPECT_EQ(LLVMManagedGetFaultCount(Map, pc(3), &Count),
            LLVMManagedNoSuchEntry);
  EXPECT_EQ(LLVMManagedResetFaultCount(Map, pc(0) + 1), LLVMManagedNoSuchEntry);
  // Another map has it, but not this one.
  auto *E = Memory.allocate<ShortEntryV2>(1);
  set(E[0], pc(3), pc(3) + 8);
  LLVMManagedFaultTables Tables = {};
  Tables.StructSize = sizeof(Tables);
  Tables.ShortBegin = E;
  Tables.ShortEnd = E + 1;
  LLVMManagedFaultMapRef Second;
  ASSERT_EQ(LLVMManagedRegisterFaultTables(&Tables, &Second, nullptr),
            LLVMManagedSuccess);
  EXPECT_EQ(LLVMManagedGetFaultCount(First, pc(3), &Count),
            LLVMManagedNoSuchEntry);
  LLVMManagedUnregisterFaultTables(Second);
}

TEST_F(ProfileTest, ReportsOnceWhenTheLimitIsReached) {
  add(3, 5);
  for (unsigned I = 1; I < 5; ++I) {
    fault(pc(1));
    EXPECT_TRUE(drain().empty());
  }
  fault(pc(1));
  fault(pc(1));
  auto Reports = drain();
  ASSERT_EQ(Reports.size(), 1u);
  EXPECT_EQ(Reports[0].Entry.FaultingPC, pc(1));
  EXPECT_EQ(Reports[0].Entry.Site, 1u);
  EXPECT_EQ(Reports[0].Entry.Map, Map);
  EXPECT_EQ(Reports[0].Count, 6u);
  for (unsigned I = 0; I < 20; ++I)
    fault(pc(1));
  EXPECT_TRUE(drain().empty());
}

TEST_F(ProfileTest, ReportsAgainAfterAReset) {
  add(3, 2);
  fault(pc(0));
  fault(pc(0));
  EXPECT_EQ(drain().size(), 1u);
  ASSERT_EQ(LLVMManagedResetFaultCount(Map, pc(0)), LLVMManagedSuccess);
  EXPECT_EQ(count(0), 0u);
  fault(pc(0));
  EXPECT_TRUE(drain().empty());
  fault(pc(0));
  EXPECT_EQ(drain().size(), 1u);
}

TEST_F(ProfileTest, KeepsWhatThereIsNoRoomFor) {
  add(200, 1);
  for (size_t Max : {1, 3, 64, 200}) {
    for (size_t I = 0; I < 200; ++I) {
      ASSERT_EQ(LLVMManagedResetFaultCount(Map, pc(I)), LLVMManagedSuccess);
      fault(pc(I));
    }
    std::map<uintptr_t, unsigned> Seen;
    for (const LLVMManagedFaultReport &Report : drain(Max))
      ++Seen[Report.Entry.FaultingPC];
    EXPECT_EQ(Seen.size(), 200u);
    for (auto [PC, Times] : Seen)
      EXPECT_EQ(Times, 1u);
  }
  LLVMManagedFaultReport Report;
  fault(pc(0));
  EXPECT_EQ(LLVMManagedDrainFaultReports(&Report, 0), 0u);
}

TEST_F(ProfileTest, UnregisteringDropsReports) {
  add(3, 1);
  fault(pc(0));
  fault(pc(2));
  remove();
  EXPECT_TRUE(drain().empty());
  // Nor does it take along those of other maps.
  add(3, 1);
  LLVMManagedFaultMapRef First = Map;
  fault(pc(1));
  LLVMManagedFaultTables Tables = {};
  Tables.StructSize = sizeof(Tables);
  auto *E = Memory.allocate<ShortEntryV2>(1);
  set(E[0], pc(9), pc(10));
  Tables.ShortBegin = E;
  Tables.ShortEnd = E + 1;
  Tables.Flags = LLVMManagedCountFaults;
  Tables.ReportAfter = 1;
  LLVMManagedFaultMapRef Second;
  ASSERT_EQ(LLVMManagedRegisterFaultTables(&Tables, &Second, nullptr),
            LLVMManagedSuccess);
  fault(pc(9));
  LLVMManagedUnregisterFaultTables(Second);
  auto Reports = drain();
  ASSERT_EQ(Reports.size(), 1u);
  EXPECT_EQ(Reports[0].Entry.Map, First);
}

/// A pipe that nothing waits for.
struct Pipe {
  int Ends[2];
  Pipe() { EXPECT_EQ(pipe2(Ends, O_NONBLOCK), 0); }
  ~Pipe() {
    close(Ends[0]);
    close(Ends[1]);
  }
  /// The number of wake-ups that were written.
  unsigned read() {
    uint64_t Value;
    unsigned Count = 0;
    while (::read(Ends[0], &Value, sizeof(Value)) == sizeof(Value)) {
      EXPECT_EQ(Value, 1u);
      ++Count;
    }
    return Count;
  }
};

TEST_F(ProfileTest, WritesToTheDescriptorWhenReportsBecomeDue) {
  add(3, 1);
  Pipe P;
  ASSERT_EQ(LLVMManagedSetFaultReportDescriptor(P.Ends[1]), LLVMManagedSuccess);
  EXPECT_EQ(P.read(), 0u);
  EXPECT_EQ(LLVMManagedSetFaultReportDescriptor(P.Ends[1]),
            LLVMManagedReporterExists);
  fault(pc(0));
  EXPECT_EQ(P.read(), 1u);
  // They are due already.
  fault(pc(1));
  EXPECT_EQ(P.read(), 0u);
  EXPECT_EQ(drain().size(), 2u);
  fault(pc(2));
  EXPECT_EQ(P.read(), 1u);
  EXPECT_EQ(LLVMManagedSetFaultReportDescriptor(-1), LLVMManagedSuccess);
  drain();
  ASSERT_EQ(LLVMManagedResetFaultCount(Map, pc(0)), LLVMManagedSuccess);
  fault(pc(0));
  EXPECT_EQ(P.read(), 0u);
  // Whoever comes later is told what is due.
  ASSERT_EQ(LLVMManagedSetFaultReportDescriptor(P.Ends[1]), LLVMManagedSuccess);
  EXPECT_EQ(P.read(), 1u);
  EXPECT_EQ(LLVMManagedSetFaultReportDescriptor(-1), LLVMManagedSuccess);
  EXPECT_EQ(drain().size(), 1u);
}

TEST_F(ProfileTest, RefusesADescriptorThatMayBlock) {
  int Ends[2];
  ASSERT_EQ(pipe(Ends), 0);
  EXPECT_EQ(LLVMManagedSetFaultReportDescriptor(Ends[1]),
            LLVMManagedInvalidArgument);
  close(Ends[0]);
  close(Ends[1]);
  EXPECT_EQ(LLVMManagedSetFaultReportDescriptor(Ends[1]),
            LLVMManagedInvalidArgument);
}

TEST_F(ProfileTest, SurvivesADescriptorThatCannotBeWrittenTo) {
  add(1, 1);
  Pipe P;
  ASSERT_EQ(LLVMManagedSetFaultReportDescriptor(P.Ends[0]), LLVMManagedSuccess);
  errno = 1234;
  fault(pc(0));
  EXPECT_EQ(errno, 1234);
  EXPECT_EQ(LLVMManagedSetFaultReportDescriptor(-1), LLVMManagedSuccess);
  EXPECT_EQ(drain().size(), 1u);
}

/// What a reporter was given.
struct Received {
  std::atomic<unsigned> Count{0};
  pthread_t Thread = {};

  static void callback(const LLVMManagedFaultReport *Report, void *Argument) {
    auto *Self = static_cast<Received *>(Argument);
    EXPECT_EQ(Report->Count, 1u);
    Self->Thread = pthread_self();
    ++Self->Count;
  }
};

TEST_F(ProfileTest, ReporterDeliversAllBeforeItStops) {
  add(100, 1);
  for (unsigned Round = 0; Round < 20; ++Round) {
    Received R;
    ASSERT_EQ(LLVMManagedStartFaultReporter(Received::callback, &R),
              LLVMManagedSuccess);
    EXPECT_EQ(LLVMManagedStartFaultReporter(Received::callback, &R),
              LLVMManagedReporterExists);
    for (int Descriptor : {1, -1})
      EXPECT_EQ(LLVMManagedSetFaultReportDescriptor(Descriptor),
                LLVMManagedReporterExists);
    for (size_t I = 0; I < 100; ++I) {
      ASSERT_EQ(LLVMManagedResetFaultCount(Map, pc(I)), LLVMManagedSuccess);
      fault(pc(I));
    }
    LLVMManagedStopFaultReporter();
    EXPECT_EQ(R.Count, 100u);
    EXPECT_FALSE(pthread_equal(R.Thread, pthread_self()));
  }
  LLVMManagedStopFaultReporter();
}

TEST_F(ProfileTest, ReporterIsWoken) {
  add(10, 1);
  Received R;
  ASSERT_EQ(LLVMManagedStartFaultReporter(Received::callback, &R),
            LLVMManagedSuccess);
  for (size_t I = 0; I < 10; ++I) {
    fault(pc(I));
    while (R.Count != I + 1)
      std::this_thread::yield();
  }
  LLVMManagedStopFaultReporter();
  EXPECT_EQ(R.Count, 10u);
}

TEST_F(ProfileTest, AForkedProcessReportsToNobody) {
  add(2, 1);
  Received R;
  ASSERT_EQ(LLVMManagedStartFaultReporter(Received::callback, &R),
            LLVMManagedSuccess);
  pid_t Child = fork();
  if (Child == 0) {
    fault(pc(0));
    Received Own;
    bool IsRight = drain().size() == 1 &&
                   LLVMManagedStartFaultReporter(Received::callback, &Own) ==
                       LLVMManagedSuccess;
    fault(pc(1));
    LLVMManagedStopFaultReporter();
    LLVMManagedStopFaultReporter();
    _exit(IsRight && Own.Count == 1 ? 0 : 1);
  }
  int Status = -1;
  EXPECT_EQ(waitpid(Child, &Status, 0), Child);
  EXPECT_EQ(Status, 0);
  LLVMManagedStopFaultReporter();
  EXPECT_EQ(R.Count, 0u);
}

TEST_F(ProfileTest, EachReportIsDeliveredOnceWhateverHappensMeanwhile) {
  constexpr size_t NumEntries = 3000;
  constexpr unsigned NumThreads = 4, Limit = 8;
  add(NumEntries, Limit);
  std::atomic<unsigned> NumRunning{NumThreads};
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T < NumThreads; ++T)
    Threads.emplace_back([&] {
      for (size_t I = 0; I < NumEntries; ++I)
        for (unsigned J = 0; J < Limit / 2; ++J)
          fault(pc(I));
      --NumRunning;
    });
  std::map<uintptr_t, unsigned> Seen;
  auto Note = [&] {
    for (const LLVMManagedFaultReport &Report : drain(7))
      ++Seen[Report.Entry.FaultingPC];
  };
  while (NumRunning)
    Note();
  for (std::thread &T : Threads)
    T.join();
  Note();
  EXPECT_EQ(Seen.size(), NumEntries);
  for (auto [PC, Times] : Seen)
    EXPECT_EQ(Times, 1u);
  for (size_t I = 0; I < NumEntries; ++I)
    EXPECT_EQ(count(I), NumThreads * Limit / 2);
}

} // end anonymous namespace
