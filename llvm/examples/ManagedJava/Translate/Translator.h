//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From classes to LLVM IR: what the driver calls. docs/ManagedJava.md says
/// which IR comes out.
///
/// \code
///   CallSites Sites(W);                 // one for the whole world
///   ModuleTranslator T(M, W, Sites, Options);
///   for (const JavaMethod &Method : Class.methods())
///     if (Method.Source->Body || Method.isNative())
///       if (Error E = T.translateMethod(Method))
///         ... T.stubMethod(Method) or report
///   // The same for the methods of T.syntheticClasses(), which may grow while
///   // they are translated.
///   T.finish();
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_TRANSLATE_TRANSLATOR_H
#define LLVM_EXAMPLES_MANAGEDJAVA_TRANSLATE_TRANSLATOR_H

#include "Translate/CallSites.h"
#include "World/World.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Module.h"

namespace java {

/// The address space of references.
constexpr unsigned ReferenceSpace = 1;

enum class NullChecks {
  Explicit, ///< Branches that are not marked.
  Implicit, ///< Branches that are marked `!make.implicit`.
  Wide,     ///< The same, with the wide guard.
  None,     ///< No branches: wrong for programs that dereference null.
};

struct TranslationOptions {
  NullChecks Checks = NullChecks::Implicit;
  /// The strategy of each function: "managed" or "managed-frames".
  std::string Strategy = "managed";
  /// Further attributes of each function, such as those of polls.
  std::vector<std::pair<std::string, std::string>> Attributes;
  /// Call java_card_mark for each store of a reference into an object.
  bool CardMarks = false;
  bool LineNumbers = true;
};

/// What the methods that are translated need of the module that they are in.
/// The module has its triple and its data layout already.
class ModuleTranslator {
public:
  ModuleTranslator(llvm::Module &M, World &W, CallSites &Sites,
                   TranslationOptions Options);

  /// Adds the body of a method that has bytecodes, or that is native. If it
  /// cannot be translated, the method stays a declaration, and the error names
  /// class, method, offset and reason.
  llvm::Error translateMethod(const JavaMethod &Method);
  /// Adds a body that calls `java_unsupported` with the name of the method.
  void stubMethod(const JavaMethod &Method);
  /// \returns a function that the runtime calls in place of \p Method, which
  /// is static: it initializes the class first.
  llvm::Function *defineEntry(const JavaMethod &Method);
  /// Completes debug information.
  void finish();

  /// The declarations of what methods refer to. Whoever defines a class or a
  /// static field finds its declaration by name, as declareClass does, and
  /// replaces it.
  llvm::GlobalVariable *declareClass(const JavaClass &Class);
  llvm::GlobalVariable *declareStatic(const JavaField &Field);
  /// Of a method that is not abstract.
  llvm::Function *declareMethod(const JavaMethod &Method);
  llvm::FunctionType *functionType(const JavaMethod &Method);
  llvm::FunctionType *functionType(const MethodDescriptor &Type, bool HasThis);
  /// In registers, and as a parameter: i32 for everything smaller.
  llvm::Type *typeOf(TypeDescriptor Type);
  /// In fields, static fields and elements of arrays.
  llvm::Type *memoryTypeOf(TypeDescriptor Type);
  llvm::PointerType *referenceType();

  /// A function of the runtime by its name, RuntimeFunctions.def.
  llvm::FunctionCallee runtime(llvm::StringRef Name);
  /// The object for a constant string, given in modified UTF-8, of type
  /// `ptr addrspace(1)`; the layout is that of the world's java/lang/String.
  llvm::Expected<llvm::Constant *> stringConstant(llvm::StringRef Text);

  /// All classes that were declared, in that order: those of arrays have to be
  /// defined with the module.
  llvm::ArrayRef<const JavaClass *> declaredClasses() const {
    return DeclaredClasses.getArrayRef();
  }
  /// The classes that invokedynamic instructions of this module need. They are
  /// defined, and their methods translated, with the module.
  llvm::ArrayRef<const JavaClass *> syntheticClasses() const {
    return SyntheticClasses.getArrayRef();
  }
  /// How many null checks there are.
  unsigned numNullChecks() const { return NumSites; }

  llvm::Module &module() { return M; }
  llvm::LLVMContext &context() { return M.getContext(); }
  World &world() { return W; }
  const TranslationOptions &options() const { return Options; }

private:
  friend class MethodTranslator;
  friend class DebugInfo;

  void setAttributes(llvm::Function &F);

  llvm::Module &M;
  World &W;
  CallSites &Sites;
  TranslationOptions Options;
  llvm::DIBuilder Debug;
  llvm::DICompileUnit *CompileUnit = nullptr;
  llvm::SetVector<const JavaClass *> DeclaredClasses;
  llvm::SetVector<const JavaClass *> SyntheticClasses;
  unsigned NumSites = 0;
};

} // namespace java

#endif
