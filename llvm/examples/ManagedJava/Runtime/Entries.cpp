//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What compiled code calls by an entry, which makes an anchor, because it may
/// collect or throw. What it calls directly has its final name where it is
/// defined: these functions are leaves.
///
//===----------------------------------------------------------------------===//

#include "Heap.h"
#include "llvm-c/ManagedNativeEntry.h"

using namespace java;

extern "C" {
Object *javaAllocate(const Class *Type);
Array *javaAllocateArray(const Class *Type, int32_t Length);
Array *javaAllocateMulti(const Class *Type, uint32_t Dimensions,
                         const int32_t *Lengths);
void javaInitialize(Class *C);
Object *javaClassMirror(Class *C);
void javaMonitorEnter(Object *O);
void javaMonitorExit(Object *O);
void javaThrow(Object *Value);
void javaThrowNull();
void javaThrowArithmetic();
void javaThrowBounds(int32_t Index, int32_t Length);
void javaThrowCast(const Object *Value, const Class *To);
void javaThrowStore(const Array *A, const Object *Value);
void javaThrowIncompatible(const Object *Value, const Class *Interface);
void javaThrowAbstract();
}

LLVM_MANAGED_CHECKED_NATIVE_ENTRY(java_allocate, javaAllocate);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(java_allocate_array, javaAllocateArray);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(java_allocate_multi, javaAllocateMulti);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(java_initialize, javaInitialize);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(java_class_mirror, javaClassMirror);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(java_monitor_enter, javaMonitorEnter);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(java_monitor_exit, javaMonitorExit);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(java_throw, javaThrow);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(java_throw_null, javaThrowNull);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(java_throw_arithmetic, javaThrowArithmetic);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(java_throw_bounds, javaThrowBounds);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(java_throw_cast, javaThrowCast);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(java_throw_store, javaThrowStore);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(java_throw_incompatible,
                                  javaThrowIncompatible);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(java_throw_abstract, javaThrowAbstract);
