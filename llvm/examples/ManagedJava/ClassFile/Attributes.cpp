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

Expected<Attributes> Attributes::read(ByteReader &Bytes,
                                      const ConstantPool &Constants) {
  Attributes Result;
  const unsigned Count = Bytes.u2();
  for (unsigned I = 0; I != Count; ++I) {
    Expected<StringRef> Name = Constants.utf8(Bytes.u2());
    if (Bytes.hasFailed())
      return Bytes.finish();
    if (!Name)
      return createStringError("name of an attribute: " +
                               toString(Name.takeError()));
    ArrayRef<uint8_t> Contents = Bytes.bytes(Bytes.u4());
    if (Bytes.hasFailed())
      return createStringError("attribute " + *Name + ": truncated");
    Result.List.push_back({*Name, ByteReader(Contents)});
  }
  return Result;
}

Error Attributes::forEach(StringRef Name,
                          function_ref<Error(ByteReader &)> Read) const {
  for (const Attribute &A : List) {
    if (A.Name != Name)
      continue;
    ByteReader Contents = A.Contents;
    Error Failure = Read(Contents);
    // What was read past the end looks wrong for other reasons.
    if (!Failure || Contents.hasFailed()) {
      consumeError(std::move(Failure));
      Failure = Contents.finish();
    }
    if (Failure)
      return createStringError("attribute " + Name + ": " +
                               toString(std::move(Failure)));
  }
  return Error::success();
}

Error Attributes::forOnly(StringRef Name,
                          function_ref<Error(ByteReader &)> Read) const {
  if (count_if(List, [&](const Attribute &A) { return A.Name == Name; }) > 1)
    return createStringError("attribute " + Name + ": there are several");
  return forEach(Name, Read);
}

bool Attributes::has(StringRef Name) const {
  return any_of(List, [&](const Attribute &A) { return A.Name == Name; });
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

static Error readHandlers(ByteReader &Bytes, const ConstantPool &Constants,
                          Code &C) {
  const unsigned Count = Bytes.u2();
  for (unsigned I = 0; I != Count; ++I) {
    ExceptionHandler H;
    H.Begin = Bytes.u2();
    H.End = Bytes.u2();
    H.Handler = Bytes.u2();
    const unsigned Class = Bytes.u2();
    if (Bytes.hasFailed())
      return Bytes.finish();
    auto Fail = [I](const Twine &Reason) {
      return createStringError("exception handler " + Twine(I) + ": " + Reason);
    };
    if (H.Begin >= H.End || H.End > C.Bytes.size())
      return Fail("its range from " + Twine(H.Begin) + " to " + Twine(H.End) +
                  " is empty or outside the code");
    if (H.Handler >= C.Bytes.size())
      return Fail("offset " + Twine(H.Handler) + " is outside the code");
    if (Class) {
      Expected<StringRef> Name = Constants.className(Class);
      if (!Name)
        return Fail(toString(Name.takeError()));
      if (Name->starts_with("["))
        return Fail("it catches arrays");
      H.Class = *Name;
    }
    C.Handlers.push_back(H);
  }
  return Error::success();
}

static Error readLines(ByteReader &Bytes, Code &C) {
  const unsigned Count = Bytes.u2();
  for (unsigned I = 0; I != Count && !Bytes.hasFailed(); ++I) {
    LineNumber Line;
    Line.Offset = Bytes.u2();
    Line.Line = Bytes.u2();
    if (Line.Offset >= C.Bytes.size())
      return createStringError("offset " + Twine(Line.Offset) +
                               " is outside the code");
    C.Lines.push_back(Line);
  }
  return Error::success();
}

static Error readVariables(ByteReader &Bytes, const ConstantPool &Constants,
                           Code &C) {
  const unsigned Count = Bytes.u2();
  for (unsigned I = 0; I != Count; ++I) {
    LocalVariable V;
    V.Begin = Bytes.u2();
    V.Length = Bytes.u2();
    Expected<StringRef> Name = Constants.utf8(Bytes.u2());
    if (!Name)
      return Name.takeError();
    Expected<StringRef> Descriptor = Constants.utf8(Bytes.u2());
    if (!Descriptor)
      return Descriptor.takeError();
    V.Index = Bytes.u2();
    V.Name = *Name;
    V.Descriptor = *Descriptor;
    if (!isUnqualifiedName(V.Name))
      return createStringError("'" + V.Name + "' is no name");
    Expected<TypeDescriptor> Type = parseFieldDescriptor(V.Descriptor);
    if (!Type)
      return Type.takeError();
    if (V.Begin + V.Length > C.Bytes.size() ||
        V.Index + Type->isWide() >= C.MaxLocals)
      return createStringError("'" + V.Name +
                               "' is outside the code or the "
                               "local variables");
    C.Variables.push_back(V);
  }
  return Error::success();
}

Expected<Code> readCode(ByteReader &Bytes, const ClassFile &File,
                        const Method &M) {
  Code C;
  C.MaxStack = Bytes.u2();
  C.MaxLocals = Bytes.u2();
  const uint32_t Length = Bytes.u4();
  C.Bytes = Bytes.bytes(Length);
  if (Bytes.hasFailed())
    return Bytes.finish();
  if (Length == 0 || Length > UINT16_MAX)
    return createStringError("the code has " + Twine(Length) + " bytes");
  const unsigned Slots =
      cantFail(parseMethodDescriptor(M.Descriptor)).numSlots() +
      !(M.Flags & ACC_STATIC);
  if (C.MaxLocals < Slots)
    return createStringError("the parameters need " + Twine(Slots) +
                             " local variables, and there are " +
                             Twine(C.MaxLocals));
  if (Error E = readHandlers(Bytes, File.Constants, C))
    return std::move(E);
  Expected<Attributes> List = Attributes::read(Bytes, File.Constants);
  if (!List)
    return List.takeError();
  if (Error E = List->forEach("LineNumberTable", [&](ByteReader &Contents) {
        return readLines(Contents, C);
      }))
    return std::move(E);
  if (Error E = List->forEach("LocalVariableTable", [&](ByteReader &Contents) {
        return readVariables(Contents, File.Constants, C);
      }))
    return std::move(E);
  if (File.Major >= FirstMajorWithStackMaps)
    if (Error E = List->forOnly("StackMapTable", [&](ByteReader &Contents) {
          return readStackMapTable(Contents, File, M, C);
        }))
      return std::move(E);
  return C;
}

} // namespace java
