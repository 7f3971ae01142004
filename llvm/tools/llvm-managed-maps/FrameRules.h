//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the references of a frame may be.
///
/// Two questions are asked of each safepoint: is its frame what the call frame
/// information says, and are its places in that frame, apart from each other
/// and from what the function saved there?
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_FRAMERULES_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_FRAMERULES_H

#include "Decoder.h"
#include "Frames.h"
#include "Verify.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/BinaryFormat/StackMapEncoder.h"
#include "llvm/Object/ManagedStackMaps.h"

namespace llvm {
namespace managed_maps {

/// Tells of a rule that is broken, or the like.
using ReportFunction =
    function_ref<void(StringRef Rule, const Twine &Message, Finding::Severity)>;

/// What the format can say of \p Row: as our compiler, but from the bytes of
/// .eh_frame.
object::StackMapFrame frameOf(const CallFrame &Row,
                              const stackmap::TargetV4 &Target);

/// The input of the encoder whose output is \p Safepoint, for hashSafepoint.
stackmap::Safepoint encodedFrom(const object::StackMapSafepoint &Safepoint,
                                const stackmap::TargetV4 &Target);

/// Compares \p Frame with \p Expected.
void checkFrame(const object::StackMapFrame &Frame,
                const object::StackMapFrame &Expected, ReportFunction Report);

/// Checks the places of \p Safepoint, whose frame is \p Frame.  \p Size is that
/// of the frame, from the CFA down to the stack pointer at the call, if it is
/// known.  \p IsAccessed says whether the function may access the word at a
/// distance from the CFA. At a poll (\p IsPoll) nothing is called: any general
/// register may hold a root, and the red zone may be in use.
void checkPlaces(object::StackMapSafepoint Safepoint,
                 const object::StackMapFrame &Frame,
                 std::optional<uint64_t> Size, bool IsPoll, const Decoder &D,
                 const stackmap::TargetV4 &Target,
                 function_ref<bool(int64_t)> IsAccessed, ReportFunction Report);

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_FRAMERULES_H
