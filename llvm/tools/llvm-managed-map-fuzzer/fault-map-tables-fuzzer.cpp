//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fuzzes the parser of fault maps, version 1.
///
//===----------------------------------------------------------------------===//

#include "FaultMapFuzz.h"

using namespace llvm;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ManagedMapFuzzInput Input(ArrayRef(Data, Size));
  fuzzFaultMap(Input, object::FaultMapFormat::Tables);
  return 0;
}
