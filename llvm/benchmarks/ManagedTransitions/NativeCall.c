//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The native function of NativeCall.java. It is declared as the header of the
/// Java Native Interface would declare it, which thus is not needed.
///
//===----------------------------------------------------------------------===//

__attribute__((visibility("default"))) long
Java_NativeCall_increment(void *Environment, void *Class, long Value) {
  (void)Environment;
  (void)Class;
  return Value + 1;
}
