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

struct Pair {
  long First;
  long Second;
};

struct Pair makePair(long First) {
  struct Pair Result = {First, 2};
  return Result;
}
