//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/ExecutionEngine/Orc/TargetProcess/RegisterStackMaps.h"

#include "ManagedRegistrations.h"
#include "llvm-c/ManagedNativeEntry.h"
#include "llvm-c/ManagedThreads.h"
#include "llvm/BinaryFormat/StackMaps.h"
#include "llvm/ExecutionEngine/Orc/Shared/ManagedRuntimeBridge.h"

using namespace llvm;
using namespace llvm::orc;
using namespace llvm::orc::shared;

#if HAVE_MANAGED_RUNTIME

// Native code that is loaded into the executor, or JIT'd, has entries, walks by
// unwind tables and stops threads; and managed code polls and calls native
// code. Nothing else here refers to those parts of the runtime, which would not
// be linked.
LLVM_ATTRIBUTE_USED static const auto Personality =
    &LLVMManagedEntryPersonality;
LLVM_ATTRIBUTE_USED static const auto NextFrame = &LLVMManagedNextFrameVerified;
LLVM_ATTRIBUTE_USED static const auto Attach = &LLVMManagedAttachThread;
LLVM_ATTRIBUTE_USED static const auto Stop = &LLVMManagedStopThreads;
LLVM_ATTRIBUTE_USED static const auto Poll = &LLVMManagedPoll;
LLVM_ATTRIBUTE_USED static const auto PollAddress = &LLVMManagedPollAddress;
LLVM_ATTRIBUTE_USED static const auto ContextAnchor =
    &LLVMManagedMakeContextAnchor;
LLVM_ATTRIBUTE_USED static const auto Transition = &LLVMManagedTransition;

static ManagedRegistrations<LLVMManagedStackMapRef> &getRegistrations() {
  // Never destroyed: a JIT may be taken down after static objects are.
  static auto *Maps = new ManagedRegistrations<LLVMManagedStackMapRef>(
      "stack map", LLVMManagedUnregisterStackMap);
  return *Maps;
}

static Error registerTables(const std::string &Object, ExecutorAddrRange Index,
                            ExecutorAddrRange Map, ExecutorAddrRange Code,
                            ExecutorAddr Context) {
  LLVMManagedStackMapTables Tables = {};
  Tables.StructSize = sizeof(Tables);
  Tables.IndexBegin = Index.Start.toPtr<const void *>();
  Tables.IndexEnd = Index.End.toPtr<const void *>();
  Tables.MapBegin = Map.Start.toPtr<const void *>();
  Tables.MapEnd = Map.End.toPtr<const void *>();
  Tables.CodeBegin = Code.Start.getValue();
  Tables.CodeEnd = Code.End.getValue();
  Tables.Context = Context.toPtr<void *>();

  LLVMManagedStackMapRef Registered;
  LLVMManagedTableError Details = {};
  LLVMManagedStatus Status =
      LLVMManagedRegisterStackMap(&Tables, &Registered, &Details);
  if (Status != LLVMManagedSuccess)
    return makeTableError(
        Status, "stack map of " + Object, Details,
        {{Index, stackmap::IndexSectionV4, sizeof(stackmap::IndexEntryV4)},
         {Map, stackmap::MapSectionV4, 0}});
  getRegistrations().insert(Index.empty() ? Code.Start : Index.Start,
                            Registered);
  return Error::success();
}

static Error deregisterTables(ExecutorAddrRange Tables) {
  return getRegistrations().unregister(Tables.Start);
}

#else

static Error registerTables(const std::string &, ExecutorAddrRange,
                            ExecutorAddrRange, ExecutorAddrRange,
                            ExecutorAddr) {
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
  addManagedBootstrapSymbols(BootstrapSymbols,
                             {{rt::RegisterStackMapAllocActionName,
                               &llvm_orc_registerStackMapAllocAction},
                              {rt::DeregisterStackMapAllocActionName,
                               &llvm_orc_deregisterStackMapAllocAction}});
}
