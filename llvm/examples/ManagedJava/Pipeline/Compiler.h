//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles classes to modules: one for each class, or one for a whole program.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_PIPELINE_COMPILER_H
#define LLVM_EXAMPLES_MANAGEDJAVA_PIPELINE_COMPILER_H

#include "Pipeline/CodeGenerator.h"
#include "World/Reachability.h"

namespace java {

enum class OutputKind {
  Translated, ///< IR as text, before all passes.
  Bitcode,    ///< After all passes.
  Text,       ///< The same, as text.
  Assembly,
  Object,
};

struct CompilerOptions {
  TranslationOptions Translation;
  OutputKind Output = OutputKind::Object;
  /// Methods that cannot be translated get a body that ends the program, and a
  /// line on standard output.
  bool StubUnsupported = false;
  /// Of the program, whose `main` the runtime calls; may be null.
  const JavaClass *Main = nullptr;
};

/// What became of the methods.
struct MethodCounts {
  uint64_t Translated = 0, NullChecks = 0;
  /// By the kind of the error and its reason.
  std::map<std::string, uint64_t> Diagnosed;
  /// Messages: of methods whose IR was wrong, and of modules that did not
  /// compile.
  std::vector<std::string> Failed;
};

class Compiler {
public:
  Compiler(World &W, CodeGenerator &Generator, CompilerOptions Options)
      : W(W), Sites(W), Generator(Generator), Options(std::move(Options)) {}

  /// Writes a module with \p Classes.
  llvm::Error compile(llvm::ArrayRef<const JavaClass *> Classes,
                      llvm::raw_pwrite_stream &OS);
  /// Writes a module with all that the main class needs. Closes the world.
  llvm::Error compileProgram(llvm::raw_pwrite_stream &OS);

  const MethodCounts &methods() const { return Counts; }

private:
  llvm::Error translate(ModuleTranslator &T, const JavaMethod &Method);
  llvm::Error translate(ModuleTranslator &T, const JavaClass &Class);
  llvm::Error defineClasses(ModuleTranslator &T,
                            llvm::ArrayRef<const JavaClass *> Classes,
                            const Reachability *Reachable);
  llvm::Error finish(ModuleTranslator &T, llvm::raw_pwrite_stream &OS);
  void addRuntimeRoots(Reachability &Reachable);

  World &W;
  CallSites Sites;
  CodeGenerator &Generator;
  CompilerOptions Options;
  MethodCounts Counts;
};

} // namespace java

#endif
