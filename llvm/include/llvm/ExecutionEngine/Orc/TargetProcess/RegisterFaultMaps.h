//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The executor's side of ManagedCodePlugin: wrapper functions around the
/// runtime for managed code, llvm-c/ManagedRuntime.h.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXECUTIONENGINE_ORC_TARGETPROCESS_REGISTERFAULTMAPS_H
#define LLVM_EXECUTIONENGINE_ORC_TARGETPROCESS_REGISTERFAULTMAPS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ExecutionEngine/Orc/Shared/ExecutorAddress.h"
#include "llvm/ExecutionEngine/Orc/Shared/WrapperFunctionUtils.h"
#include "llvm/Support/Compiler.h"

namespace llvm {
namespace orc {

/// Adds the wrapper functions below to what an executor tells its JIT at the
/// start. Adds nothing where there is no runtime for managed code, so that a
/// JIT can tell.
LLVM_ABI void
addFaultMapBootstrapSymbols(StringMap<ExecutorAddr> &BootstrapSymbols);

} // end namespace orc
} // end namespace llvm

// Their signatures are in Shared/ManagedRuntimeBridge.h.

/// Registers the tables of a link graph; all or nothing. An error names the
/// object, and the entry as far as it is to blame.
extern "C" LLVM_ABI llvm::orc::shared::CWrapperFunctionBuffer
llvm_orc_registerFaultMapAllocAction(const char *ArgData, size_t ArgSize);

/// Unregisters them. When it has returned, they may be unmapped.
extern "C" LLVM_ABI llvm::orc::shared::CWrapperFunctionBuffer
llvm_orc_deregisterFaultMapAllocAction(const char *ArgData, size_t ArgSize);

/// LLVMManagedInstallFaultHandler().
extern "C" LLVM_ABI llvm::orc::shared::CWrapperFunctionBuffer
llvm_orc_installFaultHandlerWrapper(const char *ArgData, size_t ArgSize);

/// LLVMManagedUninstallFaultHandler().
extern "C" LLVM_ABI llvm::orc::shared::CWrapperFunctionBuffer
llvm_orc_uninstallFaultHandlerWrapper(const char *ArgData, size_t ArgSize);

#endif // LLVM_EXECUTIONENGINE_ORC_TARGETPROCESS_REGISTERFAULTMAPS_H
