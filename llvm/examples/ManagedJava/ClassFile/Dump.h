//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Class files as text.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_DUMP_H
#define LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_DUMP_H

#include "ClassFile/ClassFile.h"
#include "llvm/Support/raw_ostream.h"

namespace java {

/// Prints all that was read of \p File. The bytecodes are decoded and checked
/// here; the error names the method, and what precedes it was printed.
llvm::Error dump(const ClassFile &File, llvm::raw_ostream &OS);

} // namespace java

#endif
