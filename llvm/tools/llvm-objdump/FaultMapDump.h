//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// llvm-objdump --fault-map-section.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_OBJDUMP_FAULTMAPDUMP_H
#define LLVM_TOOLS_LLVM_OBJDUMP_FAULTMAPDUMP_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
namespace object {
class ObjectFile;
}

namespace objdump {

/// Prints the fault maps of \p Obj, a member of \p ArchiveName unless that is
/// empty. Ends the process with an error if they are malformed.
void printFaultMaps(const object::ObjectFile &Obj, StringRef ArchiveName);

} // end namespace objdump
} // end namespace llvm

#endif // LLVM_TOOLS_LLVM_OBJDUMP_FAULTMAPDUMP_H
