//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/ExecutionEngine/Orc/TargetProcess/RegisterFaultMaps.h"

#include "ManagedRegistrations.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include "llvm/ExecutionEngine/Orc/Shared/ManagedRuntimeBridge.h"

using namespace llvm;
using namespace llvm::orc;
using namespace llvm::orc::shared;

#if HAVE_MANAGED_RUNTIME

static ManagedRegistrations<LLVMManagedFaultMapRef> &getRegistrations() {
  // Never destroyed: a JIT may be taken down after static objects are.
  static auto *Maps = new ManagedRegistrations<LLVMManagedFaultMapRef>(
      "fault map", LLVMManagedUnregisterFaultTables);
  return *Maps;
}

/// Both kinds of tables cannot be missing, and none is in two maps.
static ExecutorAddr getKey(ExecutorAddrRange Short, ExecutorAddrRange Long) {
  return Short.empty() ? Long.Start : Short.Start;
}

/// Reserves the wide guard for \p Object.
static Error reserveGuard(const std::string &Object) {
  uintptr_t Mapped = 0;
  const LLVMManagedStatus Status = LLVMManagedReserveGuard(&Mapped);
  if (Status == LLVMManagedSuccess)
    return Error::success();
  std::string What = "cannot reserve the wide guard for the code of " + Object;
  if (Mapped)
    What += ", at 0x" + utohexstr(Mapped, /*LowerCase=*/true);
  return makeManagedError(Status, What);
}

static Error registerTables(const std::string &Object, ExecutorAddrRange Short,
                            ExecutorAddrRange Long, ExecutorAddr Context,
                            uint64_t GuardSize, uint32_t Flags,
                            uint64_t ReportAfter) {
  LLVMManagedFaultTables Tables = {};
  Tables.StructSize = sizeof(Tables);
  Tables.ShortBegin = Short.Start.toPtr<const void *>();
  Tables.ShortEnd = Short.End.toPtr<const void *>();
  Tables.LongBegin = Long.Start.toPtr<const void *>();
  Tables.LongEnd = Long.End.toPtr<const void *>();
  Tables.GuardSize = GuardSize;
  Tables.Context = Context.toPtr<void *>();
  Tables.Flags = Flags;
  Tables.ReportAfter = ReportAfter;

  LLVMManagedFaultMapRef Map;
  LLVMManagedTableError Details = {};
  LLVMManagedStatus Status =
      LLVMManagedRegisterFaultTables(&Tables, &Map, &Details);
  if (Status == LLVMManagedGuardNotReserved) {
    // The code that needs it does not run before this has returned.
    if (Error E = reserveGuard(Object))
      return E;
    Status = LLVMManagedRegisterFaultTables(&Tables, &Map, &Details);
  }
  if (Status != LLVMManagedSuccess)
    return makeTableError(
        Status, "fault map of " + Object, Details,
        {{Short, faultmap::SectionV2, sizeof(faultmap::ShortEntryV2)},
         {Long, faultmap::SitesSectionV2, sizeof(faultmap::LongEntryV2)}});
  getRegistrations().insert(getKey(Short, Long), Map);
  return Error::success();
}

static Error deregisterTables(ExecutorAddrRange Short, ExecutorAddrRange Long) {
  return getRegistrations().unregister(getKey(Short, Long));
}

static Error installHandler() {
  LLVMManagedStatus Status = LLVMManagedInstallFaultHandler();
  if (Status != LLVMManagedSuccess)
    return makeManagedError(Status, "cannot install the fault handler");
  return Error::success();
}

static Error uninstallHandler() {
  LLVMManagedStatus Status = LLVMManagedUninstallFaultHandler();
  if (Status != LLVMManagedSuccess)
    return makeManagedError(Status, "cannot uninstall the fault handler");
  return Error::success();
}

#else

static Error registerTables(const std::string &, ExecutorAddrRange,
                            ExecutorAddrRange, ExecutorAddr, uint64_t, uint32_t,
                            uint64_t) {
  return makeManagedError();
}

static Error deregisterTables(ExecutorAddrRange, ExecutorAddrRange) {
  return makeManagedError();
}

static Error installHandler() { return makeManagedError(); }

static Error uninstallHandler() { return makeManagedError(); }

#endif // HAVE_MANAGED_RUNTIME

//===----------------------------------------------------------------------===//
// Wrapper functions
//===----------------------------------------------------------------------===//

extern "C" CWrapperFunctionBuffer
llvm_orc_registerFaultMapAllocAction(const char *ArgData, size_t ArgSize) {
  return WrapperFunction<rt::SPSRegisterFaultMapSignature>::handle(
             ArgData, ArgSize, registerTables)
      .release();
}

extern "C" CWrapperFunctionBuffer
llvm_orc_deregisterFaultMapAllocAction(const char *ArgData, size_t ArgSize) {
  return WrapperFunction<rt::SPSDeregisterFaultMapSignature>::handle(
             ArgData, ArgSize, deregisterTables)
      .release();
}

extern "C" CWrapperFunctionBuffer
llvm_orc_installFaultHandlerWrapper(const char *ArgData, size_t ArgSize) {
  return WrapperFunction<rt::SPSFaultHandlerSignature>::handle(ArgData, ArgSize,
                                                               installHandler)
      .release();
}

extern "C" CWrapperFunctionBuffer
llvm_orc_uninstallFaultHandlerWrapper(const char *ArgData, size_t ArgSize) {
  return WrapperFunction<rt::SPSFaultHandlerSignature>::handle(ArgData, ArgSize,
                                                               uninstallHandler)
      .release();
}

void orc::addFaultMapBootstrapSymbols(
    StringMap<ExecutorAddr> &BootstrapSymbols) {
  addManagedBootstrapSymbols(BootstrapSymbols,
                             {{rt::RegisterFaultMapAllocActionName,
                               &llvm_orc_registerFaultMapAllocAction},
                              {rt::DeregisterFaultMapAllocActionName,
                               &llvm_orc_deregisterFaultMapAllocAction},
                              {rt::InstallFaultHandlerWrapperName,
                               &llvm_orc_installFaultHandlerWrapper},
                              {rt::UninstallFaultHandlerWrapperName,
                               &llvm_orc_uninstallFaultHandlerWrapper}});
}
