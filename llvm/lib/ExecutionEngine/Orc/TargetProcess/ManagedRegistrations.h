//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the wrapper functions for each kind of map have in common: the maps
/// that they have registered, and what they say if the runtime refuses one.
///
//===----------------------------------------------------------------------===//

#ifndef LIB_EXECUTIONENGINE_ORC_TARGETPROCESS_MANAGEDREGISTRATIONS_H
#define LIB_EXECUTIONENGINE_ORC_TARGETPROCESS_MANAGEDREGISTRATIONS_H

#include "llvm-c/ManagedRuntime.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ExecutionEngine/Orc/Shared/ExecutorAddress.h"
#include "llvm/ExecutionEngine/Orc/Shared/WrapperFunctionUtils.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <mutex>
#include <string>

// Elsewhere there is no runtime for managed code.
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define HAVE_MANAGED_RUNTIME 1
#else
#define HAVE_MANAGED_RUNTIME 0
#endif

namespace llvm {
namespace orc {

#if HAVE_MANAGED_RUNTIME

inline Error makeManagedError(LLVMManagedStatus Status, const Twine &What) {
  return make_error<StringError>(What + ": " + LLVMManagedStatusMessage(Status),
                                 inconvertibleErrorCode());
}

/// A table of a map, for errors. Without a size of entries, it is of bytes.
struct ManagedTable {
  ExecutorAddrRange Range;
  const char *Section;
  size_t EntrySize;
};

/// That the runtime did not take the map \p What, and where it is to blame, as
/// far as that is known.
inline Error makeTableError(LLVMManagedStatus Status, std::string What,
                            const LLVMManagedTableError &Details,
                            ArrayRef<ManagedTable> Tables) {
  const ExecutorAddr Where = ExecutorAddr::fromPtr(Details.Where);
  for (const ManagedTable &Table : Tables) {
    if (!Details.Where || !Table.Range.contains(Where))
      continue;
    const uint64_t Offset = Where - Table.Range.Start;
    What += Table.EntrySize ? formatv(", entry {0} of {1}",
                                      Offset / Table.EntrySize, Table.Section)
                                  .str()
                            : formatv(", {0}+{1:x}", Table.Section, Offset);
  }
  if (Status == LLVMManagedUnknownVersion)
    What += formatv(": version {0}", Details.Version);
  return makeManagedError(Status, What);
}

/// The maps of a kind that are registered. An action that deregisters knows
/// only where the tables are, since all actions are made before the first is
/// run. Thread-safe.
template <typename MapRef> class ManagedRegistrations {
public:
  /// \p Kind is for errors.
  ManagedRegistrations(const char *Kind, void (*Unregister)(MapRef))
      : Kind(Kind), Unregister(Unregister) {}

  void insert(ExecutorAddr Tables, MapRef Map) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Maps[Tables] = Map;
  }

  Error unregister(ExecutorAddr Tables) {
    MapRef Map = take(Tables);
    if (!Map)
      return make_error<StringError>(
          formatv("no {0} is registered at {1:x}", Kind, Tables.getValue()),
          inconvertibleErrorCode());
    Unregister(Map);
    return Error::success();
  }

private:
  /// Null if there is none.
  MapRef take(ExecutorAddr Tables) {
    std::lock_guard<std::mutex> Lock(Mutex);
    auto It = Maps.find(Tables);
    if (It == Maps.end())
      return nullptr;
    MapRef Map = It->second;
    Maps.erase(It);
    return Map;
  }

  const char *const Kind;
  void (*const Unregister)(MapRef);
  std::mutex Mutex;
  DenseMap<ExecutorAddr, MapRef> Maps;
};

#else

inline Error makeManagedError() {
  return make_error<StringError>(
      "the runtime for managed code does not support this system",
      inconvertibleErrorCode());
}

#endif // HAVE_MANAGED_RUNTIME

/// Adds the wrapper functions \p Functions to what an executor tells its JIT,
/// if there is a runtime.
inline void addManagedBootstrapSymbols(
    StringMap<ExecutorAddr> &BootstrapSymbols,
    ArrayRef<std::pair<
        const char *, shared::CWrapperFunctionBuffer (*)(const char *, size_t)>>
        Functions) {
  if (!HAVE_MANAGED_RUNTIME)
    return;
  for (const auto &[Name, Function] : Functions)
    BootstrapSymbols[Name] = ExecutorAddr::fromPtr(Function);
}

} // end namespace orc
} // end namespace llvm

#endif // LIB_EXECUTIONENGINE_ORC_TARGETPROCESS_MANAGEDREGISTRATIONS_H
