//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FaultReporter.h"
#include "FaultProfile.h"
#include "ImageRegistration.h"
#include <atomic>
#include <errno.h>
#include <fcntl.h>
#include <initializer_list>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::managed;

static pthread_mutex_t ReporterMutex = PTHREAD_MUTEX_INITIALIZER;
static bool IsRunning; // Guarded by the mutex.
static pthread_t Thread;
static int Event = -1;
static std::atomic<bool> IsStopping;
static LLVMManagedFaultReportCallback TheCallback;
static void *TheArgument;

namespace {

/// Holds the mutex, and keeps the thread from being cancelled with it.
class ReporterLock {
public:
  ReporterLock() {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &State);
    pthread_mutex_lock(&ReporterMutex);
  }
  ~ReporterLock() {
    pthread_mutex_unlock(&ReporterMutex);
    pthread_setcancelstate(State, nullptr);
  }

private:
  int State;
};

} // end anonymous namespace

/// In this order, so that a process that is forked meanwhile closes no
/// descriptor that is somebody else's by then.
static void closeEvent() {
  IsRunning = false;
  int Closed = Event;
  Event = -1;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  close(Closed);
}

static void deliverReports() {
  // One at a time: the callback may unregister the map of any other report.
  LLVMManagedFaultReport Report;
  while (drainReports(&Report, 1))
    TheCallback(&Report, TheArgument);
}

static void *runReporter(void *) {
  bool IsLast = false;
  while (!IsLast) {
    uint64_t Value;
    ssize_t Size = read(Event, &Value, sizeof(Value));
    if (Size < 0 && errno != EINTR)
      break;
    // What was due before the thread was told to stop is delivered.
    IsLast = IsStopping.load(std::memory_order_acquire);
    deliverReports();
  }
  return nullptr;
}

/// Starts the thread with the signals blocked that others send.
static bool startThread() {
  sigset_t All, Old;
  sigfillset(&All);
  for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGTRAP})
    sigdelset(&All, Signal);
  pthread_sigmask(SIG_SETMASK, &All, &Old);
  bool HasStarted = pthread_create(&Thread, nullptr, runReporter, nullptr) == 0;
  pthread_sigmask(SIG_SETMASK, &Old, nullptr);
  return HasStarted;
}

static LLVMManagedStatus
startReporterLocked(LLVMManagedFaultReportCallback Callback, void *Argument) {
  if (IsRunning)
    return LLVMManagedReporterExists;
  // Reading waits and writing never does: nothing writes so often that the
  // counter of 64 bits is full.
  Event = eventfd(0, EFD_CLOEXEC);
  if (Event < 0)
    return LLVMManagedNoResources;
  LLVMManagedStatus Status = setReportDescriptor(Event);
  if (Status != LLVMManagedSuccess) {
    closeEvent();
    return Status;
  }
  TheCallback = Callback;
  TheArgument = Argument;
  IsStopping.store(false, std::memory_order_relaxed);
  IsRunning = startThread();
  if (IsRunning)
    return LLVMManagedSuccess;
  setReportDescriptor(-1);
  closeEvent();
  return LLVMManagedNoResources;
}

void managed::forgetReporter() {
  ReporterMutex = PTHREAD_MUTEX_INITIALIZER;
  forgetDescriptor();
  if (Event >= 0)
    closeEvent();
}

LLVMManagedStatus
managed::startReporter(LLVMManagedFaultReportCallback Callback,
                       void *Argument) {
  // The thread executes it.
  pinImage(reinterpret_cast<const void *>(runReporter));
  ReporterLock Lock;
  return startReporterLocked(Callback, Argument);
}

LLVMManagedStatus managed::reportToDescriptor(int Descriptor) {
  ReporterLock Lock;
  if (IsRunning)
    return LLVMManagedReporterExists;
  if (Descriptor >= 0) {
    // The signal handler must not wait.
    int Flags = fcntl(Descriptor, F_GETFL);
    if (Flags < 0 || !(Flags & O_NONBLOCK))
      return LLVMManagedInvalidArgument;
  }
  return setReportDescriptor(Descriptor);
}

void managed::stopReporter() {
  ReporterLock Lock;
  if (!IsRunning)
    return;
  IsStopping.store(true, std::memory_order_release);
  uint64_t One = 1;
  while (write(Event, &One, sizeof(One)) < 0 && errno == EINTR)
    ;
  pthread_join(Thread, nullptr);
  setReportDescriptor(-1);
  closeEvent();
}
