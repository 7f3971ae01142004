//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// After Intel's manual, volume 2, chapter 2.
///
//===----------------------------------------------------------------------===//

#include "X86FaultAddress.h"

using namespace llvm;
using namespace llvm::managed;

namespace {

/// An instruction has at most 15 bytes.
constexpr unsigned MaxLength = 15;

/// The displacement of an EVEX instruction is times a power of two, up to 64.
constexpr unsigned MaxUnit = 64;

/// What comes in front of the ModRM byte, as far as an address needs it.
struct Prefixes {
  /// The fourth bits of the index and of the base.
  bool X = false, B = false;
  bool IsEVEX = false;
};

/// Reads the bytes of one instruction.
class Reader {
public:
  explicit Reader(const uint8_t *Code) : Code(Code) {}

  /// The next byte; 0 behind the longest instruction.
  uint8_t next() { return Length < MaxLength ? Code[Length++] : fail(); }
  bool hasFailed() const { return HasFailed; }

private:
  uint8_t fail() {
    HasFailed = true;
    return 0;
  }

  const uint8_t *Code;
  unsigned Length = 0;
  bool HasFailed = false;
};

} // end anonymous namespace

/// Whether \p Byte is a prefix that leaves the address as it is.
static bool isNeutralPrefix(uint8_t Byte) {
  switch (Byte) {
  case 0x66: // Operand size.
  case 0xf0: // LOCK.
  case 0xf2:
  case 0xf3:
  // Segments without a base.
  case 0x26:
  case 0x2e:
  case 0x36:
  case 0x3e:
    return true;
  default:
    return false;
  }
}

/// Reads up to the ModRM byte. Returns false if the address is something else.
static bool readPrefixes(Reader &In, Prefixes &Before) {
  uint8_t Byte = In.next();
  while (isNeutralPrefix(Byte))
    Byte = In.next();
  switch (Byte) {
  case 0x64: // FS.
  case 0x65: // GS.
  case 0x67: // An address of 32 bits.
  case 0xd5: // REX2.
    return false;
  case 0xc4:
    Byte = In.next();
    Before.X = !(Byte & 0x40);
    Before.B = !(Byte & 0x20);
    In.next();
    In.next();
    return true;
  case 0xc5:
    In.next();
    In.next();
    return true;
  case 0x62:
    Byte = In.next();
    Before.X = !(Byte & 0x40);
    Before.B = !(Byte & 0x20);
    Before.IsEVEX = true;
    // Registers above the sixteenth are saved elsewhere.
    if (Byte & 0x08 || !(In.next() & 0x04))
      return false;
    In.next();
    In.next();
    return true;
  default:
    break;
  }
  if ((Byte & 0xf0) == 0x40) {
    Before.X = Byte & 2;
    Before.B = Byte & 1;
    Byte = In.next();
  }
  if (Byte == 0x0f) {
    Byte = In.next();
    if (Byte == 0x38 || Byte == 0x3a)
      In.next();
    return true;
  }
  // Moves of the accumulator have an address in place of a ModRM byte.
  return (Byte & 0xfc) != 0xa0;
}

static int64_t readDisplacement(Reader &In, unsigned Bytes) {
  uint32_t Value = 0;
  for (unsigned I = 0; I != Bytes; ++I)
    Value |= uint32_t(In.next()) << 8 * I;
  return Bytes == 1 ? int64_t(int8_t(Value)) : int64_t(int32_t(Value));
}

bool managed::decodeX86Address(const uint8_t *Code, const long long *Registers,
                               const uint8_t (&Places)[16],
                               X86FaultAddress &Result) {
  auto Register = [&](unsigned Number) {
    return static_cast<uint64_t>(Registers[Places[Number]]);
  };
  Reader In(Code);
  Prefixes Before;
  if (!readPrefixes(In, Before))
    return false;
  const uint8_t ModRM = In.next();
  const unsigned Mode = ModRM >> 6, RM = ModRM & 7;
  if (Mode == 3)
    return false;

  uint64_t Sum = 0;
  unsigned Base = RM;
  if (RM == 4) {
    const uint8_t SIB = In.next();
    const unsigned Index = (SIB >> 3 & 7) | unsigned(Before.X) << 3;
    Base = SIB & 7;
    if (Index != 4)
      Sum = Register(Index) << (SIB >> 6);
  }
  unsigned Bytes = Mode == 1 ? 1 : Mode == 2 ? 4 : 0;
  if (Base == 5 && Mode == 0) {
    // Relative to the instruction, or no base.
    if (RM != 4)
      return false;
    Bytes = 4;
  } else {
    Sum += Register(Base | unsigned(Before.B) << 3);
  }
  const int64_t Displacement = readDisplacement(In, Bytes);
  if (In.hasFailed())
    return false;
  const bool HasUnit = Before.IsEVEX && Bytes == 1;
  Result.Address = Sum + (HasUnit ? 0 : uint64_t(Displacement));
  Result.Slack =
      HasUnit
          ? uint64_t(Displacement < 0 ? -Displacement : Displacement) * MaxUnit
          : 0;
  return true;
}
