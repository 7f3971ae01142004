//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fault maps of Mach-O images with chained fixups.
///
//===----------------------------------------------------------------------===//

#include "FaultMapObject.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/MachO.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace llvm::object;

namespace {

/// An image at 0x10000 with a table of two functions, at offsets 0x1b0 and
/// 0x1b8 of the image. The chain starts at offset 8 of the table and ends
/// at 24. Tests change what they are about.
struct ChainedImage {
  uint64_t FirstLink = 0x1b0 | uint64_t(4) << 51;
  uint64_t SecondLink = 0x1b8;
  uint32_t Version = 0;
  uint32_t StartsOffset = 0x20;
  uint32_t NumSegments = 3;
  uint32_t SegmentOffset = 0x10;
  uint16_t PointerFormat = MachO::DYLD_CHAINED_PTR_64_OFFSET;
  uint16_t PageSize = 0x1000;
  uint16_t NumPages = 2;
  std::vector<uint16_t> PageStarts = {8, 0xffff};

  FaultMapObject get() const;
  std::string readError() const { return get().readError(); }

private:
  std::string makeTable() const;
  std::string makeFixups() const;
};

} // end anonymous namespace

template <typename T> static void add(std::string &To, T Value) {
  char Bytes[sizeof(T)];
  support::endian::write<T>(Bytes, Value, endianness::little);
  To.append(Bytes, sizeof(T));
}

std::string ChainedImage::makeTable() const {
  std::string Table;
  for (uint32_t Word : {1, 2})
    add(Table, Word);
  add(Table, FirstLink);
  add<uint64_t>(Table, 0);
  add(Table, SecondLink);
  for (uint32_t Word : {1, 0, 3, 1, 2})
    add(Table, Word);
  return toHex(Table);
}

std::string ChainedImage::makeFixups() const {
  std::string Fixups;
  for (uint32_t Word : {Version, StartsOffset, 0x50u, 0x50u, 0u, 1u, 0u, 0u})
    add(Fixups, Word);
  for (uint32_t Word : {NumSegments, 0u, SegmentOffset, 0u})
    add(Fixups, Word);
  add<uint32_t>(Fixups, 22 + 2 * PageStarts.size());
  add(Fixups, PageSize);
  add(Fixups, PointerFormat);
  add<uint64_t>(Fixups, 0x1000);
  add<uint32_t>(Fixups, 0);
  add(Fixups, NumPages);
  for (uint16_t Start : PageStarts)
    add(Fixups, Start);
  Fixups.resize(0x60);
  std::string List;
  for (unsigned char Byte : Fixups)
    List += (List.empty() ? "" : ", ") + std::to_string(Byte);
  return List;
}

FaultMapObject ChainedImage::get() const {
  std::string Table = makeTable(), Fixups = makeFixups();
  return FaultMapObject(R"(
--- !mach-o
FileHeader:
  magic:           0xFEEDFACF
  cputype:         0x1000007
  cpusubtype:      0x3
  filetype:        0x8
  ncmds:           4
  sizeofcmds:      392
  flags:           0x0
  reserved:        0x0
LoadCommands:
  - cmd:             LC_SEGMENT_64
    cmdsize:         152
    segname:         __TEXT
    vmaddr:          0x10000
    vmsize:          0x200
    fileoff:         0
    filesize:        0x200
    maxprot:         7
    initprot:        7
    nsects:          1
    flags:           0
    Sections:
      - sectname:        __text
        segname:         __TEXT
        addr:            0x101B0
        size:            16
        offset:          0x1B0
        align:           0
        reloff:          0x0
        nreloc:          0
        flags:           0x80000400
        reserved1:       0x0
        reserved2:       0x0
        reserved3:       0x0
        content:         '90909090909090909090909090909090'
  - cmd:             LC_SEGMENT_64
    cmdsize:         152
    segname:         __LLVM_FAULTMAPS
    vmaddr:          0x11000
    vmsize:          0x40
    fileoff:         0x200
    filesize:        0x40
    maxprot:         7
    initprot:        7
    nsects:          1
    flags:           0
    Sections:
      - sectname:        __llvm_faultmaps
        segname:         __LLVM_FAULTMAPS
        addr:            0x11000
        size:            52
        offset:          0x200
        align:           0
        reloff:          0x0
        nreloc:          0
        flags:           0x0
        reserved1:       0x0
        reserved2:       0x0
        reserved3:       0x0
        content:         ')" +
                        Table + R"('
  - cmd:             LC_SEGMENT_64
    cmdsize:         72
    segname:         __LINKEDIT
    vmaddr:          0x12000
    vmsize:          0x60
    fileoff:         0x240
    filesize:        0x60
    maxprot:         7
    initprot:        7
    nsects:          0
    flags:           0
  - cmd:             LC_DYLD_CHAINED_FIXUPS
    cmdsize:         16
    dataoff:         0x240
    datasize:        0x60
LinkEditData:
  ChainedFixups: [ )" + Fixups +
                        R"( ]
)");
}

static const char *const Prefix = "section '__llvm_faultmaps' (index 1) at "
                                  "offset 0x0: chained fixups: ";

TEST(ManagedMapsFixups, OffsetsCountFromTheImage) {
  std::vector<FaultMapEntry> Entries = ChainedImage().get().read();
  ASSERT_EQ(Entries.size(), 1u);
  EXPECT_EQ(Entries[0].FaultingPC, SectionedAddress{0x101b9});
  EXPECT_EQ(Entries[0].HandlerPC, SectionedAddress{0x101ba});
}

TEST(ManagedMapsFixups, AddressesAreWhole) {
  ChainedImage Image;
  Image.PointerFormat = MachO::DYLD_CHAINED_PTR_64;
  Image.SecondLink = 0x101b8 | uint64_t(0xab) << 36;
  std::vector<FaultMapEntry> Entries = Image.get().read();
  ASSERT_EQ(Entries.size(), 1u);
  EXPECT_EQ(Entries[0].FaultingPC, SectionedAddress{0xab000000000101b9});
}

TEST(ManagedMapsFixups, EachPageHasAChain) {
  ChainedImage Image;
  Image.FirstLink = 0x1b0;
  Image.PageSize = 16;
  Image.PageStarts = {8, 8};
  std::vector<FaultMapEntry> Entries = Image.get().read();
  ASSERT_EQ(Entries.size(), 1u);
  EXPECT_EQ(Entries[0].FaultingPC, SectionedAddress{0x101b9});
}

TEST(ManagedMapsFixups, LinksOutsideTheSectionAreNotRead) {
  // The second one, of another image, is behind the section.
  ChainedImage Image;
  Image.FirstLink = 0x1b0 | uint64_t(12) << 51;
  Image.SecondLink = 0x101b8;
  FaultMapObject Obj = Image.get();
  EXPECT_EQ(Obj.read().size(), 1u);
}

TEST(ManagedMapsFixups, SegmentsMayHaveNone) {
  ChainedImage Image;
  Image.SegmentOffset = 0;
  Image.FirstLink = 0x101b0;
  Image.SecondLink = 0x101b8;
  EXPECT_EQ(Image.get().read().size(), 1u);
  Image.SegmentOffset = 0x10;
  Image.NumSegments = 1;
  EXPECT_EQ(Image.get().read().size(), 1u);
}

TEST(ManagedMapsFixups, SegmentsWithoutBytesAreNotTheBase) {
  FaultMapObject Obj = ChainedImage().get();
  Obj.replace("fileoff:         0x240\n    filesize:        0x60",
              "fileoff:         0\n    filesize:        0");
  std::vector<FaultMapEntry> Entries = Obj.read();
  ASSERT_EQ(Entries.size(), 1u);
  EXPECT_EQ(Entries[0].FaultingPC, SectionedAddress{0x101b9});
}

TEST(ManagedMapsFixupsError, FunctionOfAnotherImage) {
  ChainedImage Image;
  Image.SecondLink |= uint64_t(1) << 63;
  EXPECT_EQ(Image.readError(), "section '__llvm_faultmaps' (index 1) at offset "
                               "0x18: the function is in another image");
}

TEST(ManagedMapsFixupsError, PointerFormat) {
  ChainedImage Image;
  Image.PointerFormat = MachO::DYLD_CHAINED_PTR_ARM64E;
  EXPECT_EQ(Image.readError(),
            Prefix + std::string("pointer format 1 is not supported"));
}

TEST(ManagedMapsFixupsError, Version) {
  ChainedImage Image;
  Image.Version = 7;
  EXPECT_EQ(Image.readError(),
            Prefix + std::string("version 7 is not supported"));
}

TEST(ManagedMapsFixupsError, Offsets) {
  ChainedImage Starts;
  Starts.StartsOffset = 0xfffffff0;
  EXPECT_EQ(Starts.readError(),
            Prefix + std::string("offset 0xfffffff0 is beyond the end of data "
                                 "at 0x60"));
  ChainedImage Segment;
  Segment.SegmentOffset = 0xfffffff0;
  EXPECT_EQ(Segment.readError(),
            Prefix + std::string("offset 0x100000010 is beyond the end of data "
                                 "at 0x60"));
  ChainedImage Index;
  Index.StartsOffset = 0x5c;
  EXPECT_EQ(Index.readError(), "success") << "there are no segments";
}

TEST(ManagedMapsFixupsError, NumberOfPages) {
  ChainedImage Image;
  Image.NumPages = 0xffff;
  Image.PageStarts.assign(13, 0xffff);
  EXPECT_EQ(Image.readError(),
            Prefix + std::string("unexpected end of data at offset 0x60 while "
                                 "reading [0x60, 0x62)"));
}

TEST(ManagedMapsFixupsError, ChainsLeadOutOfTheSegment) {
  ChainedImage Start;
  Start.PageStarts = {0x39, 0xffff};
  EXPECT_EQ(Start.readError(),
            Prefix + std::string("a chain leaves the segment"));
  ChainedImage Next;
  Next.FirstLink = 0x1b0 | uint64_t(0xfff) << 51;
  EXPECT_EQ(Next.readError(),
            Prefix + std::string("a chain leaves the segment"));
}

TEST(ManagedMapsFixupsError, TwoChainsOfOneField) {
  ChainedImage Image;
  Image.PageSize = 0;
  Image.PageStarts = {8, 8};
  EXPECT_EQ(Image.readError(), "section '__llvm_faultmaps' (index 1) at offset "
                               "0x8: the field has two relocations");
}

TEST(ManagedMapsFixupsError, ChainsMeet) {
  // Nine links where there is space for eight, all behind the section.
  ChainedImage Image;
  Image.PageSize = 0;
  Image.PageStarts.assign(8, 0x38);
  Image.NumPages = 8;
  Image.FirstLink = 0x101b0;
  Image.SecondLink = 0x101b8;
  EXPECT_EQ(Image.readError(), "success");
  Image.PageStarts.assign(9, 0x38);
  Image.NumPages = 9;
  EXPECT_EQ(Image.readError(), Prefix + std::string("chains meet"));
}
