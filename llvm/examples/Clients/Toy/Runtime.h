//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The native functions of Toy programs. Those that collect are in
/// MovingCollector/Native.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_CLIENTS_TOY_RUNTIME_H
#define LLVM_EXAMPLES_CLIENTS_TOY_RUNTIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// For managed code alone, which calls them with arguments.
void gc_allocate(void);
void gc_poll(void);

/// Ends the program: a list was nil in \p Line.
void toy_null(int32_t Line);

/// Calls \p Main with the number \p Argument and prints what it returns; the
/// exit code.
int runManagedProgram(int64_t (*Main)(int64_t), const char *Argument);

#ifdef __cplusplus
}
#endif

#endif // LLVM_EXAMPLES_CLIENTS_TOY_RUNTIME_H
