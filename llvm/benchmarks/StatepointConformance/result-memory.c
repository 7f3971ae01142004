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

struct Large {
  long Words[8];
};

struct Large makeLarge(long First) {
  struct Large Result = {{First, 0, 0, 0, 0, 0, 0, 2}};
  return Result;
}
