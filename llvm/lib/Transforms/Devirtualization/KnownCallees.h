//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the callees of a call through a pointer that is chosen from constants.
/// Where paths meet that have made objects of different classes, the callee is
/// a phi or a select of functions, or is loaded through a phi or a select of
/// vtables.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_KNOWNCALLEES_H
#define LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_KNOWNCALLEES_H

#include "VTableHierarchy.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {

class CallBase;
class Value;

/// \returns all functions that \p CB may call, each once; none if there may be
/// others, or if there are more than \p Max.
SmallVector<Function *, 4> findKnownCallees(const CallBase &CB, unsigned Max);

/// \returns the constant vtables that \p VPtr may point to, which need not be
/// all.
SmallVector<VTableAddressPoint, 4> findIncomingVTables(const Value *VPtr);

} // namespace llvm

#endif // LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_KNOWNCALLEES_H
