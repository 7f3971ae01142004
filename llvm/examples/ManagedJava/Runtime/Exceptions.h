//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Exceptions of Java on the unwinder of C++. An exception that is on its way
/// is an object of the unwinder with a reference in it, which is a root.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_EXCEPTIONS_H
#define LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_EXCEPTIONS_H

#include "ObjectModel.h"

namespace java {

struct Frame;

/// Throws \p Value, a Throwable that is not null.
[[noreturn]] void throwObject(Object *Value);

/// In a handler `catch (...)`: what was caught.
Object *lastException();

/// The list of frames in memory of this thread. What catches an exception has
/// to make it what it was.
Frame *getFrames();
void setFrames(Frame *F);

/// Calls \p Body, which runs Java. \returns what it threw, or null. Nothing may
/// be thrown in a handler: C++ cannot nest exceptions of others.
template <typename Callable> Object *catchThrown(Callable Body) {
  Frame *Frames = getFrames();
  try {
    Body();
  } catch (...) {
    setFrames(Frames);
    return lastException();
  }
  return nullptr;
}

void visitExceptions(void (*Visit)(Object *&));

} // namespace java

#endif
