//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVMManagedGuard.o: linked into an executable, it reserves the wide guard
/// before any constructor runs, those of shared objects included. A shared
/// object cannot have it: LLVMManagedImage.o reserves the guard there.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedRuntime.h"

__attribute__((section(".preinit_array"),
               used)) static void (*const ReserveGuard)(void) =
    LLVMManagedReserveGuardAtStartUp;
