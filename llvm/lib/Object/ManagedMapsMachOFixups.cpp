//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the addresses of fault maps in Mach-O images with chained fixups.
///
/// Such an image does not hold addresses but, in their places, the links of
/// chains, one chain or none for each page of a segment. A link has the
/// address, shortened, and the distance to the next link. Where the chains
/// begin is in LC_DYLD_CHAINED_FIXUPS:
///
///     header -> offsets, one for each segment -> the segment's page starts
///
/// MachOObjectFile can walk the chains, but it reads page starts beyond the end
/// of a malformed file.
///
//===----------------------------------------------------------------------===//

#include "ManagedMapsReader.h"
#include "llvm/Object/MachO.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::object;

namespace {

/// The segment that the fault map is in.
struct Segment {
  uint32_t Index = 0;
  uint64_t Address = 0;
  StringRef Contents;
};

class FixupReader {
  const MachOObjectFile &Obj;
  const ManagedMapBytes &Bytes;
  std::vector<ManagedMapRelocation> &Relocations;
  Segment Seg;
  /// The address of the image's first byte.
  uint64_t ImageBase = 0;
  /// The contents of LC_DYLD_CHAINED_FIXUPS.
  StringRef Fixups;
  uint16_t PointerFormat = 0;
  /// Chains have no links in common, so the segment has space for all of them.
  ManagedMapBudget Budget;

public:
  FixupReader(const MachOObjectFile &Obj, const ManagedMapBytes &Bytes,
              std::vector<ManagedMapRelocation> &Relocations)
      : Obj(Obj), Bytes(Bytes), Relocations(Relocations), Budget(0) {}

  Error read();

private:
  Error makeError(const Twine &Rule) const {
    return makeManagedMapError(Bytes.SectionName, Bytes.SectionIndex, 0,
                               "chained fixups: " + Rule);
  }
  Error findParts();
  Error readSegment(uint64_t Offset);
  Error readChain(uint64_t Offset);
  Error readLink(uint64_t Offset, uint64_t Link);
};

} // end anonymous namespace

/// Finds the segment, the image's base and the fixups.
Error FixupReader::findParts() {
  StringRef Data = Obj.getData();
  uint32_t Index = 0;
  bool IsFound = false;
  for (const MachOObjectFile::LoadCommandInfo &Command : Obj.load_commands()) {
    if (Command.C.cmd == MachO::LC_DYLD_CHAINED_FIXUPS) {
      MachO::linkedit_data_command Where =
          Obj.getLinkeditDataLoadCommand(Command);
      if (Where.dataoff > Data.size() ||
          Where.datasize > Data.size() - Where.dataoff)
        return makeError("they are outside the file");
      Fixups = Data.substr(Where.dataoff, Where.datasize);
    }
    if (Command.C.cmd != MachO::LC_SEGMENT_64)
      continue;
    MachO::segment_command_64 Header = Obj.getSegment64LoadCommand(Command);
    if (Header.fileoff == 0 && Header.filesize != 0)
      ImageBase = Header.vmaddr;
    if (!IsFound && Bytes.Address >= Header.vmaddr &&
        Bytes.Address - Header.vmaddr < Header.filesize) {
      if (Header.fileoff > Data.size() ||
          Header.filesize > Data.size() - Header.fileoff)
        return makeError("the segment is outside the file");
      Seg = {Index, Header.vmaddr,
             Data.substr(Header.fileoff, Header.filesize)};
      IsFound = true;
    }
    ++Index;
  }
  if (!IsFound)
    return makeError("the section is not in a segment");
  Budget = ManagedMapBudget(Seg.Contents.size());
  return Error::success();
}

/// Adds the fixup \p Link at \p Offset of the segment, if it is of the section.
Error FixupReader::readLink(uint64_t Offset, uint64_t Link) {
  uint64_t Address = Seg.Address + Offset;
  if (Address < Bytes.Address ||
      Address - Bytes.Address >= Bytes.Contents.size())
    return Error::success();
  ManagedMapRelocation Result;
  Result.Offset = Address - Bytes.Address;
  Result.Type = ManagedMapRelocation::Absolute64;
  bool IsBind = Link >> 63;
  if (IsBind)
    return makeManagedMapError(Bytes.SectionName, Bytes.SectionIndex,
                               Result.Offset,
                               "the function is in another image");
  // 36 bits of the address and its highest 8.
  uint64_t Target = Link & maskTrailingOnes<uint64_t>(36);
  if (PointerFormat == MachO::DYLD_CHAINED_PTR_64_OFFSET)
    Target += ImageBase;
  Result.Target.Address = Target | (Link >> 36 & 0xff) << 56;
  Relocations.push_back(Result);
  return Error::success();
}

/// Follows the chain whose first link is at \p Offset of the segment.
Error FixupReader::readChain(uint64_t Offset) {
  DataExtractor Data(Seg.Contents, /*IsLittleEndian=*/true, 8);
  while (true) {
    if (!Data.isValidOffsetForDataOfSize(Offset, 8))
      return makeError("a chain leaves the segment");
    if (!Budget.spend(8))
      return makeError("chains meet");
    uint64_t At = Offset;
    uint64_t Link = Data.getU64(&At);
    if (Error E = readLink(Offset, Link))
      return E;
    uint64_t Distance = Link >> 51 & 0xfff;
    if (Distance == 0)
      return Error::success();
    Offset += Distance * 4;
  }
}

/// Reads the dyld_chained_starts_in_segment at \p Offset of the fixups.
Error FixupReader::readSegment(uint64_t Offset) {
  DataExtractor Data(Fixups, /*IsLittleEndian=*/true, 8);
  DataExtractor::Cursor C(Offset);
  Data.getU32(C);
  uint16_t PageSize = Data.getU16(C);
  PointerFormat = Data.getU16(C);
  Data.getU64(C);
  Data.getU32(C);
  uint16_t NumPages = Data.getU16(C);
  if (!C)
    return makeError(toString(C.takeError()));
  if (PointerFormat != MachO::DYLD_CHAINED_PTR_64 &&
      PointerFormat != MachO::DYLD_CHAINED_PTR_64_OFFSET)
    return makeError("pointer format " + Twine(PointerFormat) +
                     " is not supported");
  for (uint64_t Page = 0; Page != NumPages; ++Page) {
    uint16_t Start = Data.getU16(C);
    if (!C)
      return makeError(toString(C.takeError()));
    if (Start == MachO::DYLD_CHAINED_PTR_START_NONE)
      continue;
    if (Error E = readChain(Page * PageSize + Start)) {
      consumeError(C.takeError());
      return E;
    }
  }
  return C.takeError();
}

Error FixupReader::read() {
  if (!Obj.is64Bit() || !Obj.isLittleEndian())
    return makeError("they are supported only for 64-bit little-endian images");
  if (Error E = findParts())
    return E;
  DataExtractor Data(Fixups, /*IsLittleEndian=*/true, 8);
  DataExtractor::Cursor C(0);
  uint32_t Version = Data.getU32(C);
  uint64_t Starts = Data.getU32(C);
  C.seek(Starts);
  uint32_t NumSegments = Data.getU32(C);
  if (!C)
    return makeError(toString(C.takeError()));
  if (Version != 0)
    return makeError("version " + Twine(Version) + " is not supported");
  if (Seg.Index >= NumSegments)
    return C.takeError();
  C.seek(Starts + 4 + uint64_t(Seg.Index) * 4);
  uint32_t OfSegment = Data.getU32(C);
  if (!C)
    return makeError(toString(C.takeError()));
  if (Error E = C.takeError())
    return E;
  // A segment without fixups has no starts.
  if (OfSegment == 0)
    return Error::success();
  return readSegment(Starts + OfSegment);
}

Error object::readMachOFixups(const MachOObjectFile &Obj,
                              const ManagedMapBytes &Bytes,
                              std::vector<ManagedMapRelocation> &Relocations) {
  return FixupReader(Obj, Bytes, Relocations).read();
}
