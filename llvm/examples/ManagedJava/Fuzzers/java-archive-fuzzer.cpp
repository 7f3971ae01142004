//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fuzzes the reader of jars and jmods.
///
//===----------------------------------------------------------------------===//

#include "ClassFile/ClassPath.h"
#include "ClassFile/Descriptor.h"
#include "Fuzzers/ClassFileChecks.h"

using namespace llvm;
using namespace java;

/// Reads the class \p Name, which the archive lists.
static void read(ClassPathEntry &Archive, StringRef Name) {
  if (!isClassName(Name))
    failFuzzing("what is listed is no class name");
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = Archive.find(Name);
  if (!Buffer)
    return checkFuzzError(Buffer.takeError(), "F(");
  if (!*Buffer)
    failFuzzing("what is listed is not there");
  fuzzClassFile(**Buffer);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  Expected<std::unique_ptr<ClassPathEntry>> Archive =
      openArchive(MemoryBuffer::getMemBufferCopy(Bytes, "F"));
  if (!Archive) {
    // In the archive or, if it is the manifest's, in a member.
    checkFuzzError(Archive.takeError(), "F");
    return 0;
  }
  Expected<std::vector<std::string>> Names = (*Archive)->list();
  if (!Names) {
    checkFuzzError(Names.takeError(), "F");
    return 0;
  }
  // Each costs memory of its own.
  for (StringRef Name : ArrayRef(*Names).take_front(16))
    read(**Archive, Name);
  if (Expected<std::unique_ptr<MemoryBuffer>> None =
          (*Archive)->find("no//name");
      !None || *None)
    failFuzzing("what is not there is found");
  return 0;
}
