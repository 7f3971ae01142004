//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stack maps, version 3, well-formed and malformed.
///
//===----------------------------------------------------------------------===//

#include "StackMapBytes.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace llvm::object;
using namespace llvm::stackmap;

using L = StackMapLocation;
using Locations = std::vector<StackMapLocation>;

static std::string at(const char *Offset, const char *Rule) {
  return std::string("section 'maps' (index 5) at offset 0x") + Offset + ": " +
         Rule;
}

/// A table with one function, one constant, and a statepoint's record that
/// begins at offset 0x30.
static StackMapBuilder makeTable() {
  StackMapBuilder B;
  B.header(1, 1, 1)
      .function(0x2000, 24, 1)
      .add<uint64_t>(1) // A constant.
      .record(7, 0x10, 9)
      .constant(0)
      .constant(2) // Deoptimization values are early.
      .constant(2)
      .location(ConstantIndex, 8, 0, 0)
      .location(Indirect, 4, 7, 12)
      // Pairs: a pointer with itself, and one derived from it.
      .location(Indirect, 8, 7, 8)
      .location(Indirect, 8, 7, 8)
      .location(Indirect, 8, 7, 8)
      .location(Register, 8, 3, 0)
      .endRecord();
  return B;
}

/// The error of a record with locations that \p Add adds.
static std::string errorOf(function_ref<unsigned(StackMapBuilder &)> Add,
                           uint64_t Id = 1) {
  StackMapBuilder Body;
  const unsigned Count = Add(Body);
  StackMapBuilder B;
  B.header(1, 0, 1).function(0x2000, 24, 1).record(Id, 0x10, Count);
  Add(B);
  B.endRecord();
  Expected<StackMapTables> T = B.parseTables();
  if (!T)
    return toString(T.takeError());
  Expected<StackMapSafepoint> S =
      readStatepoint(*T, T->Tables[0], T->Records[0]);
  if (S)
    return "success";
  const std::string Text = toString(S.takeError());
  const std::string Prefix =
      at("28", "the record does not describe a statepoint: ");
  return Text.compare(0, Prefix.size(), Prefix) ? Text
                                                : Text.substr(Prefix.size());
}

namespace {

TEST(ManagedStackMapsTables, EmptySection) {
  StackMapBuilder B;
  EXPECT_EQ(B.tablesError(), "success");
  EXPECT_EQ(B.zeros(24).tablesError(), "success");
}

TEST(ManagedStackMapsTables, ATable) {
  StackMapBuilder B = makeTable();
  Expected<StackMapTables> T = B.parseTables();
  ASSERT_TRUE(bool(T)) << toString(T.takeError());
  ASSERT_EQ(T->Tables.size(), 1u);
  ASSERT_EQ(T->Functions.size(), 1u);
  EXPECT_EQ(T->Functions[0].StackSize, 24u);
  EXPECT_EQ(T->Functions[0].Address.Address, 0x2000u);
  ASSERT_EQ(T->Records.size(), 1u);
  const StackMapRecordV3 &R = T->Records[0];
  EXPECT_EQ(R.Offset, 0x30u);
  EXPECT_EQ(R.Id, 7u);
  EXPECT_EQ(R.PC.Address, 0x2010u);
  EXPECT_EQ(R.Locations.size(), 9u);

  Expected<StackMapSafepoint> S = readStatepoint(*T, T->Tables[0], R);
  ASSERT_TRUE(bool(S)) << toString(S.takeError());
  EXPECT_EQ(S->Id, 7u);
  EXPECT_FALSE(S->Frame.has_value());
  EXPECT_EQ(S->Roots, (Locations{L::fromRegister(7, 8)}));
  ASSERT_EQ(S->Derived.size(), 1u);
  EXPECT_EQ(S->Derived[0].Base, L::fromRegister(7, 8));
  EXPECT_EQ(S->Derived[0].Derived, L::inRegister(3));
  ASSERT_TRUE(S->Deopt.has_value());
  EXPECT_TRUE(S->Deopt->IsEarly);
  using V = StackMapValue;
  EXPECT_EQ(S->Deopt->Values,
            (std::vector<V>{{V::Constant, 1, {}, 0},
                            {V::Contents, 0, L::fromRegister(7, 12), 4}}));
}

TEST(ManagedStackMapsTables, TablesFollowEachOther) {
  StackMapBuilder B = makeTable();
  B.zeros(8).header(0, 0, 0).header(1, 0, 1).function(0, UINT64_MAX, 1);
  B.record(1, 4, 0).endRecord();
  Expected<StackMapTables> T = B.parseTables();
  ASSERT_TRUE(bool(T)) << toString(T.takeError());
  EXPECT_EQ(T->Tables.size(), 3u);
  ASSERT_EQ(T->Functions.size(), 2u);
  EXPECT_TRUE(T->Functions[1].IsDiscarded);
  EXPECT_EQ(T->Functions[1].FirstRecord, 1u);
}

TEST(ManagedStackMapsTables, VectorsAndObjectsAreRoots) {
  StackMapBuilder B;
  B.header(1, 0, 1).function(0x2000, 24, 1).record(DefaultId, 0x10, 6);
  B.constant(0).constant(0).constant(0);
  B.location(Indirect, 16, 7, 16).location(Indirect, 16, 7, 16);
  B.location(Direct, 8, 7, 0).endRecord();
  Expected<StackMapTables> T = B.parseTables();
  ASSERT_TRUE(bool(T)) << toString(T.takeError());
  Expected<StackMapSafepoint> S =
      readStatepoint(*T, T->Tables[0], T->Records[0]);
  ASSERT_TRUE(bool(S)) << toString(S.takeError());
  EXPECT_EQ(S->Id, std::nullopt);
  EXPECT_FALSE(S->Deopt.has_value());
  EXPECT_EQ(S->Roots, (Locations{L::fromRegister(7, 16), L::fromRegister(7, 24),
                                 L::fromRegister(7, 0)}));
}

TEST(ManagedStackMapsTables, EveryByteIsNeeded) {
  StackMapBuilder B = makeTable();
  while (B.size() > 1) {
    B.shrink(1);
    EXPECT_NE(B.tablesError().find(": the section ends "), std::string::npos)
        << B.size() << ": " << B.tablesError();
  }
}

TEST(ManagedStackMapsTablesError, Header) {
  StackMapBuilder B = makeTable();
  B[0] = 2;
  EXPECT_EQ(B.tablesError(), at("0", "version 2 is not known"));
  B = makeTable();
  B[2] = 1;
  EXPECT_EQ(B.tablesError(),
            at("1", "the reserved bytes of a header are not 0"));
  B = StackMapBuilder();
  B.zeros(4).header(0, 0, 0);
  EXPECT_EQ(B.tablesError(), at("4", "the table is not at a multiple of 8"));
}

TEST(ManagedStackMapsTablesError, Counts) {
  StackMapBuilder B = makeTable();
  B[7] = 0xff;
  EXPECT_EQ(B.tablesError(), at("4", "the section ends before the last of "
                                     "4278190081 functions"));
  B = makeTable();
  B[11] = 0xff;
  EXPECT_EQ(B.tablesError(), at("8", "the section ends before the last of "
                                     "4278190081 constants"));
  B = makeTable();
  B[12] = 2;
  EXPECT_EQ(B.tablesError(), at("c", "the functions have 1 of 2 records"));
  B = makeTable();
  B[0x20] = 2;
  EXPECT_EQ(
      B.tablesError(),
      at("20", "the functions have more records than the 1 of the table"));
  B = makeTable();
  B[0x3f] = 0xff;
  EXPECT_EQ(B.tablesError(), at("3e", "the section ends before the last of "
                                      "65289 locations"));
  B = makeTable();
  B[12] = 0xff;
  B[0x20] = 0xff;
  EXPECT_EQ(B.tablesError(),
            at("c", "the section ends before the last of 255 records"));
}

TEST(ManagedStackMapsTablesError, Records) {
  StackMapBuilder B = makeTable();
  B[0x3c] = 1;
  EXPECT_EQ(B.tablesError(),
            at("3c", "the reserved bytes of a record are not 0"));
  B = makeTable();
  B[0x40] = 6;
  EXPECT_EQ(B.tablesError(), at("40", "kind 6 is not known"));
  B[0x40] = 0;
  EXPECT_EQ(B.tablesError(), at("40", "kind 0 is not known"));
  for (unsigned Reserved : {0x41, 0x46}) {
    B = makeTable();
    B[Reserved] = 1;
    EXPECT_EQ(B.tablesError(),
              at("40", "the reserved bytes of a location are not 0"));
  }
  B = makeTable();
  B[0x64 + 8] = 1;
  EXPECT_EQ(B.tablesError(), at("6c", "there is no constant 1"));
  // 9 locations end at 0xac, and there is padding up to 0xb0.
  B = makeTable();
  B[0xad] = 1;
  EXPECT_EQ(B.tablesError(), at("ac", "the padding of a record is not 0"));
  B = makeTable();
  B[0xb0] = 1;
  EXPECT_EQ(B.tablesError(),
            at("b0", "the reserved bytes of a record are not 0"));
  B = makeTable();
  B[0xb2] = 1;
  B[0xb6] = 1;
  EXPECT_EQ(B.tablesError(),
            at("b4", "the reserved byte of a live-out register is not 0"));
  B = makeTable();
  B[0x17] = 0xff;
  B[0x3b] = 0xff;
  B[0x16] = B[0x15] = B[0x14] = 0xff;
  B[0x13] = 0xff;
  EXPECT_EQ(B.tablesError(), at("38", "the PC is outside the address space"));
}

TEST(ManagedStackMapsTablesError, Statepoints) {
  auto Three = [](StackMapBuilder &B) -> StackMapBuilder & {
    return B.constant(0).constant(0).constant(0);
  };
  EXPECT_EQ(errorOf([&](StackMapBuilder &B) {
              Three(B);
              return 3;
            }),
            "success");
  EXPECT_EQ(errorOf(
                [&](StackMapBuilder &B) {
                  Three(B);
                  return 3;
                },
                InvalidId),
            "its id says that it could not be recorded");
  EXPECT_EQ(errorOf([](StackMapBuilder &) { return 0; }),
            "location 1 is not a constant, the calling convention");
  EXPECT_EQ(errorOf([](StackMapBuilder &B) {
              B.constant(0).location(Register, 8, 3, 0).constant(0);
              return 3;
            }),
            "location 2 is not a constant, the flags");
  EXPECT_EQ(errorOf([](StackMapBuilder &B) {
              B.constant(0).constant(0).constant(1);
              return 3;
            }),
            "it has fewer than 1 deoptimization values");
  EXPECT_EQ(errorOf([&](StackMapBuilder &B) {
              Three(B).location(Indirect, 8, 7, 0);
              return 4;
            }),
            "a base pointer has no derived pointer");
  EXPECT_EQ(errorOf([&](StackMapBuilder &B) {
              Three(B).location(Indirect, 4, 7, 0).location(Indirect, 4, 7, 0);
              return 5;
            }),
            "a reference has 4 bytes");
  EXPECT_EQ(errorOf([&](StackMapBuilder &B) {
              Three(B).location(Register, 16, 17, 0);
              B.location(Register, 16, 17, 0);
              return 5;
            }),
            "a reference has 16 bytes");
  EXPECT_EQ(errorOf([&](StackMapBuilder &B) {
              Three(B).location(Indirect, 16, 7, 0);
              B.location(Indirect, 24, 7, 16);
              return 5;
            }),
            "3 references have 2 base pointers");
}

} // namespace
