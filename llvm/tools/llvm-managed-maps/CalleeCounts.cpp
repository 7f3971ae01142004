//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CalleeCounts.h"
#include "FunctionCode.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace llvm::managed_maps;

void CalleeCounts::add(const FunctionCode &F, const Decoder &D,
                       ArrayRef<PlacesAtCall> Safepoints) {
  DenseSet<unsigned> Calls;
  for (const PlacesAtCall &S : Safepoints)
    Calls.insert(S.Call);
  for (const auto &[Number, I] : enumerate(F.instructions())) {
    uint64_t Address;
    if (!D.describe(I).isCall() || I.IsRelocated ||
        !D.getAnalysis().evaluateBranch(I.Inst, I.Address, I.Size, Address))
      continue;
    Callee &Called = Callees[Address];
    if (Calls.count(Number))
      ++Called.NumSafepoints;
    else if (Called.NumOthers++ == 0)
      Called.Other = I.Address;
  }
}

void CalleeCounts::check(const Code &C, std::vector<Finding> &Findings) const {
  for (const auto &[Address, Called] : Callees)
    if (Called.NumSafepoints && Called.NumOthers)
      Findings.push_back(
          {"missing",
           formatv("of the calls of {0}, {1} are safepoints and {2} are not; "
                   "the first of these is at {3}",
                   C.describe(Address), Called.NumSafepoints, Called.NumOthers,
                   C.describe(Called.Other))
               .str(),
           Finding::Suspicious});
}
