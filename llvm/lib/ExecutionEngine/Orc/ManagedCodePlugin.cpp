//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/ExecutionEngine/Orc/ManagedCodePlugin.h"

#include "FaultMapGraph.h"
#include "StackMapGraph.h"

#include "llvm-c/ManagedRuntime.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/Shared/ManagedRuntimeBridge.h"

using namespace llvm;
using namespace llvm::jitlink;
using namespace llvm::orc;

/// The functions called \p Names of the executor of \p ES.
static Error
findInExecutor(ExecutionSession &ES,
               ArrayRef<std::pair<ExecutorAddr &, StringRef>> Names) {
  if (Error Err = ES.getExecutorProcessControl().getBootstrapSymbols(Names))
    return joinErrors(
        make_error<StringError>("the executor has no runtime for managed code",
                                inconvertibleErrorCode()),
        std::move(Err));
  return Error::success();
}

Expected<std::unique_ptr<ManagedCodePlugin>>
ManagedCodePlugin::Create(ExecutionSession &ES,
                          const ManagedCodeOptions &Options) {
  ManagedCodeActions Actions;
  if (Error Err = findInExecutor(
          ES,
          {{Actions.RegisterFaultMap, rt::RegisterFaultMapAllocActionName},
           {Actions.DeregisterFaultMap, rt::DeregisterFaultMapAllocActionName},
           {Actions.RegisterStackMap, rt::RegisterStackMapAllocActionName},
           {Actions.DeregisterStackMap,
            rt::DeregisterStackMapAllocActionName}}))
    return std::move(Err);
  return std::make_unique<ManagedCodePlugin>(Actions, Options);
}

void ManagedCodePlugin::modifyPassConfig(MaterializationResponsibility &MR,
                                         LinkGraph &G,
                                         PassConfiguration &Config) {
  // First of all, as attachFaultMaps() asks for.
  Config.PrePrunePasses.insert(Config.PrePrunePasses.begin(), attachFaultMaps);
  Config.PrePrunePasses.insert(Config.PrePrunePasses.begin(), attachStackMaps);
  Config.PostPrunePasses.push_back(orderFaultMaps);
  Config.PostAllocationPasses.push_back(checkFaultMaps);
  Config.PostAllocationPasses.push_back(checkStackMaps);
  if (Actions.RegisterFaultMap)
    Config.PostFixupPasses.push_back(
        [this](LinkGraph &G) { return addFaultMapActions(G); });
  if (Actions.RegisterStackMap)
    Config.PostFixupPasses.push_back(
        [this](LinkGraph &G) { return addStackMapActions(G); });
}

/// Has \p Register called, and \p Deregister when the memory of \p G goes.
static Error addActions(LinkGraph &G,
                        Expected<shared::WrapperFunctionCall> Register,
                        Expected<shared::WrapperFunctionCall> Deregister) {
  if (!Register || !Deregister)
    return joinErrors(Register.takeError(), Deregister.takeError());
  G.allocActions().push_back({std::move(*Register), std::move(*Deregister)});
  return Error::success();
}

Error ManagedCodePlugin::addFaultMapActions(LinkGraph &G) const {
  using shared::WrapperFunctionCall;
  const FaultMapRanges Ranges = getFaultMapRanges(G);
  if (Ranges.empty())
    return Error::success();
  return addActions(
      G,
      WrapperFunctionCall::Create<rt::SPSRegisterFaultMapArgs>(
          Actions.RegisterFaultMap, G.getName(), Ranges.Short, Ranges.Long,
          Options.Context, Options.GuardSize,
          uint32_t(Options.CountFaults ? LLVMManagedCountFaults : 0),
          Options.ReportAfter),
      WrapperFunctionCall::Create<rt::SPSDeregisterFaultMapArgs>(
          Actions.DeregisterFaultMap, Ranges.Short, Ranges.Long));
}

Error ManagedCodePlugin::addStackMapAction(LinkGraph &G,
                                           ExecutorAddrRange Index,
                                           ExecutorAddrRange Map,
                                           ExecutorAddrRange Code) const {
  using shared::WrapperFunctionCall;
  return addActions(
      G,
      WrapperFunctionCall::Create<rt::SPSRegisterStackMapArgs>(
          Actions.RegisterStackMap, G.getName(), Index, Map, Code,
          Options.Context),
      WrapperFunctionCall::Create<rt::SPSDeregisterStackMapArgs>(
          Actions.DeregisterStackMap, Index.empty() ? Code : Index));
}

Error ManagedCodePlugin::addStackMapActions(LinkGraph &G) const {
  const StackMapRanges Map = getStackMapRanges(G);
  SmallVector<ExecutorAddrRange, 1> Code;
  if (Options.Extent == ManagedCodeExtent::AllGraphs ||
      (Options.Extent == ManagedCodeExtent::MappedGraphs && !Map.empty()))
    Code = getCodeRanges(G);
  // A map has one range of code at most; others are maps of their own.
  if (!Map.empty()) {
    ExecutorAddrRange Mapped;
    if (Code.size() == 1)
      Mapped = Code.pop_back_val();
    if (Error Err = addStackMapAction(G, Map.Index, Map.Map, Mapped))
      return Err;
  }
  for (ExecutorAddrRange Range : Code)
    if (Error Err = addStackMapAction(G, {}, {}, Range))
      return Err;
  return Error::success();
}

// The actions belong to the memory, and so follow it.

Error ManagedCodePlugin::notifyFailed(MaterializationResponsibility &MR) {
  return Error::success();
}

Error ManagedCodePlugin::notifyRemovingResources(JITDylib &JD, ResourceKey K) {
  return Error::success();
}

void ManagedCodePlugin::notifyTransferringResources(JITDylib &JD,
                                                    ResourceKey DstKey,
                                                    ResourceKey SrcKey) {}

/// Calls the function called \p Name, which changes the fault handler.
static Error changeFaultHandler(ExecutionSession &ES, StringRef Name) {
  ExecutorAddr Function;
  if (Error Err = findInExecutor(ES, {{Function, Name}}))
    return Err;
  Error Result = Error::success();
  if (Error Err =
          ES.callSPSWrapper<rt::SPSFaultHandlerSignature>(Function, Result))
    return joinErrors(std::move(Err), std::move(Result));
  return Result;
}

Error orc::installManagedFaultHandler(ExecutionSession &ES) {
  return changeFaultHandler(ES, rt::InstallFaultHandlerWrapperName);
}

Error orc::uninstallManagedFaultHandler(ExecutionSession &ES) {
  return changeFaultHandler(ES, rt::UninstallFaultHandlerWrapperName);
}

Error orc::enableManagedCode(ObjectLinkingLayer &Layer,
                             const ManagedCodeOptions &Options) {
  ExecutionSession &ES = Layer.getExecutionSession();
  auto Plugin = ManagedCodePlugin::Create(ES, Options);
  if (!Plugin)
    return Plugin.takeError();
  if (Error Err = installManagedFaultHandler(ES))
    return Err;
  Layer.addPlugin(std::move(*Plugin));
  return Error::success();
}

Error orc::enableManagedCode(LLJIT &J, const ManagedCodeOptions &Options) {
  auto *Layer = dyn_cast<ObjectLinkingLayer>(&J.getObjLinkingLayer());
  if (!Layer)
    return make_error<StringError>(
        "the runtime for managed code requires JITLink as the JIT linker",
        inconvertibleErrorCode());
  return enableManagedCode(*Layer, Options);
}
