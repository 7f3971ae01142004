//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ManagedMapFuzz.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;
using namespace llvm::object;

void llvm::failFuzzing(const Twine &Message) {
  errs() << "fuzzing: " << Message << '\n';
  abort();
}

ManagedMapFuzzInput::ManagedMapFuzzInput(ArrayRef<uint8_t> Input) {
  constexpr size_t HeaderSize = 10, RelocationSize = 8;
  std::vector<uint8_t> Header(Input.take_front(HeaderSize));
  Header.resize(HeaderSize);
  Input = Input.drop_front(std::min(Input.size(), HeaderSize));
  unsigned Flags = Header[0];
  Bytes.SectionName = "fuzzed";
  Bytes.SectionIndex = 7;
  Bytes.Endian = Flags & 1 ? endianness::big : endianness::little;
  Bytes.IsRelocatable = Flags & 2;
  Bytes.AddressBits = Flags & 4 ? 32 : 64;
  Bytes.Unrelocated = Flags & 8 ? ManagedMapUnrelocated::Absolute
                                : ManagedMapUnrelocated::Refuse;
  HasFlag16 = Flags & 16;
  if (!Bytes.IsRelocatable)
    Bytes.Address = support::endian::read64le(&Header[1]);

  for (unsigned Count = Header[9]; Count && Input.size() >= RelocationSize;
       --Count, Input = Input.drop_front(RelocationSize)) {
    ManagedMapRelocation R;
    R.Offset = support::endian::read16le(&Input[0]);
    R.Type = Input[2] & 1 ? ManagedMapRelocation::Relative32
                          : ManagedMapRelocation::Absolute64;
    R.Target.Address = support::endian::read16le(&Input[4]);
    if (Bytes.IsRelocatable) {
      R.Target.SectionIndex = Input[3];
      R.Limit = support::endian::read16le(&Input[6]);
      R.Target.Address = std::min(R.Target.Address, R.Limit);
    }
    Relocations.push_back(R);
  }
  llvm::sort(Relocations,
             [](const auto &A, const auto &B) { return A.Offset < B.Offset; });
  Bytes.Relocations = Relocations;
  Contents.assign(Input.begin(), Input.end());
  Contents.shrink_to_fit();
  Bytes.Contents = Contents;
}

void llvm::checkFuzzError(Error E, const ManagedMapFuzzInput &Input) {
  const std::string Message = toString(std::move(E));
  StringRef Rest = Message;
  uint64_t Offset;
  if (!Rest.consume_front("section 'fuzzed' (index 7) at offset 0x") ||
      Rest.consumeInteger(16, Offset) || !Rest.consume_front(": ") ||
      Rest.empty())
    failFuzzing("the error has another form: " + Message);
  const bool IsOfRelocation =
      any_of(Input.Bytes.Relocations,
             [&](const auto &R) { return R.Offset == Offset; });
  if (Offset > Input.Bytes.Contents.size() && !IsOfRelocation)
    failFuzzing("the error is at an offset outside of the section: " + Message);
}

void FuzzWriter::compare() const {
  if (ArrayRef(Written) != Bytes.Contents)
    failFuzzing("the section differs from what was read");
}

void llvm::fuzzObjectFile(ArrayRef<uint8_t> Input,
                          function_ref<void(const ObjectFile &)> Read) {
  const StringRef Bytes = toStringRef(Input);
  const file_magic Magic = identify_magic(Bytes);
  if (Magic == file_magic::macho_universal_binary)
    return;
  // The copy is aligned, as files in memory are.
  std::unique_ptr<MemoryBuffer> Buffer =
      MemoryBuffer::getMemBufferCopy(Bytes, "fuzzed");
  Expected<std::unique_ptr<ObjectFile>> Obj =
      ObjectFile::createObjectFile(*Buffer, Magic);
  if (!Obj)
    consumeError(Obj.takeError());
  else if ((*Obj)->isELF() || (*Obj)->isMachO())
    Read(**Obj);
}

ManagedMapReadOptions llvm::leniently() {
  ManagedMapReadOptions Options;
  Options.Unrelocated = ManagedMapUnrelocated::Absolute;
  return Options;
}
