//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LargeMethods.h"
#include "AssumedVTables.h"
#include "CodeGenModule.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/VTableBuilder.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/Transforms/Utils/VTableForwarders.h"

using namespace clang;
using namespace CodeGen;

/// How many nodes the body of a method may have. With its parameters, an
/// expression is about an instruction before optimization, and
/// -trim-method-size counts 30 of these.
static constexpr unsigned MaxNodes = 45;

namespace {

/// Counts the nodes of statements, and of the functions that they call and that
/// are emitted for them alone.
class NodeCounter {
public:
  explicit NodeCounter(CodeGenModule &CGM) : CGM(CGM) {}

  /// \returns whether there are more than MaxNodes with those of \p S.
  bool add(const Stmt *S);

private:
  CodeGenModule &CGM;
  unsigned Nodes = 0;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Added;

  bool addCallee(const FunctionDecl *Callee);
};

} // namespace

/// \returns whether \p D, which is no constructor or destructor and is defined
/// here, is emitted only if something refers to it, and nothing does.
static bool isNew(CodeGenModule &CGM, const FunctionDecl *D) {
  return CGM.getContext().GetGVALinkageForFunction(D) == GVA_DiscardableODR &&
         !CGM.GetGlobalValue(CGM.getMangledName(GlobalDecl(D)));
}

bool NodeCounter::addCallee(const FunctionDecl *Callee) {
  const FunctionDecl *Definition = nullptr;
  if (!Callee || isa<CXXConstructorDecl, CXXDestructorDecl>(Callee) ||
      !Callee->isDefined(Definition) || !Added.insert(Definition).second ||
      !isNew(CGM, Definition))
    return false;
  return add(Definition->getBody());
}

bool NodeCounter::add(const Stmt *S) {
  if (!S)
    return false;
  if (++Nodes > MaxNodes)
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (addCallee(Call->getDirectCallee()))
      return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return add(Child); });
}

/// \returns whether \p Method is large, and not emitted if nothing refers to
/// it.
static bool isLarge(CodeGenModule &CGM, const CXXMethodDecl *Method) {
  const FunctionDecl *Definition = nullptr;
  return !isa<CXXDestructorDecl>(Method) && !Method->isPureVirtual() &&
         !Method->isDeleted() && !Method->isVariadic() &&
         !Method->isImmediateFunction() && Method->isDefined(Definition) &&
         isNew(CGM, Definition) && NodeCounter(CGM).add(Definition->getBody());
}

LargeMethods::LargeMethods(CodeGenModule &CGM, const CXXRecordDecl *RD) {
  const CodeGenOptions &Opts = CGM.getCodeGenOpts();
  // After linking, there may be more calls of a method.
  if (!asksForDevirtualization(Opts) || Opts.PrepareForLTO ||
      Opts.PrepareForThinLTO || Opts.PointerAuth.CXXVirtualFunctionPointers ||
      CGM.getItaniumVTableContext().isRelativeLayout())
    return;
  const VTableLayout &Layout =
      CGM.getItaniumVTableContext().getVTableLayout(RD);
  // A thunk is emitted with its method.
  llvm::SmallPtrSet<const CXXMethodDecl *, 4> Adjusted;
  for (const auto &[Index, Thunk] : Layout.vtable_thunks())
    if (const VTableComponent &C = Layout.vtable_components()[Index];
        C.isUsedFunctionPointerKind())
      Adjusted.insert(C.getFunctionDecl());
  for (const VTableComponent &C : Layout.vtable_components()) {
    if (!C.isUsedFunctionPointerKind())
      continue;
    const CXXMethodDecl *Method = C.getFunctionDecl();
    if (Adjusted.contains(Method) || !isLarge(CGM, Method))
      continue;
    const GlobalDecl GD(Method);
    auto *F = cast<llvm::Function>(CGM.GetAddrOfFunction(
        GD, CGM.getTypes().GetFunctionTypeForVTable(GD), /*ForVTable=*/true,
        /*DontDefer=*/true));
    if (llvm::mayForwardTo(*F))
      Declared.insert(F);
    else
      F->eraseFromParent();
  }
}

LargeMethods::~LargeMethods() {
  for (llvm::Function *F : Declared) {
    // The vtable had another initializer before.
    F->removeDeadConstantUsers();
    assert(F->use_empty() && "a method that is not going to be emitted");
    F->eraseFromParent();
  }
}
