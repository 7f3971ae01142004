//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether all calls of a function are safepoints, or none.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_CALLEECOUNTS_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_CALLEECOUNTS_H

#include "PlaceFlow.h"
#include "Verify.h"
#include <map>

namespace llvm {
namespace managed_maps {

class Code;

class CalleeCounts {
public:
  /// Counts the calls of \p F that are not relocated; \p Safepoints are all
  /// that it has.
  void add(const FunctionCode &F, const Decoder &D,
           ArrayRef<PlacesAtCall> Safepoints);

  /// If some calls of a function are safepoints, those that are none are
  /// suspicious.
  void check(const Code &C, std::vector<Finding> &Findings) const;

private:
  struct Callee {
    size_t NumSafepoints = 0, NumOthers = 0;
    /// The first call that is none.
    uint64_t Other = 0;
  };
  /// By address.
  std::map<uint64_t, Callee> Callees;
};

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_CALLEECOUNTS_H
