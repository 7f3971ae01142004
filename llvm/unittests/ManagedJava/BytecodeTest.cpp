//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassFile/Bytecode.h"
#include "llvm/Testing/Support/Error.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace java {
namespace {

class BytecodeTest : public testing::Test {
protected:
  Expected<Bytecode> decode(std::initializer_list<uint8_t> Bytes) {
    Text = Bytes;
    C.MaxStack = 4;
    C.MaxLocals = 4;
    C.Bytes = Text;
    return Bytecode::decode(C, Constants);
  }

  Code C;
  ConstantPool Constants;
  std::vector<uint8_t> Text;
};

TEST_F(BytecodeTest, OneForm) {
  // iconst_m1, sipush -2, istore_3, wide iinc 3 by 256, lconst_1, return.
  Expected<Bytecode> Decoded =
      decode({2, 17, 0xFF, 0xFE, 62, 196, 132, 0, 3, 1, 0, 10, 177});
  ASSERT_THAT_EXPECTED(Decoded, Succeeded());
  ArrayRef<Instruction> I = Decoded->instructions();
  ASSERT_EQ(I.size(), 6u);
  EXPECT_EQ(I[0].Opcode, Op::bipush);
  EXPECT_EQ(I[0].Value, -1);
  EXPECT_EQ(I[1].Opcode, Op::bipush);
  EXPECT_EQ(I[1].Value, -2);
  EXPECT_EQ(I[2].Opcode, Op::istore);
  EXPECT_EQ(I[2].Index, 3u);
  EXPECT_EQ(I[3].Opcode, Op::iinc);
  EXPECT_EQ(I[3].Offset, 5u);
  EXPECT_EQ(I[3].Index, 3u);
  EXPECT_EQ(I[3].Value, 256);
  EXPECT_EQ(I[4].Opcode, Op::lconst);
  EXPECT_EQ(I[4].Value, 1);
  EXPECT_TRUE(I[5].isTerminator());
  EXPECT_EQ(Decoded->indexAt(11), 4u);
}

TEST_F(BytecodeTest, Names) {
  EXPECT_EQ(getName(Op::goto_), "goto");
  EXPECT_EQ(getName(Op::new_), "new");
  EXPECT_EQ(getName(Op::ldc2_w), "ldc2_w");
  EXPECT_EQ(getName(Op::lconst), "lconst");
}

TEST_F(BytecodeTest, Kinds) {
  unsigned NumBranches = 0, NumTerminators = 0;
  for (unsigned Byte = 0; Byte != 202; ++Byte) {
    Instruction I;
    I.Opcode = Op(Byte);
    if (getName(I.Opcode).empty())
      continue;
    NumBranches += I.isConditionalBranch();
    NumTerminators += I.isTerminator();
  }
  EXPECT_EQ(NumBranches, 16u);
  EXPECT_EQ(NumTerminators, 10u);
}

TEST_F(BytecodeTest, Switches) {
  // nop; tableswitch at 1: two bytes align it; from -1 to 0.
  Expected<Bytecode> Decoded =
      decode({0, 170, 9, 9,    0,    0,    0,    23, 0xFF, 0xFF, 0xFF, 0xFF, 0,
              0, 0,   0, 0xFF, 0xFF, 0xFF, 0xFF, 0,  0,    0,    23,   177});
  ASSERT_THAT_EXPECTED(Decoded, Succeeded());
  const Instruction &I = Decoded->instructions()[1];
  EXPECT_EQ(I.Target, 24u);
  ASSERT_EQ(I.Cases.size(), 2u);
  EXPECT_EQ(I.Cases[0].Value, -1);
  EXPECT_EQ(I.Cases[0].Target, 0u);
  EXPECT_EQ(I.Cases[1].Value, 0);
  EXPECT_EQ(I.Cases[1].Target, 24u);
}

TEST_F(BytecodeTest, EachTruncation) {
  const std::vector<std::vector<uint8_t>> Whole = {
      {16, 1},     {17, 0, 1},        {21, 0},
      {132, 0, 1}, {196, 21, 0, 0},   {196, 132, 0, 0, 0, 1},
      {153, 0, 0}, {200, 0, 0, 0, 0}, {188, 4}};
  for (const std::vector<uint8_t> &Bytes : Whole)
    for (size_t Size = 1; Size != Bytes.size(); ++Size) {
      Text.assign(Bytes.begin(), Bytes.begin() + Size);
      C.MaxLocals = 4;
      C.Bytes = Text;
      EXPECT_THAT_EXPECTED(Bytecode::decode(C, Constants), Failed());
    }
}

TEST_F(BytecodeTest, Targets) {
  EXPECT_THAT_EXPECTED(
      decode({17, 0, 0, 167, 0xFF, 0xFE}),
      FailedWithMessage("offset 3: goto jumps to 1, within an instruction"));
  EXPECT_THAT_EXPECTED(
      decode({167, 0xFF, 0xFF}),
      FailedWithMessage("offset 0: goto jumps to -1, outside the code"));
  EXPECT_THAT_EXPECTED(
      decode({0}), FailedWithMessage("control runs off the end of the code"));
}

TEST_F(BytecodeTest, Handlers) {
  C.Handlers = {{0, 4, 1, "p/E"}};
  EXPECT_THAT_EXPECTED(decode({17, 0, 0, 177}),
                       FailedWithMessage("an exception handler is at 1, within "
                                         "an instruction"));
  C.Handlers = {{0, 4, 3, "p/E"}};
  EXPECT_THAT_EXPECTED(decode({17, 0, 0, 177}), Succeeded());
}

} // namespace
} // namespace java
