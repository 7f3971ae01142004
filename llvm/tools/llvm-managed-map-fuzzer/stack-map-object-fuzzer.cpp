//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fuzzes the reader of stack maps in object files, ELF and Mach-O.
///
//===----------------------------------------------------------------------===//

#include "StackMapFuzz.h"

using namespace llvm;
using namespace llvm::object;

/// Reads \p Obj, strictly and as a dumper does, and compares.
static void read(const ObjectFile &Obj) {
  Expected<StackMaps> Dumped = readStackMaps(Obj, leniently());
  Expected<StackMaps> Maps = readStackMaps(Obj);
  if (!isAccepted(Maps, Dumped))
    return;
  const size_t FileSize = Obj.getData().size();
  size_t NumSites = 0, NumRecords = 0;
  for (const StackMapFunction &F : Maps->Functions) {
    NumSites += F.Sites.size();
    checkStackMapFunction(F, *Maps->Target);
  }
  for (const StackMapTables &Tables : Maps->Tables)
    NumRecords += Tables.Records.size();
  if (NumSites + NumRecords > FileSize)
    failFuzzing("there are more safepoints than the file can hold");
  for (const StackMapRun &Run : Maps->Runs)
    if (Run.FirstFunction + Run.NumFunctions > Maps->Functions.size() ||
        Run.NumFunctions == 0)
      failFuzzing("a run has functions that do not exist");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  fuzzObjectFile(ArrayRef(Data, Size), read);
  return 0;
}
