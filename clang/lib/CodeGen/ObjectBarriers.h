//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Barriers (llvm.launder.invariant.group) where an expression may name another
/// object than the one that was in the same memory before.
///
/// With -fstrict-vtable-pointers, all accesses of a vtable pointer through one
/// pointer value find the same vtable. That is so as long as the value points
/// to one object: an object keeps its dynamic type, and the language lets a
/// pointer to it point to a new object at the same place only if that has the
/// same type ([basic.life]p8). So a pointer value has to be a new one wherever
/// the expression names an object by something else than a pointer to it:
///
///   - a new-expression, unless its memory comes from a function that the
///     program cannot define otherwise; and the result of each function that
///     allocates memory, which may be inlined into one;
///   - a cast from a pointer or reference to something that is another type, a
///     number, or a base class that holds no vtable pointer, to a class that
///     may hold one. What points to a base class without one has no vtable
///     pointer to agree with, so it got no barrier itself;
///   - a member of a union, by its name or by a pointer to member: the memory
///     of the union is that of all members;
///   - std::launder.
///
/// All other expressions (members, elements, base classes, the results of
/// functions) name a part of an object that an expression of this list has
/// named, or the whole.
///
/// A type may hold a vtable pointer if it is a class with virtual functions or
/// virtual bases, or if a base class, member or element, at any depth, does: a
/// barrier at the whole is one for each part, whose address is computed from
/// it.
///
/// These functions emit nothing without -fstrict-vtable-pointers.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_CODEGEN_OBJECTBARRIERS_H
#define LLVM_CLANG_LIB_CODEGEN_OBJECTBARRIERS_H

namespace llvm {
class Value;
} // namespace llvm

namespace clang {
class CXXRecordDecl;
class QualType;

namespace CodeGen {
class Address;
class CodeGenFunction;

/// \returns whether an object of type \p T may have a vtable pointer in it, its
/// own or that of a part. True for classes that are not defined yet.
bool mayHoldVTablePointer(QualType T);

/// \returns \p Pointer, as the address of an object of type \p T that an
/// expression of the list above names.
llvm::Value *emitObjectBarrier(CodeGenFunction &CGF, llvm::Value *Pointer,
                               QualType T);
Address emitObjectBarrier(CodeGenFunction &CGF, Address Pointer, QualType T);

/// The same for a cast of \p Pointer, to an object of type \p From, so that it
/// points to one of type \p To.
llvm::Value *emitCastBarrier(CodeGenFunction &CGF, llvm::Value *Pointer,
                             QualType From, QualType To);
Address emitCastBarrier(CodeGenFunction &CGF, Address Pointer, QualType From,
                        QualType To);

/// The same for the base class \p From of \p To.
Address emitDowncastBarrier(CodeGenFunction &CGF, Address Pointer,
                            const CXXRecordDecl *From, const CXXRecordDecl *To);

/// \returns \p Result, which the function that \p CGF emits returns. It is a
/// new pointer value if the function allocates memory for new-expressions.
llvm::Value *emitAllocationBarrier(CodeGenFunction &CGF, llvm::Value *Result);

} // namespace CodeGen
} // namespace clang

#endif // LLVM_CLANG_LIB_CODEGEN_OBJECTBARRIERS_H
