//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/ExecutionEngine/Orc/TargetProcess/RegisterStackMaps.h"

#include "ManagedRegistrations.h"
#include "llvm/BinaryFormat/StackMaps.h"
#include "llvm/ExecutionEngine/Orc/Shared/ManagedRuntimeBridge.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace llvm::orc;
using namespace llvm::orc::shared;

#if HAVE_MANAGED_RUNTIME

static ManagedRegistrations<LLVMManagedStackMapRef> &getRegistrations() {
  // Never destroyed: a JIT may be taken down after static objects are.
  static auto *Maps = new ManagedRegistrations<LLVMManagedStackMapRef>;
  return *Maps;
}

/// Where \p Where is, as a suffix for an error; nothing if it is not known.
static std::string describePlace(const void *Where, ExecutorAddrRange Index,
                                 ExecutorAddrRange Map) {
  ExecutorAddr Address = ExecutorAddr::fromPtr(Where);
  if (!Where)
    return "";
  if (Index.contains(Address))
    return formatv(", entry {0} of {1}",
                   (Address - Index.Start) / sizeof(stackmap::IndexEntryV4),
                   stackmap::IndexSectionV4);
  if (Map.contains(Address))
    return formatv(", {0}+{1:x}", stackmap::MapSectionV4, Address - Map.Start);
  return "";
}

static Error registerTables(const std::string &Object, ExecutorAddrRange Index,
                            ExecutorAddrRange Map, ExecutorAddr Context) {
  LLVMManagedStackMapTables Tables = {};
  Tables.StructSize = sizeof(Tables);
  Tables.IndexBegin = Index.Start.toPtr<const void *>();
  Tables.IndexEnd = Index.End.toPtr<const void *>();
  Tables.MapBegin = Map.Start.toPtr<const void *>();
  Tables.MapEnd = Map.End.toPtr<const void *>();
  Tables.Context = Context.toPtr<void *>();

  LLVMManagedStackMapRef Registered;
  LLVMManagedTableError Details = {};
  LLVMManagedStatus Status =
      LLVMManagedRegisterStackMap(&Tables, &Registered, &Details);
  if (Status == LLVMManagedUnknownVersion)
    return makeManagedError(Status,
                            formatv("stack map of {0}{1}: version {2}", Object,
                                    describePlace(Details.Where, Index, Map),
                                    Details.Version));
  if (Status != LLVMManagedSuccess)
    return makeManagedError(Status,
                            "stack map of " + Object +
                                describePlace(Details.Where, Index, Map));
  getRegistrations().insert(Index.Start, Registered);
  return Error::success();
}

static Error deregisterTables(ExecutorAddrRange Index) {
  LLVMManagedStackMapRef Map = getRegistrations().take(Index.Start);
  if (!Map)
    return make_error<StringError>(
        formatv("no stack map is registered at {0:x}", Index.Start.getValue()),
        inconvertibleErrorCode());
  LLVMManagedUnregisterStackMap(Map);
  return Error::success();
}

#else

static Error registerTables(const std::string &, ExecutorAddrRange,
                            ExecutorAddrRange, ExecutorAddr) {
  return makeManagedError();
}

static Error deregisterTables(ExecutorAddrRange) { return makeManagedError(); }

#endif // HAVE_MANAGED_RUNTIME

extern "C" CWrapperFunctionBuffer
llvm_orc_registerStackMapAllocAction(const char *ArgData, size_t ArgSize) {
  return WrapperFunction<rt::SPSRegisterStackMapSignature>::handle(
             ArgData, ArgSize, registerTables)
      .release();
}

extern "C" CWrapperFunctionBuffer
llvm_orc_deregisterStackMapAllocAction(const char *ArgData, size_t ArgSize) {
  return WrapperFunction<rt::SPSDeregisterStackMapSignature>::handle(
             ArgData, ArgSize, deregisterTables)
      .release();
}

void orc::addStackMapBootstrapSymbols(
    StringMap<ExecutorAddr> &BootstrapSymbols) {
  if (!HAVE_MANAGED_RUNTIME)
    return;
  BootstrapSymbols[rt::RegisterStackMapAllocActionName] =
      ExecutorAddr::fromPtr(&llvm_orc_registerStackMapAllocAction);
  BootstrapSymbols[rt::DeregisterStackMapAllocActionName] =
      ExecutorAddr::fromPtr(&llvm_orc_deregisterStackMapAllocAction);
}
