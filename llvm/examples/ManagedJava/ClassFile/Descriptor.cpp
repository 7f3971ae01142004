//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassFile/Descriptor.h"

using namespace llvm;

namespace java {

bool isUnqualifiedName(StringRef Name) {
  return !Name.empty() && Name.find_first_of(".;[/") == StringRef::npos;
}

bool isMethodName(StringRef Name) {
  return Name == "<init>" || Name == "<clinit>" ||
         (isUnqualifiedName(Name) &&
          Name.find_first_of("<>") == StringRef::npos);
}

bool isClassName(StringRef Name) {
  while (true) {
    auto [First, Rest] = Name.split('/');
    if (!isUnqualifiedName(First))
      return false;
    if (First.size() == Name.size())
      return true;
    Name = Rest;
  }
}

StringRef TypeDescriptor::className() const {
  assert(isReference());
  return kind() == '[' ? Text : Text.drop_front().drop_back();
}

unsigned MethodDescriptor::numSlots() const {
  unsigned Slots = 0;
  for (TypeDescriptor Parameter : Parameters)
    Slots += Parameter.isWide() ? 2 : 1;
  return Slots;
}

/// Takes a field descriptor from the begin of \p Text. \returns a null text if
/// there is none.
static TypeDescriptor takeType(StringRef &Text) {
  const size_t Dimensions = std::min(Text.find_first_not_of('['), Text.size());
  size_t Size = Dimensions + 1;
  if (Size > Text.size() || Dimensions > MaxDimensions)
    return TypeDescriptor();
  const char Kind = Text[Dimensions];
  if (Kind == 'L') {
    const size_t End = Text.find(';', Size);
    if (End == StringRef::npos || !isClassName(Text.slice(Size, End)))
      return TypeDescriptor();
    Size = End + 1;
  } else if (!StringRef("BCDFIJSZ").contains(Kind)) {
    return TypeDescriptor();
  }
  TypeDescriptor Type(Text.take_front(Size));
  Text = Text.drop_front(Size);
  return Type;
}

Expected<TypeDescriptor> parseFieldDescriptor(StringRef Text) {
  StringRef Rest = Text;
  TypeDescriptor Type = takeType(Rest);
  if (Type.text().empty() || !Rest.empty())
    return createStringError("'" + Text + "' is no field descriptor");
  return Type;
}

Expected<MethodDescriptor> parseMethodDescriptor(StringRef Text) {
  auto Fail = [&](const Twine &Reason) {
    return createStringError("'" + Text + "' " + Reason);
  };
  StringRef Rest = Text;
  if (!Rest.consume_front("("))
    return Fail("is no method descriptor");
  MethodDescriptor Method;
  while (!Rest.consume_front(")")) {
    TypeDescriptor Parameter = takeType(Rest);
    if (Parameter.text().empty())
      return Fail("is no method descriptor");
    Method.Parameters.push_back(Parameter);
  }
  Method.Result = Rest == "V" ? TypeDescriptor(Rest) : takeType(Rest);
  if (Method.Result.text().empty() ||
      (!Method.Result.isVoid() && !Rest.empty()))
    return Fail("is no method descriptor");
  if (Method.numSlots() > MaxParameterSlots)
    return Fail("has too many parameters");
  return Method;
}

} // namespace java
