//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls the functions of a module that program.py generated and prints what
/// they return.
///
/// Usage: driver MODE: "never" collects when the heap is full, "always" at each
/// safepoint, and "verify" also compares stack map and unwind tables there.
/// "threads" is "always" with two threads that call all functions at the same
/// time, where the collector can stop another one.
///
/// The faults of implicit null checks are recovered and counted. The null path
/// of a check tells its site id, which has to be that of the fault.
///
//===----------------------------------------------------------------------===//

#include "Collector.h"
#include "llvm-c/ManagedNativeEntry.h"
#include "llvm-c/ManagedRuntime.h"
#include "llvm-c/ManagedThreads.h"
#include <atomic>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <thread>
#include <ucontext.h>

// The shape of all objects; program.py knows it too.
static constexpr uint32_t NumRefs = 3, NumInts = 3;
static constexpr size_t SpaceSize = 8 << 20;
/// How many calls of other functions there are below a call from here.
static constexpr int64_t Fuel = 40;

static Collector TheCollector(SpaceSize);
static thread_local int64_t FuelLeft;
static thread_local int64_t Allocated;
static bool Always;

/// Site ids from here on are those of null paths that do not tell.
static constexpr uint32_t FirstShared = 1 << 24;
/// The site id of a fault whose null path has not told its own yet.
static thread_local std::optional<uint32_t> FaultingSite;
/// What null paths told.
static thread_local int64_t NullPaths;

/// Of modules whose functions poll: 1 by flag, 2 by page. Each poll stops the
/// thread for a collection.
extern "C" __attribute__((weak)) const int32_t gcstress_polls;
static bool hasPolls(int32_t Form) {
  return Always && &gcstress_polls && gcstress_polls == Form;
}

using Function = Object *(Object *, Object *, int64_t);
extern "C" Function *const gcstress_functions[];
extern "C" const int64_t gcstress_count;

extern "C" {
// Of collectors that can stop another thread: around all that a thread does to
// the heap, where it does not run managed code, and around all of a thread.
__attribute__((weak)) void gcstressEnterRuntime();
__attribute__((weak)) void gcstressLeaveRuntime();
__attribute__((weak)) void gcstressStartThread();
__attribute__((weak)) void gcstressEndThread();
/// Where references are in frames: no function is running any more.
__attribute__((weak)) void gcstressForgetFrames();
}

namespace {

struct RuntimeCall {
  RuntimeCall() {
    if (gcstressEnterRuntime)
      gcstressEnterRuntime();
  }
  ~RuntimeCall() {
    if (gcstressLeaveRuntime)
      gcstressLeaveRuntime();
  }
};

} // end anonymous namespace

/// Its references are itself, so that none is null.
static Object *create() {
  Object *New = TheCollector.allocate(NumRefs, NumInts);
  for (uint32_t I = 0; I != NumRefs; ++I)
    New->refs()[I] = New;
  for (uint32_t I = 0; I != NumInts; ++I)
    New->ints()[I] = ++Allocated;
  return New;
}

// Behind the entries: what managed code calls and is suspended in.
extern "C" {
void gcstressPoll();
int64_t gcstress_mix(int64_t A, int64_t B);

Object *gcstressAllocate() {
  RuntimeCall Call;
  return create();
}

/// A list of up to three nodes. The references of a node are the next one or
/// null, an object or null, and null.
Object *gcstressAllocateList(int64_t X) {
  RuntimeCall Call;
  const uint64_t Bits = uint64_t(gcstress_mix(X, 11)) >> 7;
  Collector::Handle List(TheCollector, nullptr), Item(TheCollector, nullptr);
  for (uint64_t I = 0; I != Bits % 4; ++I) {
    Item = I & 1 ? create() : nullptr;
    Object *Node = create();
    Node->refs()[0] = *List;
    Node->refs()[1] = *Item;
    Node->refs()[2] = nullptr;
    List = Node;
  }
  if (Always)
    TheCollector.collect();
  return *List;
}

Object *gcstressAllocateOrThrow(int64_t X) {
  if (gcstress_mix(X, 3) & 1)
    return gcstressAllocate();
  gcstressPoll();
  throw int(X);
}

void gcstressThrow(int64_t X) {
  gcstressPoll();
  throw int(X);
}

void gcstressPoll() {
  if (!Always)
    return;
  RuntimeCall Call;
  TheCollector.collect();
}

void gcstressCheckDeopt(int64_t First, int64_t Second) {
  LLVMManagedCursor Cursor;
  LLVMManagedStartWalk(&Cursor, *LLVMManagedGetAnchors(), nullptr);
  LLVMManagedDeoptValue Values[2];
  int IsEarly = 1;
  const size_t Count = LLVMManagedGetDeoptState(&Cursor, Values, 2, &IsEarly);
  if (Count != 2 || IsEarly || int64_t(Values[0].Value) != First ||
      int64_t(Values[1].Value) != Second) {
    std::fprintf(stderr, "deoptimization state is wrong: %zu values\n", Count);
    std::abort();
  }
  gcstressPoll();
}

LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gcstress_allocate, gcstressAllocate);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gcstress_allocate_or_throw,
                                  gcstressAllocateOrThrow);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gcstress_allocate_list, gcstressAllocateList);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gcstress_throw, gcstressThrow);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gcstress_poll, gcstressPoll);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gcstress_check_deopt, gcstressCheckDeopt);
// In place of the runtime's function that polls by flag call.
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(__wrap_LLVMManagedPoll, gcstressPoll);

// Leaf functions: managed code is not suspended in these.
int64_t gcstress_mix(int64_t A, int64_t B) {
  uint64_t X = uint64_t(A) * 0x9E3779B97F4A7C15 + uint64_t(B);
  X ^= X >> 29;
  return int64_t(X * 0xBF58476D1CE4E5B9);
}

int64_t gcstress_may_throw(int64_t X) {
  if (X & 1)
    throw int(X);
  return X + 1;
}

int64_t gcstress_fuel() { return FuelLeft > 0 ? FuelLeft-- : 0; }

/// The beginning of a null path.
void gcstress_null(int64_t Site) {
  if (FaultingSite && *FaultingSite != Site) {
    std::fprintf(stderr, "fault of site %u, but null path of %" PRId64 "\n",
                 *FaultingSite, Site);
    std::abort();
  }
  FaultingSite.reset();
  NullPaths = gcstress_mix(NullPaths, Site);
}

/// What an object and those it refers to hold. All may be null.
int64_t gcstress_digest(Object *O) {
  int64_t Digest = 1;
  if (!O)
    return Digest;
  for (uint32_t I = 0; I != O->numInts(); ++I)
    Digest = gcstress_mix(Digest, O->ints()[I]);
  for (uint32_t R = 0; R != O->numRefs(); ++R)
    for (uint32_t I = 0; I != O->numInts(); ++I)
      if (O->refs()[R])
        Digest = gcstress_mix(Digest, O->refs()[R]->ints()[I]);
  return Digest;
}
}

/// Whether a fault did not lead to the null path that tells its site id.
static std::atomic<bool> IsPathLost;

/// Collects at a poll by page, and goes on after it.
static void collectAtPoll(ucontext_t &Context) {
  LLVMManagedAnchor Poll;
  LLVMManagedAnchor *&Last = *LLVMManagedGetAnchors();
  if (!LLVMManagedMakeContextAnchor(&Poll, &Context, Last)) {
    std::fputs("a poll has no safepoint\n", stderr);
    std::abort();
  }
  Last = &Poll;
  gcstressPoll();
  Last = Poll.Next;
#ifdef __x86_64__
  Context.uc_mcontext.gregs[REG_RIP] = Poll.PC;
#else
  Context.uc_mcontext.pc = Poll.PC;
#endif
}

static void onFault(int Signal, siginfo_t *Info, void *Context) {
  ucontext_t &Interrupted = *static_cast<ucontext_t *>(Context);
#ifdef __x86_64__
  const auto PC = Interrupted.uc_mcontext.gregs[REG_RIP];
#else
  const auto PC = Interrupted.uc_mcontext.pc;
#endif
  const auto Place = static_cast<char *>(Info->si_addr) - LLVMManagedPollPage;
  if (hasPolls(2) && Place >= 0 && Place < LLVM_MANAGED_POLL_PAGE_SIZE)
    return collectAtPoll(Interrupted);
  LLVMManagedFaultEntry Entry;
  const bool HasEntry = LLVMManagedLookupFault(PC, &Entry);
  if (!LLVMManagedTryHandleFault(Signal, Info, Context)) {
    // The access faults again, and ends the process.
    std::signal(SIGSEGV, SIG_DFL);
    return;
  }
  if (FaultingSite)
    IsPathLost = true;
  FaultingSite.reset();
  if (HasEntry && Entry.HasSite && Entry.Site < FirstShared)
    FaultingSite = Entry.Site;
}

static void installFaultHandler() {
  struct sigaction Action = {};
  Action.sa_sigaction = onFault;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
#ifdef SA_EXPOSE_TAGBITS
  Action.sa_flags |= SA_EXPOSE_TAGBITS;
#endif
  sigfillset(&Action.sa_mask);
  sigaction(SIGSEGV, &Action, nullptr);
}

/// Calls all functions, and returns what they return.
static std::string callAll() {
  if (gcstressStartThread)
    gcstressStartThread();
  if (LLVMManagedAttachThread(nullptr) || LLVMManagedLeaveNative())
    std::abort();
  LLVMManagedThisThread.Poll = hasPolls(1);
  std::string Output;
  for (int64_t I = 0; I != gcstress_count; ++I)
    for (int64_t Input : {int64_t(0), int64_t(-7), int64_t(1) << 33}) {
      FuelLeft = Fuel;
      Allocated = 0;
      NullPaths = 0;
      std::optional<Collector::Handle> A, B;
      {
        RuntimeCall Call;
        A.emplace(TheCollector, create());
        B.emplace(TheCollector, create());
        (**A)->refs()[0] = **B;
      }
      int64_t Result;
      try {
        Result = gcstress_functions[I](**A, **B, Input)->ints()[0];
      } catch (int X) {
        if (gcstressForgetFrames)
          gcstressForgetFrames();
        Result = X;
      }
      if (FaultingSite)
        IsPathLost = true;
      FaultingSite.reset();
      char Line[160];
      std::snprintf(Line, sizeof(Line),
                    "%" PRId64 " %" PRId64 ": %016" PRIx64 " %016" PRIx64
                    " %016" PRIx64 " %016" PRIx64 "\n",
                    I, Input, uint64_t(Result), uint64_t(gcstress_digest(**A)),
                    uint64_t(gcstress_digest(**B)), uint64_t(NullPaths));
      Output += Line;
      RuntimeCall Call;
      B.reset();
      A.reset();
    }
  LLVMManagedThisThread.Poll = 0;
  if (LLVMManagedEnterNative() || LLVMManagedDetachThread())
    std::abort();
  if (gcstressEndThread)
    gcstressEndThread();
  return Output;
}

int main(int argc, char **argv) {
  const char *Mode = argc == 2 ? argv[1] : "";
  const bool HasThreads = !std::strcmp(Mode, "threads") && gcstressStartThread;
  Always = HasThreads || !std::strcmp(Mode, "always") ||
           !std::strcmp(Mode, "verify");
  if (!Always && std::strcmp(Mode, "never")) {
    std::fprintf(stderr, "usage: %s never|always|verify|threads\n", argv[0]);
    return 2;
  }
  TheCollector.setCollectAlways(Always);
  TheCollector.setVerify(!std::strcmp(Mode, "verify"));
  installFaultHandler();
  if (hasPolls(2) && LLVMManagedArmPolls())
    std::abort();

  std::string Output, Other;
  if (HasThreads) {
    std::thread First([&] { Output = callAll(); });
    std::thread Second([&] { Other = callAll(); });
    First.join();
    Second.join();
  } else {
    Output = callAll();
  }
  std::fputs(Output.c_str(), stdout);
  if (HasThreads && Output != Other) {
    std::fputs(Other.c_str(), stdout);
    std::fputs("two threads do not agree\n", stderr);
    return 1;
  }
  if (IsPathLost) {
    std::fputs("a fault did not lead to its null path\n", stderr);
    return 1;
  }
  std::fprintf(stderr,
               "%" PRIu64 " collections, %" PRIu64 " frames, %" PRIu64
               " faults\n",
               TheCollector.numCollections(), TheCollector.numFrames(),
               LLVMManagedRecoveredFaults());
  return 0;
}
