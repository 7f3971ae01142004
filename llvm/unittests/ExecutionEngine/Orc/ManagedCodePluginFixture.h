//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Link graphs with fault maps, and a JIT that links them. Their code is never
/// executed.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_UNITTESTS_EXECUTIONENGINE_ORC_MANAGEDCODEPLUGINFIXTURE_H
#define LLVM_UNITTESTS_EXECUTIONENGINE_ORC_MANAGEDCODEPLUGINFIXTURE_H

#include "OrcTestCommon.h"
#include "llvm-c/ManagedRuntime.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/JITLink/aarch64.h"
#include "llvm/ExecutionEngine/JITLink/x86_64.h"
#include "llvm/ExecutionEngine/Orc/ManagedCodePlugin.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/TargetProcess/RegisterFaultMaps.h"
#include "llvm/ExecutionEngine/Orc/TargetProcess/RegisterStackMaps.h"
#include "llvm/Support/Endian.h"
#include "llvm/Testing/Support/Error.h"
#include "gtest/gtest.h"

namespace llvm {
namespace orc {

#if defined(__aarch64__)
inline constexpr const char *TestTriple = "aarch64-unknown-linux-gnu";
inline constexpr jitlink::Edge::Kind Delta32 = jitlink::aarch64::Delta32;
inline constexpr jitlink::Edge::Kind Pointer64 = jitlink::aarch64::Pointer64;
inline constexpr auto GetEdgeKindName = jitlink::aarch64::getEdgeKindName;
#else
inline constexpr const char *TestTriple = "x86_64-unknown-linux-gnu";
inline constexpr jitlink::Edge::Kind Delta32 = jitlink::x86_64::Delta32;
inline constexpr jitlink::Edge::Kind Pointer64 = jitlink::x86_64::Pointer64;
inline constexpr auto GetEdgeKindName = jitlink::x86_64::getEdgeKindName;
#endif

/// A link graph in the making: functions of 16 bytes, each in a block of its
/// own, and entries from offset 4 to offset 8 of a function.
class GraphBuilder {
public:
  GraphBuilder(ExecutionSession &ES, StringRef Name)
      : G(std::make_unique<jitlink::LinkGraph>(
            Name.str(), ES.getSymbolStringPool(), Triple(TestTriple),
            SubtargetFeatures(), GetEdgeKindName)),
        Text(&G->createSection(".text", MemProt::Read | MemProt::Exec)) {}

  jitlink::Symbol &addFunction(StringRef Name,
                               jitlink::Scope S = jitlink::Scope::Default,
                               jitlink::Linkage L = jitlink::Linkage::Strong) {
    jitlink::Block &B =
        G->createMutableContentBlock(*Text, 16, NextAddress, 16, 0);
    NextAddress += 16;
    return G->addDefinedSymbol(B, 0, Name, 16, L, S, /*IsCallable=*/true,
                               /*IsLive=*/false);
  }

  /// Functions that are added from now on are in the section \p Name.
  void setSection(StringRef Name, MemProt Protection,
                  MemLifetime Lifetime = MemLifetime::Standard) {
    Text = &G->createSection(Name, Protection);
    Text->setMemLifetime(Lifetime);
  }

  /// Makes \p From keep \p To alive.
  void addReference(jitlink::Symbol &From, jitlink::Symbol &To) {
    From.getBlock().addEdge(Pointer64, 8, To, 0);
  }

  void addShort(ArrayRef<jitlink::Symbol *> Functions) {
    jitlink::Block &B = createTable("llvm_faultmaps", 8 * Functions.size());
    for (auto [I, Function] : enumerate(Functions)) {
      B.addEdge(Delta32, 8 * I, *Function, 4);
      write(B, 8 * I + 4, (4 << 4) + 1);
    }
  }

  void addLong(jitlink::Symbol &Function, jitlink::Symbol &Handler,
               std::optional<uint32_t> Site = std::nullopt) {
    jitlink::Block &B = createTable("llvm_faultsites", 16);
    B.addEdge(Delta32, 0, Function, 4);
    B.addEdge(Delta32, 4, Handler, 8);
    write(B, 8, Site.value_or(0));
    write(B, 12, faultmap::FaultingStore | (Site ? faultmap::HasSiteV2 : 0));
  }

  void addV1(ArrayRef<jitlink::Symbol *> Functions) {
    jitlink::Block &B =
        createTable(".llvm_faultmaps", 8 + 28 * Functions.size());
    write(B, 0, 1);
    write(B, 4, Functions.size());
    for (auto [I, Function] : enumerate(Functions)) {
      size_t Record = 8 + 28 * I;
      B.addEdge(Pointer64, Record, *Function, 0);
      write(B, Record + 8, 1);
      write(B, Record + 16, 2);
      write(B, Record + 20, 4);
      write(B, Record + 24, 8);
    }
  }

  /// A stack map, a fragment of its own, with a safepoint at offset 4 of
  /// \p Function. Its run has the bytes \p Run, by default those of a frame of
  /// 16 bytes without roots. Returns the index.
  jitlink::Block &addStackMap(jitlink::Symbol &Function,
                              ArrayRef<uint8_t> Run = {0, 0, 8, 0, 0, 0}) {
    jitlink::Block &Map = createTable("llvm_gcmap", Run.size(), 1);
    llvm::copy(Run, Map.getAlreadyMutableContent().begin());
    jitlink::Block &Index = createTable("llvm_gcidx", 8, 4);
    Index.addEdge(Delta32, 0, Function, 4);
    Index.addEdge(Delta32, 4, G->addAnonymousSymbol(Map, 0, 0, false, false),
                  0);
    return Index;
  }

  jitlink::LinkGraph &graph() { return *G; }
  std::unique_ptr<jitlink::LinkGraph> take() { return std::move(G); }

private:
  jitlink::Block &createTable(StringRef Name, size_t Size,
                              uint64_t Alignment = 8) {
    jitlink::Section *Sec = G->findSectionByName(Name);
    if (!Sec)
      Sec = &G->createSection(Name, MemProt::Read);
    return G->createMutableContentBlock(*Sec, Size, ExecutorAddr(), Alignment,
                                        0);
  }

  static void write(jitlink::Block &B, size_t Offset, uint32_t Value) {
    support::endian::write32le(B.getAlreadyMutableContent().data() + Offset,
                               Value);
  }

  std::unique_ptr<jitlink::LinkGraph> G;
  jitlink::Section *Text;
  /// As in an object; zero would hide the block from passes.
  ExecutorAddr NextAddress{16};
};

/// Adds a pass to all graphs.
class PassPlugin : public ObjectLinkingLayer::Plugin {
public:
  explicit PassPlugin(jitlink::LinkGraphPassFunction PostFixup,
                      jitlink::LinkGraphPassFunction PrePrune = {},
                      jitlink::LinkGraphPassFunction PostPrune = {})
      : PostFixup(std::move(PostFixup)), PrePrune(std::move(PrePrune)),
        PostPrune(std::move(PostPrune)) {}

  void modifyPassConfig(MaterializationResponsibility &MR,
                        jitlink::LinkGraph &G,
                        jitlink::PassConfiguration &Config) override {
    Config.PostFixupPasses.push_back(
        [this](jitlink::LinkGraph &G) { return PostFixup(G); });
    if (PrePrune)
      Config.PrePrunePasses.push_back(
          [this](jitlink::LinkGraph &G) { return PrePrune(G); });
    if (PostPrune)
      Config.PostPrunePasses.push_back(
          [this](jitlink::LinkGraph &G) { return PostPrune(G); });
  }
  Error notifyFailed(MaterializationResponsibility &MR) override {
    return Error::success();
  }
  Error notifyRemovingResources(JITDylib &JD, ResourceKey K) override {
    return Error::success();
  }
  void notifyTransferringResources(JITDylib &JD, ResourceKey DstKey,
                                   ResourceKey SrcKey) override {}

private:
  jitlink::LinkGraphPassFunction PostFixup;
  jitlink::LinkGraphPassFunction PrePrune;
  jitlink::LinkGraphPassFunction PostPrune;
};

class ManagedCodePluginTest : public testing::Test {
public:
  ManagedCodePluginTest() {
    ES.setErrorReporter(
        [this](Error Err) { Errors += toString(std::move(Err)) + "\n"; });
  }

  ~ManagedCodePluginTest() override {
    EXPECT_THAT_ERROR(ES.endSession(), Succeeded());
  }

protected:
  void addPlugin(const ManagedCodeOptions &Options = {}) {
    ManagedCodeActions Actions;
    Actions.RegisterFaultMap =
        ExecutorAddr::fromPtr(&llvm_orc_registerFaultMapAllocAction);
    Actions.DeregisterFaultMap =
        ExecutorAddr::fromPtr(&llvm_orc_deregisterFaultMapAllocAction);
    Actions.RegisterStackMap =
        ExecutorAddr::fromPtr(&llvm_orc_registerStackMapAllocAction);
    Actions.DeregisterStackMap =
        ExecutorAddr::fromPtr(&llvm_orc_deregisterStackMapAllocAction);
    Layer.addPlugin(std::make_shared<ManagedCodePlugin>(Actions, Options));
  }

  Error add(GraphBuilder &Builder) { return Layer.add(JD, Builder.take()); }
  Error add(ResourceTrackerSP RT, GraphBuilder &Builder) {
    return Layer.add(std::move(RT), Builder.take());
  }

  /// The address of the symbol \p Name, which is linked for it; 0 if it cannot
  /// be.
  uintptr_t find(StringRef Name) {
    auto Found = ES.lookup({&JD}, Name);
    if (Found)
      return Found->getAddress().getValue();
    Errors += toString(Found.takeError()) + "\n";
    return 0;
  }

  static bool isRegistered(uintptr_t Function) {
    LLVMManagedFaultEntry Entry;
    return LLVMManagedLookupFault(Function + 4, &Entry);
  }

  ExecutionSession ES{std::make_unique<UnsupportedExecutorProcessControl>()};
  JITDylib &JD = ES.createBareJITDylib("main");
  ObjectLinkingLayer Layer{
      ES, std::make_unique<jitlink::InProcessMemoryManager>(4096)};
  /// What was reported.
  std::string Errors;
};

/// The blocks of the section \p Name, by address.
inline std::vector<jitlink::Block *> blocksOf(jitlink::LinkGraph &G,
                                              StringRef Name) {
  std::vector<jitlink::Block *> Result;
  if (jitlink::Section *Sec = G.findSectionByName(Name))
    Result.assign(Sec->blocks().begin(), Sec->blocks().end());
  llvm::sort(Result,
             [](const jitlink::Block *Left, const jitlink::Block *Right) {
               return Left->getAddress() < Right->getAddress();
             });
  return Result;
}

} // end namespace orc
} // end namespace llvm

#endif // LLVM_UNITTESTS_EXECUTIONENGINE_ORC_MANAGEDCODEPLUGINFIXTURE_H
