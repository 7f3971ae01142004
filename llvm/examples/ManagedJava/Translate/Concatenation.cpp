//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// String concatenation: the arguments and constants are appended to a
/// StringBuilder.
///
//===----------------------------------------------------------------------===//

#include "Translate/CallSiteClasses.h"

using namespace llvm;
using namespace java;

static constexpr StringRef Builder = "java/lang/StringBuilder";

/// Appends what is on the stack.
static void append(CodeWriter &Code, TypeDescriptor Type) {
  std::string By;
  switch (Type.kind()) {
  case 'B':
  case 'S':
    By = "I";
    break;
  case '[': // also of char: the name and the hash
    By = "Ljava/lang/Object;";
    break;
  case 'L':
    By = Type.text() == "Ljava/lang/String;" ? "Ljava/lang/String;"
                                             : "Ljava/lang/Object;";
    break;
  default:
    By = Type.text().str();
  }
  const std::string Descriptor = ("(" + Twine(By) + ")L" + Builder + ";").str();
  Code.call(Op::invokevirtual, {Builder, "append", Descriptor});
}

/// The constant string or number \p Index as it is printed, in modified UTF-8.
static Expected<std::string> textOf(const CallSite &Site, unsigned Index) {
  const ConstantPool &Constants = Site.constants();
  switch (Constants.tag(Index)) {
  case ConstantTag::String:
    return cantFail(Constants.string(Index)).str();
  case ConstantTag::Integer:
    return std::to_string(cantFail(Constants.integer(Index)));
  case ConstantTag::Long:
    return std::to_string(cantFail(Constants.longInteger(Index)));
  default:
    return Site.unsupported("concatenation with a constant of another kind");
  }
}

ClassBytes java::makeConcatenation(const CallSite &Site) {
  if (Site.Type.Result.text() != "Ljava/lang/String;")
    return Site.malformed("a concatenation does not return a string");
  ClassWriter Class(Site.ClassName, Site.NestHost);
  CodeWriter Code(Class);
  Code.classOp(Op::new_, Builder);
  Code.op(Op::dup);
  Code.call(Op::invokespecial, {Builder, "<init>", "()V"});

  unsigned Argument = 0, Slot = 0;
  auto AppendArgument = [&] {
    const TypeDescriptor Type = Site.Type.Parameters[Argument++];
    Code.load(Type, Slot);
    Slot += Type.isWide() ? 2 : 1;
    append(Code, Type);
  };
  const TypeDescriptor String("Ljava/lang/String;");
  if (Site.Bootstrap.Handle.Member.Name == "makeConcat") {
    while (Argument != Site.Type.Parameters.size())
      AppendArgument();
  } else {
    // In the recipe, 1 stands for an argument and 2 for a constant.
    ArrayRef<uint16_t> Arguments = Site.Bootstrap.Arguments;
    if (Arguments.empty())
      return Site.malformed("a concatenation without recipe");
    Expected<StringRef> Recipe = Site.constants().string(Arguments.front());
    if (!Recipe)
      return Recipe.takeError();
    Arguments = Arguments.drop_front();
    std::string Literal;
    auto AppendLiteral = [&] {
      if (Literal.empty())
        return;
      Code.loadString(Literal);
      append(Code, String);
      Literal.clear();
    };
    for (char C : *Recipe) {
      if (C == 1) {
        AppendLiteral();
        if (Argument == Site.Type.Parameters.size())
          return Site.malformed("the recipe wants more arguments");
        AppendArgument();
      } else if (C == 2) {
        if (Arguments.empty())
          return Site.malformed("the recipe wants more constants");
        Expected<std::string> Text = textOf(Site, Arguments.front());
        if (!Text)
          return Text.takeError();
        Literal += *Text;
        Arguments = Arguments.drop_front();
      } else {
        Literal += C;
      }
    }
    AppendLiteral();
    if (Argument != Site.Type.Parameters.size() || !Arguments.empty())
      return Site.malformed("the recipe does not use all arguments");
  }
  Code.call(Op::invokevirtual, {Builder, "toString", "()Ljava/lang/String;"});
  Code.returns(String);
  Class.addMethod(ACC_STATIC, CallSite::MethodName, Site.Ref.Descriptor, Code,
                  /*MaxStack=*/3);
  return Class.write();
}
