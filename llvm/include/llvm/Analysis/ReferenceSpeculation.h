//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which loads and casts may run although their guard has not been tested.
///
/// A reference is a pointer of an address space whose representation is
/// unstable by the data layout ("ni:1", "pu1:..."). A moving collector follows
/// and rewrites every reference that is live at a safepoint. A word that holds
/// a reference only if a guard says so, such as the tag of a union or the class
/// of an object, must therefore not be loaded as one before the guard, even
/// where the load cannot fault. Nor must an integer be cast to one before the
/// guard which says that it encodes one. docs/NonIntegralPointers.md has the
/// whole rule.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_REFERENCESPECULATION_H
#define LLVM_ANALYSIS_REFERENCESPECULATION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"

namespace llvm {

class DataLayout;
class Instruction;
class Type;

/// The string in the !annotation of an access which says that its address, and
/// each address that a select or a phi chooses it from, holds references, or
/// null, whenever memory is there. It is about the memory, not about the
/// access, and stays true wherever the access moves to.
inline constexpr StringLiteral ReferenceFieldAnnotation = "managed.reference";

/// Returns true if \p Access is annotated so.
LLVM_ABI bool isReferenceField(const Instruction &Access);

/// Returns true if a value of type \p Ty may be loaded from memory that can be
/// read, without knowing what the memory holds: \p Ty contains no reference, or
/// \p Place is annotated. \p Place is the load, or an instruction of the
/// function that gets it; without one, a type with references is refused.
LLVM_ABI bool maySpeculateLoad(Type *Ty, const DataLayout &DL,
                               const Instruction *Place);

/// The same for what \p Access loads or stores, or returns if it is a call.
LLVM_ABI bool maySpeculateLoad(const Instruction &Access);

/// Returns false if \p Cast makes references of something else, be it integers
/// or other pointers, which may only be references if a guard says so. Casts
/// between address spaces of references may be speculated.
LLVM_ABI bool maySpeculateCast(const Instruction &Cast);

} // end namespace llvm

#endif // LLVM_ANALYSIS_REFERENCESPECULATION_H
