//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// llvm-readobj --stackmap, for ELF and Mach-O.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_READOBJ_STACKMAPTABLESPRINTER_H
#define LLVM_TOOLS_LLVM_READOBJ_STACKMAPTABLESPRINTER_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class ScopedPrinter;
namespace object {
class ObjectFile;
}

/// Prints the stack maps of \p Obj, which is called \p FileName in messages,
/// and returns whether it could. Version 3 is printed as StackMapPrinter.h does
/// it, but with all tables of the section; in JSON, everything has a form of
/// its own. Malformed maps are a warning, and nothing is printed. What upstream
/// warns of by itself (a section without a header, other versions), or what has
/// no reader, is left to it.
bool printStackMaps(const object::ObjectFile &Obj, StringRef FileName,
                    ScopedPrinter &W);

} // end namespace llvm

#endif // LLVM_TOOLS_LLVM_READOBJ_STACKMAPTABLESPRINTER_H
