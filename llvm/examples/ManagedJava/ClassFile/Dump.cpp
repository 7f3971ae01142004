//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassFile/Dump.h"
#include "ClassFile/Bytecode.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace java {

namespace {

/// Text of the file, which may have any character.
struct Escaped {
  StringRef Text;
};

struct FlagName {
  uint16_t Flag;
  const char *Name;
};

class Dumper {
public:
  Dumper(const ClassFile &File, raw_ostream &OS) : File(File), OS(OS) {}
  Error dump();

private:
  void dumpFlags(uint16_t Flags, ArrayRef<FlagName> Names);
  void dumpNames(StringRef What, ArrayRef<StringRef> Names);
  void dumpMember(const MemberRef &Member);
  void dumpConstant(unsigned Index);
  void dumpBootstraps();
  Error dumpMethod(const Method &M);
  Error dumpCode(const Code &C);
  void dumpFrame(const StackMapFrame &Frame);
  void dumpTypes(ArrayRef<VerificationType> Types);
  void dumpInstruction(const Instruction &I);

  const ClassFile &File;
  raw_ostream &OS;
};

} // namespace

static raw_ostream &operator<<(raw_ostream &OS, Escaped E) {
  printEscapedString(E.Text, OS);
  return OS;
}

static constexpr FlagName ClassFlags[] = {
    {ACC_PUBLIC, "public"},         {ACC_FINAL, "final"},
    {ACC_SUPER, "super"},           {ACC_INTERFACE, "interface"},
    {ACC_ABSTRACT, "abstract"},     {ACC_SYNTHETIC, "synthetic"},
    {ACC_ANNOTATION, "annotation"}, {ACC_ENUM, "enum"},
    {ACC_MODULE, "module"}};

static constexpr FlagName FieldFlags[] = {{ACC_PUBLIC, "public"},
                                          {ACC_PRIVATE, "private"},
                                          {ACC_PROTECTED, "protected"},
                                          {ACC_STATIC, "static"},
                                          {ACC_FINAL, "final"},
                                          {ACC_VOLATILE, "volatile"},
                                          {ACC_TRANSIENT, "transient"},
                                          {ACC_SYNTHETIC, "synthetic"},
                                          {ACC_ENUM, "enum"}};

static constexpr FlagName MethodFlags[] = {
    {ACC_PUBLIC, "public"},       {ACC_PRIVATE, "private"},
    {ACC_PROTECTED, "protected"}, {ACC_STATIC, "static"},
    {ACC_FINAL, "final"},         {ACC_SYNCHRONIZED, "synchronized"},
    {ACC_BRIDGE, "bridge"},       {ACC_VARARGS, "varargs"},
    {ACC_NATIVE, "native"},       {ACC_ABSTRACT, "abstract"},
    {ACC_STRICT, "strict"},       {ACC_SYNTHETIC, "synthetic"}};

void Dumper::dumpFlags(uint16_t Flags, ArrayRef<FlagName> Names) {
  for (const FlagName &F : Names)
    if (Flags & F.Flag)
      OS << ' ' << F.Name;
}

void Dumper::dumpNames(StringRef What, ArrayRef<StringRef> Names) {
  for (StringRef Name : Names)
    OS << "  " << What << ' ' << Escaped{Name} << '\n';
}

void Dumper::dumpMember(const MemberRef &Member) {
  OS << (Member.OfInterface ? "interface " : "") << Escaped{Member.Class} << '.'
     << Escaped{Member.Name} << ' ' << Escaped{Member.Descriptor};
}

static StringRef getName(HandleKind Kind) {
  static constexpr const char *Names[] = {
      "getField",      "getStatic",        "putField",
      "putStatic",     "invokeVirtual",    "invokeStatic",
      "invokeSpecial", "newInvokeSpecial", "invokeInterface"};
  return Names[unsigned(Kind) - 1];
}

/// What refers to it has been checked, and so has it.
void Dumper::dumpConstant(unsigned Index) {
  const ConstantPool &Constants = File.Constants;
  switch (Constants.tag(Index)) {
  case ConstantTag::Integer:
    OS << cantFail(Constants.integer(Index));
    break;
  case ConstantTag::Float:
    OS << format("%.9gf", double(cantFail(Constants.floating(Index))));
    break;
  case ConstantTag::Long:
    OS << cantFail(Constants.longInteger(Index)) << 'L';
    break;
  case ConstantTag::Double:
    OS << format("%.17g", cantFail(Constants.doubleFloating(Index)));
    break;
  case ConstantTag::String:
    OS << '"' << Escaped{cantFail(Constants.string(Index))} << '"';
    break;
  case ConstantTag::Class:
    OS << "class " << Escaped{cantFail(Constants.className(Index))};
    break;
  case ConstantTag::Fieldref:
    dumpMember(cantFail(Constants.field(Index)));
    break;
  case ConstantTag::Methodref:
  case ConstantTag::InterfaceMethodref:
    dumpMember(cantFail(Constants.method(Index)));
    break;
  case ConstantTag::MethodHandle: {
    const MethodHandle Handle = cantFail(Constants.methodHandle(Index));
    OS << "handle " << getName(Handle.Kind) << ' ';
    dumpMember(Handle.Member);
    break;
  }
  case ConstantTag::MethodType:
    OS << "type " << Escaped{cantFail(Constants.methodType(Index))};
    break;
  case ConstantTag::Dynamic:
  case ConstantTag::InvokeDynamic: {
    const DynamicRef Ref = cantFail(Constants.tag(Index) == ConstantTag::Dynamic
                                        ? Constants.dynamic(Index)
                                        : Constants.invokeDynamic(Index));
    OS << "bootstrap " << Ref.Bootstrap << ' ' << Escaped{Ref.Name} << ' '
       << Escaped{Ref.Descriptor};
    break;
  }
  case ConstantTag::Unused:
  case ConstantTag::Utf8:
  case ConstantTag::NameAndType:
  case ConstantTag::Module:
  case ConstantTag::Package:
    llvm_unreachable("no instruction has it");
  }
}

void Dumper::dumpBootstraps() {
  for (const auto &[Number, B] : enumerate(File.Bootstraps)) {
    OS << "  bootstrap " << Number << ' ' << getName(B.Handle.Kind) << ' ';
    dumpMember(B.Handle.Member);
    OS << '\n';
    for (uint16_t Argument : B.Arguments) {
      OS << "    ";
      dumpConstant(Argument);
      OS << '\n';
    }
  }
}

//===----------------------------------------------------------------------===//
// Methods
//===----------------------------------------------------------------------===//

void Dumper::dumpTypes(ArrayRef<VerificationType> Types) {
  static constexpr const char *Names[] = {
      "top", "int", "float", "double", "long", "null", "this", "", "new "};
  OS << '[';
  ListSeparator Comma;
  for (const VerificationType &Type : Types) {
    OS << Comma << Names[Type.K];
    if (Type.K == VerificationType::Object)
      OS << Escaped{Type.Class};
    else if (Type.K == VerificationType::Uninitialized)
      OS << Type.Offset;
  }
  OS << ']';
}

void Dumper::dumpFrame(const StackMapFrame &Frame) {
  OS << "    frame " << Frame.Offset << " locals ";
  dumpTypes(Frame.Locals);
  OS << " stack ";
  dumpTypes(Frame.Stack);
  OS << '\n';
}

void Dumper::dumpInstruction(const Instruction &I) {
  OS << "    " << I.Offset << ": " << getName(I.Opcode);
  switch (I.Opcode) {
  case Op::bipush:
  case Op::lconst:
  case Op::fconst:
  case Op::dconst:
  case Op::newarray:
    OS << ' ' << I.Value;
    break;
  case Op::iload:
  case Op::lload:
  case Op::fload:
  case Op::dload:
  case Op::aload:
  case Op::istore:
  case Op::lstore:
  case Op::fstore:
  case Op::dstore:
  case Op::astore:
    OS << ' ' << I.Index;
    break;
  case Op::iinc:
    OS << ' ' << I.Index << ' ' << I.Value;
    break;
  case Op::multianewarray:
    OS << ' ' << I.Value;
    [[fallthrough]];
  case Op::ldc:
  case Op::ldc2_w:
  case Op::getstatic:
  case Op::putstatic:
  case Op::getfield:
  case Op::putfield:
  case Op::invokevirtual:
  case Op::invokespecial:
  case Op::invokestatic:
  case Op::invokeinterface:
  case Op::invokedynamic:
  case Op::new_:
  case Op::anewarray:
  case Op::checkcast:
  case Op::instanceof:
    OS << ' ';
    dumpConstant(I.Index);
    break;
  default:
    if (I.isConditionalBranch() || I.Opcode == Op::goto_)
      OS << ' ' << I.Target;
    if (I.isSwitch()) {
      for (const SwitchCase &Case : I.Cases)
        OS << ' ' << Case.Value << "->" << Case.Target;
      OS << " default->" << I.Target;
    }
  }
  OS << '\n';
}

Error Dumper::dumpCode(const Code &C) {
  Expected<Bytecode> Decoded = Bytecode::decode(C, File.Constants);
  if (!Decoded)
    return Decoded.takeError();
  OS << "    stack " << C.MaxStack << " locals " << C.MaxLocals << '\n';
  ArrayRef<StackMapFrame> Frames = C.Frames;
  for (const Instruction &I : Decoded->instructions()) {
    if (!Frames.empty() && Frames.front().Offset == I.Offset) {
      dumpFrame(Frames.front());
      Frames = Frames.drop_front();
    }
    dumpInstruction(I);
  }
  for (const ExceptionHandler &H : C.Handlers)
    OS << "    handler " << H.Begin << " to " << H.End << " at " << H.Handler
       << ' ' << (H.Class.empty() ? "all" : "") << Escaped{H.Class} << '\n';
  for (const LineNumber &L : C.Lines)
    OS << "    line " << L.Line << " at " << L.Offset << '\n';
  for (const LocalVariable &V : C.Variables)
    OS << "    variable " << V.Index << " from " << V.Begin << " to "
       << V.Begin + V.Length << ' ' << Escaped{V.Name} << ' '
       << Escaped{V.Descriptor} << '\n';
  return Error::success();
}

Error Dumper::dumpMethod(const Method &M) {
  OS << "  method " << Escaped{M.Name} << ' ' << Escaped{M.Descriptor};
  dumpFlags(M.Flags, MethodFlags);
  OS << '\n';
  if (!M.Body)
    return Error::success();
  if (Error E = dumpCode(*M.Body))
    return createStringError(File.Path + ": " + File.Name + "." + M.Name +
                             M.Descriptor + ": " + toString(std::move(E)));
  return Error::success();
}

Error Dumper::dump() {
  OS << "class " << Escaped{File.Name};
  dumpFlags(File.Flags, ClassFlags);
  OS << "\n  version " << File.Major << '.' << File.Minor << '\n';
  if (!File.Super.empty())
    OS << "  extends " << Escaped{File.Super} << '\n';
  dumpNames("implements", File.Interfaces);
  if (!File.SourceFile.empty())
    OS << "  source " << Escaped{File.SourceFile} << '\n';
  if (!File.NestHost.empty())
    OS << "  nest host " << Escaped{File.NestHost} << '\n';
  dumpNames("nest member", File.NestMembers);
  dumpNames("permits", File.Permitted);
  if (File.IsRecord)
    OS << "  record\n";
  for (const RecordComponent &C : File.Components)
    OS << "  component " << Escaped{C.Name} << ' ' << Escaped{C.Descriptor}
       << '\n';
  dumpBootstraps();
  for (const Field &F : File.Fields) {
    OS << "  field " << Escaped{F.Name} << ' ' << Escaped{F.Descriptor};
    dumpFlags(F.Flags, FieldFlags);
    if (F.ConstantValue) {
      OS << " = ";
      dumpConstant(F.ConstantValue);
    }
    OS << '\n';
  }
  for (const Method &M : File.Methods)
    if (Error E = dumpMethod(M))
      return E;
  return Error::success();
}

Error dump(const ClassFile &File, raw_ostream &OS) {
  return Dumper(File, OS).dump();
}

} // namespace java
