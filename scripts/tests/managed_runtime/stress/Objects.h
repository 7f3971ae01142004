//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code objects of several slots, whose fault maps are of all encodings.
///
//===----------------------------------------------------------------------===//

#ifndef MANAGED_RUNTIME_STRESS_OBJECTS_H
#define MANAGED_RUNTIME_STRESS_OBJECTS_H

#include "Slots.h"
#include "llvm-c/ManagedRuntime.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include <cstdio>
#include <vector>

/// Entries for some slots: a third of them short, a third long and a third of
/// version 1.
class Object {
public:
  /// The slots belong to nobody else.
  Object(SlotArena &Arena, std::vector<size_t> Numbers, bool IsCounted)
      : Arena(Arena), Numbers(std::move(Numbers)) {
    using namespace llvm::faultmap;
    size_t Count = this->Numbers.size();
    auto *Short = Arena.allocate<ShortEntryV2>(Count);
    auto *Long = Arena.allocate<LongEntryV2>(Count);
    auto *V1 = Arena.allocate<char>(sizeof(HeaderV1) +
                                    Count * (sizeof(FunctionV1) + 12));
    Tables.StructSize = sizeof(Tables);
    Tables.ShortBegin = Short;
    Tables.LongBegin = Long;
    Tables.V1Begin = V1;
    HeaderV1 Header = {1, 0, 0, 0};
    char *NextV1 = V1 + sizeof(Header);
    for (size_t Number : this->Numbers) {
      const Slot &S = Arena[Number];
      if (Number % 3 == 0) {
        Short->Faulting = S.pc() - reinterpret_cast<uintptr_t>(Short);
        Short->Info =
            uint32_t(S.handler() - S.pc()) << KindBitsV2 | FaultingLoad;
        ++Short;
      } else if (Number % 3 == 1) {
        Long->Faulting = S.pc() - reinterpret_cast<uintptr_t>(Long);
        Long->Handler =
            S.handler() - reinterpret_cast<uintptr_t>(&Long->Handler);
        Long->Site = Number;
        Long->Info = FaultingLoad | HasSiteV2;
        ++Long;
      } else {
        FunctionV1 Function = {S.pc(), 1, 0};
        EntryV1 Entry = {FaultingLoad, 0, uint32_t(S.handler() - S.pc())};
        memcpy(NextV1, &Function, sizeof(Function));
        memcpy(NextV1 + sizeof(Function), &Entry, sizeof(Entry));
        NextV1 += sizeof(Function) + sizeof(Entry);
        ++Header.NumFunctions;
      }
    }
    memcpy(V1, &Header, sizeof(Header));
    Tables.ShortEnd = Short;
    Tables.LongEnd = Long;
    Tables.V1End = NextV1;
    Tables.Context = this;
    if (IsCounted) {
      Tables.Flags = LLVMManagedCountFaults;
      Tables.ReportAfter = 1;
    }
  }

  const std::vector<size_t> &numbers() const { return Numbers; }
  const Slot &slot(size_t I) const { return Arena[Numbers[I]]; }
  LLVMManagedFaultMapRef map() const { return Map; }

  bool add() {
    return LLVMManagedRegisterFaultTables(&Tables, &Map, nullptr) ==
           LLVMManagedSuccess;
  }
  void remove() { LLVMManagedUnregisterFaultTables(Map); }

private:
  SlotArena &Arena;
  std::vector<size_t> Numbers;
  LLVMManagedFaultTables Tables = {};
  LLVMManagedFaultMapRef Map = nullptr;
};

#endif // MANAGED_RUNTIME_STRESS_OBJECTS_H
