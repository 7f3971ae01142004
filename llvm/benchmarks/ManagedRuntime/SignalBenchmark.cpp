//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a fault costs, from the load to its handler: the least that a signal
/// handler can do, the runtime, and a scan of version 1's table. Then the same
/// with a C++ exception that is thrown in the handler and caught.
///
//===----------------------------------------------------------------------===//

#include "FaultCode.h"
#include "benchmark/benchmark.h"
#include <csignal>
#include <memory>
#include <ucontext.h>

using namespace faultbench;

/// What the handler of a benchmark knows: made once, as handlers cannot wait.
static const Code &code() {
  static Code TheCode(100000);
  return TheCode;
}

static auto &pcOf(void *Context) {
  auto &Machine = static_cast<ucontext_t *>(Context)->uc_mcontext;
#if defined(__x86_64__)
  return Machine.gregs[REG_RIP];
#else
  return Machine.pc;
#endif
}

/// Continues behind the load.
static void skip(int, siginfo_t *, void *Context) {
#if defined(__x86_64__)
  pcOf(Context) += 2;
#else
  pcOf(Context) += 4;
#endif
}

static void recoverV1(int, siginfo_t *, void *Context) {
  pcOf(Context) = scanV1(code().bytesV1(), pcOf(Context));
}

static void tryHandle(int Signal, siginfo_t *Info, void *Context) {
  if (!LLVMManagedTryHandleFault(Signal, Info, Context))
    abort();
}

/// Makes \p Handler the action of SIGSEGV for the lifetime of the object.
class Action {
public:
  explicit Action(void (*Handler)(int, siginfo_t *, void *)) {
    struct sigaction New = {};
    New.sa_sigaction = Handler;
    New.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGSEGV, &New, &Old);
  }
  ~Action() { sigaction(SIGSEGV, &Old, nullptr); }

private:
  struct sigaction Old;
};

/// Registers the code and installs the runtime's handler.
class Runtime {
public:
  explicit Runtime(uint32_t Flags = 0, bool IsInstalled = true)
      : Map(code().add(0, code().size(), Flags)), IsInstalled(IsInstalled) {
    if (IsInstalled && LLVMManagedInstallFaultHandler())
      abort();
  }
  ~Runtime() {
    if (IsInstalled)
      LLVMManagedUninstallFaultHandler();
    LLVMManagedUnregisterFaultTables(Map);
  }

private:
  LLVMManagedFaultMapRef Map;
  bool IsInstalled;
};

/// The check that faults; where it is does not matter to the handlers but the
/// scan, which is why it is in the middle.
static constexpr size_t Faulting = 50000;

static void faultAgainAndAgain(benchmark::State &State) {
  for (auto _ : State)
    benchmark::DoNotOptimize(code().call(Faulting, nullptr));
}

static void BM_SignalFloor(benchmark::State &State) {
  code();
  Action A(skip);
  faultAgainAndAgain(State);
}
BENCHMARK(BM_SignalFloor);

static void BM_Handler(benchmark::State &State) {
  Runtime R;
  faultAgainAndAgain(State);
}
BENCHMARK(BM_Handler);

static void BM_HandlerCounting(benchmark::State &State) {
  Runtime R(LLVMManagedCountFaults);
  faultAgainAndAgain(State);
}
BENCHMARK(BM_HandlerCounting);

static void BM_TryHandle(benchmark::State &State) {
  Runtime R(0, false);
  Action A(tryHandle);
  faultAgainAndAgain(State);
}
BENCHMARK(BM_TryHandle);

static void BM_HandlerScanningV1(benchmark::State &State) {
  code();
  Action A(recoverV1);
  faultAgainAndAgain(State);
}
BENCHMARK(BM_HandlerScanningV1);

/// What a managed language would throw.
struct NullPointerException {
  explicit NullPointerException(size_t Site) : Site(Site) {}
  virtual ~NullPointerException() = default;
  size_t Site;
  void *Fields[3] = {};
};

/// An exception object is allocated, and control goes where it is caught: in
/// the same function, so a compiler makes that a branch.
static void BM_ExceptionAllocated(benchmark::State &State) {
  Runtime R;
  for (auto _ : State)
    if (code().call(Faulting, nullptr) == 0) {
      auto Exception = std::make_unique<NullPointerException>(Faulting);
      benchmark::DoNotOptimize(Exception.get());
    }
}
BENCHMARK(BM_ExceptionAllocated);

__attribute__((noinline)) static int callOrThrow(size_t I) {
  int Value = code().call(I, nullptr);
  if (Value == 0)
    throw NullPointerException(I);
  return Value;
}

/// The exception is thrown, and the unwinder finds the caller that catches it.
static void BM_ExceptionThrown(benchmark::State &State) {
  Runtime R;
  for (auto _ : State)
    try {
      benchmark::DoNotOptimize(callOrThrow(Faulting));
    } catch (const NullPointerException &Exception) {
      benchmark::DoNotOptimize(&Exception);
    }
}
BENCHMARK(BM_ExceptionThrown);
