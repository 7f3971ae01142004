//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Strings for Java, and of it.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_STRINGS_H
#define LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_STRINGS_H

#include "ObjectModel.h"
#include <string>

namespace java {

/// \returns a new string. \p Text is UTF-8; what is malformed becomes U+FFFD.
Object *newString(const char *Text);
/// The name of a class as Class.getName() has it: "java.lang.Object", "[I".
Object *newName(const Class *C);
/// \returns the UTF-8 of a string that is not null; a surrogate without its
/// pair becomes '?'.
std::string toUTF8(Object *String);
/// Likewise for a part of an array of char. Collects nothing.
std::string toUTF8(const uint16_t *Text, size_t Length);

} // namespace java

#endif
