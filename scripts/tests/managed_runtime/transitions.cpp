//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Transitions: arguments and results pass, also if the thread has to wait;
/// registers come from the anchor; exceptions, cancellation and the end of a
/// thread pass, in both directions; and a signal may arrive anywhere.
///
//===----------------------------------------------------------------------===//

#include "test.h"
#include "transition.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/time.h>
#include <unwind.h>

static LLVMManagedAnchor *anchors() { return *LLVMManagedGetAnchors(); }

/// If not null, native code has all threads stopped while it runs.
static StopFromOutside *Stop;

static void atNative() {
  EXPECT(stateOf(self()) == LLVMManagedStateNative);
  EXPECT(anchors() && anchors()->Head == LLVMManagedGetAnchors());
  if (Stop)
    Stop->begin();
}

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

struct Pair {
  long A, B;
};
struct Mixed {
  double A;
  long B;
};
struct Floats {
  float A, B, C, D;
};
struct Large {
  long Words[9];
};
struct Huge {
  long Words[500];
};
typedef long double LongDouble;

extern "C" {
#define HIDDEN __attribute__((visibility("hidden"), used))
HIDDEN long nativeSix(long A, int *B, char C, short D, long E, long F) {
  atNative();
  errno = 77;
  return A + *B * 10L + C * 100 + D * 1000 + E * 10000 + F * 100000;
}
HIDDEN double nativeDoubles(double A, float B, double C, double D, double E,
                            double F, double G, double H) {
  atNative();
  return A + B * 2 + C * 4 + D * 8 + E * 16 + F * 32 + G * 64 + H * 128;
}
HIDDEN Pair nativePair(long A) {
  atNative();
  return {A, ~A};
}
HIDDEN Mixed nativeMixed(long A) {
  atNative();
  return {A + 0.5, A};
}
HIDDEN Floats nativeFloats(float A) {
  atNative();
  return {A, A + 1, A + 2, A + 3};
}
HIDDEN Large nativeLarge(long A) {
  atNative();
  Large Result;
  for (long I = 0; I < 9; ++I)
    Result.Words[I] = A + I;
  return Result;
}
HIDDEN LongDouble nativeLongDouble(LongDouble A) {
  atNative();
  return A * 3;
}
HIDDEN LongDouble __complex__ nativeComplex(long A) {
  atNative();
  LongDouble __complex__ Result;
  __real__ Result = A;
  __imag__ Result = A + 1;
  return Result;
}
HIDDEN double nativeVariadic(int Count, ...) {
  atNative();
  va_list Arguments;
  va_start(Arguments, Count);
  double Sum = 0;
  for (int I = 0; I < Count; ++I)
    Sum += va_arg(Arguments, double) * (I + 1);
  va_end(Arguments);
  return Sum;
}
HIDDEN long nativeHuge(long A, Huge B, long C) {
  atNative();
  long Sum = A + C;
  for (long I = 0; I < 500; ++I)
    Sum += B.Words[I] * (I + 1);
  return Sum;
}
HIDDEN long nativeTwelve(long A, long B, long C, long D, long E, long F, long G,
                         long H, long I, long J, long K, long L) {
  atNative();
  return A + 2 * B + 3 * C + 4 * D + 5 * E + 6 * F + 7 * G + 8 * H + 9 * I +
         10 * J + 11 * K + 12 * L;
}

long callSix(long A, int *B, char C, short D, long E, long F);
double callDoubles(double A, float B, double C, double D, double E, double F,
                   double G, double H);
Pair callPair(long A);
Mixed callMixed(long A);
Floats callFloats(float A);
Large callLarge(long A);
LongDouble callLongDouble(LongDouble A);
LongDouble __complex__ callComplex(long A);
double callVariadic(int Count, ...);
long callHuge(long A, Huge B, long C);
#define DECLARE_TWELVE(NAME)                                                   \
  long NAME(long A, long B, long C, long D, long E, long F, long G, long H,    \
            long I, long J, long K, long L)
DECLARE_TWELVE(callTwelve64);
DECLARE_TWELVE(callTwelve256);
DECLARE_TWELVE(callTwelve1024);
DECLARE_TWELVE(callTwelve4096);
}
DEFINE_CALL(callSix, LLVMManagedTransition, nativeSix);
DEFINE_CALL(callDoubles, LLVMManagedTransition, nativeDoubles);
DEFINE_CALL(callPair, LLVMManagedTransition, nativePair);
DEFINE_CALL(callMixed, LLVMManagedTransition, nativeMixed);
DEFINE_CALL(callFloats, LLVMManagedTransition, nativeFloats);
DEFINE_CALL(callLarge, LLVMManagedTransition, nativeLarge);
DEFINE_CALL(callLongDouble, LLVMManagedTransition64, nativeLongDouble);
DEFINE_CALL(callComplex, LLVMManagedTransition, nativeComplex);
DEFINE_CALL(callVariadic, LLVMManagedTransition256, nativeVariadic);
DEFINE_CALL(callHuge, LLVMManagedTransition4096, nativeHuge);
DEFINE_CALL(callTwelve64, LLVMManagedTransition64, nativeTwelve);
DEFINE_CALL(callTwelve256, LLVMManagedTransition256, nativeTwelve);
DEFINE_CALL(callTwelve1024, LLVMManagedTransition1024, nativeTwelve);
DEFINE_CALL(callTwelve4096, LLVMManagedTransition4096, nativeTwelve);

static bool WithStops;

/// Calls \p What, in managed state; if it is the turn of that, threads are
/// stopped meanwhile.
template <typename T> static auto managed(T What) {
  StopFromOutside S;
  Stop = WithStops ? &S : nullptr;
  EXPECT(!LLVMManagedLeaveNative());
  LLVMManagedAnchor *Before = anchors();
  auto Result = What();
  EXPECT(stateOf(self()) == LLVMManagedStateManaged);
  EXPECT(anchors() == Before);
  EXPECT(!LLVMManagedEnterNative());
  Stop = nullptr;
  return Result;
}

static void checkArguments() {
  int Two = 2;
  errno = 0;
  EXPECT(managed([&] { return callSix(1, &Two, 3, 4, 5, 6); }) == 654321);
  EXPECT(errno == 77);
  EXPECT(managed([&] { return callDoubles(1, 1, 1, 1, 1, 1, 1, 2); }) == 383);
  Pair P = managed([&] { return callPair(5); });
  EXPECT(P.A == 5 && P.B == ~5L);
  Mixed M = managed([&] { return callMixed(5); });
  EXPECT(M.A == 5.5 && M.B == 5);
  Floats F = managed([&] { return callFloats(1); });
  EXPECT(F.A == 1 && F.B == 2 && F.C == 3 && F.D == 4);
  Large L = managed([&] { return callLarge(7); });
  EXPECT(L.Words[0] == 7 && L.Words[8] == 15);
  EXPECT(managed([&] { return callLongDouble(1.25L); }) == 3.75L);
  LongDouble __complex__ C = managed([&] { return callComplex(3); });
  EXPECT(__real__ C == 3 && __imag__ C == 4);
  EXPECT(managed([&] {
           return callVariadic(10, 1., 1., 1., 1., 1., 1., 1., 1., 1., 2.);
         }) == 65);
  static Huge H;
  long Expected = 3;
  for (long I = 0; I < 500; ++I) {
    H.Words[I] = I * I;
    Expected += I * I * (I + 1);
  }
  EXPECT(managed([&] { return callHuge(1, H, 2); }) == Expected);
  for (auto *Call :
       {callTwelve64, callTwelve256, callTwelve1024, callTwelve4096})
    EXPECT(managed([&] {
             return Call(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
           }) == 650);
}

static void testArguments() {
  EXPECT(!LLVMManagedAttachThread(nullptr));
  checkArguments();
  WithStops = true;
  for (int I = 0; I < 10; ++I)
    checkArguments();
  EXPECT(!LLVMManagedDetachThread());
}

/// At the end of a stack, less is copied than could be.
static void testEndOfStack() {
  EXPECT(!LLVMManagedAttachThread(nullptr));
  // The end that the stub is told is above the frame that calls it, but less
  // than 4096 bytes.
  LLVMManagedThread *Thread = self();
  const uintptr_t High = Thread->StackHigh;
  Thread->StackHigh =
      (reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) & ~15UL) + 256;
  EXPECT(managed([] {
           return callTwelve4096(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
         }) == 650);
  Thread->StackHigh = High;
}

//===----------------------------------------------------------------------===//
// Registers and anchors
//===----------------------------------------------------------------------===//

extern "C" {
HIDDEN void nativeNothing() { atNative(); }
void callNothing();
/// Loads the callee-saved registers from \p Values, in the order of anchors,
/// calls \p Function, and stores them there.
void callWithRegisters(uint64_t *Values, void (*Function)());
}
DEFINE_CALL(callNothing, LLVMManagedTransition, nativeNothing);

#if defined(__x86_64__)
__asm__(".pushsection .text,\"ax\",%progbits\n"
        ".globl callWithRegisters\n"
        ".type callWithRegisters, %function\n"
        "callWithRegisters:\n"
        "endbr64\n"
        "pushq %rbp\n"
        "pushq %r15\n"
        "pushq %r14\n"
        "pushq %r13\n"
        "pushq %r12\n"
        "pushq %rbx\n"
        "pushq %rdi\n"
        "movq (%rdi), %rbp\n"
        "movq 8(%rdi), %r15\n"
        "movq 16(%rdi), %r14\n"
        "movq 24(%rdi), %r13\n"
        "movq 32(%rdi), %r12\n"
        "movq 40(%rdi), %rbx\n"
        "call *%rsi\n"
        ".globl afterCallWithRegisters\n"
        "afterCallWithRegisters:\n"
        "popq %rdi\n"
        "movq %rbp, (%rdi)\n"
        "movq %r15, 8(%rdi)\n"
        "movq %r14, 16(%rdi)\n"
        "movq %r13, 24(%rdi)\n"
        "movq %r12, 32(%rdi)\n"
        "movq %rbx, 40(%rdi)\n"
        "popq %rbx\n"
        "popq %r12\n"
        "popq %r13\n"
        "popq %r14\n"
        "popq %r15\n"
        "popq %rbp\n"
        "ret\n"
        ".size callWithRegisters, .-callWithRegisters\n"
        ".popsection\n");
#else
__asm__(".pushsection .text,\"ax\",%progbits\n"
        ".globl callWithRegisters\n"
        ".type callWithRegisters, %function\n"
        "callWithRegisters:\n"
        "hint #34\n"
        "stp x29, x30, [sp, #-112]!\n"
        "stp x19, x20, [sp, #16]\n"
        "stp x21, x22, [sp, #32]\n"
        "stp x23, x24, [sp, #48]\n"
        "stp x25, x26, [sp, #64]\n"
        "stp x27, x28, [sp, #80]\n"
        "str x0, [sp, #96]\n"
        "ldr x29, [x0]\n"
        "ldp x19, x20, [x0, #8]\n"
        "ldp x21, x22, [x0, #24]\n"
        "ldp x23, x24, [x0, #40]\n"
        "ldp x25, x26, [x0, #56]\n"
        "ldp x27, x28, [x0, #72]\n"
        "blr x1\n"
        ".globl afterCallWithRegisters\n"
        "afterCallWithRegisters:\n"
        "ldr x0, [sp, #96]\n"
        "str x29, [x0]\n"
        "stp x19, x20, [x0, #8]\n"
        "stp x21, x22, [x0, #24]\n"
        "stp x23, x24, [x0, #40]\n"
        "stp x25, x26, [x0, #56]\n"
        "stp x27, x28, [x0, #72]\n"
        "ldp x19, x20, [sp, #16]\n"
        "ldp x21, x22, [sp, #32]\n"
        "ldp x23, x24, [sp, #48]\n"
        "ldp x25, x26, [sp, #64]\n"
        "ldp x27, x28, [sp, #80]\n"
        "ldp x29, x30, [sp], #112\n"
        "ret\n"
        ".size callWithRegisters, .-callWithRegisters\n"
        ".popsection\n");
#endif
extern "C" const char afterCallWithRegisters[]
    __attribute__((visibility("hidden")));

static constexpr int NumRegisters = LLVM_MANAGED_ANCHOR_REGISTERS;

/// What a collector does: it finds the frame that waits, and moves what its
/// registers refer to.
static void moveRegisters(LLVMManagedThread *Thread) {
  LLVMManagedAnchor *Anchor = Thread->Anchor;
  EXPECT(Anchor && Anchor->Head == &Thread->Anchor);
  EXPECT(Anchor->PC == reinterpret_cast<uintptr_t>(afterCallWithRegisters));
  EXPECT(Anchor->SP > reinterpret_cast<uintptr_t>(Anchor));
  EXPECT(Anchor->SP > Thread->StackLow && Anchor->SP < Thread->StackHigh);
  for (int I = 0; I < NumRegisters; ++I) {
    EXPECT(Anchor->Registers[I] == 1000U + I);
    Anchor->Registers[I] += 500;
  }
}

static void checkRegisters(void (*Function)()) {
  uint64_t Values[NumRegisters];
  for (int I = 0; I < NumRegisters; ++I)
    Values[I] = 1000 + I;
  EXPECT(!LLVMManagedLeaveNative());
  callWithRegisters(Values, Function);
  EXPECT(!LLVMManagedEnterNative());
  for (int I = 0; I < NumRegisters; ++I)
    EXPECT(Values[I] == 1500U + I);
}

static void testRegisters() {
  EXPECT(!LLVMManagedAttachThread(nullptr));
  {
    StopFromOutside S(moveRegisters);
    Stop = &S;
    checkRegisters(callNothing);
  }
  // A poll has an anchor as well.
  std::thread Collector([Thread = self()] {
    waitUntil([=] { return stateOf(Thread) == LLVMManagedStateManaged; });
    EXPECT(!LLVMManagedStopThreads(nullptr));
    EXPECT(stateOf(Thread) == LLVMManagedStateBlocked);
    moveRegisters(Thread);
    EXPECT(!LLVMManagedResumeThreads());
  });
  EXPECT(!LLVMManagedLeaveNative());
  EXPECT(waitUntil(
      [] { return __atomic_load_n(&self()->Poll, __ATOMIC_RELAXED) != 0; }));
  uint64_t Values[NumRegisters];
  for (int I = 0; I < NumRegisters; ++I)
    Values[I] = 1000 + I;
  callWithRegisters(Values, LLVMManagedPoll);
  Collector.join();
  for (int I = 0; I < NumRegisters; ++I)
    EXPECT(Values[I] == 1500U + I);
  EXPECT(!anchors());
  LLVMManagedPoll();
  EXPECT(stateOf(self()) == LLVMManagedStateManaged);
  EXPECT(!LLVMManagedEnterNative());
  // It is of no effect in native state and on threads that are not attached.
  LLVMManagedPoll();
  EXPECT(stateOf(self()) == LLVMManagedStateNative);
  EXPECT(!LLVMManagedDetachThread());
  LLVMManagedPoll();
}

//===----------------------------------------------------------------------===//
// Exceptions, cancellation, and threads that end
//===----------------------------------------------------------------------===//

static int Depth;

extern "C" {
HIDDEN void nativeThrow(long, long, long, long, long, long, long, long, long) {
  atNative();
  if (Depth-- == 0)
    throw 42;
  // Managed code is called back, and does not return.
  llvm_managed::ManagedScope Scope;
  EXPECT(Scope.status() == LLVMManagedSuccess);
  void callThrow(long, long, long, long, long, long, long, long, long);
  callThrow(1, 2, 3, 4, 5, 6, 7, 8, 9);
}
void callThrow(long, long, long, long, long, long, long, long, long);
}
DEFINE_CALL(callThrow, LLVMManagedTransition256, nativeThrow);

static void checkThrowing(int HowDeep) {
  volatile long Source = 5;
  long Kept[4] = {Source, Source + 1, Source + 2, Source + 3};
  int Caught = 0;
  Depth = HowDeep;
  {
    llvm_managed::ManagedScope Scope;
    try {
      callThrow(1, 2, 3, 4, 5, 6, 7, 8, 9);
    } catch (int Value) {
      // Managed code caught it.
      EXPECT(stateOf(self()) == LLVMManagedStateManaged);
      EXPECT(!anchors());
      Caught = Value;
    }
  }
  EXPECT(stateOf(self()) == LLVMManagedStateNative);
  EXPECT(Caught == 42);
  EXPECT(Kept[0] == 5 && Kept[1] == 6 && Kept[2] == 7 && Kept[3] == 8);
}

static void testThrowing() {
  EXPECT(!LLVMManagedAttachThread(nullptr));
  for (int HowDeep = 0; HowDeep < 4; ++HowDeep)
    checkThrowing(HowDeep);
  StopFromOutside S;
  Stop = &S;
  checkThrowing(0);
}

static LLVMManagedThread *Ended;

struct Watcher {
  ~Watcher() {
    EXPECT(!anchors());
    EXPECT(stateOf(self()) == LLVMManagedStateManaged);
  }
};

static bool IsCancelled;

extern "C" {
HIDDEN void nativeEnd() {
  atNative();
  if (!IsCancelled)
    pthread_exit(nullptr);
  pthread_cancel(pthread_self());
  pthread_testcancel();
}
void callEnd();
}
DEFINE_CALL(callEnd, LLVMManagedTransition64, nativeEnd);

static void *endInNative(void *) {
  EXPECT(!LLVMManagedAttachThread(nullptr));
  Ended = self();
  EXPECT(!LLVMManagedLeaveNative());
  Watcher Watch;
  callEnd();
  return nullptr;
}

static unsigned numThreads() {
  unsigned Count = 0;
  EXPECT(!LLVMManagedStopThreads(nullptr));
  EXPECT(!LLVMManagedVisitThreads(
      [](LLVMManagedThread *, void *Argument) {
        ++*static_cast<unsigned *>(Argument);
      },
      &Count));
  EXPECT(!LLVMManagedResumeThreads());
  return Count;
}

static void testEnding() {
  for (bool Cancels : {false, true}) {
    for (bool Stops : {false, true}) {
      IsCancelled = Cancels;
      StopFromOutside S;
      Stop = Stops ? &S : nullptr;
      pthread_t Thread;
      EXPECT(!pthread_create(&Thread, nullptr, endInNative, nullptr));
      pthread_join(Thread, nullptr);
      EXPECT(numThreads() == 0);
    }
  }
}

//===----------------------------------------------------------------------===//
// Signals
//===----------------------------------------------------------------------===//

static volatile unsigned NumSignals, NumInNative;

/// What a handler may find, wherever it interrupts.
static void checkThread() {
  LLVMManagedThread *Thread = self();
  const uint32_t State = stateOf(Thread);
  EXPECT(State <= LLVMManagedStateBlocked);
  LLVMManagedAnchor *Last = nullptr;
  for (LLVMManagedAnchor *A = Thread->Anchor; A; Last = A, A = A->Next) {
    EXPECT(A > Last);
    EXPECT(A->Head == &Thread->Anchor);
    EXPECT(A->SP > reinterpret_cast<uintptr_t>(A));
    EXPECT(A->SP <= Thread->StackHigh);
  }
  if (State == LLVMManagedStateNative) {
    EXPECT(Thread->Anchor);
    // As if the handler called managed code.
    EXPECT(!LLVMManagedLeaveNative());
    EXPECT(!LLVMManagedEnterNative());
    ++NumInNative;
  } else if (State == LLVMManagedStateBlocked) {
    EXPECT(LLVMManagedLeaveNative() == LLVMManagedWrongState);
    EXPECT(LLVMManagedEnterNative() == LLVMManagedWrongState);
  }
}

static void handleSignal(int) {
  const int Error = errno;
  checkThread();
  ++NumSignals;
  errno = Error;
}

extern "C" {
HIDDEN long nativeAdd(long A, long B) { return A + B; }
long callAdd(long A, long B);
}
DEFINE_CALL(callAdd, LLVMManagedTransition, nativeAdd);

static void testSignals() {
  struct sigaction Action = {};
  Action.sa_handler = handleSignal;
  sigaction(SIGUSR1, &Action, nullptr);
  EXPECT(!LLVMManagedAttachThread(nullptr));
  // A handler would find no anchor in native state, before and afterwards.
  EXPECT(!LLVMManagedLeaveNative());
  std::atomic<bool> IsOver{false};
  pthread_t Main = pthread_self();
  std::thread Interrupter([&] {
    while (!IsOver) {
      pthread_kill(Main, SIGUSR1);
      usleep(20);
    }
  });
  std::thread Collector([&] {
    while (!IsOver) {
      EXPECT(!LLVMManagedStopThreads(nullptr));
      EXPECT(!LLVMManagedResumeThreads());
      sched_yield();
    }
  });
  long Sum = 0, Expected = 0;
  for (long I = 0; NumSignals < 3000; ++I) {
    Sum = callAdd(Sum, I);
    Expected += I;
  }
  EXPECT(Sum == Expected);
  sigset_t Set;
  sigemptyset(&Set);
  sigaddset(&Set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &Set, nullptr);
  EXPECT(!LLVMManagedEnterNative());
  IsOver = true;
  Interrupter.join();
  Collector.join();
}

#if defined(__x86_64__)
#include <ucontext.h>

extern "C" {
long callAdd4096(long A, long B);
}
DEFINE_CALL(callAdd4096, LLVMManagedTransition4096, nativeAdd);

static unsigned NumSteps, NumUnwound;

static _Unwind_Reason_Code visitFrame(_Unwind_Context *Context,
                                      void *Argument) {
  auto *Frames = static_cast<uintptr_t *>(Argument);
  if (Frames[0] < 15)
    Frames[++Frames[0]] = _Unwind_GetIP(Context);
  return _URC_NO_REASON;
}

static uintptr_t SteppedBegin, SteppedEnd;

/// Comes after each instruction: what a handler may find, and that the
/// unwinder finds the caller of the stub.
static void handleStep(int, siginfo_t *, void *) {
  ++NumSteps;
  checkThread();
  uintptr_t Frames[16] = {};
  _Unwind_Backtrace(visitFrame, Frames);
  for (uintptr_t I = 1; I <= Frames[0]; ++I)
    if (Frames[I] >= SteppedBegin && Frames[I] <= SteppedEnd) {
      ++NumUnwound;
      return;
    }
  EXPECT(!"the unwinder has found the caller");
}

static long stepThrough(long (*Call)(long, long)) {
  // The trap flag.
  __asm__ volatile("pushfq\n"
                   "orq $256, (%%rsp)\n"
                   "popfq" ::
                       : "cc", "memory");
  const long Result = Call(20, 22);
  __asm__ volatile("pushfq\n"
                   "andq $-257, (%%rsp)\n"
                   "popfq" ::
                       : "cc", "memory");
  return Result;
}

static void __attribute__((noinline)) testSteps() {
  struct sigaction Action = {};
  Action.sa_sigaction = handleStep;
  Action.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &Action, nullptr);
  EXPECT(!LLVMManagedAttachThread(nullptr));
  SteppedBegin = reinterpret_cast<uintptr_t>(testSteps);
  SteppedEnd = SteppedBegin + 4096;
  for (auto *Call : {callAdd, callAdd4096}) {
    EXPECT(!LLVMManagedLeaveNative());
    volatile long Result = stepThrough(Call);
    EXPECT(!LLVMManagedEnterNative());
    EXPECT(Result == 42);
  }
  EXPECT(NumSteps > 100 && NumSteps == NumUnwound);
}
#endif

//===----------------------------------------------------------------------===//
// Callbacks
//===----------------------------------------------------------------------===//

static int Callbacks;

extern "C" {
HIDDEN long nativeCallback(long Levels) {
  atNative();
  if (!Levels)
    return 0;
  long callCallback(long);
  long Result;
  {
    llvm_managed::ManagedScope Scope;
    ++Callbacks;
    Result = callCallback(Levels - 1);
    // Native code that managed code called without a transition may wait.
    llvm_managed::NativeScope Wait;
    EXPECT(Wait.status() == LLVMManagedSuccess);
    EXPECT(stateOf(self()) == LLVMManagedStateNative);
    llvm_managed::NativeScope Again;
    EXPECT(Again.status() == LLVMManagedWrongState);
  }
  EXPECT(stateOf(self()) == LLVMManagedStateNative);
  return Result + 1;
}
long callCallback(long Levels);
}
DEFINE_CALL(callCallback, LLVMManagedTransition, nativeCallback);

static void testCallbacks() {
  EXPECT(!LLVMManagedAttachThread(nullptr));
  EXPECT(managed([] { return callCallback(50); }) == 50);
  EXPECT(Callbacks == 50);
}

int main() {
  EXPECT(passes(testArguments));
  EXPECT(passes(testEndOfStack));
  EXPECT(passes(testRegisters));
  EXPECT(passes(testThrowing));
  EXPECT(passes(testEnding));
  EXPECT(passes(testSignals));
#if defined(__x86_64__)
  EXPECT(passes(testSteps));
#endif
  EXPECT(passes(testCallbacks));
  return finish();
}
