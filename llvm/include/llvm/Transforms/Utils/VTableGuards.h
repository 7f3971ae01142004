//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_UTILS_VTABLEGUARDS_H
#define LLVM_TRANSFORMS_UTILS_VTABLEGUARDS_H

namespace llvm {

class Loop;

/// \returns whether a branch in \p L depends on a comparison of a vtable
/// pointer with a vtable that no iteration changes: the loop calls methods of
/// an object that it does not make. Such a loop is worth a copy of its own
/// without the comparison, in which methods are inlined, and no call may change
/// anything.
bool hasInvariantVTableGuard(const Loop &L);

} // namespace llvm

#endif // LLVM_TRANSFORMS_UTILS_VTABLEGUARDS_H
