//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The C interface to managed code in LLJIT.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedCode.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ManagedCodePlugin.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cstring>

using namespace llvm;
using namespace llvm::orc;

DEFINE_SIMPLE_CONVERSION_FUNCTIONS(ExecutionSession, LLVMOrcExecutionSessionRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(LLJIT, LLVMOrcLLJITRef)

static Expected<ManagedCodeExtent> getExtent(LLVMManagedCodeExtent Extent) {
  switch (Extent) {
  case LLVMManagedCodeSafepoints:
    return ManagedCodeExtent::Safepoints;
  case LLVMManagedCodeMappedGraphs:
    return ManagedCodeExtent::MappedGraphs;
  case LLVMManagedCodeAllGraphs:
    return ManagedCodeExtent::AllGraphs;
  }
  return createStringError("there is no extent of managed code " +
                           Twine(static_cast<int>(Extent)));
}

LLVMErrorRef
LLVMOrcLLJITEnableManagedCode(LLVMOrcLLJITRef J,
                              const LLVMManagedCodeOptions *Given) {
  LLVMManagedCodeOptions Whole = {};
  if (Given)
    std::memcpy(&Whole, Given, std::min(Given->Size, sizeof(Whole)));
  Expected<ManagedCodeExtent> Extent = getExtent(Whole.Extent);
  if (!Extent)
    return wrap(Extent.takeError());
  ManagedCodeOptions Options;
  Options.GuardSize = Whole.GuardSize;
  Options.CountFaults = Whole.CountFaults;
  Options.ReportAfter = Whole.ReportAfter;
  Options.Context = ExecutorAddr(Whole.Context);
  Options.Extent = *Extent;
  return wrap(enableManagedCode(*unwrap(J), Options));
}

LLVMErrorRef
LLVMOrcUninstallManagedFaultHandler(LLVMOrcExecutionSessionRef ES) {
  return wrap(uninstallManagedFaultHandler(*unwrap(ES)));
}
