//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What -fstrict-vtable-pointers tells the optimizer about the vtables of
/// objects, where it is known and true by the rules of the language.
///
/// A fact is an assumption: the vtable pointer, loaded as part of its invariant
/// group, equals an address point. It holds for the object's life, across calls
/// whose bodies nobody sees and after the object's address was converted to one
/// of a base class.
///
/// Facts stand where an object has just been made (a constructor of a complete
/// object, a function that returns the object, the parameter's function that
/// gets it by value), and where an object is used whose most derived class an
/// expression tells, and whose vtable has no copy in another linkage unit that
/// may have made the object:
///
///   - a variable with static storage, a non-static data member, an element of
///     an array that is one of these or a local variable;
///   - anything of a class that is final;
///   - what a reference or a constant pointer was initialized with, if that is
///     one of these, or an element of a constant array of pointers; and what a
///     data member of such a type refers to, if that is a new object of one
///     class with all constructors (ConstantMembers.h).
///
/// The latter kinds may be named while a base class's constructor or destructor
/// runs for them, when their vtable pointer is that of the base class, and
/// converting them to the base class is allowed even then
/// ([class.cdtor]p3, p4). So there is a fact only
///
///   - if no constructor or destructor of a base class can run code that names
///     the object: all of them are defined before the expression and call
///     nothing;
///   - outside of constructors and destructors, in which members and bases are
///     often converted before they are made;
///   - where a member function is called on the object, or the object is
///     converted to a base class and passed to a function that is no
///     constructor. It is not allowed to convert what is not made yet, but
///     usual in initializers and in functions that return the address for them;
///     binding a reference to it is allowed.
///
/// `P[N]` of a pointer says nothing of the class of the element, nor does `*P`:
/// both may be base class subobjects.
///
/// These functions emit nothing, and answer no, without
/// -fstrict-vtable-pointers, at -O0 and in ABIs other than Itanium's.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_CODEGEN_CGDEVIRT_H
#define LLVM_CLANG_LIB_CODEGEN_CGDEVIRT_H

namespace clang {
class CallExpr;
class CXXConstructorDecl;
class CXXDeleteExpr;
class CXXMethodDecl;
class Decl;
class Expr;
class QualType;

namespace CodeGen {
class Address;
class CGCallee;
class CodeGenFunction;
struct CallArg;

/// \returns whether it may be assumed that the objects which \p Constructor
/// makes have the vtables that this file names. Not if the constructor is in
/// another file, which may be that of another linkage unit, and each file that
/// needs the vtable has a copy.
bool mayAssumeConstructedType(CodeGenFunction &CGF,
                              const CXXConstructorDecl *Constructor);

/// Says what the vtable pointers are of the complete object at \p Object, which
/// \p Call has returned, if it has some.
void assumeTypeOfResult(CodeGenFunction &CGF, const CallExpr *Call,
                        Address Object);

/// The same for a parameter of type \p T, which the caller has made.
void assumeTypeOfParameter(CodeGenFunction &CGF, QualType T, Address Object);

/// Assumes the vtable pointers of the object that \p E names or, if its type is
/// a pointer, points to, if the most derived class is known. A member function
/// is about to be called on it, or on the base class's subobject that \p E
/// converts it to, which is at \p Object. Also assumes that \p E, before that
/// conversion, is an object of its static class or of a class that is derived
/// from that, if only this file can know the class. \returns \p Object, which
/// is a pointer value of its own if \p E names a variable, and \p Method is
/// virtual or has a body here, so that it may be inlined and call such
/// functions.
Address assumeTypeOfCalledObject(CodeGenFunction &CGF, const Expr *E,
                                 const CXXMethodDecl *Method, Address Object);

/// The same for an argument of \p Callee, which may be null, if \p E converts
/// an object to a base class. The address of a variable becomes a pointer of
/// its own, so that the fact stays known across calls: it does not for constant
/// addresses, which have users everywhere.
void assumeTypeOfArgument(CodeGenFunction &CGF, const Decl *Callee,
                          const Expr *E, CallArg &Argument);

/// The same for the operand of \p E, a pointer to a base class of a final class
/// that is not null. \p Object is the base class's subobject.
void assumeTypeOfDeletedObject(CodeGenFunction &CGF, const CXXDeleteExpr *E,
                               Address Object);

/// Tests that the vtable of the object on which \p Call, which may be null,
/// calls \p Callee is one of the class that the object expression has before it
/// is converted to the class of the method, if only this file can know that
/// class: then the method may be inherited and the call still be direct. Clang
/// itself tests the class of the method.
void testClassOfReceiver(CodeGenFunction &CGF, const CallExpr *Call,
                         const CGCallee &Callee);

} // namespace CodeGen
} // namespace clang

#endif // LLVM_CLANG_LIB_CODEGEN_CGDEVIRT_H
