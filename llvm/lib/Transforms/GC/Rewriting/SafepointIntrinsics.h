//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers the intrinsics that ask for the base of a reference:
///
///   - gc.get.pointer.base and gc.get.pointer.offset;
///   - copies of elements (element.unordered.atomic) that are safepoints. The
///     function of the runtime that does it gets base and offset of both sides,
///     as the objects may move while they are copied.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_REWRITING_SAFEPOINTINTRINSICS_H
#define LLVM_LIB_TRANSFORMS_GC_REWRITING_SAFEPOINTINTRINSICS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {

class CallBase;
class CallInst;
class GCBaseMaterializer;
class GCBasePointers;

/// Replaces \p Calls, which are such questions.
void lowerPointerQueries(ArrayRef<CallInst *> Calls, GCBasePointers &Bases,
                         GCBaseMaterializer &Materializer);

/// Replaces \p Call, which copies elements of at most 16 bytes, by a call of
/// the runtime with the same bundles and returns that.
CallBase *lowerElementCopy(CallBase &Call, GCBaseMaterializer &Materializer);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_REWRITING_SAFEPOINTINTRINSICS_H
