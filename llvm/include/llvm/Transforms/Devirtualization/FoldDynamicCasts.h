//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Casts objects without asking the C++ runtime library when their vtable is
/// known.
///
/// With -fdevirtualize, clang has a dynamic_cast to another class done by a
/// function of its own, which is told the vtable pointer:
///
///     define linkonce_odr hidden ptr @__dynamic_cast._ZTI1B._ZTI1D(
///         ptr %object, ptr %vtable)
///         "dynamic-cast" noinline optnone !dynamic_cast !0 {
///       %result = call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B,
///                                          ptr @_ZTI1D, i64 0)
///       ret ptr %result
///     }
///     !0 = !{!"_ZTS1D"}
///
/// where !dynamic_cast is the type identifier of the class that the object is
/// cast to. Whoever does not know of this pass calls that function. It also
/// uses its own address and the second parameter for nothing, so that no pass
/// changes what it gets.
///
/// What the object is part of follows from the address point of a vtable: the
/// type metadata tells at which address points classes are, and the slot in
/// front of type_info how far the object's beginning is from each. That says
/// all if the class of the vtable has public base classes only, which clang
/// says by the attribute "public-bases", and no two objects of the class that
/// the cast is to.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_FOLDDYNAMICCASTS_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_FOLDDYNAMICCASTS_H

#include "llvm/IR/PassManager.h"

namespace llvm {

class Function;

/// Replaces such calls by their results where these are known, and marks the
/// functions for simplification (SimplifyMarked.h).
class FoldDynamicCastsPass : public PassInfoMixin<FoldDynamicCastsPass> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
};

/// Has all other such calls ask the runtime library, when no more is going to
/// be known. Vtable pointers that nothing else needs are not loaded any more.
class LowerDynamicCastsPass : public PassInfoMixin<LowerDynamicCastsPass> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
};

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_FOLDDYNAMICCASTS_H
