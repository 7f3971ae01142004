//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassFile/Descriptor.h"
#include "llvm/Testing/Support/Error.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace java {
namespace {

TEST(Descriptor, Names) {
  for (StringRef Name : {"a", "<init>", "a-b", "a b", "\xC3\xA9"})
    EXPECT_TRUE(isUnqualifiedName(Name)) << Name.str();
  for (StringRef Name : {"", "a.b", "a;", "[a", "a/b"})
    EXPECT_FALSE(isUnqualifiedName(Name)) << Name.str();
  for (StringRef Name : {"a", "<init>", "<clinit>"})
    EXPECT_TRUE(isMethodName(Name)) << Name.str();
  for (StringRef Name : {"<a>", "a<", ">", "a/b", ""})
    EXPECT_FALSE(isMethodName(Name)) << Name.str();
  for (StringRef Name : {"a", "a/b", "java/lang/Object", "a/package-info"})
    EXPECT_TRUE(isClassName(Name)) << Name.str();
  for (StringRef Name :
       {"", "/", "a/", "/a", "a//b", "../a", "a/./b", "[I", "a;b", "a.b"})
    EXPECT_FALSE(isClassName(Name)) << Name.str();
}

TEST(Descriptor, Fields) {
  Expected<TypeDescriptor> Array = parseFieldDescriptor("[[Lp/C;");
  ASSERT_THAT_EXPECTED(Array, Succeeded());
  EXPECT_TRUE(Array->isReference());
  EXPECT_FALSE(Array->isWide());
  EXPECT_EQ(Array->className(), "[[Lp/C;");
  EXPECT_EQ(Array->element().className(), "[Lp/C;");
  EXPECT_EQ(Array->element().element().className(), "p/C");
  for (StringRef Text : {"B", "C", "D", "F", "I", "J", "S", "Z"}) {
    Expected<TypeDescriptor> Type = parseFieldDescriptor(Text);
    ASSERT_THAT_EXPECTED(Type, Succeeded());
    EXPECT_EQ(Type->isWide(), Text == "D" || Text == "J");
    EXPECT_FALSE(Type->isReference());
  }
  for (StringRef Text : {"", "V", "[", "[V", "L", "L;", "Lp/C", "II", "Lp.C;",
                         "L[I;", "Q", "()V", "Lp/C;;"})
    EXPECT_THAT_EXPECTED(
        parseFieldDescriptor(Text),
        FailedWithMessage(("'" + Text + "' is no field descriptor").str()));
}

TEST(Descriptor, Dimensions) {
  EXPECT_THAT_EXPECTED(parseFieldDescriptor(std::string(255, '[') + "I"),
                       Succeeded());
  EXPECT_THAT_EXPECTED(parseFieldDescriptor(std::string(256, '[') + "I"),
                       Failed());
}

TEST(Descriptor, Methods) {
  Expected<MethodDescriptor> Type =
      parseMethodDescriptor("(I[JLp/C;DJ)Ljava/lang/String;");
  ASSERT_THAT_EXPECTED(Type, Succeeded());
  ASSERT_EQ(Type->Parameters.size(), 5u);
  EXPECT_EQ(Type->Parameters[1].text(), "[J");
  EXPECT_EQ(Type->Parameters[2].className(), "p/C");
  EXPECT_EQ(Type->Result.className(), "java/lang/String");
  EXPECT_EQ(Type->numSlots(), 7u);

  Type = parseMethodDescriptor("()V");
  ASSERT_THAT_EXPECTED(Type, Succeeded());
  EXPECT_TRUE(Type->Result.isVoid());
  EXPECT_EQ(Type->numSlots(), 0u);

  for (StringRef Text : {"", "V", "(", "()", "(V)V", "(I", "()VV", "()II",
                         "(I)", "I()V", "([)V"})
    EXPECT_THAT_EXPECTED(parseMethodDescriptor(Text), Failed()) << Text.str();
}

TEST(Descriptor, Parameters) {
  EXPECT_THAT_EXPECTED(
      parseMethodDescriptor("(" + std::string(127, 'J') + "I)V"), Succeeded());
  EXPECT_THAT_EXPECTED(
      parseMethodDescriptor("(" + std::string(128, 'D') + ")V"),
      FailedWithMessage(testing::EndsWith("has too many parameters")));
}

} // namespace
} // namespace java
