//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is a reference by the data layout: a pointer of an address space whose
/// representation is unstable.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_ANALYSIS_UNSTABLEPOINTERS_H
#define LLVM_LIB_ANALYSIS_UNSTABLEPOINTERS_H

namespace llvm {

class DataLayout;
class Instruction;
class Type;

/// Returns true if \p Ty is an unstable pointer or has one as a member.
bool containsUnstablePointer(Type *Ty, const DataLayout &DL);

/// Returns true if the unstable pointers in the function of \p Place are the
/// target's own, which no collector follows.
bool hasOnlyForeignPointers(const Instruction &Place);

} // end namespace llvm

#endif // LLVM_LIB_ANALYSIS_UNSTABLEPOINTERS_H
