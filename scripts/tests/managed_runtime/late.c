//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A shared object that library.c depends on, so that its destructor runs last
/// and gives threads time to fault while the process exits.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <unistd.h>

int late(void) { return 0; }

__attribute__((destructor)) static void takeTime(void) { usleep(100000); }
