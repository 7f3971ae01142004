//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides about, copies and mends vtables.
///
//===----------------------------------------------------------------------===//

#include "AssumedVTables.h"
#include "CGCXXABI.h"
#include "CodeGenModule.h"
#include "LargeMethods.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/VTableBuilder.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"
#include "llvm/Transforms/Utils/VTableForwarders.h"

using namespace clang;
using namespace CodeGen;

/// \returns whether code here may name the vtable of \p RD. A hidden class
/// belongs to one shared object, but with constructors or other functions that
/// are visible nobody knows to which.
static bool isReferenceable(const CXXRecordDecl *RD) {
  if (RD->getVisibility() != HiddenVisibility)
    return true;
  return llvm::none_of(RD->methods(), [](const CXXMethodDecl *M) {
    return M->getVisibility() == DefaultVisibility;
  });
}

bool CodeGen::mayAssumeVTables(CodeGenModule &CGM, const CXXRecordDecl *RD) {
  const CodeGenOptions &Opts = CGM.getCodeGenOpts();
  return Opts.StrictVTablePointers && Opts.OptimizationLevel > 0 &&
         CGM.getTarget().getCXXABI().isItaniumFamily() &&
         !CGM.getLangOpts().AppleKext && !RD->shouldEmitInExternalSource() &&
         isReferenceable(RD);
}

//===----------------------------------------------------------------------===//
// Users
//===----------------------------------------------------------------------===//

namespace {
struct VTableUsers {
  bool Assumptions = false;
  bool Others = false;
};
} // namespace

static VTableUsers getUsers(const llvm::GlobalVariable &VTable) {
  VTableUsers Users;
  for (const llvm::User *Point : VTable.users()) {
    if (!isa<llvm::GEPOperator>(Point) || !isa<llvm::Constant>(Point)) {
      Users.Others = true;
      continue;
    }
    for (const llvm::User *U : Point->users()) {
      bool Assumed = isa<llvm::ICmpInst>(U) && !U->use_empty() &&
                     llvm::all_of(U->users(), [](const llvm::User *V) {
                       return isa<llvm::AssumeInst>(V);
                     });
      (Assumed ? Users.Assumptions : Users.Others) = true;
    }
  }
  return Users;
}

bool CodeGen::isOnlyAssumed(CodeGenModule &CGM, const llvm::Value *Kept) {
  const CodeGenOptions &Opts = CGM.getCodeGenOpts();
  const auto *VTable = dyn_cast_or_null<llvm::GlobalVariable>(Kept);
  if (!VTable || !VTable->hasAvailableExternallyLinkage() ||
      !Opts.StrictVTablePointers ||
      !(Opts.PrepareForLTO || Opts.PrepareForThinLTO))
    return false;
  VTableUsers Users = getUsers(*VTable);
  return Users.Assumptions && !Users.Others;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

namespace {
/// What a copy of a vtable can have in a slot.
enum class Slot {
  /// What the vtable has.
  Same,
  /// A function that calls what the vtable has.
  Forwarder,
  /// Nothing.
  None,
};
} // namespace

/// \returns whether \p Component is for an inline function that has no body
/// here. Functions that are defaulted or instantiated have one only once they
/// are used, and only Sema can make it.
static bool lacksDefinition(CodeGenModule &CGM,
                            const VTableComponent &Component) {
  if (!Component.isUsedFunctionPointerKind())
    return false;
  const CXXMethodDecl *Method = Component.getFunctionDecl();
  const FunctionDecl *Definition = Method->getDefinition();
  if (Method->isPureVirtual() || Method->isDeleted() ||
      !(Method->getCanonicalDecl()->isInlined() ||
        (Definition && Definition->isInlined())) ||
      (Definition && Definition->doesThisDeclarationHaveABody()))
    return false;
  // Some are emitted without.
  llvm::GlobalValue *Entry = CGM.GetGlobalValue(CGM.getMangledName(
      Component.getGlobalDecl(/*HasVectorDeletingDtors=*/false)));
  return !Entry || Entry->isDeclaration();
}

/// \returns whether calls of \p Method, or of one that it overrides, read
/// nothing: where they are, the object may be gone.
static bool readsNothing(const CXXMethodDecl *Method) {
  return Method->hasAttr<ConstAttr>() ||
         llvm::any_of(Method->overridden_methods(), readsNothing);
}

static Slot getSlot(CodeGenModule &CGM, const CXXRecordDecl *RD,
                    const VTableComponent &Component) {
  if (!Component.isUsedFunctionPointerKind())
    return Slot::Same;
  const CXXMethodDecl *Method = Component.getFunctionDecl();
  // The slot holds a function of the C++ runtime library.
  if (Method->isPureVirtual() || Method->isDeleted())
    return Slot::Same;
  // The function belongs to the vtable's shared object, and this code may not.
  const bool IsElsewhere = !Method->getDefinition() &&
                           Method->getVisibility() == HiddenVisibility &&
                           RD->getVisibility() != HiddenVisibility;
  if (!IsElsewhere && !lacksDefinition(CGM, Component))
    return Slot::Same;
  if (CGM.getItaniumVTableContext().isRelativeLayout() ||
      CGM.getCodeGenOpts().PointerAuth.CXXVirtualFunctionPointers ||
      (Method->isVariadic() &&
       !llvm::ManagedTargetInfo(CGM.getTriple()).forwardsArguments()) ||
      readsNothing(Method) ||
      !CGM.getTypes().isFuncTypeConvertible(
          Method->getType()->castAs<FunctionType>()))
    return Slot::None;
  return Slot::Forwarder;
}

/// \returns the worst of the slots of the vtable of \p RD.
static Slot getWorstSlot(CodeGenModule &CGM, const CXXRecordDecl *RD) {
  Slot Worst = Slot::Same;
  const VTableLayout &Layout =
      CGM.getItaniumVTableContext().getVTableLayout(RD);
  for (const VTableComponent &Component : Layout.vtable_components())
    Worst = std::max(Worst, getSlot(CGM, RD, Component));
  return Worst;
}

static bool lacksDefinition(CodeGenModule &CGM, const CXXRecordDecl *RD) {
  return llvm::any_of(
      CGM.getItaniumVTableContext().getVTableLayout(RD).vtable_components(),
      [&](const VTableComponent &Component) {
        return lacksDefinition(CGM, Component);
      });
}

/// \returns a function that calls what is in the slot at \p Index from the
/// address point of the vtable, where \p Named is. That slot is not to be
/// folded: this function is what the copy has there.
static llvm::Function *getForwarder(CodeGenModule &CGM, llvm::Function *Named,
                                    int64_t Index) {
  const int64_t Offset =
      Index * CGM.getDataLayout().getTypeAllocSize(CGM.GlobalsInt8PtrTy);
  // A thunk may be in tables of several base classes, at different indices.
  std::string Name =
      (Named->getName() + ".forward" +
       (Named->getName().starts_with("_ZT") ? "." + llvm::Twine(Index) : ""))
          .str();
  if (llvm::Function *F = CGM.getModule().getFunction(Name))
    return F;
  llvm::Function &F = llvm::declareVTableForwarder(*Named, Offset, Name);
  llvm::defineVTableForwarder(F);
  // lower-vtable-forwarders inlines it. The vtable pointer that it loads is not
  // known, and would be taken for others that are.
  F.addFnAttr(llvm::Attribute::NoInline);
  return &F;
}

/// Puts functions that forward into \p VTable, where nothing else may be, and
/// for the methods of \p Large.
static void mendSlots(CodeGenModule &CGM, const CXXRecordDecl *RD,
                      const LargeMethods &Large, llvm::GlobalVariable &VTable) {
  const int64_t SlotSize =
      CGM.getDataLayout().getTypeAllocSize(CGM.GlobalsInt8PtrTy);
  const VTableLayout &Layout =
      CGM.getItaniumVTableContext().getVTableLayout(RD);
  ArrayRef<VTableComponent> Components = Layout.vtable_components();
  SmallVector<llvm::Constant *, 2> Tables;
  for (size_t I = 0, E = Layout.getNumVTables(); I != E; ++I) {
    auto *Table = VTable.getInitializer()->getAggregateElement(I);
    const size_t First = Layout.getVTableOffset(I);
    const int64_t AddressPoint = Layout.getAddressPointIndices()[I];
    SmallVector<llvm::Constant *, 16> Slots;
    for (size_t J = 0, N = Layout.getVTableSize(I); J != N; ++J) {
      llvm::Constant *Had = Table->getAggregateElement(J);
      auto *F = dyn_cast<llvm::Function>(Had->stripPointerCasts());
      if (F && Large.contains(F))
        Had = &llvm::declareVTableForwarder(
            *F, (int64_t(J) - AddressPoint) * SlotSize, "vtable.forward");
      else if (getSlot(CGM, RD, Components[First + J]) == Slot::Forwarder)
        Had = getForwarder(CGM, F, int64_t(J) - AddressPoint);
      Slots.push_back(Had);
    }
    Tables.push_back(llvm::ConstantArray::get(
        cast<llvm::ArrayType>(Table->getType()), Slots));
  }
  VTable.setInitializer(llvm::ConstantStruct::get(
      cast<llvm::StructType>(VTable.getValueType()), Tables));
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

/// \returns whether no object has a method of \p RD but the destructor.
static bool isInterface(const CXXRecordDecl *RD) {
  return RD->isAbstract() &&
         llvm::none_of(RD->methods(), [](const CXXMethodDecl *M) {
           return M->isVirtual() && !M->isPureVirtual() &&
                  !isa<CXXDestructorDecl>(M);
         });
}

void CodeGen::wantVTableForCalls(CodeGenModule &CGM, const CXXRecordDecl *RD) {
  if (CGM.getCodeGenOpts().DevirtualizeSpeculatively && !isInterface(RD) &&
      mayAssumeVTables(CGM, RD))
    CGM.getCXXABI().getAddrOfVTable(RD, CharUnits());
}

bool CodeGen::asksForDevirtualization(const CodeGenOptions &Opts) {
  return Opts.StrictVTablePointers &&
         (Opts.DevirtualizeSpeculatively || Opts.WholeProgramVTables);
}

void CodeGen::noteVirtualMemberPointer(CodeGenModule &CGM) {
  constexpr llvm::StringLiteral Flag = "VirtualMemberPointers";
  llvm::Module &M = CGM.getModule();
  if (CGM.getCodeGenOpts().DevirtualizeSpeculatively && !M.getModuleFlag(Flag))
    M.addModuleFlag(llvm::Module::Max, Flag, 1);
}

bool CodeGen::emitAssumedVTable(CodeGenModule &CGM, const CXXRecordDecl *RD) {
  if (!mayAssumeVTables(CGM, RD))
    return false;
  llvm::GlobalVariable *VTable =
      CGM.getCXXABI().getAddrOfVTable(RD, CharUnits());
  if (!VTable->isDeclaration())
    return false;
  // Nothing uses a vtable that is wanted for the methods it has.
  VTableUsers Users = getUsers(*VTable);
  if (!Users.Assumptions && !VTable->use_empty())
    return false;
  Slot Worst = getWorstSlot(CGM, RD);

  if (!CGM.getVTables().isVTableExternal(RD)) {
    // Whoever makes such objects emits the vtable. If that is done here, Sema
    // has defined all that is in it, although what makes them may be emitted
    // later.
    if (Users.Others || !lacksDefinition(CGM, RD) ||
        (RD->getNumVBases() && !CGM.getVTables().GetAddrOfVTT(RD)->use_empty()))
      return false;
    // Nobody makes them. What is said of them must not keep the program from
    // being linked.
    if (!RD->isExternallyVisible()) {
      VTable->setLinkage(llvm::GlobalValue::ExternalWeakLinkage);
      return true;
    }
    if (Worst == Slot::None)
      return true;
  } else if (Worst == Slot::None ||
             CGM.getCXXABI().canSpeculativelyEmitVTable(RD)) {
    return false;
  }

  // Not the VTT, which would be the only one.
  const LargeMethods Large(CGM, RD);
  CGM.getCXXABI().emitVTableDefinitions(CGM.getVTables(), RD);
  VTable->setComdat(nullptr);
  VTable->setLinkage(llvm::GlobalValue::AvailableExternallyLinkage);
  // For the linker it is a declaration, and may be in another shared object.
  VTable->setVisibility(llvm::GlobalValue::DefaultVisibility);
  CGM.setGVProperties(VTable, RD);
  if (Worst == Slot::Forwarder || !Large.empty())
    mendSlots(CGM, RD, Large, *VTable);
  return true;
}
