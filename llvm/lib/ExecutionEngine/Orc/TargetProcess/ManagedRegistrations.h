//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The maps of managed code that wrapper functions have registered.
///
//===----------------------------------------------------------------------===//

#ifndef LIB_EXECUTIONENGINE_ORC_TARGETPROCESS_MANAGEDREGISTRATIONS_H
#define LIB_EXECUTIONENGINE_ORC_TARGETPROCESS_MANAGEDREGISTRATIONS_H

#include "llvm-c/ManagedRuntime.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ExecutionEngine/Orc/Shared/ExecutorAddress.h"
#include "llvm/Support/Error.h"
#include <mutex>

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

/// The maps that are registered. An action that deregisters knows only where
/// the tables are, since all actions are made before the first is run.
/// Thread-safe.
template <typename MapRef> class ManagedRegistrations {
public:
  void insert(ExecutorAddr Tables, MapRef Map) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Maps[Tables] = Map;
  }

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

private:
  std::mutex Mutex;
  DenseMap<ExecutorAddr, MapRef> Maps;
};

#else

inline Error makeManagedError() {
  return make_error<StringError>("there is no runtime for managed code on this "
                                 "system",
                                 inconvertibleErrorCode());
}

#endif // HAVE_MANAGED_RUNTIME

} // end namespace orc
} // end namespace llvm

#endif // LIB_EXECUTIONENGINE_ORC_TARGETPROCESS_MANAGEDREGISTRATIONS_H
