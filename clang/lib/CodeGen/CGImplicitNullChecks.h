//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Null checks for C and C++ at no cost: what -fimplicit-null-checks changes in
/// the IR that clang emits. The flag reaches clang's code generation as the
/// default function attribute "implicit-null-checks"; a function without that
/// attribute gets the same IR as without this file.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_CODEGEN_CGIMPLICITNULLCHECKS_H
#define LLVM_CLANG_LIB_CODEGEN_CGIMPLICITNULLCHECKS_H

#include "SanitizerHandler.h"
#include "clang/Basic/LLVM.h"
#include "clang/Basic/Sanitizers.h"
#include "llvm/ADT/ArrayRef.h"
#include <utility>

namespace llvm {
class Constant;
class Module;
class Value;
} // namespace llvm

namespace clang {
class CodeGenOptions;

namespace CodeGen {
class CodeGenFunction;

/// One test of a type check: the condition that holds when all is well, and
/// the sanitizer that asked for it.
using SanitizerTest = std::pair<llvm::Value *, SanitizerKind::SanitizerOrdinal>;

/// Emits the type check made of \p Tests so that its -fsanitize=null test is a
/// branch of its own, marked !make.implicit. \returns false, having emitted
/// nothing, when \p Tests has no null test that may be marked; the caller then
/// emits the check as it always did.
bool emitTypeCheckWithImplicitNull(CodeGenFunction &CGF,
                                   ArrayRef<SanitizerTest> Tests,
                                   SanitizerHandler Handler,
                                   ArrayRef<llvm::Constant *> StaticArgs,
                                   llvm::Value *Pointer);

/// Gives every function defined in \p M, a module read from a file, the
/// attribute that \p Opts asks for. Functions emitted from source have it
/// already.
void enableImplicitNullChecks(llvm::Module &M, const CodeGenOptions &Opts);

} // namespace CodeGen
} // namespace clang

#endif // LLVM_CLANG_LIB_CODEGEN_CGIMPLICITNULLCHECKS_H
