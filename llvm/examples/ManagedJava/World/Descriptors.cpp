//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "World/Descriptors.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace java;

/// More entries than any table of interfaces needs.
static constexpr uint32_t MaxInterfaceTable = 1 << 16;

/// What the members of a java::Class are, where they are not null or zero.
struct DescriptorEmitter::Members {
  Constant *Super, *Interfaces, *Element, *References;
  Constant *StaticReferences, *Initializer;
  uint32_t InterfaceMask = 0, InstanceSize = 0;
  uint16_t Depth = 0;
  ClassKind Kind = ClassKind::Class;
  bool IsAbstract = false;
  uint32_t NumReferences = 0, NumStaticReferences = 0;
  uint32_t State = Initialized, NumInitializedInterfaces = 0;
  StringRef Name;
  SmallVector<Constant *, DisplaySize> Display;
  std::vector<Constant *> VTable;

  Members(StringRef Name, LLVMContext &Context) : Name(Name) {
    Super = Interfaces = Element = References = StaticReferences = Initializer =
        ConstantPointerNull::get(PointerType::get(Context, 0));
  }
};

/// Of an interface's entry in the tables.
static uint32_t idOf(StringRef Name) { return xxh3_64bits(Name); }

/// The offsets of the members of java::Class, in their order.
static constexpr size_t Offsets[] = {
    offsetof(Class, Super),         offsetof(Class, Interfaces),
    offsetof(Class, InterfaceMask), offsetof(Class, Id),
    offsetof(Class, InstanceSize),  offsetof(Class, Depth),
    offsetof(Class, Kind),          offsetof(Class, Abstract),
    offsetof(Class, Display),       offsetof(Class, Element),
    offsetof(Class, References),    offsetof(Class, StaticReferences),
    offsetof(Class, NumReferences), offsetof(Class, NumStaticReferences),
    offsetof(Class, Name),          offsetof(Class, Initializer),
    offsetof(Class, State),         offsetof(Class, NumInitializedInterfaces),
    offsetof(Class, Mirror),        offsetof(Class, VTable),
};

static void checkLayout(const DataLayout &Layout, StructType *Type) {
  const StructLayout *Struct = Layout.getStructLayout(Type);
  for (unsigned I = 0; I != std::size(Offsets); ++I)
    if (Struct->getElementOffset(I) != Offsets[I])
      reportFatalInternalError("the target's classes differ from java::Class");
}

/// \returns a private constant with \p Text and a zero.
static GlobalVariable *text(Module &M, StringRef Text) {
  Constant *Value = ConstantDataArray::getString(M.getContext(), Text);
  auto *Global = new GlobalVariable(M, Value->getType(), true,
                                    GlobalValue::PrivateLinkage, Value);
  Global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  Global->setAlignment(Align(1));
  return Global;
}

GlobalVariable *DescriptorEmitter::table(ArrayRef<Constant *> Elements,
                                         Type *Type, const Twine &Name) {
  auto *Array = ArrayType::get(Type, Elements.size());
  return new GlobalVariable(T.module(), Array, true,
                            GlobalValue::PrivateLinkage,
                            ConstantArray::get(Array, Elements), Name);
}

GlobalVariable *DescriptorEmitter::define(GlobalVariable *Declaration,
                                          const Members &Class,
                                          bool MayBeRepeated) {
  Module &M = T.module();
  LLVMContext &Context = T.context();
  auto *Ptr = PointerType::get(Context, 0);
  Constant *Null = ConstantPointerNull::get(Ptr);
  auto I32 = [&](uint32_t Value) {
    return ConstantInt::get(Type::getInt32Ty(Context), Value);
  };
  auto I8 = [&](uint8_t Value) {
    return ConstantInt::get(Type::getInt8Ty(Context), Value);
  };
  SmallVector<Constant *, DisplaySize> Display = Class.Display;
  Display.resize(DisplaySize, Null);

  auto *Value = cast<ConstantStruct>(ConstantStruct::getAnon(
      {Class.Super,
       Class.Interfaces,
       I32(Class.InterfaceMask),
       I32(idOf(Class.Name)),
       I32(Class.InstanceSize),
       ConstantInt::get(Type::getInt16Ty(Context), Class.Depth),
       I8(uint8_t(Class.Kind)),
       I8(Class.IsAbstract),
       ConstantArray::get(ArrayType::get(Ptr, DisplaySize), Display),
       Class.Element,
       Class.References,
       Class.StaticReferences,
       I32(Class.NumReferences),
       I32(Class.NumStaticReferences),
       text(M, Class.Name),
       Class.Initializer,
       I32(Class.State),
       I32(Class.NumInitializedInterfaces),
       Null,
       ConstantArray::get(ArrayType::get(Ptr, Class.VTable.size()),
                          Class.VTable)}));
  checkLayout(M.getDataLayout(), Value->getType());

  auto *Global =
      new GlobalVariable(M, Value->getType(), false,
                         MayBeRepeated ? GlobalValue::LinkOnceODRLinkage
                                       : GlobalValue::ExternalLinkage,
                         Value);
  Global->takeName(Declaration);
  Global->setAlignment(Align(8));
  Global->setVisibility(Declaration->getVisibility());
  Global->setDSOLocal(Declaration->isDSOLocal());
  Declaration->replaceAllUsesWith(Global);
  Declaration->eraseFromParent();
  Comdat *Group = nullptr;
  if (MayBeRepeated) {
    Group = M.getOrInsertComdat(Global->getName());
    Global->setComdat(Group);
  }
  addToSection(Global, Global->getName() + ".entry", "java_classes", Group);
  return Global;
}

void DescriptorEmitter::addToSection(Constant *Value, const Twine &Name,
                                     StringRef Section, Comdat *Group) {
  auto *Entry = new GlobalVariable(T.module(), Value->getType(), false,
                                   Group ? GlobalValue::LinkOnceODRLinkage
                                         : GlobalValue::InternalLinkage,
                                   Value, Name);
  Entry->setSection(Section);
  Entry->setComdat(Group);
  if (Group)
    Entry->setVisibility(GlobalValue::HiddenVisibility);
  Entry->setAlignment(Align(8));
  appendToUsed(T.module(), {Entry});
}

void DescriptorEmitter::exportMethod(const JavaMethod &Method, StringRef Name) {
  Constant *Members[] = {text(T.module(), Name), T.defineEntry(Method)};
  addToSection(ConstantStruct::getAnon(Members), Method.symbol() + ".export",
               "java_exports", nullptr);
}

void DescriptorEmitter::defineHasFrames(Module &M) {
  auto *I8 = Type::getInt8Ty(M.getContext());
  new GlobalVariable(M, I8, true, GlobalValue::ExternalLinkage,
                     ConstantInt::get(I8, 1), "java_has_frames");
}

GlobalVariable *DescriptorEmitter::definePrimitive(char Kind) {
  static constexpr StringRef Kinds = "ZBCSIJFDV";
  static constexpr StringRef Names[] = {"boolean", "byte",   "char",
                                        "short",   "int",    "long",
                                        "float",   "double", "void"};
  Members Result(Names[Kinds.find(Kind)], T.context());
  Result.Kind = ClassKind::Primitive;
  const std::string Symbol = ("." + Result.Name + "#class").str();
  GlobalVariable *Global = T.module().getNamedGlobal(Symbol);
  if (Global && !Global->isDeclaration())
    return Global;
  if (!Global)
    Global = new GlobalVariable(T.module(), Type::getInt8Ty(T.context()), false,
                                GlobalValue::ExternalLinkage, nullptr, Symbol);
  return define(Global, Result, /*MayBeRepeated=*/true);
}

Constant *DescriptorEmitter::address(const JavaMethod *Method) {
  if (Method && !Method->isAbstract() && IsCompiled(*Method))
    return T.declareMethod(*Method);
  return cast<Constant>(T.runtime("java_throw_abstract").getCallee());
}

/// What \p Class does for the methods of \p Interface. Classes that have no
/// objects do nothing.
Constant *DescriptorEmitter::methodsOf(const JavaClass &Class,
                                       const JavaClass &Interface) {
  std::vector<Constant *> Methods;
  if (!Class.isInterface() && !Class.isAbstract() && !Class.isArray())
    for (const JavaMethod &M : Interface.methods())
      if (M.InterfaceIndex >= 0)
        Methods.push_back(address(Class.selectInterface(M)));
  auto *Ptr = PointerType::get(T.context(), 0);
  if (Methods.empty())
    return ConstantPointerNull::get(Ptr);
  return table(Methods, Ptr,
               Class.symbol() + "." + mangleClass(Interface.name()));
}

/// Looks for the smallest table in which no two interfaces collide.
Error DescriptorEmitter::defineInterfaces(const JavaClass &Class,
                                          Members &Result) {
  uint32_t Size = PowerOf2Ceil(Class.allInterfaces().size());
  std::vector<const JavaClass *> Slots;
  for (;; Size *= 2) {
    if (Size > MaxInterfaceTable)
      return createStringError(Class.name() +
                               ": the names of two interfaces have one hash");
    Slots.assign(std::max(Size, 1u), nullptr);
    if (all_of(Class.allInterfaces(), [&](const JavaClass *Interface) {
          const JavaClass *&Slot = Slots[idOf(Interface->name()) & (Size - 1)];
          return !std::exchange(Slot, Interface);
        }))
      break;
  }

  auto *Ptr = PointerType::get(T.context(), 0);
  Constant *Null = ConstantPointerNull::get(Ptr);
  std::vector<Constant *> Entries;
  for (const JavaClass *Interface : Slots)
    Entries.push_back(ConstantStruct::getAnon(
        {Interface ? T.declareClass(*Interface) : Null,
         Interface ? methodsOf(Class, *Interface) : Null}));
  for (const JavaClass *Interface : Class.initializedInterfaces()) {
    Entries.push_back(
        ConstantStruct::getAnon({T.declareClass(*Interface), Null}));
    ++Result.NumInitializedInterfaces;
  }
  Result.Interfaces = table(Entries, Entries.front()->getType(),
                            Class.symbol() + ".interfaces");
  Result.InterfaceMask = Slots.size() - 1;
  return Error::success();
}

/// The value of a static field in front of all code: JVMS 4.7.2.
Expected<Constant *> DescriptorEmitter::initialValue(const JavaField &Field) {
  Type *Type = T.memoryTypeOf(Field.Type);
  const unsigned Index = Field.Source->ConstantValue;
  if (!Index)
    return Constant::getNullValue(Type);
  const ConstantPool &Constants = Field.Owner->file()->Constants;
  auto Wrap = [&](auto Value, auto Make) -> Expected<Constant *> {
    if (!Value)
      return createStringError(
          Field.symbol() + ": ConstantValue: " + toString(Value.takeError()));
    return Make(*Value);
  };
  switch (Field.Type.kind()) {
  case 'J':
    return Wrap(Constants.longInteger(Index),
                [&](int64_t V) { return ConstantInt::get(Type, V, true); });
  case 'F':
    return Wrap(Constants.floating(Index), [&](float V) {
      return ConstantFP::get(T.context(), APFloat(V));
    });
  case 'D':
    return Wrap(Constants.doubleFloating(Index), [&](double V) {
      return ConstantFP::get(T.context(), APFloat(V));
    });
  case 'L':
    if (Field.Type.className() == "java/lang/String") {
      Expected<StringRef> Text = Constants.string(Index);
      if (!Text)
        return Text.takeError();
      return T.stringConstant(*Text);
    }
    [[fallthrough]];
  case '[':
    return createStringError(Field.symbol() +
                             ": ConstantValue of a field of this type");
  default:
    return Wrap(Constants.integer(Index), [&](int32_t V) {
      return ConstantInt::get(
          T.context(), APInt(32, V, true).trunc(Type->getIntegerBitWidth()));
    });
  }
}

Error DescriptorEmitter::defineStatics(const JavaClass &Class,
                                       Members &Result) {
  Module &M = T.module();
  std::vector<Constant *> References;
  for (const JavaField &Field : Class.fields()) {
    if (!Field.isStatic())
      continue;
    Expected<Constant *> Value = initialValue(Field);
    if (!Value)
      return Value.takeError();
    GlobalVariable *Global = T.declareStatic(Field);
    Global->setInitializer(*Value);
    Global->setAlignment(
        M.getDataLayout().getABITypeAlign(Global->getValueType()));
    if (Field.Type.isReference())
      References.push_back(Global);
  }
  if (References.empty())
    return Error::success();
  Result.StaticReferences = table(References, PointerType::get(T.context(), 0),
                                  Class.symbol() + ".statics");
  Result.NumStaticReferences = References.size();
  return Error::success();
}

Error DescriptorEmitter::define(const JavaClass &Class) {
  Members Result(Class.name(), T.context());
  if (Class.super() && !Class.isInterface())
    Result.Super = T.declareClass(*Class.super());
  Result.Depth = Class.depth();
  Result.IsAbstract = Class.isAbstract() || Class.isInterface();

  if (Class.isArray()) {
    const TypeDescriptor Type = Class.elementType();
    Result.Kind = Type.isReference() ? ClassKind::ReferenceArray
                                     : ClassKind::PrimitiveArray;
    Result.InstanceSize = Log2_32(sizeOf(Type));
    Result.Element = Type.isReference() ? T.declareClass(*Class.element())
                                        : definePrimitive(Type.kind());
  } else {
    Result.Kind = Class.isInterface() ? ClassKind::Interface : ClassKind::Class;
    Result.InstanceSize = Class.isInterface() ? 0 : Class.instanceSize();
    if (Class.needsInitialization())
      Result.State = Uninitialized;
    const JavaMethod *Initializer = Class.findOwnMethod("<clinit>", "()V");
    if (Initializer && Initializer->isStatic() && IsCompiled(*Initializer))
      Result.Initializer = T.declareMethod(*Initializer);
    if (Error E = defineStatics(Class, Result))
      return E;
  }

  if (Error E = defineInterfaces(Class, Result))
    return E;
  // That of an interface has java/lang/Object alone.
  for (const JavaClass *C = Class.isInterface() ? Class.super() : &Class; C;
       C = C->super())
    Result.Display.push_back(T.declareClass(*C));
  std::reverse(Result.Display.begin(), Result.Display.end());

  if (!Class.isArray() && !Class.referenceOffsets().empty()) {
    std::vector<Constant *> Places;
    auto *I32 = Type::getInt32Ty(T.context());
    for (uint32_t Offset : Class.referenceOffsets())
      Places.push_back(ConstantInt::get(I32, Offset));
    Result.References = table(Places, I32, Class.symbol() + ".references");
    Result.NumReferences = Places.size();
  }
  if (!Result.IsAbstract)
    for (const JavaMethod *M : Class.vtable())
      Result.VTable.push_back(address(M));
  define(T.declareClass(Class), Result, Class.isArray());
  return Error::success();
}
