//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a profile says of the targets of an indirect call: value profiles of
/// instrumented code, and the targets of sample profiles. Both are `!prof`
/// metadata "VP" of the call, which indirect call promotion reads, too.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_CALLPROFILE_H
#define LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_CALLPROFILE_H

#include "VTableHierarchy.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ProfileData/InstrProf.h"
#include <cstdint>
#include <optional>

namespace llvm {

class CallBase;
class Function;
class MDNode;
class Value;

class CallProfile {
  SmallVector<InstrProfValueData, 4> Targets;
  uint64_t Total = 0;

public:
  /// \returns the profile of \p CB; nothing if it has none.
  static std::optional<CallProfile> find(const CallBase &CB);

  /// How often the call was executed, and how often of these it called \p F.
  uint64_t getTotal() const { return Total; }
  uint64_t getCount(const Function &F) const;

  /// Leaves of \p Methods those that are worth a guard, with the most frequent
  /// one first.
  void keepFrequent(SmallVectorImpl<VirtualMethod> &Methods) const;

  /// \returns the weights of a branch that is taken if \p F is called.
  MDNode *getWeights(const Function &F) const;

  /// \p Direct calls \p F now in place of \p CB, whose profile this is: \p CB
  /// keeps what is left, and \p Direct has no targets.
  void remove(const Function &F, CallBase &CB, CallBase &Direct) const;
};

/// \returns whether \p CB, whose vtable pointer is \p VPtr, is what indirect
/// call promotion has left: its block is executed if the method, or the vtable,
/// is not the one whose method is called directly.
bool isPromoted(const CallBase &CB, const Value *VPtr);

} // namespace llvm

#endif // LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_CALLPROFILE_H
