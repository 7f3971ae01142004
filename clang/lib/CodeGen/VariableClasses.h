//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells the optimizer the classes of variables with static storage, by the
/// metadata of llvm/Analysis/ObjectVTables.h.
///
/// A constant variable, a data member of one, and an element of an array is a
/// complete object of the class that it is declared with. No other object may
/// begin in its memory ([basic.life]p10). So the optimizer may take a virtual
/// call for one of that class wherever it finds the address of the variable. A
/// constructor of a base class may not call anything (QuietConstruction.h),
/// since that call would reach the methods of the base class. Nothing is said
///
///   - of variables that are not constant. Another object may replace them, and
///     passes put the address of a variable in the place of pointers, and of
///     numbers, that equal it;
///   - of members of unions;
///   - of volatile objects and of variables of threads, whose addresses are no
///     constants;
///   - of classes without virtual functions but destructors;
///   - of more than 16 vtable pointers of a variable.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_CODEGEN_VARIABLECLASSES_H
#define LLVM_CLANG_LIB_CODEGEN_VARIABLECLASSES_H

namespace llvm {
class GlobalVariable;
} // namespace llvm

namespace clang {
class VarDecl;

namespace CodeGen {
class CodeGenModule;

/// Says of \p GV, which \p Var is emitted as or refers to, which vtables its
/// objects have, and has these emitted for the methods that they name. Does
/// nothing unless clang is called with -fdevirtualize, or with the options that
/// it stands for.
void describeVariable(CodeGenModule &CGM, llvm::GlobalVariable &GV,
                      const VarDecl &Var);

} // namespace CodeGen
} // namespace clang

#endif // LLVM_CLANG_LIB_CODEGEN_VARIABLECLASSES_H
