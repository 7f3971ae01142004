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

static long Cells[2] = {42, 1};

long *first(void) { return Cells; }
void touch(long *Cell) { Cell[1] = 2; }
