//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strings.h"
#include "Heap.h"
#include "Program.h"
#include "Throwing.h"
#include <cstring>
#include <vector>

namespace java {

/// Reads one code point of UTF-8, and steps over it.
static uint32_t readCodePoint(const unsigned char *&Text) {
  const unsigned char First = *Text++;
  if (First < 0x80)
    return First;
  const int Length = First >= 0xf0 && First < 0xf5   ? 3
                     : First >= 0xe0                 ? 2
                     : First >= 0xc2 && First < 0xe0 ? 1
                                                     : 0;
  uint32_t Value = First & (0x3f >> Length);
  if (!Length || First >= 0xf5)
    return 0xfffd;
  for (int I = 0; I != Length; ++I, ++Text) {
    if ((*Text & 0xc0) != 0x80)
      return 0xfffd;
    Value = Value << 6 | (*Text & 0x3f);
  }
  return Value;
}

static Object *makeString(const std::vector<uint16_t> &Text) {
  static Class *Chars = findClass("[C");
  if (!Chars)
    fatal("the program has no class '[C'");
  static const auto Make = findMethod<Object *(*)(Array *)>("newString");
  Array *A = allocateArray(Chars, Text.size());
  if (!Text.empty())
    std::memcpy(elements(A), Text.data(), Text.size() * sizeof(uint16_t));
  return Make(A);
}

Object *newString(const char *Text) {
  std::vector<uint16_t> Units;
  const auto *Next = reinterpret_cast<const unsigned char *>(Text);
  while (*Next) {
    const uint32_t Point = readCodePoint(Next);
    if (Point < 0x10000) {
      Units.push_back(Point);
    } else {
      Units.push_back(0xd7c0 + (Point >> 10));
      Units.push_back(0xdc00 | (Point & 0x3ff));
    }
  }
  return makeString(Units);
}

Object *newName(const Class *C) {
  std::string Name = C->Name;
  for (char &Letter : Name)
    if (Letter == '/')
      Letter = '.';
  return newString(Name.c_str());
}

static bool isHigh(uint16_t Unit) { return (Unit & 0xfc00) == 0xd800; }
static bool isLow(uint16_t Unit) { return (Unit & 0xfc00) == 0xdc00; }

std::string toUTF8(const uint16_t *Text, size_t Length) {
  std::string Result;
  Result.reserve(Length);
  for (size_t I = 0; I != Length; ++I) {
    uint32_t Point = Text[I];
    if (isHigh(Point) && I + 1 != Length && isLow(Text[I + 1]))
      Point = ((Point - 0xd7c0) << 10) + (Text[++I] & 0x3ff);
    else if (isHigh(Point) || isLow(Point))
      Point = '?';
    if (Point < 0x80) {
      Result += char(Point);
    } else if (Point < 0x800) {
      Result += char(0xc0 | Point >> 6);
      Result += char(0x80 | (Point & 0x3f));
    } else {
      if (Point < 0x10000) {
        Result += char(0xe0 | Point >> 12);
      } else {
        Result += char(0xf0 | Point >> 18);
        Result += char(0x80 | (Point >> 12 & 0x3f));
      }
      Result += char(0x80 | (Point >> 6 & 0x3f));
      Result += char(0x80 | (Point & 0x3f));
    }
  }
  return Result;
}

std::string toUTF8(Object *String) {
  static const auto GetChars = findMethod<Array *(*)(Object *)>("toChars");
  Array *A = GetChars(String);
  return toUTF8(reinterpret_cast<const uint16_t *>(elements(A)), A->Length);
}

} // namespace java
