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
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace llvm::object;

/// Reads \p Obj, strictly and as a dumper does, and compares.
static void read(const ObjectFile &Obj) {
  ManagedMapReadOptions Lenient;
  Lenient.Unrelocated = ManagedMapUnrelocated::Absolute;
  Expected<StackMaps> Dumped = readStackMaps(Obj, Lenient);
  Expected<StackMaps> Maps = readStackMaps(Obj);
  if (!Maps) {
    if (toString(Maps.takeError()).empty())
      failStackMapFuzzing("the error has no text");
    if (!Dumped)
      consumeError(Dumped.takeError());
    return;
  }
  if (!Dumped)
    failStackMapFuzzing("only dumpers refuse it: " +
                        toString(Dumped.takeError()));
  const size_t FileSize = Obj.getData().size();
  size_t NumSites = 0, NumRecords = 0;
  for (const StackMapFunction &F : Maps->Functions) {
    NumSites += F.Sites.size();
    checkStackMapFunction(F, *Maps->Target);
  }
  for (const StackMapTables &Tables : Maps->Tables)
    NumRecords += Tables.Records.size();
  if (NumSites + NumRecords > FileSize)
    failStackMapFuzzing("there are more safepoints than the file can hold");
  for (const StackMapRun &Run : Maps->Runs)
    if (Run.FirstFunction + Run.NumFunctions > Maps->Functions.size() ||
        Run.NumFunctions == 0)
      failStackMapFuzzing("a run has functions that are not there");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  file_magic Magic = identify_magic(Bytes);
  if (Magic == file_magic::macho_universal_binary)
    return 0;
  // The copy is aligned, as files in memory are.
  std::unique_ptr<MemoryBuffer> Buffer =
      MemoryBuffer::getMemBufferCopy(Bytes, "fuzzed");
  Expected<std::unique_ptr<ObjectFile>> Obj =
      ObjectFile::createObjectFile(*Buffer, Magic);
  if (!Obj) {
    consumeError(Obj.takeError());
    return 0;
  }
  if ((*Obj)->isELF() || (*Obj)->isMachO())
    read(**Obj);
  return 0;
}
