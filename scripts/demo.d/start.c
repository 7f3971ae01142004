//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Linked into every program of the demo: installs the fault handler before
/// the program's own constructors run.  A program without implicit checks gets
/// it too, so that all three builds do the same at start-up.
///
//===----------------------------------------------------------------------===//

#include "FaultMapHandler.h"

#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor(101))) static void start(void) {
  FaultMapStatus Status = FaultMapInstall(FAULT_MAP_DEFAULT_GUARD);
  if (Status == FaultMapSuccess)
    return;
  fprintf(stderr, "cannot install the fault handler: %s\n",
          FaultMapStatusMessage(Status));
  exit(70);
}
