//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the fuzzers of the readers of class files and archives share.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_FUZZERS_CLASSFILECHECKS_H
#define LLVM_EXAMPLES_MANAGEDJAVA_FUZZERS_CLASSFILECHECKS_H

#include "ClassFile/ClassFile.h"

namespace java {

/// Ends the process, which is a finding.
[[noreturn]] void failFuzzing(const char *Reason);

/// Ends the process unless the message begins with \p Place.
void checkFuzzError(llvm::Error E, llvm::StringRef Place);

/// Reads a class file and, if it is accepted, all that is in it; ends the
/// process if something is not as the headers promise.
void fuzzClassFile(llvm::MemoryBufferRef Buffer);

} // namespace java

#endif
