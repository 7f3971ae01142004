//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The classes that are compiled and those that they refer to: hierarchy,
/// layout, vtables, and resolution of members (JVMS 5.4.3).
///
/// A world is closed if nothing but the class path is ever loaded. Then the
/// subclasses of a class are known.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_WORLD_WORLD_H
#define LLVM_EXAMPLES_MANAGEDJAVA_WORLD_WORLD_H

#include "ClassFile/ClassPath.h"
#include "ClassFile/Descriptor.h"
#include "Runtime/ObjectModel.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

namespace java {

class JavaClass;

/// \returns "java/lang" of "java/lang/Object".
llvm::StringRef getPackage(llvm::StringRef Class);
/// \returns \p Class as symbols have it.
std::string mangleClass(llvm::StringRef Class);
/// \returns the bytes of a field or an element.
uint32_t sizeOf(TypeDescriptor Type);

struct JavaField {
  const JavaClass *Owner;
  const Field *Source;
  TypeDescriptor Type;
  /// Of an instance field, from the begin of the object.
  uint32_t Offset = 0;

  bool isStatic() const { return Source->Flags & ACC_STATIC; }
  bool isVolatile() const { return Source->Flags & ACC_VOLATILE; }
  bool isFinal() const { return Source->Flags & ACC_FINAL; }
  /// Of the global variable of a static field:
  /// "java/lang/System.out:Ljava/io/PrintStream;".
  std::string symbol() const;
};

struct JavaMethod {
  const JavaClass *Owner;
  const Method *Source;
  MethodDescriptor Type;
  /// In the vtable; -1 for static and private methods, constructors, and
  /// methods of interfaces. A call that resolves to a method of an interface is
  /// an interface call, whether the instruction is invokeinterface or
  /// invokevirtual.
  int VTableIndex = -1;
  /// In InterfaceEntry::Methods, of a method of an interface that is neither
  /// static nor private.
  int InterfaceIndex = -1;

  bool isStatic() const { return Source->Flags & ACC_STATIC; }
  bool isAbstract() const { return Source->Flags & ACC_ABSTRACT; }
  bool isNative() const { return Source->Flags & ACC_NATIVE; }
  bool isPrivate() const { return Source->Flags & ACC_PRIVATE; }
  bool isFinal() const { return Source->Flags & ACC_FINAL; }
  bool isConstructor() const { return Source->Name == "<init>"; }
  bool isInitializer() const { return Source->Name == "<clinit>"; }
  /// Of the function: "java/lang/Object.equals(Ljava/lang/Object;)Z".
  std::string symbol() const;
};

/// A class, an interface or an array. Owned by the world.
class JavaClass {
public:
  llvm::StringRef name() const { return Name; }
  /// Null for arrays.
  const ClassFile *file() const { return File; }
  bool isArray() const { return Name.starts_with("["); }
  bool isInterface() const { return File && File->isInterface(); }
  bool isAbstract() const { return File && (File->Flags & ACC_ABSTRACT); }
  /// Whether nothing can be a subclass: final classes, records, and arrays of
  /// such and of primitives.
  bool isFinal() const;
  /// Null for java/lang/Object. Interfaces and arrays have java/lang/Object.
  const JavaClass *super() const { return Super; }
  unsigned depth() const { return Depth; }
  /// The ones that it names.
  llvm::ArrayRef<const JavaClass *> interfaces() const { return Interfaces; }
  /// All that it implements, superclasses' and superinterfaces' included,
  /// itself if it is one; sorted by name.
  llvm::ArrayRef<const JavaClass *> allInterfaces() const {
    return AllInterfaces;
  }
  bool isSubclassOf(const JavaClass *Other) const; // or the same
  /// Whether an object of this class may be assigned to \p Other (JVMS 5.1.6.1
  /// for arrays).
  bool isAssignableTo(const JavaClass *Other) const;
  /// Its own, in the order of the file.
  llvm::ArrayRef<JavaField> fields() const { return Fields; }
  llvm::ArrayRef<JavaMethod> methods() const { return Methods; }
  /// Its own one; null if there is none.
  const JavaMethod *findOwnMethod(llvm::StringRef Name,
                                  llvm::StringRef Descriptor) const;
  const JavaField *findOwnField(llvm::StringRef Name,
                                llvm::StringRef Descriptor) const;
  /// Its own or an inherited one, not through interfaces.
  const JavaMethod *findMethod(llvm::StringRef Name,
                               llvm::StringRef Descriptor) const;
  const JavaField *findField(llvm::StringRef Name,
                             llvm::StringRef Descriptor) const;
  /// The method of an interface that is more specific than all others of the
  /// name and has a body; null if there is none (JVMS 5.4.3.3).
  const JavaMethod *findMostSpecific(llvm::StringRef Name,
                                     llvm::StringRef Descriptor) const;
  uint32_t instanceSize() const { return InstanceSize; }
  llvm::ArrayRef<uint32_t> referenceOffsets() const { return References; }
  /// What it does for each entry; a method that is abstract stands for none.
  llvm::ArrayRef<const JavaMethod *> vtable() const { return VTable; }
  /// What an object of this class executes when \p M, of an interface, is
  /// called; null for none, or if there are several (JVMS 5.4.6).
  const JavaMethod *selectInterface(const JavaMethod &M) const;
  /// What an object of this class executes when \p M, an instance method of it,
  /// a superclass or an interface, is called; null for none.
  const JavaMethod *select(const JavaMethod &M) const;
  /// Of the array.
  const JavaClass *element() const { return Element; } // null: of primitives
  TypeDescriptor elementType() const {
    return TypeDescriptor(Name.drop_front());
  }
  /// Whether it, a superclass, or (JVMS 5.5) an interface with default methods
  /// has a `<clinit>`.
  bool needsInitialization() const { return NeedsInitialization; }
  /// The interfaces that are initialized in front of it and after its
  /// superclass, in this order (JVMS 5.5): none for an interface.
  std::vector<const JavaClass *> initializedInterfaces() const;
  /// Those that are loaded, direct ones only: of an interface, the classes that
  /// name it and the interfaces that extend it.
  llvm::ArrayRef<const JavaClass *> subclasses() const { return Subclasses; }
  /// Of the global variable: "java/lang/Object#class".
  std::string symbol() const;

private:
  friend class World;
  llvm::Error layOut();
  llvm::Error makeVTable();
  void collectInterfaces();
  void addInitialized(std::vector<const JavaClass *> &Result) const;

  llvm::StringRef Name;
  const ClassFile *File = nullptr;
  const JavaClass *Super = nullptr, *Element = nullptr;
  unsigned Depth = 0;
  std::vector<const JavaClass *> Interfaces, AllInterfaces, Subclasses;
  std::vector<JavaField> Fields;
  std::vector<JavaMethod> Methods;
  std::vector<const JavaMethod *> VTable;
  std::vector<uint32_t> References;
  uint32_t InstanceSize = 0;
  uint32_t FieldsEnd = FirstField; ///< Where the last field ends.
  bool NeedsInitialization = false;
};

class World {
public:
  explicit World(ClassPath Path) : Path(std::move(Path)) {}

  /// \returns the class with an internal name or the descriptor of an array,
  /// with all its superclasses and interfaces. What is missing, cyclic, final
  /// and extended, or an interface in place of a class, is an error that names
  /// both classes.
  llvm::Expected<const JavaClass *> load(llvm::StringRef Name);
  /// Adds a class that is not on the class path: the classes that call sites
  /// are made of (Translate/CallSites.h). An error if there is one of that
  /// name.
  llvm::Expected<const JavaClass *>
  define(std::unique_ptr<llvm::MemoryBuffer> File);
  /// Loads all classes of the class path, so that subclasses are known. Classes
  /// that do not load are left out and reported to \p Report.
  void loadAll(llvm::function_ref<void(llvm::Error)> Report);
  /// Whether subclasses are known: nothing else is ever loaded.
  bool isClosed() const { return Closed; }
  void setClosed(bool Value) { Closed = Value; }

  /// Resolution (JVMS 5.4.3.2 to 5.4.3.4), with access control (5.4.4). An
  /// error names the member and the class that refers to it.
  llvm::Expected<const JavaField *> resolveField(const MemberRef &Ref,
                                                 const JavaClass &From);
  llvm::Expected<const JavaMethod *> resolveMethod(const MemberRef &Ref,
                                                   const JavaClass &From);
  /// What invokespecial of \p Ref calls, which was resolved to \p Resolved
  /// (JVMS 6.5.invokespecial).
  llvm::Expected<const JavaMethod *> selectSpecial(const MemberRef &Ref,
                                                   const JavaMethod &Resolved,
                                                   const JavaClass &From);
  /// Whether \p Ref is MethodHandle.invoke or invokeExact, or a method of
  /// VarHandle (JVMS 2.9.3).
  bool isSignaturePolymorphic(const MemberRef &Ref);

  /// All classes that were loaded, in that order.
  llvm::ArrayRef<const JavaClass *> classes() const { return Loaded; }

  /// The only method that a call of \p M by a receiver of class \p Receiver can
  /// execute as far as the loaded classes say; null if there are several, or
  /// none, or one without a body.
  /// Certain if the world is closed, or the class or the method is final.
  const JavaMethod *findOnlyTarget(const JavaMethod &M,
                                   const JavaClass &Receiver) const;
  bool isCertain(const JavaMethod &M, const JavaClass &Receiver) const;
  /// From now on only objects of these classes, and of arrays, are receivers.
  void setInstantiated(llvm::DenseSet<const JavaClass *> Classes) {
    Instantiated = std::move(Classes);
  }

private:
  struct Entry {
    std::unique_ptr<JavaClass> Class;
    std::string Failure;
    bool IsLoading = false;
  };

  llvm::Expected<const JavaClass *> load(llvm::StringRef Name,
                                         const ClassFile *File);
  llvm::Error load(JavaClass &Class);
  llvm::Error loadArray(JavaClass &Class);
  llvm::Error loadSupers(JavaClass &Class);
  llvm::Error addMembers(JavaClass &Class);
  llvm::Expected<const JavaClass *>
  loadSuper(const JavaClass &Class, llvm::StringRef Name, bool IsInterface);
  llvm::Expected<const JavaClass *> resolveClass(llvm::StringRef Name,
                                                 const JavaClass &From);

  ClassPath Path;
  /// Of classes that were defined.
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Buffers;
  std::vector<std::unique_ptr<ClassFile>> Files;
  llvm::StringMap<Entry> Classes;
  std::vector<const JavaClass *> Loaded;
  std::optional<llvm::DenseSet<const JavaClass *>> Instantiated;
  bool Closed = false;
};

} // namespace java

#endif
