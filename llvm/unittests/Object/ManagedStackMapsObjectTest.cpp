//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stack maps of ELF files, well-formed and malformed.
///
//===----------------------------------------------------------------------===//

#include "FaultMapObject.h"
#include "llvm/Object/ManagedStackMaps.h"

using namespace llvm;
using namespace llvm::object;

/// Sections 1 .text, 2 .data, 3 llvm_gcmap with two runs, 4 llvm_gcidx and 5
/// .llvm_stackmaps.
static FaultMapObject makeStackMapObject() {
  return FaultMapObject(R"(
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
  - Name:    llvm_gcmap
    Type:    SHT_PROGBITS
    Flags:   [ SHF_ALLOC ]
    Content: '0001080000050000000008000000'
  - Name:    llvm_gcidx
    Type:    SHT_PROGBITS
    Flags:   [ SHF_ALLOC ]
    Content: '00000000000000000000000000000000'
  - Name:    .llvm_stackmaps
    Type:    SHT_PROGBITS
    Flags:   [ SHF_ALLOC ]
    Content: ')"
                        "03000000010000000000000001000000"
                        "000000000000000018000000000000000100000000000000"
                        "0700000000000000040000000000000000000000000000"
                        "00"
                        R"('
  - Name: .rela.index
    Type: SHT_RELA
    Info: llvm_gcidx
    Relocations:
      - Offset: 0
        Symbol: f
        Type:   R_X86_64_PC32
        Addend: 5
      - Offset: 4
        Symbol: run
        Type:   R_X86_64_PC32
      - Offset: 8
        Symbol: f
        Type:   R_X86_64_PC32
        Addend: 0x20
      - Offset: 12
        Symbol: run
        Type:   R_X86_64_PC32
        Addend: 8
  - Name: .rela.tables
    Type: SHT_RELA
    Info: .llvm_stackmaps
    Relocations:
      - Offset: 16
        Symbol: f
        Type:   R_X86_64_64
        Addend: 2
Symbols:
  - Name:    f
    Section: .text
    Value:   0x10
  - Name:    data
    Section: .data
  - Name:    run
    Section: llvm_gcmap
)");
}

/// The same as an image: .text at 0x1000, llvm_gcmap at 0x2000, llvm_gcidx at
/// 0x3000.
static FaultMapObject makeStackMapImage() {
  return FaultMapObject(R"(
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
  - Name:    llvm_gcmap
    Type:    SHT_PROGBITS
    Flags:   [ SHF_ALLOC ]
    Address: 0x2000
    Content: '0001080000050000'
  - Name:    llvm_gcidx
    Type:    SHT_PROGBITS
    Flags:   [ SHF_ALLOC ]
    Address: 0x3000
    Content: '10e0fffffcefffff'
)");
}

static std::string errorOf(FaultMapObject &Obj) {
  Expected<StackMaps> Maps = readStackMaps(Obj.get());
  return Maps ? "success" : toString(Maps.takeError());
}

namespace {

TEST(ManagedStackMapsELF, RelocationsGiveThePlaces) {
  FaultMapObject Obj = makeStackMapObject();
  Expected<StackMaps> Maps = readStackMaps(Obj.get());
  ASSERT_TRUE(bool(Maps)) << toString(Maps.takeError());
  ASSERT_EQ(Maps->Runs.size(), 2u);
  EXPECT_EQ(Maps->Runs[1].MapOffset, 8u);
  EXPECT_EQ(Maps->Runs[1].MapSize, 6u);
  EXPECT_EQ(Maps->Runs[1].IndexOffset, 8u);
  ASSERT_EQ(Maps->Functions.size(), 2u);
  ASSERT_EQ(Maps->Functions[0].Sites.size(), 2u);
  EXPECT_EQ(Maps->Functions[0].Sites[1].PC, (SectionedAddress{0x1a, 1}));
  EXPECT_EQ(Maps->Functions[1].Sites[0].PC, (SectionedAddress{0x30, 1}));
  ASSERT_EQ(Maps->Tables.size(), 1u);
  EXPECT_EQ(Maps->Tables[0].Records[0].PC, (SectionedAddress{0x16, 1}));
}

TEST(ManagedStackMapsELF, Images) {
  FaultMapObject Obj = makeStackMapImage();
  Expected<StackMaps> Maps = readStackMaps(Obj.get());
  ASSERT_TRUE(bool(Maps)) << toString(Maps.takeError());
  ASSERT_EQ(Maps->Functions.size(), 1u);
  EXPECT_EQ(Maps->Functions[0].Sites[1].PC.Address, 0x1015u);
  EXPECT_EQ(Maps->Runs[0].MapSize, 8u);
}

TEST(ManagedStackMapsELF, MachinesWithoutVersion4) {
  FaultMapObject Obj = makeStackMapImage();
  Obj.replace("EM_X86_64", "EM_RISCV");
  EXPECT_EQ(errorOf(Obj), "section 'llvm_gcidx' (index 3) at offset 0x0: "
                          "version 4 does not support this machine");
}

TEST(ManagedStackMapsELF, DumpersNeedNoRelocations) {
  FaultMapObject Obj = makeStackMapObject();
  Obj.replace("EM_X86_64", "EM_RISCV");
  Obj.replace("Name:    llvm_gcidx", "Name:    other");
  Obj.replace("Info: llvm_gcidx", "Info: other");
  Obj.replace("R_X86_64_64", "R_RISCV_64");
  Obj.replace("        Type:   R_X86_64_PC32\n        Addend: 5",
              "        Type:   R_RISCV_NONE\n        Addend: 5");
  Obj.replace("        Type:   R_X86_64_PC32\n      - Offset: 8",
              "        Type:   R_RISCV_NONE\n      - Offset: 8");
  Obj.replace("        Type:   R_X86_64_PC32\n        Addend: 0x20",
              "        Type:   R_RISCV_NONE\n        Addend: 0x20");
  Obj.replace("        Type:   R_X86_64_PC32\n        Addend: 8",
              "        Type:   R_RISCV_NONE\n        Addend: 8");
  ManagedMapReadOptions Options;
  Options.Unrelocated = ManagedMapUnrelocated::Absolute;
  Expected<StackMaps> Maps = readStackMaps(Obj.get(), Options);
  ASSERT_TRUE(bool(Maps)) << toString(Maps.takeError());
  EXPECT_EQ(Maps->Tables[0].Records.size(), 1u);
  EXPECT_EQ(errorOf(Obj),
            "section '.llvm_stackmaps' (index 5) at offset 0x10: relocation "
            "type R_RISCV_64 (2) is not one of stack maps");
}

TEST(ManagedStackMapsELFError, Runs) {
  const std::string Run = "section 'llvm_gcidx' (index 4) at offset 0x";
  FaultMapObject Obj = makeStackMapObject();
  Obj.replace("        Addend: 8", "        Addend: 7");
  EXPECT_EQ(errorOf(Obj), Run + "c: the run at 0x7 overlaps another one");
  Obj = makeStackMapObject();
  Obj.replace("        Addend: 8", "        Addend: 0");
  EXPECT_EQ(errorOf(Obj), Run + "c: the run at 0x0 overlaps another one");
  Obj = makeStackMapObject();
  Obj.replace("        Addend: 8", "        Addend: 14");
  EXPECT_EQ(errorOf(Obj), Run + "c: the run is outside its section");
  Obj = makeStackMapObject();
  Obj.replace("        Symbol: run\n        Type:   R_X86_64_PC32\n        "
              "Addend: 8",
              "        Symbol: data\n        Type:   R_X86_64_PC32");
  EXPECT_EQ(errorOf(Obj), Run + "c: the run is not in a section 'llvm_gcmap'");
  Obj = makeStackMapObject();
  Obj.replace("        Addend: 0x20", "        Addend: 0x31");
  EXPECT_EQ(errorOf(Obj), Run + "8: the relocation points outside its section");
}

TEST(ManagedStackMapsELFError, Places) {
  FaultMapObject Obj = makeStackMapObject();
  Obj.replace("        Symbol: f\n        Type:   R_X86_64_PC32\n        "
              "Addend: 5",
              "        Symbol: data\n        Type:   R_X86_64_PC32");
  EXPECT_EQ(errorOf(Obj), "section 'llvm_gcidx' (index 4) at offset 0x0: the "
                          "first safepoint is not in a section with code");
  Obj = makeStackMapObject();
  Obj.replace("        Symbol: f\n        Type:   R_X86_64_64",
              "        Symbol: data\n        Type:   R_X86_64_64");
  EXPECT_EQ(errorOf(Obj), "section '.llvm_stackmaps' (index 5) at offset 0x10: "
                          "the function is not in a section with code");
  Obj = makeStackMapObject();
  Obj.replace("        Addend: 5", "        Addend: 0x2c");
  EXPECT_EQ(errorOf(Obj), "section 'llvm_gcmap' (index 3) at offset 0x5: the "
                          "safepoint is outside its section");
  Obj = makeStackMapObject();
  Obj.replace("Info: llvm_gcidx", "Info: llvm_gcmap");
  EXPECT_EQ(errorOf(Obj), "section 'llvm_gcmap' (index 3) at offset 0x0: a "
                          "relocation does not belong to any field");
}

TEST(ManagedStackMapsELFError, ImagePlaces) {
  FaultMapObject Obj = makeStackMapImage();
  Obj.replace("'10e0fffffcefffff'", "'00e0fffffcefffff'");
  EXPECT_EQ(errorOf(Obj), "section 'llvm_gcidx' (index 3) at offset 0x0: the "
                          "first safepoint is not in a section with code");
  Obj = makeStackMapImage();
  Obj.replace("'10e0fffffcefffff'", "'41e0fffffcefffff'");
  EXPECT_EQ(errorOf(Obj), "section 'llvm_gcidx' (index 3) at offset 0x0: the "
                          "first safepoint is not in a section with code");
  Obj = makeStackMapImage();
  Obj.replace("'10e0fffffcefffff'", "'3ce0fffffcefffff'");
  EXPECT_EQ(errorOf(Obj), "section 'llvm_gcmap' (index 2) at offset 0x5: the "
                          "safepoint is outside its section");
  Obj = makeStackMapImage();
  Obj.replace("'10e0fffffcefffff'", "'10e0fffffbefffff'");
  EXPECT_EQ(errorOf(Obj), "section 'llvm_gcidx' (index 3) at offset 0x4: the "
                          "run is not in a section 'llvm_gcmap'");
}

} // namespace
