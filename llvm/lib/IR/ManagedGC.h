//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The GC strategies "managed" and "managed-non-moving", for runtimes that read
/// compact stack maps with the managed runtime's frame walker; see
/// docs/StackMaps.md. The second is for collectors that leave objects where
/// they are; see docs/Statepoints.md. GCStrategyTraits.cpp has their traits.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_IR_MANAGEDGC_H
#define LLVM_LIB_IR_MANAGEDGC_H

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/Support/Casting.h"

namespace llvm {

class ManagedGC : public GCStrategy {
public:
  ManagedGC() {
    UseStatepoints = true;
    UseRS4GC = true;
  }

  /// As for the other strategies with statepoints, references are the pointers
  /// of address space 1.
  std::optional<bool> isGCManagedPointer(const Type *Ty) const override {
    const auto *PT = dyn_cast<PointerType>(Ty->getScalarType());
    return PT && PT->getAddressSpace() == 1;
  }
};

class ManagedNonMovingGC : public ManagedGC {};

} // end namespace llvm

#endif // LLVM_LIB_IR_MANAGEDGC_H
