//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Installs the handler and prints what came of it; the test makes programs of
/// this with damaged fault maps and section headers.
///
//===----------------------------------------------------------------------===//

#ifdef WITH_PROBES
#define DEFINE_PROBES
#endif
#include "FaultMapHandler.h"
#include "probes.h"

#include <stdio.h>

int main(void) {
  setbuf(stdout, NULL);
  FaultMapStatus Status = FaultMapInstall(FAULT_MAP_DEFAULT_GUARD);
  printf("%s, %zu checks\n", FaultMapStatusMessage(Status),
         FaultMapEntryCount());
#ifdef WITH_PROBES
  if (Status == FaultMapSuccess)
    printf("null gives %d\n", probeLoad(NULL));
#endif
  return Status != FaultMapSuccess;
}
