//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FaultProfile.h"
#include "CodeRegistry.h"
#include <new>
#include <pthread.h>
#include <stdlib.h>

using namespace llvm;
using namespace llvm::managed;

/// Profiles with reports that are due, pushed by handlers.
static std::atomic<FaultProfile *> Queue;
/// Written to when something is pushed; -1 if nobody wants to know.
static std::atomic<int> Descriptor{-1};

/// Makes those who take from the queue exclude each other.
static pthread_mutex_t DrainMutex = PTHREAD_MUTEX_INITIALIZER;
/// What was taken from the queue and not looked at yet; guarded by the mutex.
static FaultProfile *Taken;

void managed::lockProfiles() { pthread_mutex_lock(&DrainMutex); }
void managed::unlockProfiles() { pthread_mutex_unlock(&DrainMutex); }

namespace {

class DrainLock {
public:
  DrainLock() { lockProfiles(); }
  ~DrainLock() { unlockProfiles(); }
};

} // end anonymous namespace

//===----------------------------------------------------------------------===//
// In the handler
//===----------------------------------------------------------------------===//

/// Writes the number 1 to \p File.  A plain system call: the C library's
/// function sets errno and may end the thread.
static void writeOne(int File) {
  static const uint64_t One = 1;
#if defined(__x86_64__)
  long Result = 1; // write
  __asm__ volatile("syscall"
                   : "+a"(Result)
                   : "D"(long(File)), "S"(&One), "d"(sizeof(One))
                   : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long Result __asm__("x0") = File;
  register const void *Data __asm__("x1") = &One;
  register long Size __asm__("x2") = sizeof(One);
  register long Number __asm__("x8") = 64; // write
  __asm__ volatile("svc #0"
                   : "+r"(Result)
                   : "r"(Data), "r"(Size), "r"(Number)
                   : "memory");
#endif
  // A counter or pipe that is full will be read without this.
  (void)Result;
}

static void push(FaultProfile &Profile) {
  FaultProfile *Next = Queue.load(std::memory_order_relaxed);
  do
    Profile.NextQueued = Next;
  while (!Queue.compare_exchange_weak(Next, &Profile, std::memory_order_seq_cst,
                                      std::memory_order_relaxed));
}

void managed::countFault(FaultProfile &Profile, size_t Index) {
  uint64_t Count =
      Profile.Counts[Index].fetch_add(1, std::memory_order_relaxed) + 1;
  if (Count != Profile.ReportAfter)
    return;
  Profile.Due[Index / 64].fetch_or(uint64_t(1) << Index % 64,
                                   std::memory_order_relaxed);
  if (Profile.IsQueued.exchange(true, std::memory_order_acq_rel))
    return;
  push(Profile);
  int File = Descriptor.load(std::memory_order_seq_cst);
  if (File >= 0)
    writeOne(File);
}

//===----------------------------------------------------------------------===//
// Elsewhere
//===----------------------------------------------------------------------===//

FaultProfile *managed::createProfile(const CodeObject &Object,
                                     uint64_t ReportAfter) {
  using Word = std::atomic<uint64_t>;
  void *Memory = malloc(sizeof(FaultProfile));
  if (!Memory)
    return nullptr;
  size_t NumEntries = Object.numEntries();
  auto *Profile = new (Memory) FaultProfile(Object, NumEntries, ReportAfter);
  // Memory of zeros is counters at zero.
  size_t NumWords = NumEntries + (NumEntries + 63) / 64;
  Profile->Counts = static_cast<Word *>(calloc(NumWords + 1, sizeof(Word)));
  if (!Profile->Counts) {
    free(Profile);
    return nullptr;
  }
  Profile->Due = Profile->Counts + NumEntries;
  return Profile;
}

/// Moves what the handlers pushed to the profiles that were taken.
static void takeQueue() {
  FaultProfile *First = Queue.exchange(nullptr, std::memory_order_seq_cst);
  while (FaultProfile *Profile = First) {
    First = Profile->NextQueued;
    Profile->NextQueued = Taken;
    Taken = Profile;
  }
}

void managed::destroyProfile(FaultProfile *Profile) {
  {
    DrainLock Lock;
    takeQueue();
    FaultProfile **Link = &Taken;
    while (*Link && *Link != Profile)
      Link = &(*Link)->NextQueued;
    if (*Link)
      *Link = Profile->NextQueued;
  }
  free(Profile->Counts);
  free(Profile);
}

static LLVMManagedFaultReport makeReport(const FaultProfile &Profile,
                                         size_t Index) {
  Encoding How;
  const void *Where = Profile.Object.entryAt(Index, How);
  LLVMManagedFaultReport Report;
  describe(Where, How, &Profile.Object, Profile.Object.Context, Report.Entry);
  Report.Count = Profile.Counts[Index].load(std::memory_order_relaxed);
  return Report;
}

/// Takes up to \p Max reports of \p Profile; returns their number.
static size_t takeReports(FaultProfile &Profile,
                          LLVMManagedFaultReport *Reports, size_t Max) {
  size_t NumReports = 0;
  for (size_t Word = 0; Word * 64 < Profile.NumEntries; ++Word) {
    if (!Profile.Due[Word].load(std::memory_order_relaxed))
      continue;
    uint64_t Bits = Profile.Due[Word].exchange(0, std::memory_order_relaxed);
    for (; Bits && NumReports < Max; Bits &= Bits - 1)
      Reports[NumReports++] =
          makeReport(Profile, Word * 64 + __builtin_ctzll(Bits));
    if (!Bits)
      continue;
    // There is no more room: put the rest back.
    Profile.Due[Word].fetch_or(Bits, std::memory_order_relaxed);
    if (!Profile.IsQueued.exchange(true, std::memory_order_acq_rel))
      push(Profile);
    break;
  }
  return NumReports;
}

size_t managed::drainReports(LLVMManagedFaultReport *Reports,
                             size_t MaxReports) {
  DrainLock Lock;
  size_t NumReports = 0;
  takeQueue();
  while (Taken && NumReports < MaxReports) {
    FaultProfile *Profile = Taken;
    Taken = Profile->NextQueued;
    // From here on handlers may queue it again, so its bits are read after.
    Profile->IsQueued.exchange(false, std::memory_order_acq_rel);
    NumReports +=
        takeReports(*Profile, Reports + NumReports, MaxReports - NumReports);
  }
  return NumReports;
}

LLVMManagedStatus managed::setReportDescriptor(int New) {
  if (New < 0) {
    Descriptor.store(-1, std::memory_order_seq_cst);
    waitForHandlers();
    return LLVMManagedSuccess;
  }
  int None = -1;
  if (!Descriptor.compare_exchange_strong(None, New))
    return LLVMManagedReporterExists;
  DrainLock Lock;
  if (Taken || Queue.load(std::memory_order_seq_cst))
    writeOne(New);
  return LLVMManagedSuccess;
}

void managed::forgetDescriptor() {
  Descriptor.store(-1, std::memory_order_relaxed);
}
