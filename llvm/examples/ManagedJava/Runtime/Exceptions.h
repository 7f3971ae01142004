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

/// Throws \p Value, a Throwable that is not null.
[[noreturn]] void throwObject(Object *Value);

/// In a handler `catch (...)` of C++ code that called Java: what was caught.
Object *lastException();

void visitExceptions(void (*Visit)(Object *&));

} // namespace java

#endif
