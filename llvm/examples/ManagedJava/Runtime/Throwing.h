//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Exceptions that the runtime throws. Java makes them, in
/// java/lang/ManagedRuntime.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_THROWING_H
#define LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_THROWING_H

#include "ObjectModel.h"

namespace java {

/// All but throwMemory() may collect.
[[noreturn]] void throwNull();
[[noreturn]] void throwNegativeSize(int32_t Length);
[[noreturn]] void throwMonitor();
[[noreturn]] void throwNotInitialized(const Class *C);
/// \p Thrown is what `<clinit>` threw.
[[noreturn]] void throwInitializerThrew(const Class *C, Object *Thrown);

/// An array cannot have that many elements, even with more memory.
[[noreturn]] void throwArraySize();

/// Makes what throwMemory() throws, as long as there is memory for it.
void prepareThrowing();
[[noreturn]] void throwMemory();

/// Ends the process with a message.
[[noreturn]] void fatal(const char *Format, ...)
    __attribute__((format(printf, 1, 2)));

} // namespace java

#endif
