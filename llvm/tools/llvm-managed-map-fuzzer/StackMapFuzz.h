//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the fuzzers of the readers of stack maps share.
///
/// A fuzzer does more than look for crashes.  A table of version 3 that is
/// accepted must have been read completely: written down again, it is the same
/// bytes.  Version 4 has several ways to say the same, so what was read goes
/// through the compiler's encoder, and must be read from that again.  What is
/// refused must be refused with an error of the promised form.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAP_FUZZER_STACKMAPFUZZ_H
#define LLVM_TOOLS_LLVM_MANAGED_MAP_FUZZER_STACKMAPFUZZ_H

#include "ManagedMapFuzz.h"
#include "llvm/Object/ManagedStackMaps.h"

namespace llvm {

/// Parse \p Input and end the process if the result is not as promised.
void fuzzStackMapTables(const ManagedMapFuzzInput &Input);
void fuzzStackMapRun(const ManagedMapFuzzInput &Input);

/// Ends the process if \p Function is not consistent, or not the same once
/// encoded and read again.
void checkStackMapFunction(const object::StackMapFunction &Function,
                           const stackmap::TargetV4 &Target);

} // end namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAP_FUZZER_STACKMAPFUZZ_H
