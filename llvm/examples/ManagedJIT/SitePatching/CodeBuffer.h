//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory for code that is patched. No page can be written and executed at the
/// same address.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJIT_SITEPATCHING_CODEBUFFER_H
#define LLVM_EXAMPLES_MANAGEDJIT_SITEPATCHING_CODEBUFFER_H

#include <stddef.h>
#include <stdint.h>

class CodeBuffer {
public:
  enum class Mapping {
    /// The memory is mapped twice, to be executed and to be written. It can be
    /// written while threads execute it.
    Twice,
    /// The memory is mapped once. No thread may execute it while it is written.
    Once
  };

  /// Ends the program if there is no memory.
  CodeBuffer(Mapping How, size_t Size);
  ~CodeBuffer();
  CodeBuffer(const CodeBuffer &) = delete;
  CodeBuffer &operator=(const CodeBuffer &) = delete;

  /// Where the code is executed. It can be read there, too.
  uint8_t *begin() const { return Executable; }

  /// Writes \p Size bytes at \p Offset.  1 byte, and 4 bytes at a multiple of
  /// 4, are written at once, so that no processor sees only some of them.
  /// Takes care of caches, but not of what processors have fetched.
  void write(size_t Offset, const void *Bytes, size_t Size);

private:
  Mapping How;
  size_t Size;
  uint8_t *Executable;
  uint8_t *Writable;
};

#endif // LLVM_EXAMPLES_MANAGEDJIT_SITEPATCHING_CODEBUFFER_H
