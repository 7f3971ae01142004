//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Arrays.
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"

using namespace llvm;
using namespace java;

void MethodTranslator::newArray(const JavaClass &C) {
  Value *Length = popInt();
  if (failed())
    return;
  GlobalVariable *Type = T.declareClass(C);
  Value *Array = allocate(T.runtime("java_allocate_array_fast"),
                          T.runtime("java_allocate_array"), {Type, Length},
                          {Type, Length});
  Exact.insert(Array);
  push({VerificationType::Object, 0, C.name()}, Array);
}

void MethodTranslator::translateNewArray(unsigned Type) {
  // JVMS table 6.5.newarray-A begins with 4.
  static const char *const Names[] = {"[Z", "[C", "[F", "[D",
                                      "[B", "[S", "[I", "[J"};
  if (Type < 4 || Type - 4 >= std::size(Names))
    return fail("no array type " + Twine(Type));
  if (const JavaClass *C = load(Names[Type - 4]))
    newArray(*C);
}

void MethodTranslator::translateNewReferenceArray(unsigned Index) {
  Expected<StringRef> Name = Constants.className(Index);
  if (!Name)
    return fail(toString(Name.takeError()));
  const std::string Array =
      Name->starts_with("[") ? ("[" + *Name).str() : ("[L" + *Name + ";").str();
  if (const JavaClass *C = load(Array))
    newArray(*C);
}

void MethodTranslator::translateMultiNewArray(unsigned Index,
                                              unsigned Dimensions) {
  Expected<StringRef> Name = Constants.className(Index);
  if (!Name)
    return fail(toString(Name.takeError()));
  if (!Dimensions || !Name->starts_with(std::string(Dimensions, '[')))
    return fail(Twine(Dimensions) + " dimensions of " + *Name);
  const JavaClass *C = load(*Name);
  SmallVector<Value *, 4> Lengths(Dimensions);
  for (Value *&Length : reverse(Lengths))
    Length = popInt();
  if (failed())
    return;
  AllocaInst *Counts =
      newSlot(ArrayType::get(B.getInt32Ty(), Dimensions), "lengths");
  for (auto [I, Length] : enumerate(Lengths))
    B.CreateStore(Length,
                  B.CreateConstInBoundsGEP1_64(B.getInt32Ty(), Counts, I));
  Value *Array = call("java_allocate_multi",
                      {T.declareClass(*C), B.getInt32(Dimensions), Counts});
  NotNull.insert(Array);
  push({VerificationType::Object, 0, C->name()}, Array);
}

Value *MethodTranslator::arrayLength(Value *Array) {
  LoadInst *Length = B.CreateAlignedLoad(
      B.getInt32Ty(), address(Array, offsetof(java::Array, Length)), Align(4));
  Length->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(Context, {}));
  Length->setMetadata(
      LLVMContext::MD_range,
      MDNode::get(Context, {ConstantAsMetadata::get(B.getInt32(0)),
                            ConstantAsMetadata::get(B.getInt32(0x80000000u))}));
  return Length;
}

void MethodTranslator::translateArrayLength() {
  const TypedValue Array = popObject();
  if (Array.Type.K == VerificationType::Object &&
      !Array.Type.Class.starts_with("["))
    fail("the operand is " + describe(Array.Type) + ", not an array");
  if (failed())
    return;
  checkNull(Array);
  pushInt(arrayLength(Array.V));
}

/// \returns what the elements are that an instruction accesses: a letter as in
/// descriptors; B for booleans, too.
static char elementOf(Op Opcode) {
  switch (Opcode) {
  case Op::iaload:
  case Op::iastore:
    return 'I';
  case Op::laload:
  case Op::lastore:
    return 'J';
  case Op::faload:
  case Op::fastore:
    return 'F';
  case Op::daload:
  case Op::dastore:
    return 'D';
  case Op::baload:
  case Op::bastore:
    return 'B';
  case Op::caload:
  case Op::castore:
    return 'C';
  case Op::saload:
  case Op::sastore:
    return 'S';
  default:
    return 'L';
  }
}

/// \returns the array. \p Element is what it consists of according to its type;
/// of the null type, what the instruction wants.
TypedValue MethodTranslator::popArray(Op Opcode, char &Element) {
  const TypedValue Array = popObject();
  const char Wanted = elementOf(Opcode);
  Element = Wanted;
  if (failed() || Array.Type.K == VerificationType::Null)
    return Array;
  const StringRef Name = Array.Type.Class;
  if (Name.starts_with("[")) {
    Element = TypeDescriptor(Name.drop_front()).isReference() ? 'L' : Name[1];
    if (Element == Wanted || (Element == 'Z' && Wanted == 'B'))
      return Array;
  }
  fail("the operand is " + Name + ", not an array for " + getName(Opcode));
  return Array;
}

static TypeDescriptor descriptorOf(const char &Element) {
  return Element == 'L' ? TypeDescriptor("Ljava/lang/Object;")
                        : TypeDescriptor(StringRef(&Element, 1));
}

/// The name of the memory that the elements are.
static std::string placeOf(char Element) { return std::string("[") + Element; }

/// Throws if the index is not less than the length, both without sign.
Value *MethodTranslator::elementAddress(Value *Array, Value *Index,
                                        char Element) {
  Value *Length = arrayLength(Array);
  branchIfUnlikely(B.CreateICmpUGE(Index, Length), "bounds", [&] {
    call("java_throw_bounds", {Index, Length});
    B.CreateUnreachable();
  });
  Value *First = address(Array, FirstElement);
  // The index has no sign bit now, which helps where it is an address.
  return B.CreateInBoundsGEP(T.memoryTypeOf(descriptorOf(Element)), First,
                             B.CreateZExt(Index, B.getInt64Ty()));
}

void MethodTranslator::translateArrayLoad(Op Opcode) {
  Value *Index = popInt();
  char Element;
  const TypedValue Array = popArray(Opcode, Element);
  if (failed())
    return;
  checkNull(Array);
  const TypeDescriptor Type = descriptorOf(Element);
  Value *V = loadFrom(elementAddress(Array.V, Index, Element), Type,
                      /*IsVolatile=*/false, placeOf(Element));
  if (Element != 'L')
    return push(Type, V);
  if (Array.Type.K == VerificationType::Null)
    return push({VerificationType::Null}, V);
  push(TypeDescriptor(Array.Type.Class.drop_front()), V);
}

/// Throws if the array does not take the value.
void MethodTranslator::checkStore(const TypedValue &Array,
                                  const TypedValue &Value) {
  if (isa<ConstantPointerNull>(Value.V) ||
      Array.Type.K == VerificationType::Null)
    return;
  auto Throw = [&] {
    call("java_throw_store", {Array.V, Value.V});
    B.CreateUnreachable();
  };
  const TypeDescriptor Type(Array.Type.Class.drop_front());
  const JavaClass *Element = load(Type.className());
  if (!Element)
    return;
  // The class of the elements may be known.
  const bool IsExact = Exact.contains(Array.V) || Element->isFinal();
  if (IsExact && !Element->isInterface() &&
      isAssignable(Value.Type, {VerificationType::Object, 0, Type.className()}))
    return;
  llvm::Value *Fits =
      testObject(Value.V, /*IfNull=*/true, [&]() -> llvm::Value * {
        if (IsExact)
          return isInstance(Value.V, *Element);
        return call("java_can_store", {Array.V, Value.V});
      });
  branchIfUnlikely(B.CreateNot(Fits), "store", Throw);
}

void MethodTranslator::translateArrayStore(Op Opcode) {
  const char Wanted = elementOf(Opcode);
  TypedValue Value;
  if (Wanted == 'L')
    Value = popObject();
  else
    Value.V = pop(descriptorOf(Wanted));
  llvm::Value *Index = popInt();
  char Element;
  const TypedValue Array = popArray(Opcode, Element);
  if (failed())
    return;
  checkNull(Array);
  llvm::Value *Address = elementAddress(Array.V, Index, Element);
  if (Element == 'L')
    checkStore(Array, Value);
  if (failed())
    return;
  storeTo(Address, descriptorOf(Element), Value.V, /*IsVolatile=*/false,
          placeOf(Element));
  if (Element == 'L')
    markCard(Array.V);
}
