//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Says that the stack is full instead of dying of a fault without a word.
/// StackOverflowError is not thrown.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_STACKGUARD_H
#define LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_STACKGUARD_H

namespace java {

/// Before the handler of the managed runtime, which passes on what is not its.
void installStackGuard();

} // namespace java

#endif
