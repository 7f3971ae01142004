//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The vtables that objects are assumed to have.
///
/// Knowing an object's vtable is of use if the vtable's contents are known too.
/// For a vtable that some other translation unit defines, that takes a copy
/// (available_externally), and inline functions that it names have to be
/// emitted here, where they are dropped again if nobody came to call them.
///
/// That is done for vtables that something is assumed about, not for all that
/// are mentioned. What only Sema could define and has not, an implicit
/// destructor for example, is replaced in the copy by a function that loads the
/// slot of the real vtable and calls what it finds.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_CODEGEN_ASSUMEDVTABLES_H
#define LLVM_CLANG_LIB_CODEGEN_ASSUMEDVTABLES_H

namespace llvm {
class Value;
} // namespace llvm

namespace clang {
class CXXRecordDecl;
class CodeGenOptions;

namespace CodeGen {
class CodeGenModule;

/// \returns whether code here may assume that a complete object of class \p RD
/// has its class's vtables: whether it may name them. False without
/// -fstrict-vtable-pointers, at -O0 and in ABIs other than Itanium's.
bool mayAssumeVTables(CodeGenModule &CGM, const CXXRecordDecl *RD);

/// Has the vtable of \p RD emitted for what is guessed of objects that are only
/// known to be of that class or a derived one: their methods may be its own.
/// Does nothing without -fdevirtualize-speculatively.
void wantVTableForCalls(CodeGenModule &CGM, const CXXRecordDecl *RD);

/// Emits the vtable of \p RD if it is wanted, or objects are assumed to have it
/// and it would otherwise not be emitted at all, or not right. To be called at
/// the end of the translation unit. \returns false if the vtable is like those
/// of others and may have to be emitted.
bool emitAssumedVTable(CodeGenModule &CGM, const CXXRecordDecl *RD);

/// \returns whether \p Kept is a copy of a vtable that is kept for link time
/// optimization, and nothing names but what is assumed of objects. To be asked
/// when all functions have been emitted. Whole-program devirtualization wants
/// copies kept, to know of all derived classes. But what is kept cannot become
/// internal, and be split for what methods return to be stored beside it; and
/// without assumptions there would be no such copy.
bool isOnlyAssumed(CodeGenModule &CGM, const llvm::Value *Kept);

/// \returns whether the pipelines are to look for virtual calls: whether clang
/// is called with -fdevirtualize, or with the options that it stands for.
bool asksForDevirtualization(const CodeGenOptions &Opts);

/// Says of the module that it makes pointers to virtual members: what is called
/// through them may be known to be in some slot of a vtable.
void noteVirtualMemberPointer(CodeGenModule &CGM);

} // namespace CodeGen
} // namespace clang

#endif // LLVM_CLANG_LIB_CODEGEN_ASSUMEDVTABLES_H
