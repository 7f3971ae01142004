//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread that stops the program at its polls, moves all objects, and lets it
/// go on, again and again.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_COLLECTOR_H
#define LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_COLLECTOR_H

namespace java {

void startCollector();
/// The caller is in native state.
void stopCollector();

} // namespace java

#endif
