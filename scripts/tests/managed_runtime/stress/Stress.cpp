//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Threads that fault, register and unregister, all at once, and know of each
/// fault what has to become of it.
///
///   stress CYCLES THREADS SEED [FILE]
///
/// A cycle is a fault. FILE is a shared object (library.c) to load and unload
/// meanwhile. The program ends with exit code 0 and a line of totals if no
/// fault was lost or went to the wrong place.
///
//===----------------------------------------------------------------------===//

#include "Objects.h"
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <random>
#include <signal.h>
#include <sys/wait.h>
#include <thread>
#include <ucontext.h>

//===----------------------------------------------------------------------===//
// What all threads share
//===----------------------------------------------------------------------===//

static constexpr size_t NumStable = 300, NumRacing = 60, NumForeign = 20;
static constexpr size_t NumOwn = 40, SlotsPerObject = 4;

static SlotArena *Arena;
static std::vector<std::unique_ptr<Object>> Stable;

/// Objects that one thread takes out while others fault in them.
struct RacingObject {
  std::unique_ptr<Object> What;
  std::mutex Mutex;
  bool IsIn = false;
};
static RacingObject Racing[NumRacing];
static size_t FirstForeign;

static std::atomic<long> NumLeft;
static std::atomic<uint64_t> NumRegistered;

/// What a thread has seen.  Signals interrupt the counting.
struct Totals {
  std::atomic<uint64_t> Recovered{0};
  std::atomic<uint64_t> PassedOn{0};

  void add(const Totals &Other) {
    Recovered += Other.Recovered;
    PassedOn += Other.PassedOn;
  }
};
static thread_local Totals Mine;
static Totals All;
/// Whether there is room on the thread's stack for signals to nest.
static thread_local bool MayNest = true;

[[noreturn]] static void fail(const char *What, long Number, long Result) {
  fprintf(stderr, "%s %ld gave %ld\n", What, Number, Result);
  _exit(1);
}

/// Faults in a slot that is registered.
static void faultInStable(uint32_t Random) {
  const Object &O = *Stable[Random % NumStable];
  size_t I = Random / NumStable % SlotsPerObject;
  int Result = O.slot(I).call(0);
  if (Result != int(O.numbers()[I]))
    fail("slot", O.numbers()[I], Result);
  ++Mine.Recovered;
}

//===----------------------------------------------------------------------===//
// Signal handlers
//===----------------------------------------------------------------------===//

static uintptr_t &pcOf(void *Context) {
  auto &Machine = static_cast<ucontext_t *>(Context)->uc_mcontext;
#if defined(__x86_64__)
  return reinterpret_cast<uintptr_t &>(Machine.gregs[REG_RIP]);
#else
  return reinterpret_cast<uintptr_t &>(Machine.pc);
#endif
}

/// The program's own handler, which was there before the runtime's.
static void handleOld(int, siginfo_t *Info, void *Context) {
  const Slot *S = Arena->find(pcOf(Context));
  if (!S) {
    fprintf(stderr, "fault at %p, address %p\n",
            reinterpret_cast<void *>(pcOf(Context)), Info->si_addr);
    _exit(1);
  }
  sigset_t Mask;
  pthread_sigmask(SIG_BLOCK, nullptr, &Mask);
  if (sigismember(&Mask, SIGSEGV) || !sigismember(&Mask, SIGUSR2) ||
      sigismember(&Mask, SIGTERM))
    fail("mask of slot", 0, 0);
  ++Mine.PassedOn;
  if (MayNest)
    faultInStable(Mine.PassedOn);
  pcOf(Context) = S->foreign();
}

/// Interrupts whatever a thread does, handling a fault included.
static void handleInterruption(int) {
#if !defined(__SANITIZE_THREAD__)
  // The thread sanitizer calls this later, with SIGSEGV blocked.
  faultInStable(Mine.Recovered * 7);
#endif
}

static void setHandlers() {
  struct sigaction Action = {};
  Action.sa_sigaction = handleOld;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaddset(&Action.sa_mask, SIGUSR2);
  sigaction(SIGSEGV, &Action, nullptr);
  Action.sa_handler = handleInterruption;
  Action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &Action, nullptr);
}

// What signal handlers need; sanitizers put theirs around ours.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static constexpr size_t HandlerStack = 1 << 17;
#else
static constexpr size_t HandlerStack = 2048;
#endif

/// Gives the thread an alternate stack on which signals cannot nest.
static void setSmallStack() {
  size_t Size = sysconf(_SC_MINSIGSTKSZ) + HandlerStack;
  void *Memory = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t Stack = {};
  Stack.ss_sp = Memory;
  Stack.ss_size = Size;
  if (Memory == MAP_FAILED || sigaltstack(&Stack, nullptr))
    _exit(98);
  // An interruption of the program's own handler would nest.
  sigset_t Usr1;
  sigemptyset(&Usr1);
  sigaddset(&Usr1, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &Usr1, nullptr);
  MayNest = false;
}

//===----------------------------------------------------------------------===//
// What threads do
//===----------------------------------------------------------------------===//

/// Faults in a slot whose faults are passed on.
static void faultInForeign(const Slot &S, uintptr_t Address) {
  int Result = S.call(Address);
  if (Result != PassedOn)
    fail("foreign slot at", Address, Result);
}

/// Registers an object of the thread's, faults in it, and takes it out.
static void churn(Object &O) {
  if (!O.add())
    fail("registration", O.numbers()[0], 0);
  NumRegistered.fetch_add(1, std::memory_order_relaxed);
  for (size_t I = 0; I < SlotsPerObject; ++I) {
    int Result = O.slot(I).call(8 * I);
    if (Result != int(O.numbers()[I]))
      fail("own slot", O.numbers()[I], Result);
    ++Mine.Recovered;
    uint64_t Count;
    if (LLVMManagedGetFaultCount(O.map(), O.slot(I).pc(), &Count) || Count != 1)
      fail("count of slot", O.numbers()[I], Count);
  }
  O.remove();
  faultInForeign(O.slot(0), 0);
}

/// Faults in an object that may be in or not.
static void faultInRacing(uint32_t Random) {
  Object &O = *Racing[Random % NumRacing].What;
  size_t I = Random / NumRacing % SlotsPerObject;
  int Result = O.slot(I).call(0);
  if (Result == int(O.numbers()[I]))
    ++Mine.Recovered;
  else if (Result != PassedOn)
    fail("racing slot", O.numbers()[I], Result);
}

static void toggleRacing(uint32_t Random) {
  RacingObject &R = Racing[Random % NumRacing];
  std::unique_lock<std::mutex> Lock(R.Mutex, std::try_to_lock);
  if (!Lock)
    return;
  if (R.IsIn)
    R.What->remove();
  else if (!R.What->add())
    fail("racing object", Random % NumRacing, 0);
  R.IsIn = !R.IsIn;
  NumRegistered.fetch_add(1, std::memory_order_relaxed);
}

static void lookUp(uint32_t Random) {
  const Object &O = *Stable[Random % NumStable];
  const Slot &S = O.slot(Random / NumStable % SlotsPerObject);
  LLVMManagedFaultEntry Entry;
  if (!LLVMManagedLookupFault(S.pc(), &Entry) ||
      Entry.HandlerPC != S.handler() || Entry.Context != &O ||
      LLVMManagedLookupFault(S.pc() + 1, &Entry))
    fail("lookup", O.numbers()[0], 0);
}

static void work(unsigned Seed, std::vector<std::unique_ptr<Object>> Own,
                 bool HasSmallStack) {
  if (HasSmallStack)
    setSmallStack();
  std::minstd_rand Random(Seed);
  while (NumLeft.fetch_sub(1, std::memory_order_relaxed) > 0) {
    uint32_t R = Random() / 101, What = R % 100;
    R /= 100;
    const Slot &Foreign = (*Arena)[FirstForeign + R % NumForeign];
    if (What < 50)
      faultInStable(R);
    else if (What < 65)
      churn(*Own[R % Own.size()]);
    else if (What < 80)
      faultInRacing(R);
    else if (What < 85)
      toggleRacing(R);
    else if (What < 89)
      lookUp(R);
    else if (What < 92)
      faultInForeign(Foreign, 0);
    else if (What < 95) // Above the guard.
      faultInForeign((*Arena)[R % Arena->size()], LLVM_MANAGED_DEFAULT_GUARD);
#if defined(__x86_64__)
    else if (What < 98) // A #GP, which has no address.
      faultInForeign((*Arena)[R % Arena->size()], uintptr_t(1) << 63);
#endif
    else
      pthread_kill(pthread_self(), SIGUSR1);
  }
  All.add(Mine);
}

/// A thread that blocks SIGSEGV does not survive a fault, and neither does its
/// process.
static void faultWithSignalBlocked() {
  pid_t Child = fork();
  if (Child == 0) {
    sigset_t Segv;
    sigemptyset(&Segv);
    sigaddset(&Segv, SIGSEGV);
    pthread_sigmask(SIG_BLOCK, &Segv, nullptr);
    Stable[0]->slot(0).call(0);
    _exit(0);
  }
  int Status = 0;
  if (Child < 0 || waitpid(Child, &Status, 0) != Child ||
      !WIFSIGNALED(Status) || WTERMSIG(Status) != SIGSEGV)
    fail("child with SIGSEGV blocked", Child, Status);
}

/// A child that is forked while others fault may still unregister.
static void unregisterInChild() {
  pid_t Child = fork();
  if (Child == 0) {
    alarm(60);
    Stable[0]->remove();
    faultInForeign(Stable[0]->slot(0), 0);
    faultInStable(1);
    _exit(0);
  }
  int Status = 0;
  if (Child < 0 || waitpid(Child, &Status, 0) != Child || Status != 0)
    fail("child that unregisters", Child, Status);
}

static void loadAndUnload(const char *File) {
  void *Library = dlopen(File, RTLD_NOW);
  if (!Library)
    fail(dlerror(), 0, 0);
  auto *Load =
      reinterpret_cast<int (*)(const int *)>(dlsym(Library, "libraryLoad"));
  int Result = Load(nullptr);
  if (Result != -1)
    fail("shared object", 0, Result);
  // Its constructor and destructor fault too.
  Mine.Recovered += 3;
  dlclose(Library);
}

//===----------------------------------------------------------------------===//
// Setting up
//===----------------------------------------------------------------------===//

/// Distributes all slots among the objects, so that neighbours belong to
/// different ones.
static void makeObjects(std::vector<std::vector<std::unique_ptr<Object>>> &Own,
                        std::minstd_rand &Random) {
  size_t NumObjects = NumStable + NumRacing + NumOwn * Own.size();
  FirstForeign = NumObjects * SlotsPerObject;
  size_t NumSlots = FirstForeign + NumForeign;
  Arena = new SlotArena(NumSlots, NumSlots * 128);
  std::vector<size_t> Order(FirstForeign);
  for (size_t I = 0; I < Order.size(); ++I)
    Order[I] = I;
  std::shuffle(Order.begin(), Order.end(), Random);
  auto Next = Order.begin();
  auto Make = [&](bool IsCounted) {
    std::vector<size_t> Numbers(Next, Next + SlotsPerObject);
    Next += SlotsPerObject;
    return std::make_unique<Object>(*Arena, std::move(Numbers), IsCounted);
  };
  for (size_t I = 0; I < NumStable; ++I) {
    Stable.push_back(Make(I % 2));
    if (!Stable.back()->add())
      fail("stable object", I, 0);
  }
  for (RacingObject &R : Racing)
    R.What = Make(true);
  for (auto &Objects : Own)
    for (size_t I = 0; I < NumOwn; ++I)
      Objects.push_back(Make(true));
}

int main(int Count, char **Arguments) {
  if (Count < 4)
    return 2;
  long NumCycles = atol(Arguments[1]);
  unsigned NumThreads = atoi(Arguments[2]), Seed = atoi(Arguments[3]);
  const char *File = Count > 4 ? Arguments[4] : nullptr;

  std::minstd_rand Random(Seed + 1);
  std::vector<std::vector<std::unique_ptr<Object>>> Own(NumThreads);
  makeObjects(Own, Random);
  setHandlers();
  if (LLVMManagedInstallFaultHandler() != LLVMManagedSuccess)
    fail("installation", 0, 0);

  NumLeft = NumCycles;
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < NumThreads; ++I)
    Threads.emplace_back(work, Random(), std::move(Own[I]), I % 2);
  // The main thread does what takes long, and interrupts the others.
  std::vector<LLVMManagedFaultReport> Reports(100);
  for (unsigned I = 0; NumLeft.load(std::memory_order_relaxed) > 0; ++I) {
    pthread_kill(Threads[I % NumThreads].native_handle(), SIGUSR1);
    if (I % 64 == 1)
      faultWithSignalBlocked();
    if (I % 64 == 33)
      unregisterInChild();
    if (File)
      loadAndUnload(File);
    LLVMManagedDrainFaultReports(Reports.data(), Reports.size());
    usleep(100);
  }
  for (std::thread &Thread : Threads)
    Thread.join();
  All.add(Mine);

  uint64_t Recovered = LLVMManagedRecoveredFaults();
  uint64_t Passed = LLVMManagedPassedOnFaults();
  printf("%ld cycles, %llu recovered, %llu passed on, %llu registrations\n",
         NumCycles, (unsigned long long)Recovered, (unsigned long long)Passed,
         (unsigned long long)NumRegistered.load());
  if (Recovered != All.Recovered)
    fail("recovered faults", All.Recovered, Recovered);
  if (Passed != All.PassedOn)
    fail("faults passed on", All.PassedOn, Passed);
  return 0;
}
