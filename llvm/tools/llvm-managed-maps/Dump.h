//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command "dump".
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_DUMP_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_DUMP_H

#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace llvm {
namespace managed_maps {

/// Prints the fault maps of \p Obj for people; \p Title names the file.
Error dumpText(const object::ObjectFile &Obj, StringRef Title, raw_ostream &OS);

/// Adds an object for \p Obj to an array.
Error dumpJSON(const object::ObjectFile &Obj, StringRef Title,
               json::OStream &J);

class Code;

// For the parts of a dump.

/// "1 entry", "2 entries".
std::string quantity(size_t Number, StringRef Singular, StringRef Plural);
/// Writes a place in the code as an object; if \p IsReturn, one that a call
/// returns to.
void writePlace(StringRef Key, object::SectionedAddress Place, const Code &C,
                json::OStream &J, bool IsReturn = false);

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_DUMP_H
