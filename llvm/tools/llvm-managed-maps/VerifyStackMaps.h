//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules about stack maps, the code that they name and its frames.  They
/// are listed in docs/ManagedMaps.md.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_VERIFYSTACKMAPS_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_VERIFYSTACKMAPS_H

#include "Verify.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Object/ManagedStackMaps.h"

namespace llvm {
namespace managed_maps {

class Code;
class Decoder;

/// Verifies \p Maps, of \p Obj, whose code is \p C.  Safepoints and records are
/// the entries of the result.
Expected<VerifyResult> verifyStackMaps(const object::ObjectFile &Obj,
                                       const object::StackMaps &Maps,
                                       const Code &C, const Decoder &D);

/// How many marks the sections of code, by their index, have for \p Maps.
DenseMap<uint64_t, size_t> countStackMapMarks(const object::StackMaps &Maps);

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_VERIFYSTACKMAPS_H
