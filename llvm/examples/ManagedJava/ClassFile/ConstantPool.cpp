//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassFile/ConstantPoolReader.h"
#include "ClassFile/Descriptor.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace java {

StringRef getName(ConstantTag Tag) {
  switch (Tag) {
  case ConstantTag::Unused:
    return "no constant";
  case ConstantTag::Utf8:
    return "Utf8";
  case ConstantTag::Integer:
    return "Integer";
  case ConstantTag::Float:
    return "Float";
  case ConstantTag::Long:
    return "Long";
  case ConstantTag::Double:
    return "Double";
  case ConstantTag::Class:
    return "Class";
  case ConstantTag::String:
    return "String";
  case ConstantTag::Fieldref:
    return "Fieldref";
  case ConstantTag::Methodref:
    return "Methodref";
  case ConstantTag::InterfaceMethodref:
    return "InterfaceMethodref";
  case ConstantTag::NameAndType:
    return "NameAndType";
  case ConstantTag::MethodHandle:
    return "MethodHandle";
  case ConstantTag::MethodType:
    return "MethodType";
  case ConstantTag::Dynamic:
    return "Dynamic";
  case ConstantTag::InvokeDynamic:
    return "InvokeDynamic";
  case ConstantTag::Module:
    return "Module";
  case ConstantTag::Package:
    return "Package";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

/// An error that \p Index is not \p Wanted.
static Error wants(unsigned Index, StringRef Wanted, ConstantTag Found) {
  return createStringError("constant " + Twine(Index) + " is " +
                           getName(Found) + ", not " + Wanted);
}

Expected<const ConstantPool::Entry *> ConstantPool::get(unsigned Index,
                                                        ConstantTag Tag) const {
  if (tag(Index) != Tag)
    return wants(Index, getName(Tag), tag(Index));
  return &Entries[Index];
}

Expected<StringRef> ConstantPool::utf8(unsigned Index) const {
  Expected<const Entry *> E = get(Index, ConstantTag::Utf8);
  if (!E)
    return E.takeError();
  return (*E)->Text;
}

Expected<int32_t> ConstantPool::integer(unsigned Index) const {
  Expected<const Entry *> E = get(Index, ConstantTag::Integer);
  if (!E)
    return E.takeError();
  return int32_t((*E)->Bits);
}

Expected<float> ConstantPool::floating(unsigned Index) const {
  Expected<const Entry *> E = get(Index, ConstantTag::Float);
  if (!E)
    return E.takeError();
  return bit_cast<float>(uint32_t((*E)->Bits));
}

Expected<int64_t> ConstantPool::longInteger(unsigned Index) const {
  Expected<const Entry *> E = get(Index, ConstantTag::Long);
  if (!E)
    return E.takeError();
  return int64_t((*E)->Bits);
}

Expected<double> ConstantPool::doubleFloating(unsigned Index) const {
  Expected<const Entry *> E = get(Index, ConstantTag::Double);
  if (!E)
    return E.takeError();
  return bit_cast<double>((*E)->Bits);
}

Expected<StringRef> ConstantPool::className(unsigned Index) const {
  Expected<const Entry *> E = get(Index, ConstantTag::Class);
  if (!E)
    return E.takeError();
  return utf8((*E)->First);
}

Expected<StringRef> ConstantPool::string(unsigned Index) const {
  Expected<const Entry *> E = get(Index, ConstantTag::String);
  if (!E)
    return E.takeError();
  return utf8((*E)->First);
}

Expected<StringRef> ConstantPool::methodType(unsigned Index) const {
  Expected<const Entry *> E = get(Index, ConstantTag::MethodType);
  if (!E)
    return E.takeError();
  return utf8((*E)->First);
}

Expected<std::pair<StringRef, StringRef>>
ConstantPool::nameAndType(unsigned Index) const {
  Expected<const Entry *> E = get(Index, ConstantTag::NameAndType);
  if (!E)
    return E.takeError();
  Expected<StringRef> Name = utf8((*E)->First);
  if (!Name)
    return Name.takeError();
  Expected<StringRef> Descriptor = utf8((*E)->Second);
  if (!Descriptor)
    return Descriptor.takeError();
  return std::pair(*Name, *Descriptor);
}

Expected<MemberRef> ConstantPool::member(unsigned Index,
                                         ConstantTag Tag) const {
  Expected<const Entry *> E = get(Index, Tag);
  if (!E)
    return E.takeError();
  Expected<StringRef> Class = className((*E)->First);
  if (!Class)
    return Class.takeError();
  auto NameAndType = nameAndType((*E)->Second);
  if (!NameAndType)
    return NameAndType.takeError();
  return MemberRef{*Class, NameAndType->first, NameAndType->second,
                   Tag == ConstantTag::InterfaceMethodref};
}

Expected<MemberRef> ConstantPool::field(unsigned Index) const {
  return member(Index, ConstantTag::Fieldref);
}

Expected<MemberRef> ConstantPool::method(unsigned Index) const {
  const ConstantTag Tag = tag(Index);
  if (Tag != ConstantTag::Methodref && Tag != ConstantTag::InterfaceMethodref)
    return wants(Index, "Methodref or InterfaceMethodref", Tag);
  return member(Index, Tag);
}

Expected<MethodHandle> ConstantPool::methodHandle(unsigned Index) const {
  Expected<const Entry *> E = get(Index, ConstantTag::MethodHandle);
  if (!E)
    return E.takeError();
  const HandleKind Kind = HandleKind((*E)->Kind);
  Expected<MemberRef> Member =
      Kind <= HandleKind::PutStatic ? field((*E)->First) : method((*E)->First);
  if (!Member)
    return Member.takeError();
  return MethodHandle{Kind, *Member};
}

Expected<DynamicRef> ConstantPool::dynamicRef(unsigned Index,
                                              ConstantTag Tag) const {
  Expected<const Entry *> E = get(Index, Tag);
  if (!E)
    return E.takeError();
  auto NameAndType = nameAndType((*E)->Second);
  if (!NameAndType)
    return NameAndType.takeError();
  return DynamicRef{(*E)->First, NameAndType->first, NameAndType->second};
}

Expected<DynamicRef> ConstantPool::dynamic(unsigned Index) const {
  return dynamicRef(Index, ConstantTag::Dynamic);
}

Expected<DynamicRef> ConstantPool::invokeDynamic(unsigned Index) const {
  return dynamicRef(Index, ConstantTag::InvokeDynamic);
}

//===----------------------------------------------------------------------===//
// Modified UTF-8
//===----------------------------------------------------------------------===//

Expected<SmallVector<uint16_t, 32>> decodeModifiedUTF8(StringRef Text) {
  SmallVector<uint16_t, 32> Units;
  Units.reserve(Text.size());
  for (size_t I = 0; I != Text.size();) {
    const uint8_t First = Text[I];
    // Another byte of this unit, or 0 if there is none.
    auto Next = [&](size_t Distance) -> uint8_t {
      const uint8_t Byte =
          I + Distance < Text.size() ? uint8_t(Text[I + Distance]) : 0;
      return (Byte & 0xC0) == 0x80 ? Byte : 0;
    };
    if (First != 0 && First < 0x80) {
      Units.push_back(First);
      I += 1;
      continue;
    }
    if ((First & 0xE0) == 0xC0 && Next(1)) {
      const uint16_t Unit = (First & 0x1F) << 6 | (Next(1) & 0x3F);
      // Only zero takes more bytes than it has to.
      if (Unit >= 0x80 || Unit == 0) {
        Units.push_back(Unit);
        I += 2;
        continue;
      }
    }
    if ((First & 0xF0) == 0xE0 && Next(1) && Next(2)) {
      const uint16_t Unit =
          (First & 0x0F) << 12 | (Next(1) & 0x3F) << 6 | (Next(2) & 0x3F);
      if (Unit >= 0x800) {
        Units.push_back(Unit);
        I += 3;
        continue;
      }
    }
    return createStringError("malformed UTF-8 at its byte " + Twine(I));
  }
  return Units;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// \returns the oldest version whose class files may have \p Tag.
static uint16_t getOldestVersion(ConstantTag Tag) {
  switch (Tag) {
  case ConstantTag::MethodHandle:
  case ConstantTag::MethodType:
  case ConstantTag::InvokeDynamic:
    return 51;
  case ConstantTag::Module:
  case ConstantTag::Package:
    return 53;
  case ConstantTag::Dynamic:
    return 55;
  default:
    return 0;
  }
}

Expected<ConstantPool> ConstantPoolReader::read(ByteReader &Bytes,
                                                uint16_t Major) {
  ConstantPoolReader Reader(Bytes, Major);
  const unsigned Count = Bytes.u2();
  if (Count == 0)
    return createStringError("truncated in the constant pool");
  // Entries take three bytes at least.
  std::vector<ConstantPool::Entry> &Entries = Reader.Pool.Entries;
  Entries.reserve(std::min<size_t>(Count, Bytes.left() / 3 + 2));
  Entries.emplace_back();
  while (Entries.size() < Count) {
    if (Error E = Reader.readEntry())
      return atConstant(Entries.size(), std::move(E));
    if (Bytes.hasFailed())
      return createStringError("truncated in the constant pool");
  }
  if (Entries.size() > Count)
    return createStringError("the last constant needs two entries");
  for (unsigned I = 1; I != Count; ++I)
    if (Error E = Reader.check(I))
      return atConstant(I, std::move(E));
  return std::move(Reader.Pool);
}

Error ConstantPoolReader::atConstant(unsigned Index, Error E) {
  return createStringError("constant " + Twine(Index) + ": " +
                           toString(std::move(E)));
}

Error ConstantPoolReader::readEntry() {
  ConstantPool::Entry E;
  const uint8_t Tag = Bytes.u1();
  E.Tag = ConstantTag(Tag);
  switch (E.Tag) {
  case ConstantTag::Utf8: {
    ArrayRef<uint8_t> Text = Bytes.bytes(Bytes.u2());
    E.Text =
        StringRef(reinterpret_cast<const char *>(Text.data()), Text.size());
    break;
  }
  case ConstantTag::Integer:
  case ConstantTag::Float:
    E.Bits = Bytes.u4();
    break;
  case ConstantTag::Long:
  case ConstantTag::Double:
    E.Bits = Bytes.u8();
    break;
  case ConstantTag::Class:
  case ConstantTag::String:
  case ConstantTag::MethodType:
  case ConstantTag::Module:
  case ConstantTag::Package:
    E.First = Bytes.u2();
    break;
  case ConstantTag::Fieldref:
  case ConstantTag::Methodref:
  case ConstantTag::InterfaceMethodref:
  case ConstantTag::NameAndType:
  case ConstantTag::Dynamic:
  case ConstantTag::InvokeDynamic:
    E.First = Bytes.u2();
    E.Second = Bytes.u2();
    break;
  case ConstantTag::MethodHandle:
    E.Kind = Bytes.u1();
    E.First = Bytes.u2();
    break;
  default:
    return createStringError("unknown tag " + Twine(unsigned(Tag)));
  }
  if (Major < getOldestVersion(E.Tag))
    return createStringError(getName(E.Tag) +
                             " is newer than the class file's version " +
                             Twine(Major));
  Pool.Entries.push_back(E);
  if (E.Tag == ConstantTag::Long || E.Tag == ConstantTag::Double)
    Pool.Entries.emplace_back();
  return Error::success();
}

/// An error if \p Text is not valid as far as \p IsValid says.
static Error checkName(Expected<StringRef> Text, bool (*IsValid)(StringRef),
                       StringRef What) {
  if (!Text)
    return Text.takeError();
  if (!IsValid(*Text))
    return createStringError("'" + *Text + "' is no " + What);
  return Error::success();
}

static Error checkClassName(Expected<StringRef> Text) {
  if (Text && Text->starts_with("["))
    return parseFieldDescriptor(*Text).takeError();
  return checkName(std::move(Text), isClassName, "class name");
}

Error ConstantPoolReader::check(unsigned Index) {
  const ConstantPool::Entry &E = Pool.Entries[Index];
  switch (E.Tag) {
  case ConstantTag::Utf8:
    return decodeModifiedUTF8(E.Text).takeError();
  case ConstantTag::Class:
    return checkClassName(Pool.utf8(E.First));
  case ConstantTag::String:
  case ConstantTag::Module:
  case ConstantTag::Package:
    return Pool.utf8(E.First).takeError();
  case ConstantTag::MethodType: {
    Expected<StringRef> Text = Pool.utf8(E.First);
    return Text ? parseMethodDescriptor(*Text).takeError() : Text.takeError();
  }
  case ConstantTag::NameAndType: {
    auto NameAndType = Pool.nameAndType(Index);
    if (!NameAndType)
      return NameAndType.takeError();
    if (Error Bad = checkName(NameAndType->first, isUnqualifiedName, "name"))
      return Bad;
    return NameAndType->second.starts_with("(")
               ? parseMethodDescriptor(NameAndType->second).takeError()
               : parseFieldDescriptor(NameAndType->second).takeError();
  }
  case ConstantTag::Fieldref:
  case ConstantTag::Methodref:
  case ConstantTag::InterfaceMethodref:
    return checkMember(Index);
  case ConstantTag::MethodHandle:
    return checkHandle(Index);
  case ConstantTag::Dynamic: {
    Expected<DynamicRef> Ref = Pool.dynamic(Index);
    if (!Ref)
      return Ref.takeError();
    return parseFieldDescriptor(Ref->Descriptor).takeError();
  }
  case ConstantTag::InvokeDynamic: {
    Expected<DynamicRef> Ref = Pool.invokeDynamic(Index);
    if (!Ref)
      return Ref.takeError();
    if (Ref->Name.starts_with("<"))
      return createStringError("'" + Ref->Name + "' is no method name");
    return parseMethodDescriptor(Ref->Descriptor).takeError();
  }
  case ConstantTag::Unused:
  case ConstantTag::Integer:
  case ConstantTag::Float:
  case ConstantTag::Long:
  case ConstantTag::Double:
    break;
  }
  return Error::success();
}

Error ConstantPoolReader::checkMember(unsigned Index) {
  const ConstantTag Tag = Pool.tag(Index);
  Expected<MemberRef> Ref = Pool.member(Index, Tag);
  if (!Ref)
    return Ref.takeError();
  // What the entries that this one names are is checked when it is their turn.
  if (!isUnqualifiedName(Ref->Name))
    return createStringError("'" + Ref->Name + "' is no name");
  if (Tag == ConstantTag::Fieldref)
    return parseFieldDescriptor(Ref->Descriptor).takeError();
  Expected<MethodDescriptor> Type = parseMethodDescriptor(Ref->Descriptor);
  if (!Type)
    return Type.takeError();
  const bool IsConstructor =
      Tag == ConstantTag::Methodref && Ref->Name == "<init>";
  if (IsConstructor && !Type->Result.isVoid())
    return createStringError("a constructor has the result of '" +
                             Ref->Descriptor + "'");
  if (!IsConstructor &&
      (!isMethodName(Ref->Name) || Ref->Name.starts_with("<")))
    return createStringError("'" + Ref->Name + "' is no method name");
  return Error::success();
}

Error ConstantPoolReader::checkHandle(unsigned Index) {
  const ConstantPool::Entry &E = Pool.Entries[Index];
  const HandleKind Kind = HandleKind(E.Kind);
  if (Kind < HandleKind::GetField || Kind > HandleKind::InvokeInterface)
    return createStringError("unknown kind of method handle " +
                             Twine(unsigned(E.Kind)));
  Expected<MethodHandle> Handle = Pool.methodHandle(Index);
  if (!Handle)
    return Handle.takeError();
  if (Kind <= HandleKind::PutStatic)
    return Error::success();
  const bool IsEither = Major >= 52 && (Kind == HandleKind::InvokeStatic ||
                                        Kind == HandleKind::InvokeSpecial);
  const bool WantsInterface = Kind == HandleKind::InvokeInterface;
  if (!IsEither && Handle->Member.OfInterface != WantsInterface)
    return createStringError("a method handle of kind " +
                             Twine(unsigned(E.Kind)) + " has " +
                             getName(Pool.tag(E.First)));
  const bool IsConstructor = Handle->Member.Name == "<init>";
  if (IsConstructor != (Kind == HandleKind::NewInvokeSpecial))
    return createStringError("a method handle of kind " +
                             Twine(unsigned(E.Kind)) + " has the method " +
                             Handle->Member.Name);
  return Error::success();
}

} // namespace java
