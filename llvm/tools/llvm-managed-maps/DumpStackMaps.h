//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stack maps in what the command "dump" prints.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_DUMPSTACKMAPS_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_DUMPSTACKMAPS_H

#include "llvm/Object/ManagedStackMaps.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace llvm {
namespace managed_maps {

class Code;

/// The number of sections that writeStackMaps writes about.
size_t countStackMapSections(const object::StackMaps &Maps);

void writeStackMaps(const object::StackMaps &Maps, const Code &C,
                    raw_ostream &OS);

/// Writes the attribute "stackMaps" of a file's object.
void writeStackMaps(const object::StackMaps &Maps, const Code &C,
                    json::OStream &J);

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_DUMPSTACKMAPS_H
