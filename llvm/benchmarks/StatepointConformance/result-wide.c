//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the row of this name calls.
///
//===----------------------------------------------------------------------===//

#include <stdint.h>

__int128 wide(int64_t High) { return ((__int128)High << 64) | 40; }
