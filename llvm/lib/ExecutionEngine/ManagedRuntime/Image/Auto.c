//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVMManagedAuto.o: linked into an executable or shared object, it installs
/// the fault handler before the image's other constructors run. It stays
/// installed.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedRuntime.h"

// Priorities up to 100 are for runtimes, which this is.
#pragma GCC diagnostic ignored "-Wprio-ctor-dtor"

__attribute__((constructor(1))) static void installHandler(void) {
  LLVMManagedInstallAtStartUp();
}
