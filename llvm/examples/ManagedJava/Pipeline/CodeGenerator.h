//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From the IR that the translator makes to object code: optimization, polls,
/// statepoints or frames, and code generation.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_PIPELINE_CODEGENERATOR_H
#define LLVM_EXAMPLES_MANAGEDJAVA_PIPELINE_CODEGENERATOR_H

#include "Translate/Translator.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Target/TargetMachine.h"
#include <map>

namespace java {

/// Where references are while a call is executed.
enum class Roots {
  Registers, ///< Callee-saved registers, and slots for the rest.
  Slots,     ///< The frame, where stack maps say.
  Frames,    ///< Memory in a list, without stack maps.
};

/// The forms of docs/Polls.md.
enum class Polls { None, Flag, Page, Call };

struct CodeOptions {
  llvm::Triple Target;
  unsigned Level = 2;
  Roots Where = Roots::Registers;
  Polls Form = Polls::Flag;
  /// Have the verifiers of polls, statepoints and machine code look.
  bool Verify = false;
  /// Code without a collector, to compare with: no strategy, no polls.
  bool NoCollector = false;
  /// Passes that are executed in place of those of this class.
  std::string Passes;
};

/// What became of the marked null checks of a module.
struct NullCheckCounts {
  uint64_t Marked = 0, Implicit = 0;
  std::map<std::string, uint64_t> Explicit; ///< By the name of the remark.

  void operator+=(const NullCheckCounts &Other);
};

class CodeGenerator {
public:
  /// An error says which target or combination of options there is not.
  static llvm::Expected<std::unique_ptr<CodeGenerator>>
  create(CodeOptions Options);

  /// What the translator has to know: the strategy, and the attributes of
  /// polls.
  void setTranslationOptions(TranslationOptions &Options) const;
  /// To be called before anything is translated.
  void prepare(llvm::Module &M) const;
  /// Defines the functions of the runtime that have their body in each module,
  /// and runs all passes up to code generation. What a pass refuses is an
  /// error.
  llvm::Error optimize(llvm::Module &M);
  /// Writes assembly or object code for a module that was optimized, which is
  /// changed.
  llvm::Error emit(llvm::Module &M, llvm::raw_pwrite_stream &OS,
                   llvm::CodeGenFileType Type);

  /// Of all modules that were emitted.
  const NullCheckCounts &nullChecks() const { return Counts; }

private:
  CodeGenerator(CodeOptions Options,
                std::unique_ptr<llvm::TargetMachine> Machine)
      : Options(std::move(Options)), Machine(std::move(Machine)) {}
  std::string passes() const;

  CodeOptions Options;
  std::unique_ptr<llvm::TargetMachine> Machine;
  NullCheckCounts Counts;
};

} // namespace java

#endif
