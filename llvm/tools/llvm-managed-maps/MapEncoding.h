//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether stack maps are written as our encoder would write them: the order of
/// locations, sets and frames, and what is written at all, follows from what
/// the map says.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_MAPENCODING_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_MAPENCODING_H

#include "Verify.h"
#include "llvm/Object/ManagedStackMaps.h"

namespace llvm {
namespace managed_maps {

/// Where our encoder would write some functions of \p Maps, which \p Obj has,
/// as they are, those that it would write otherwise become suspicious.
Error checkMapEncoding(const object::ObjectFile &Obj,
                       const object::StackMaps &Maps,
                       std::vector<Finding> &Findings);

/// What no entry of the index leads to was lost, or belongs to none.
void checkMapCovered(const object::StackMaps &Maps,
                     std::vector<Finding> &Findings);

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_MAPENCODING_H
