//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What both drivers have: the objects of a call, by their ids, and what
/// functions are given.
///
//===----------------------------------------------------------------------===//

#ifndef SCRIPTS_MANAGED_IRSTRESS_DRIVER_H
#define SCRIPTS_MANAGED_IRSTRESS_DRIVER_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

struct Global {
  char *Address;
  uint64_t Size;
  /// 0: constant. 1: a variable. 2: of another module; it may hold anything.
  uint64_t Kind;
};

extern "C" {
// Of the module.
extern void (*const gcstress_functions[])();
extern const int64_t gcstress_functions_count;
extern const Global gcstress_globals[];
extern const int64_t gcstress_globals_count;
}

/// A part of an object: a number, or the id of the object that it refers to.
struct Word {
  uint64_t Offset, Size, Value;
  bool IsObject;
};

constexpr uint64_t ObjectSize = 1024, Margin = 1024, Stride = 4096;
constexpr uint64_t MaxObjects = 512;
/// Far away from where the system maps anything: objects that move, and others.
constexpr uintptr_t FirstSpace = uintptr_t(1) << 44;
constexpr uintptr_t NativeSpace = uintptr_t(1) << 43;

// Ids. Those that are lazy are there before the call; the others are returned
// by functions of the harness.
constexpr uint64_t GlobalId = 1, FirstObject = 1000, FirstFresh = 1500,
                   FirstLazy = 2000, FirstNative = 3000, FirstLazyNative = 4000,
                   LastId = 5000;
constexpr bool isNative(uint64_t Id) { return Id >= FirstNative; }
constexpr bool isLazy(uint64_t Id) {
  return Id >= FirstLazyNative || (Id >= FirstLazy && Id < FirstNative);
}
/// Offsets in global variables are their index and these bits.
constexpr unsigned GlobalShift = 24;

extern std::map<uint64_t, char *> Objects;
/// What a call did.
extern uint64_t Hash;

uint64_t mix(uint64_t A, uint64_t B);
/// Numbers that are the same in each run of a call.
uint64_t nextNumber();
/// Mostly a small one.
uint64_t chooseNumber(uint64_t Random);

/// Before the first call, before each, and what each did.
void prepare();
void start(uint64_t Function, uint64_t Input);
uint64_t finish();

/// The object with an id, which is made if need be.
char *getObject(uint64_t Id);
void *chooseReference(uint64_t NullPercent);
/// An object that functions are not given otherwise.
void *makeFresh();
const Global *findGlobal(uint64_t Address);
void initializeGlobals(const std::vector<Word> &Words);

/// Calls \p Visit with each word that may be a reference.
template <typename Visitor> void forEachWord(Visitor Visit) {
  const auto visitAll = [&](char *First, uint64_t Size) {
    for (uint64_t I = 0; I + 8 <= Size; I += 8)
      Visit(*reinterpret_cast<uint64_t *>(First + I));
  };
  for (const auto &[Id, Object] : Objects)
    visitAll(Object, ObjectSize);
  for (int64_t I = 0; I != gcstress_globals_count; ++I)
    if (const Global &G = gcstress_globals[I]; G.Kind)
      visitAll(G.Address, G.Size);
}

// What each driver defines.

/// A new object of the heap that moves, full of zeroes.
char *getNewObject(uint64_t Id);
/// Fills an object that is new during a call.
void initialize(uint64_t Id, char *Object);
/// The id of the object of that heap that an address is in, and the offset;
/// zeroes if there is none.
std::pair<uint64_t, uint64_t> findObject(uint64_t Address);
/// Looks at a reference that managed code passes on.
void checkReference(uint64_t Value);

#endif // SCRIPTS_MANAGED_IRSTRESS_DRIVER_H
