//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CGDynamicCast.h"
#include "AssumedVTables.h"
#include "CodeGenFunction.h"
#include "CodeGenModule.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/IR/IRBuilder.h"

using namespace clang;
using namespace CodeGen;

/// \returns whether vtables say which classes they are for, and casts from \p
/// RD may be told the vtable pointer.
static bool mayTellVTables(CodeGenModule &CGM, const CXXRecordDecl *RD) {
  const CodeGenOptions &Opts = CGM.getCodeGenOpts();
  return mayAssumeVTables(CGM, RD) && asksForDevirtualization(Opts) &&
         !Opts.PointerAuth.CXXVTablePointers &&
         !CGM.getItaniumVTableContext().isRelativeLayout();
}

/// \returns the function that casts from \p Src to \p Dest as \p Runtime does
/// with \p Args, and has the vtable pointer as its second parameter.
static llvm::Function *getCastFunction(CodeGenModule &CGM,
                                       const CXXRecordDecl *Src,
                                       const CXXRecordDecl *Dest,
                                       llvm::FunctionCallee Runtime,
                                       llvm::ArrayRef<llvm::Value *> Args) {
  llvm::Module &M = CGM.getModule();
  llvm::LLVMContext &C = M.getContext();
  const std::string Name =
      ("__dynamic_cast." + Args[1]->getName() + "." + Args[2]->getName()).str();
  if (llvm::Function *F = M.getFunction(Name))
    return F;
  llvm::Type *PtrTy = Args[0]->getType();
  const bool IsLocal =
      !Src->isExternallyVisible() || !Dest->isExternallyVisible();
  llvm::Function *F = llvm::Function::createWithDefaultAttr(
      llvm::FunctionType::get(PtrTy, {PtrTy, PtrTy}, /*isVarArg=*/false),
      IsLocal ? llvm::GlobalValue::InternalLinkage
              : llvm::GlobalValue::LinkOnceODRLinkage,
      PtrTy->getPointerAddressSpace(), Name, &M);
  CGM.SetLLVMFunctionAttributesForDefinition(nullptr, F);
  F->setCallingConv(CGM.getRuntimeCC());
  F->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  if (!IsLocal) {
    F->setVisibility(llvm::GlobalValue::HiddenVisibility);
    if (CGM.supportsCOMDAT())
      F->setComdat(M.getOrInsertComdat(Name));
  }
  // It does what the runtime library does, and nobody looks into it.
  if (auto *Declared = dyn_cast<llvm::Function>(Runtime.getCallee()))
    for (llvm::Attribute::AttrKind Kind :
         {llvm::Attribute::Memory, llvm::Attribute::NoUnwind,
          llvm::Attribute::WillReturn, llvm::Attribute::NoFree,
          llvm::Attribute::MustProgress})
      if (Declared->hasFnAttribute(Kind))
        F->addFnAttr(Declared->getFnAttribute(Kind));
  for (llvm::Attribute::AttrKind Kind :
       {llvm::Attribute::NoInline, llvm::Attribute::OptimizeNone,
        llvm::Attribute::NoProfile, llvm::Attribute::NoSanitizeCoverage})
    F->addFnAttr(Kind);
  F->addFnAttr("dynamic-cast");
  F->setMetadata(
      "dynamic_cast",
      llvm::MDNode::get(C, CGM.CreateMetadataIdentifierForType(
                               CGM.getContext().getCanonicalTagType(Dest))));

  llvm::IRBuilder<> Builder(llvm::BasicBlock::Create(C, "entry", F));
  // A use of the second parameter, and of the function, so that no pass changes
  // what it is called with, even if it becomes local.
  Builder.CreateAssumption(Builder.CreateICmpNE(F->getArg(1), F));
  SmallVector<llvm::Value *, 4> Passed(Args);
  Passed[0] = F->getArg(0);
  llvm::CallInst *Result = Builder.CreateCall(Runtime, Passed);
  Result->setCallingConv(CGM.getRuntimeCC());
  Result->setDoesNotThrow();
  Builder.CreateRet(Result);
  return F;
}

llvm::Value *CodeGen::emitKnowingDynamicCast(
    CodeGenFunction &CGF, Address Object, const CXXRecordDecl *Src,
    const CXXRecordDecl *Dest, llvm::FunctionCallee Runtime,
    llvm::ArrayRef<llvm::Value *> Args) {
  CodeGenModule &CGM = CGF.CGM;
  if (!mayTellVTables(CGM, Src) || !Dest->isPolymorphic() ||
      Args[0]->getType() != CGM.GlobalsInt8PtrTy)
    return nullptr;
  llvm::Value *VTable = CGF.GetVTablePtr(Object, CGM.GlobalsInt8PtrTy, Src);
  llvm::Function *Cast = getCastFunction(CGM, Src, Dest, Runtime, Args);
  return CGF.EmitNounwindRuntimeCall(Cast, {Args[0], VTable});
}

static bool hasPublicBases(const CXXRecordDecl *RD) {
  return llvm::all_of(RD->bases(), [](const CXXBaseSpecifier &Base) {
    return Base.getAccessSpecifier() == AS_public &&
           hasPublicBases(Base.getType()->getAsCXXRecordDecl());
  });
}

void CodeGen::markPublicBases(CodeGenModule &CGM, const CXXRecordDecl *RD,
                              llvm::GlobalVariable &VTable) {
  if (mayTellVTables(CGM, RD) && hasPublicBases(RD))
    VTable.addAttribute("public-bases");
}
