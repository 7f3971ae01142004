//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command "convert": stack maps of version 4 in place of version 3.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_CONVERT_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_CONVERT_H

#include "llvm/Object/ObjectFile.h"
#include <vector>

namespace llvm {
namespace managed_maps {

/// The bytes of a copy of \p Obj, a relocatable ELF file, in which statepoints
/// have version 4.  What frames are is read from its call frame information.
/// The error names what cannot be converted.
Expected<std::vector<uint8_t>> convertStackMaps(const object::ObjectFile &Obj);

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_CONVERT_H
