//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the compiler tells the runtime of the program that it compiled.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_PROGRAM_H
#define LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_PROGRAM_H

#include "ObjectModel.h"
#include "llvm-c/ManagedThreads.h"

namespace java {

/// An entry of the section "java_exports": a static method that the runtime
/// calls. These are `main`, and the methods of java/lang/ManagedRuntime, by
/// their names without descriptors.
struct Export {
  const char *Name;
  void *Function;
};

/// \returns the method with that name. Ends the process with a message if the
/// program has none.
void *findExport(const char *Name);

template <typename T> T findMethod(const char *Name) {
  return reinterpret_cast<T>(findExport(Name));
}

/// Calls \p Visit with each class of the program.
void visitClasses(void (*Visit)(Class &));

/// \returns the class with that internal name, or null.
Class *findClass(const char *Name);

/// Whether references are in frames in memory, instead of in stack maps.
bool programHasFrames();

/// The thread that runs Java.
extern LLVMManagedThread *JavaThread;

} // namespace java

#endif
