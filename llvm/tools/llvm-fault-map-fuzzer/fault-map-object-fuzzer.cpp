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

#include "FaultMapFuzz.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace llvm::object;

/// Reads \p Obj, strictly and as a dumper does, and compares.
static void read(const ObjectFile &Obj) {
  ManagedMapReadOptions Lenient;
  Lenient.Unrelocated = ManagedMapUnrelocated::Absolute;
  Expected<std::vector<FaultMapSection>> Dumped =
      readFaultMapSections(Obj, Lenient);
  Expected<std::vector<FaultMapEntry>> Entries = readFaultMaps(Obj);
  if (!Entries) {
    if (toString(Entries.takeError()).empty())
      failFuzzing("the error has no text");
    if (!Dumped)
      consumeError(Dumped.takeError());
    return;
  }
  if (!Dumped)
    failFuzzing("only dumpers refuse it: " + toString(Dumped.takeError()));
  size_t Count = 0;
  for (const FaultMapSection &Map : *Dumped)
    Count += Map.Entries.size();
  if (Entries->size() > Count)
    failFuzzing("dumpers see fewer entries");
  if (Count * sizeof(faultmap::ShortEntryV2) > Obj.getData().size())
    failFuzzing("there are more entries than the file can hold");
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
