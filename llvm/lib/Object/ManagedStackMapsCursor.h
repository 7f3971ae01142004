//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The bytes of stack maps of version 4, read one number after the other.
///
/// The first rule that is broken is kept, and from then on every number is
/// zero, so that parsers have to look for failure only where they loop.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_OBJECT_MANAGEDSTACKMAPSCURSOR_H
#define LLVM_LIB_OBJECT_MANAGEDSTACKMAPSCURSOR_H

#include "ManagedMapsReader.h"
#include <string>

namespace llvm {
namespace object {

class StackMapCursor {
  const ManagedMapBytes &Bytes;
  uint64_t Position;
  std::string Rule;
  uint64_t RuleOffset = 0;

public:
  /// \p Position is at most the size of \p Bytes, which outlives this.
  StackMapCursor(const ManagedMapBytes &Bytes, uint64_t Position)
      : Bytes(Bytes), Position(Position) {}

  bool hasFailed() const { return !Rule.empty(); }
  uint64_t position() const { return Position; }
  uint64_t left() const { return Bytes.Contents.size() - Position; }

  /// Notes that \p What is wrong at \p Offset, unless something was before.
  void fail(uint64_t Offset, const Twine &What) {
    if (hasFailed())
      return;
    Rule = What.str();
    RuleOffset = Offset;
  }

  /// What has failed.
  Error takeError() const {
    if (!hasFailed())
      return Error::success();
    return makeManagedMapError(Bytes.SectionName, Bytes.SectionIndex,
                               RuleOffset, Rule);
  }

  uint8_t readByte();
  uint64_t readWord();
  /// With \p IsPadded, it may be longer than it has to be.
  uint64_t readULEB(bool IsPadded = false);
  int64_t readSLEB();
  /// A number, not zero, of things that have at least \p Size bytes each.
  uint64_t readCount(uint64_t Size, const char *What);
  /// Numbers of the bits that are 1 in a number of any length; there are
  /// \p Limit bits.
  void readBits(size_t Limit, std::vector<uint32_t> &Numbers);
};

} // end namespace object
} // end namespace llvm

#endif // LLVM_LIB_OBJECT_MANAGEDSTACKMAPSCURSOR_H
