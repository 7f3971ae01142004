//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code and fault maps for benchmarks: slots of code that load from their
/// argument, and the entries of a compiler that would have emitted them.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_BENCHMARKS_MANAGEDRUNTIME_FAULTCODE_H
#define LLVM_BENCHMARKS_MANAGEDRUNTIME_FAULTCODE_H

#include "llvm-c/ManagedRuntime.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>
#include <sys/mman.h>
#include <vector>

namespace faultbench {

/// One check in 64 bytes of code, about as many as compilers make of C++.
constexpr size_t Distance = 64;
constexpr size_t HandlerOffset = 16;

/// \p Count checks, short entries for all of them, and the same as one table
/// of version 1.
class Code {
public:
  explicit Code(size_t Count) : Count(Count) {
    using namespace llvm::faultmap;
    size_t CodeSize = (Count * Distance + 0xffff) / 0x10000 * 0x10000;
    void *Memory =
        mmap(nullptr, CodeSize + Count * sizeof(ShortEntryV2),
             PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (Memory == MAP_FAILED)
      abort();
    Base = static_cast<char *>(Memory);
    Entries = reinterpret_cast<ShortEntryV2 *>(Base + CodeSize);
    for (size_t I = 0; I < Count; ++I) {
#if defined(__x86_64__)
      static const unsigned char Load[] = {0x8b, 0x07, 0xc3};
      static const unsigned char Null[] = {0x31, 0xc0, 0xc3};
#elif defined(__aarch64__)
      static const uint32_t Load[] = {0xb9400000, 0xd65f03c0};
      static const uint32_t Null[] = {0x52800000, 0xd65f03c0};
#endif
      memcpy(Base + I * Distance, Load, sizeof(Load));
      memcpy(Base + I * Distance + HandlerOffset, Null, sizeof(Null));
      Entries[I].Faulting =
          pc(I) - reinterpret_cast<uintptr_t>(&Entries[I].Faulting);
      Entries[I].Info = HandlerOffset << KindBitsV2 | FaultingLoad;
    }
    __builtin___clear_cache(Base, Base + CodeSize);
    if (mprotect(Base, CodeSize, PROT_READ | PROT_EXEC))
      abort();

    // Functions of 10 checks each.
    size_t NumFunctions = (Count + 9) / 10;
    append(HeaderV1{1, 0, 0, uint32_t(NumFunctions)});
    for (size_t F = 0; F < NumFunctions; ++F) {
      size_t First = F * 10, Last = std::min(First + 10, Count);
      append(FunctionV1{pc(First), uint32_t(Last - First), 0});
      for (size_t I = First; I < Last; ++I) {
        uint32_t Offset = (I - First) * Distance;
        append(EntryV1{FaultingLoad, Offset, uint32_t(Offset + HandlerOffset)});
      }
    }
  }
  Code(const Code &) = delete;
  Code &operator=(const Code &) = delete;

  size_t size() const { return Count; }
  uintptr_t pc(size_t I) const {
    return reinterpret_cast<uintptr_t>(Base) + I * Distance;
  }
  int call(size_t I, const int *P) const {
    return reinterpret_cast<int (*)(const int *)>(pc(I))(P);
  }
  const std::vector<char> &bytesV1() const { return V1; }

  /// Registers entries [Begin, End).
  LLVMManagedFaultMapRef add(size_t Begin, size_t End,
                             uint32_t Flags = 0) const {
    LLVMManagedFaultTables Tables = {};
    Tables.StructSize = sizeof(Tables);
    Tables.ShortBegin = Entries + Begin;
    Tables.ShortEnd = Entries + End;
    Tables.Flags = Flags;
    LLVMManagedFaultMapRef Map;
    if (LLVMManagedRegisterFaultTables(&Tables, &Map, nullptr))
      abort();
    return Map;
  }

  /// PCs of checks, in random order.
  std::vector<uintptr_t> randomPCs(size_t Number) const {
    std::mt19937 Random(1);
    std::vector<uintptr_t> PCs(Number);
    for (uintptr_t &PC : PCs)
      PC = pc(Random() % Count);
    return PCs;
  }

private:
  template <typename T> void append(const T &Record) {
    const char *Bytes = reinterpret_cast<const char *>(&Record);
    V1.insert(V1.end(), Bytes, Bytes + sizeof(Record));
  }

  size_t Count;
  char *Base;
  llvm::faultmap::ShortEntryV2 *Entries;
  std::vector<char> V1;
};

/// The handler PC for \p PC, found by reading the tables of version 1 from
/// their beginning; 0 if there is none.
inline uintptr_t scanV1(const std::vector<char> &Bytes, uintptr_t PC) {
  using namespace llvm::faultmap;
  const char *Next = Bytes.data();
  HeaderV1 Header;
  memcpy(&Header, Next, sizeof(Header));
  Next += sizeof(Header);
  for (uint32_t F = 0; F < Header.NumFunctions; ++F) {
    FunctionV1 Function;
    memcpy(&Function, Next, sizeof(Function));
    Next += sizeof(Function);
    for (uint32_t I = 0; I < Function.NumEntries; ++I) {
      EntryV1 Entry;
      memcpy(&Entry, Next, sizeof(Entry));
      Next += sizeof(Entry);
      if (Function.Address + Entry.FaultingOffset == PC)
        return Function.Address + Entry.HandlerOffset;
    }
  }
  return 0;
}

} // namespace faultbench

#endif // LLVM_BENCHMARKS_MANAGEDRUNTIME_FAULTCODE_H
