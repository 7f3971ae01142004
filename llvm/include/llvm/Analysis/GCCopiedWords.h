//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// References that are loaded from a stack object as something else: an
/// integer, a number with a decimal point, a vector or an aggregate of these, a
/// pointer of another address space. No collector finds them there, so none of
/// these values may be live across a safepoint and become a reference again.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCCOPIEDWORDS_H
#define LLVM_ANALYSIS_GCCOPIEDWORDS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/Compiler.h"

namespace llvm {

class Function;
class GCPointers;
class Value;

/// Returns the values of \p F without references in their types that hold some,
/// loaded from objects whose address stays in the function, and that may become
/// references again: they are stored, passed, returned or cast. Words of an
/// object hold references if its type says so, or if references are stored
/// there; words in which certain numbers are stored, too, are left out. Comes
/// after variables have been separated (prepareVariables). Takes time linear in
/// the uses of objects without references, and in the loads of other types
/// times the stores of each other object.
LLVM_ABI SmallPtrSet<const Value *, 8>
findCopiedWords(const Function &F, const GCPointers &References);

} // namespace llvm

#endif // LLVM_ANALYSIS_GCCOPIEDWORDS_H
