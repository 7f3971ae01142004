//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loads classes with their superclasses and interfaces.
///
//===----------------------------------------------------------------------===//

#include "World/World.h"

using namespace llvm;
using namespace java;

/// Superclasses and dimensions of arrays that are more than any program has,
/// and few enough for recursion.
static constexpr unsigned MaxDepth = 1000;
static constexpr size_t MaxDimensions = 255;

/// \returns an error about \p Class that begins with the path of its file.
static Error fail(const JavaClass &Class, const Twine &What) {
  const std::string Text = (Class.name() + ": " + What).str();
  if (!Class.file())
    return createStringError(Text);
  return createStringError(Class.file()->Path + ": " + Text);
}

Expected<const JavaClass *> World::load(StringRef Name) {
  return load(Name, nullptr);
}

Expected<const JavaClass *> World::define(std::unique_ptr<MemoryBuffer> Bytes) {
  Expected<std::unique_ptr<ClassFile>> File =
      readClassFile(Bytes->getMemBufferRef());
  if (!File)
    return File.takeError();
  const ClassFile &Class = **File;
  Buffers.push_back(std::move(Bytes));
  Files.push_back(std::move(*File));
  if (Classes.contains(Class.Name))
    return createStringError(Class.Path + ": " + Class.Name +
                             " is a class already");
  return load(Class.Name, &Class);
}

Expected<const JavaClass *> World::load(StringRef Name, const ClassFile *File) {
  auto [It, IsNew] = Classes.try_emplace(Name);
  Entry &E = It->second;
  if (E.IsLoading)
    return createStringError(Name + " is its own superclass or interface");
  if (!E.Failure.empty())
    return createStringError(E.Failure);
  if (!IsNew)
    return E.Class.get();

  E.Class = std::make_unique<JavaClass>();
  E.Class->Name = It->first();
  E.Class->File = File;
  E.IsLoading = true;
  Error Err = load(*E.Class);
  E.IsLoading = false;
  if (Err) {
    E.Class.reset();
    E.Failure = toString(std::move(Err));
    return createStringError(E.Failure);
  }
  for (const JavaClass *Interface : E.Class->Interfaces)
    const_cast<JavaClass *>(Interface)->Subclasses.push_back(E.Class.get());
  if (E.Class->Super && !E.Class->isInterface())
    const_cast<JavaClass *>(E.Class->Super)
        ->Subclasses.push_back(E.Class.get());
  Loaded.push_back(E.Class.get());
  return E.Class.get();
}

Error World::load(JavaClass &Class) {
  if (Class.isArray())
    return loadArray(Class);
  if (!Class.File) {
    Expected<const ClassFile *> File = Path.find(Class.Name);
    if (!File)
      return File.takeError();
    if (!*File)
      return createStringError(Class.Name +
                               ": no such class in the class path");
    Class.File = *File;
  }
  if (Class.File->Flags & ACC_MODULE)
    return fail(Class, "is a module, not a class");
  if (Error E = loadSupers(Class))
    return E;
  if (Error E = addMembers(Class))
    return E;
  if (Error E = Class.layOut())
    return E;
  if (Error E = Class.makeVTable())
    return E;
  Class.collectInterfaces();
  return Error::success();
}

Error World::loadArray(JavaClass &Class) {
  if (Class.Name.take_while([](char C) { return C == '['; }).size() >
      MaxDimensions)
    return createStringError(Class.Name + ": array of too many dimensions");
  Expected<TypeDescriptor> Type = parseFieldDescriptor(Class.Name);
  if (!Type)
    return Type.takeError();
  Expected<const JavaClass *> Object = load("java/lang/Object");
  if (!Object)
    return Object.takeError();
  Class.Super = *Object;
  Class.Depth = 1;
  Class.VTable = (*Object)->VTable;
  if (Class.elementType().isReference()) {
    Expected<const JavaClass *> Element = load(Class.elementType().className());
    if (!Element)
      return Element.takeError();
    Class.Element = *Element;
  }
  // A small library may do without them.
  for (StringRef Name : {"java/lang/Cloneable", "java/io/Serializable"}) {
    Expected<const JavaClass *> Interface = load(Name);
    if (Interface && (*Interface)->isInterface())
      Class.Interfaces.push_back(*Interface);
    else
      consumeError(Interface.takeError());
  }
  Class.collectInterfaces();
  return Error::success();
}

Error World::loadSupers(JavaClass &Class) {
  const ClassFile &File = *Class.File;
  if (Class.Name == "java/lang/Object") {
    if (!File.Super.empty() || !File.Interfaces.empty() || File.isInterface())
      return fail(Class, "has a superclass or interfaces, or is an interface");
    return Error::success();
  }
  if (File.Super.empty())
    return fail(Class, "has no superclass");
  Expected<const JavaClass *> Super = loadSuper(Class, File.Super, false);
  if (!Super)
    return Super.takeError();
  Class.Super = *Super;
  if (File.isInterface() && Class.Super->Super)
    return fail(Class, "is an interface that extends the class " + File.Super);
  Class.Depth = File.isInterface() ? 0 : Class.Super->Depth + 1;
  if (Class.Depth > MaxDepth)
    return fail(Class, "has more than " + Twine(MaxDepth) + " superclasses");
  for (StringRef Name : File.Interfaces) {
    Expected<const JavaClass *> Interface = loadSuper(Class, Name, true);
    if (!Interface)
      return Interface.takeError();
    Class.Interfaces.push_back(*Interface);
  }
  return Error::success();
}

/// \returns whether \p From may name \p Class (JVMS 5.4.4).
static bool isClassAccessible(const JavaClass &Class, const JavaClass &From) {
  return (Class.file()->Flags & ACC_PUBLIC) ||
         getPackage(Class.name()) == getPackage(From.name());
}

Expected<const JavaClass *> World::loadSuper(const JavaClass &Class,
                                             StringRef Name, bool IsInterface) {
  const std::string Relation =
      (Class.isInterface() || !IsInterface ? "extends " : "implements ") +
      Name.str();
  if (Name.starts_with("["))
    return fail(Class, Relation + ", which is an array");
  Expected<const JavaClass *> Super = load(Name);
  if (!Super)
    return fail(Class, Relation + ": " + toString(Super.takeError()));
  if ((*Super)->isInterface() != IsInterface)
    return fail(Class, Relation + ", which is " +
                           (IsInterface ? "no interface" : "an interface"));
  if ((*Super)->File->Flags & ACC_FINAL)
    return fail(Class, Relation + ", which is final");
  if (!isClassAccessible(**Super, Class))
    return fail(Class, Relation + ", which is of another package");
  ArrayRef<StringRef> Permitted = (*Super)->File->Permitted;
  if (!Permitted.empty() && !is_contained(Permitted, Class.Name))
    return fail(Class, Relation + ", which is sealed and does not permit it");
  return Super;
}

Error World::addMembers(JavaClass &Class) {
  for (const Field &F : Class.File->Fields) {
    Expected<TypeDescriptor> Type = parseFieldDescriptor(F.Descriptor);
    if (!Type)
      return fail(Class, F.Name + ": " + toString(Type.takeError()));
    Class.Fields.push_back({&Class, &F, *Type});
  }
  bool HasInitializer = false;
  for (const Method &M : Class.File->Methods) {
    Expected<MethodDescriptor> Type = parseMethodDescriptor(M.Descriptor);
    if (!Type)
      return fail(Class, M.Name + ": " + toString(Type.takeError()));
    Class.Methods.push_back({&Class, &M, std::move(*Type)});
    HasInitializer |= Class.Methods.back().isInitializer();
  }
  Class.NeedsInitialization =
      HasInitializer ||
      (!Class.isInterface() && Class.Super && Class.Super->NeedsInitialization);
  return Error::success();
}

void World::loadAll(function_ref<void(Error)> Report) {
  for (const std::unique_ptr<ClassPathEntry> &Place : Path.entries()) {
    Expected<std::vector<std::string>> Names = Place->list();
    if (!Names) {
      Report(Names.takeError());
      continue;
    }
    for (const std::string &Name : *Names)
      if (Expected<const JavaClass *> Class = load(Name); !Class)
        Report(Class.takeError());
  }
}
