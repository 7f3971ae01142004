//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fault tables for tests, in memory of their own, about code that need not
/// exist: the runtime never looks at the code.
///
/// Entries of version 2 are relative to where they are, so the memory and the
/// code have to be near each other. A table therefore reserves a piece of the
/// address space whose first part stands for the code.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_UNITTESTS_EXECUTIONENGINE_MANAGEDRUNTIME_TABLEBUILDER_H
#define LLVM_UNITTESTS_EXECUTIONENGINE_MANAGEDRUNTIME_TABLEBUILDER_H

#include "llvm/BinaryFormat/FaultMaps.h"
#include <cstdint>
#include <cstring>
#include <stdlib.h>
#include <sys/mman.h>
#include <vector>

namespace llvm {
namespace managed {

/// Memory for code that is never executed and for tables about it.
class Arena {
public:
  explicit Arena(size_t CodeSize = 1 << 20, size_t TableSize = 1 << 20)
      : Size(CodeSize + TableSize) {
    void *Memory = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Memory == MAP_FAILED)
      abort();
    Base = static_cast<char *>(Memory);
    Next = Base + CodeSize;
  }
  ~Arena() { munmap(Base, Size); }
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  uintptr_t code(size_t Offset = 0) const {
    return reinterpret_cast<uintptr_t>(Base) + Offset;
  }

  /// Room for \p Count of \p T, aligned as tables are.
  template <typename T> T *allocate(size_t Count) {
    T *Result = reinterpret_cast<T *>(Next);
    Next += (Count * sizeof(T) + 7) / 8 * 8;
    if (Next > Base + Size)
      abort();
    return Result;
  }

private:
  size_t Size;
  char *Base;
  char *Next;
};

/// Has \p Entry, where it is, lead from \p PC to \p Handler.
inline void set(faultmap::ShortEntryV2 &Entry, uintptr_t PC, uintptr_t Handler,
                uint32_t Kind = faultmap::FaultingLoad) {
  Entry.Faulting = PC - reinterpret_cast<uintptr_t>(&Entry.Faulting);
  Entry.Info = uint32_t(Handler - PC) << faultmap::KindBitsV2 | Kind;
}

inline void set(faultmap::LongEntryV2 &Entry, uintptr_t PC, uintptr_t Handler,
                uint32_t Kind = faultmap::FaultingLoad) {
  Entry.Faulting = PC - reinterpret_cast<uintptr_t>(&Entry.Faulting);
  Entry.Handler = Handler - reinterpret_cast<uintptr_t>(&Entry.Handler);
  Entry.Site = 0;
  Entry.Info = Kind;
}

inline void setSite(faultmap::LongEntryV2 &Entry, uint32_t Site) {
  Entry.Site = Site;
  Entry.Info |= faultmap::HasSiteV2;
}

/// Bytes of version 1.
class BytesV1 {
public:
  BytesV1 &header(uint32_t NumFunctions) {
    return put(faultmap::HeaderV1{1, 0, 0, NumFunctions});
  }
  BytesV1 &function(uint64_t Address, uint32_t NumEntries) {
    return put(faultmap::FunctionV1{Address, NumEntries, 0});
  }
  BytesV1 &entry(uint32_t Kind, uint32_t Faulting, uint32_t Handler) {
    return put(faultmap::EntryV1{Kind, Faulting, Handler});
  }
  template <typename T> BytesV1 &put(const T &Record) {
    const auto *Bytes = reinterpret_cast<const uint8_t *>(&Record);
    Data.insert(Data.end(), Bytes, Bytes + sizeof(Record));
    return *this;
  }

  const uint8_t *begin() const { return Data.data(); }
  const uint8_t *end() const { return Data.data() + Data.size(); }

  std::vector<uint8_t> Data;
};

} // end namespace managed
} // end namespace llvm

#endif // LLVM_UNITTESTS_EXECUTIONENGINE_MANAGEDRUNTIME_TABLEBUILDER_H
