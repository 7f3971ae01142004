//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes virtual calls ask for a method first.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_VIRTUALCALLGUARDS_H
#define LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_VIRTUALCALLGUARDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <cstdint>

namespace llvm {

class CallBase;
class Constant;
class Function;
class Instruction;
class MDNode;

/// What a guard asks for.
struct GuardedMethod {
  Function *Method;
  /// The vtable pointer that objects have whose method it is; null if there may
  /// be several.
  Constant *VTable;
};

/// Makes \p CB call \p Method if what it loads from its slot is that, and stay
/// what it is otherwise. The branch has \p Weights, which may be null. \returns
/// the direct call.
CallBase &guardByMethod(CallBase &CB, Function &Method, MDNode *Weights);

/// The same if the vtable pointer \p VPtr is \p VTable.
CallBase &guardByVTable(CallBase &CB, Function &Method, Instruction &VPtr,
                        Constant &VTable, MDNode *Weights);

/// Functions that ask for methods. All calls of one are there before anything
/// else looks at it, which may make it fit its callers.
using SharedGuards = StringMap<Function *>;

/// Has \p CB, a call of what is in the slot at \p Offset bytes from the address
/// point, call a function that asks for \p Methods, and serves all calls that
/// do. What this gains is less than a guard gains, but it is less code than
/// even the virtual call. \returns false if there is no such function.
bool callGuard(CallBase &CB, ArrayRef<GuardedMethod> Methods, uint64_t Offset,
               SharedGuards &Guards);

} // namespace llvm

#endif // LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_VIRTUALCALLGUARDS_H
