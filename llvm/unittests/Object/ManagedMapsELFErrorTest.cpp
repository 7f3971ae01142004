//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Malformed ELF files with fault maps: each test breaks one rule.
///
//===----------------------------------------------------------------------===//

#include "FaultMapObject.h"

using namespace llvm;
using namespace llvm::object;

static const char *const Table = "section '.llvm_faultmaps' (index 4) at "
                                 "offset ";
static const char *const Short = "section 'llvm_faultmaps' (index 3) at "
                                 "offset ";

static std::string errorAfter(FaultMapObject Obj, StringRef From,
                              StringRef To) {
  return Obj.replace(From, To).readError();
}

/// The error of a relocatable object after one change.
static std::string objectError(StringRef From, StringRef To) {
  return errorAfter(makeRelocatableObject(), From, To);
}

/// The error of a linked image after one change.
static std::string imageError(StringRef From, StringRef To) {
  return errorAfter(makeImage(), From, To);
}

namespace {

TEST(ManagedMapsELFError, SymbolsWithoutCode) {
  EXPECT_EQ(objectError("Symbol: g", "Symbol: elsewhere"),
            Short + std::string("0x0: the relocation is against symbol 5, "
                                "which is undefined"));
  EXPECT_EQ(objectError("Symbol: g", "Symbol: 0"),
            Short + std::string("0x0: the relocation is against symbol 0, "
                                "which is undefined"));
  EXPECT_EQ(objectError("Symbol: f", "Symbol: absolute"),
            Table + std::string("0x8: the relocation is against symbol 4, "
                                "which is not in a section"));
  EXPECT_EQ(objectError("Symbol: g", "Symbol: data"),
            Short + std::string("0x0: the relocation is against section 2, "
                                "which has no code"));
  EXPECT_EQ(objectError("Symbol: g", "Symbol: 6"),
            Short + std::string("0x0: the relocation's symbol index 6 is "
                                "outside the symbol table"));
}

TEST(ManagedMapsELFError, SectionOfTheSymbol) {
  EXPECT_EQ(objectError("Section: .text\n    Value:   0x20",
                        "Index:   0x77\n    Value:   0x20"),
            Short + std::string("0x0: invalid section index: 119"));
  EXPECT_EQ(objectError("Section: .text\n    Value:   0x20",
                        "Index:   SHN_XINDEX\n    Value:   0x20"),
            Short + std::string("0x0: the symbol's section index is missing"));
}

TEST(ManagedMapsELFError, TypesOfRelocations) {
  EXPECT_EQ(objectError("R_X86_64_PC32", "R_X86_64_PLT32"),
            Short + std::string("0x0: relocation type R_X86_64_PLT32 (4) is "
                                "not one of fault maps"));
  EXPECT_EQ(objectError("R_X86_64_64", "R_X86_64_RELATIVE"),
            Table + std::string("0x8: relocation type R_X86_64_RELATIVE (8) "
                                "is not one of fault maps"));
  EXPECT_EQ(
      objectError("R_X86_64_64", "R_X86_64_PC32"),
      Table + std::string("0x8: the relocation is not a 64-bit absolute one"));
}

TEST(ManagedMapsELFError, TypesOfRelocationsOfOtherMachines) {
  FaultMapObject Obj = makeRelocatableObject();
  Obj.replace("R_X86_64_PC32", "2").replace("R_X86_64_64", "1");
  EXPECT_EQ(errorAfter(std::move(Obj), "EM_X86_64", "EM_PPC64"),
            Short + std::string("0x0: relocation type R_PPC64_ADDR24 (2) is "
                                "not one of fault maps"));
}

TEST(ManagedMapsELFError, MissingRelocation) {
  EXPECT_EQ(objectError("Info: llvm_faultmaps", "Info: .data"),
            Short + std::string("0x0: the field has no relocation"));
  // One more than there are, and the highest.
  for (const char *Index : {"9", "0xfffffffe", "0xffffffff"})
    EXPECT_EQ(
        objectError("Info: .llvm_faultmaps", std::string("Info: ") + Index),
        Table + std::string("0x8: the field has no relocation"));
}

TEST(ManagedMapsELFError, RelocationOfNoField) {
  EXPECT_EQ(objectError("Offset: 8", "Offset: 7"),
            Table +
                std::string("0x7: a relocation does not belong to any field"));
}

TEST(ManagedMapsELFError, TwoRelocations) {
  EXPECT_EQ(objectError("        Addend: 1", R"(        Addend: 1
      - Offset: 0
        Symbol: f
        Type:   R_X86_64_PC32)"),
            Short + std::string("0x0: the field has two relocations"));
}

TEST(ManagedMapsELFError, AddendsLeadOutOfTheSection) {
  for (const char *Addend : {"0x21", "-33", "0x7fffffffffffffff"})
    EXPECT_EQ(
        objectError("Addend: 1", std::string("Addend: ") + Addend),
        Short + std::string("0x0: the relocation points outside its section"));
}

TEST(ManagedMapsELFError, FieldOfAnAddendIsOutside) {
  FaultMapObject Obj = makeRelocatableObject();
  Obj.replace("Name: .rela.v1\n    Type: SHT_RELA",
              "Name: .rel.v1\n    Type: SHT_REL");
  Obj.replace("\n        Addend: 2", "");
  EXPECT_EQ(errorAfter(std::move(Obj), "Offset: 8", "Offset: 29"),
            Table + std::string("0x1d: the relocation is outside the section"));
}

TEST(ManagedMapsELFError, TableOfRelocations) {
  EXPECT_EQ(objectError("Info: llvm_faultmaps",
                        "Info: llvm_faultmaps\n    EntSize: 8"),
            "relocations of section 'llvm_faultmaps' (section 5): section "
            "[index 5] has invalid sh_entsize: expected 24, but got 8");
  EXPECT_EQ(
      objectError("Info: llvm_faultmaps", "Info: llvm_faultmaps\n    Link: 77"),
      Short + std::string("0x0: invalid section index: 77"));
  EXPECT_EQ(objectError("Info: llvm_faultmaps",
                        "Info: llvm_faultmaps\n    Link: .text"),
            Short + std::string("0x0: the relocation has no symbol table"));
  std::string TooLong = objectError(
      "Info: llvm_faultmaps", "Info: llvm_faultmaps\n    ShSize: 0x10000");
  EXPECT_NE(TooLong.find("that is greater than the file size"),
            std::string::npos)
      << TooLong;
}

TEST(ManagedMapsELFError, CountOfCompactRelocations) {
  FaultMapObject Obj = makeRelocatableObject();
  Obj.replace("Name: .rela.v1\n    Type: SHT_RELA",
              "Name: .crel.v1\n    Type: SHT_CREL");
  // 2^60 relocations.
  EXPECT_EQ(errorAfter(std::move(Obj), R"(    Relocations:
      - Offset: 8
        Symbol: f
        Type:   R_X86_64_64
        Addend: 2)",
                       "    Content: 'ffffffffffffffff7f0f'"),
            "relocations of section '.llvm_faultmaps' (section 6): unable to "
            "decode LEB128 at offset 0x0000000a: malformed sleb128, extends "
            "past end");
}

TEST(ManagedMapsELFError, BytesOfTheSection) {
  EXPECT_EQ(objectError("Type:    SHT_PROGBITS\n    Flags:   [ SHF_ALLOC ]\n"
                        "    Content: '0700000041000000'",
                        "Type:    SHT_NOBITS\n    Flags:   [ SHF_ALLOC ]\n"
                        "    Size:    8"),
            Short + std::string("0x0: the section has no bytes in this file"));
  EXPECT_EQ(objectError("[ SHF_ALLOC ]\n    Content: '0700000041000000'",
                        "[ SHF_ALLOC, SHF_COMPRESSED ]\n    Content: "
                        "'0700000041000000'"),
            Short + std::string("0x0: the section is compressed"));
}

TEST(ManagedMapsELFError, SectionsOverlap) {
  // As many of the same bytes as make more than the file has.
  std::string Others;
  for (unsigned I = 0; I != 30; ++I)
    Others += "  - Name:     .llvm_faultmaps (" + std::to_string(I) +
              ")\n    Type:     SHT_PROGBITS\n    Content:  '00'\n"
              "    ShOffset: 0x40\n    ShSize:   0x400\n";
  std::string Error =
      imageError("  - Name:    .rela.dyn", Others + "  - Name:    .rela.dyn");
  EXPECT_NE(Error.find("the section overlaps others"), std::string::npos)
      << Error;
}

TEST(ManagedMapsELFError, DynamicRelocationsOfVersion2) {
  EXPECT_EQ(imageError("Offset: 0x2018", "Offset: 0x3000"),
            "section 'llvm_faultsites' (index 3) at offset 0x0: the relocation "
            "is not a 32-bit relative one");
}

TEST(ManagedMapsELFError, DynamicRelocationsOfOtherTypes) {
  EXPECT_EQ(imageError("R_X86_64_64", "R_X86_64_GLOB_DAT"),
            "section '.llvm_faultmaps' (index 2) at offset 0x18: relocation "
            "type R_X86_64_GLOB_DAT (6) is not one of fault maps");
  EXPECT_EQ(imageError("R_X86_64_64", "R_X86_64_PC32"),
            "section '.llvm_faultmaps' (index 2) at offset 0x18: relocation "
            "type R_X86_64_PC32 (2) is not one of fault maps");
}

TEST(ManagedMapsELFError, DynamicRelocationsAgainstUndefinedSymbols) {
  EXPECT_EQ(imageError("Symbol: f", "Symbol: 2"),
            "section '.llvm_faultmaps' (index 2) at offset 0x18: the "
            "relocation is against symbol 2, which is undefined");
}

TEST(ManagedMapsELFError, TwoDynamicRelocations) {
  EXPECT_EQ(imageError("Offset: 0x2018", "Offset: 0x2008"),
            "section '.llvm_faultmaps' (index 2) at offset 0x8: the field has "
            "two relocations");
}

TEST(ManagedMapsELFError, DynamicRelocationsOfNoField) {
  // At the first byte of the first section.
  EXPECT_EQ(imageError("Offset: 0x2018", "Offset: 0x2000"),
            "section '.llvm_faultmaps' (index 2) at offset 0x0: a relocation "
            "does not belong to any field");
}

TEST(ManagedMapsELFError, RelocationSectionsOverlap) {
  // The same relocations, of nothing, as often as makes more than the file has.
  std::string Others;
  for (unsigned I = 0; I != 30; ++I)
    Others += "  - Name:     .rela.none (" + std::to_string(I) +
              ")\n    Type:     SHT_RELA\n    Flags:    [ SHF_ALLOC ]\n"
              "    Link:     0\n    ShOffset: 0x40\n    ShSize:   0x3c0\n"
              "    EntSize:  24\n    Relocations: [ ]\n";
  std::string Error =
      imageError("  - Name:    .rela.dyn", Others + "  - Name:    .rela.dyn");
  EXPECT_NE(Error.find("the section overlaps others"), std::string::npos)
      << Error;
  EXPECT_NE(Error.find("relocations of section"), std::string::npos) << Error;
}

TEST(ManagedMapsELFError, AddressesOf32Bits) {
  FaultMapObject Obj(R"(
--- !ELF
FileHeader:
  Class:   ELFCLASS32
  Data:    ELFDATA2LSB
  Type:    ET_EXEC
  Machine: EM_386
Sections:
  - Name:    .llvm_faultmaps
    Type:    SHT_PROGBITS
    Flags:   [ SHF_ALLOC ]
    Content: '010000000100000000000000010000000000000000000000'
)");
  EXPECT_EQ(Obj.readError(), "section '.llvm_faultmaps' (index 1) at offset "
                             "0x8: the function is outside the address space");
}

} // namespace
