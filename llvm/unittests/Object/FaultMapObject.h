//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Object files with fault maps, from YAML, for tests.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_UNITTESTS_OBJECT_FAULTMAPOBJECT_H
#define LLVM_UNITTESTS_OBJECT_FAULTMAPOBJECT_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Object/ManagedMaps.h"
#include "llvm/ObjectYAML/yaml2obj.h"
#include "gtest/gtest.h"
#include <string>

namespace llvm {

/// An object file that a test describes, and then breaks.
class FaultMapObject {
  std::string YAML;
  SmallString<0> Storage;
  std::unique_ptr<object::ObjectFile> Obj;

public:
  explicit FaultMapObject(StringRef YAML) : YAML(YAML) {}

  /// Replaces \p From, which is there once, by \p To.
  FaultMapObject &replace(StringRef From, StringRef To) {
    size_t At = YAML.find(From);
    EXPECT_NE(At, std::string::npos) << "there is no " << From.str();
    EXPECT_EQ(YAML.find(From, At + 1), std::string::npos)
        << "there is more than one " << From.str();
    YAML.replace(At, From.size(), To);
    return *this;
  }

  object::ObjectFile &get() {
    Obj = yaml::yaml2ObjectFile(Storage, YAML, [](const Twine &Message) {
      ADD_FAILURE() << Message.str();
    });
    return *Obj;
  }

  /// The entries, none if there is an error.
  std::vector<object::FaultMapEntry> read() {
    Expected<std::vector<object::FaultMapEntry>> Entries =
        object::readFaultMaps(get());
    if (Entries)
      return std::move(*Entries);
    ADD_FAILURE() << toString(Entries.takeError());
    return {};
  }

  /// The error, or "success".
  std::string readError() {
    Expected<std::vector<object::FaultMapEntry>> Entries =
        object::readFaultMaps(get());
    return Entries ? "success" : toString(Entries.takeError());
  }
};

/// Sections 1 .text, 2 .data, 3 llvm_faultmaps and 4 .llvm_faultmaps, with one
/// entry in each of the maps.
inline FaultMapObject makeRelocatableObject() {
  return FaultMapObject(
      R"(
--- !ELF
FileHeader:
  Class:   ELFCLASS64
  Data:    ELFDATA2LSB
  Type:    ET_REL
  Machine: EM_X86_64
Sections:
  - Name:  .text
    Type:  SHT_PROGBITS
    Flags: [ SHF_ALLOC, SHF_EXECINSTR ]
    Size:  0x40
  - Name:  .data
    Type:  SHT_PROGBITS
    Flags: [ SHF_ALLOC, SHF_WRITE ]
    Size:  0x40
  - Name:    llvm_faultmaps
    Type:    SHT_PROGBITS
    Flags:   [ SHF_ALLOC ]
    Content: '0700000041000000'
  - Name:    .llvm_faultmaps
    Type:    SHT_PROGBITS
    Flags:   [ SHF_ALLOC ]
    Content: ')"
      "0100000001000000080000000000000001000000000000000300000001000000"
      "02000000"
      R"('
  - Name: .rela.llvm_faultmaps
    Type: SHT_RELA
    Info: llvm_faultmaps
    Relocations:
      - Offset: 0
        Symbol: g
        Type:   R_X86_64_PC32
        Addend: 1
  - Name: .rela.v1
    Type: SHT_RELA
    Info: .llvm_faultmaps
    Relocations:
      - Offset: 8
        Symbol: f
        Type:   R_X86_64_64
        Addend: 2
Symbols:
  - Name:    f
    Section: .text
    Value:   0x10
  - Name:    g
    Section: .text
    Value:   0x20
  - Name:    data
    Section: .data
  - Name:    absolute
    Index:   SHN_ABS
    Value:   0x10
  - Name:    elsewhere
)");
}

/// Sections 1 .text at 0x1000, 2 .llvm_faultmaps at 0x2000, which the dynamic
/// linker relocates, 3 llvm_faultsites at 0x3000 and 4 .rela.dyn.
inline FaultMapObject makeImage() {
  return FaultMapObject(
      R"(
--- !ELF
FileHeader:
  Class:   ELFCLASS64
  Data:    ELFDATA2LSB
  Type:    ET_DYN
  Machine: EM_X86_64
Sections:
  - Name:    .text
    Type:    SHT_PROGBITS
    Flags:   [ SHF_ALLOC, SHF_EXECINSTR ]
    Address: 0x1000
    Size:    0x40
  - Name:    .llvm_faultmaps
    Type:    SHT_PROGBITS
    Flags:   [ SHF_ALLOC ]
    Address: 0x2000
    Content: ')"
      "0100000002000000081000000000000000000000000000003010000000000000"
      "0100000000000000030000000100000002000000"
      R"('
  - Name:    llvm_faultsites
    Type:    SHT_PROGBITS
    Flags:   [ SHF_ALLOC ]
    Address: 0x3000
    Content: '00e0ffff04e0ffff0000000001000000'
  - Name:    .rela.dyn
    Type:    SHT_RELA
    Flags:   [ SHF_ALLOC ]
    Link:    .dynsym
    Relocations:
      - Offset: 0x2008
        Type:   R_X86_64_RELATIVE
        Addend: 0x1010
      - Offset: 0x2018
        Symbol: f
        Type:   R_X86_64_64
        Addend: 1
      - Offset: 0x4000
        Symbol: elsewhere
        Type:   R_X86_64_GLOB_DAT
DynamicSymbols:
  - Name:    f
    Section: .text
    Value:   0x1020
  - Name:    elsewhere
)");
}

} // end namespace llvm

#endif // LLVM_UNITTESTS_OBJECT_FAULTMAPOBJECT_H
