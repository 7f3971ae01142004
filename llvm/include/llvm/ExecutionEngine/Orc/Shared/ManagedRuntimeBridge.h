//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a JIT and the runtime for managed code in its executor call each other
/// by: the names of the executor's wrapper functions and their signatures.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXECUTIONENGINE_ORC_SHARED_MANAGEDRUNTIMEBRIDGE_H
#define LLVM_EXECUTIONENGINE_ORC_SHARED_MANAGEDRUNTIMEBRIDGE_H

#include "llvm/ExecutionEngine/Orc/Shared/SimplePackedSerialization.h"
#include "llvm/ExecutionEngine/Orc/Shared/TargetProcessControlTypes.h"

namespace llvm {
namespace orc {
namespace rt {

inline constexpr char RegisterFaultMapAllocActionName[] =
    "llvm_orc_registerFaultMapAllocAction";
inline constexpr char DeregisterFaultMapAllocActionName[] =
    "llvm_orc_deregisterFaultMapAllocAction";
inline constexpr char RegisterStackMapAllocActionName[] =
    "llvm_orc_registerStackMapAllocAction";
inline constexpr char DeregisterStackMapAllocActionName[] =
    "llvm_orc_deregisterStackMapAllocAction";
inline constexpr char InstallFaultHandlerWrapperName[] =
    "llvm_orc_installFaultHandlerWrapper";
inline constexpr char UninstallFaultHandlerWrapperName[] =
    "llvm_orc_uninstallFaultHandlerWrapper";

/// The name of the object, for errors; the short and the long entries of
/// version 2; then what LLVMManagedFaultTables calls Context, GuardSize, Flags
/// and ReportAfter.
using SPSRegisterFaultMapArgs =
    shared::SPSArgList<shared::SPSString, shared::SPSExecutorAddrRange,
                       shared::SPSExecutorAddrRange, shared::SPSExecutorAddr,
                       uint64_t, uint32_t, uint64_t>;
using SPSRegisterFaultMapSignature =
    shared::SPSError(shared::SPSString, shared::SPSExecutorAddrRange,
                     shared::SPSExecutorAddrRange, shared::SPSExecutorAddr,
                     uint64_t, uint32_t, uint64_t);

/// The ranges that were registered together.
using SPSDeregisterFaultMapArgs =
    shared::SPSArgList<shared::SPSExecutorAddrRange,
                       shared::SPSExecutorAddrRange>;
using SPSDeregisterFaultMapSignature = shared::SPSError(
    shared::SPSExecutorAddrRange, shared::SPSExecutorAddrRange);

/// The name of the object, for errors; the index and the map of version 4,
/// which may both be empty; the code that is managed, empty if it is not said
/// which; then what LLVMManagedStackMapTables calls Context.
using SPSRegisterStackMapArgs =
    shared::SPSArgList<shared::SPSString, shared::SPSExecutorAddrRange,
                       shared::SPSExecutorAddrRange,
                       shared::SPSExecutorAddrRange, shared::SPSExecutorAddr>;
using SPSRegisterStackMapSignature =
    shared::SPSError(shared::SPSString, shared::SPSExecutorAddrRange,
                     shared::SPSExecutorAddrRange, shared::SPSExecutorAddrRange,
                     shared::SPSExecutorAddr);

/// The index that was registered or, if it was empty, the code.
using SPSDeregisterStackMapArgs =
    shared::SPSArgList<shared::SPSExecutorAddrRange>;
using SPSDeregisterStackMapSignature =
    shared::SPSError(shared::SPSExecutorAddrRange);

/// Of both functions that change the fault handler.
using SPSFaultHandlerSignature = shared::SPSError();

} // end namespace rt
} // end namespace orc
} // end namespace llvm

#endif // LLVM_EXECUTIONENGINE_ORC_SHARED_MANAGEDRUNTIMEBRIDGE_H
