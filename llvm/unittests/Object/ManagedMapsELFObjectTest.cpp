//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Well-formed fault maps of ELF files.
///
//===----------------------------------------------------------------------===//

#include "FaultMapObject.h"

using namespace llvm;
using namespace llvm::object;

namespace {

TEST(ManagedMapsELF, RelocationsGiveThePlaces) {
  std::vector<FaultMapEntry> Entries = makeRelocatableObject().read();
  ASSERT_EQ(Entries.size(), 2u);
  EXPECT_EQ(Entries[0].Version, 2);
  EXPECT_EQ(Entries[0].SectionIndex, 3u);
  EXPECT_EQ(Entries[0].FaultingPC, (SectionedAddress{0x21, 1}));
  EXPECT_EQ(Entries[0].HandlerPC, (SectionedAddress{0x25, 1}));
  EXPECT_EQ(Entries[1].Version, 1);
  EXPECT_EQ(Entries[1].SectionIndex, 4u);
  EXPECT_EQ(Entries[1].FaultingPC, (SectionedAddress{0x13, 1}));
  EXPECT_EQ(Entries[1].HandlerPC, (SectionedAddress{0x14, 1}));
}

TEST(ManagedMapsELF, AddendsMayBeInTheFields) {
  FaultMapObject Obj = makeRelocatableObject();
  Obj.replace("Name: .rela.v1\n    Type: SHT_RELA",
              "Name: .rel.v1\n    Type: SHT_REL");
  Obj.replace("\n        Addend: 2", "");
  Obj.replace("Name: .rela.llvm_faultmaps\n    Type: SHT_RELA",
              "Name: .rel.llvm_faultmaps\n    Type: SHT_REL");
  Obj.replace("\n        Addend: 1", "");
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 2u);
  EXPECT_EQ(Entries[0].FaultingPC, (SectionedAddress{0x27, 1}));
  EXPECT_EQ(Entries[1].FaultingPC, (SectionedAddress{0x19, 1}));
}

TEST(ManagedMapsELF, RelocationsMayBeCompact) {
  FaultMapObject Obj = makeRelocatableObject();
  Obj.replace("Name: .rela.v1\n    Type: SHT_RELA",
              "Name: .crel.v1\n    Type: SHT_CREL\n    Link: .symtab");
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 2u);
  EXPECT_EQ(Entries[1].FaultingPC, (SectionedAddress{0x13, 1}));
}

TEST(ManagedMapsELF, RelocationsMayBeInSeveralSections) {
  FaultMapObject Obj = makeRelocatableObject();
  Obj.replace("    Content: '0700000041000000'",
              "    Content: '07000000410000000700000041000000'");
  Obj.replace("  - Name: .rela.v1", R"(  - Name: .rela.more
    Type: SHT_RELA
    Info: llvm_faultmaps
    Relocations:
      - Offset: 8
        Symbol: f
        Type:   R_X86_64_PC32
  - Name: .rela.v1)");
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 3u);
  EXPECT_EQ(Entries[1].FaultingPC, (SectionedAddress{0x10, 1}));
}

TEST(ManagedMapsELF, RelocationsThatDoNothingAreIgnored) {
  FaultMapObject Obj = makeRelocatableObject();
  Obj.replace("        Addend: 1", R"(        Addend: 1
      - Offset: 4
        Symbol: elsewhere
        Type:   R_X86_64_NONE)");
  EXPECT_EQ(Obj.read().size(), 2u);
}

TEST(ManagedMapsELF, AArch64HasItsOwnRelocations) {
  FaultMapObject Obj = makeRelocatableObject();
  Obj.replace("EM_X86_64", "EM_AARCH64");
  Obj.replace("R_X86_64_PC32", "R_AARCH64_PREL32");
  Obj.replace("R_X86_64_64", "R_AARCH64_ABS64");
  Obj.replace("        Addend: 1", R"(        Addend: 1
      - Offset: 4
        Type:   R_AARCH64_NONE)");
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 2u);
  EXPECT_EQ(Entries[0].FaultingPC, (SectionedAddress{0x21, 1}));
  EXPECT_EQ(Entries[1].FaultingPC, (SectionedAddress{0x13, 1}));
}

TEST(ManagedMapsELF, SectionsMayHaveExtendedIndices) {
  FaultMapObject Obj = makeRelocatableObject();
  Obj.replace("Section: .text\n    Value:   0x20",
              "Index:   SHN_XINDEX\n    Value:   0x20");
  Obj.replace("Symbols:", R"(  - Name:    .symtab_shndx
    Type:    SHT_SYMTAB_SHNDX
    Entries: [ 0, 0, 1, 0, 0, 0 ]
    Link:    .symtab
Symbols:)");
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 2u);
  EXPECT_EQ(Entries[0].FaultingPC, (SectionedAddress{0x21, 1}));
}

TEST(ManagedMapsELF, SectionsMayHaveTheSameName) {
  FaultMapObject Obj = makeRelocatableObject();
  Obj.replace("Name:    .llvm_faultmaps", "Name:    llvm_faultmaps (1)");
  Obj.replace("Info: .llvm_faultmaps", "Info: llvm_faultmaps (1)");
  Obj.replace("'010000000100000008000000000000000100000000000000030000000100000"
              "002000000'",
              "'0000000000000000000000004300000000000000'\n    ShSize:  16");
  Obj.replace("R_X86_64_64", "R_X86_64_PC32");
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 2u);
  EXPECT_EQ(Entries[1].SectionIndex, 4u);
  EXPECT_EQ(Entries[1].Offset, 8u);
  EXPECT_EQ(Entries[1].FaultingPC, (SectionedAddress{0x12, 1}));
}

TEST(ManagedMapsELF, FilesWithoutFaultMapsHaveNoEntries) {
  FaultMapObject Obj = makeRelocatableObject();
  Obj.replace("Name:    llvm_faultmaps", "Name:    llvm_faultmaps2");
  Obj.replace("Info: llvm_faultmaps", "Info: llvm_faultmaps2");
  Obj.replace("Name:    .llvm_faultmaps", "Name:    .llvm_faultmap");
  Obj.replace("Info: .llvm_faultmaps", "Info: .llvm_faultmap");
  EXPECT_EQ(Obj.read().size(), 0u);
}

TEST(ManagedMapsELF, FiltersChooseSections) {
  ManagedMapReadOptions Options;
  Options.Filter = [](const SectionRef &Section) {
    return Section.getIndex() == 4;
  };
  FaultMapObject Obj = makeRelocatableObject();
  Expected<std::vector<FaultMapSection>> Maps =
      readFaultMapSections(Obj.get(), Options);
  ASSERT_TRUE(bool(Maps));
  ASSERT_EQ(Maps->size(), 1u);
  EXPECT_EQ(Maps->front().Name, ".llvm_faultmaps");
}

TEST(ManagedMapsELF, TheDynamicLinkerRelocatesAddresses) {
  FaultMapObject Obj = makeImage();
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 2u);
  EXPECT_EQ(Entries[0].FaultingPC, SectionedAddress{0x1022});
  EXPECT_EQ(Entries[0].HandlerPC, SectionedAddress{0x1023});
  EXPECT_EQ(Entries[1].FaultingPC, SectionedAddress{0x1000});
  EXPECT_EQ(Entries[1].HandlerPC, SectionedAddress{0x1008});

  Expected<std::vector<FaultMapSection>> Maps = readFaultMapSections(Obj.get());
  ASSERT_TRUE(bool(Maps));
  ASSERT_EQ(Maps->front().Functions.size(), 2u);
  EXPECT_EQ(Maps->front().Functions[0].Address, SectionedAddress{0x1010});
}

TEST(ManagedMapsELF, AArch64HasItsOwnDynamicRelocations) {
  FaultMapObject Obj = makeImage();
  Obj.replace("EM_X86_64", "EM_AARCH64");
  Obj.replace("R_X86_64_RELATIVE", "R_AARCH64_RELATIVE");
  Obj.replace("R_X86_64_64", "R_AARCH64_ABS64");
  Obj.replace("R_X86_64_GLOB_DAT", "R_AARCH64_GLOB_DAT");
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 2u);
  EXPECT_EQ(Entries[0].FaultingPC, SectionedAddress{0x1022});
}

TEST(ManagedMapsELF, DynamicRelocationsHaveNoOrder) {
  // One between the two sections comes first.
  FaultMapObject Obj = makeImage();
  Obj.replace("Relocations:", R"(Relocations:
      - Offset: 0x2800
        Symbol: elsewhere
        Type:   R_X86_64_GLOB_DAT)");
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 2u);
  EXPECT_EQ(Entries[0].FaultingPC, SectionedAddress{0x1022});
}

TEST(ManagedMapsELF, TheDynamicLinkerMayFindAddendsInTheFields) {
  FaultMapObject Obj = makeImage();
  Obj.replace("Name:    .rela.dyn\n    Type:    SHT_RELA",
              "Name:    .rel.dyn\n    Type:    SHT_REL");
  Obj.replace("\n        Addend: 0x1010", "");
  Obj.replace("\n        Addend: 1", "");
  Obj.replace("R_X86_64_64", "R_X86_64_RELATIVE");
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 2u);
  EXPECT_EQ(Entries[0].FaultingPC, SectionedAddress{0x1031});
}

TEST(ManagedMapsELF, RelocationsThatTheLinkerHasDoneAreIgnored) {
  FaultMapObject Obj = makeImage();
  Obj.replace("    Flags:   [ SHF_ALLOC ]\n    Link:    .dynsym",
              "    Link:    .dynsym");
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 2u);
  EXPECT_EQ(Entries[0].FaultingPC, SectionedAddress{0x1031});
}

TEST(ManagedMapsELF, ImagesMayHave32BitAddresses) {
  FaultMapObject Obj(
      R"(
--- !ELF
FileHeader:
  Class:   ELFCLASS32
  Data:    ELFDATA2MSB
  Type:    ET_EXEC
  Machine: EM_PPC
Sections:
  - Name:    .llvm_faultmaps
    Type:    SHT_PROGBITS
    Flags:   [ SHF_ALLOC ]
    Content: ')"
      "0100000000000001000000000000800000000001000000000000000100000004"
      "00000008"
      R"('
)");
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 1u);
  EXPECT_EQ(Entries[0].FaultingPC, SectionedAddress{0x8004});
}

TEST(ManagedMapsELF, EntriesOfDiscardedFunctionsAreLeftOut) {
  FaultMapObject Obj = makeImage();
  Obj.replace(
      "        Symbol: f\n        Type:   R_X86_64_64\n        Addend: 1",
      "        Type:   R_X86_64_RELATIVE");
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 1u);
  EXPECT_EQ(Entries[0].Version, 2);
}

} // namespace
