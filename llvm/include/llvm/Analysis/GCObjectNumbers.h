//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers in the words of a stack object that a collector reads as references.
/// A variable that is a reference for some time and a number for some time is
/// right as long as no safepoint lists it while it is a number.
///
/// Only what is certainly a number counts. In an address space whose pointers
/// are integral, an integer that was passed, returned or loaded may be a
/// reference that a front end or a pass has made an integer. In one whose
/// pointers are not, it may be one only if it was loaded from memory that may
/// hold references, since passes of others copy memory as integers.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCOBJECTNUMBERS_H
#define LLVM_ANALYSIS_GCOBJECTNUMBERS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Compiler.h"
#include <cstdint>

namespace llvm {

class AllocaInst;
class CallBase;
class DataLayout;
class GCPointers;
class Instruction;
class Value;

/// Returns true if \p Object has a reference of its type, or a part of one, in
/// its bytes from \p Begin to \p End. Its size is constant.
LLVM_ABI bool overlapsReference(const AllocaInst &Object, uint64_t Begin,
                                uint64_t End, const GCPointers &References);

/// Returns true if \p V is certainly a number, of which \p IsNonIntegral says
/// whether pointers of the address space of references are non-integral.
LLVM_ABI bool isCertainNumber(const Value &V, const GCPointers &References,
                              bool IsNonIntegral, const DataLayout &DL);

/// Returns an instruction that puts a number into \p Object, in bytes of which
/// \p HoldsReference says that a reference is among them, if a call of which \p
/// Lists is true may find it there. \p IsNonIntegral says that pointers of the
/// address space of the references are non-integral. Null if there is none.
/// Looks at stores, exchanges, masked stores and memset at constant places, and
/// anywhere in an object that is made of references. What replaces a number is
/// a store, copy or memset at a constant place. Takes time linear in the
/// instructions that a number reaches, times the stores.
LLVM_ABI const Instruction *findNumberAtSafepoint(
    const AllocaInst &Object, const GCPointers &References, bool IsNonIntegral,
    function_ref<bool(uint64_t Begin, uint64_t End)> HoldsReference,
    function_ref<bool(const CallBase &)> Lists);

} // namespace llvm

#endif // LLVM_ANALYSIS_GCOBJECTNUMBERS_H
