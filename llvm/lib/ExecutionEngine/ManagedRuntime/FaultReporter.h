//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread that delivers the reports of fault profiles.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FAULTREPORTER_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FAULTREPORTER_H

#include "Visibility.h"
#include "llvm-c/ManagedRuntime.h"

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// See LLVMManagedStartFaultReporter() and LLVMManagedStopFaultReporter().
LLVMManagedStatus startReporter(LLVMManagedFaultReportCallback Callback,
                                void *Argument);
void stopReporter();

/// See LLVMManagedSetFaultReportDescriptor().
LLVMManagedStatus reportToDescriptor(int Descriptor);

/// For a process that was forked: there is no thread, and what the parent reads
/// is not written to.
void forgetReporter();

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FAULTREPORTER_H
