//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles a Toy program to a module.
///
/// A program is a list of functions on integers of 64 bits and lists of them:
/// \code
///   fun sum(list l): int {
///     var total = 0;
///     while l != nil { total = total + head(l); l = tail(l); }
///     return total;
///   }
/// \endcode
/// cons(number, list) makes a list, head(list), tail(list) and set(list,
/// number) access its first cell. These end the program if the list is nil. The
/// function main takes an integer and returns one.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_CLIENTS_TOY_COMPILER_H
#define LLVM_EXAMPLES_CLIENTS_TOY_COMPILER_H

#include "llvm-c/Types.h"

/// The strategy of garbage collection, which registerToyStrategy() registers.
#define TOY_STRATEGY "toy"

void registerToyStrategy(void);

/// Compiles \p Text, the contents of \p File. Ends the process with a message
/// if the program is wrong.
LLVMModuleRef compileToy(LLVMContextRef Context, const char *File,
                         const char *Text);

#endif // LLVM_EXAMPLES_CLIENTS_TOY_COMPILER_H
