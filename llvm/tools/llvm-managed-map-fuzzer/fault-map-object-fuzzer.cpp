//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fuzzes the reader of fault maps in object files, ELF and Mach-O.
///
//===----------------------------------------------------------------------===//

#include "ManagedMapFuzz.h"
#include "llvm/BinaryFormat/FaultMaps.h"

using namespace llvm;
using namespace llvm::object;

/// Reads \p Obj, strictly and as a dumper does, and compares.
static void read(const ObjectFile &Obj) {
  Expected<std::vector<FaultMapSection>> Dumped =
      readFaultMapSections(Obj, leniently());
  Expected<std::vector<FaultMapEntry>> Entries = readFaultMaps(Obj);
  if (!isAccepted(Entries, Dumped))
    return;
  size_t Count = 0;
  for (const FaultMapSection &Map : *Dumped)
    Count += Map.Entries.size();
  if (Entries->size() > Count)
    failFuzzing("dumpers see fewer entries");
  if (Count * sizeof(faultmap::ShortEntryV2) > Obj.getData().size())
    failFuzzing("there are more entries than the file can hold");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  fuzzObjectFile(ArrayRef(Data, Size), read);
  return 0;
}
