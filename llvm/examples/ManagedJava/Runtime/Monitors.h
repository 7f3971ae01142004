//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_MONITORS_H
#define LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_MONITORS_H

#include "ObjectModel.h"

namespace java {

/// \returns a number that the object keeps when it moves:
/// System.identityHashCode.
int32_t identityHash(Object *O);

/// Calls \p Visit with the references that Monitors.cpp has.
void visitMonitors(void (*Visit)(Object *&));

} // namespace java

#endif
