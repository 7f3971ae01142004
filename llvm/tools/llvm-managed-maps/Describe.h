//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command "describe": what the verifier thinks of single instructions.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_DESCRIBE_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_DESCRIBE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace llvm {
namespace managed_maps {

class Decoder;

/// Each line of \p Text is an instruction in hexadecimal.  Prints a JSON
/// object for each.  It is an error if a line is no number of bytes.
Error describeInstructions(StringRef Text, const Decoder &D, raw_ostream &OS);

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_DESCRIBE_H
