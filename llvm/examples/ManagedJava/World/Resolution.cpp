//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Resolution of members (JVMS 5.4.3) and access control (JVMS 5.4.4).
///
//===----------------------------------------------------------------------===//

#include "World/World.h"

using namespace llvm;
using namespace java;

/// \returns an error about a reference of \p From to \p Ref.
static Error fail(const MemberRef &Ref, const JavaClass &From,
                  const Twine &What) {
  return createStringError(From.name() + " refers to " + Ref.Class + "." +
                           Ref.Name + " " + Ref.Descriptor + ": " + What);
}

/// \returns the class whose private members \p Class may access, too.
static StringRef getNestHost(const JavaClass &Class) {
  const StringRef Host = Class.file()->NestHost;
  return Host.empty() || getPackage(Host) != getPackage(Class.name())
             ? Class.name()
             : Host;
}

/// \returns whether \p From may access a member of \p Owner with \p Flags
/// (JVMS 5.4.4).
static bool isAccessible(const JavaClass &Owner, uint16_t Flags,
                         const JavaClass &From) {
  if ((Flags & ACC_PUBLIC) || &Owner == &From)
    return true;
  if (Flags & ACC_PRIVATE)
    return getNestHost(Owner) == getNestHost(From);
  if (getPackage(Owner.name()) == getPackage(From.name()))
    return true;
  return (Flags & ACC_PROTECTED) && From.isSubclassOf(&Owner);
}

Expected<const JavaClass *> World::resolveClass(StringRef Name,
                                                const JavaClass &From) {
  Expected<const JavaClass *> Class = load(Name);
  if (!Class)
    return Class.takeError();
  const JavaClass *Innermost = *Class;
  while (Innermost->isArray() && Innermost->element())
    Innermost = Innermost->element();
  if (!Innermost->isArray() && !(Innermost->file()->Flags & ACC_PUBLIC) &&
      getPackage(Innermost->name()) != getPackage(From.name()))
    return createStringError("the class is of another package and not public");
  return Class;
}

/// The field in \p Class, its superinterfaces or its superclasses, but for
/// classes in \p Seen.
static const JavaField *lookUpField(const JavaClass &Class,
                                    const MemberRef &Ref,
                                    DenseSet<const JavaClass *> &Seen) {
  for (const JavaClass *C = &Class; C && Seen.insert(C).second;
       C = C->super()) {
    if (const JavaField *F = C->findOwnField(Ref.Name, Ref.Descriptor))
      return F;
    for (const JavaClass *Interface : C->interfaces())
      if (const JavaField *F = lookUpField(*Interface, Ref, Seen))
        return F;
  }
  return nullptr;
}

Expected<const JavaField *> World::resolveField(const MemberRef &Ref,
                                                const JavaClass &From) {
  Expected<const JavaClass *> Class = resolveClass(Ref.Class, From);
  if (!Class)
    return fail(Ref, From, toString(Class.takeError()));
  DenseSet<const JavaClass *> Seen;
  const JavaField *F = lookUpField(**Class, Ref, Seen);
  if (!F)
    return fail(Ref, From, "no such field");
  if (!isAccessible(*F->Owner, F->Source->Flags, From))
    return fail(Ref, From, "the field is not accessible");
  return F;
}

/// What a reference to an interface finds (JVMS 5.4.3.4), or one to a class
/// whose superclasses do not have the method (JVMS 5.4.3.3).
static const JavaMethod *lookUpInInterfaces(const JavaClass &Class,
                                            const MemberRef &Ref) {
  if (const JavaMethod *M = Class.findMostSpecific(Ref.Name, Ref.Descriptor))
    return M;
  for (const JavaClass *Interface : Class.allInterfaces())
    if (const JavaMethod *M =
            Interface->findOwnMethod(Ref.Name, Ref.Descriptor))
      if (!M->isStatic() && !M->isPrivate())
        return M;
  return nullptr;
}

static const JavaMethod *lookUpMethod(const JavaClass &Class,
                                      const MemberRef &Ref) {
  if (!Class.isInterface()) {
    if (const JavaMethod *M = Class.findMethod(Ref.Name, Ref.Descriptor))
      return M;
    return lookUpInInterfaces(Class, Ref);
  }
  if (const JavaMethod *M = Class.findOwnMethod(Ref.Name, Ref.Descriptor))
    return M;
  const JavaMethod *M = Class.super()->findOwnMethod(Ref.Name, Ref.Descriptor);
  if (M && !M->isStatic() && (M->Source->Flags & ACC_PUBLIC))
    return M;
  return lookUpInInterfaces(Class, Ref);
}

Expected<const JavaMethod *> World::resolveMethod(const MemberRef &Ref,
                                                  const JavaClass &From) {
  Expected<const JavaClass *> Class = resolveClass(Ref.Class, From);
  if (!Class)
    return fail(Ref, From, toString(Class.takeError()));
  if ((*Class)->isInterface() != Ref.OfInterface)
    return fail(Ref, From,
                Ref.OfInterface ? "the class is no interface"
                                : "the class is an interface");
  const JavaMethod *M = lookUpMethod(**Class, Ref);
  if (!M)
    return fail(Ref, From, "no such method");
  // All may clone arrays.
  if (!(*Class)->isArray() && !isAccessible(*M->Owner, M->Source->Flags, From))
    return fail(Ref, From, "the method is not accessible");
  return M;
}

Expected<const JavaMethod *> World::selectSpecial(const MemberRef &Ref,
                                                  const JavaMethod &Resolved,
                                                  const JavaClass &From) {
  if (Resolved.isStatic())
    return fail(Ref, From, "the method is static");
  if (Resolved.isConstructor()) {
    // Neither that of a superclass of the class named.
    if (Resolved.Owner->name() != Ref.Class)
      return fail(Ref, From, "no such constructor");
    return &Resolved;
  }
  if (Resolved.isPrivate())
    return &Resolved;
  Expected<const JavaClass *> Class = load(Ref.Class);
  if (!Class)
    return Class.takeError();
  const JavaClass *Start = *Class;
  if (!Start->isInterface() && Start != &From && From.isSubclassOf(Start))
    Start = From.super();
  else if (!From.isSubclassOf(Start))
    return fail(Ref, From, "it is no superclass or interface of the class");

  const StringRef Name = Resolved.Source->Name;
  const StringRef Type = Resolved.Source->Descriptor;
  const JavaMethod *M = Start->findMethod(Name, Type);
  if (!M || M->isStatic() || M->isPrivate() ||
      (Start->isInterface() && M->Owner != Start &&
       !(M->Source->Flags & ACC_PUBLIC)))
    M = Start->findMostSpecific(Name, Type);
  if (!M || M->isAbstract())
    return fail(Ref, From, "the method is abstract");
  return M;
}

bool World::isSignaturePolymorphic(const MemberRef &Ref) {
  if (Ref.Class != "java/lang/invoke/VarHandle" &&
      Ref.Class != "java/lang/invoke/MethodHandle")
    return false;
  Expected<const JavaClass *> Class = load(Ref.Class);
  if (!Class) {
    consumeError(Class.takeError());
    return false;
  }
  // One that is native, has variable arguments, and no other of its name.
  const JavaMethod *Only = nullptr;
  for (const JavaMethod &M : (*Class)->methods())
    if (M.Source->Name == Ref.Name) {
      if (Only)
        return false;
      Only = &M;
    }
  return Only && Only->isNative() && (Only->Source->Flags & ACC_VARARGS) &&
         Only->Source->Descriptor.starts_with("([Ljava/lang/Object;)");
}
