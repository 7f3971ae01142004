//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What virtual calls are written with: type tests of vtable pointers, and the
/// metadata that AnnotateVirtualCalls.h replaces them by. A call that loses it
/// stays virtual.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_VIRTUALCALLTYPES_H
#define LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_VIRTUALCALLTYPES_H

#include <cstdint>

namespace llvm {

class CallBase;
class CallInst;
class Function;
class Instruction;
class Metadata;
class Value;

/// \returns \p I if it is a type test, and null otherwise.
CallInst *getTypeTest(Instruction &I);

/// \returns the type identifier that \p Test asks for.
Metadata *getTestedType(const CallInst &Test);

/// \returns whether all that uses \p I is assumptions that it is true, and that
/// nothing else.
bool isOnlyAssumed(const Instruction &I);

/// Drops the assumptions that use \p I.
void dropAssumptionsOf(Instruction &I);

/// What a virtual call is written with.
struct VirtualCallType {
  /// The type identifier of the class; null if the call has no metadata.
  Metadata *Type = nullptr;
  /// Of the slot, in bytes from the address point.
  uint64_t Offset = 0;

  explicit operator bool() const { return Type; }
};

VirtualCallType getVirtualCallType(const CallBase &CB);
void setVirtualCallType(CallBase &CB, const VirtualCallType &Known);
void dropVirtualCallTypes(Function &F);

/// \returns the vtable pointer through which \p CB, a virtual call as \p Known
/// says, loads its callee; null if it calls something else.
Value *getVTablePointer(const CallBase &CB, const VirtualCallType &Known);

} // namespace llvm

#endif // LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_VIRTUALCALLTYPES_H
