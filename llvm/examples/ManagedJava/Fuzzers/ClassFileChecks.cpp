//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzzers/ClassFileChecks.h"
#include "ClassFile/Bytecode.h"
#include "ClassFile/Descriptor.h"
#include "ClassFile/Dump.h"

using namespace llvm;

namespace java {

void failFuzzing(const char *Reason) {
  errs() << "not as promised: " << Reason << '\n';
  abort();
}

void checkFuzzError(Error E, StringRef Place) {
  const std::string Message = toString(std::move(E));
  if (!StringRef(Message).starts_with(Place))
    failFuzzing("an error does not say where");
  if (Message.size() <= Place.size() + 2)
    failFuzzing("an error gives no reason");
}

static void require(bool Condition, const char *Reason) {
  if (!Condition)
    failFuzzing(Reason);
}

/// What was checked once is no error later.
template <typename T> static T require(Expected<T> Value, const char *Reason) {
  if (Value)
    return std::move(*Value);
  consumeError(Value.takeError());
  failFuzzing(Reason);
}

static void checkConstants(const ClassFile &File) {
  const ConstantPool &Constants = File.Constants;
  for (unsigned I = 0; I != Constants.size() + 2; ++I) {
    const char *Reason = "a constant cannot be read";
    switch (Constants.tag(I)) {
    case ConstantTag::Utf8:
      require(decodeModifiedUTF8(require(Constants.utf8(I), Reason)), Reason);
      break;
    case ConstantTag::Class:
      require(Constants.className(I), Reason);
      break;
    case ConstantTag::String:
      require(Constants.string(I), Reason);
      break;
    case ConstantTag::Fieldref:
      require(
          parseFieldDescriptor(require(Constants.field(I), Reason).Descriptor),
          Reason);
      break;
    case ConstantTag::Methodref:
    case ConstantTag::InterfaceMethodref:
      require(parseMethodDescriptor(
                  require(Constants.method(I), Reason).Descriptor),
              Reason);
      break;
    case ConstantTag::MethodHandle:
      require(Constants.methodHandle(I), Reason);
      break;
    case ConstantTag::MethodType:
      require(parseMethodDescriptor(require(Constants.methodType(I), Reason)),
              Reason);
      break;
    case ConstantTag::Dynamic:
      require(require(Constants.dynamic(I), Reason).Bootstrap <
                  File.Bootstraps.size(),
              "a bootstrap method is missing");
      break;
    case ConstantTag::InvokeDynamic:
      require(require(Constants.invokeDynamic(I), Reason).Bootstrap <
                  File.Bootstraps.size(),
              "a bootstrap method is missing");
      break;
    default:
      require(!Constants.className(I) && !Constants.method(I),
              "a constant has two tags");
    }
  }
}

static void checkFrames(const Code &C) {
  const StackMapFrame *Last = nullptr;
  for (const StackMapFrame &Frame : C.Frames) {
    require(!Last || Last->Offset < Frame.Offset, "frames do not ascend");
    require(Frame.Locals.size() <= C.MaxLocals, "too many local variables");
    require(Frame.Stack.size() <= C.MaxStack, "too large a stack");
    for (size_t I = 0; I != Frame.Locals.size(); ++I) {
      const VerificationType &Type = Frame.Locals[I];
      if (Type.K == VerificationType::Long ||
          Type.K == VerificationType::Double)
        require(I + 1 != Frame.Locals.size() &&
                    Frame.Locals[I + 1].K == VerificationType::Top,
                "no top after a long");
    }
    Last = &Frame;
  }
}

static void checkCode(const Code &C, const ClassFile &File) {
  checkFrames(C);
  for (const ExceptionHandler &H : C.Handlers)
    require(H.Begin < H.End && H.End <= C.Bytes.size() &&
                H.Handler < C.Bytes.size(),
            "a handler is outside the code");
  Expected<Bytecode> Decoded = Bytecode::decode(C, File.Constants);
  if (!Decoded)
    return consumeError(Decoded.takeError());
  ArrayRef<Instruction> Instructions = Decoded->instructions();
  require(!Instructions.empty() && Instructions.front().Offset == 0 &&
              Instructions.back().isTerminator(),
          "the code does not begin or end");
  auto CheckTarget = [&](uint32_t Offset) {
    require(Offset < C.Bytes.size() &&
                Decoded->indexAt(Offset) < Instructions.size() &&
                Instructions[Decoded->indexAt(Offset)].Offset == Offset,
            "there is no instruction at a target");
  };
  const Instruction *Last = nullptr;
  for (const Instruction &I : Instructions) {
    require(!Last || Last->Offset < I.Offset, "instructions do not ascend");
    CheckTarget(I.Offset);
    CheckTarget(I.Target);
    for (const SwitchCase &Case : I.Cases)
      CheckTarget(Case.Target);
    Last = &I;
  }
  for (const ExceptionHandler &H : C.Handlers)
    CheckTarget(H.Handler);
  for (const StackMapFrame &Frame : C.Frames)
    CheckTarget(Frame.Offset);
}

static void checkMembers(const ClassFile &File) {
  for (const Field &F : File.Fields)
    require(parseFieldDescriptor(F.Descriptor), "a field has no type");
  for (const Method &M : File.Methods) {
    const MethodDescriptor Type =
        require(parseMethodDescriptor(M.Descriptor), "a method has no type");
    require(M.Body.has_value() != !!(M.Flags & (ACC_ABSTRACT | ACC_NATIVE)),
            "an abstract method has a body, or another has none");
    require(!M.Body || M.Body->MaxLocals >= Type.numSlots(),
            "parameters have no place");
    if (M.Body)
      checkCode(*M.Body, File);
  }
}

void fuzzClassFile(MemoryBufferRef Buffer) {
  const std::string Place = (Buffer.getBufferIdentifier() + ": ").str();
  Expected<std::unique_ptr<ClassFile>> File = readClassFile(Buffer);
  if (!File)
    return checkFuzzError(File.takeError(), Place);
  require(isClassName((*File)->Name), "the class has no name");
  checkConstants(**File);
  checkMembers(**File);
  raw_null_ostream OS;
  if (Error E = dump(**File, OS))
    checkFuzzError(std::move(E), Place);
}

} // namespace java
