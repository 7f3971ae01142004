//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Variables of a coroutine that share a place in its frame. They are different
/// objects, and may have different vtables, but their addresses become the same
/// value. With -fstrict-vtable-pointers, each gets a barrier
/// (llvm.launder.invariant.group), so that what is known of one vtable pointer
/// is not taken for the other.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_COROUTINES_SHAREDFRAMEPLACES_H
#define LLVM_LIB_TRANSFORMS_COROUTINES_SHAREDFRAMEPLACES_H

#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace llvm {

class SharedFramePlaces {
  /// The fields of the frame that several variables have.
  SmallSet<unsigned, 8> Fields;

public:
  /// \p Data is that of the frame of \p F.
  template <typename FrameData>
  SharedFramePlaces(const Function &F, const FrameData &Data) {
    if (!F.getParent()->getModuleFlag("StrictVTablePointers"))
      return;
    SmallSet<unsigned, 8> Seen;
    for (const auto &Info : Data.Allocas) {
      const unsigned Field = Data.getFieldIndex(Info.Alloca);
      if (!Seen.insert(Field).second)
        Fields.insert(Field);
    }
  }

  /// \returns \p Address, that of \p Field, for the variable \p V.
  Value *separate(const Value *V, unsigned Field, Value *Address,
                  IRBuilderBase &Builder) const {
    return isa<AllocaInst>(V) && Fields.contains(Field)
               ? Builder.CreateLaunderInvariantGroup(Address)
               : Address;
  }
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_COROUTINES_SHAREDFRAMEPLACES_H
