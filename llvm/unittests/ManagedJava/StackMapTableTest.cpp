//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassFile/Attributes.h"
#include "llvm/Testing/Support/Error.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace java {
namespace {

class StackMapTableTest : public testing::Test {
protected:
  StackMapTableTest() {
    File.Name = "p/C";
    M.Flags = 0;
    M.Name = "m";
    M.Descriptor = "(J)V";
    C.MaxLocals = 6;
    C.MaxStack = 2;
    C.Bytes = Instructions;
  }

  Error read(std::initializer_list<uint8_t> Bytes) {
    Text = Bytes;
    ByteReader Reader(Text);
    C.Frames.clear();
    if (Error E = readStackMapTable(Reader, File, M, C))
      return E;
    return Reader.finish();
  }

  static std::string kinds(ArrayRef<VerificationType> Types) {
    std::string Result;
    for (const VerificationType &Type : Types)
      Result += "TIFDJNUOn"[Type.K];
    return Result;
  }

  const uint8_t Instructions[300] = {};
  std::vector<uint8_t> Text;
  ClassFile File;
  Method M;
  Code C;
};

TEST_F(StackMapTableTest, FirstFrame) {
  ASSERT_THAT_ERROR(read({0, 1, 5}), Succeeded());
  ASSERT_EQ(C.Frames.size(), 1u);
  EXPECT_EQ(C.Frames[0].Offset, 5u);
  EXPECT_EQ(kinds(C.Frames[0].Locals), "OJT");
  EXPECT_EQ(C.Frames[0].Locals[0].Class, "p/C");

  M.Flags = ACC_STATIC;
  ASSERT_THAT_ERROR(read({0, 1, 0}), Succeeded());
  EXPECT_EQ(C.Frames[0].Offset, 0u);
  EXPECT_EQ(kinds(C.Frames[0].Locals), "JT");

  M.Flags = 0;
  M.Name = "<init>";
  ASSERT_THAT_ERROR(read({0, 1, 0}), Succeeded());
  EXPECT_EQ(kinds(C.Frames[0].Locals), "UJT");
}

TEST_F(StackMapTableTest, Deltas) {
  // An int on the stack at 0; a double more at 257; one less at 258, which is
  // the double; one less at 259, the long.
  ASSERT_THAT_ERROR(read({0, 4, 64, 1, 252, 1, 0, 3, 250, 0, 0, 250, 0, 0}),
                    Succeeded());
  ASSERT_EQ(C.Frames.size(), 4u);
  EXPECT_EQ(kinds(C.Frames[0].Stack), "I");
  EXPECT_EQ(C.Frames[1].Offset, 257u);
  EXPECT_EQ(kinds(C.Frames[1].Locals), "OJTDT");
  EXPECT_EQ(kinds(C.Frames[1].Stack), "");
  EXPECT_EQ(kinds(C.Frames[2].Locals), "OJT");
  EXPECT_EQ(C.Frames[3].Offset, 259u);
  EXPECT_EQ(kinds(C.Frames[3].Locals), "O");
}

TEST_F(StackMapTableTest, TopsAreNoPartsOfLongs) {
  // Top, top: each is dropped alone.
  ASSERT_THAT_ERROR(read({0, 2, 253, 0, 0, 0, 0, 250, 0, 0}), Succeeded());
  EXPECT_EQ(kinds(C.Frames[0].Locals), "OJTTT");
  EXPECT_EQ(kinds(C.Frames[1].Locals), "OJTT");
}

TEST_F(StackMapTableTest, Wrong) {
  EXPECT_THAT_ERROR(read({0, 1, 200}),
                    FailedWithMessage("frame 0: unknown kind 200"));
  EXPECT_THAT_ERROR(read({0, 1, 248, 0, 0}),
                    FailedWithMessage("frame 0: drops more local variables "
                                      "than there are"));
  EXPECT_THAT_ERROR(read({0, 1, 253, 0, 0, 4, 4}),
                    FailedWithMessage("frame 0: more local variables than the "
                                      "method has"));
  EXPECT_THAT_ERROR(read({0, 1, 255, 0, 0, 0, 0, 0, 2, 4, 1}),
                    FailedWithMessage("frame 0: the operand stack is larger "
                                      "than the method's"));
  EXPECT_THAT_ERROR(read({0, 1, 251, 1, 44}),
                    FailedWithMessage("frame 0: offset 300 is outside the "
                                      "code"));
  EXPECT_THAT_ERROR(read({0, 2, 0}), FailedWithMessage("truncated"));
}

} // namespace
} // namespace java
