//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// llvm-readobj --fault-maps.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_READOBJ_FAULTMAPPRINTER_H
#define LLVM_TOOLS_LLVM_READOBJ_FAULTMAPPRINTER_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class ScopedPrinter;
namespace object {
class ObjectFile;
}

/// Prints the fault maps of \p Obj, which is called \p FileName in messages.
/// Malformed ones are a warning, as elsewhere in this tool, and nothing is
/// printed.
void printFaultMaps(const object::ObjectFile &Obj, StringRef FileName,
                    ScopedPrinter &W);

} // end namespace llvm

#endif // LLVM_TOOLS_LLVM_READOBJ_FAULTMAPPRINTER_H
