//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Declarations, and methods one after the other.
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;
using namespace java;

ModuleTranslator::ModuleTranslator(Module &M, World &W, CallSites &Sites,
                                   TranslationOptions Options)
    : M(M), W(W), Sites(Sites), Options(std::move(Options)), Debug(M) {}

void ModuleTranslator::finish() { Debug.finalize(); }

PointerType *ModuleTranslator::referenceType() {
  return PointerType::get(context(), ReferenceSpace);
}

Type *ModuleTranslator::typeOf(TypeDescriptor Type) {
  switch (Type.kind()) {
  case 'V':
    return llvm::Type::getVoidTy(context());
  case 'J':
    return llvm::Type::getInt64Ty(context());
  case 'F':
    return llvm::Type::getFloatTy(context());
  case 'D':
    return llvm::Type::getDoubleTy(context());
  case 'L':
  case '[':
    return referenceType();
  default:
    return llvm::Type::getInt32Ty(context());
  }
}

Type *ModuleTranslator::memoryTypeOf(TypeDescriptor Type) {
  switch (Type.kind()) {
  case 'Z':
  case 'B':
    return llvm::Type::getInt8Ty(context());
  case 'C':
  case 'S':
    return llvm::Type::getInt16Ty(context());
  default:
    return typeOf(Type);
  }
}

FunctionType *ModuleTranslator::functionType(const MethodDescriptor &Type,
                                             bool HasThis) {
  SmallVector<llvm::Type *, 8> Parameters;
  if (HasThis)
    Parameters.push_back(referenceType());
  for (TypeDescriptor Parameter : Type.Parameters)
    Parameters.push_back(typeOf(Parameter));
  return FunctionType::get(typeOf(Type.Result), Parameters, false);
}

FunctionType *ModuleTranslator::functionType(const JavaMethod &Method) {
  return functionType(Method.Type, !Method.isStatic());
}

GlobalVariable *ModuleTranslator::declareClass(const JavaClass &Class) {
  DeclaredClasses.insert(&Class);
  const std::string Name = Class.symbol();
  if (GlobalVariable *G = M.getNamedGlobal(Name))
    return G;
  return new GlobalVariable(M, ArrayType::get(Type::getInt8Ty(context()), 0),
                            /*isConstant=*/false, GlobalValue::ExternalLinkage,
                            nullptr, Name);
}

GlobalVariable *ModuleTranslator::declareStatic(const JavaField &Field) {
  // The class defines the variable, which may be all that is used of it.
  DeclaredClasses.insert(Field.Owner);
  const std::string Name = Field.symbol();
  if (GlobalVariable *G = M.getNamedGlobal(Name))
    return G;
  return new GlobalVariable(M, memoryTypeOf(Field.Type), /*isConstant=*/false,
                            GlobalValue::ExternalLinkage, nullptr, Name);
}

Function *ModuleTranslator::declareMethod(const JavaMethod &Method) {
  const std::string Name = Method.symbol();
  if (Function *F = M.getFunction(Name))
    return F;
  Function *F = Function::Create(functionType(Method),
                                 GlobalValue::ExternalLinkage, Name, M);
  if (!Method.isStatic())
    F->addParamAttr(0, Attribute::NonNull);
  return F;
}

FunctionCallee ModuleTranslator::runtime(StringRef Name) {
  enum Behaviour { Leaf, Entry, Throws };
  static const struct {
    StringRef Name, Result, Parameters;
    Behaviour Does;
  } Table[] = {
#define JAVA_RUNTIME(NAME, RESULT, PARAMETERS, KIND)                           \
  {#NAME, RESULT, PARAMETERS, KIND},
#include "Translate/RuntimeFunctions.def"
  };
  if (Function *F = M.getFunction(Name))
    return F;
  const auto *Known =
      find_if(Table, [&](const auto &E) { return E.Name == Name; });
  assert(Known != std::end(Table) && "no function of the runtime");
  auto TypeOf = [&](char C) -> Type * {
    switch (C) {
    case 'v':
      return Type::getVoidTy(context());
    case 'b':
      return Type::getInt1Ty(context());
    case 'i':
      return Type::getInt32Ty(context());
    case 'p':
      return PointerType::get(context(), 0);
    default:
      return referenceType();
    }
  };
  SmallVector<Type *, 4> Parameters;
  for (char C : Known->Parameters)
    Parameters.push_back(TypeOf(C));
  Function *F = Function::Create(
      FunctionType::get(TypeOf(Known->Result.front()), Parameters, false),
      GlobalValue::ExternalLinkage, Name, M);
  if (Known->Does == Leaf) {
    F->addFnAttr("gc-leaf-function");
    F->setDoesNotThrow();
  }
  if (Known->Does == Throws) {
    F->setDoesNotReturn();
    F->addFnAttr(Attribute::Cold);
  }
  if (Name.starts_with("java_allocate"))
    F->addRetAttr(Attribute::NoAlias);
  if (Known->Result == "b")
    F->addRetAttr(Attribute::ZExt);
  return F;
}

void ModuleTranslator::setAttributes(Function &F) {
  F.setGC(Options.Strategy);
  F.setSection("managed_text");
  F.setUWTableKind(UWTableKind::Default);
  if (Options.Checks == NullChecks::Implicit)
    F.addFnAttr("implicit-null-checks");
  if (Options.Checks == NullChecks::Wide)
    F.addFnAttr("implicit-null-checks", "wide");
  for (const auto &[Name, Value] : Options.Attributes)
    F.addFnAttr(Name, Value);
}

/// Makes a declaration of a function again.
static void discard(Function &F) {
  F.deleteBody();
  F.setSubprogram(nullptr);
  F.clearGC();
  F.setSection("");
  F.setLinkage(GlobalValue::ExternalLinkage);
}

Error ModuleTranslator::translateMethod(const JavaMethod &Method) {
  Function *F = declareMethod(Method);
  assert(F->empty() && "the method was translated");
  setAttributes(*F);
  MethodTranslator Translator(*this, Method, *F);
  Error E =
      Method.isNative() ? Translator.translateNative() : Translator.translate();
  if (E)
    discard(*F);
  return E;
}

void ModuleTranslator::stubMethod(const JavaMethod &Method) {
  Function *F = declareMethod(Method);
  setAttributes(*F);
  IRBuilder<> B(BasicBlock::Create(context(), "", F));
  B.CreateCall(runtime("java_unsupported"),
               B.CreateGlobalString(Method.symbol(), "java.name"));
  B.CreateUnreachable();
}

Function *ModuleTranslator::defineEntry(const JavaMethod &Method) {
  const std::string Name = Method.symbol() + ".entry";
  if (Function *F = M.getFunction(Name))
    return F;
  Function *F = Function::Create(functionType(Method),
                                 GlobalValue::ExternalLinkage, Name, M);
  setAttributes(*F);
  MethodTranslator(*this, Method, *F).translateEntry();
  return F;
}
