//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ManagedStackMapsCursor.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace llvm::object;

uint8_t StackMapCursor::readByte() {
  if (hasFailed())
    return 0;
  if (left() == 0) {
    fail(Position, "the section ends within a run");
    return 0;
  }
  return Bytes.Contents[Position++];
}

uint64_t StackMapCursor::readWord() {
  if (hasFailed())
    return 0;
  if (left() < 8) {
    fail(Position, "the section ends within a run");
    return 0;
  }
  uint64_t Value =
      support::endian::read64(&Bytes.Contents[Position], Bytes.Endian);
  Position += 8;
  return Value;
}

uint64_t StackMapCursor::readULEB(bool IsPadded) {
  const uint64_t Begin = Position;
  uint64_t Value = 0;
  for (unsigned Shift = 0;; Shift += 7) {
    const uint8_t Byte = readByte();
    if (hasFailed())
      return 0;
    const uint64_t Bits = Byte & 0x7f;
    if (Shift > 63 || (Shift == 63 && Bits > 1)) {
      fail(Begin, "the number has more than 64 bits");
      return 0;
    }
    Value |= Bits << Shift;
    if (Byte & 0x80)
      continue;
    if (Byte == 0 && Shift != 0 && !IsPadded) {
      fail(Begin, "the number is not in its shortest form");
      return 0;
    }
    return Value;
  }
}

int64_t StackMapCursor::readSLEB() {
  const uint64_t Begin = Position;
  uint64_t Value = 0;
  uint8_t Before = 0;
  for (unsigned Shift = 0;; Shift += 7) {
    const uint8_t Byte = readByte();
    if (hasFailed())
      return 0;
    const uint64_t Bits = Byte & 0x7f;
    if (Shift > 63 || (Shift == 63 && Bits != 0 && Bits != 0x7f)) {
      fail(Begin, "the number has more than 64 bits");
      return 0;
    }
    Value |= Bits << Shift;
    if (Byte & 0x80) {
      Before = Byte;
      continue;
    }
    const bool IsNegative = Byte & 0x40;
    // The last byte must say more than the sign that the one before has.
    if (Shift != 0 && Bits == (IsNegative ? 0x7f : 0) &&
        IsNegative == bool(Before & 0x40)) {
      fail(Begin, "the number is not in its shortest form");
      return 0;
    }
    if (IsNegative && Shift + 7 < 64)
      Value |= ~UINT64_C(0) << (Shift + 7);
    return int64_t(Value);
  }
}

uint64_t StackMapCursor::readCount(uint64_t Size, const char *What) {
  const uint64_t Begin = Position;
  const uint64_t Count = readULEB();
  if (Count == 0)
    fail(Begin, Twine("the number of ") + What + " is zero");
  if (left() / Size >= Count)
    return Count;
  fail(Begin,
       "the section ends before the last of " + Twine(Count) + " " + What);
  return 0;
}

void StackMapCursor::readBits(size_t Limit, std::vector<uint32_t> &Numbers) {
  const uint64_t Begin = Position;
  for (uint64_t First = 0;; First += 7) {
    const uint8_t Byte = readByte();
    if (hasFailed())
      return;
    for (unsigned Bit = 0; Bit != 7; ++Bit) {
      if (!(Byte >> Bit & 1))
        continue;
      if (First + Bit >= Limit) {
        fail(Begin, "bit " + Twine(First + Bit) + " of a set has no meaning");
        return;
      }
      Numbers.push_back(First + Bit);
    }
    if (Byte & 0x80)
      continue;
    if (Byte == 0 && First != 0)
      fail(Begin, "the number is not in its shortest form");
    return;
  }
}
