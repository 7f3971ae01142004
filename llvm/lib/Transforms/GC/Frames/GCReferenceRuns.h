//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where references are in memory: runs of references that follow each other,
/// and how many bytes are in front of each run. What is in these bytes is
/// nobody's business.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCREFERENCERUNS_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCREFERENCERUNS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Alignment.h"
#include <cstdint>

namespace llvm {

class DataLayout;
class GCPointers;
class Type;

struct GCReferenceRun {
  /// Bytes after the run in front, or the start.
  uint64_t Skip;
  /// References.
  uint64_t Count;

  bool operator==(const GCReferenceRun &Other) const {
    return Skip == Other.Skip && Count == Other.Count;
  }
};

class GCReferenceRuns {
  /// Bytes from one reference of a run to the next.
  uint64_t Stride;
  /// Where the last run ends, in bytes.
  uint64_t End = 0;
  SmallVector<GCReferenceRun, 4> Runs;

public:
  explicit GCReferenceRuns(uint64_t Stride) : Stride(Stride) {}

  /// Adds \p Count references at byte \p Offset, which is not in front of the
  /// end.
  void add(uint64_t Offset, uint64_t Count);
  /// Adds all of \p Other, which begins at \p Offset.
  void add(uint64_t Offset, const GCReferenceRuns &Other);
  /// Adds those in a value of type \p Ty at \p Offset. Returns false if some
  /// are not roots, or not as far from each other as in a run, or if there are
  /// too many. Its size is known.
  bool add(uint64_t Offset, Type *Ty, const GCPointers &Pointers,
           const DataLayout &DL);

  /// No run is empty, and between two of them there is something.
  ArrayRef<GCReferenceRun> runs() const { return Runs; }
  uint64_t getEnd() const { return End; }
  /// Whether there is nothing but references in \p Size bytes.
  bool covers(uint64_t Size) const;
  /// Whether all references of \p Part, which begins at \p Offset, are there.
  bool contains(uint64_t Offset, const GCReferenceRuns &Part) const;
  /// Whether all are aligned if the start is.
  bool isAligned(Align Alignment) const;

  bool operator==(const GCReferenceRuns &Other) const {
    return Runs == Other.Runs;
  }
};

/// Returns none yet: for roots of \p Pointers.
GCReferenceRuns makeGCReferenceRuns(const GCPointers &Pointers,
                                    const DataLayout &DL);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCREFERENCERUNS_H
