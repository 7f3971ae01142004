//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassFile/ClassFile.h"
#include "ClassFile/Attributes.h"
#include "ClassFile/ConstantPoolReader.h"
#include "ClassFile/Descriptor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace java {

namespace {

class ClassReader {
public:
  ClassReader(ArrayRef<uint8_t> Bytes, ClassFile &File)
      : Bytes(Bytes), File(File) {}
  Error read();

private:
  Error readHeader();
  Error checkFlags();
  Error readNames();
  template <typename T>
  Error readMembers(StringRef What, std::vector<T> &Members,
                    Error (ClassReader::*Read)(T &));
  Error readField(Field &F);
  Error readMethod(Method &M);
  Error checkMethodFlags(const Method &M);
  Error checkSpecialMethod(Method &M);
  Error readAttributes();
  Error readBootstraps(ByteReader &Contents);
  Error readComponents(ByteReader &Contents);
  Error readClassNames(ByteReader &Contents, std::vector<StringRef> &Names);
  Error readInnerClasses(ByteReader &Contents);
  Error checkDynamicConstants();
  Expected<StringRef> readClassName(const Twine &What);
  bool isModule() const { return File.Flags & ACC_MODULE; }

  ByteReader Bytes;
  ClassFile &File;
  size_t NumFrameTypes = 0;
};

} // namespace

static bool isOneAtMost(unsigned Flags) { return (Flags & (Flags - 1)) == 0; }

static Error badFlags(uint16_t Flags) {
  return createStringError("flags 0x" + Twine::utohexstr(Flags) +
                           " contradict each other");
}

Error ClassReader::readHeader() {
  if (Bytes.u4() != 0xCAFEBABE)
    return createStringError("no class file");
  File.Minor = Bytes.u2();
  File.Major = Bytes.u2();
  if (Bytes.hasFailed())
    return Bytes.finish();
  const std::string Version =
      (Twine(File.Major) + "." + Twine(File.Minor)).str();
  if (File.Major < OldestMajor)
    return createStringError("version " + Version + " is unknown");
  if (File.Major > NewestMajor)
    return createStringError("version " + Version + " is newer than " +
                             Twine(NewestMajor) + ", that of Java 17");
  if (File.Major >= 56 && File.Minor != 0)
    return createStringError(File.Minor == 0xFFFF
                                 ? "preview features of version " + Version +
                                       " are not supported"
                                 : "version " + Version + " is unknown");
  Expected<ConstantPool> Constants =
      ConstantPoolReader::read(Bytes, File.Major);
  if (!Constants)
    return Constants.takeError();
  File.Constants = std::move(*Constants);
  return Error::success();
}

Error ClassReader::checkFlags() {
  if (File.Major < 53)
    File.Flags &= ~ACC_MODULE;
  const unsigned Flags = File.Flags;
  if (Flags & ACC_MODULE)
    return Error::success();
  const bool IsOld = File.Major < 49;
  if (Flags & ACC_INTERFACE) {
    // Compilers of old versions did not set ACC_ABSTRACT.
    if (File.Major < 50)
      File.Flags |= ACC_ABSTRACT;
    if (!(File.Flags & ACC_ABSTRACT) || (Flags & ACC_FINAL) ||
        (!IsOld && (Flags & (ACC_SUPER | ACC_ENUM))))
      return badFlags(Flags);
  } else if (((Flags & ACC_FINAL) && (Flags & ACC_ABSTRACT)) ||
             (!IsOld && (Flags & ACC_ANNOTATION))) {
    return badFlags(Flags);
  }
  return Error::success();
}

Expected<StringRef> ClassReader::readClassName(const Twine &What) {
  Expected<StringRef> Name = File.Constants.className(Bytes.u2());
  if (Bytes.hasFailed())
    return Bytes.finish();
  if (!Name)
    return createStringError(What + ": " + toString(Name.takeError()));
  if (Name->starts_with("["))
    return createStringError(What + " is an array");
  return Name;
}

Error ClassReader::readNames() {
  Expected<StringRef> Name = readClassName("the class");
  if (!Name)
    return Name.takeError();
  File.Name = *Name;
  const unsigned Super = Bytes.u2();
  if (Super) {
    Expected<StringRef> Name = File.Constants.className(Super);
    if (!Name)
      return createStringError("the superclass: " + toString(Name.takeError()));
    if (Name->starts_with("["))
      return createStringError("the superclass is an array");
    File.Super = *Name;
  }
  if (isModule() && (Super || File.Name != "module-info"))
    return createStringError("a module has a superclass or another name");
  if (!isModule() && File.Super.empty() != (File.Name == "java/lang/Object"))
    return createStringError(Super ? "java/lang/Object has a superclass"
                                   : "there is no superclass");
  if (File.isInterface() && File.Super != "java/lang/Object")
    return createStringError("the superclass of an interface is " + File.Super);
  const unsigned NumInterfaces = Bytes.u2();
  DenseSet<StringRef> Interfaces;
  for (unsigned I = 0; I != NumInterfaces; ++I) {
    Expected<StringRef> Interface = readClassName("interface " + Twine(I));
    if (!Interface)
      return Interface.takeError();
    if (!Interfaces.insert(*Interface).second)
      return createStringError("it names the interface " + *Interface +
                               " twice");
    File.Interfaces.push_back(*Interface);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Fields and methods
//===----------------------------------------------------------------------===//

template <typename T>
Error ClassReader::readMembers(StringRef What, std::vector<T> &Members,
                               Error (ClassReader::*Read)(T &)) {
  const unsigned Count = Bytes.u2();
  DenseSet<std::pair<StringRef, StringRef>> Names;
  for (unsigned I = 0; I != Count; ++I) {
    T Member;
    Member.Flags = Bytes.u2();
    Expected<StringRef> Name = File.Constants.utf8(Bytes.u2());
    Expected<StringRef> Descriptor = File.Constants.utf8(Bytes.u2());
    Error Bad = joinErrors(Name.takeError(), Descriptor.takeError());
    if (Bytes.hasFailed()) {
      consumeError(std::move(Bad));
      return Bytes.finish();
    }
    if (Bad)
      return createStringError(What + " " + Twine(I) + ": " +
                               toString(std::move(Bad)));
    Member.Name = *Name;
    Member.Descriptor = *Descriptor;
    Error E = (this->*Read)(Member);
    if (!E && !Names.insert({Member.Name, Member.Descriptor}).second)
      E = createStringError("there are two of it");
    if (E)
      return createStringError(File.Name + "." + Member.Name +
                               Member.Descriptor + ": " +
                               toString(std::move(E)));
    Members.push_back(std::move(Member));
  }
  return Error::success();
}

/// Whether a field with \p Descriptor may have the constant value \p Tag.
static bool isConstantOf(ConstantTag Tag, StringRef Descriptor) {
  switch (Tag) {
  case ConstantTag::Integer:
    return StringRef("BCISZ").contains(Descriptor);
  case ConstantTag::Float:
    return Descriptor == "F";
  case ConstantTag::Long:
    return Descriptor == "J";
  case ConstantTag::Double:
    return Descriptor == "D";
  case ConstantTag::String:
    return Descriptor == "Ljava/lang/String;";
  default:
    return false;
  }
}

Error ClassReader::readField(Field &F) {
  if (!isUnqualifiedName(F.Name))
    return createStringError("'" + F.Name + "' is no name");
  if (Error E = parseFieldDescriptor(F.Descriptor).takeError())
    return E;
  const unsigned OfInterface = ACC_PUBLIC | ACC_STATIC | ACC_FINAL;
  const unsigned Others =
      ACC_PRIVATE | ACC_PROTECTED | ACC_VOLATILE | ACC_TRANSIENT | ACC_ENUM;
  if (!isOneAtMost(F.Flags & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED)) ||
      ((F.Flags & ACC_FINAL) && (F.Flags & ACC_VOLATILE)) ||
      (File.isInterface() && (F.Flags & (OfInterface | Others)) != OfInterface))
    return badFlags(F.Flags);
  Expected<Attributes> List = Attributes::read(Bytes, File.Constants);
  if (!List)
    return List.takeError();
  // Fields of objects may have the attribute, which means nothing then.
  if (!(F.Flags & ACC_STATIC))
    return Error::success();
  return List->forOnly("ConstantValue", [&](ByteReader &Contents) -> Error {
    F.ConstantValue = Contents.u2();
    if (!isConstantOf(File.Constants.tag(F.ConstantValue), F.Descriptor))
      return createStringError("constant " + Twine(F.ConstantValue) + " is " +
                               getName(File.Constants.tag(F.ConstantValue)));
    return Error::success();
  });
}

Error ClassReader::checkMethodFlags(const Method &M) {
  const unsigned Flags = M.Flags;
  if (!isOneAtMost(Flags & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED)))
    return badFlags(Flags);
  if (M.Name == "<init>") {
    if (Flags & (ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED | ACC_BRIDGE |
                 ACC_NATIVE | ACC_ABSTRACT))
      return badFlags(Flags);
    return Error::success();
  }
  if (File.isInterface()) {
    if (Flags & (ACC_PROTECTED | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE))
      return badFlags(Flags);
    if (File.Major < 52 && (Flags & (ACC_PUBLIC | ACC_ABSTRACT | ACC_STATIC)) !=
                               (ACC_PUBLIC | ACC_ABSTRACT))
      return badFlags(Flags);
    if (!(Flags & (ACC_PUBLIC | ACC_PRIVATE)))
      return badFlags(Flags);
  }
  unsigned NotAbstract =
      ACC_PRIVATE | ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE;
  if (File.Major >= 46 && File.Major <= 60)
    NotAbstract |= ACC_STRICT;
  if ((Flags & ACC_ABSTRACT) && (Flags & NotAbstract))
    return badFlags(Flags);
  return Error::success();
}

/// `<clinit>` and `<init>` (JVMS 2.9).
Error ClassReader::checkSpecialMethod(Method &M) {
  if (M.Name == "<clinit>") {
    // Other flags mean nothing.
    if (File.Major < 51)
      M.Flags |= ACC_STATIC;
    M.Flags &= ACC_STATIC | ACC_STRICT | ACC_SYNTHETIC;
    if (M.Descriptor != "()V" || !(M.Flags & ACC_STATIC))
      return createStringError("it is not static, or has parameters or a "
                               "result");
  } else if (M.Name == "<init>") {
    if (!StringRef(M.Descriptor).ends_with(")V"))
      return createStringError("a constructor has a result");
    if (File.isInterface())
      return createStringError("an interface has a constructor");
  }
  return Error::success();
}

Error ClassReader::readMethod(Method &M) {
  if (!isMethodName(M.Name))
    return createStringError("'" + M.Name + "' is no method name");
  Expected<MethodDescriptor> Type = parseMethodDescriptor(M.Descriptor);
  if (!Type)
    return Type.takeError();
  if (Error E = checkSpecialMethod(M))
    return E;
  if (M.Name != "<clinit>")
    if (Error E = checkMethodFlags(M))
      return E;
  if (Type->numSlots() + !(M.Flags & ACC_STATIC) > MaxParameterSlots)
    return createStringError("too many parameters");
  Expected<Attributes> List = Attributes::read(Bytes, File.Constants);
  if (!List)
    return List.takeError();
  const bool WantsCode = !(M.Flags & (ACC_ABSTRACT | ACC_NATIVE));
  if (List->has("Code") != WantsCode)
    return createStringError(WantsCode ? "there is no attribute Code"
                                       : "abstract or native, but there is an "
                                         "attribute Code");
  return List->forOnly("Code", [&](ByteReader &Contents) -> Error {
    Expected<Code> Body = readCode(Contents, File, M);
    if (!Body)
      return Body.takeError();
    for (const StackMapFrame &Frame : Body->Frames)
      NumFrameTypes += Frame.Locals.size() + Frame.Stack.size();
    if (NumFrameTypes > MaxFrameTypes)
      return createStringError("the frames of the class are too large");
    M.Body = std::move(*Body);
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Attributes of the class
//===----------------------------------------------------------------------===//

/// Whether ldc, or a bootstrap method as an argument, takes \p Tag.
static bool isLoadable(ConstantTag Tag) {
  switch (Tag) {
  case ConstantTag::Integer:
  case ConstantTag::Float:
  case ConstantTag::Long:
  case ConstantTag::Double:
  case ConstantTag::Class:
  case ConstantTag::String:
  case ConstantTag::MethodHandle:
  case ConstantTag::MethodType:
  case ConstantTag::Dynamic:
    return true;
  default:
    return false;
  }
}

Error ClassReader::readBootstraps(ByteReader &Contents) {
  const unsigned Count = Contents.u2();
  for (unsigned I = 0; I != Count; ++I) {
    Expected<MethodHandle> Handle = File.Constants.methodHandle(Contents.u2());
    if (!Handle)
      return Handle.takeError();
    BootstrapMethod B{*Handle, {}};
    const unsigned NumArguments = Contents.u2();
    for (unsigned J = 0; J != NumArguments && !Contents.hasFailed(); ++J) {
      B.Arguments.push_back(Contents.u2());
      const ConstantTag Tag = File.Constants.tag(B.Arguments.back());
      if (!isLoadable(Tag))
        return createStringError("constant " + Twine(B.Arguments.back()) +
                                 " is " + getName(Tag) +
                                 ", which is no argument");
    }
    File.Bootstraps.push_back(std::move(B));
  }
  return Error::success();
}

Error ClassReader::readComponents(ByteReader &Contents) {
  const unsigned Count = Contents.u2();
  File.IsRecord = true;
  for (unsigned I = 0; I != Count; ++I) {
    Expected<StringRef> Name = File.Constants.utf8(Contents.u2());
    if (!Name)
      return Name.takeError();
    Expected<StringRef> Descriptor = File.Constants.utf8(Contents.u2());
    if (!Descriptor)
      return Descriptor.takeError();
    if (!isUnqualifiedName(*Name))
      return createStringError("'" + *Name + "' is no name");
    if (Error E = parseFieldDescriptor(*Descriptor).takeError())
      return E;
    if (Error E = Attributes::read(Contents, File.Constants).takeError())
      return E;
    File.Components.push_back({*Name, *Descriptor});
  }
  return Error::success();
}

Error ClassReader::readClassNames(ByteReader &Contents,
                                  std::vector<StringRef> &Names) {
  const unsigned Count = Contents.u2();
  for (unsigned I = 0; I != Count; ++I) {
    Expected<StringRef> Name = File.Constants.className(Contents.u2());
    if (!Name)
      return Name.takeError();
    Names.push_back(*Name);
  }
  return Error::success();
}

/// Of all the classes that it lists, the class itself is wanted.
Error ClassReader::readInnerClasses(ByteReader &Contents) {
  const unsigned Count = Contents.u2();
  for (unsigned I = 0; I != Count; ++I) {
    Expected<StringRef> Inner = File.Constants.className(Contents.u2());
    if (!Inner)
      return Inner.takeError();
    Contents.u2(); // the class around it
    const unsigned Name = Contents.u2();
    Contents.u2(); // flags
    if (*Inner != File.Name)
      continue;
    File.SimpleName = "";
    if (!Name) // it is anonymous
      continue;
    if (Error E = File.Constants.utf8(Name).moveInto(File.SimpleName))
      return E;
  }
  return Error::success();
}

Error ClassReader::readAttributes() {
  Expected<Attributes> List = Attributes::read(Bytes, File.Constants);
  if (!List)
    return List.takeError();
  if (Error E = List->forOnly("SourceFile", [&](ByteReader &Contents) {
        return File.Constants.utf8(Contents.u2()).moveInto(File.SourceFile);
      }))
    return E;
  File.SimpleName = File.Name.substr(File.Name.rfind('/') + 1);
  if (Error E = List->forOnly("InnerClasses", [&](ByteReader &Contents) {
        return readInnerClasses(Contents);
      }))
    return E;
  // An attribute means nothing in class files that are older than it.
  if (File.Major >= 51)
    if (Error E = List->forOnly("BootstrapMethods", [&](ByteReader &Contents) {
          return readBootstraps(Contents);
        }))
      return E;
  if (File.Major >= 55) {
    if (Error E = List->forOnly("NestHost", [&](ByteReader &Contents) {
          return File.Constants.className(Contents.u2())
              .moveInto(File.NestHost);
        }))
      return E;
    if (Error E = List->forOnly("NestMembers", [&](ByteReader &Contents) {
          return readClassNames(Contents, File.NestMembers);
        }))
      return E;
    if (List->has("NestHost") && List->has("NestMembers"))
      return createStringError("both a host and a member of a nest");
  }
  if (File.Major >= 60)
    if (Error E = List->forOnly("Record", [&](ByteReader &Contents) {
          return readComponents(Contents);
        }))
      return E;
  if (File.Major >= 61) {
    if (Error E =
            List->forOnly("PermittedSubclasses", [&](ByteReader &Contents) {
              return readClassNames(Contents, File.Permitted);
            }))
      return E;
    File.IsSealed = List->has("PermittedSubclasses");
    if (File.IsSealed && (File.Flags & ACC_FINAL))
      return createStringError("final, but permits subclasses");
  }
  return Error::success();
}

/// Constants that only some class files have, or that other parts of the class
/// file explain.
Error ClassReader::checkDynamicConstants() {
  for (unsigned I = 1; I < File.Constants.size(); ++I) {
    const ConstantTag Tag = File.Constants.tag(I);
    if ((Tag == ConstantTag::Module || Tag == ConstantTag::Package) &&
        !isModule())
      return createStringError("constant " + Twine(I) + " is " + getName(Tag) +
                               ", and this is no module");
    if (Tag != ConstantTag::Dynamic && Tag != ConstantTag::InvokeDynamic)
      continue;
    const DynamicRef Ref =
        cantFail(Tag == ConstantTag::Dynamic ? File.Constants.dynamic(I)
                                             : File.Constants.invokeDynamic(I));
    if (Ref.Bootstrap >= File.Bootstraps.size())
      return createStringError("constant " + Twine(I) +
                               ": there is no bootstrap method " +
                               Twine(Ref.Bootstrap));
  }
  return Error::success();
}

Error ClassReader::read() {
  if (Error E = readHeader())
    return E;
  File.Flags = Bytes.u2();
  if (Error E = checkFlags())
    return E;
  if (Error E = readNames())
    return E;
  if (Error E = readMembers("field", File.Fields, &ClassReader::readField))
    return E;
  if (Error E = readMembers("method", File.Methods, &ClassReader::readMethod))
    return E;
  if (isModule() && (!File.Interfaces.empty() || !File.Fields.empty() ||
                     !File.Methods.empty()))
    return createStringError("a module has interfaces or members");
  if (Error E = readAttributes())
    return E;
  if (Error E = checkDynamicConstants())
    return E;
  return Bytes.finish();
}

Expected<std::unique_ptr<ClassFile>> readClassFile(MemoryBufferRef Buffer) {
  auto File = std::make_unique<ClassFile>();
  File->Path = Buffer.getBufferIdentifier().str();
  if (Buffer.getBufferSize() > MaxClassFileSize)
    return createStringError(File->Path + ": larger than " +
                             Twine(MaxClassFileSize >> 20) + " MiB");
  if (Error E =
          ClassReader(arrayRefFromStringRef(Buffer.getBuffer()), *File).read())
    return createStringError(File->Path + ": " + toString(std::move(E)));
  return std::move(File);
}

} // namespace java
