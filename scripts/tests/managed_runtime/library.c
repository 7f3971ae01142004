//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A shared object with a check of its own: libraryLoad(P) gives *P, or -1 if P
/// is null.
///
//===----------------------------------------------------------------------===//

#include "probes.h"

#include <unistd.h>

__asm__(BEGIN(libraryLoad) ".LlibraryLoadPC:\n" LOAD RETURN
                           ".LlibraryLoadNull:\n" RETURN_NULL END(libraryLoad)
                               SHORT(libraryLoad, ".LlibraryLoadPC",
                                     ".LlibraryLoadNull", 1) ".text\n");

int libraryLoad(const int *P);

// The check is recovered in constructors and destructors too.
__attribute__((constructor)) static void checkAtStart(void) {
  if (libraryLoad(0) != -1)
    _exit(70);
}

__attribute__((destructor)) static void checkAtEnd(void) {
  if (libraryLoad(0) != -1)
    _exit(71);
}
