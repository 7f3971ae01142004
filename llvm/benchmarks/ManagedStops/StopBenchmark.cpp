//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How long it takes to stop threads that execute managed code (Work.ll).
/// SafepointTimes.java is the same program in Java.
///
/// StopBenchmark THREADS STOPS prints the nanoseconds of each stop. It fails if
/// a thread has a wrong sum, or does not stop within ten seconds.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedThreads.h"
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <vector>

static constexpr int32_t NumCells = 1000, Count = 20000;
static constexpr uint64_t Timeout = 10'000'000'000;

struct Cell {
  Cell *Next;
  int64_t Value;
};

/// Managed code: sums the list ten times, then counts to \p Count.
extern "C" int64_t stops_work(Cell *List, int32_t Count);

static std::atomic<bool> IsFinished, IsWrong;
static std::atomic<int> NumWorking;

[[noreturn]] static void fail(const char *Message) {
  fprintf(stderr, "%s\n", Message);
  // The threads run still.
  _Exit(1);
}

static int64_t expected() {
  uint64_t Hash = uint64_t(10) * NumCells * (NumCells - 1) / 2;
  for (int32_t I = 0; I < Count; ++I)
    Hash = Hash * 31 + uint64_t(I);
  return int64_t(Hash);
}

static void runThread() {
  std::vector<Cell> Cells(NumCells);
  Cell *List = nullptr;
  for (int32_t I = 0; I < NumCells; ++I) {
    Cells[I] = {List, I};
    List = &Cells[I];
  }
  const int64_t Right = expected();
  if (LLVMManagedAttachThread(nullptr))
    fail("cannot attach a thread");
  {
    llvm_managed::ManagedScope Scope;
    bool IsFirst = true;
    while (!IsFinished.load(std::memory_order_relaxed)) {
      if (stops_work(List, Count) != Right)
        IsWrong = true;
      if (IsFirst)
        ++NumWorking;
      IsFirst = false;
    }
  }
  if (LLVMManagedDetachThread())
    fail("cannot detach a thread");
}

static uint64_t now() {
  timespec Time;
  clock_gettime(CLOCK_MONOTONIC, &Time);
  return uint64_t(Time.tv_sec) * 1'000'000'000 + uint64_t(Time.tv_nsec);
}

static void sleepFor(long Nanoseconds) {
  const timespec Time = {0, Nanoseconds};
  nanosleep(&Time, nullptr);
}

/// Returns how long each stop took.
static std::vector<uint64_t> measure(int NumStops) {
  LLVMManagedStopOptions Options = {};
  Options.StructSize = sizeof(Options);
  Options.TimeoutNanoseconds = Timeout;
  std::vector<uint64_t> Times;
  uint32_t Random = 1;
  for (int I = 0; I < NumStops; ++I) {
    Random = Random * 1103515245 + 12345;
    sleepFor(200'000 + (Random >> 16) % 800 * 1000);
    const uint64_t Begin = now();
    const LLVMManagedStatus Status = LLVMManagedStopThreads(&Options);
    const uint64_t End = now();
    if (Status == LLVMManagedThreadsRun)
      fail("some thread does not poll");
    if (Status || LLVMManagedResumeThreads())
      fail("cannot stop the threads");
    Times.push_back(End - Begin);
  }
  return Times;
}

int main(int ArgC, char **ArgV) {
  const int NumThreads = ArgC == 3 ? atoi(ArgV[1]) : 0;
  const int NumStops = ArgC == 3 ? atoi(ArgV[2]) : 0;
  if (NumThreads < 1 || NumStops < 1)
    fail("usage: StopBenchmark THREADS STOPS");
  // Polls by page fault.
  if (LLVMManagedInstallFaultHandler())
    fail("cannot install the fault handler");
  std::vector<std::thread> Threads;
  for (int I = 0; I < NumThreads; ++I)
    Threads.emplace_back(runThread);
  while (NumWorking < NumThreads)
    sleepFor(1'000'000);
  const std::vector<uint64_t> Times = measure(NumStops);
  IsFinished = true;
  for (std::thread &Thread : Threads)
    Thread.join();
  if (IsWrong)
    fail("a thread has a wrong sum");
  for (uint64_t Time : Times)
    printf("%llu\n", static_cast<unsigned long long>(Time));
  return 0;
}
