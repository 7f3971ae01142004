//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits classes as the runtime reads them (Runtime/ObjectModel.h): the
/// java::Class of each, its static fields, and the sections in which the
/// runtime finds classes ("java_classes") and the methods that it calls
/// ("java_exports").
///
/// Each class of the class path is defined in one module. Those of arrays and
/// of primitives are in each module that names them, and the linker keeps one.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_WORLD_DESCRIPTORS_H
#define LLVM_EXAMPLES_MANAGEDJAVA_WORLD_DESCRIPTORS_H

#include "Translate/Translator.h"

namespace java {

/// Whether a method is compiled. What vtables have in place of one that is not
/// throws an AbstractMethodError.
using MethodFilter = llvm::function_ref<bool(const JavaMethod &)>;

class DescriptorEmitter {
public:
  DescriptorEmitter(ModuleTranslator &T, MethodFilter IsCompiled)
      : T(T), IsCompiled(IsCompiled) {}

  /// Defines a class of the class path or of an array, and its static fields.
  /// An error names the class, and says which constant is wrong.
  llvm::Error define(const JavaClass &Class);
  /// Defines the class of a primitive, or of void, given its descriptor, and
  /// returns it. Its name is "int", its symbol ".int#class".
  llvm::GlobalVariable *definePrimitive(char Kind);
  /// Has the runtime find \p Method by \p Name.
  void exportMethod(const JavaMethod &Method, llvm::StringRef Name);
  /// Tells the runtime that references are in frames in memory.
  static void defineHasFrames(llvm::Module &M);

private:
  struct Members;
  llvm::GlobalVariable *define(llvm::GlobalVariable *Declaration,
                               const Members &Class, bool MayBeRepeated);
  llvm::Error defineStatics(const JavaClass &Class, Members &Result);
  llvm::Expected<llvm::Constant *> initialValue(const JavaField &Field);
  llvm::Error defineInterfaces(const JavaClass &Class, Members &Result);
  llvm::Constant *methodsOf(const JavaClass &Class, const JavaClass &Interface);
  llvm::Constant *address(const JavaMethod *Method);
  llvm::GlobalVariable *table(llvm::ArrayRef<llvm::Constant *> Elements,
                              llvm::Type *Type, const llvm::Twine &Name);
  void addToSection(llvm::Constant *Value, const llvm::Twine &Name,
                    llvm::StringRef Section, llvm::Comdat *Group);

  ModuleTranslator &T;
  MethodFilter IsCompiled;
};

} // namespace java

#endif
