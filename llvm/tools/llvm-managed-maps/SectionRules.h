//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules about the sections of ELF files that hold fault maps and stack
/// maps, and about the relocations that tie them to the code.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_SECTIONRULES_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_SECTIONRULES_H

#include "MapSections.h"
#include "Verify.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Object/ELFObjectFile.h"

namespace llvm {
namespace managed_maps {

class Code;

/// Adds to \p Findings what is wrong with \p Sections, of \p Obj; nothing if it
/// is not ELF.  It is an error if the section headers cannot be read.
Error checkSections(const object::ObjectFile &Obj, const Code &C,
                    ArrayRef<MapSection> Sections,
                    std::vector<Finding> &Findings);

/// Checks the relocations in the code of a relocatable object that the compiler
/// marks its entries with.  Code without any is left alone.  \p NumNeeded is
/// how many marks the sections, by their index, have for other maps.
void checkMarks(const Code &C, ArrayRef<object::FaultMapSection> Sections,
                DenseMap<uint64_t, size_t> NumNeeded,
                std::vector<Finding> &Findings);

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_SECTIONRULES_H
