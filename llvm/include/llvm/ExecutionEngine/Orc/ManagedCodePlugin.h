//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registers the fault maps of JIT'd code (docs/FaultMaps.md) with the runtime
/// for managed code in the executor, so that an implicit null check that fails
/// continues at its handler. docs/ManagedJIT.md is the manual.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXECUTIONENGINE_ORC_MANAGEDCODEPLUGIN_H
#define LLVM_EXECUTIONENGINE_ORC_MANAGEDCODEPLUGIN_H

#include "llvm/ExecutionEngine/Orc/LinkGraphLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/Shared/ExecutorAddress.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
namespace orc {

class LLJIT;
class ObjectLinkingLayer;

/// Which code is managed. A walk that comes to a return address in managed code
/// that is no safepoint fails, because there may be references in that frame;
/// in other code, it goes on at the next anchor or ends.
enum class ManagedCodeExtent {
  /// What has a safepoint, and nothing else is known.
  Safepoints,
  /// All code of each link graph with a stack map.
  MappedGraphs,
  /// All code of all link graphs, those that ORC makes itself included.
  AllGraphs
};

/// What holds for all maps that a plugin registers. But for Context and Extent,
/// it is about fault maps.
struct ManagedCodeOptions {
  /// The size of the guard, in bytes, that the code was compiled for; zero for
  /// the compiler's default.
  uint64_t GuardSize = 0;
  /// Count the faults of each entry.
  bool CountFaults = false;
  /// With CountFaults: report an entry when it has faulted this often; zero for
  /// never. Reports are taken in the executor, see llvm-c/ManagedRuntime.h.
  uint64_t ReportAfter = 0;
  /// The Context of the entries, reports and frames: anything in the executor.
  ExecutorAddr Context;
  /// Takes 40 bytes in the executor for each KiB of code that is managed.
  ManagedCodeExtent Extent = ManagedCodeExtent::Safepoints;
};

/// Functions in the executor, with the signatures in
/// Shared/ManagedRuntimeBridge.h.
struct ManagedCodeActions {
  ExecutorAddr RegisterFaultMap;
  ExecutorAddr DeregisterFaultMap;
  ExecutorAddr RegisterStackMap;
  ExecutorAddr DeregisterStackMap;
};

/// Keeps the fault and stack maps of the code that is kept, and has the
/// executor register them before the first of the code can be called and
/// unregister them before its memory is released. Both are allocation actions,
/// so that trackers, transfers and failures need no care.
///
/// Handles fault maps of version 2 for ELF, and of version 1 for ELF and
/// Mach-O, and stack maps of version 4 for ELF, on x86-64 and AArch64; other
/// link graphs with such maps are errors, and so are tables that are malformed.
/// Stack maps of version 3 are left alone. Thread-safe, like all plugins.
class LLVM_ABI ManagedCodePlugin : public LinkGraphLinkingLayer::Plugin {
public:
  /// A plugin for the executor of \p ES. Fails if there is no runtime for
  /// managed code.
  static Expected<std::unique_ptr<ManagedCodePlugin>>
  Create(ExecutionSession &ES, const ManagedCodeOptions &Options = {});

  /// A plugin that has \p Actions called. Where they are null the link graph is
  /// changed, and nothing is registered.
  explicit ManagedCodePlugin(const ManagedCodeActions &Actions,
                             const ManagedCodeOptions &Options = {})
      : Actions(Actions), Options(Options) {}

  void modifyPassConfig(MaterializationResponsibility &MR,
                        jitlink::LinkGraph &G,
                        jitlink::PassConfiguration &Config) override;
  Error notifyFailed(MaterializationResponsibility &MR) override;
  Error notifyRemovingResources(JITDylib &JD, ResourceKey K) override;
  void notifyTransferringResources(JITDylib &JD, ResourceKey DstKey,
                                   ResourceKey SrcKey) override;

private:
  Error addFaultMapActions(jitlink::LinkGraph &G) const;
  Error addStackMapActions(jitlink::LinkGraph &G) const;
  Error addStackMapAction(jitlink::LinkGraph &G, ExecutorAddrRange Index,
                          ExecutorAddrRange Map, ExecutorAddrRange Code) const;

  ManagedCodeActions Actions;
  ManagedCodeOptions Options;
};

/// Installs the fault handler in the executor of \p ES
/// (LLVMManagedInstallFaultHandler). It stays until it is uninstalled as often
/// as it was installed, or the executor ends.
LLVM_ABI Error installManagedFaultHandler(ExecutionSession &ES);

/// Undoes one installManagedFaultHandler(). The code that \p ES linked must not
/// fault after the last.
LLVM_ABI Error uninstallManagedFaultHandler(ExecutionSession &ES);

/// Makes \p Layer link code with implicit checks and its executor recover from
/// their faults: adds a plugin with \p Options and installs the fault handler.
/// To be called before anything is linked.
LLVM_ABI Error enableManagedCode(ObjectLinkingLayer &Layer,
                                 const ManagedCodeOptions &Options = {});

/// The same for the linking layer of \p J; an error if that is not JITLink's.
LLVM_ABI Error enableManagedCode(LLJIT &J,
                                 const ManagedCodeOptions &Options = {});

} // end namespace orc
} // end namespace llvm

#endif // LLVM_EXECUTIONENGINE_ORC_MANAGEDCODEPLUGIN_H
