//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The code of the example, made for one target or the other:
///
///   int add(const int *A, const int *B)
///
/// returns the sum of what the operands point to, -1 if A is null, and else -2
/// if B is null. Each operand is loaded at a *site*, where the load stands in
/// for the null check, and can be patched once to go through a *stub*, which
/// has an explicit check.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJIT_SITEPATCHING_SITES_H
#define LLVM_EXAMPLES_MANAGEDJIT_SITEPATCHING_SITES_H

#include "CodeBuffer.h"
#include <stddef.h>
#include <stdint.h>

/// All are offsets in the code.
struct Site {
  /// The instruction that is patched.
  size_t Patched;
  /// The load.
  size_t Faulting;
  /// What runs if the operand is null.
  size_t Handler;
  /// Checks, loads and goes on behind the load.
  size_t Stub;
};

constexpr unsigned NumSites = 2;
/// Those of the operands.
extern const Site Sites[NumSites];

/// Writes the function to the beginning of \p Code; returns its size, rounded
/// up to a multiple of 8.
size_t writeCode(CodeBuffer &Code);

/// To be called once, before anything is patched in \p Code.
void prepareForPatching(const CodeBuffer &Code);

/// Makes the code go through the stub of \p S.  Threads may execute the code
/// meanwhile, if \p Code can be written then: they go one way or the other.
/// All go through the stub soon after this has returned.
void patchSite(CodeBuffer &Code, const Site &S);

#endif // LLVM_EXAMPLES_MANAGEDJIT_SITEPATCHING_SITES_H
