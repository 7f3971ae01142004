//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Classes at run time: initialization, type tests, and java/lang/Class
/// objects.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_CLASSES_H
#define LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_CLASSES_H

#include "Program.h"

namespace java {

/// Whether an object of class \p Type can be assigned to \p To (JVMS
/// 6.5.instanceof). Both may be arrays.
bool isAssignable(const Class *Type, const Class *To);

bool implements(const Class *Type, const Class *Interface);

/// \returns the java/lang/Class object. Collects.
Object *mirrorOf(Class *C);

/// Initializes a class and its superclasses (JVMS 5.5). The current thread is
/// the only one that runs Java. Throws what `<clinit>` throws, in an
/// ExceptionInInitializerError if it is not an Error, and NoClassDefFoundError
/// if it has failed before.
void initialize(Class *C);

} // namespace java

#endif
