//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the lowering of Julia's calls has in common.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_JULIA_JULIACALLS_H
#define LLVM_LIB_TRANSFORMS_GC_JULIA_JULIACALLS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {

class CallBase;
class Function;
class IRBuilderBase;
class JuliaKeepers;
class Twine;
class Type;
class Value;

/// Reports that \p Call cannot be lowered.
void reportJuliaCall(const CallBase &Call, const Twine &Reason);

/// Reports \p Call unless it is a call, no invoke, with parameters of the types
/// \p Parameters, where null is an integer of any width, and the result
/// \p Result. Returns true if it is.
bool checkJuliaCall(const CallBase &Call, Type *Result,
                    ArrayRef<Type *> Parameters);

/// Drops what was inferred about the memory that \p F accesses: a former call
/// may have become loads and stores of the frame, the task or objects.
void forgetJuliaMemoryEffects(Function &F);

/// Returns the integer that is as wide as a pointer.
Type *getJuliaWord(const Function &F);

/// Returns the address of the word in front of an object.
Value *createJuliaTagAddress(IRBuilderBase &Builder, Value *Object);

/// Turns a boxed call into one that gets its arguments in an array, which lies
/// in \p Array from its start: a pointer to memory for as many as any boxed
/// call of the function has, or null if none has any.
void lowerJuliaBoxedCall(CallBase &Call, Value *Array);

/// Returns how many arguments of \p Call are passed in the array, if it is a
/// boxed call, and -1 otherwise.
int getNumJuliaBoxedArguments(const CallBase &Call);

/// Turns julia.gc_alloc_obj into julia.gc_alloc_bytes, and sets the type and
/// whatever operand bundles ask for. Returns false if it was reported.
bool lowerJuliaAllocation(CallBase &Call);

/// Turns julia.gc_alloc_memory into that, if the size is known and not too
/// large, or a call of the runtime, and fills in what the object begins with.
/// Returns false if it was reported.
bool lowerJuliaMemoryAllocation(CallBase &Call);

/// Clears the memory that the operand bundle of \p Call names, which any call
/// that makes an object may have. The bundle stays.
void clearJuliaMemory(CallBase &Call);

/// Sets the state of the thread in front of \p Call, which has a bundle
/// "gc-transition", and restores it behind. The bundle stays.
void lowerJuliaTransition(CallBase &Call);

/// Reports the write barrier \p Call if its operands are wrong. Returns true if
/// they are right.
bool checkJuliaWriteBarrier(const CallBase &Call);

/// Erases the write barrier \p Call if none is needed, as far as the collector
/// of the module looks at that: the object that is written to has been made
/// after the last safepoint (\p IsParentNew), so it is young; or what is stored
/// is kept forever, or is that object itself. Of several, those become null.
void simplifyJuliaWriteBarrier(CallBase &Call, const JuliaKeepers &Keepers,
                               bool IsParentNew);

/// Turns the write barrier \p Call into instructions that the collector of the
/// module needs, and erases it.
void lowerJuliaWriteBarrier(CallBase &Call);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_JULIA_JULIACALLS_H
