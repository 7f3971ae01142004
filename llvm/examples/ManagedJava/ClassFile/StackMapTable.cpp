//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassFile/Attributes.h"
#include "ClassFile/Descriptor.h"

using namespace llvm;

namespace java {

namespace {

/// Expands the frames of a StackMapTable: each is in the file as what differs
/// from the one before it.
class FrameReader {
public:
  FrameReader(ByteReader &Bytes, const ConstantPool &Constants, const Code &C)
      : Bytes(Bytes), Constants(Constants), C(C) {}

  void enter(const ClassFile &File, const Method &M);
  /// \returns the next frame, which begins \p Skipped bytes and one after the
  /// last; the first of all begins at its own delta.
  Expected<StackMapFrame> read();

private:
  Error readTypes(unsigned Count, SmallVectorImpl<VerificationType> &Types);
  Expected<VerificationType> readType();
  void appendLocal(VerificationType Type);
  Error appendLocals(unsigned Count);
  Error dropLocals(unsigned Count);
  Error readFull();

  ByteReader &Bytes;
  const ConstantPool &Constants;
  const Code &C;
  bool IsFirst = true, IsConstructor = false;
  StackMapFrame Last;
};

} // namespace

static bool isWide(const VerificationType &Type) {
  return Type.K == VerificationType::Long || Type.K == VerificationType::Double;
}

static VerificationType getType(TypeDescriptor Type) {
  VerificationType Result;
  switch (Type.kind()) {
  case 'J':
    Result.K = VerificationType::Long;
    break;
  case 'D':
    Result.K = VerificationType::Double;
    break;
  case 'F':
    Result.K = VerificationType::Float;
    break;
  case 'L':
  case '[':
    Result.K = VerificationType::Object;
    Result.Class = Type.className();
    break;
  default:
    Result.K = VerificationType::Int;
  }
  return Result;
}

void FrameReader::appendLocal(VerificationType Type) {
  Last.Locals.push_back(Type);
  if (isWide(Type))
    Last.Locals.push_back(VerificationType());
}

void FrameReader::enter(const ClassFile &File, const Method &M) {
  IsConstructor = M.Name == "<init>";
  if (!(M.Flags & ACC_STATIC)) {
    VerificationType This;
    This.K = IsConstructor && File.Name != "java/lang/Object"
                 ? VerificationType::UninitializedThis
                 : VerificationType::Object;
    if (This.K == VerificationType::Object)
      This.Class = File.Name;
    Last.Locals.push_back(This);
  }
  const MethodDescriptor Type = cantFail(parseMethodDescriptor(M.Descriptor));
  for (TypeDescriptor Parameter : Type.Parameters)
    appendLocal(getType(Parameter));
}

Expected<VerificationType> FrameReader::readType() {
  VerificationType Type;
  const uint8_t Tag = Bytes.u1();
  if (Tag > VerificationType::Uninitialized)
    return createStringError("unknown verification type " +
                             Twine(unsigned(Tag)));
  Type.K = VerificationType::Kind(Tag);
  if (Type.K == VerificationType::Object) {
    Expected<StringRef> Class = Constants.className(Bytes.u2());
    if (!Class)
      return Class.takeError();
    Type.Class = *Class;
  } else if (Type.K == VerificationType::Uninitialized) {
    Type.Offset = Bytes.u2();
    if (Type.Offset >= C.Bytes.size())
      return createStringError("the type of an object made at " +
                               Twine(Type.Offset) + ", outside the code");
  } else if (Type.K == VerificationType::UninitializedThis && !IsConstructor) {
    return createStringError("uninitialized `this` outside a constructor");
  }
  return Type;
}

Error FrameReader::appendLocals(unsigned Count) {
  for (unsigned I = 0; I != Count; ++I) {
    Expected<VerificationType> Type = readType();
    if (!Type)
      return Type.takeError();
    appendLocal(*Type);
    if (Last.Locals.size() > C.MaxLocals)
      return createStringError("more local variables than the method has");
  }
  return Error::success();
}

Error FrameReader::dropLocals(unsigned Count) {
  for (unsigned I = 0; I != Count; ++I) {
    if (Last.Locals.empty())
      return createStringError("drops more local variables than there are");
    Last.Locals.pop_back();
    // What follows a long or a double is a part of it.
    if (!Last.Locals.empty() && isWide(Last.Locals.back()))
      Last.Locals.pop_back();
  }
  return Error::success();
}

Error FrameReader::readTypes(unsigned Count,
                             SmallVectorImpl<VerificationType> &Types) {
  unsigned Slots = 0;
  for (unsigned I = 0; I != Count; ++I) {
    Expected<VerificationType> Type = readType();
    if (!Type)
      return Type.takeError();
    Slots += isWide(*Type) ? 2 : 1;
    if (Slots > C.MaxStack)
      return createStringError("the operand stack is larger than the method's");
    Types.push_back(*Type);
  }
  return Error::success();
}

Error FrameReader::readFull() {
  Last.Locals.clear();
  if (Error E = appendLocals(Bytes.u2()))
    return E;
  return readTypes(Bytes.u2(), Last.Stack);
}

Expected<StackMapFrame> FrameReader::read() {
  // JVMS 4.7.4 has the ranges of this byte.
  const uint8_t Kind = Bytes.u1();
  if (Kind > 127 && Kind < 247)
    return createStringError("unknown kind " + Twine(unsigned(Kind)));
  const uint32_t Delta = Kind < 128 ? Kind % 64 : Bytes.u2();
  const uint32_t Offset = IsFirst ? Delta : Last.Offset + Delta + 1;
  if (Offset >= C.Bytes.size())
    return createStringError("offset " + Twine(Offset) +
                             " is outside the code");
  IsFirst = false;
  Last.Offset = Offset;
  Last.Stack.clear();
  Error E = Error::success();
  if (Kind == 255)
    E = readFull();
  else if (Kind > 251)
    E = appendLocals(Kind - 251);
  else if (Kind > 247)
    E = dropLocals(251 - Kind);
  else if (Kind >= 64)
    E = readTypes(1, Last.Stack);
  if (E)
    return std::move(E);
  return Last;
}

Error readStackMapTable(ByteReader &Bytes, const ClassFile &File,
                        const Method &M, Code &C) {
  const unsigned Count = Bytes.u2();
  FrameReader Reader(Bytes, File.Constants, C);
  Reader.enter(File, M);
  size_t NumTypes = 0;
  for (unsigned I = 0; I != Count; ++I) {
    Expected<StackMapFrame> Frame = Reader.read();
    if (!Frame)
      return createStringError("frame " + Twine(I) + ": " +
                               toString(Frame.takeError()));
    if (Bytes.hasFailed())
      return Bytes.finish();
    NumTypes += Frame->Locals.size() + Frame->Stack.size();
    if (NumTypes > MaxFrameTypes)
      return createStringError("the frames are too large");
    C.Frames.push_back(std::move(*Frame));
  }
  return Error::success();
}

} // namespace java
