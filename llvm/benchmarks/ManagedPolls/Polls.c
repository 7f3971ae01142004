//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What polls of programs use, without a runtime that could stop threads: they
/// are never taken. With that of the runtime, whose page has a segment of its
/// own, valgrind reads no symbols of the program.
///
//===----------------------------------------------------------------------===//

#include <stdlib.h>

const char LLVMManagedPollPage[64];
const void *const LLVMManagedPollAddress = LLVMManagedPollPage;

void LLVMManagedPoll(void) { abort(); }
