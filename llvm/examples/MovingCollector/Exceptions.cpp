//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The native side of Exceptions.ll, which throws, and main().
/// docs/MovingCollector.md explains the whole.
///
/// Usage: exceptions always|never: collects at each safepoint, or never, and
/// prints what the functions of Exceptions.ll return.
///
//===----------------------------------------------------------------------===//

#include "Collector.h"
#include "llvm-c/ManagedNativeEntry.h"
#include <cinttypes>
#include <cstdio>
#include <cstring>

static Collector TheCollector(/*SpaceSize=*/1 << 16);
static bool Always;

static void poll() {
  if (Always)
    TheCollector.collect();
}

/// What is thrown. No collector looks into it: a reference in an exception
/// would have to be a handle.
struct Exception {
  const int64_t Code;

  explicit Exception(int64_t Code) : Code(Code) { ++NumAlive; }
  Exception(const Exception &) = delete;
  ~Exception() {
    poll();
    --NumAlive;
  }
  static inline int64_t NumAlive = 0;
};
struct Failure : Exception {
  using Exception::Exception;
};
struct Refusal : Exception {
  using Exception::Exception;
};

/// A native frame that collects when it is left.
struct Scope {
  ~Scope() { poll(); }
};

/// One that also changes the list of a caller.
struct ChangingScope {
  Collector::Handle List;

  explicit ChangingScope(Object *List) : List(TheCollector, List) {}
  ~ChangingScope() {
    poll();
    (*List)->ints()[0] = 6;
  }
};

extern "C" {
Object *gcAllocate(uint32_t NumRefs, uint32_t NumInts) {
  return TheCollector.allocate(NumRefs, NumInts);
}

void gcPoll() { poll(); }

/// Returns if \p N is 0, and throws a Failure if it is odd and a Refusal if
/// not.
void failNative(int64_t N) {
  Scope Outer;
  poll();
  if (N & 1)
    throw Failure(N);
  if (N)
    throw Refusal(N);
}

void callBack(void (*Callee)(Object *, int64_t), Object *List, int64_t N) {
  ChangingScope Outer(List);
  Callee(List, N);
}

// Destroys an exception that is not thrown again, whose destructor collects. So
// it needs an entry like all that may collect.
void __cxa_end_catch();
}

LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gc_allocate, gcAllocate);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gc_poll, gcPoll);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(fail, failNative);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(call_back, callBack);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(end_catch, __cxa_end_catch);

extern "C" {
extern const char __start_managed_text[], __stop_managed_text[];

/// As in Main.cpp.
extern const LLVMManagedStackMapTables LLVMManagedImageStackMapOptions = {
    sizeof(LLVMManagedStackMapTables),
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    reinterpret_cast<uintptr_t>(__start_managed_text),
    reinterpret_cast<uintptr_t>(__stop_managed_text),
    nullptr};
}

#define FOR_EACH_FUNCTION(DO)                                                  \
  DO(typed)                                                                    \
  DO(everything)                                                               \
  DO(cleaned)                                                                  \
  DO(filtered)                                                                 \
  DO(rethrown)                                                                 \
  DO(nested)                                                                   \
  DO(replaced)                                                                 \
  DO(repeated)                                                                 \
  DO(in_stack_object)                                                          \
  DO(in_aggregate)                                                             \
  DO(through_native)                                                           \
  DO(uncaught)

#define DECLARE(NAME) extern "C" int64_t NAME(int64_t N);
FOR_EACH_FUNCTION(DECLARE)

static const struct {
  const char *Name;
  int64_t (*Function)(int64_t);
} Functions[] = {
#define LIST(NAME) {#NAME, NAME},
    FOR_EACH_FUNCTION(LIST)};

int main(int argc, char **argv) {
  Always = argc == 2 && !std::strcmp(argv[1], "always");
  if (!Always && (argc != 2 || std::strcmp(argv[1], "never"))) {
    std::fprintf(stderr, "usage: %s always|never\n", argv[0]);
    return 2;
  }
  TheCollector.setCollectAlways(Always);
  TheCollector.setVerify(Always);

  for (const auto &F : Functions) {
    std::printf("%s:", F.Name);
    for (int64_t N : {0, 1, 2}) {
      try {
        std::printf(" %" PRId64, F.Function(N));
      } catch (const Failure &Caught) {
        std::printf(" Failure %" PRId64, Caught.Code);
      } catch (const Refusal &Caught) {
        std::printf(" Refusal %" PRId64, Caught.Code);
      }
    }
    std::printf("\n");
  }
  std::fprintf(stderr, "%" PRIu64 " collections, %" PRIu64 " frames\n",
               TheCollector.numCollections(), TheCollector.numFrames());
  if (Exception::NumAlive || *LLVMManagedGetAnchors()) {
    std::fprintf(stderr, "an exception or an anchor is left\n");
    return 1;
  }
  return 0;
}
