//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the IR says about the types of values in registers.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTREFERENCES_H
#define LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTREFERENCES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/Register.h"

namespace llvm {

class Function;
class GCStrategy;
class MachineFunction;
class MachineInstr;
class StatepointPlaces;
class Type;
class Value;

class StatepointReferences {
public:
  /// Knows nothing if there is no strategy, or if it does not tell references
  /// from other pointers. All arguments outlive this.
  StatepointReferences(const MachineFunction &MF,
                       const StatepointPlaces &Places,
                       const GCStrategy *Strategy);

  /// Calls \p Each with registers that \p MI reads as references, or as what is
  /// derived from them: the address of an access to their address space, an
  /// argument, the result of the function, what it stores. What is computed
  /// from constants is no reference.
  void forEach(const MachineInstr &MI, function_ref<void(Register)> Each) const;

  /// The same for registers that hold a reference after \p MI, which it
  /// loaded.
  void forEachResult(const MachineInstr &MI,
                     function_ref<void(Register)> Each) const;

private:
  bool isReference(Type *Ty) const;
  bool accessesReference(const MachineInstr &MI) const;
  void forEachStored(const MachineInstr &MI,
                     function_ref<void(Register)> Each) const;
  void forEachArgument(const MachineInstr &MI,
                       function_ref<void(Register)> Each) const;

  const MachineFunction &MF;
  const StatepointPlaces &Places;
  const GCStrategy *Strategy;
  /// Which arguments of a callee are references in each of its calls in the IR.
  DenseMap<const Function *, SmallVector<bool, 8>> PassedTo;
};

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTREFERENCES_H
