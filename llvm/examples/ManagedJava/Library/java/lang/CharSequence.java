//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What has characters.
///
//===----------------------------------------------------------------------===//

package java.lang;

public interface CharSequence {
  int length();

  char charAt(int index);

  CharSequence subSequence(int begin, int end);

  String toString();

  default boolean isEmpty() { return length() == 0; }
}
