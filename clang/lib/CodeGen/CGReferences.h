//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// References of a garbage collector in C and C++: pointers of the address
/// spaces that -fgc-address-spaces names. They are non-integral ("ni") in the
/// data layout of the module, so that no pass makes integers of them, and
/// clang's code generation asks the layout where it would do so itself.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_CODEGEN_CGREFERENCES_H
#define LLVM_CLANG_LIB_CODEGEN_CGREFERENCES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Module;
class Type;
} // namespace llvm

namespace clang {
class AtomicExpr;
class CodeGenOptions;
class QualType;
class RecordDecl;

namespace CodeGen {
class CGFunctionInfo;
class CodeGenTypes;
enum class AArch64ABIKind;

/// Returns \p Layout, that of the target, with the address spaces of references
/// that \p M has in its own layout and those that \p Opts names.
std::string addReferenceSpaces(llvm::StringRef Layout, const llvm::Module &M,
                               const CodeGenOptions &Opts);

/// Returns true if the members of \p Union have references in different places,
/// so that the type of none of them says what the memory holds.
bool hasAmbiguousReferences(const RecordDecl &Union, CodeGenTypes &Types);

/// Returns the type of the reference that \p E loads, stores or exchanges, if
/// \p Ty, that of its memory, is one or has nothing else, or null.
llvm::Type *getAtomicReferenceType(const AtomicExpr &E, QualType Ty,
                                   CodeGenTypes &Types);

/// Passes and returns the references in the structures of \p FI as such, where
/// \p ABI has chosen integers for general purpose registers.
void typeReferences(CGFunctionInfo &FI, CodeGenTypes &Types,
                    AArch64ABIKind ABI);

} // namespace CodeGen
} // namespace clang

#endif // LLVM_CLANG_LIB_CODEGEN_CGREFERENCES_H
