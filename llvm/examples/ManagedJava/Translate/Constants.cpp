//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Constants. A constant string is an object that lies in the program's data,
/// in the address space of references: it is never collected nor moved, and
/// the linker leaves one for each content, so that equal strings are identical.
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA1.h"

using namespace llvm;
using namespace java;

namespace {

/// An object with an initial value, made of its parts in the order of offsets.
class ObjectBuilder {
public:
  explicit ObjectBuilder(LLVMContext &Context) : Context(Context) {}

  /// What is between the parts is zero.
  void add(uint64_t Offset, Constant *Part, uint64_t Size) {
    pad(Offset);
    Parts.push_back(Part);
    End += Size;
  }
  GlobalVariable *build(Module &M, uint64_t Size, const Twine &Name) {
    pad(Size);
    Constant *Init = ConstantStruct::getAnon(Context, Parts, /*Packed=*/true);
    auto *G =
        new GlobalVariable(M, Init->getType(), /*isConstant=*/false,
                           GlobalValue::LinkOnceODRLinkage, Init, Name, nullptr,
                           GlobalValue::NotThreadLocal, ReferenceSpace);
    G->setAlignment(Align(8));
    G->setComdat(M.getOrInsertComdat(G->getName()));
    return G;
  }

private:
  void pad(uint64_t Offset) {
    if (End < Offset)
      Parts.push_back(ConstantAggregateZero::get(
          ArrayType::get(Type::getInt8Ty(Context), Offset - End)));
    End = Offset;
  }

  LLVMContext &Context;
  SmallVector<Constant *, 8> Parts;
  uint64_t End = 0;
};

} // namespace

/// A name that has letters if the text has nothing else, so that IR is
/// readable, and a hash otherwise.
static std::string nameOf(StringRef Text) {
  if (Text.size() <= 32 &&
      all_of(Text, [](char C) { return isAlnum(C) || C == ' '; }))
    return ("java.string." + Text).str();
  const std::array<uint8_t, 20> Hash = SHA1::hash(arrayRefFromStringRef(Text));
  return "java.string#" + toHex(Hash, /*LowerCase=*/true);
}

Expected<Constant *> ModuleTranslator::stringConstant(StringRef Text) {
  const std::string Name = nameOf(Text);
  if (GlobalVariable *G = M.getNamedGlobal(Name))
    return G;

  auto Units = decodeModifiedUTF8(Text);
  if (!Units)
    return Units.takeError();
  Expected<const JavaClass *> String = W.load("java/lang/String");
  if (!String)
    return String.takeError();
  const JavaField *Value = (*String)->findField("value", "[B");
  const JavaField *Coder = (*String)->findField("coder", "B");
  if (!Value || !Coder) {
    Value = (*String)->findField("value", "[C");
    Coder = nullptr;
  }
  if (!Value || Value->isStatic() || (Coder && Coder->isStatic()))
    return createStringError("java/lang/String has neither an array of char, "
                             "nor one of byte and a coder");
  Expected<const JavaClass *> Array = W.load(Value->Type.className());
  if (!Array)
    return Array.takeError();

  LLVMContext &C = context();
  Type *I8 = Type::getInt8Ty(C), *I32 = Type::getInt32Ty(C);
  const bool IsLatin1 =
      Coder && all_of(*Units, [](uint16_t Unit) { return Unit < 256; });
  // Of two bytes each, in the order of the target, which has to be little
  // endian, or the low bytes.
  Constant *Elements;
  uint64_t Size = Units->size();
  if (IsLatin1) {
    SmallVector<uint8_t, 32> Bytes(Units->begin(), Units->end());
    Elements = ConstantDataArray::get(C, Bytes);
  } else {
    Elements = ConstantDataArray::get(C, ArrayRef<uint16_t>(*Units));
    Size *= 2;
  }
  ObjectBuilder ArrayObject(C);
  ArrayObject.add(0, declareClass(**Array), 8);
  ArrayObject.add(offsetof(java::Array, Length),
                  ConstantInt::get(I32, Coder ? Size : Units->size()), 4);
  ArrayObject.add(FirstElement, Elements, Size);
  GlobalVariable *Characters =
      ArrayObject.build(M, alignTo(FirstElement + Size, 8), Name + ".value");

  SmallVector<std::pair<const JavaField *, Constant *>, 2> Fields;
  Fields.push_back({Value, Characters});
  if (Coder)
    Fields.push_back({Coder, ConstantInt::get(I8, IsLatin1 ? 0 : 1)});
  sort(Fields, [](const auto &A, const auto &B) {
    return A.first->Offset < B.first->Offset;
  });
  ObjectBuilder Object(C);
  Object.add(0, declareClass(**String), 8);
  for (const auto &[Field, Init] : Fields)
    Object.add(Field->Offset, Init, Field == Value ? 8 : 1);
  return Object.build(M, (*String)->instanceSize(), Name);
}

Value *MethodTranslator::classMirror(const JavaClass &C) {
  return call("java_class_mirror", {T.declareClass(C)});
}

void MethodTranslator::translateConstant(unsigned Index) {
  switch (Constants.tag(Index)) {
  case ConstantTag::Integer:
    return pushInt(B.getInt32(cantFail(Constants.integer(Index))));
  case ConstantTag::Float:
    return push(
        {VerificationType::Float},
        ConstantFP::get(Context, APFloat(cantFail(Constants.floating(Index)))));
  case ConstantTag::Long:
    return push({VerificationType::Long},
                B.getInt64(cantFail(Constants.longInteger(Index))));
  case ConstantTag::Double:
    return push(
        {VerificationType::Double},
        ConstantFP::get(Context,
                        APFloat(cantFail(Constants.doubleFloating(Index)))));
  case ConstantTag::String: {
    Expected<Constant *> String =
        T.stringConstant(cantFail(Constants.string(Index)));
    if (!String)
      return unresolved(String.takeError());
    NotNull.insert(*String);
    return push({VerificationType::Object, 0, "java/lang/String"}, *String);
  }
  case ConstantTag::Class:
    if (const JavaClass *C = load(cantFail(Constants.className(Index)))) {
      Value *Mirror = classMirror(*C);
      NotNull.insert(Mirror);
      push({VerificationType::Object, 0, "java/lang/Class"}, Mirror);
    }
    return;
  case ConstantTag::MethodHandle:
    return unsupported("constant method handle");
  case ConstantTag::MethodType:
    return unsupported("constant method type");
  case ConstantTag::Dynamic:
    return unsupported("dynamic constant");
  default:
    return fail("constant " + Twine(Index) + " cannot be loaded");
  }
}
