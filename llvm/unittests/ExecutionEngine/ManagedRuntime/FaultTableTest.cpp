//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reading tables: each rule of the format, broken alone.
///
//===----------------------------------------------------------------------===//

#include "../../../lib/ExecutionEngine/ManagedRuntime/FaultTable.h"
#include "TableBuilder.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <memory>
#include <tuple>

using namespace llvm;
using namespace llvm::faultmap;
using namespace llvm::managed;

namespace {

struct ArrayDeleter {
  void operator()(EntryArray *Array) const {
    free(Array->Copy);
    delete Array;
  }
};

/// What one of the readers makes of a table.
struct Result {
  LLVMManagedStatus Status;
  LLVMManagedTableError Error = {nullptr, 0};
  std::unique_ptr<EntryArray, ArrayDeleter> Array{new EntryArray};

  DecodedEntry operator[](size_t I) const {
    return decode(Array->at(I), Array->How);
  }
  bool isCopy() const { return Array->Copy; }
};

class FaultTableTest : public testing::Test {
protected:
  Arena Memory;
  CodeRange Code{Memory.code(), Memory.code(1 << 20)};

  uintptr_t at(size_t Offset) const { return Memory.code(Offset); }

  Result readShort(const ShortEntryV2 *First, size_t Count) {
    Result R;
    R.Status = readShortTable(First, First + Count, Code, *R.Array, R.Error);
    return R;
  }
  Result readLong(const LongEntryV2 *First, size_t Count) {
    Result R;
    R.Status = readLongTable(First, First + Count, Code, *R.Array, R.Error);
    return R;
  }
  Result readV1(const BytesV1 &Bytes) {
    Result R;
    R.Status =
        readV1Tables(Bytes.begin(), Bytes.end(), Code, *R.Array, R.Error);
    return R;
  }

  /// Three entries of each encoding, all in order.
  ShortEntryV2 *makeShort() {
    auto *E = Memory.allocate<ShortEntryV2>(3);
    set(E[0], at(16), at(64), FaultingLoad);
    set(E[1], at(24), at(8), FaultingLoadStore);
    set(E[2], at(5000), at(4000), FaultingStore);
    return E;
  }
  LongEntryV2 *makeLong() {
    auto *E = Memory.allocate<LongEntryV2>(3);
    set(E[0], at(16), at(64), FaultingLoad);
    set(E[1], at(24), at(8), FaultingLoadStore);
    set(E[2], at(5000), at(4000), FaultingStore);
    setSite(E[1], 0);
    setSite(E[2], 0xffffffff);
    return E;
  }
};

TEST_F(FaultTableTest, NoTableHasNoEntries) {
  EXPECT_EQ(readShort(nullptr, 0).Status, LLVMManagedSuccess);
  EXPECT_EQ(readLong(nullptr, 0).Status, LLVMManagedSuccess);
  Result R = readV1({});
  EXPECT_EQ(R.Status, LLVMManagedSuccess);
  EXPECT_EQ(R.Array->Count, 0u);
}

TEST_F(FaultTableTest, ShortTableInOrderIsUsedInPlace) {
  ShortEntryV2 *E = makeShort();
  Result R = readShort(E, 3);
  ASSERT_EQ(R.Status, LLVMManagedSuccess);
  EXPECT_FALSE(R.isCopy());
  EXPECT_EQ(R.Array->First, E);
  ASSERT_EQ(R.Array->Count, 3u);
  EXPECT_EQ(R[0].PC, at(16));
  EXPECT_EQ(R[0].Handler, at(64));
  EXPECT_EQ(R[0].Info, FaultingLoad);
  EXPECT_EQ(R[1].Handler, at(8));
  EXPECT_EQ(R[1].Info, FaultingLoadStore);
  EXPECT_EQ(R[2].PC, at(5000));
  EXPECT_EQ(R[2].Info, FaultingStore);
}

TEST_F(FaultTableTest, LongTableKeepsAbsentAndZeroSitesApart) {
  LongEntryV2 *E = makeLong();
  Result R = readLong(E, 3);
  ASSERT_EQ(R.Status, LLVMManagedSuccess);
  EXPECT_EQ(R.Array->First, E);
  EXPECT_FALSE(hasSite(R[0]));
  EXPECT_TRUE(hasSite(R[1]));
  EXPECT_EQ(R[1].Site, 0u);
  EXPECT_EQ(R[2].Site, 0xffffffffu);
  EXPECT_EQ(R[2].Handler, at(4000));
}

TEST_F(FaultTableTest, TableOutOfOrderIsCopiedAndSorted) {
  ShortEntryV2 *E = makeShort();
  set(E[0], at(9000), at(64), FaultingStore);
  Result R = readShort(E, 3);
  ASSERT_EQ(R.Status, LLVMManagedSuccess);
  EXPECT_TRUE(R.isCopy());
  ASSERT_EQ(R.Array->Count, 3u);
  EXPECT_EQ(R[0].PC, at(24));
  EXPECT_EQ(R[2].PC, at(9000));
  EXPECT_EQ(R[2].Info, FaultingStore);
}

TEST_F(FaultTableTest, PaddingIsSkipped) {
  LongEntryV2 *E = makeLong();
  memset(&E[1], 0, sizeof(E[1]));
  Result R = readLong(E, 3);
  ASSERT_EQ(R.Status, LLVMManagedSuccess);
  ASSERT_EQ(R.Array->Count, 2u);
  EXPECT_EQ(R[1].Site, 0xffffffffu);

  memset(E, 0, 3 * sizeof(*E));
  EXPECT_EQ(readLong(E, 3).Status, LLVMManagedSuccess);
  EXPECT_EQ(readLong(E, 3).Array->Count, 0u);
}

TEST_F(FaultTableTest, RejectsAMisalignedTable) {
  ShortEntryV2 *E = makeShort();
  const char *Begin = reinterpret_cast<const char *>(E) + 4;
  Result R;
  R.Status = readShortTable(Begin, Begin + 8, Code, *R.Array, R.Error);
  EXPECT_EQ(R.Status, LLVMManagedMisalignedTable);
  EXPECT_EQ(R.Error.Where, Begin);
}

TEST_F(FaultTableTest, RejectsPartOfAnEntry) {
  LongEntryV2 *E = makeLong();
  Result R;
  R.Status = readLongTable(E, reinterpret_cast<char *>(E + 2) + 8, Code,
                           *R.Array, R.Error);
  EXPECT_EQ(R.Status, LLVMManagedTruncatedTable);
  EXPECT_EQ(R.Error.Where, E + 2);
}

TEST_F(FaultTableTest, RejectsUnusedKinds) {
  for (uint32_t Kind : {0u, 8u, 14u}) {
    ShortEntryV2 *S = makeShort();
    set(S[1], at(24), at(8), Kind);
    Result R = readShort(S, 3);
    EXPECT_EQ(R.Status, LLVMManagedUnknownKind) << Kind;
    EXPECT_EQ(R.Error.Where, &S[1]);
    LongEntryV2 *L = makeLong();
    set(L[1], at(24), at(8), Kind);
    EXPECT_EQ(readLong(L, 3).Status, LLVMManagedUnknownKind) << Kind;
  }
}

TEST_F(FaultTableTest, NamesTheVersionOfALaterTable) {
  ShortEntryV2 *S = makeShort();
  S[0] = {0, makeVersionMark(3)};
  Result R = readShort(S, 3);
  EXPECT_EQ(R.Status, LLVMManagedUnknownVersion);
  EXPECT_EQ(R.Error.Version, 3u);
  EXPECT_EQ(R.Error.Where, &S[0]);

  LongEntryV2 *L = makeLong();
  L[2] = {0, 0, 0, makeVersionMark(4711)};
  R = readLong(L, 3);
  EXPECT_EQ(R.Status, LLVMManagedUnknownVersion);
  EXPECT_EQ(R.Error.Version, 4711u);
}

TEST_F(FaultTableTest, RejectsReservedBitsOfLongEntries) {
  for (unsigned Bit = 5; Bit < 32; ++Bit) {
    LongEntryV2 *E = makeLong();
    E[1].Info |= 1u << Bit;
    EXPECT_EQ(readLong(E, 3).Status, LLVMManagedReservedBits) << Bit;
  }
}

TEST_F(FaultTableTest, RejectsASiteThatIsNotThere) {
  LongEntryV2 *E = makeLong();
  E[2].Info &= ~HasSiteV2;
  Result R = readLong(E, 3);
  EXPECT_EQ(R.Status, LLVMManagedReservedBits);
  EXPECT_EQ(R.Error.Where, &E[2]);
}

TEST_F(FaultTableTest, RejectsPcsOutsideOfTheCode) {
  auto *E = Memory.allocate<LongEntryV2>(1);
  for (uintptr_t PC : {at(0) - 1, at(1 << 20)}) {
    set(E[0], PC, at(8));
    EXPECT_EQ(readLong(E, 1).Status, LLVMManagedPCOutOfRange);
    set(E[0], at(8), PC);
    EXPECT_EQ(readLong(E, 1).Status, LLVMManagedPCOutOfRange);
  }
  set(E[0], at(0), at((1 << 20) - 1));
  EXPECT_EQ(readLong(E, 1).Status, LLVMManagedSuccess);
}

TEST_F(FaultTableTest, RejectsOneEntryOutsideOfTheCode) {
  ShortEntryV2 *E = makeShort();
  const CodeRange All = Code;
  // The first and the last PC, and handlers in between.
  for (auto [Begin, End, Wrong] :
       {std::tuple(at(17), at(6000), 0), std::tuple(at(8), at(5000), 2),
        std::tuple(at(9), at(6000), 1)}) {
    Code = {Begin, End};
    Result R = readShort(E, 3);
    EXPECT_EQ(R.Status, LLVMManagedPCOutOfRange);
    EXPECT_EQ(R.Error.Where, &E[Wrong]);
  }
  Code = All;
  EXPECT_EQ(readShort(E, 3).Status, LLVMManagedSuccess);
}

TEST_F(FaultTableTest, TellsIfAnEntryIsWide) {
  for (bool InOrder : {true, false}) {
    ShortEntryV2 *E = makeShort();
    if (!InOrder)
      set(E[0], at(9000), at(64), FaultingLoad);
    EXPECT_FALSE(readShort(E, 3).Array->HasWide);
    for (uint32_t Kind = FirstKind; Kind <= LastKind; ++Kind) {
      set(E[1], at(24), at(8), Kind);
      Result R = readShort(E, 3);
      EXPECT_EQ(R.Status, LLVMManagedSuccess);
      EXPECT_EQ(R.Array->HasWide, isWide(Kind)) << Kind;
      EXPECT_EQ(R.isCopy(), !InOrder);
    }
  }
}

TEST_F(FaultTableTest, RejectsAHandlerThatFaults) {
  ShortEntryV2 *E = makeShort();
  set(E[2], at(5000), at(5000));
  Result R = readShort(E, 3);
  EXPECT_EQ(R.Status, LLVMManagedHandlerFaults);
  EXPECT_EQ(R.Error.Where, &E[2]);
}

TEST_F(FaultTableTest, RejectsAPcThatIsThereTwice) {
  ShortEntryV2 *E = makeShort();
  set(E[1], at(16), at(8));
  Result R = readShort(E, 3);
  EXPECT_EQ(R.Status, LLVMManagedDuplicatePC);
  EXPECT_EQ(R.Error.Where, &E[1]);
  EXPECT_FALSE(R.isCopy());

  set(E[1], at(24), at(8));
  set(E[2], at(16), at(8));
  R = readShort(E, 3);
  EXPECT_EQ(R.Status, LLVMManagedDuplicatePC);
  EXPECT_EQ(R.Error.Where, &E[2]);
}

TEST_F(FaultTableTest, ReadsDistancesOfBothSigns) {
  auto *E = Memory.allocate<ShortEntryV2>(2);
  // No code has to be there, so the range does not matter either.
  Code = CodeRange();
  set(E[0], at(0), at(0) + MinDistanceV2);
  set(E[1], at(8), at(8) + MaxDistanceV2);
  Result R = readShort(E, 2);
  ASSERT_EQ(R.Status, LLVMManagedSuccess);
  EXPECT_EQ(R[0].Handler, at(0) - (uintptr_t(1) << 27));
  EXPECT_EQ(R[1].Handler, at(7) + (uintptr_t(1) << 27));
}

TEST_F(FaultTableTest, V1TablesAreConcatenatedDecodedAndSorted) {
  BytesV1 Bytes;
  Bytes.header(2).function(at(8000), 2);
  Bytes.entry(1, 0x20, 0x40).entry(3, 0x10, 0x40).function(at(0), 0);
  Bytes.header(0);
  Bytes.header(1).function(at(0), 1).entry(2, 0, 0xfff);
  Result R = readV1(Bytes);
  ASSERT_EQ(R.Status, LLVMManagedSuccess);
  ASSERT_EQ(R.Array->Count, 3u);
  EXPECT_EQ(R[0].PC, at(0));
  EXPECT_EQ(R[0].Handler, at(0xfff));
  EXPECT_EQ(R[0].Info, FaultingLoadStore);
  EXPECT_EQ(R[1].PC, at(8000 + 0x10));
  EXPECT_EQ(R[2].PC, at(8000 + 0x20));
}

TEST_F(FaultTableTest, V1FunctionsThatWereDiscardedAreSkipped) {
  BytesV1 Bytes;
  Bytes.header(2).function(0, 1).entry(1, 0xfffffff0, 4);
  Bytes.function(at(0), 1).entry(1, 0, 4);
  Result R = readV1(Bytes);
  ASSERT_EQ(R.Status, LLVMManagedSuccess);
  EXPECT_EQ(R.Array->Count, 1u);
}

TEST_F(FaultTableTest, V1EntriesAgreeOrAreDropped) {
  BytesV1 Bytes;
  Bytes.header(3).function(at(0), 3);
  Bytes.entry(1, 0, 8).entry(1, 4, 8).entry(1, 8, 12);
  Bytes.function(at(0), 2).entry(1, 0, 8).entry(1, 4, 12);
  Bytes.function(at(0), 1).entry(3, 8, 12);
  Result R = readV1(Bytes);
  ASSERT_EQ(R.Status, LLVMManagedSuccess);
  ASSERT_EQ(R.Array->Count, 1u);
  EXPECT_EQ(R[0].PC, at(0));
}

TEST_F(FaultTableTest, V1NamesAnotherVersionWhateverFollows) {
  BytesV1 Bytes;
  Bytes.put(uint8_t(7));
  Result R = readV1(Bytes);
  EXPECT_EQ(R.Status, LLVMManagedUnknownVersion);
  EXPECT_EQ(R.Error.Version, 7u);
}

TEST_F(FaultTableTest, V1RejectsReservedBytes) {
  BytesV1 Header;
  Header.header(0).Data[1] = 1;
  EXPECT_EQ(readV1(Header).Status, LLVMManagedReservedBits);
  BytesV1 Short;
  Short.header(0).Data[3] = 1;
  EXPECT_EQ(readV1(Short).Status, LLVMManagedReservedBits);
  BytesV1 Function;
  Function.header(1).put(FunctionV1{at(0), 0, 1});
  EXPECT_EQ(readV1(Function).Status, LLVMManagedReservedBits);
}

TEST_F(FaultTableTest, V1RejectsCountsThatAreTooLarge) {
  BytesV1 Functions;
  Functions.header(0xffffffff).function(at(0), 0);
  EXPECT_EQ(readV1(Functions).Status, LLVMManagedTruncatedTable);
  BytesV1 Entries;
  Entries.header(1).function(at(0), 0xffffffff).entry(1, 0, 4);
  EXPECT_EQ(readV1(Entries).Status, LLVMManagedTruncatedTable);
}

TEST_F(FaultTableTest, V1RejectsKindsAndHandlersAsVersion2Does) {
  for (uint32_t Kind : {0u, 4u, 15u}) {
    BytesV1 Bytes;
    Bytes.header(1).function(at(0), 1).entry(Kind, 0, 4);
    EXPECT_EQ(readV1(Bytes).Status, LLVMManagedUnknownKind) << Kind;
  }
  BytesV1 Loop;
  Loop.header(1).function(at(0), 1).entry(1, 4, 4);
  EXPECT_EQ(readV1(Loop).Status, LLVMManagedHandlerFaults);
}

TEST_F(FaultTableTest, V1RejectsPcsOutsideOfTheCode) {
  BytesV1 Function;
  Function.header(1).function(at(0) - 1, 0);
  EXPECT_EQ(readV1(Function).Status, LLVMManagedPCOutOfRange);
  BytesV1 Faulting;
  Faulting.header(1).function(at(0), 1).entry(1, 1 << 20, 4);
  EXPECT_EQ(readV1(Faulting).Status, LLVMManagedPCOutOfRange);
  BytesV1 Handler;
  Handler.header(1).function(at(0), 1).entry(1, 0, 0xffffffff);
  EXPECT_EQ(readV1(Handler).Status, LLVMManagedPCOutOfRange);
}

// Bytes that end where their memory ends, so that reading on would be seen by
// the address sanitizer.
TEST_F(FaultTableTest, V1RejectsEveryTruncation) {
  BytesV1 Good;
  Good.header(2).function(at(0), 2).entry(1, 0, 8).entry(2, 4, 8);
  Good.function(at(8000), 1).entry(3, 0, 8);
  size_t Whole = Good.Data.size();
  Good.header(1).function(at(9000), 1).entry(3, 0, 8);
  ASSERT_EQ(readV1(Good).Status, LLVMManagedSuccess);
  for (size_t Size = 0; Size < Good.Data.size(); ++Size) {
    BytesV1 Part;
    Part.Data.assign(Good.begin(), Good.begin() + Size);
    Part.Data.shrink_to_fit();
    EXPECT_EQ(readV1(Part).Status, Size == 0 || Size == Whole
                                       ? LLVMManagedSuccess
                                       : LLVMManagedTruncatedTable)
        << Size;
  }
}

TEST_F(FaultTableTest, V1SurvivesEveryChangedByte) {
  BytesV1 Bytes;
  Bytes.header(1).function(at(0), 2).entry(1, 0, 8).entry(2, 4, 8);
  for (uint8_t &Byte : Bytes.Data) {
    uint8_t Good = Byte;
    for (unsigned Value = 0; Value < 256; ++Value) {
      Byte = Value;
      Result R = readV1(Bytes);
      for (size_t I = 0; I < R.Array->Count; ++I)
        EXPECT_TRUE(Code.contains(R[I].PC) && Code.contains(R[I].Handler));
    }
    Byte = Good;
  }
}

} // end anonymous namespace
