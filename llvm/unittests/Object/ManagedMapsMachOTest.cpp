//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fault maps of Mach-O files, well-formed and malformed.
///
//===----------------------------------------------------------------------===//

#include "FaultMapObject.h"

using namespace llvm;
using namespace llvm::object;

/// Sections 0 __text at 0x100, 1 __data at 0x120 and 2 __llvm_faultmaps with
/// two functions: one by its symbol, one by its section, which has an entry.
static FaultMapObject makeObject() {
  return FaultMapObject(
      R"(--- !mach-o
FileHeader:
  magic:           0xFEEDFACF
  cputype:         0x1000007
  cpusubtype:      0x3
  filetype:        0x1
  ncmds:           2
  sizeofcmds:      336
  flags:           0x0
  reserved:        0x0
LoadCommands:
  - cmd:             LC_SEGMENT_64
    cmdsize:         312
    segname:         ''
    vmaddr:          0
    vmsize:          0x15C
    fileoff:         368
    filesize:        92
    maxprot:         7
    initprot:        7
    nsects:          3
    flags:           0
    Sections:
      - sectname:        __text
        segname:         __TEXT
        addr:            0x100
        size:            32
        offset:          0x170
        align:           0
        reloff:          0x0
        nreloc:          0
        flags:           0x80000400
        reserved1:       0x0
        reserved2:       0x0
        reserved3:       0x0
        content:         ')"
      "9090909090909090909090909090909090909090909090909090909090909090"
      R"('
      - sectname:        __data
        segname:         __DATA
        addr:            0x120
        size:            8
        offset:          0x190
        align:           0
        reloff:          0x0
        nreloc:          0
        flags:           0x10000000
        reserved1:       0x0
        reserved2:       0x0
        reserved3:       0x0
        content:         '0000000000000000'
      - sectname:        __llvm_faultmaps
        segname:         __LLVM_FAULTMAPS
        addr:            0x128
        size:            52
        offset:          0x198
        align:           0
        reloff:          0x1CC
        nreloc:          2
        flags:           0x0
        reserved1:       0x0
        reserved2:       0x0
        reserved3:       0x0
        content:         ')"
      "0100000002000000010000000000000000000000000000000401000000000000"
      "0100000000000000030000000100000002000000"
      R"('
        relocations:
          - address:         0x18
            symbolnum:       1
            pcrel:           false
            length:          3
            extern:          false
            type:            0
            scattered:       false
            value:           0
          - address:         0x8
            symbolnum:       1
            pcrel:           false
            length:          3
            extern:          true
            type:            0
            scattered:       false
            value:           0
  - cmd:             LC_SYMTAB
    cmdsize:         24
    symoff:          476
    nsyms:           2
    stroff:          508
    strsize:         8
LinkEditData:
  NameList:
    - n_strx:          4
      n_type:          0xF
      n_sect:          2
      n_desc:          0
      n_value:         0x120
    - n_strx:          1
      n_type:          0xE
      n_sect:          1
      n_desc:          0
      n_value:         0x110
  StringTable:
    - ''
    - _f
    - _d
    - ''
)");
}

static std::string errorAfter(StringRef From, StringRef To) {
  return makeObject().replace(From, To).readError();
}

static const char *const At8 = "section '__llvm_faultmaps' (index 2) at offset "
                               "0x8: ";
static const char *const At18 = "section '__llvm_faultmaps' (index 2) at "
                                "offset 0x18: ";
// What makes the two relocations different.
static const char *const OfSymbol = "extern:          true";
static const char *const OfSection = "extern:          false";

/// The error once the relocation with \p Extern has \p To instead of \p From.
static std::string relocationError(StringRef Extern, StringRef From,
                                   StringRef To) {
  std::string Fields = "            symbolnum:       1\n"
                       "            pcrel:           false\n"
                       "            length:          3\n            " +
                       Extern.str() + "\n            type:            0\n";
  std::string Changed = Fields;
  Changed.replace(Changed.find(From), From.size(), To);
  return errorAfter(Fields, Changed);
}

namespace {

TEST(ManagedMapsMachO, RelocationsGiveThePlaces) {
  FaultMapObject Obj = makeObject();
  Expected<std::vector<FaultMapSection>> Maps = readFaultMapSections(Obj.get());
  ASSERT_TRUE(bool(Maps));
  ASSERT_EQ(Maps->size(), 1u);
  ASSERT_EQ(Maps->front().Functions.size(), 2u);
  EXPECT_EQ(Maps->front().Functions[0].Address, (SectionedAddress{0x11, 0}));
  EXPECT_EQ(Maps->front().Functions[0].AddressField, 1u);
  EXPECT_EQ(Maps->front().Functions[1].Address, (SectionedAddress{4, 0}));
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 1u);
  EXPECT_EQ(Entries[0].FaultingPC, (SectionedAddress{5, 0}));
  EXPECT_EQ(Entries[0].HandlerPC, (SectionedAddress{6, 0}));
}

TEST(ManagedMapsMachO, SomeInstructionsMakeASectionCode) {
  EXPECT_EQ(errorAfter("0x80000400", "0x00000400"), "success");
}

TEST(ManagedMapsMachO, SegmentAndSectionNameTheMap) {
  FaultMapObject Obj = makeObject();
  Obj.replace("segname:         __LLVM_FAULTMAPS", "segname:         __DATA");
  EXPECT_EQ(Obj.read().size(), 0u);
}

TEST(ManagedMapsMachO, ImagesHoldAddresses) {
  FaultMapObject Obj = makeObject();
  Obj.replace("filetype:        0x1", "filetype:        0x2");
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 1u);
  EXPECT_EQ(Entries[0].FaultingPC, SectionedAddress{0x105});
}

TEST(ManagedMapsMachOError, SymbolsWithoutCode) {
  EXPECT_EQ(
      relocationError(OfSymbol, "symbolnum:       1", "symbolnum:       2"),
      At8 + std::string("the relocation's symbol index 2 is outside the "
                        "symbol table"));
  EXPECT_EQ(
      relocationError(OfSymbol, "symbolnum:       1", "symbolnum:       0"),
      At8 + std::string("the relocation is against section 2, which has "
                        "no code"));
  EXPECT_EQ(
      errorAfter("n_type:          0xE", "n_type:          0x1"),
      At8 +
          std::string(
              "the relocation is against symbol 1, which is not in a section"));
}

TEST(ManagedMapsMachOError, SectionsWithoutCode) {
  EXPECT_EQ(
      relocationError(OfSection, "symbolnum:       1", "symbolnum:       2"),
      At18 + std::string("the relocation is against section 2, which has "
                         "no code"));
  for (const char *Number : {"0", "4"})
    EXPECT_EQ(relocationError(OfSection, "symbolnum:       1",
                              std::string("symbolnum:       ") + Number),
              At18 +
                  std::string("truncated or malformed object (bad section "
                              "index: ") +
                  Number + ")");
}

TEST(ManagedMapsMachOError, TypesOfRelocations) {
  EXPECT_EQ(
      relocationError(OfSymbol, "type:            0", "type:            5"),
      At8 + std::string("relocation type 5 with length 3 is not one of "
                        "fault maps"));
  EXPECT_EQ(
      relocationError(OfSymbol, "length:          3", "length:          2"),
      At8 + std::string("relocation type 0 with length 2 is not one of "
                        "fault maps"));
  EXPECT_EQ(relocationError(OfSymbol, "pcrel:           false",
                            "pcrel:           true"),
            At8 + std::string("relocation type 0 with length 3 is not one of "
                              "fault maps"));
}

TEST(ManagedMapsMachOError, RelocationsLeadOutOfTheSection) {
  EXPECT_EQ(errorAfter("n_value:         0x110", "n_value:         0x120"),
            At8 + std::string("the relocation points outside its section"));
}

TEST(ManagedMapsMachOError, RelocationsOutsideTheMap) {
  EXPECT_EQ(errorAfter("address:         0x18", "address:         0x2d"),
            "section '__llvm_faultmaps' (index 2) at offset 0x2d: the "
            "relocation is outside the section");
}

TEST(ManagedMapsMachOError, TwoRelocations) {
  FaultMapObject Obj = makeObject();
  Obj.replace("address:         0x18", "address:         0x8");
  Obj.replace(OfSection, OfSymbol);
  EXPECT_EQ(Obj.readError(), At8 + std::string("the field has two "
                                               "relocations"));
}

TEST(ManagedMapsMachOError, MissingRelocation) {
  EXPECT_EQ(errorAfter("nreloc:          2", "nreloc:          1"),
            At8 + std::string("the field has no relocation"));
}

TEST(ManagedMapsMachOError, OtherMachines) {
  EXPECT_EQ(
      errorAfter("cputype:         0x1000007", "cputype:         0x1000012"),
      "section '__llvm_faultmaps' (index 2) at offset 0x0: relocations "
      "of powerpc64 are not supported");
}

TEST(ManagedMapsMachOError, FilesWithoutBytes) {
  EXPECT_EQ(errorAfter("filetype:        0x1", "filetype:        0xA"),
            "section '__llvm_faultmaps' (index 2) at offset 0x0: the section "
            "has no bytes in this file");
}

} // namespace
