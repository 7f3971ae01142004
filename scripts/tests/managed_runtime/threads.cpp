//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Threads: attaching and detaching, stops and their time limits, several who
/// stop at once, threads that end or fork at any time, alternate signal stacks,
/// and the poll page.
///
//===----------------------------------------------------------------------===//

#include "test.h"
#include "transition.h"

#include <setjmp.h>
#include <sys/mman.h>
#include <vector>

static LLVMManagedStatus stopFor(uint64_t Nanoseconds) {
  LLVMManagedStopOptions Options = {};
  Options.StructSize = sizeof(Options);
  Options.TimeoutNanoseconds = Nanoseconds;
  return LLVMManagedStopThreads(&Options);
}

static std::vector<LLVMManagedThread *> threads() {
  std::vector<LLVMManagedThread *> Found;
  EXPECT(!LLVMManagedVisitThreads(
      [](LLVMManagedThread *Thread, void *Argument) {
        static_cast<std::vector<LLVMManagedThread *> *>(Argument)->push_back(
            Thread);
      },
      &Found));
  return Found;
}

static void ignore(LLVMManagedThread *, void *) {}

//===----------------------------------------------------------------------===//
// Attaching
//===----------------------------------------------------------------------===//

static void testWithoutAttaching() {
  EXPECT(!LLVMManagedCurrentThread());
  EXPECT(LLVMManagedDetachThread() == LLVMManagedNotAttached);
  EXPECT(LLVMManagedEnterNative() == LLVMManagedNotAttached);
  EXPECT(LLVMManagedLeaveNative() == LLVMManagedNotAttached);
  EXPECT(LLVMManagedResumeThreads() == LLVMManagedNotStopped);
  EXPECT(LLVMManagedVisitThreads(ignore, nullptr) == LLVMManagedNotStopped);
  EXPECT(LLVMManagedDisarmPolls() == LLVMManagedNotArmed);
  EXPECT(LLVMManagedGetAnchors() == &self()->Anchor);
  // Who is not attached may stop the others.
  EXPECT(!stopFor(0));
  EXPECT(threads().empty());
  EXPECT(LLVMManagedStopThreads(nullptr) == LLVMManagedAlreadyStopped);
  EXPECT(!LLVMManagedResumeThreads());
  EXPECT(LLVMManagedResumeThreads() == LLVMManagedNotStopped);
}

static void testAttaching() {
  int Mine;
  LLVMManagedAttachOptions Options = {};
  Options.User = &Mine;
  EXPECT(LLVMManagedAttachThread(&Options) == LLVMManagedInvalidArgument);
  Options.StructSize = sizeof(Options);
  Options.Flags = 2;
  EXPECT(LLVMManagedAttachThread(&Options) == LLVMManagedInvalidArgument);
  Options.Flags = 0;
  Options.StackLow = 4096;
  EXPECT(LLVMManagedAttachThread(&Options) == LLVMManagedInvalidArgument);
  Options.StackHigh = 4096;
  EXPECT(LLVMManagedAttachThread(&Options) == LLVMManagedInvalidArgument);
  Options.StackHigh = 8200;
  EXPECT(LLVMManagedAttachThread(&Options) == LLVMManagedInvalidArgument);
  Options.StackLow = Options.StackHigh = 0;
  EXPECT(!LLVMManagedCurrentThread());

  EXPECT(!LLVMManagedAttachThread(&Options));
  LLVMManagedThread *Thread = LLVMManagedCurrentThread();
  EXPECT(Thread == self());
  EXPECT(Thread->StructSize == sizeof(*Thread) && Thread->User == &Mine);
  EXPECT(stateOf(Thread) == LLVMManagedStateNative && !Thread->Poll);
  EXPECT(LLVMManagedThreadId(Thread) == gettid());
  auto Here = reinterpret_cast<uintptr_t>(&Mine);
  EXPECT(Thread->StackLow < Here && Here < Thread->StackHigh);
  EXPECT(LLVMManagedAttachThread(&Options) == LLVMManagedAlreadyAttached);
  EXPECT(LLVMManagedLeaveNative() == LLVMManagedSuccess);
  EXPECT(LLVMManagedLeaveNative() == LLVMManagedWrongState);
  EXPECT(LLVMManagedDetachThread() == LLVMManagedWrongState);
  EXPECT(LLVMManagedEnterNative() == LLVMManagedSuccess);
  EXPECT(LLVMManagedEnterNative() == LLVMManagedWrongState);
  LLVMManagedAnchor Anchor = {};
  Thread->Anchor = &Anchor;
  EXPECT(LLVMManagedDetachThread() == LLVMManagedHasFrames);
  Thread->Anchor = nullptr;
  EXPECT(!LLVMManagedDetachThread());
  EXPECT(!LLVMManagedCurrentThread());
  EXPECT(LLVMManagedDetachThread() == LLVMManagedNotAttached);

  Options.StackLow = 4096;
  Options.StackHigh = 8192;
  EXPECT(!LLVMManagedAttachThread(&Options));
  EXPECT(Thread->StackLow == 4096 && Thread->StackHigh == 8192);
  EXPECT(!Thread->GuardLow);
  // The stopper may attach and detach itself.
  EXPECT(!LLVMManagedStopThreads(nullptr));
  EXPECT(!LLVMManagedDetachThread());
  EXPECT(threads().empty());
  EXPECT(!LLVMManagedAttachThread(nullptr));
  EXPECT(threads().size() == 1);
  EXPECT(!LLVMManagedResumeThreads());
  EXPECT(!LLVMManagedDetachThread());
}

static void testGuard() {
  std::thread([] {
    EXPECT(!LLVMManagedAttachThread(nullptr));
    LLVMManagedThread *Thread = self();
    EXPECT(Thread->GuardLow && Thread->GuardLow < Thread->StackLow);
    // The kernel reads what may be read, and nothing of the guard.
    int Ends[2];
    EXPECT(!pipe(Ends));
    EXPECT(write(Ends[1], reinterpret_cast<char *>(Thread->StackLow), 1) == 1);
    EXPECT(write(Ends[1], reinterpret_cast<char *>(Thread->StackHigh) - 1, 1) ==
           1);
    EXPECT(write(Ends[1], reinterpret_cast<char *>(Thread->GuardLow), 1) == -1);
    EXPECT(write(Ends[1], reinterpret_cast<char *>(Thread->StackLow) - 1, 1) ==
           -1);
  }).join();
}

//===----------------------------------------------------------------------===//
// Stopping
//===----------------------------------------------------------------------===//

/// A thread that is attached and does what it is told, in native state.
class Worker {
public:
  Worker() : Thread([this] { run(); }) {
    EXPECT(waitUntil([this] { return Attached.load() != nullptr; }));
  }
  ~Worker() {
    if (Thread.joinable())
      end();
  }
  void end() {
    ask([this] { IsOver = true; });
    Thread.join();
  }

  /// Has \p What executed, and does not wait for it.
  void ask(std::function<void()> What) {
    EXPECT(waitUntil([this] { return !IsBusy; }));
    Task = What;
    IsBusy = true;
  }
  bool isBusy() const { return IsBusy; }
  LLVMManagedThread *thread() const { return Attached; }

private:
  void run() {
    EXPECT(!LLVMManagedAttachThread(nullptr));
    Attached = self();
    while (!IsOver) {
      if (!IsBusy) {
        usleep(100);
        continue;
      }
      Task();
      IsBusy = false;
    }
  }

  std::atomic<LLVMManagedThread *> Attached{nullptr};
  std::atomic<bool> IsBusy{false};
  bool IsOver = false;
  std::function<void()> Task;
  std::thread Thread;
};

static void countReport(const LLVMManagedThread *Thread, void *Argument) {
  static_cast<std::vector<int> *>(Argument)->push_back(
      LLVMManagedThreadId(Thread));
}

static void testTimeouts() {
  Worker Runs, Waits;
  std::atomic<bool> MayEnd{false};
  Runs.ask([&] {
    EXPECT(!LLVMManagedLeaveNative());
    // Managed code without a poll.
    EXPECT(waitUntil([&] { return MayEnd.load(); }));
    EXPECT(!LLVMManagedEnterNative());
  });
  EXPECT(waitUntil(
      [&] { return stateOf(Runs.thread()) == LLVMManagedStateManaged; }));
  std::vector<int> Reported;
  LLVMManagedStopOptions Options = {};
  EXPECT(LLVMManagedStopThreads(&Options) == LLVMManagedInvalidArgument);
  Options.StructSize = sizeof(Options);
  Options.TimeoutNanoseconds = 1000000;
  Options.DidNotStop = countReport;
  Options.Argument = &Reported;
  for (int I = 0; I < 3; ++I) {
    EXPECT(LLVMManagedStopThreads(&Options) == LLVMManagedThreadsRun);
    EXPECT(Reported.size() == 1 &&
           Reported[0] == LLVMManagedThreadId(Runs.thread()));
    Reported.clear();
    // Nobody is stopped.
    EXPECT(!Runs.thread()->Poll && !Waits.thread()->Poll);
    EXPECT(LLVMManagedResumeThreads() == LLVMManagedNotStopped);
  }
  Options.DidNotStop = nullptr;
  EXPECT(LLVMManagedStopThreads(&Options) == LLVMManagedThreadsRun);
  MayEnd = true;
  Options.TimeoutNanoseconds = UINT64_MAX;
  EXPECT(!LLVMManagedStopThreads(&Options));
  EXPECT(threads().size() == 2);
  EXPECT(Runs.thread()->Poll && Waits.thread()->Poll);

  // Another stop does not end in time.
  std::atomic<bool> IsDone{false};
  std::thread([&] {
    EXPECT(stopFor(1000000) == LLVMManagedStopInProgress);
    EXPECT(LLVMManagedResumeThreads() == LLVMManagedNotStopped);
    EXPECT(LLVMManagedVisitThreads(ignore, nullptr) == LLVMManagedNotStopped);
    IsDone = true;
  }).join();
  EXPECT(IsDone);
  EXPECT(!LLVMManagedResumeThreads());
}

/// Threads that may not go on while others are stopped.
static void testWaiting() {
  Worker Managed, Detaching;
  EXPECT(!LLVMManagedStopThreads(nullptr));
  std::atomic<int> NumDone{0};
  Managed.ask([&] {
    EXPECT(!LLVMManagedLeaveNative());
    ++NumDone;
    EXPECT(!LLVMManagedEnterNative());
  });
  Detaching.ask([&] {
    EXPECT(!LLVMManagedDetachThread());
    ++NumDone;
    EXPECT(!LLVMManagedAttachThread(nullptr));
  });
  std::thread Attaching([&] {
    EXPECT(!LLVMManagedAttachThread(nullptr));
    ++NumDone;
  });
  std::thread Ending([] {});
  Ending.join();
  usleep(20000);
  EXPECT(NumDone == 0);
  EXPECT(stateOf(Managed.thread()) == LLVMManagedStateBlocked);
  EXPECT(threads().size() == 2);
  EXPECT(!LLVMManagedResumeThreads());
  Attaching.join();
  EXPECT(waitUntil([&] { return NumDone == 3; }));
}

/// Several threads that stop all others: those in managed state are stopped
/// while they wait for their turn.
static void testSeveralStoppers() {
  static int Shared;
  Shared = 0;
  std::vector<std::thread> Stoppers;
  for (int I = 0; I < 6; ++I)
    Stoppers.emplace_back([I] {
      if (I < 4)
        EXPECT(!LLVMManagedAttachThread(nullptr));
      for (int Turn = 0; Turn < 200; ++Turn) {
        if (I < 2)
          EXPECT(!LLVMManagedLeaveNative());
        EXPECT(!LLVMManagedStopThreads(nullptr));
        const int Before = Shared;
        if (Turn % 16 == 0)
          usleep(100);
        Shared = Before + 1;
        EXPECT(stateOf(self()) == (I < 2 || I >= 4 ? LLVMManagedStateManaged
                                                   : LLVMManagedStateNative));
        EXPECT(!LLVMManagedResumeThreads());
        if (I < 2)
          EXPECT(!LLVMManagedEnterNative());
      }
    });
  for (std::thread &T : Stoppers)
    T.join();
  EXPECT(Shared == 6 * 200);
  EXPECT(!LLVMManagedStopThreads(nullptr));
  EXPECT(threads().empty());
  EXPECT(!LLVMManagedResumeThreads());
}

//===----------------------------------------------------------------------===//
// Threads that end
//===----------------------------------------------------------------------===//

static void testEnding() {
  // In whatever state, and whether it has stopped the others.
  for (int How = 0; How < 8; ++How) {
    std::thread([How] {
      if (How & 1)
        EXPECT(!LLVMManagedAttachThread(nullptr));
      if ((How & 3) == 3)
        EXPECT(!LLVMManagedLeaveNative());
      if (How & 4)
        EXPECT(!LLVMManagedStopThreads(nullptr));
    }).join();
    EXPECT(!stopFor(60000000000));
    EXPECT(threads().empty());
    EXPECT(!LLVMManagedResumeThreads());
  }
}

static void testManyComeAndGo() {
  std::atomic<bool> IsOver{false};
  std::thread Collector([&] {
    while (!IsOver) {
      EXPECT(!LLVMManagedStopThreads(nullptr));
      for (LLVMManagedThread *Thread : threads())
        EXPECT(Thread->StructSize == sizeof(*Thread));
      EXPECT(!LLVMManagedResumeThreads());
      usleep(10);
    }
  });
  for (int I = 0; I < 300; ++I) {
    std::thread First([] {
      EXPECT(!LLVMManagedAttachThread(nullptr));
      EXPECT(!LLVMManagedLeaveNative());
      LLVMManagedPoll();
      pthread_exit(nullptr);
    });
    EXPECT(!LLVMManagedAttachThread(nullptr));
    EXPECT(!LLVMManagedLeaveNative());
    EXPECT(!LLVMManagedEnterNative());
    First.join();
    EXPECT(!LLVMManagedDetachThread());
  }
  IsOver = true;
  Collector.join();
}

//===----------------------------------------------------------------------===//
// Forking
//===----------------------------------------------------------------------===//

/// Whether a child of a process with several threads may start threads: neither
/// with qemu 7.2 nor with sanitizers.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__) &&                    \
    !defined(__SANITIZE_ADDRESS__)
static constexpr bool MayStartThreads = true;
#else
static constexpr bool MayStartThreads = false;
#endif

/// What a child does with its only thread.
static void useInChild() {
  EXPECT(LLVMManagedResumeThreads() == LLVMManagedNotStopped);
  EXPECT(!*static_cast<volatile char *>(LLVMManagedPollPage));
  LLVMManagedThread *Thread = LLVMManagedCurrentThread();
  if (Thread)
    EXPECT(!Thread->Poll && LLVMManagedThreadId(Thread) == gettid());
  const bool IsManaged = Thread && stateOf(Thread) == LLVMManagedStateManaged;
  if (IsManaged)
    EXPECT(!LLVMManagedEnterNative());
  if (Thread) {
    EXPECT(!LLVMManagedLeaveNative());
    LLVMManagedPoll();
    EXPECT(!LLVMManagedEnterNative());
  }
  EXPECT(!LLVMManagedStopThreads(nullptr));
  EXPECT(threads().size() == (Thread != nullptr));
  EXPECT(!LLVMManagedResumeThreads());
  if (MayStartThreads)
    std::thread([] {
      EXPECT(!LLVMManagedAttachThread(nullptr));
      EXPECT(!LLVMManagedLeaveNative());
      EXPECT(!LLVMManagedStopThreads(nullptr));
      EXPECT(!LLVMManagedResumeThreads());
    }).join();
  if (Thread)
    EXPECT(!LLVMManagedDetachThread());
  EXPECT(LLVMManagedDisarmPolls() == LLVMManagedNotArmed);
}

static void testForking() {
  // Before anything else.
  EXPECT(passes(useInChild));
  EXPECT(!LLVMManagedAttachThread(nullptr));
  EXPECT(passes(useInChild));
  EXPECT(!LLVMManagedLeaveNative());
  EXPECT(passes(useInChild));
  EXPECT(!LLVMManagedEnterNative());
  // While the caller has stopped the others.
  Worker Other;
  EXPECT(!LLVMManagedStopThreads(nullptr));
  EXPECT(passes(useInChild));
  EXPECT(threads().size() == 2);
  EXPECT(!LLVMManagedResumeThreads());
  EXPECT(!LLVMManagedArmPolls());
  EXPECT(passes(useInChild));
  EXPECT(!LLVMManagedDisarmPolls());
  // While another has.
  std::atomic<bool> IsOver{false};
  std::atomic<int> NumStops{0};
  std::thread Collector([&] {
    while (!IsOver) {
      EXPECT(!LLVMManagedStopThreads(nullptr));
      usleep(200);
      EXPECT(!LLVMManagedResumeThreads());
      ++NumStops;
    }
  });
  std::thread Comes([&] {
    while (!IsOver) {
      EXPECT(!LLVMManagedAttachThread(nullptr));
      EXPECT(!LLVMManagedDetachThread());
    }
  });
  for (int I = 0; I < 60; ++I)
    EXPECT(passes(useInChild));
  IsOver = true;
  Comes.join();
  Collector.join();
  EXPECT(NumStops > 0);
  Other.end();
  EXPECT(!LLVMManagedDetachThread());
}

//===----------------------------------------------------------------------===//
// Alternate signal stacks
//===----------------------------------------------------------------------===//

static volatile uintptr_t HandlerStack;

static void noteStack(int) {
  int Local;
  HandlerStack = reinterpret_cast<uintptr_t>(&Local);
}

static stack_t currentStack() {
  stack_t Stack = {};
  EXPECT(!sigaltstack(nullptr, &Stack));
  return Stack;
}

static void checkSignalStack() {
  LLVMManagedAttachOptions Options = {};
  Options.StructSize = sizeof(Options);
  // Not without being asked.
  EXPECT(!LLVMManagedAttachThread(&Options));
  EXPECT(currentStack().ss_flags & SS_DISABLE);
  EXPECT(!LLVMManagedDetachThread());

  Options.Flags = LLVMManagedAlternateStack;
  Options.SignalStackSize = SIZE_MAX;
  EXPECT(LLVMManagedAttachThread(&Options) == LLVMManagedInvalidArgument);
  Options.SignalStackSize = SIZE_MAX / 4;
  EXPECT(LLVMManagedAttachThread(&Options) == LLVMManagedOutOfMemory);
  for (size_t Size : {size_t(0), size_t(1), size_t(1) << 20}) {
    Options.SignalStackSize = Size;
    EXPECT(!LLVMManagedAttachThread(&Options));
    stack_t Stack = currentStack();
    EXPECT(!(Stack.ss_flags & SS_DISABLE));
    EXPECT(Stack.ss_size >= 32768 && Stack.ss_size >= Size);
    raise(SIGUSR2);
    auto Low = reinterpret_cast<uintptr_t>(Stack.ss_sp);
    EXPECT(HandlerStack > Low && HandlerStack < Low + Stack.ss_size);
    // It begins with a guard page.
    EXPECT(write(STDOUT_FILENO, static_cast<char *>(Stack.ss_sp) - 1, 1) == -1);
    EXPECT(!LLVMManagedDetachThread());
    EXPECT(currentStack().ss_flags & SS_DISABLE);
    EXPECT(msync(Stack.ss_sp, 4096, MS_ASYNC) == -1);
  }
  // What the embedder has stays, from before and from later.
  static thread_local char Memory[65536];
  stack_t Own = {};
  Own.ss_sp = Memory;
  Own.ss_size = sizeof(Memory);
  EXPECT(!sigaltstack(&Own, nullptr));
  EXPECT(!LLVMManagedAttachThread(&Options));
  EXPECT(currentStack().ss_sp == Memory);
  EXPECT(!LLVMManagedDetachThread());
  EXPECT(currentStack().ss_sp == Memory);
  stack_t None = {};
  None.ss_flags = SS_DISABLE;
  EXPECT(!sigaltstack(&None, nullptr));
  EXPECT(!LLVMManagedAttachThread(&Options));
  EXPECT(!sigaltstack(&Own, nullptr));
  EXPECT(!LLVMManagedDetachThread());
  EXPECT(currentStack().ss_sp == Memory);
  EXPECT(!sigaltstack(&None, nullptr));
  // The end of the thread gives it back.
  EXPECT(!LLVMManagedAttachThread(&Options));
}

static void testSignalStacks() {
  struct sigaction Action = {};
  Action.sa_handler = noteStack;
  Action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR2, &Action, nullptr);
  std::thread(checkSignalStack).join();
}

//===----------------------------------------------------------------------===//
// The poll page
//===----------------------------------------------------------------------===//

static sigjmp_buf AfterFault;

static bool isPageReadable() {
  if (sigsetjmp(AfterFault, 1))
    return false;
  (void)*static_cast<volatile char *>(LLVMManagedPollPage);
  (void)*static_cast<volatile char *>(LLVMManagedPollPage +
                                      LLVM_MANAGED_POLL_PAGE_SIZE - 1);
  return true;
}

static void testPage() {
  signal(SIGSEGV, [](int) { siglongjmp(AfterFault, 1); });
  EXPECT(reinterpret_cast<uintptr_t>(LLVMManagedPollPage) %
             static_cast<uintptr_t>(sysconf(_SC_PAGESIZE)) ==
         0);
  EXPECT(isPageReadable());
  EXPECT(!LLVMManagedArmPolls());
  EXPECT(!isPageReadable());
  EXPECT(!LLVMManagedArmPolls());
  EXPECT(!LLVMManagedDisarmPolls());
  EXPECT(!isPageReadable());
  EXPECT(!LLVMManagedDisarmPolls());
  EXPECT(isPageReadable());
  EXPECT(LLVMManagedDisarmPolls() == LLVMManagedNotArmed);
  EXPECT(!LLVMManagedStopThreads(nullptr));
  EXPECT(!isPageReadable());
  EXPECT(!LLVMManagedResumeThreads());
  EXPECT(isPageReadable());
}

int main() {
  EXPECT(passes(testWithoutAttaching));
  EXPECT(passes(testAttaching));
  EXPECT(passes(testGuard));
  EXPECT(passes(testTimeouts));
  EXPECT(passes(testWaiting));
  EXPECT(passes(testSeveralStoppers));
  EXPECT(passes(testEnding));
  EXPECT(passes(testManyComeAndGo));
  EXPECT(passes(testForking));
#if defined(__SANITIZE_ADDRESS__)
  // Each thread has a stack of the sanitizer's.
  (void)testSignalStacks;
#else
  EXPECT(passes(testSignalStacks));
#endif
  EXPECT(passes(testPage));
  return finish();
}
