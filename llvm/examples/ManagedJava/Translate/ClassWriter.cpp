//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes class files.
///
//===----------------------------------------------------------------------===//

#include "Translate/ClassWriter.h"

using namespace llvm;
using namespace java;

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// The one of five opcodes, which follow each other, that is for \p Type.
static Op opcodeFor(Op ForInt, TypeDescriptor Type) {
  unsigned Distance = 0;
  switch (Type.kind()) {
  case 'J':
    Distance = 1;
    break;
  case 'F':
    Distance = 2;
    break;
  case 'D':
    Distance = 3;
    break;
  case 'L':
  case '[':
    Distance = 4;
    break;
  default:
    break;
  }
  return Op(uint8_t(ForInt) + Distance);
}

void CodeWriter::load(TypeDescriptor Type, unsigned Local) {
  op(opcodeFor(Op::iload, Type));
  Bytes.u1(Local); // at most 255 slots of parameters
}

void CodeWriter::loadString(StringRef Text) {
  Bytes.u1(19); // ldc_w
  Bytes.u2(Class.stringConstant(Text));
}

void CodeWriter::classOp(Op Opcode, StringRef Name) {
  op(Opcode);
  Bytes.u2(Class.classConstant(Name));
}

void CodeWriter::fieldOp(Op Opcode, const MemberRef &Member) {
  op(Opcode);
  Bytes.u2(Class.memberConstant(ConstantTag::Fieldref, Member));
}

void CodeWriter::call(Op Opcode, const MemberRef &Member) {
  op(Opcode);
  Bytes.u2(Class.memberConstant(Member.OfInterface
                                    ? ConstantTag::InterfaceMethodref
                                    : ConstantTag::Methodref,
                                Member));
  if (Opcode != Op::invokeinterface)
    return;
  const auto Type = cantFail(parseMethodDescriptor(Member.Descriptor));
  Bytes.u1(Type.numSlots() + 1);
  Bytes.u1(0);
}

void CodeWriter::returns(TypeDescriptor Type) {
  op(Type.isVoid() ? Op::return_ : opcodeFor(Op::ireturn, Type));
}

void CodeWriter::branch(Op Opcode) {
  Branches.push_back(Bytes.size());
  op(Opcode);
  Bytes.u2(0);
}

void CodeWriter::setLabel() { Label = Bytes.size(); }

namespace {

struct Wrapper {
  char Primitive;
  StringRef Class, Unbox;
};

} // namespace

static const Wrapper Wrappers[] = {
    {'Z', "java/lang/Boolean", "booleanValue"},
    {'B', "java/lang/Byte", "byteValue"},
    {'C', "java/lang/Character", "charValue"},
    {'S', "java/lang/Short", "shortValue"},
    {'I', "java/lang/Integer", "intValue"},
    {'J', "java/lang/Long", "longValue"},
    {'F', "java/lang/Float", "floatValue"},
    {'D', "java/lang/Double", "doubleValue"},
};

/// \returns how a primitive is widened; nop if no instruction is needed.
static Op widening(char From, char To) {
  if (From == To)
    return Op::nop;
  switch (To) {
  case 'J':
    return Op::i2l;
  case 'F':
    return From == 'J' ? Op::l2f : Op::i2f;
  case 'D':
    return From == 'J' ? Op::l2d : From == 'F' ? Op::f2d : Op::i2d;
  default:
    return Op::nop;
  }
}

void CodeWriter::convert(TypeDescriptor From, TypeDescriptor To) {
  if (From.text() == To.text())
    return;
  if (From.isReference() && To.isReference()) {
    if (To.className() != "java/lang/Object")
      classOp(Op::checkcast, To.className());
    return;
  }
  auto Widen = [&](char Given) {
    const Op Opcode = widening(Given, To.kind());
    if (Opcode != Op::nop)
      op(Opcode);
  };
  if (From.isReference()) {
    // By its own class if that is a wrapper, or else by that of the result.
    const Wrapper *By = nullptr;
    for (const Wrapper &W : Wrappers)
      if (W.Class == From.className() || (!By && W.Primitive == To.kind()))
        By = &W;
    if (By->Class != From.className())
      classOp(Op::checkcast, By->Class);
    const std::string Type = std::string("()") + By->Primitive;
    call(Op::invokevirtual, {By->Class, By->Unbox, Type});
    return Widen(By->Primitive);
  }
  if (!To.isReference())
    return Widen(From.kind());
  for (const Wrapper &W : Wrappers)
    if (W.Primitive == From.kind()) {
      const std::string Type =
          (Twine("(") + Twine(W.Primitive) + ")L" + W.Class + ";").str();
      call(Op::invokestatic, {W.Class, "valueOf", Type});
    }
}

//===----------------------------------------------------------------------===//
// Constants and members
//===----------------------------------------------------------------------===//

ClassWriter::ClassWriter(StringRef Name, StringRef Host,
                         ArrayRef<StringRef> Implemented)
    : Name(Name) {
  ThisIndex = classConstant(Name);
  SuperIndex = classConstant("java/lang/Object");
  NestHost = classConstant(Host);
  for (StringRef Interface : Implemented) {
    Interfaces.u2(classConstant(Interface));
    ++NumInterfaces;
  }
}

uint16_t ClassWriter::add(const ByteWriter &Constant) {
  auto [It, IsNew] = Indices.try_emplace(Constant.str(), NumConstants);
  if (IsNew) {
    Constants.append(Constant.str());
    TooLarge |= ++NumConstants > 0xffff;
  }
  return It->second;
}

uint16_t ClassWriter::utf8(StringRef Text) {
  TooLarge |= Text.size() > 0xffff;
  ByteWriter Constant;
  Constant.u1(uint8_t(ConstantTag::Utf8));
  Constant.u2(Text.size());
  Constant.append(Text);
  return add(Constant);
}

uint16_t ClassWriter::classConstant(StringRef Text) {
  ByteWriter Constant;
  Constant.u1(uint8_t(ConstantTag::Class));
  Constant.u2(utf8(Text));
  return add(Constant);
}

uint16_t ClassWriter::stringConstant(StringRef Text) {
  ByteWriter Constant;
  Constant.u1(uint8_t(ConstantTag::String));
  Constant.u2(utf8(Text));
  return add(Constant);
}

uint16_t ClassWriter::memberConstant(ConstantTag Tag, const MemberRef &Member) {
  ByteWriter NameAndType;
  NameAndType.u1(uint8_t(ConstantTag::NameAndType));
  NameAndType.u2(utf8(Member.Name));
  NameAndType.u2(utf8(Member.Descriptor));
  ByteWriter Constant;
  Constant.u1(uint8_t(Tag));
  Constant.u2(classConstant(Member.Class));
  Constant.u2(add(NameAndType));
  return add(Constant);
}

void ClassWriter::addField(uint16_t Flags, StringRef FieldName,
                           StringRef Descriptor) {
  Fields.u2(Flags);
  Fields.u2(utf8(FieldName));
  Fields.u2(utf8(Descriptor));
  Fields.u2(0);
  ++NumFields;
}

void ClassWriter::addMethod(uint16_t Flags, StringRef MethodName,
                            StringRef Descriptor, const CodeWriter &Code,
                            unsigned MaxStack) {
  std::string Bytes = Code.Bytes.str().str();
  ByteWriter Frames;
  if (Code.Label) {
    for (unsigned From : Code.Branches) {
      const unsigned Distance = *Code.Label - From;
      TooLarge |= Distance > 0x7fff;
      Bytes[From + 1] = char(Distance >> 8);
      Bytes[From + 2] = char(Distance & 0xff);
    }
    // One frame: same_frame_extended.
    Frames.u2(utf8("StackMapTable"));
    Frames.u4(5);
    Frames.u2(1);
    Frames.u1(251);
    Frames.u2(*Code.Label);
  }
  TooLarge |= Bytes.size() > 0xffff || MaxStack > 0xffff;
  const auto Type = cantFail(parseMethodDescriptor(Descriptor));
  ByteWriter Body;
  Body.u2(MaxStack);
  Body.u2(Type.numSlots() + (Flags & ACC_STATIC ? 0 : 1));
  Body.u4(Bytes.size());
  Body.append(Bytes);
  Body.u2(0);
  Body.u2(Code.Label ? 1 : 0);
  Body.append(Frames.str());

  Methods.u2(Flags);
  Methods.u2(utf8(MethodName));
  Methods.u2(utf8(Descriptor));
  Methods.u2(1);
  Methods.u2(utf8("Code"));
  Methods.u4(Body.size());
  Methods.append(Body.str());
  ++NumMethods;
}

Expected<std::unique_ptr<MemoryBuffer>> ClassWriter::write() {
  const uint16_t NestHostAttribute = utf8("NestHost");
  if (TooLarge || NumMethods > 0xffff || NumFields > 0xffff)
    return createStringError("the class " + Name + " is too large");
  ByteWriter File;
  File.u4(0xcafebabe);
  File.u2(0);
  File.u2(NewestMajor);
  File.u2(NumConstants);
  File.append(Constants.str());
  File.u2(ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
  File.u2(ThisIndex);
  File.u2(SuperIndex);
  File.u2(NumInterfaces);
  File.append(Interfaces.str());
  File.u2(NumFields);
  File.append(Fields.str());
  File.u2(NumMethods);
  File.append(Methods.str());
  File.u2(1);
  File.u2(NestHostAttribute);
  File.u4(2);
  File.u2(NestHost);
  return MemoryBuffer::getMemBufferCopy(File.str(), Name + ".class");
}
