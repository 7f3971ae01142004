//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Marks the branches of -fsanitize=null. A type check is up to three tests of
/// one pointer: null, alignment and object size. Upstream joins those that end
/// in the same way (trap, fatal handler, handler that returns) into a single
/// branch on their conjunction. The ImplicitNullChecks pass can only replace a
/// branch that tests for null and nothing else, so here the null test is split
/// off.
///
/// 1. Form. The null test must not come back: when it fails, it traps or calls
///    a handler that does not return. The recoverable form continues with the
///    access, which would fault outside of any check, so it is not marked.
/// 2. Order. The other tests come first where they can, so that the null test
///    is next to the access that will stand in for it. Alignment never fails
///    for null. Object size does, where the optimizer sees the null; it comes
///    first if it ends in the same way, since nothing is lost then: the runtime
///    tells the reason from the pointer, and all traps of a type check are
///    alike. Otherwise it comes last.
/// 3. Mark. The branch that ends the block in which the null test was emitted.
///
//===----------------------------------------------------------------------===//

#include "CGImplicitNullChecks.h"
#include "CodeGenFunction.h"
#include "CodeGenModule.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace clang;
using namespace CodeGen;

namespace {
/// How a failed test ends.
enum class TestForm { Trap, Fatal, Recoverable };
} // namespace

static TestForm getForm(const CodeGenOptions &Opts,
                        SanitizerKind::SanitizerOrdinal Ordinal) {
  if (Opts.SanitizeTrap.has(Ordinal))
    return TestForm::Trap;
  return Opts.SanitizeRecover.has(Ordinal) ? TestForm::Recoverable
                                           : TestForm::Fatal;
}

/// Rule 2: whether a null pointer gets past \p Test or fails it in the same
/// way as it would fail the null test.
static bool mayPrecedeNullTest(const CodeGenOptions &Opts,
                               const SanitizerTest &Test) {
  return Test.second == SanitizerKind::SO_Alignment ||
         getForm(Opts, Test.second) == getForm(Opts, SanitizerKind::SO_Null);
}

bool CodeGen::emitTypeCheckWithImplicitNull(
    CodeGenFunction &CGF, ArrayRef<SanitizerTest> Tests,
    SanitizerHandler Handler, ArrayRef<llvm::Constant *> StaticArgs,
    llvm::Value *Pointer) {
  // EmitTypeCheck puts the null test first.
  if (!llvm::hasImplicitNullChecks(*CGF.CurFn) ||
      Tests.front().second != SanitizerKind::SO_Null ||
      !isa<llvm::Instruction>(Tests.front().first))
    return false;

  const CodeGenOptions &Opts = CGF.CGM.getCodeGenOpts();
  if (getForm(Opts, SanitizerKind::SO_Null) == TestForm::Recoverable)
    return false;

  llvm::SmallVector<SanitizerTest, 2> Before, After;
  for (const SanitizerTest &Test : Tests.drop_front())
    (mayPrecedeNullTest(Opts, Test) ? Before : After).push_back(Test);

  if (!Before.empty())
    CGF.EmitCheck(Before, Handler, StaticArgs, Pointer);

  llvm::BasicBlock *NullTestBlock = CGF.Builder.GetInsertBlock();
  CGF.EmitCheck(Tests.front(), Handler, StaticArgs, Pointer);
  NullTestBlock->getTerminator()->setMetadata(
      llvm::LLVMContext::MD_make_implicit,
      llvm::MDNode::get(CGF.getLLVMContext(), {}));

  if (!After.empty())
    CGF.EmitCheck(After, Handler, StaticArgs, Pointer);
  return true;
}

void CodeGen::enableImplicitNullChecks(llvm::Module &M,
                                       const CodeGenOptions &Opts) {
  for (const std::string &Attr : Opts.DefaultFunctionAttrs) {
    const auto [Name, Value] = llvm::StringRef(Attr).split('=');
    if (Name != llvm::ImplicitNullChecksAttr)
      continue;
    for (llvm::Function &F : M)
      if (!F.isDeclaration())
        F.addFnAttr(Name, Value);
  }
}
