//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JuliaGC.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

const GCPointers &llvm::getJuliaGCPointers() {
  static const std::pair<unsigned, GCPointerKind> Spaces[] = {
      {julia::Tracked, GCPointerKind::Base},
      {julia::Derived, GCPointerKind::Derived},
      {julia::CalleeRooted, GCPointerKind::CalleeRooted},
      {julia::Loaded, GCPointerKind::Loaded}};
  static const GCPointers Pointers(Spaces);
  return Pointers;
}

/// Returns the name of the function that \p Call calls, or nothing.
static StringRef getCalleeName(const CallBase &Call) {
  const auto *Callee = dyn_cast<Function>(Call.getCalledOperand());
  return Callee ? Callee->getName() : StringRef();
}

bool llvm::callsJulia(const CallBase &Call, StringRef Name) {
  return getCalleeName(Call) == Name;
}

bool llvm::callsJuliaLeaf(const CallBase &Call) {
  StringRef Name = getCalleeName(Call);
  // The runtime's own functions have this letter in front, or not.
  if (Name.starts_with("ijl_"))
    Name = Name.drop_front();
  return is_contained({"jl_egal__unboxed", "jl_lock_value", "jl_unlock_value",
                       "jl_lock_field", "jl_unlock_field",
                       "jl_pop_handler_noexcept"},
                      Name);
}

bool llvm::isJuliaWriteBarrier(const CallBase &Call) {
  const StringRef Name = getCalleeName(Call);
  return Name == julia::ObjectWriteBarrier ||
         Name == julia::FormerWriteBarrier ||
         Name.starts_with(julia::FieldWriteBarrier);
}

bool llvm::getsJuliaStack(const CallBase &Call) {
  return callsJulia(Call, julia::GetStack) ||
         callsJulia(Call, julia::GetOrMakeStack);
}

Value *llvm::getJuliaStack(const Function &F) {
  if (F.isDeclaration())
    return nullptr;
  for (const Argument &A : F.args())
    if (F.getAttributes().hasParamAttr(A.getArgNo(), julia::StackParameter))
      return const_cast<Argument *>(&A);
  for (const Instruction &I : F.getEntryBlock())
    if (const auto *Call = dyn_cast<CallInst>(&I);
        Call && getsJuliaStack(*Call))
      return const_cast<CallInst *>(Call);
  return nullptr;
}

bool llvm::isJuliaFunction(const Function &F) {
  return (!F.hasGC() || F.getGC() == julia::StrategyName) && getJuliaStack(F);
}

MDNode *llvm::getJuliaTBAA(LLVMContext &Context, StringRef Name,
                           StringRef Parent) {
  MDBuilder Builder(Context);
  MDNode *Node = Builder.createTBAAScalarTypeNode(
      "jtbaa", Builder.createTBAARoot("jtbaa"));
  if (!Parent.empty())
    Node = Builder.createTBAAScalarTypeNode(Parent, Node);
  Node = Builder.createTBAAScalarTypeNode(Name, Node);
  return Builder.createTBAAStructTagNode(Node, Node, 0);
}

std::optional<GCPointerKind> llvm::getJuliaBoxedKind(const CallBase &Call,
                                                     unsigned Number) {
  const unsigned Convention = Call.getCallingConv();
  if (Convention == julia::BoxedCallConvention ||
      Convention == julia::BoxedCallConventionWithoutFunction)
    return GCPointerKind::Base;
  // In front of the boxed arguments is the function to be called and, in one
  // case, what that gets besides.
  const StringRef Name = getCalleeName(Call);
  if (Name == julia::BoxedCall && Number >= 1)
    return GCPointerKind::Base;
  if (Name == julia::BoxedCallWithExtra && Number >= 2)
    return GCPointerKind::Base;
  if (Name == julia::BoxedCallOfDerived && Number >= 1)
    return Number == 1 ? GCPointerKind::Derived : GCPointerKind::Base;
  return std::nullopt;
}
