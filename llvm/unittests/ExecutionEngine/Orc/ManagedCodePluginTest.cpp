//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What ManagedCodePlugin keeps of the fault maps of a link graph.
///
//===----------------------------------------------------------------------===//

#include "ManagedCodePluginFixture.h"

using namespace llvm;
using namespace llvm::jitlink;
using namespace llvm::orc;

namespace {

TEST_F(ManagedCodePluginTest, RegistersAllForms) {
  addPlugin();
  GraphBuilder Builder(ES, "graph");
  Symbol &Cold = Builder.addFunction("cold", Scope::Local);
  Symbol &F = Builder.addFunction("f"), &G = Builder.addFunction("g"),
         &H = Builder.addFunction("h");
  Builder.addShort({&F});
  Builder.addLong(G, Cold, 77);
  Builder.addV1({&H});
  ASSERT_THAT_ERROR(add(Builder), Succeeded());

  LLVMManagedFaultEntry Entry;
  uintptr_t Address = find("f");
  ASSERT_TRUE(LLVMManagedLookupFault(Address + 4, &Entry));
  EXPECT_EQ(Entry.FaultingPC, Address + 4);
  EXPECT_EQ(Entry.HandlerPC, Address + 8);
  EXPECT_EQ(Entry.Kind, 1u);
  EXPECT_FALSE(Entry.HasSite);
  LLVMManagedFaultMapRef Map = Entry.Map;

  Address = find("g");
  ASSERT_TRUE(LLVMManagedLookupFault(Address + 4, &Entry));
  EXPECT_EQ(Entry.FaultingPC, Address + 4);
  EXPECT_NE(Entry.HandlerPC, Address + 8);
  EXPECT_EQ(Entry.Kind, 3u);
  EXPECT_TRUE(Entry.HasSite);
  EXPECT_EQ(Entry.Site, 77u);
  EXPECT_EQ(Entry.Map, Map) << "a graph has one map";

  Address = find("h");
  ASSERT_TRUE(LLVMManagedLookupFault(Address + 4, &Entry));
  EXPECT_EQ(Entry.FaultingPC, Address + 4);
  EXPECT_EQ(Entry.HandlerPC, Address + 8);
  EXPECT_EQ(Entry.Kind, 2u);
  EXPECT_FALSE(Entry.HasSite);
  EXPECT_EQ(Entry.Map, Map);

  EXPECT_FALSE(LLVMManagedLookupFault(Address, &Entry));
  EXPECT_EQ(Errors, "");
}

TEST_F(ManagedCodePluginTest, NeedsNoEntries) {
  addPlugin();
  GraphBuilder Builder(ES, "graph");
  Builder.addFunction("f");
  ASSERT_THAT_ERROR(add(Builder), Succeeded());
  EXPECT_NE(find("f"), 0u);
  EXPECT_EQ(Errors, "");
}

TEST_F(ManagedCodePluginTest, StripsEntriesWithTheirCode) {
  addPlugin();
  size_t NumFunctions = 0, NumShort = 0, NumLong = 0, NumOld = 0;
  Layer.addPlugin(std::make_shared<PassPlugin>([&](LinkGraph &G) {
    NumFunctions = blocksOf(G, ".text").size();
    NumShort = blocksOf(G, "llvm_faultmaps.jit").size();
    NumLong = blocksOf(G, "llvm_faultsites.jit").size();
    for (const char *Name :
         {"llvm_faultmaps", "llvm_faultsites", ".llvm_faultmaps"})
      NumOld += blocksOf(G, Name).size();
    return Error::success();
  }));
  GraphBuilder Builder(ES, "graph");
  Symbol &Kept = Builder.addFunction("kept");
  Symbol &KeptV1 = Builder.addFunction("kept-v1");
  Symbol &Used = Builder.addFunction("used", Scope::Local);
  Symbol &Dead = Builder.addFunction("dead", Scope::Local);
  Symbol &DeadV1 = Builder.addFunction("dead-v1", Scope::Local);
  Symbol &DeadSite = Builder.addFunction("dead-site", Scope::Local);
  Symbol &Cold = Builder.addFunction("cold", Scope::Local);
  Builder.addReference(Kept, Used);
  // What refers to code that is kept is dead nevertheless.
  Builder.addReference(Dead, Kept);
  Builder.addShort({&Dead, &Kept, &Used});
  Builder.addLong(DeadSite, Cold, 1);
  Builder.addV1({&DeadV1, &KeptV1});
  ASSERT_THAT_ERROR(add(Builder), Succeeded());
  EXPECT_TRUE(isRegistered(find("kept")));
  EXPECT_TRUE(isRegistered(find("kept-v1")));
  EXPECT_EQ(NumFunctions, 3u);
  EXPECT_EQ(NumShort, 3u);
  EXPECT_EQ(NumLong, 0u);
  EXPECT_EQ(NumOld, 0u);
  EXPECT_EQ(Errors, "");
}

TEST_F(ManagedCodePluginTest, KeepsHandlersInOtherBlocks) {
  addPlugin();
  uintptr_t Last = 0;
  Layer.addPlugin(std::make_shared<PassPlugin>([&](LinkGraph &G) {
    EXPECT_EQ(blocksOf(G, ".text").size(), 2u);
    Last = blocksOf(G, ".text").back()->getAddress().getValue();
    return Error::success();
  }));
  GraphBuilder Builder(ES, "graph");
  Symbol &F = Builder.addFunction("f");
  Symbol &Cold = Builder.addFunction("cold", Scope::Local);
  Builder.addLong(F, Cold);
  ASSERT_THAT_ERROR(add(Builder), Succeeded());
  LLVMManagedFaultEntry Entry;
  ASSERT_TRUE(LLVMManagedLookupFault(find("f") + 4, &Entry));
  EXPECT_FALSE(Entry.HasSite);
  EXPECT_EQ(Entry.HandlerPC, Last + 8);
}

TEST_F(ManagedCodePluginTest, OrdersTablesLikeCode) {
  addPlugin();
  std::vector<uint64_t> PCs;
  Layer.addPlugin(std::make_shared<PassPlugin>([&](LinkGraph &G) {
    for (const Block *B : blocksOf(G, "llvm_faultmaps.jit"))
      PCs.push_back(B->getAddress().getValue() +
                    int32_t(support::endian::read32le(B->getContent().data())));
    return Error::success();
  }));
  GraphBuilder Builder(ES, "graph");
  std::vector<Symbol *> Functions;
  for (const char *Name : {"a", "b", "c", "d", "e", "f", "g", "h"})
    Functions.push_back(&Builder.addFunction(Name));
  for (unsigned I : {5, 2, 7, 1, 3, 0, 6, 4})
    Builder.addShort({Functions[I]});
  ASSERT_THAT_ERROR(add(Builder), Succeeded());
  ASSERT_NE(find("a"), 0u);
  EXPECT_EQ(PCs.size(), 8u);
  EXPECT_TRUE(llvm::is_sorted(PCs));
}

TEST_F(ManagedCodePluginTest, DropsEntriesOfDiscardedDefinitions) {
  addPlugin();
  for (bool IsV1 : {false, true}) {
    std::string Name = IsV1 ? "weak-v1" : "weak";
    GraphBuilder First(ES, "first"), Second(ES, "second");
    for (GraphBuilder *Builder : {&First, &Second}) {
      Symbol &Weak = Builder->addFunction(Name, Scope::Default, Linkage::Weak);
      Symbol &Strong = Builder->addFunction(
          Name + (Builder == &First ? "-first" : "-second"));
      Builder->addReference(Strong, Weak);
      if (IsV1)
        Builder->addV1({&Weak, &Strong});
      else
        Builder->addShort({&Weak, &Strong});
    }
    size_t NumFunctions = 0, NumEntries = 0;
    auto Count = std::make_shared<PassPlugin>([&](LinkGraph &G) {
      NumFunctions += blocksOf(G, ".text").size();
      NumEntries += blocksOf(G, "llvm_faultmaps.jit").size();
      return Error::success();
    });
    Layer.addPlugin(Count);
    ASSERT_THAT_ERROR(add(First), Succeeded());
    ASSERT_THAT_ERROR(add(Second), Succeeded());
    EXPECT_TRUE(isRegistered(find(Name)));
    EXPECT_TRUE(isRegistered(find(Name + "-first")));
    EXPECT_TRUE(isRegistered(find(Name + "-second")));
    EXPECT_EQ(NumFunctions, 3u);
    EXPECT_EQ(NumEntries, 3u);
    Layer.removePlugin(*Count);
  }
  EXPECT_EQ(Errors, "");
}

} // end anonymous namespace
