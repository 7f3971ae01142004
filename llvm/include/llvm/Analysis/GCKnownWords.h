//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What accesses say of the words of a stack object without a type of its own.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCKNOWNWORDS_H
#define LLVM_ANALYSIS_GCKNOWNWORDS_H

#include "llvm/ADT/BitVector.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>

namespace llvm {

/// The words of an object of which is known whether they are references: they
/// are accessed as such, or a number is. All offsets are in bytes, and those
/// outside of the object do not count.
class GCKnownWords {
  BitVector Known;
  uint64_t WordSize;

  uint64_t clamp(int64_t Offset) const {
    return std::clamp<int64_t>(Offset, 0, Known.size() * WordSize);
  }

public:
  GCKnownWords(uint64_t ObjectSize, uint64_t WordSize)
      : Known(ObjectSize / WordSize), WordSize(WordSize) {}

  /// Those that have a byte between \p Begin and \p End are known.
  void add(int64_t Begin, int64_t End) {
    const uint64_t First = clamp(Begin) / WordSize;
    const uint64_t Last = divideCeil(clamp(End), WordSize);
    if (First < Last)
      Known.set(First, Last);
  }

  /// Returns true if all that are between \p Begin and \p End as a whole are.
  bool contains(int64_t Begin, int64_t End) const {
    const uint64_t First = divideCeil(clamp(Begin), WordSize);
    const uint64_t Last = clamp(End) / WordSize;
    return First >= Last || Known.find_first_unset_in(First, Last) < 0;
  }
};

} // end namespace llvm

#endif // LLVM_ANALYSIS_GCKNOWNWORDS_H
