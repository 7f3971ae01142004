//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registering, looking up and unregistering, through the C interface: against
/// a model, and each precondition broken alone.
///
//===----------------------------------------------------------------------===//

#include "TableBuilder.h"
#include "llvm-c/ManagedRuntime.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace llvm;
using namespace llvm::faultmap;
using namespace llvm::managed;

static LLVMManagedFaultTables emptyTables() {
  LLVMManagedFaultTables Tables = {};
  Tables.StructSize = sizeof(Tables);
  return Tables;
}

namespace {

/// Tables of \p Count entries each; the first PC is \p PC and the others follow
/// at a distance of \p Step.
struct Object {
  LLVMManagedFaultTables Tables = emptyTables();
  LLVMManagedFaultMapRef Map = nullptr;
  LLVMManagedTableError Error = {nullptr, 0};

  void addShort(Arena &Memory, uintptr_t PC, size_t Count = 1,
                size_t Step = 16) {
    auto *E = Memory.allocate<ShortEntryV2>(Count);
    for (size_t I = 0; I < Count; ++I)
      set(E[I], PC + I * Step, PC + I * Step + 8);
    Tables.ShortBegin = E;
    Tables.ShortEnd = E + Count;
  }
  void addLong(Arena &Memory, uintptr_t PC, size_t Count = 1,
               size_t Step = 16) {
    auto *E = Memory.allocate<LongEntryV2>(Count);
    for (size_t I = 0; I < Count; ++I) {
      set(E[I], PC + I * Step, PC + I * Step + 8, FaultingStore);
      setSite(E[I], I);
    }
    Tables.LongBegin = E;
    Tables.LongEnd = E + Count;
  }
  void addV1(const BytesV1 &Bytes) {
    Tables.V1Begin = Bytes.begin();
    Tables.V1End = Bytes.end();
  }

  LLVMManagedStatus add() {
    return LLVMManagedRegisterFaultTables(&Tables, &Map, &Error);
  }
  void remove() { LLVMManagedUnregisterFaultTables(Map); }
};

} // end anonymous namespace

static bool isKnown(uintptr_t PC) {
  LLVMManagedFaultEntry Entry;
  return LLVMManagedLookupFault(PC, &Entry);
}

namespace {

TEST(RegistryTest, AllTablesOfAnObjectAreFound) {
  Arena Memory;
  Object O;
  BytesV1 Bytes;
  Bytes.header(1).function(Memory.code(4), 1).entry(FaultingLoadStore, 0, 40);
  O.addShort(Memory, Memory.code(0), 100);
  O.addLong(Memory, Memory.code(8), 100);
  O.addV1(Bytes);
  O.Tables.Context = &O;
  ASSERT_EQ(O.add(), LLVMManagedSuccess);
  // What was decoded is not needed any more.
  Bytes.Data.assign(Bytes.Data.size(), 0xff);

  LLVMManagedFaultEntry Entry;
  ASSERT_TRUE(LLVMManagedLookupFault(Memory.code(160), &Entry));
  EXPECT_EQ(Entry.FaultingPC, Memory.code(160));
  EXPECT_EQ(Entry.HandlerPC, Memory.code(168));
  EXPECT_EQ(Entry.Kind, FaultingLoad);
  EXPECT_FALSE(Entry.HasSite);
  EXPECT_EQ(Entry.Map, O.Map);
  EXPECT_EQ(Entry.Context, &O);
  ASSERT_TRUE(LLVMManagedLookupFault(Memory.code(168), &Entry));
  EXPECT_EQ(Entry.HandlerPC, Memory.code(176));
  EXPECT_EQ(Entry.Kind, FaultingStore);
  EXPECT_TRUE(Entry.HasSite);
  EXPECT_EQ(Entry.Site, 10u);
  ASSERT_TRUE(LLVMManagedLookupFault(Memory.code(4), &Entry));
  EXPECT_EQ(Entry.HandlerPC, Memory.code(44));
  EXPECT_EQ(Entry.Kind, FaultingLoadStore);

  O.remove();
  for (size_t I = 0; I < 2000; ++I)
    EXPECT_FALSE(isKnown(Memory.code(I)));
}

TEST(RegistryTest, ObjectWithoutEntries) {
  Object O;
  ASSERT_EQ(O.add(), LLVMManagedSuccess);
  ASSERT_NE(O.Map, nullptr);
  O.remove();
}

TEST(RegistryTest, LookupsWhereNoCodeCanBe) {
  for (uintptr_t PC :
       {uintptr_t(0), uintptr_t(1) << 57, uintptr_t(1) << 63, UINTPTR_MAX})
    EXPECT_FALSE(isKnown(PC));
}

TEST(RegistryTest, FirstAndLastAddressOfCode) {
  uintptr_t Last = (uintptr_t(1) << 57) - 1;
  BytesV1 Bytes;
  Bytes.header(2).function(1, 1).entry(FaultingLoad, 0, 8);
  Bytes.function(Last - 8, 1).entry(FaultingLoad, 8, 0);
  Object O;
  O.addV1(Bytes);
  ASSERT_EQ(O.add(), LLVMManagedSuccess);
  EXPECT_TRUE(isKnown(1));
  EXPECT_TRUE(isKnown(Last));
  O.remove();
  EXPECT_FALSE(isKnown(Last));

  BytesV1 Beyond;
  Beyond.header(1).function(Last - 8, 1).entry(FaultingLoad, 9, 0);
  O.addV1(Beyond);
  EXPECT_EQ(O.add(), LLVMManagedPCOutOfRange);
}

TEST(RegistryTest, RefusesArgumentsThatMakeNoSense) {
  Arena Memory;
  Object Good;
  Good.addShort(Memory, Memory.code(0));
  auto Refused = [&](auto Change) {
    Object Bad = Good;
    Change(Bad.Tables);
    return Bad.add() == LLVMManagedInvalidArgument && !isKnown(Memory.code(0));
  };
  using T = LLVMManagedFaultTables;
  EXPECT_TRUE(Refused([](T &Tables) { Tables.StructSize = 0; }));
  EXPECT_TRUE(Refused([](T &Tables) { Tables.StructSize += 8; }));
  EXPECT_TRUE(Refused(
      [](T &Tables) { std::swap(Tables.ShortBegin, Tables.ShortEnd); }));
  EXPECT_TRUE(Refused([](T &Tables) { Tables.LongBegin = Tables.ShortBegin; }));
  EXPECT_TRUE(Refused([](T &Tables) { Tables.V1Begin = Tables.ShortBegin; }));
  EXPECT_TRUE(Refused([](T &Tables) { Tables.Flags = 2; }));
  EXPECT_TRUE(Refused([](T &Tables) { Tables.CodeEnd = UINTPTR_MAX; }));
  EXPECT_TRUE(Refused([&](T &Tables) {
    Tables.CodeBegin = Memory.code(64);
    Tables.CodeEnd = Memory.code(32);
  }));
  ASSERT_EQ(Good.add(), LLVMManagedSuccess);
  Good.remove();
}

TEST(RegistryTest, RefusesImpossibleExtents) {
  Arena Memory;
  Object Good;
  Good.addShort(Memory, Memory.code(0), 4);
  Good.addLong(Memory, Memory.code(8), 4);
  auto IsRefused = [&](uintptr_t Where, auto Change) {
    Object Bad = Good;
    Change(Bad.Tables);
    const LLVMManagedStatus Status = Bad.add();
    if (Status == LLVMManagedSuccess)
      Bad.remove();
    return Status == LLVMManagedInvalidArgument &&
           Bad.Error.Where == reinterpret_cast<const void *>(Where);
  };
  auto SetExtent = [](const void *LLVMManagedFaultTables::*First,
                      const void *LLVMManagedFaultTables::*Last,
                      uintptr_t Begin, uintptr_t End) {
    return [=](LLVMManagedFaultTables &Tables) {
      Tables.*First = reinterpret_cast<const void *>(Begin);
      Tables.*Last = reinterpret_cast<const void *>(End);
    };
  };
  using T = LLVMManagedFaultTables;
  const uintptr_t GiB = uintptr_t(1) << 30, Beyond = uintptr_t(1) << 57;
  for (auto [First, Last] : {std::pair(&T::ShortBegin, &T::ShortEnd),
                             std::pair(&T::LongBegin, &T::LongEnd),
                             std::pair(&T::V1Begin, &T::V1End)}) {
    EXPECT_TRUE(IsRefused(0, SetExtent(First, Last, 0, 64)));
    EXPECT_TRUE(IsRefused(64, SetExtent(First, Last, 64, 0)));
    EXPECT_TRUE(IsRefused(64, SetExtent(First, Last, 64, 56)));
    EXPECT_TRUE(
        IsRefused(Beyond - 64, SetExtent(First, Last, Beyond - 64, Beyond)));
    EXPECT_TRUE(IsRefused(UINTPTR_MAX - 63,
                          SetExtent(First, Last, UINTPTR_MAX - 63, 0)));
    EXPECT_TRUE(IsRefused(64, SetExtent(First, Last, 64, 64 + 4 * GiB + 1)));
  }
  // Tables of one map that overlap, a little or all.
  const auto Short = reinterpret_cast<uintptr_t>(Good.Tables.ShortBegin);
  const auto Long = reinterpret_cast<uintptr_t>(Good.Tables.LongBegin);
  EXPECT_TRUE(IsRefused(
      Long, SetExtent(&T::ShortBegin, &T::ShortEnd, Short, Long + 8)));
  EXPECT_TRUE(
      IsRefused(Short, SetExtent(&T::V1Begin, &T::V1End, Short, Short + 8)));
  EXPECT_TRUE(IsRefused(Long + 1,
                        SetExtent(&T::V1Begin, &T::V1End, Long + 1, Long + 2)));

  auto SetCode = [](uintptr_t Begin, uintptr_t End) {
    return [=](LLVMManagedFaultTables &Tables) {
      Tables.CodeBegin = Begin;
      Tables.CodeEnd = End;
    };
  };
  EXPECT_TRUE(IsRefused(0, SetCode(0, Memory.code(64))));
  EXPECT_TRUE(IsRefused(Memory.code(0), SetCode(Memory.code(0), 0)));
  EXPECT_TRUE(IsRefused(0x1000, SetCode(0x1000, 0x7f0000000000)));
  EXPECT_TRUE(IsRefused(0x1000, SetCode(0x1000, Beyond)));
  EXPECT_TRUE(
      IsRefused(UINTPTR_MAX - 1, SetCode(UINTPTR_MAX - 1, UINTPTR_MAX)));
  EXPECT_TRUE(IsRefused(Memory.code(0),
                        SetCode(Memory.code(0), Memory.code(4 * GiB + 1))));

  // A guard in which something is.
  EXPECT_TRUE(IsRefused(0, [&](T &Tables) { Tables.GuardSize = Short + 1; }));
  EXPECT_TRUE(IsRefused(0, [&](T &Tables) { Tables.GuardSize = SIZE_MAX; }));

  Good.Tables.GuardSize = Short;
  Good.Tables.CodeBegin = Memory.code(0);
  Good.Tables.CodeEnd = Memory.code(4 * GiB);
  ASSERT_EQ(Good.add(), LLVMManagedSuccess);
  Good.remove();
}

TEST(RegistryTest, CodeRangeIsChecked) {
  Arena Memory;
  Object O;
  O.addShort(Memory, Memory.code(64), 4);
  O.Tables.CodeBegin = Memory.code(64);
  O.Tables.CodeEnd = Memory.code(64 + 3 * 16 + 8);
  EXPECT_EQ(O.add(), LLVMManagedPCOutOfRange);
  EXPECT_EQ(O.Error.Where,
            static_cast<const ShortEntryV2 *>(O.Tables.ShortBegin) + 3);
  EXPECT_FALSE(isKnown(Memory.code(64)));
  O.Tables.CodeEnd += 1;
  ASSERT_EQ(O.add(), LLVMManagedSuccess);
  O.remove();
}

TEST(RegistryTest, ErrorsNeedNoDetails) {
  LLVMManagedFaultTables Tables = emptyTables();
  uint32_t Bytes[2] = {0, makeVersionMark(9)};
  Tables.ShortBegin = Bytes;
  Tables.ShortEnd = Bytes + 2;
  LLVMManagedFaultMapRef Map;
  EXPECT_EQ(LLVMManagedRegisterFaultTables(&Tables, &Map, nullptr),
            LLVMManagedUnknownVersion);
}

TEST(RegistryTest, AFailureInOneTableRegistersNone) {
  Arena Memory;
  Object O;
  O.addShort(Memory, Memory.code(0), 50);
  O.addLong(Memory, Memory.code(8), 50);
  auto *Last =
      static_cast<LongEntryV2 *>(const_cast<void *>(O.Tables.LongEnd)) - 1;
  Last->Info |= 0x100;
  EXPECT_EQ(O.add(), LLVMManagedReservedBits);
  EXPECT_EQ(O.Error.Where, Last);
  EXPECT_FALSE(isKnown(Memory.code(0)));
}

TEST(RegistryTest, PCsOfOneObjectDiffer) {
  Arena Memory;
  Object O;
  O.addShort(Memory, Memory.code(0), 200);
  O.addLong(Memory, Memory.code(3200 - 16));
  EXPECT_EQ(O.add(), LLVMManagedDuplicatePC);
  EXPECT_FALSE(isKnown(Memory.code(0)));
  EXPECT_FALSE(isKnown(Memory.code(3200 - 16)));
}

TEST(RegistryTest, PCsOfTwoObjectsDiffer) {
  Arena Memory;
  Object First, Second;
  First.addShort(Memory, Memory.code(3200));
  ASSERT_EQ(First.add(), LLVMManagedSuccess);
  Second.addShort(Memory, Memory.code(0), 201);
  EXPECT_EQ(Second.add(), LLVMManagedAlreadyRegistered);
  EXPECT_NE(Second.Error.Where, nullptr);
  EXPECT_FALSE(isKnown(Memory.code(0)));
  EXPECT_TRUE(isKnown(Memory.code(3200)));
  First.remove();
  ASSERT_EQ(Second.add(), LLVMManagedSuccess);
  EXPECT_TRUE(isKnown(Memory.code(3200)));
  Second.remove();
}

TEST(RegistryTest, ManyAreUnregisteredAtOnce) {
  Arena Memory;
  std::vector<LLVMManagedFaultMapRef> Maps;
  for (size_t I = 0; I < 1000; ++I) {
    Object O;
    O.addShort(Memory, Memory.code(I * 16));
    ASSERT_EQ(O.add(), LLVMManagedSuccess);
    Maps.push_back(O.Map);
  }
  LLVMManagedUnregisterAllFaultTables(Maps.data(), 0);
  EXPECT_TRUE(isKnown(Memory.code(0)));
  LLVMManagedUnregisterAllFaultTables(Maps.data(), 999);
  for (size_t I = 0; I < 1000; ++I)
    EXPECT_EQ(isKnown(Memory.code(I * 16)), I == 999) << I;
  LLVMManagedUnregisterFaultTables(Maps[999]);
  EXPECT_FALSE(isKnown(Memory.code(999 * 16)));
}

/// Objects that come and go, with PCs so near each other that most blocks have
/// several segments, some of which overlap.
class ModelTest : public testing::TestWithParam<unsigned> {};

TEST_P(ModelTest, FindsWhatIsRegistered) {
  constexpr size_t CodeSize = 1 << 14;
  std::mt19937 Random(GetParam());
  Arena Memory(CodeSize, 64 << 20);
  // What was registered: for each PC the entry and who has it.
  std::map<uintptr_t, std::pair<uintptr_t, LLVMManagedFaultMapRef>> Model;
  struct Live {
    LLVMManagedFaultMapRef Map;
    BytesV1 Bytes;
  };
  std::vector<Live> Objects;

  auto RandomPC = [&] { return Memory.code(Random() % CodeSize); };
  auto Add = [&] {
    Object O;
    Live New = {};
    std::map<uintptr_t, uintptr_t> Mine;
    bool IsFree = true;
    // Not in order, so that some tables are copied.
    auto Draw = [&](size_t Count) {
      std::vector<uintptr_t> PCs;
      for (size_t I = 0; I < Count; ++I) {
        uintptr_t PC = RandomPC();
        IsFree &= !Model.count(PC);
        if (Mine.emplace(PC, PC ^ 1).second)
          PCs.push_back(PC);
      }
      return PCs;
    };
    std::vector<uintptr_t> PCs = Draw(Random() % 20);
    if (Random() % 2)
      std::sort(PCs.begin(), PCs.end());
    auto *S = Memory.allocate<ShortEntryV2>(PCs.size());
    O.Tables.ShortBegin = S;
    for (uintptr_t PC : PCs)
      set(*S++, PC, PC ^ 1);
    O.Tables.ShortEnd = S;
    PCs = Draw(Random() % 20);
    auto *L = Memory.allocate<LongEntryV2>(PCs.size());
    O.Tables.LongBegin = L;
    for (uintptr_t PC : PCs)
      set(*L++, PC, PC ^ 1);
    O.Tables.LongEnd = L;
    PCs = Draw(Random() % 5);
    New.Bytes.header(PCs.size());
    for (uintptr_t PC : PCs)
      New.Bytes.function(Memory.code(0), 1)
          .entry(1, PC - Memory.code(0), (PC ^ 1) - Memory.code(0));
    O.addV1(New.Bytes);
    LLVMManagedStatus Status = O.add();
    ASSERT_EQ(Status,
              IsFree ? LLVMManagedSuccess : LLVMManagedAlreadyRegistered);
    if (!IsFree)
      return;
    for (auto [PC, Handler] : Mine)
      Model[PC] = {Handler, O.Map};
    New.Map = O.Map;
    Objects.push_back(std::move(New));
  };
  auto Remove = [&] {
    size_t I = Random() % Objects.size();
    for (auto It = Model.begin(); It != Model.end();)
      It = It->second.second == Objects[I].Map ? Model.erase(It) : ++It;
    LLVMManagedUnregisterFaultTables(Objects[I].Map);
    Objects.erase(Objects.begin() + I);
  };
  auto Check = [&] {
    for (size_t I = 0; I < CodeSize; ++I) {
      auto It = Model.find(Memory.code(I));
      LLVMManagedFaultEntry Entry;
      bool IsFound = LLVMManagedLookupFault(Memory.code(I), &Entry);
      ASSERT_EQ(IsFound, It != Model.end());
      if (!IsFound)
        continue;
      ASSERT_EQ(Entry.HandlerPC, It->second.first);
      ASSERT_EQ(Entry.Map, It->second.second);
    }
  };
  for (unsigned Step = 0; Step < 600; ++Step) {
    if (Objects.empty() || Random() % 5 < 3)
      Add();
    else
      Remove();
    if (Step % 20 == 0)
      Check();
  }
  while (!Objects.empty())
    Remove();
  Check();
}

INSTANTIATE_TEST_SUITE_P(Seeds, ModelTest, testing::Range(0u, 8u));

} // end anonymous namespace
