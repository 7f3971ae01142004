//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells the optimizer the classes of objects that have names, by the metadata
/// of llvm/Analysis/ObjectVTables.h.
///
/// Such an object is a variable with static storage, a data member of one, or
/// an element of an array. It is a complete object of the class that it is
/// declared with. A constructor of a base class may not call anything
/// (QuietConstruction.h), since that call would reach the methods of the base
/// class.
///
/// If the variable is constant, no other object may begin in its memory
/// ([basic.life]p10). So the variable itself is described: the optimizer may
/// take a virtual call for one of that class wherever it finds the address.
///
/// Another object may replace a variable that is not constant, and passes put
/// the address of a variable in the place of pointers, and of numbers, that
/// equal it. But the name, and what is made from the name, refer to the new
/// object only if that has the same type ([basic.life]p8), and calling a method
/// of an object of another type through them is undefined. So the pointer is
/// described that an expression makes from the name: an address, a reference,
/// the object on which a method is called. It is a pointer value of its own, by
/// a barrier, and no other pointer becomes it by being equal.
///
/// Nothing is said
///
///   - of members of unions;
///   - of volatile objects;
///   - of classes without virtual functions but destructors;
///   - of more than 16 vtable pointers of a variable.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_CODEGEN_VARIABLECLASSES_H
#define LLVM_CLANG_LIB_CODEGEN_VARIABLECLASSES_H

namespace llvm {
class GlobalVariable;
class Value;
} // namespace llvm

namespace clang {
class Expr;
class VarDecl;

namespace CodeGen {
class CodeGenFunction;
class CodeGenModule;

/// Says of \p GV, which \p Var is emitted as or refers to, which vtables its
/// objects have, and has these emitted for the methods that they name. Does
/// nothing unless clang is called with -fdevirtualize, or with the options that
/// it stands for.
void describeVariable(CodeGenModule &CGM, llvm::GlobalVariable &GV,
                      const VarDecl &Var);

/// \returns \p Pointer, to the object that \p E names or whose address it is,
/// maybe converted to a base class. If the object is a variable with static
/// storage that is not constant, or a part of one, and its class is known, the
/// result is a new pointer value that says which vtables the object has.
llvm::Value *emitNamedObject(CodeGenFunction &CGF, const Expr *E,
                             llvm::Value *Pointer);

} // namespace CodeGen
} // namespace clang

#endif // LLVM_CLANG_LIB_CODEGEN_VARIABLECLASSES_H
