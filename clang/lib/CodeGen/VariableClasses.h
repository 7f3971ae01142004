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
/// Another object may replace the variable. But the name, and what is made from
/// the name, refer to the new object only if that has the same type
/// ([basic.life]p8), and calling a method of an object of another type through
/// them is undefined. So the pointer is described that an expression makes from
/// the name: an address, a reference, the object on which a method is called.
/// It is a pointer value of its own, by a barrier, and no other pointer becomes
/// it by being equal (llvm/Analysis/InvariantGroups.h).
///
/// Nothing is said
///
///   - of members of unions;
///   - of volatile objects, and of weak variables, which may not exist;
///   - of constants that the optimizer sees, and in functions that are not
///     optimized;
///   - of classes without virtual functions but destructors;
///   - of more than 16 vtable pointers of an object.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_CODEGEN_VARIABLECLASSES_H
#define LLVM_CLANG_LIB_CODEGEN_VARIABLECLASSES_H

namespace llvm {
class Value;
} // namespace llvm

namespace clang {
class Expr;

namespace CodeGen {
class CodeGenFunction;

/// \returns \p Pointer, to the object that \p E names or whose address it is,
/// maybe converted to a base class. If the object is a variable with static
/// storage, or a part of one, and its class is known, the result is a new
/// pointer value that says which vtables the object has. Does nothing unless
/// clang is called with -fdevirtualize, or with the options that it stands for.
llvm::Value *emitNamedObject(CodeGenFunction &CGF, const Expr *E,
                             llvm::Value *Pointer);

} // namespace CodeGen
} // namespace clang

#endif // LLVM_CLANG_LIB_CODEGEN_VARIABLECLASSES_H
