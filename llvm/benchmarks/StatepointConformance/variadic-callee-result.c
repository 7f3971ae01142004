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

#include <stdarg.h>
#include <stdio.h>

// What it returns is in the register that says how many arguments are in vector
// registers.
long zero(void) { return 0; }

int show(int Count, ...) {
  va_list Arguments;
  va_start(Arguments, Count);
  double First = va_arg(Arguments, double);
  int Printed = printf("%g %d\n", First, va_arg(Arguments, int));
  va_end(Arguments);
  return Printed;
}
