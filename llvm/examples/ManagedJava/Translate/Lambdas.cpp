//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lambdas and references to methods: a class that implements the interface.
/// What is captured is in its fields. Its method converts the arguments and
/// calls what the method handle refers to.
///
//===----------------------------------------------------------------------===//

#include "Translate/CallSiteClasses.h"

using namespace llvm;
using namespace java;

namespace {

/// What a lambda executes, as a function.
struct Implementation {
  MemberRef Member;
  Op Opcode;
  bool IsConstructor = false;
  /// With the receiver, and with the new object as result of a constructor.
  SmallVector<std::string, 8> Parameters;
  std::string Result;
};

/// The arguments of the bootstrap method.
struct LambdaShape {
  StringRef Erased, Instantiated;
  SmallVector<StringRef, 2> Interfaces;
  SmallVector<StringRef, 2> Bridges;
};

} // namespace

static std::string descriptorOf(StringRef Class) {
  return Class.starts_with("[") ? Class.str() : ("L" + Class + ";").str();
}

static Expected<Implementation> getImplementation(const CallSite &Site,
                                                  const MethodHandle &Handle) {
  Implementation I;
  I.Member = Handle.Member;
  Expected<MethodDescriptor> Type =
      parseMethodDescriptor(Handle.Member.Descriptor);
  if (!Type)
    return Site.malformed("a lambda calls a field");
  I.Result = Type->Result.text().str();
  switch (Handle.Kind) {
  case HandleKind::InvokeStatic:
    I.Opcode = Op::invokestatic;
    break;
  case HandleKind::InvokeSpecial: {
    // A private method, which invokevirtual and invokeinterface call, too.
    Expected<const JavaMethod *> M =
        Site.W.resolveMethod(Handle.Member, Site.Owner);
    if (!M)
      return M.takeError();
    if (!((*M)->Source->Flags & ACC_PRIVATE))
      return Site.unsupported("lambda that calls a method of super");
    I.Opcode = I.Member.OfInterface ? Op::invokeinterface : Op::invokevirtual;
    break;
  }
  case HandleKind::InvokeVirtual:
    I.Opcode = Op::invokevirtual;
    break;
  case HandleKind::InvokeInterface:
    I.Opcode = Op::invokeinterface;
    break;
  case HandleKind::NewInvokeSpecial:
    I.Opcode = Op::invokespecial;
    I.IsConstructor = true;
    I.Result = descriptorOf(I.Member.Class);
    break;
  default:
    return Site.malformed("a lambda calls a field");
  }
  if (I.Opcode != Op::invokestatic && !I.IsConstructor)
    I.Parameters.push_back(descriptorOf(I.Member.Class));
  for (TypeDescriptor Parameter : Type->Parameters)
    I.Parameters.push_back(Parameter.text().str());
  return I;
}

/// The method \p Descriptor of the lambda.
static Error addMethod(const CallSite &Site, ClassWriter &Class,
                       const Implementation &I, StringRef Descriptor,
                       StringRef Instantiated) {
  Expected<MethodDescriptor> Given = parseMethodDescriptor(Descriptor);
  if (!Given)
    return Given.takeError();
  Expected<MethodDescriptor> Known = parseMethodDescriptor(Instantiated);
  if (!Known)
    return Known.takeError();
  const unsigned NumCaptured = Site.Type.Parameters.size();
  const unsigned NumGiven = Given->Parameters.size();
  if (Known->Parameters.size() != NumGiven ||
      NumCaptured + NumGiven != I.Parameters.size())
    return Site.malformed("a lambda calls a method with other parameters");

  CodeWriter Code(Class);
  unsigned Slots = 2;
  if (I.IsConstructor) {
    Code.classOp(Op::new_, I.Member.Class);
    Code.op(Op::dup);
    Slots += 2;
  }
  for (unsigned N = 0; N != NumCaptured; ++N) {
    const TypeDescriptor Type = Site.Type.Parameters[N];
    const std::string Field = "captured" + std::to_string(N);
    Code.load(TypeDescriptor("Ljava/lang/Object;"), 0);
    Code.fieldOp(Op::getfield, {Site.ClassName, Field, Type.text()});
    Code.convert(Type, TypeDescriptor(I.Parameters[N]));
    Slots += 2;
  }
  unsigned Local = 1;
  for (unsigned N = 0; N != NumGiven; ++N) {
    const TypeDescriptor Type = Given->Parameters[N];
    Code.load(Type, Local);
    Local += Type.isWide() ? 2 : 1;
    Code.convert(Type, Known->Parameters[N]);
    Code.convert(Known->Parameters[N],
                 TypeDescriptor(I.Parameters[NumCaptured + N]));
    Slots += 2;
  }
  Code.call(I.Opcode, I.Member);
  const TypeDescriptor Result(I.Result);
  if (Given->Result.isVoid()) {
    if (!Result.isVoid())
      Code.op(Result.isWide() ? Op::pop2 : Op::pop);
  } else {
    if (Result.isVoid())
      return Site.malformed("a lambda needs a result");
    Code.convert(Result, Known->Result);
    Code.convert(Known->Result, Given->Result);
  }
  Code.returns(Given->Result);
  Class.addMethod(ACC_PUBLIC, Site.Ref.Name, Descriptor, Code, Slots);
  return Error::success();
}

/// The constructor, and the method that calls it.
static void addFactory(const CallSite &Site, ClassWriter &Class) {
  StringRef Parameters = Site.Ref.Descriptor.split(')').first; // without )
  const std::string ConstructorType = (Parameters + ")V").str();
  const TypeDescriptor Reference("Ljava/lang/Object;");

  CodeWriter Constructor(Class), Factory(Class);
  Constructor.load(Reference, 0);
  Constructor.call(Op::invokespecial, {"java/lang/Object", "<init>", "()V"});
  Factory.classOp(Op::new_, Site.ClassName);
  Factory.op(Op::dup);
  unsigned Local = 0;
  for (unsigned N = 0; N != Site.Type.Parameters.size(); ++N) {
    const TypeDescriptor Type = Site.Type.Parameters[N];
    const std::string Field = "captured" + std::to_string(N);
    Class.addField(ACC_PRIVATE | ACC_FINAL, Field, Type.text());
    Constructor.load(Reference, 0);
    Constructor.load(Type, Local + 1);
    Constructor.fieldOp(Op::putfield, {Site.ClassName, Field, Type.text()});
    Factory.load(Type, Local);
    Local += Type.isWide() ? 2 : 1;
  }
  Constructor.op(Op::return_);
  Factory.call(Op::invokespecial, {Site.ClassName, "<init>", ConstructorType});
  Factory.op(Op::areturn);
  Class.addMethod(ACC_PRIVATE, "<init>", ConstructorType, Constructor, 3);
  Class.addMethod(ACC_STATIC, CallSite::MethodName, Site.Ref.Descriptor,
                  Factory, Local + 2);
}

/// The further arguments of altMetafactory: flags, interfaces, bridges.
static Error addAlternatives(const CallSite &Site, ArrayRef<uint16_t> Arguments,
                             LambdaShape &Shape) {
  enum { Serializable = 1, Markers = 2, Bridges = 4 };
  const ConstantPool &Constants = Site.constants();
  auto Next = [&]() -> Expected<unsigned> {
    if (Arguments.empty())
      return Site.malformed("altMetafactory wants more arguments");
    const unsigned Index = Arguments.front();
    Arguments = Arguments.drop_front();
    return Index;
  };
  auto NextNumber = [&]() -> Expected<int32_t> {
    Expected<unsigned> Index = Next();
    if (!Index)
      return Index.takeError();
    return Constants.integer(*Index);
  };
  Expected<int32_t> Flags = NextNumber();
  if (!Flags)
    return Flags.takeError();
  if (*Flags & Serializable)
    Shape.Interfaces.push_back("java/io/Serializable");
  for (int Flag : {Markers, Bridges}) {
    if (!(*Flags & Flag))
      continue;
    Expected<int32_t> Count = NextNumber();
    if (!Count)
      return Count.takeError();
    for (int32_t N = 0; N < *Count; ++N) {
      Expected<unsigned> Index = Next();
      if (!Index)
        return Index.takeError();
      Expected<StringRef> Text = Flag == Markers ? Constants.className(*Index)
                                                 : Constants.methodType(*Index);
      if (!Text)
        return Text.takeError();
      SmallVectorImpl<StringRef> &To =
          Flag == Markers ? Shape.Interfaces : Shape.Bridges;
      if (!is_contained(To, *Text))
        To.push_back(*Text);
    }
  }
  return Error::success();
}

ClassBytes java::makeLambda(const CallSite &Site) {
  const ConstantPool &Constants = Site.constants();
  ArrayRef<uint16_t> Arguments = Site.Bootstrap.Arguments;
  if (Arguments.size() < 3 || !Site.Type.Result.isReference() ||
      Site.Type.Result.kind() == '[')
    return Site.malformed("a lambda without interface or method");
  Expected<StringRef> Erased = Constants.methodType(Arguments[0]);
  if (!Erased)
    return Erased.takeError();
  Expected<MethodHandle> Handle = Constants.methodHandle(Arguments[1]);
  if (!Handle)
    return Handle.takeError();
  Expected<StringRef> Instantiated = Constants.methodType(Arguments[2]);
  if (!Instantiated)
    return Instantiated.takeError();

  LambdaShape Shape = {*Erased, *Instantiated, {}, {}};
  Shape.Interfaces.push_back(Site.Type.Result.className());
  if (Site.Bootstrap.Handle.Member.Name == "altMetafactory")
    if (Error E = addAlternatives(Site, Arguments.drop_front(3), Shape))
      return E;
  Expected<Implementation> I = getImplementation(Site, *Handle);
  if (!I)
    return I.takeError();

  ClassWriter Class(Site.ClassName, Site.NestHost, Shape.Interfaces);
  addFactory(Site, Class);
  if (Error E = addMethod(Site, Class, *I, Shape.Erased, Shape.Instantiated))
    return E;
  for (StringRef Bridge : Shape.Bridges)
    if (Bridge != Shape.Erased)
      if (Error E = addMethod(Site, Class, *I, Bridge, Shape.Instantiated))
        return E;
  return Class.write();
}
