//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Inline methods that are not emitted because a copy of a vtable names them.
///
/// The copy is there so that the optimizer knows which methods virtual calls
/// reach. trim-devirtualization drops those that would add much code to the
/// module. It takes clang and the optimizer time to get that far, with all that
/// the methods call, so methods are not emitted if it would most likely drop
/// them: the size is guessed. What is in their slots calls what is in the
/// vtable, as it does after that pass.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_CODEGEN_LARGEMETHODS_H
#define LLVM_CLANG_LIB_CODEGEN_LARGEMETHODS_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
} // namespace llvm

namespace clang {
class CXXRecordDecl;

namespace CodeGen {
class CodeGenModule;

/// The large methods of the vtable of a class that nothing has referred to yet.
/// While there is one of these objects, they are declarations that the vtable
/// is emitted with.
class LargeMethods {
public:
  LargeMethods(CodeGenModule &CGM, const CXXRecordDecl *RD);
  LargeMethods(const LargeMethods &) = delete;
  LargeMethods &operator=(const LargeMethods &) = delete;

  /// Removes the declarations, so that other references have the methods
  /// emitted. Nothing may use them any more.
  ~LargeMethods();

  bool empty() const { return Declared.empty(); }
  bool contains(const llvm::Function *F) const { return Declared.contains(F); }

private:
  llvm::SmallPtrSet<llvm::Function *, 8> Declared;
};

} // namespace CodeGen
} // namespace clang

#endif // LLVM_CLANG_LIB_CODEGEN_LARGEMETHODS_H
