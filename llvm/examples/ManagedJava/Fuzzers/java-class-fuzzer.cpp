//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fuzzes the reader of class files.
///
//===----------------------------------------------------------------------===//

#include "Fuzzers/ClassFileChecks.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // A copy of just that size, so that a sanitizer sees each access outside.
  std::vector<char> Bytes(Data, Data + Size);
  java::fuzzClassFile(MemoryBufferRef(StringRef(Bytes.data(), Size), "F"));
  return 0;
}
