//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What can be read for certain if a marked null check passes. The mark may
/// promise it, or the IR implies it:
///
/// - The pointer has `dereferenceable_or_null`, and nothing can free what it
///   points to.
/// - Control comes to a call that has the pointer as an argument with
///   `dereferenceable` or `byval`, such as the object of a member function or a
///   reference in C++, or to a copy or a fill of a constant number of bytes.
/// - Control comes to an access of an element of the array that the pointer
///   points to: `getelementptr inbounds` leads from the pointer to an address
///   that is not below it. Both are then in one object, which does not end at
///   the pointer. All of an object can be read. The pointer may also point into
///   the array, if the index is known not to be negative.
/// - Control comes to an atomic access, which may become a call of a library.
///
/// In the last three cases, nothing in between may end the execution, wait for
/// another thread, or change what is mapped.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_NULLCHECKPROMISES_H
#define LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_NULLCHECKPROMISES_H

#include <cstdint>
#include <optional>

namespace llvm {

class BranchInst;

/// How many bytes from address 0 on are never mapped, unless an option says
/// something else.
inline constexpr unsigned DefaultNullPageSize = 4096;

/// What can be read when a check has passed.
struct NullCheckPromise {
  /// The number of the check's successor for a pointer that is not null.
  unsigned NotNull;
  /// How far above the pointer of the check; less than 0 is below.
  int64_t Offset;
  /// How many bytes can be read there.
  uint64_t Bytes;
};

/// Whether \p Check, a conditional branch, may test a reference to an object
/// that a collector can move.
bool mayTestReference(const BranchInst &Check);

/// Finds a promise of \p Check, a conditional branch; none if it is not marked.
std::optional<NullCheckPromise> findNullCheckPromise(const BranchInst &Check);

} // namespace llvm

#endif // LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_NULLCHECKPROMISES_H
