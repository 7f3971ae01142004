//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassFile/ConstantPoolReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Testing/Support/Error.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace java {
namespace {

class ConstantPoolTest : public testing::Test {
protected:
  Expected<ConstantPool> read(StringRef Bytes, uint16_t Major = 61) {
    ByteReader Reader(arrayRefFromStringRef(Bytes));
    return ConstantPoolReader::read(Reader, Major);
  }
};

// Entries 1 to 14; those of numbers are 4, 5, 6 and 8.
constexpr char Everything[] = "\0\17"
                              "\1\0\3p/C"             // 1
                              "\7\0\1"                // 2
                              "\10\0\1"               // 3
                              "\3\377\377\377\376"    // 4: -2
                              "\4\77\200\0\0"         // 5: 1.0f
                              "\5\0\0\0\1\0\0\0\0"    // 6: 1 << 32
                              "\6\77\360\0\0\0\0\0\0" // 8: 1.0
                              "\1\0\1m"               // 10
                              "\1\0\3()V"             // 11
                              "\14\0\12\0\13"         // 12
                              "\12\0\2\0\14"          // 13
                              "\17\5\0\15";           // 14

TEST_F(ConstantPoolTest, Everything) {
  Expected<ConstantPool> Pool =
      read(StringRef(Everything, sizeof(Everything) - 1));
  ASSERT_THAT_EXPECTED(Pool, Succeeded());
  EXPECT_EQ(Pool->size(), 15u);
  EXPECT_EQ(cantFail(Pool->utf8(1)), "p/C");
  EXPECT_EQ(cantFail(Pool->className(2)), "p/C");
  EXPECT_EQ(cantFail(Pool->string(3)), "p/C");
  EXPECT_EQ(cantFail(Pool->integer(4)), -2);
  EXPECT_EQ(cantFail(Pool->floating(5)), 1.0f);
  EXPECT_EQ(cantFail(Pool->longInteger(6)), int64_t(1) << 32);
  EXPECT_EQ(Pool->tag(7), ConstantTag::Unused);
  EXPECT_EQ(cantFail(Pool->doubleFloating(8)), 1.0);
  const MethodHandle Handle = cantFail(Pool->methodHandle(14));
  EXPECT_EQ(Handle.Kind, HandleKind::InvokeVirtual);
  EXPECT_EQ(Handle.Member.Class, "p/C");
  EXPECT_EQ(Handle.Member.Name, "m");
  EXPECT_EQ(Handle.Member.Descriptor, "()V");
  EXPECT_FALSE(Handle.Member.OfInterface);
}

TEST_F(ConstantPoolTest, WrongIndices) {
  Expected<ConstantPool> Pool =
      read(StringRef(Everything, sizeof(Everything) - 1));
  ASSERT_THAT_EXPECTED(Pool, Succeeded());
  EXPECT_THAT_EXPECTED(Pool->className(1),
                       FailedWithMessage("constant 1 is Utf8, not Class"));
  EXPECT_THAT_EXPECTED(
      Pool->integer(7),
      FailedWithMessage("constant 7 is no constant, not Integer"));
  EXPECT_THAT_EXPECTED(
      Pool->field(99),
      FailedWithMessage("constant 99 is no constant, not Fieldref"));
  EXPECT_THAT_EXPECTED(Pool->method(2),
                       FailedWithMessage("constant 2 is Class, not Methodref "
                                         "or InterfaceMethodref"));
  EXPECT_EQ(Pool->tag(15), ConstantTag::Unused);
}

TEST_F(ConstantPoolTest, EachTruncation) {
  for (size_t Size = 0; Size + 1 < sizeof(Everything); ++Size)
    EXPECT_THAT_EXPECTED(read(StringRef(Everything, Size)), Failed()) << Size;
}

TEST_F(ConstantPoolTest, OldVersions) {
  EXPECT_THAT_EXPECTED(
      read(StringRef(Everything, sizeof(Everything) - 1), 50),
      FailedWithMessage("constant 14: MethodHandle is newer than the class "
                        "file's version 50"));
}

std::vector<unsigned> decode(StringRef Text) {
  Expected<SmallVector<uint16_t, 32>> Units = decodeModifiedUTF8(Text);
  if (!Units) {
    consumeError(Units.takeError());
    return {0xBAD};
  }
  return {Units->begin(), Units->end()};
}

TEST(ModifiedUTF8, Right) {
  EXPECT_EQ(decode(""), std::vector<unsigned>());
  EXPECT_EQ(decode("a\x7F"), std::vector<unsigned>({'a', 0x7F}));
  EXPECT_EQ(decode("\xC0\x80\xC2\x80\xDF\xBF"),
            std::vector<unsigned>({0, 0x80, 0x7FF}));
  EXPECT_EQ(decode("\xE0\xA0\x80\xEF\xBF\xBF"),
            std::vector<unsigned>({0x800, 0xFFFF}));
  // A pair of surrogates, and one alone.
  EXPECT_EQ(decode("\xED\xA0\xBD\xED\xB8\x80"),
            std::vector<unsigned>({0xD83D, 0xDE00}));
  EXPECT_EQ(decode("\xED\xA0\xBD"), std::vector<unsigned>({0xD83D}));
}

TEST(ModifiedUTF8, Wrong) {
  for (StringRef Text :
       {StringRef("a\0b", 3), StringRef("\x80"), StringRef("\xC2"),
        StringRef("\xC2z"), StringRef("\xC1\x81"), StringRef("\xE0\x80\x80"),
        StringRef("\xE1\x80"), StringRef("\xE1zz"),
        StringRef("\xF0\x9F\x98\x80"), StringRef("\xFF")})
    EXPECT_EQ(decode(Text), std::vector<unsigned>({0xBAD}));
}

} // namespace
} // namespace java
