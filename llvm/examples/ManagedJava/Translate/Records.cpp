//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The methods of records that javac leaves to ObjectMethods: equals, hashCode
/// and toString, with the results of OpenJDK's.
///
//===----------------------------------------------------------------------===//

#include "Translate/CallSiteClasses.h"

using namespace llvm;
using namespace java;

namespace {

struct Component {
  StringRef Name;
  MemberRef Field;
};

} // namespace

static const TypeDescriptor Reference("Ljava/lang/Object;");

/// The class whose static methods hash and compare values of a type.
static StringRef helperOf(TypeDescriptor Type) {
  switch (Type.kind()) {
  case 'Z':
    return "java/lang/Boolean";
  case 'B':
    return "java/lang/Byte";
  case 'C':
    return "java/lang/Character";
  case 'S':
    return "java/lang/Short";
  case 'I':
    return "java/lang/Integer";
  case 'J':
    return "java/lang/Long";
  case 'F':
    return "java/lang/Float";
  case 'D':
    return "java/lang/Double";
  default:
    return "java/util/Objects";
  }
}

static void loadField(CodeWriter &Code, unsigned Local, const Component &C,
                      StringRef CastTo = "") {
  Code.load(Reference, Local);
  if (!CastTo.empty())
    Code.classOp(Op::checkcast, CastTo);
  Code.fieldOp(Op::getfield, C.Field);
}

static void writeEquals(CodeWriter &Code, StringRef Record,
                        ArrayRef<Component> Components) {
  Code.load(Reference, 1);
  Code.classOp(Op::instanceof, Record);
  Code.branch(Op::ifeq);
  for (const Component &C : Components) {
    const TypeDescriptor Type(C.Field.Descriptor);
    const std::string Text = Type.text().str();
    loadField(Code, 0, C);
    loadField(Code, 1, C, Record);
    switch (Type.kind()) {
    case 'F':
    case 'D': // as of the wrappers: NaN is equal to itself
      Code.call(Op::invokestatic,
                {helperOf(Type), "compare", "(" + Text + Text + ")I"});
      Code.branch(Op::ifne);
      break;
    case 'J':
      Code.op(Op::lcmp);
      Code.branch(Op::ifne);
      break;
    case 'L':
    case '[':
      Code.call(Op::invokestatic, {helperOf(Type), "equals",
                                   "(Ljava/lang/Object;Ljava/lang/Object;)Z"});
      Code.branch(Op::ifeq);
      break;
    default:
      Code.branch(Op::if_icmpne);
    }
  }
  Code.constantInt(1);
  Code.op(Op::ireturn);
  Code.setLabel();
  Code.constantInt(0);
  Code.op(Op::ireturn);
}

static void writeHashCode(CodeWriter &Code, ArrayRef<Component> Components) {
  Code.constantInt(0);
  for (const Component &C : Components) {
    const TypeDescriptor Type(C.Field.Descriptor);
    const StringRef Parameter =
        Type.isReference() ? Reference.text() : Type.text();
    const std::string Descriptor = ("(" + Parameter + ")I").str();
    Code.constantInt(31);
    Code.op(Op::imul);
    loadField(Code, 0, C);
    Code.call(Op::invokestatic, {helperOf(Type), "hashCode", Descriptor});
    Code.op(Op::iadd);
  }
  Code.op(Op::ireturn);
}

static void writeToString(CodeWriter &Code, StringRef SimpleName,
                          ArrayRef<Component> Components) {
  constexpr StringRef Builder = "java/lang/StringBuilder";
  auto Append = [&](StringRef Type) {
    const std::string Descriptor = ("(" + Type + ")L" + Builder + ";").str();
    Code.call(Op::invokevirtual, {Builder, "append", Descriptor});
  };
  auto AppendText = [&](const Twine &Text) {
    Code.loadString(Text.str());
    Append("Ljava/lang/String;");
  };
  Code.classOp(Op::new_, Builder);
  Code.op(Op::dup);
  Code.call(Op::invokespecial, {Builder, "<init>", "()V"});
  StringRef Separator = "[";
  AppendText(SimpleName);
  for (const Component &C : Components) {
    AppendText(Separator + C.Name + "=");
    Separator = ", ";
    const TypeDescriptor Type(C.Field.Descriptor);
    loadField(Code, 0, C);
    if (Type.isReference())
      Append(Reference.text());
    else if (Type.kind() == 'B' || Type.kind() == 'S')
      Append("I");
    else
      Append(Type.text());
  }
  AppendText(Components.empty() ? "[]" : "]");
  Code.call(Op::invokevirtual, {Builder, "toString", "()Ljava/lang/String;"});
  Code.op(Op::areturn);
}

ClassBytes java::makeRecordMethod(const CallSite &Site) {
  const ConstantPool &Constants = Site.constants();
  ArrayRef<uint16_t> Arguments = Site.Bootstrap.Arguments;
  if (Arguments.size() < 2)
    return Site.malformed("ObjectMethods wants more arguments");
  Expected<StringRef> Record = Constants.className(Arguments[0]);
  if (!Record)
    return Record.takeError();
  Expected<StringRef> Names = Constants.string(Arguments[1]);
  if (!Names)
    return Names.takeError();
  SmallVector<StringRef, 8> Split;
  Names->split(Split, ';', -1, /*KeepEmpty=*/false);
  Arguments = Arguments.drop_front(2);
  if (Split.size() != Arguments.size())
    return Site.malformed("ObjectMethods has another number of names");
  SmallVector<Component, 8> Components;
  for (auto [Name, Index] : zip(Split, Arguments)) {
    Expected<MethodHandle> Getter = Constants.methodHandle(Index);
    if (!Getter)
      return Getter.takeError();
    if (Getter->Kind != HandleKind::GetField || Getter->Member.Class != *Record)
      return Site.malformed("ObjectMethods wants fields of the record");
    Components.push_back({Name, Getter->Member});
  }

  ClassWriter Class(Site.ClassName, Site.NestHost);
  CodeWriter Code(Class);
  const std::string This = ("(L" + *Record + ";").str();
  const StringRef Type = Site.Ref.Descriptor;
  if (Site.Ref.Name == "equals" && Type == This + "Ljava/lang/Object;)Z")
    writeEquals(Code, *Record, Components);
  else if (Site.Ref.Name == "hashCode" && Type == This + ")I")
    writeHashCode(Code, Components);
  else if (Site.Ref.Name == "toString" && Type == This + ")Ljava/lang/String;")
    writeToString(Code, Site.Owner.file()->SimpleName, Components);
  else
    return Site.malformed("ObjectMethods has no method " + Site.Ref.Name + " " +
                          Type);
  Class.addMethod(ACC_STATIC, CallSite::MethodName, Type, Code, 6);
  return Class.write();
}
