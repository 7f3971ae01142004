//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The code objects of the process: which exist, and what their entries are.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_CODEREGISTRY_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_CODEREGISTRY_H

#include "CodeIndex.h"
#include "FaultProfile.h"
#include "FaultTable.h"
#include "IndexLookup.h"
#include "Visibility.h"
#include "llvm-c/ManagedRuntime.h"
#include <stddef.h>
#include <stdint.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// A registered fault map.  Immutable while it is registered, but for its
/// profile.  Its segments follow it in memory.
class CodeObject : public IndexedObject {
public:
  uintptr_t GuardSize = 0;
  void *Context = nullptr;
  FaultProfile *Profile = nullptr;
  size_t NumSegments = 0;
  /// Short, long and version 1.  Entries are numbered through all three.
  static constexpr unsigned NumArrays = 3;
  EntryArray Arrays[NumArrays];

  /// Whether the fault handler has no need to look at it.
  bool isPlain() const {
    return GuardSize == LLVM_MANAGED_DEFAULT_GUARD && !Profile;
  }
  Segment *segments() { return reinterpret_cast<Segment *>(this + 1); }

  size_t numEntries() const;
  /// The number of the entry at \p Where, of an array of encoding \p How.
  size_t indexOf(const void *Where, Encoding How) const;
  /// The entry of number \p Index, and its encoding.
  const void *entryAt(size_t Index, Encoding &How) const;
};

/// Writes to \p Entry what the C interface tells of the entry at \p Where.
inline void describe(const void *Where, Encoding How, const void *Object,
                     void *Context, LLVMManagedFaultEntry &Entry) {
  visitEntry(Where, How, [&](const auto &Raw) {
    Entry.FaultingPC = pcOf(Raw);
    Entry.HandlerPC = handlerOf(Raw);
    Entry.Kind = Raw.Info & faultmap::KindMaskV2;
    Entry.HasSite = hasSite(Raw);
    Entry.Site = siteOf(Raw);
  });
  Entry.Map = static_cast<LLVMManagedFaultMapRef>(const_cast<void *>(Object));
  Entry.Context = Context;
}

/// No fault at this address or above is a null access of any object that was
/// ever registered.
extern std::atomic<uintptr_t> LargestGuard;

/// See LLVMManagedRegisterFaultTables().
LLVMManagedStatus registerObject(const LLVMManagedFaultTables &Tables,
                                 CodeObject *&Object,
                                 LLVMManagedTableError &Error);

/// See LLVMManagedUnregisterAllFaultTables().
void unregisterObjects(CodeObject *const *Objects, size_t NumObjects);

/// Waits until no handler or lookup is running that was when it was called.
void waitForHandlers();

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_CODEREGISTRY_H
