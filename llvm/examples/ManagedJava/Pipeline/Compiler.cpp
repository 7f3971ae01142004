//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipeline/Compiler.h"
#include "Translate/TranslationError.h"
#include "World/Descriptors.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;
using namespace java;

/// The class whose static methods the runtime calls.
static constexpr StringRef RuntimeClass = "java/lang/ManagedRuntime";
static constexpr StringRef MainType = "([Ljava/lang/String;)V";

static StringRef describe(TranslationError::Kind Kind) {
  switch (Kind) {
  case TranslationError::Kind::Unsupported:
    return "unsupported";
  case TranslationError::Kind::Malformed:
    return "malformed";
  case TranslationError::Kind::Unresolved:
    return "unresolved";
  case TranslationError::Kind::Internal:
    return "internal";
  }
  llvm_unreachable("no such kind");
}

Error Compiler::translate(ModuleTranslator &T, const JavaMethod &Method) {
  if (!Method.Source->Body && !Method.isNative())
    return Error::success();
  Error E = T.translateMethod(Method);
  if (!E) {
    ++Counts.Translated;
    return Error::success();
  }
  if (!Options.StubUnsupported)
    return E;
  return handleErrors(std::move(E), [&](const TranslationError &Reason) {
    if (Reason.kind() == TranslationError::Kind::Internal)
      Counts.Failed.push_back(Reason.message());
    else
      ++Counts.Diagnosed[(describe(Reason.kind()) + ": " + Reason.reason())
                             .str()];
    outs() << "diagnosed: " << Reason.message() << '\n';
    T.stubMethod(Method);
  });
}

Error Compiler::translate(ModuleTranslator &T, const JavaClass &Class) {
  for (const JavaMethod &Method : Class.methods())
    if (Error E = translate(T, Method))
      return E;
  return Error::success();
}

/// Defines \p Classes, and the arrays that the module names; with a program,
/// all classes that it names.
Error Compiler::defineClasses(ModuleTranslator &T,
                              ArrayRef<const JavaClass *> Classes,
                              const Reachability *Reachable) {
  auto IsCompiled = [&](const JavaMethod &M) {
    return !Reachable || Reachable->contains(M);
  };
  DescriptorEmitter Emitter(T, IsCompiled);
  DenseSet<const JavaClass *> Own(Classes.begin(), Classes.end());
  Own.insert_range(T.syntheticClasses());
  for (const JavaClass *Class : Classes)
    T.declareClass(*Class);
  for (const JavaClass *Class : T.syntheticClasses())
    T.declareClass(*Class);
  // Classes name others.
  for (size_t I = 0; I != T.declaredClasses().size(); ++I) {
    const JavaClass *Class = T.declaredClasses()[I];
    if (Reachable || Class->isArray() || Own.contains(Class))
      if (Error E = Emitter.define(*Class))
        return E;
  }
  if (Reachable)
    for (char Kind : StringRef("ZBCSIJFDV"))
      Emitter.definePrimitive(Kind);

  for (const JavaClass *Class : T.declaredClasses())
    if (Class->name() == RuntimeClass && (Reachable || Own.contains(Class)))
      for (const JavaMethod &M : Class->methods())
        if (M.isStatic() && !M.isPrivate() && !M.isInitializer())
          Emitter.exportMethod(M, M.Source->Name);
  if (Options.Main && (Reachable || Own.contains(Options.Main))) {
    const JavaMethod *Main = Options.Main->findMethod("main", MainType);
    if (!Main || !Main->isStatic())
      return createStringError(Options.Main->name() +
                               " has no method 'static void main(String[])'");
    Emitter.exportMethod(*Main, "main");
    if (!Reachable && Options.Translation.Strategy == "managed-frames")
      DescriptorEmitter::defineHasFrames(T.module());
  }
  return Error::success();
}

Error Compiler::finish(ModuleTranslator &T, raw_pwrite_stream &OS) {
  T.finish();
  Module &M = T.module();
  Counts.NullChecks += T.numNullChecks();
  std::string Message;
  raw_string_ostream Stream(Message);
  if (verifyModule(M, &Stream))
    return createStringError("the translation is invalid IR: " + Message);
  if (Options.Output != OutputKind::Translated)
    if (Error E = Generator.optimize(M))
      return E;
  switch (Options.Output) {
  case OutputKind::Bitcode:
    WriteBitcodeToFile(M, OS);
    return Error::success();
  case OutputKind::Translated:
  case OutputKind::Text:
    M.print(OS, nullptr);
    return Error::success();
  case OutputKind::Assembly:
    return Generator.emit(M, OS, CodeGenFileType::AssemblyFile);
  case OutputKind::Object:
    return Generator.emit(M, OS, CodeGenFileType::ObjectFile);
  }
  llvm_unreachable("no such kind");
}

Error Compiler::compile(ArrayRef<const JavaClass *> Classes,
                        raw_pwrite_stream &OS) {
  LLVMContext Context;
  Module M(Classes.front()->name(), Context);
  Generator.prepare(M);
  ModuleTranslator T(M, W, Sites, Options.Translation);
  for (const JavaClass *Class : Classes)
    if (Error E = translate(T, *Class))
      return E;
  for (size_t I = 0; I != T.syntheticClasses().size(); ++I)
    if (Error E = translate(T, *T.syntheticClasses()[I]))
      return E;
  if (Error E = defineClasses(T, Classes, nullptr))
    return E;
  return finish(T, OS);
}

void Compiler::addRuntimeRoots(Reachability &Reachable) {
  for (StringRef Name :
       {"java/lang/Object", "java/lang/String", "java/lang/Class",
        "[Ljava/lang/Object;", "[Ljava/lang/String;"}) {
    if (Expected<const JavaClass *> Class = W.load(Name))
      Reachable.addInstantiated(**Class);
    else
      consumeError(Class.takeError());
  }
  if (Expected<const JavaClass *> Class = W.load(RuntimeClass)) {
    for (const JavaMethod &M : (*Class)->methods())
      if (M.isStatic())
        Reachable.addRoot(M);
  } else {
    consumeError(Class.takeError());
  }
}

/// Nothing but tables leads the runtime to what is defined here.
static void internalize(Module &M) {
  for (GlobalValue &G : M.global_values()) {
    if (G.isDeclaration() || G.hasLocalLinkage() || G.hasAppendingLinkage())
      continue;
    if (auto *Object = dyn_cast<GlobalObject>(&G))
      Object->setComdat(nullptr);
    G.setVisibility(GlobalValue::DefaultVisibility);
    G.setLinkage(GlobalValue::InternalLinkage);
  }
}

Error Compiler::compileProgram(raw_pwrite_stream &OS) {
  Reachability Reachable(W, Sites);
  addRuntimeRoots(Reachable);
  if (const JavaMethod *Main = Options.Main->findMethod("main", MainType))
    Reachable.addRoot(*Main);
  Reachable.run();
  W.setClosed(true);
  W.setInstantiated(Reachable.instantiated());

  LLVMContext Context;
  Module M(Options.Main->name(), Context);
  Generator.prepare(M);
  ModuleTranslator T(M, W, Sites, Options.Translation);
  for (const JavaMethod *Method : Reachable.methods())
    if (Error E = translate(T, *Method))
      return E;
  std::vector<const JavaClass *> Classes = {Options.Main};
  for (StringRef Name : {"[Ljava/lang/Object;", "[Ljava/lang/String;",
                         "java/lang/Class", RuntimeClass.data()})
    if (Expected<const JavaClass *> Class = W.load(Name))
      Classes.push_back(*Class);
    else
      consumeError(Class.takeError());
  if (Error E = defineClasses(T, Classes, &Reachable))
    return E;
  internalize(M);
  if (Options.Translation.Strategy == "managed-frames")
    DescriptorEmitter::defineHasFrames(M);
  return finish(T, OS);
}
