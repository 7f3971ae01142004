//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The bytes of a class file.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_BYTEREADER_H
#define LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_BYTEREADER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"

namespace java {

/// Reads big-endian numbers from the begin of some bytes to their end. Past the
/// end, all are zero, and finish() is an error. A loop over a count that was
/// read has to end when hasFailed().
class ByteReader {
public:
  ByteReader() = default;
  explicit ByteReader(llvm::ArrayRef<uint8_t> Bytes) : Bytes(Bytes) {}

  uint8_t u1() { return read<uint8_t>(); }
  uint16_t u2() { return read<uint16_t>(); }
  uint32_t u4() { return read<uint32_t>(); }
  uint64_t u8() { return read<uint64_t>(); }
  llvm::ArrayRef<uint8_t> bytes(size_t Count) {
    if (Count > left()) {
      Failed = true;
      At = Bytes.size();
      return {};
    }
    At += Count;
    return Bytes.slice(At - Count, Count);
  }

  void skip(size_t Count) { (void)bytes(Count); }

  size_t left() const { return Bytes.size() - At; }
  bool hasFailed() const { return Failed; }
  /// \returns an error if not all bytes were read, or more than there are.
  llvm::Error finish() const {
    if (Failed)
      return llvm::createStringError("truncated");
    if (left())
      return llvm::createStringError(llvm::Twine(left()) +
                                     " bytes at its end are too many");
    return llvm::Error::success();
  }

private:
  template <typename T> T read() {
    llvm::ArrayRef<uint8_t> Number = bytes(sizeof(T));
    return Number.empty()
               ? T(0)
               : llvm::support::endian::read<T, llvm::endianness::big>(
                     Number.data());
  }

  llvm::ArrayRef<uint8_t> Bytes;
  size_t At = 0;
  bool Failed = false;
};

} // namespace java

#endif
