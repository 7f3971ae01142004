//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include "Native.h"
#include <cstdio>
#include <cstdlib>

void toy_null(int32_t Line) {
  std::fflush(stdout);
  std::fprintf(stderr, "line %d: the list is nil\n", int(Line));
  std::exit(1);
}

int runManagedProgram(int64_t (*Main)(int64_t), const char *Argument) {
  return runManaged(Main, std::atoll(Argument));
}
