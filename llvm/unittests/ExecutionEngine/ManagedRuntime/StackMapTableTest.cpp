//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registering stack maps: each rule of the format, broken alone.
///
//===----------------------------------------------------------------------===//

#include "StackMapBuilder.h"
#include "gtest/gtest.h"
#include <random>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::managed;

namespace {

constexpr uintptr_t Distance = 16 * CodeUnit;

} // end anonymous namespace

static Bytes plainRun() {
  Bytes Run = plainFunction();
  Run.push_back(0);
  return Run;
}

namespace {

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

using Part = Bytes FunctionParts::*;

/// A part, what it is instead, and what is wrong then and where in the part.
struct Rule {
  const char *Name;
  Part Which;
  Bytes Instead;
  LLVMManagedStatus Status;
  size_t Where;

  // NOLINTNEXTLINE(llvm-prefer-static-over-anonymous-namespace)
  friend void PrintTo(const Rule &R, std::ostream *OS) { *OS << R.Name; }
};

using F = FunctionParts;

} // end anonymous namespace

static Bytes plus(Bytes First, const Bytes &Second) {
  append(First, Second);
  return First;
}

namespace {

const Bytes Ten(10, 0x80);
/// 64 bits and one more.
const Bytes TooManyBits = plus(Bytes(9, 0x80), {2});

const Rule Rules[] = {
    {"reservedFlag", &F::Flags, {0xde}, LLVMManagedReservedBits, 0},
    {"numberIsTooLong", &F::Sites, {0x80, 0}, LLVMManagedMalformedNumber, 0},
    {"numberIsTooLarge", &F::Id, TooManyBits, LLVMManagedMalformedNumber, 0},
    {"numberHasElevenBytes", &F::Id, plus(Ten, {1}), LLVMManagedMalformedNumber,
     0},

    {"unusedBase", &F::Frame, {16 << 2 | 2, 0}, LLVMManagedUnknownKind, 0},
    {"unwalkableWithOffset",
     &F::Frame,
     {1 << 2 | 3},
     LLVMManagedReservedBits,
     0},
    {"frameIsTooLarge", &F::Frame, plus(Bytes(8, 0x80), {1, 0}),
     LLVMManagedBadFrame, 0},
    {"maskHasOtherRegisters", &F::Frame, plus({16 << 2}, {0x80, 0x20}),
     LLVMManagedBadFrame, 1},
    {"savedTwice",
     &F::Frame,
     {16 << 2, 3 << 1 | 1, Register, 2, Register, 3, 30, 4},
     LLVMManagedBadFrame,
     1},
    {"savedInTheSameWord",
     &F::Frame,
     {16 << 2, 3 << 1 | 1, Register, 2, 30, 3, FramePointer, 2},
     LLVMManagedBadFrame,
     1},
    {"savesTheStackPointer",
     &F::Frame,
     {16 << 2, 2 << 1 | 1, StackPointer, 2, 30, 3},
     LLVMManagedBadFrame,
     1},
    {"savedInNoWord",
     &F::Frame,
     {16 << 2, 2 << 1 | 1, Register, 0, 30, 3},
     LLVMManagedBadFrame,
     1},
    {"savedBelowTheFrame",
     &F::Frame,
     {16 << 2, 2 << 1 | 1, Register, 17, 30, 3},
     LLVMManagedBadFrame,
     1},
    {"savedBelowAFrameByMask",
     &F::Frame,
     {1 << 2, 1 << 1},
     LLVMManagedBadFrame,
     1},
    {"noSuchSavedRegister",
     &F::Frame,
     {16 << 2, 2 << 1 | 1, 0x80, 1, 2, 30, 3},
     LLVMManagedBadFrame,
     1},
    {"moreSavesThanRegisters",
     &F::Frame,
     {16 << 2, 0x83, 2, 1, 1},
     LLVMManagedBadFrame,
     1},
#if defined(__aarch64__)
    {"returnAddressIsNotSaved",
     &F::Frame,
     {16 << 2, 1 << 1 | 1, Register, 2},
     LLVMManagedBadFrame,
     1},
#else
    {"savedOverTheReturnAddress",
     &F::Frame,
     {16 << 2, 1 << 1 | 1, Register, 1},
     LLVMManagedBadFrame,
     1},
    {"noRoomForTheReturnAddress", &F::Frame, {0, 0}, LLVMManagedBadFrame, 1},
#endif
    {"noFurtherFrames", &F::Frames, {0}, LLVMManagedEmptyList, 0},
    {"unusedBaseOfFurtherFrame",
     &F::Frames,
     {1, 17 << 2 | 2, 0},
     LLVMManagedUnknownKind,
     1},

    {"noLocations", &F::Locations, {0}, LLVMManagedEmptyList, 0},
    {"locationInTheStackPointer",
     &F::Locations,
     {3, 4, 6, StackPointer << 2 | 1},
     LLVMManagedBadLocation,
     3},
    {"locationInNoRegister",
     &F::Locations,
     {3, 4, 6, 0xfd, 1},
     LLVMManagedBadLocation,
     3},
    {"locationAtNoRegister",
     &F::Locations,
     {3, 4, 6, 0xff, 1, 8},
     LLVMManagedBadLocation,
     3},
    {"locationTooFarFromTheCFA", &F::Locations,
     plus({3, 4, 6}, plus(Bytes(8, 0x80), {1})), LLVMManagedBadLocation, 3},
    {"sameLocationTwice",
     &F::Locations,
     {3, 4, 6, 6},
     LLVMManagedBadLocation,
     0},
    {"sameRegisterAndDistanceTwice",
     &F::Locations,
     {3, 4, FramePointer << 2 | 3, 8, FramePointer << 2 | 3, 8},
     LLVMManagedBadLocation,
     0},
    {"signedNumberIsTooLong",
     &F::Locations,
     {3, 4, 6, FramePointer << 2 | 3, 0x88, 0},
     LLVMManagedMalformedNumber,
     4},
    {"negativeNumberIsTooLong",
     &F::Locations,
     {3, 4, 6, FramePointer << 2 | 3, 0xf8, 0x7f},
     LLVMManagedMalformedNumber,
     4},
    {"signedNumberIsTooLarge", &F::Locations,
     plus({3, 4, 6, FramePointer << 2 | 3}, plus(Bytes(9, 0x80), {1})),
     LLVMManagedMalformedNumber, 4},

    {"noPairs", &F::Pairs, {0}, LLVMManagedEmptyList, 0},
    {"pairHasNoSuchBase", &F::Pairs, {1, 3, 1}, LLVMManagedBadRootSet, 1},
    {"pairHasNoSuchDerived", &F::Pairs, {1, 0, 3}, LLVMManagedBadRootSet, 2},
    {"samePairTwice", &F::Pairs, {2, 0, 1, 0, 1}, LLVMManagedBadRootSet, 0},
    {"derivedFromItself", &F::Pairs, {1, 0, 0}, LLVMManagedBadRootSet, 14},
    {"derivedIsARoot", &F::Pairs, {1, 0, 2}, LLVMManagedBadRootSet, 14},
    {"baseIsNoRoot", &F::Pairs, {1, 1, 0}, LLVMManagedBadRootSet, 14},

    {"setHasMoreBits", &F::Set, {0xef, 1}, LLVMManagedBadRootSet, 0},
    {"setIsTooLong", &F::Set, {0xef, 0}, LLVMManagedMalformedNumber, 0},
    {"defaultId", &F::Id, {0x80, 0xde, 0xb7, 0xde, 0x0a}, LLVMManagedBadId, 0},
    {"invalidId", &F::Id, plus(Bytes(9, 0xff), {1}), LLVMManagedBadId, 0},
    {"otherFrameIsTheFirst", &F::FrameNumber, {0}, LLVMManagedBadFrame, 0},
    {"noSuchFrame", &F::FrameNumber, {2}, LLVMManagedBadFrame, 0},

    {"unusedDeoptKind", &F::Deopt, {2, 7}, LLVMManagedUnknownKind, 1},
    {"deoptOfNoLocation", &F::Deopt, {2, 3 << 3 | 2}, LLVMManagedBadDeopt, 1},
    {"deoptOfNoRegister", &F::Deopt, {2, 0x83, 8, 8}, LLVMManagedBadDeopt, 1},
    {"deoptAtNoRegister",
     &F::Deopt,
     {2, 8 << 3 | 4, 0x81, 1, 0},
     LLVMManagedBadDeopt,
     2},
    {"deoptAddressWithSize",
     &F::Deopt,
     {2, 1 << 3 | 5, 0, 0},
     LLVMManagedReservedBits,
     1},
    {"deoptConstantWithNumber",
     &F::Deopt,
     {2, 1 << 3 | 6, 1, 2, 3, 4, 5, 6, 7, 8},
     LLVMManagedReservedBits,
     1},
};

class StackMapRules : public testing::TestWithParam<Rule> {};

TEST_P(StackMapRules, AreChecked) {
  const Rule &R = GetParam();
  Arena Memory;
  FunctionParts Parts;
  StackMapTable Good(Memory);
  ASSERT_EQ(Good.run(Memory.code(64), plus(Parts.encode(), {0})).check(),
            LLVMManagedSuccess);
  Parts.*R.Which = R.Instead;
  StackMapTable Bad(Memory);
  // Behind others, so that the place is told apart from the beginning.
  Bytes Run = plus(plainFunction(), {1});
  Bad.run(Memory.code(64), plus(plus(Run, Parts.encode()), {0}));
  EXPECT_EQ(Bad.check(), R.Status);
  // In a set, the set is what is wrong.
  size_t Where = R.Where == 14 ? Parts.offsetOf(&F::Set)
                               : Parts.offsetOf(R.Which) + R.Where;
  EXPECT_EQ(Bad.errorOffset(), Run.size() + Where);
}

INSTANTIATE_TEST_SUITE_P(, StackMapRules, testing::ValuesIn(Rules),
                         [](const auto &Info) { return Info.param.Name; });

TEST(StackMapTableTest, OneDerivedPointerHasOneBase) {
  Arena Memory;
  FunctionParts Parts;
  // Both roots are said to be the base of the second location.
  Parts.Pairs = {2, 0, 1, 2, 1};
  Parts.Set = {0xef, 1};
  StackMapTable Table(Memory);
  EXPECT_EQ(Table.run(Memory.code(64), plus(Parts.encode(), {0})).check(),
            LLVMManagedBadRootSet);
  // One at a time is right.
  Parts.Set = {0xaf, 1};
  StackMapTable Other(Memory);
  EXPECT_EQ(Other.run(Memory.code(64), plus(Parts.encode(), {0})).check(),
            LLVMManagedSuccess);
}

TEST(StackMapTableTest, SavedRegistersAreLocations) {
  Arena Memory;
  // All locations are those of two saved registers.
  Bytes Run = {0x20, 0, 16 << 2, 6 << 1, 3, 0};
  EXPECT_EQ(StackMapTable(Memory).run(Memory.code(64), Run).check(),
            LLVMManagedSuccess);
  Run[4] = 4;
  EXPECT_EQ(StackMapTable(Memory).run(Memory.code(64), Run).check(),
            LLVMManagedBadRootSet);
  // And are not to be written again.
  Run = {0x60, 0, 16 << 2, 2 << 1, 1, 19 << 2 | 1, 3, 0};
#if !defined(__aarch64__)
  Run[5] = 15 << 2 | 1;
#endif
  EXPECT_EQ(StackMapTable(Memory).run(Memory.code(64), Run).check(),
            LLVMManagedBadLocation);
}

TEST(StackMapTableTest, Dictionaries) {
  Arena Memory;
  // Two sets, of which the safepoint has the second.
  const Bytes Good = {0x61, 0, 16 << 2, 2 << 1, 1, 6, 2, 0, 1, 1, 0};
  auto Status = [&](size_t At, uint8_t Byte) {
    Bytes Run = Good;
    Run[At] = Byte;
    StackMapTable Table(Memory);
    LLVMManagedStatus S = Table.run(Memory.code(64), Run).check();
    EXPECT_TRUE(S == LLVMManagedSuccess || Table.errorOffset() == At);
    return S;
  };
  EXPECT_EQ(Status(9, 1), LLVMManagedSuccess);
  EXPECT_EQ(Status(9, 2), LLVMManagedBadRootSet);
  EXPECT_EQ(Status(8, 4), LLVMManagedBadRootSet);
  EXPECT_EQ(Status(6, 0), LLVMManagedEmptyList);
}

//===----------------------------------------------------------------------===//
// Safepoints and runs
//===----------------------------------------------------------------------===//

TEST(StackMapTableTest, DistancesBetweenSafepoints) {
  Arena Memory;
  auto Status = [&](const Bytes &First, const Bytes &Second) {
    Bytes Run = {0, 1, 16 << 2, 0, 0};
    append(Run, First);
    append(Run, {0});
    append(Run, Second);
    append(Run, plainRun());
    StackMapTable Table(Memory);
    Table.Tables.CodeBegin = Memory.code();
    Table.Tables.CodeEnd = Memory.code(1 << 20);
    LLVMManagedStatus S = Table.run(Memory.code(64), Run).check();
    if (S != LLVMManagedSuccess)
      EXPECT_EQ(Table.errorOffset(),
                S == LLVMManagedDuplicatePC && First[0] == 0 ? 5u : 7u);
    return S;
  };
  EXPECT_EQ(Status({1}, {1}), LLVMManagedSuccess);
  EXPECT_EQ(Status({0}, {1}), LLVMManagedDuplicatePC);
  // From function to function, a distance of zero ends the run.
  EXPECT_EQ(Status({1}, {0}), LLVMManagedSuccess);
  // Assemblers may pad distances, but not the end.
  EXPECT_EQ(Status({1}, {0x81, 0x80, 0}), LLVMManagedSuccess);
  EXPECT_EQ(Status({1}, {0x80, 0}), LLVMManagedDuplicatePC);
  EXPECT_EQ(Status({1}, {0x80, 0x80, 0x80, 1}), LLVMManagedPCOutOfRange);
  EXPECT_EQ(Status({1}, plus(Bytes(9, 0xff), {1})), LLVMManagedPCOutOfRange);
}

TEST(StackMapTableTest, PcsAreInTheCode) {
  Arena Memory;
  auto Status = [&](uintptr_t PC) {
    StackMapTable Table(Memory);
    Table.Tables.CodeBegin = Memory.code(64);
    Table.Tables.CodeEnd = Memory.code(128);
    LLVMManagedStatus S = Table.run(PC, plainRun()).check();
    EXPECT_TRUE(S == LLVMManagedSuccess || Table.Error.Where == Table.Index);
    return S;
  };
  // A call at the end returns behind it; nothing returns to the beginning.
  EXPECT_EQ(Status(Memory.code(64)), LLVMManagedPCOutOfRange);
  EXPECT_EQ(Status(Memory.code(64 + CodeUnit)), LLVMManagedSuccess);
  EXPECT_EQ(Status(Memory.code(128)), LLVMManagedSuccess);
  EXPECT_EQ(Status(Memory.code(128 + CodeUnit)), LLVMManagedPCOutOfRange);
  if (CodeUnit > 1)
    EXPECT_EQ(Status(Memory.code(72 + CodeUnit / 2)), LLVMManagedPCOutOfRange);
}

TEST(StackMapTableTest, RunsAreInTheMap) {
  Arena Memory;
  StackMapTable Table(Memory);
  Table.run(Memory.code(64), plainRun());
  const stackmap::IndexEntryV4 Good = Table.Index[0];
  Table.Index[0].Run += Table.Size;
  EXPECT_EQ(Table.check(), LLVMManagedRunOutOfRange);
  EXPECT_EQ(Table.Error.Where, Table.Index);
  Table.Index[0].Run = Good.Run - 1;
  EXPECT_EQ(Table.check(), LLVMManagedRunOutOfRange);
  // Inside of a run is inside of the map, but nothing begins there.
  Table.Index[0].Run = Good.Run + Table.Size - 1;
  EXPECT_EQ(Table.check(), LLVMManagedTruncatedTable);
}

TEST(StackMapTableTest, RunsDoNotOverlap) {
  Arena Memory;
  // The first run has safepoints at 64 and 65 units.
  const uintptr_t PC = Memory.code(64 * CodeUnit);
  Bytes Two = {0, 1, 16 << 2, 0, 0, 1, 0, 0};
  StackMapTable Same(Memory);
  Same.run(PC, Two).run(PC + CodeUnit, plainRun());
  EXPECT_EQ(Same.check(), LLVMManagedDuplicatePC);
  EXPECT_EQ(Same.Error.Where, &Same.Index[1]);
  Two[5] = 2;
  StackMapTable Between(Memory);
  Between.run(PC, Two).run(PC + CodeUnit, plainRun());
  EXPECT_EQ(Between.check(), LLVMManagedRunsOverlap);
  EXPECT_EQ(Between.Error.Where, &Between.Index[1]);
  StackMapTable Behind(Memory);
  Behind.run(PC, Two).run(PC + 3 * CodeUnit, plainRun());
  EXPECT_EQ(Behind.check(), LLVMManagedSuccess);
  // As many entries may share a run as are paid for by others.
  StackMapTable Shared(Memory);
  Shared.run(PC, plainRun()).lead(PC + CodeUnit, Shared.Map);
  EXPECT_EQ(Shared.check(), LLVMManagedRunsOverlap);
}

TEST(StackMapTableTest, IndexIsSortedAndPaddingSkipped) {
  Arena Memory;
  StackMapTable Table(Memory);
  Table.run(Memory.code(512), plainRun())
      .entry({0, 0})
      .run(Memory.code(256), plainRun());
  ASSERT_EQ(Table.add(), LLVMManagedSuccess);
  LLVMManagedSafepoint Safepoint;
  EXPECT_TRUE(LLVMManagedLookupSafepoint(Memory.code(512), &Safepoint));
  EXPECT_TRUE(LLVMManagedLookupSafepoint(Memory.code(256), &Safepoint));
  EXPECT_FALSE(LLVMManagedLookupSafepoint(Memory.code(384), &Safepoint));
  Table.remove();
}

TEST(StackMapTableTest, NamesTheVersionOfALaterTable) {
  Arena Memory;
  StackMapTable Table(Memory);
  Table.run(Memory.code(64), plainRun()).entry({0, 5});
  EXPECT_EQ(Table.check(), LLVMManagedUnknownVersion);
  EXPECT_EQ(Table.Error.Version, 5u);
  EXPECT_EQ(Table.Error.Where, &Table.Index[1]);
}

TEST(StackMapTableTest, IndexIsAlignedAndWhole) {
  Arena Memory;
  StackMapTable Table(Memory);
  Table.run(Memory.code(64), plainRun());
  const auto *Begin = static_cast<const char *>(Table.Tables.IndexBegin);
  Table.Tables.IndexEnd = Begin + 12;
  EXPECT_EQ(Table.check(), LLVMManagedTruncatedTable);
  EXPECT_EQ(Table.Error.Where, Begin + 8);
  Table.Tables.IndexBegin = Begin + 2;
  Table.Tables.IndexEnd = Begin + 10;
  EXPECT_EQ(Table.check(), LLVMManagedMisalignedTable);
  EXPECT_EQ(Table.Error.Where, Begin + 2);
}

//===----------------------------------------------------------------------===//
// Bytes that nobody vouches for
//===----------------------------------------------------------------------===//

/// Whatever is registered can be walked and visited within the stack it has.
class MutatedStackMap : public testing::Test {
protected:
  static constexpr size_t StackSize = 4096;

  Arena Memory;
  StackMapTable Table{Memory};
  alignas(64) uint64_t Stack[StackSize / 8] = {};

  void SetUp() override {
    FunctionParts Parts;
    Bytes Run = plus(Parts.encode(), {Distance / CodeUnit});
    append(Run, {0x61, 1, 16 << 2, 2 << 1, 2, 6, 9, 2, 3, 5, 1, 3, 0});
    append(Run, {1, 0, 0, 9, 2 << 1 | 1, Register, 2, 30, 4, 0, 0});
    Table.run(Memory.code(64), Run);
    ASSERT_EQ(Table.check(), LLVMManagedSuccess);
  }

  void use(uintptr_t PC) {
    LLVMManagedSafepoint Safepoint;
    if (!LLVMManagedLookupSafepoint(PC, &Safepoint))
      return;
    LLVMManagedAnchor Anchor = {};
    Anchor.PC = PC;
    Anchor.SP = reinterpret_cast<uintptr_t>(Stack) + 1024;
    Anchor.Registers[0] = Anchor.SP + 512;
    LLVMManagedWalkOptions Options = {
        sizeof(Options), reinterpret_cast<uintptr_t>(Stack),
        reinterpret_cast<uintptr_t>(Stack) + StackSize, /*NativeCallers=*/0};
    LLVMManagedCursor Cursor;
    if (LLVMManagedStartWalk(&Cursor, &Anchor, &Options) !=
        LLVMManagedStepFrame)
      return;
    LLVMManagedVisitor Visitor = {[](const uint64_t *Base, uint64_t *Derived,
                                     void *) { *Derived = *Base; },
                                  [](uint64_t *Root, void *) { *Root = 0; },
                                  nullptr};
    LLVMManagedVisitFrame(&Cursor, &Visitor);
    LLVMManagedDeoptValue Values[4];
    LLVMManagedGetDeoptState(&Cursor, Values, 4, nullptr);
    LLVMManagedFrame Frame;
    LLVMManagedGetFrame(&Cursor, &Frame);
    LLVMManagedNextFrame(&Cursor);
  }

  void registerAndUse() {
    if (Table.add() != LLVMManagedSuccess)
      return;
    for (uintptr_t PC = Memory.code(0); PC < Memory.code(512); PC += CodeUnit)
      use(PC);
    Table.remove();
  }
};

TEST_F(MutatedStackMap, MisalignedReferencesAreNowhere) {
  LLVMManagedVisitor Visitor = {};
  LLVMManagedAnchor Anchor = {};
  Anchor.PC = Memory.code(64);
  Anchor.SP = reinterpret_cast<uintptr_t>(Stack) + 1024;
  Anchor.Registers[0] = Anchor.SP + 512;
  ASSERT_EQ(Table.add(), LLVMManagedSuccess);
  LLVMManagedCursor Cursor;
  ASSERT_EQ(LLVMManagedStartWalk(&Cursor, &Anchor, nullptr),
            LLVMManagedStepFrame);
  EXPECT_EQ(LLVMManagedVisitFrame(&Cursor, &Visitor), LLVMManagedSuccess);
  // One of the locations is relative to it.
  Anchor.Registers[0] += 4;
  EXPECT_EQ(LLVMManagedVisitFrame(&Cursor, &Visitor), LLVMManagedNoPlace);
  Table.remove();
}

TEST_F(MutatedStackMap, EveryTruncationIsRefused) {
  // Before memory that cannot be read.
  const size_t PageSize = sysconf(_SC_PAGESIZE);
  auto *Pages =
      static_cast<uint8_t *>(mmap(nullptr, 2 * PageSize, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(Pages, MAP_FAILED);
  ASSERT_EQ(mprotect(Pages + PageSize, PageSize, PROT_NONE), 0);
  for (size_t Size = 0; Size < Table.Size; ++Size) {
    uint8_t *Copy = Pages + PageSize - Size;
    std::memcpy(Copy, Table.Map, Size);
    StackMapTable Part(Memory);
    Part.lead(Memory.code(64), Copy);
    Part.Tables.MapBegin = Copy;
    Part.Tables.MapEnd = Copy + Size;
    EXPECT_EQ(Part.check(),
              Size ? LLVMManagedTruncatedTable : LLVMManagedRunOutOfRange)
        << Size;
  }
  munmap(Pages, 2 * PageSize);
}

TEST_F(MutatedStackMap, EveryChangedByteIsSurvived) {
  for (size_t I = 0; I < Table.Size; ++I) {
    uint8_t Good = Table.Map[I];
    for (unsigned Value = 0; Value < 256; ++Value) {
      Table.Map[I] = Value;
      registerAndUse();
    }
    Table.Map[I] = Good;
  }
}

TEST_F(MutatedStackMap, RandomBytesAreSurvived) {
  std::mt19937 Random(1);
  const Bytes Good(Table.Map, Table.Map + Table.Size);
  for (unsigned Round = 0; Round < 20000; ++Round) {
    std::memcpy(Table.Map, Good.data(), Good.size());
    for (unsigned Count = 1 + Random() % 4; Count; --Count)
      Table.Map[Random() % Good.size()] =
          Random() % 2 ? Random() : Random() % 8;
    registerAndUse();
  }
}

} // end anonymous namespace
