//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_NATIVES_H
#define LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_NATIVES_H

namespace java {

/// What the program was started with, without its name.
void setArguments(int Count, char **Words);

/// Prints statistics if they are wanted, and ends the process. From the Java
/// thread, in managed state.
[[noreturn]] void endProcess(int Status);

} // namespace java

#endif
