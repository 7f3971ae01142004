//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What Program.ll is linked to: the native functions it calls, and main().
/// docs/MovingCollector.md explains the whole.
///
/// Usage: program [N]: the sum of the squares of the integers from 1 to N
/// (100).
///
//===----------------------------------------------------------------------===//

#include "Native.h"
#include <cstdint>
#include <cstdlib>

extern "C" int64_t managed_main(int64_t N);

int main(int argc, char **argv) {
  return runManaged(managed_main, argc > 1 ? std::atoll(argv[1]) : 100);
}
