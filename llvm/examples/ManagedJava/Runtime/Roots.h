//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where references are outside of the heap.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_ROOTS_H
#define LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_ROOTS_H

namespace java {

/// Replaces each root by what Heap::forward() says: those of the frames of the
/// program, of native code, of classes, and exceptions on their way. Ends the
/// process if a frame cannot be read.
void visitRoots();

/// Makes the list of frames that the current thread has, if references are in
/// frames in memory, the one that visitRoots() reads. The current thread is the
/// one that runs Java.
void registerFrames();

/// Compares each frame's map with the unwind tables before a collection.
extern bool VerifyFrames;

} // namespace java

#endif
