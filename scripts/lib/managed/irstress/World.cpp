//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <sys/mman.h>

std::map<uint64_t, char *> Objects;
uint64_t Hash;

static uint64_t State;
static uint64_t NumObjects, NumFresh, NumNatives;
static constexpr uint64_t MostObjects = 100, MostFresh = 100;
/// What variables hold before a call.
static std::vector<std::vector<char>> Saved;

extern "C" {
extern const char __executable_start[], end[];
/// Where functions with SafeStack have arrays.
thread_local char *__safestack_unsafe_stack_ptr;
}

static char UnsafeStack[1 << 20];

uint64_t mix(uint64_t A, uint64_t B) {
  uint64_t X = A * 0x9E3779B97F4A7C15 + B;
  X ^= X >> 29;
  return X * 0xBF58476D1CE4E5B9;
}

uint64_t nextNumber() {
  State = mix(State, 1);
  return State >> 16;
}

uint64_t chooseNumber(uint64_t Random) {
  switch (Random % 8) {
  case 0:
    return 0;
  case 1:
    return 1;
  case 2:
    return (Random >> 8) % 64;
  case 3:
    return Random >> 40;
  default:
    return (Random >> 8) % 6;
  }
}

void prepare() {
  for (int64_t I = 0; I != gcstress_globals_count; ++I) {
    const Global &G = gcstress_globals[I];
    Saved.emplace_back(G.Address, G.Address + G.Size);
  }
}

void start(uint64_t Function, uint64_t Input) {
  State = mix(Function + 1, Input);
  Hash = 0;
  __safestack_unsafe_stack_ptr = std::end(UnsafeStack) - 64;
  NumObjects = NumFresh = NumNatives = 0;
  Objects.clear();
  void *Wanted = reinterpret_cast<void *>(NativeSpace);
  if (mmap(Wanted, (LastId - FirstNative) * Stride, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
           0) != Wanted) {
    std::perror("mapping native memory");
    std::abort();
  }
  for (int64_t I = 0; I != gcstress_globals_count; ++I)
    if (const Global &G = gcstress_globals[I]; G.Kind)
      std::memcpy(G.Address, Saved[I].data(), G.Size);
}

char *getObject(uint64_t Id) {
  char *&Object = Objects[Id];
  if (!Object)
    Object = isNative(Id)
                 ? reinterpret_cast<char *>(
                       NativeSpace + (Id - FirstNative) * Stride + Margin)
                 : getNewObject(Id);
  return Object;
}

/// An object of those that start at an id, of which there are \p Count so far.
static char *choose(uint64_t First, uint64_t &Count) {
  const uint64_t Random = nextNumber();
  if (Count && (Count == MostObjects || Random % 4 == 0))
    return getObject(First + (Random >> 8) % Count);
  const uint64_t Id = First + Count++;
  char *Object = getObject(Id);
  initialize(Id, Object);
  return Object;
}

void *chooseReference(uint64_t NullPercent) {
  return nextNumber() % 100 < NullPercent ? nullptr
                                          : choose(FirstObject, NumObjects);
}

void *makeFresh() {
  char *Object = getObject(FirstFresh + NumFresh);
  NumFresh = (NumFresh + 1) % MostFresh;
  return Object;
}

const Global *findGlobal(uint64_t Address) {
  for (int64_t I = 0; I != gcstress_globals_count; ++I)
    if (const Global &G = gcstress_globals[I];
        Address - uintptr_t(G.Address) <= G.Size)
      return &G;
  return nullptr;
}

void initializeGlobals(const std::vector<Word> &Words) {
  for (const Word &W : Words) {
    const Global &G = gcstress_globals[W.Offset >> GlobalShift];
    uint64_t Value = W.Value;
    if (W.IsObject)
      Value = Value ? uintptr_t(getObject(Value)) : 0;
    std::memcpy(G.Address + (W.Offset & ((1u << GlobalShift) - 1)), &Value,
                W.Size);
  }
}

/// A number for what a word holds that is the same in each run.
static uint64_t identify(uint64_t Value) {
  if (const auto [Id, Offset] = findObject(Value); Id)
    return Id << 16 | Offset;
  if (const Global *G = findGlobal(Value))
    return (uint64_t(G - gcstress_globals) + 1) << 32 |
           (Value - uintptr_t(G->Address));
  // The stack, and code.
  if ((Value >= uint64_t(1) << 36 && Value < uint64_t(1) << 48 &&
       Value >> 43 != 1) ||
      (Value >= uintptr_t(__executable_start) && Value < uintptr_t(end)))
    return 77;
  return Value;
}

uint64_t finish() {
  for (const auto &[Id, Object] : Objects)
    for (uint64_t I = 0; I != ObjectSize; I += 8) {
      uint64_t Value;
      std::memcpy(&Value, Object + I, 8);
      if (Value)
        Hash = mix(Hash, mix(Id << 16 | I, identify(Value)));
    }
  for (int64_t I = 0; I != gcstress_globals_count; ++I)
    if (const Global &G = gcstress_globals[I]; G.Kind)
      for (uint64_t Byte = 0; Byte + 8 <= G.Size; Byte += 8) {
        uint64_t Value;
        std::memcpy(&Value, G.Address + Byte, 8);
        Hash = mix(Hash, identify(Value));
      }
  return Hash;
}

// Leaf functions: managed code is not suspended in these.
extern "C" {
int64_t gcstress_int() { return chooseNumber(nextNumber()); }

int64_t gcstress_one() { return 1; }

void *gcstress_native() {
  return nextNumber() % 8 ? choose(FirstNative, NumNatives) : nullptr;
}

void gcstress_use(int64_t Value) { Hash = mix(Hash, Value); }

int64_t gcstress_number(void *Reference) {
  checkReference(uintptr_t(Reference));
  return identify(uintptr_t(Reference));
}
}
