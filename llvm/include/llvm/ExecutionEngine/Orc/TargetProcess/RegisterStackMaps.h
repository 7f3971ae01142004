//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The executor's side of ManagedCodePlugin for stack maps: wrapper functions
/// around the runtime for managed code, llvm-c/ManagedRuntime.h.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXECUTIONENGINE_ORC_TARGETPROCESS_REGISTERSTACKMAPS_H
#define LLVM_EXECUTIONENGINE_ORC_TARGETPROCESS_REGISTERSTACKMAPS_H

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
addStackMapBootstrapSymbols(StringMap<ExecutorAddr> &BootstrapSymbols);

} // end namespace orc
} // end namespace llvm

// Their signatures are in Shared/ManagedRuntimeBridge.h.

/// Registers the stack map of a link graph; all or nothing. An error names the
/// object, and the place as far as it is to blame.
extern "C" LLVM_ABI llvm::orc::shared::CWrapperFunctionBuffer
llvm_orc_registerStackMapAllocAction(const char *ArgData, size_t ArgSize);

/// Unregisters it. When it has returned, it may be unmapped.
extern "C" LLVM_ABI llvm::orc::shared::CWrapperFunctionBuffer
llvm_orc_deregisterStackMapAllocAction(const char *ArgData, size_t ArgSize);

#endif // LLVM_EXECUTIONENGINE_ORC_TARGETPROCESS_REGISTERSTACKMAPS_H
