//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The options of managed-java that compile, and what they do.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_PIPELINE_COMMAND_H
#define LLVM_EXAMPLES_MANAGEDJAVA_PIPELINE_COMMAND_H

#include "ClassFile/ClassPath.h"

namespace llvm::cl {
class OptionCategory;
}

namespace java {

llvm::cl::OptionCategory &getCompilerOptions();

/// Compiles classes, given by internal or dotted names, or \p All of the class
/// path. Without an output, loads them only.
llvm::Error runCompiler(ClassPath Path, llvm::ArrayRef<std::string> Names,
                        bool All);

} // namespace java

#endif
