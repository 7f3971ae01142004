//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registering, looking up and unregistering stack maps, against a model and
/// while other threads look up.
///
//===----------------------------------------------------------------------===//

#include "../../../lib/ExecutionEngine/ManagedRuntime/Readers.h"
#include "StackMapBuilder.h"
#include "gtest/gtest.h"
#include <atomic>
#include <map>
#include <memory>
#include <random>
#include <thread>

using namespace llvm;
using namespace llvm::managed;

static bool isKnown(uintptr_t PC) {
  LLVMManagedSafepoint Safepoint;
  return LLVMManagedLookupSafepoint(PC, &Safepoint);
}

/// A run of \p Count functions of one safepoint with the id of their number,
/// \p Step apart.
static Bytes functionsWithIds(size_t Count, uint8_t Step) {
  Bytes Run;
  for (size_t I = 0; I < Count; ++I) {
    if (I)
      Run.push_back(Step / CodeUnit);
    append(Run, {4, 0, 16 << 2, 0, 1, uint8_t(I % 128)});
  }
  Run.push_back(0);
  return Run;
}

namespace {

TEST(StackMapRegistryTest, SafepointsAreFound) {
  Arena Memory;
  StackMapTable Table(Memory);
  Table.run(Memory.code(64), functionsWithIds(100, 32));
  Table.Tables.Context = &Table;
  ASSERT_EQ(Table.add(), LLVMManagedSuccess);
  for (size_t I = 0; I < 100; ++I) {
    LLVMManagedSafepoint Safepoint;
    ASSERT_TRUE(
        LLVMManagedLookupSafepoint(Memory.code(64 + 32 * I), &Safepoint));
    EXPECT_EQ(Safepoint.PC, Memory.code(64 + 32 * I));
    EXPECT_TRUE(Safepoint.HasId);
    EXPECT_EQ(Safepoint.Id, I);
    EXPECT_EQ(Safepoint.Map, Table.Ref);
    EXPECT_EQ(Safepoint.Context, &Table);
  }
  for (size_t I = 0; I < 8192; ++I)
    EXPECT_EQ(isKnown(Memory.code(I)), I >= 64 && I < 64 + 3200 && I % 32 == 0);
  Table.remove();
  for (size_t I = 0; I < 8192; ++I)
    EXPECT_FALSE(isKnown(Memory.code(I)));
}

TEST(StackMapRegistryTest, MapWithoutSafepoints) {
  LLVMManagedStackMapTables Tables = {};
  LLVMManagedStackMapRef Ref = nullptr;
  Tables.StructSize = sizeof(Tables);
  ASSERT_EQ(LLVMManagedRegisterStackMap(&Tables, &Ref, nullptr),
            LLVMManagedSuccess);
  ASSERT_NE(Ref, nullptr);
  LLVMManagedUnregisterStackMap(Ref);
}

TEST(StackMapRegistryTest, RejectsArgumentsThatMakeNoSense) {
  Arena Memory;
  StackMapTable Table(Memory);
  Table.run(Memory.code(64), functionsWithIds(1, 32));
  const LLVMManagedStackMapTables Good = Table.Tables;
  auto Check = [&](auto Change) {
    Table.Tables = Good;
    Change(Table.Tables);
    EXPECT_EQ(Table.check(), LLVMManagedInvalidArgument);
  };
  Check([](auto &T) { --T.StructSize; });
  Check([](auto &T) { std::swap(T.IndexBegin, T.IndexEnd); });
  Check([](auto &T) { std::swap(T.MapBegin, T.MapEnd); });
  Check([](auto &T) { T.CodeEnd = 5; });
  Check([](auto &T) { T.CodeBegin = 9, T.CodeEnd = 5; });
  Check([](auto &T) { T.CodeBegin = 9, T.CodeEnd = uintptr_t(1) << 57; });
  Table.Tables = Good;
  EXPECT_EQ(Table.check(), LLVMManagedSuccess);
}

TEST(StackMapRegistryTest, RefusesImpossibleExtents) {
  Arena Memory;
  StackMapTable Table(Memory);
  Table.run(Memory.code(64), functionsWithIds(1, 32));
  const LLVMManagedStackMapTables Good = Table.Tables;
  auto IsRefused = [&](uintptr_t Where, auto Change) {
    Table.Tables = Good;
    Change(Table.Tables);
    return Table.check() == LLVMManagedInvalidArgument &&
           Table.Error.Where == reinterpret_cast<const void *>(Where);
  };
  auto SetIndex = [](uintptr_t Begin, uintptr_t End) {
    return [=](LLVMManagedStackMapTables &T) {
      T.IndexBegin = reinterpret_cast<const void *>(Begin);
      T.IndexEnd = reinterpret_cast<const void *>(End);
    };
  };
  auto SetMap = [](uintptr_t Begin, uintptr_t End) {
    return [=](LLVMManagedStackMapTables &T) {
      T.MapBegin = reinterpret_cast<const void *>(Begin);
      T.MapEnd = reinterpret_cast<const void *>(End);
    };
  };
  auto SetCode = [](uintptr_t Begin, uintptr_t End) {
    return [=](LLVMManagedStackMapTables &T) {
      T.CodeBegin = Begin;
      T.CodeEnd = End;
    };
  };
  const uintptr_t GiB = uintptr_t(1) << 30, Beyond = uintptr_t(1) << 57;
  auto Check = [&](auto Set) {
    EXPECT_TRUE(IsRefused(0, Set(0, 64)));
    EXPECT_TRUE(IsRefused(64, Set(64, 0)));
    EXPECT_TRUE(IsRefused(64, Set(64, 56)));
    EXPECT_TRUE(IsRefused(64, Set(64, 64 + 4 * GiB + 1)));
    EXPECT_TRUE(IsRefused(0x1000, Set(0x1000, 0x7f0000000000)));
    EXPECT_TRUE(IsRefused(Beyond - 64, Set(Beyond - 64, Beyond)));
    EXPECT_TRUE(IsRefused(UINTPTR_MAX - 63, Set(UINTPTR_MAX - 63, 0)));
    EXPECT_TRUE(
        IsRefused(UINTPTR_MAX - 63, Set(UINTPTR_MAX - 63, UINTPTR_MAX)));
  };
  Check(SetIndex);
  Check(SetMap);
  Check(SetCode);
  const auto Index = reinterpret_cast<uintptr_t>(Good.IndexBegin);
  EXPECT_TRUE(IsRefused(Index + 4, SetMap(Index + 4, Index + 16)));

  // As much as there may be, though not all 4 GiB, which would take 160 MiB.
  Table.Tables = Good;
  Table.Tables.CodeBegin = Memory.code(0);
  Table.Tables.CodeEnd = Memory.code(GiB / 4);
  EXPECT_EQ(Table.check(), LLVMManagedSuccess);
}

TEST(StackMapRegistryTest, NoSafepointIsRegisteredTwice) {
  Arena Memory;
  StackMapTable First(Memory), Second(Memory);
  First.run(Memory.code(1024), functionsWithIds(100, 32));
  // The last safepoint is also one of the first map.
  Second.run(Memory.code(0), functionsWithIds(33, 32));
  ASSERT_EQ(First.add(), LLVMManagedSuccess);
  EXPECT_EQ(Second.add(), LLVMManagedAlreadyRegistered);
  EXPECT_FALSE(isKnown(Memory.code(0)));
  First.remove();
  EXPECT_EQ(Second.add(), LLVMManagedSuccess);
  EXPECT_EQ(First.add(), LLVMManagedAlreadyRegistered);
  EXPECT_FALSE(isKnown(Memory.code(1024 + 32)));
  Second.remove();
}

TEST(StackMapRegistryTest, LargeMapsAreKeptApartToo) {
  // So large that the block is searched and not the map.
  Arena Memory;
  StackMapTable Large(Memory, 8, 1 << 16), Small(Memory), Between(Memory);
  Small.run(Memory.code(64), functionsWithIds(2, 32));
  Between.run(Memory.code(64 + 16), functionsWithIds(2, 32));
  Large.run(Memory.code(32), functionsWithIds(2000, 32));
  ASSERT_EQ(Small.add(), LLVMManagedSuccess);
  EXPECT_EQ(Large.add(), LLVMManagedAlreadyRegistered);
  Small.remove();
  ASSERT_EQ(Between.add(), LLVMManagedSuccess);
  EXPECT_EQ(Large.add(), LLVMManagedSuccess);
  EXPECT_TRUE(isKnown(Memory.code(64)));
  EXPECT_TRUE(isKnown(Memory.code(80)));
  Large.remove();
  EXPECT_FALSE(isKnown(Memory.code(64)));
  EXPECT_TRUE(isKnown(Memory.code(80)));
  Between.remove();
}

} // end anonymous namespace

/// What a walk makes of a return address.
static LLVMManagedStep stepAt(uintptr_t PC) {
  LLVMManagedAnchor Anchor = {};
  Anchor.PC = PC;
  Anchor.SP = 64;
  LLVMManagedCursor Cursor;
  return LLVMManagedStartWalk(&Cursor, &Anchor, nullptr);
}

namespace {

TEST(StackMapRegistryTest, CodeWithoutSafepointsIsManagedToo) {
  Arena Memory;
  StackMapTable Table(Memory), Next(Memory), Inside(Memory);
  Table.run(Memory.code(4096), functionsWithIds(1, 32));
  Table.Tables.CodeBegin = Memory.code(512);
  Table.Tables.CodeEnd = Memory.code(8192 + 512);
  ASSERT_EQ(Table.add(), LLVMManagedSuccess);
  EXPECT_EQ(stepAt(Memory.code(4096)), LLVMManagedStepFrame);
  EXPECT_EQ(stepAt(Memory.code(512)), LLVMManagedStepNoMap);
  EXPECT_EQ(stepAt(Memory.code(513)), LLVMManagedStepNoSafepoint);
  EXPECT_EQ(stepAt(Memory.code(4097)), LLVMManagedStepNoSafepoint);
  EXPECT_EQ(stepAt(Memory.code(8192 + 512)), LLVMManagedStepNoSafepoint);
  EXPECT_EQ(stepAt(Memory.code(8192 + 513)), LLVMManagedStepNoMap);
  // Two that say where their code is have none in common.
  Next.Tables.CodeBegin = Memory.code(8192 + 511);
  Next.Tables.CodeEnd = Memory.code(8192 + 600);
  EXPECT_EQ(Next.check(), LLVMManagedAlreadyRegistered);
  ++Next.Tables.CodeBegin;
  EXPECT_EQ(Next.check(), LLVMManagedSuccess);
  // One that does not say so may have safepoints in between.
  Inside.run(Memory.code(2048), functionsWithIds(1, 32));
  ASSERT_EQ(Inside.add(), LLVMManagedSuccess);
  EXPECT_EQ(stepAt(Memory.code(2048)), LLVMManagedStepFrame);
  Inside.remove();
  EXPECT_EQ(stepAt(Memory.code(2048)), LLVMManagedStepNoSafepoint);
  Table.remove();
  EXPECT_EQ(stepAt(Memory.code(4097)), LLVMManagedStepNoMap);
}

TEST(StackMapRegistryTest, SafepointsThatAreFarApart) {
  // Nothing is there, so only the index has to be near.
  Arena Memory;
  StackMapTable Table(Memory);
  Bytes Run = functionsWithIds(1, 32);
  Table.run(Memory.code(0) - (uintptr_t(3) << 29), Run)
      .run(Memory.code(0) + (uintptr_t(3) << 29), Run);
  ASSERT_EQ(Table.add(), LLVMManagedSuccess);
  EXPECT_TRUE(isKnown(Memory.code(0) - (uintptr_t(3) << 29)));
  EXPECT_TRUE(isKnown(Memory.code(0) + (uintptr_t(3) << 29)));
  Table.remove();
  // 4 GiB by a distance.
  Run.pop_back();
  append(Run, {0x80, 0x80, 0x80, 0x80, 0x10, 0, 0, 16 << 2, 0, 0, 0});
  StackMapTable Other(Memory);
  EXPECT_EQ(Other.run(Memory.code(64), Run).check(), LLVMManagedPCOutOfRange);
}

/// Random maps that share blocks and sometimes safepoints.
TEST(StackMapRegistryTest, AgreesWithAModel) {
  constexpr size_t CodeSize = 8192;
  Arena Memory(CodeSize, 8 << 20);
  std::mt19937 Random(1);
  std::map<uintptr_t, LLVMManagedStackMapRef> Model;
  std::vector<std::unique_ptr<StackMapTable>> Tables;
  auto Remove = [&] {
    size_t I = Random() % Tables.size();
    for (auto It = Model.begin(); It != Model.end();)
      It = It->second == Tables[I]->Ref ? Model.erase(It) : ++It;
    Tables[I]->remove();
    Tables.erase(Tables.begin() + I);
  };
  auto Check = [&] {
    for (size_t I = 0; I < CodeSize; ++I) {
      auto It = Model.find(Memory.code(I));
      LLVMManagedSafepoint Safepoint;
      bool IsFound = LLVMManagedLookupSafepoint(Memory.code(I), &Safepoint);
      ASSERT_EQ(IsFound, It != Model.end());
      if (IsFound)
        ASSERT_EQ(Safepoint.Map, It->second);
    }
  };
  for (unsigned Step = 0; Step < 1500; ++Step) {
    if (Tables.empty() || Random() % 5 < 3) {
      auto Table = std::make_unique<StackMapTable>(Memory);
      std::vector<uintptr_t> PCs;
      uintptr_t PC = Memory.code(Random() % (CodeSize / 2));
      PC -= PC % CodeUnit;
      for (size_t Count = 1 + Random() % 6; Count; --Count) {
        PCs.push_back(PC);
        PC += CodeUnit * (1 + Random() % 200);
      }
      bool IsFree = true;
      for (size_t I = PCs.size(); I-- > 0;) {
        IsFree &= !Model.count(PCs[I]);
        Table->run(PCs[I], functionsWithIds(1, 4));
      }
      ASSERT_EQ(Table->add(),
                IsFree ? LLVMManagedSuccess : LLVMManagedAlreadyRegistered);
      if (IsFree) {
        for (uintptr_t Each : PCs)
          Model[Each] = Table->Ref;
        Tables.push_back(std::move(Table));
      }
    } else {
      Remove();
    }
    if (Step % 50 == 0)
      Check();
  }
  while (!Tables.empty())
    Remove();
  Check();
}

TEST(StackMapRegistryTest, UnregisteringWaitsForLookups) {
  Arena Memory;
  StackMapTable Table(Memory);
  Table.run(Memory.code(64), functionsWithIds(1, 32));
  ASSERT_EQ(Table.add(), LLVMManagedSuccess);
  uint64_t Epoch = ReaderEpoch.load();
  Table.remove();
  EXPECT_GT(ReaderEpoch.load(), Epoch);
}

TEST(StackMapRegistryTest, LookupsWhileMapsComeAndGo) {
  Arena Memory;
  StackMapTable Stays(Memory);
  Stays.run(Memory.code(64), functionsWithIds(50, 64));
  ASSERT_EQ(Stays.add(), LLVMManagedSuccess);
  std::atomic<bool> IsOver{false};
  std::atomic<unsigned> NumWrong{0};
  auto LookUp = [&] {
    std::mt19937 Random(2);
    while (!IsOver.load()) {
      size_t I = Random() % 50;
      LLVMManagedSafepoint Safepoint;
      bool IsFound =
          LLVMManagedLookupSafepoint(Memory.code(64 + 64 * I), &Safepoint);
      NumWrong += !IsFound || Safepoint.Id != I || Safepoint.Map != Stays.Ref;
      // What comes and goes has its number as id, or is not there.
      if (LLVMManagedLookupSafepoint(Memory.code(96 + 64 * I), &Safepoint))
        NumWrong += Safepoint.Id != I;
    }
  };
  std::thread First(LookUp), Second(LookUp);
  const Bytes Run = functionsWithIds(50, 64);
  StackMapTable Goes(Memory);
  Goes.run(Memory.code(96), Run);
  for (unsigned I = 0; I < 3000; ++I) {
    ASSERT_EQ(Goes.add(), LLVMManagedSuccess);
    Goes.remove();
    // Nobody reads it any more.
    std::memset(Goes.Map, 0xff, Goes.Size);
    std::memcpy(Goes.Map, Run.data(), Run.size());
  }
  IsOver = true;
  First.join();
  Second.join();
  EXPECT_EQ(NumWrong.load(), 0u);
  Stays.remove();
}

} // end anonymous namespace
