//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassFile/Bytecode.h"
#include "ClassFile/ByteReader.h"
#include "ClassFile/Descriptor.h"

using namespace llvm;

namespace java {

namespace {

/// The operands of an instruction. Implied ones are in the opcode.
enum class Form : uint8_t {
  Unknown,
  None,
  Byte,
  Short,
  ImpliedValue,
  // Local variables: the index has one byte, or two after `wide`. A wide local
  // is a long or a double.
  Local,
  WideLocal,
  ImpliedLocal,
  ImpliedWideLocal,
  Increment,
  // Constants of one slot by an index of one byte or two, and those of two.
  Load,
  LongLoad,
  LoadWide,
  // A distance of two bytes or four.
  Branch,
  LongBranch,
  TableSwitch,
  LookupSwitch,
  // Indices of the constant pool.
  Field,
  Virtual,
  Special,
  Static,
  Interface,
  DynamicCall,
  New,
  Class,
  Array,
  MultiArray,
  PrimitiveArray,
};

struct OpcodeInfo {
  Op Opcode = Op::nop;
  Form Operands = Form::Unknown;
  int8_t Implied = 0;
};

struct OpcodeTable {
  OpcodeInfo Infos[256];
  StringRef Names[256];

  constexpr OpcodeTable() {
#define JAVA_OPCODE(NAME, VALUE, FORM)                                         \
  Infos[VALUE] = {Op::NAME, Form::FORM, 0};                                    \
  Names[VALUE] = #NAME;
#define JAVA_ALIAS(NAME, VALUE, FORM, OPERAND)                                 \
  Infos[VALUE] = {Op::NAME, Form::FORM, OPERAND};
#include "ClassFile/Opcodes.def"
  }
};

constexpr OpcodeTable Opcodes;

} // namespace

StringRef getName(Op Opcode) {
  StringRef Name = Opcodes.Names[uint8_t(Opcode)];
  Name.consume_back("_");
  return Name;
}

bool Instruction::isConditionalBranch() const {
  return (Opcode >= Op::ifeq && Opcode <= Op::if_acmpne) ||
         Opcode == Op::ifnull || Opcode == Op::ifnonnull;
}

bool Instruction::isSwitch() const {
  return Opcode == Op::tableswitch || Opcode == Op::lookupswitch;
}

bool Instruction::isTerminator() const {
  return Opcode == Op::goto_ || Opcode == Op::athrow || isSwitch() ||
         (Opcode >= Op::ireturn && Opcode <= Op::return_);
}

namespace {

/// Decodes the instructions one after the other. Targets of jumps are checked
/// when all are known.
class Decoder {
public:
  Decoder(const Code &C, const ConstantPool &Constants)
      : C(C), Constants(Constants), Bytes(C.Bytes) {}

  /// Decodes one, into I.
  Error decode();
  bool isAtEnd() const { return Bytes.left() == 0; }
  uint32_t offset() const { return C.Bytes.size() - Bytes.left(); }

  Instruction I;

private:
  Error decodeOperands(const OpcodeInfo &Info);
  Error decodeWide();
  Error setLocal(unsigned Index, bool IsWide);
  Error setLoad(unsigned Index, bool WantsWide);
  Error setTarget(int32_t Distance, uint32_t &Target);
  Error decodeTableSwitch();
  Error decodeLookupSwitch();
  Error setField();
  Error setMethod(Form Operands);
  Error setCallSite();
  Error setClass(Form Operands);

  const Code &C;
  const ConstantPool &Constants;
  ByteReader Bytes;
};

} // namespace

Error Decoder::decode() {
  I = Instruction();
  I.Offset = offset();
  const uint8_t Byte = Bytes.u1();
  // `wide`, jsr, ret and jsr_w.
  if (Byte == 196)
    return decodeWide();
  if (Byte == 168 || Byte == 169 || Byte == 201)
    return createStringError("jsr and ret are not supported");
  const OpcodeInfo &Info = Opcodes.Infos[Byte];
  if (Info.Operands == Form::Unknown)
    return createStringError("unknown opcode " + Twine(unsigned(Byte)));
  I.Opcode = Info.Opcode;
  Error E = decodeOperands(Info);
  // What is not there looks wrong for other reasons.
  if (Bytes.hasFailed()) {
    consumeError(std::move(E));
    return createStringError("the code ends within " + getName(I.Opcode));
  }
  return E;
}

Error Decoder::decodeOperands(const OpcodeInfo &Info) {
  switch (Info.Operands) {
  case Form::Unknown:
  case Form::None:
    return Error::success();
  case Form::Byte:
    I.Value = int8_t(Bytes.u1());
    return Error::success();
  case Form::Short:
    I.Value = int16_t(Bytes.u2());
    return Error::success();
  case Form::ImpliedValue:
    I.Value = Info.Implied;
    return Error::success();
  case Form::Local:
    return setLocal(Bytes.u1(), false);
  case Form::WideLocal:
    return setLocal(Bytes.u1(), true);
  case Form::ImpliedLocal:
    return setLocal(Info.Implied, false);
  case Form::ImpliedWideLocal:
    return setLocal(Info.Implied, true);
  case Form::Increment: {
    const unsigned Index = Bytes.u1();
    I.Value = int8_t(Bytes.u1());
    return setLocal(Index, false);
  }
  case Form::Load:
    return setLoad(Bytes.u1(), false);
  case Form::LongLoad:
    return setLoad(Bytes.u2(), false);
  case Form::LoadWide:
    return setLoad(Bytes.u2(), true);
  case Form::Branch:
    return setTarget(int16_t(Bytes.u2()), I.Target);
  case Form::LongBranch:
    return setTarget(int32_t(Bytes.u4()), I.Target);
  case Form::TableSwitch:
    return decodeTableSwitch();
  case Form::LookupSwitch:
    return decodeLookupSwitch();
  case Form::Field:
    return setField();
  case Form::Virtual:
  case Form::Special:
  case Form::Static:
  case Form::Interface:
    return setMethod(Info.Operands);
  case Form::DynamicCall:
    return setCallSite();
  case Form::New:
  case Form::Class:
  case Form::Array:
  case Form::MultiArray:
    return setClass(Info.Operands);
  case Form::PrimitiveArray:
    I.Value = Bytes.u1();
    // JVMS table 6.5.newarray-A.
    if (I.Value < 4 || I.Value > 11)
      return createStringError("newarray of the unknown type " +
                               Twine(I.Value));
    return Error::success();
  }
  return Error::success();
}

Error Decoder::decodeWide() {
  const uint8_t Byte = Bytes.u1();
  const OpcodeInfo &Info = Opcodes.Infos[Byte];
  if (Bytes.hasFailed() ||
      (Info.Operands != Form::Local && Info.Operands != Form::WideLocal &&
       Info.Operands != Form::Increment))
    return createStringError("`wide` before the opcode " +
                             Twine(unsigned(Byte)));
  I.Opcode = Info.Opcode;
  const unsigned Index = Bytes.u2();
  if (Info.Operands == Form::Increment)
    I.Value = int16_t(Bytes.u2());
  if (Bytes.hasFailed())
    return createStringError("the code ends within " + getName(I.Opcode));
  return setLocal(Index, Info.Operands == Form::WideLocal);
}

Error Decoder::setLocal(unsigned Index, bool IsWide) {
  I.Index = Index;
  if (Index + IsWide >= C.MaxLocals)
    return createStringError("there is no local variable " +
                             Twine(Index + IsWide));
  return Error::success();
}

Error Decoder::setLoad(unsigned Index, bool WantsWide) {
  I.Index = Index;
  bool IsWide = false;
  switch (Constants.tag(Index)) {
  case ConstantTag::Integer:
  case ConstantTag::Float:
  case ConstantTag::String:
  case ConstantTag::Class:
  case ConstantTag::MethodHandle:
  case ConstantTag::MethodType:
    break;
  case ConstantTag::Long:
  case ConstantTag::Double:
    IsWide = true;
    break;
  case ConstantTag::Dynamic:
    IsWide =
        TypeDescriptor(cantFail(Constants.dynamic(Index)).Descriptor).isWide();
    break;
  default:
    return createStringError(getName(I.Opcode) + " of constant " +
                             Twine(Index) + ", which is " +
                             getName(Constants.tag(Index)));
  }
  if (IsWide != WantsWide)
    return createStringError(getName(I.Opcode) + " of constant " +
                             Twine(Index) + ", which has another size");
  return Error::success();
}

Error Decoder::setTarget(int32_t Distance, uint32_t &Target) {
  const int64_t Sum = int64_t(I.Offset) + Distance;
  if (Sum < 0 || Sum >= int64_t(C.Bytes.size()))
    return createStringError(getName(I.Opcode) + " jumps to " + Twine(Sum) +
                             ", outside the code");
  Target = Sum;
  return Error::success();
}

Error Decoder::decodeTableSwitch() {
  // What aligns the operands may be anything.
  Bytes.skip(-offset() % 4);
  if (Error E = setTarget(Bytes.u4(), I.Target))
    return E;
  const int32_t Low = Bytes.u4(), High = Bytes.u4();
  if (Low > High)
    return createStringError("tableswitch from " + Twine(Low) + " to " +
                             Twine(High));
  const uint64_t Count = uint64_t(int64_t(High) - Low) + 1;
  if (Count > Bytes.left() / 4)
    return createStringError("the code ends within tableswitch");
  I.Cases.reserve(Count);
  for (uint64_t N = 0; N != Count; ++N) {
    SwitchCase Case{int32_t(Low + int64_t(N)), 0};
    if (Error E = setTarget(Bytes.u4(), Case.Target))
      return E;
    I.Cases.push_back(Case);
  }
  return Error::success();
}

Error Decoder::decodeLookupSwitch() {
  Bytes.skip(-offset() % 4);
  if (Error E = setTarget(Bytes.u4(), I.Target))
    return E;
  const uint32_t Count = Bytes.u4();
  if (Count > Bytes.left() / 8)
    return createStringError("the code ends within lookupswitch");
  I.Cases.reserve(Count);
  for (uint32_t N = 0; N != Count; ++N) {
    SwitchCase Case{int32_t(Bytes.u4()), 0};
    if (Error E = setTarget(Bytes.u4(), Case.Target))
      return E;
    if (N && I.Cases.back().Value >= Case.Value)
      return createStringError("the cases of lookupswitch do not ascend");
    I.Cases.push_back(Case);
  }
  return Error::success();
}

Error Decoder::setField() {
  I.Index = Bytes.u2();
  return Constants.field(I.Index).takeError();
}

Error Decoder::setMethod(Form Operands) {
  I.Index = Bytes.u2();
  Expected<MemberRef> Method = Constants.method(I.Index);
  if (!Method)
    return Method.takeError();
  const bool WantsInterface = Operands == Form::Interface;
  const bool IsEither = Operands == Form::Special || Operands == Form::Static;
  if (!IsEither && Method->OfInterface != WantsInterface)
    return createStringError(getName(I.Opcode) + " of constant " +
                             Twine(I.Index) + ", which is " +
                             getName(Constants.tag(I.Index)));
  if (Method->Name == "<init>" && Operands != Form::Special)
    return createStringError(getName(I.Opcode) + " of a constructor");
  if (!WantsInterface)
    return Error::success();
  const unsigned Slots = Bytes.u1(), Zero = Bytes.u1();
  if (Zero ||
      Slots !=
          cantFail(parseMethodDescriptor(Method->Descriptor)).numSlots() + 1)
    return createStringError(
        "invokeinterface has another number of parameters than " +
        Method->Name + Method->Descriptor);
  return Error::success();
}

Error Decoder::setCallSite() {
  I.Index = Bytes.u2();
  if (Error E = Constants.invokeDynamic(I.Index).takeError())
    return E;
  if (Bytes.u2())
    return createStringError("the last operands of invokedynamic are not zero");
  return Error::success();
}

Error Decoder::setClass(Form Operands) {
  I.Index = Bytes.u2();
  Expected<StringRef> Name = Constants.className(I.Index);
  if (!Name)
    return Name.takeError();
  const size_t Dimensions =
      Name->starts_with("[") ? Name->find_first_not_of('[') : 0;
  if (Operands == Form::New && Dimensions)
    return createStringError("`new` of the array " + *Name);
  if (Operands == Form::Array && Dimensions == MaxDimensions)
    return createStringError("anewarray of too many dimensions");
  if (Operands == Form::MultiArray) {
    I.Value = Bytes.u1();
    if (I.Value < 1 || size_t(I.Value) > Dimensions)
      return createStringError("multianewarray makes " + Twine(I.Value) +
                               " dimensions of " + *Name);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// A method
//===----------------------------------------------------------------------===//

/// Of an offset at which no instruction begins.
static constexpr unsigned NoInstruction = ~0u;

Error Bytecode::checkTarget(uint32_t Offset, const Twine &What) const {
  if (Indices[Offset] == NoInstruction)
    return createStringError(What + " " + Twine(Offset) +
                             ", within an instruction");
  return Error::success();
}

Error Bytecode::checkTargets() const {
  for (const Instruction &I : Instructions) {
    const std::string Jump =
        ("offset " + Twine(I.Offset) + ": " + getName(I.Opcode) + " jumps to")
            .str();
    if (I.isConditionalBranch() || I.isSwitch() || I.Opcode == Op::goto_)
      if (Error E = checkTarget(I.Target, Jump))
        return E;
    for (const SwitchCase &Case : I.Cases)
      if (Error E = checkTarget(Case.Target, Jump))
        return E;
  }
  return Error::success();
}

Error Bytecode::checkHandlers(const Code &C) const {
  for (const ExceptionHandler &H : C.Handlers) {
    if (Error E = checkTarget(H.Begin, "an exception handler's range begins "
                                       "at"))
      return E;
    if (Error E = checkTarget(H.Handler, "an exception handler is at"))
      return E;
    if (H.End != C.Bytes.size())
      if (Error E = checkTarget(H.End, "an exception handler's range ends at"))
        return E;
  }
  return Error::success();
}

Error Bytecode::checkFrames(const Code &C) const {
  for (const StackMapFrame &Frame : C.Frames) {
    if (Error E = checkTarget(Frame.Offset, "a stack map frame is at"))
      return E;
    for (const auto &Types : {ArrayRef<VerificationType>(Frame.Locals),
                              ArrayRef<VerificationType>(Frame.Stack)})
      for (const VerificationType &Type : Types)
        if (Type.K == VerificationType::Uninitialized &&
            (Indices[Type.Offset] == NoInstruction ||
             Instructions[Indices[Type.Offset]].Opcode != Op::new_))
          return createStringError("the stack map frame at " +
                                   Twine(Frame.Offset) +
                                   " has an object made at " +
                                   Twine(Type.Offset) + ", where is no `new`");
  }
  return Error::success();
}

Expected<Bytecode> Bytecode::decode(const Code &C,
                                    const ConstantPool &Constants) {
  Bytecode Result;
  Result.Indices.assign(C.Bytes.size(), NoInstruction);
  Decoder D(C, Constants);
  while (!D.isAtEnd()) {
    Result.Indices[D.offset()] = Result.Instructions.size();
    if (Error E = D.decode())
      return createStringError("offset " + Twine(D.I.Offset) + ": " +
                               toString(std::move(E)));
    Result.Instructions.push_back(std::move(D.I));
  }
  if (Result.Instructions.empty() || !Result.Instructions.back().isTerminator())
    return createStringError("control runs off the end of the code");
  if (Error E = Result.checkTargets())
    return std::move(E);
  if (Error E = Result.checkHandlers(C))
    return std::move(E);
  if (Error E = Result.checkFrames(C))
    return std::move(E);
  return Result;
}

} // namespace java
