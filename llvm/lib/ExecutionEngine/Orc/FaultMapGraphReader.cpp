//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FaultMapGraph.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include "llvm/Support/BinaryStreamReader.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace llvm::faultmap;
using namespace llvm::jitlink;
using namespace llvm::orc;

// The name that MachOLinkGraphBuilder gives to sections.
static constexpr char SectionV1MachOInGraph[] =
    "__LLVM_FAULTMAPS,__llvm_faultmaps";

namespace {

/// Reads a block of a table from its beginning to its end.
class TableReader {
public:
  TableReader(LinkGraph &G, Block &B, FaultMapEdges Kinds)
      : G(G), B(B), Kinds(Kinds),
        Bytes(B.isZeroFill()
                  ? BinaryStreamReader(ArrayRef<uint8_t>(), G.getEndianness())
                  : G.getBlockContentReader(B)) {}

  /// Must be called first.
  Error collectEdges();

  bool atEnd() const { return Bytes.empty(); }
  uint64_t getOffset() const { return Bytes.getOffset(); }

  /// Says that the table breaks a rule at \p Offset.
  Error fail(uint64_t Offset, const Twine &Rule) const;

  template <typename T> Error read(T &Value, const char *What);
  /// Skips \p Size bytes if they are zero and are not relocated.
  bool skipPadding(uint64_t Size);

  /// Reads a field of 4 bytes that holds its distance to a place in code, and a
  /// field that holds the address of a function. Nothing if that code was
  /// discarded.
  Expected<std::optional<GraphPlace>> readDelta32(const char *What);
  Expected<std::optional<GraphPlace>> readPointer64(const char *What);
  /// \p Distance after \p From, in the same block.
  Expected<GraphPlace> follow(uint64_t Offset, GraphPlace From,
                              int64_t Distance, const char *What) const;

  Error checkKind(uint64_t Offset, uint32_t Kind, uint32_t Last) const;
  /// Checks the kind in the last four of the next \p Size bytes, an entry of
  /// version 2.
  Error checkKindAhead(uint64_t Size) const;
  /// No relocation may be left when all fields have been read.
  Error checkEdgesRead() const;

private:
  Expected<std::optional<GraphPlace>> resolve(const Edge &E,
                                              const char *What) const;

  LinkGraph &G;
  Block &B;
  FaultMapEdges Kinds;
  BinaryStreamReader Bytes;
  /// The edges of fields that are not read yet.
  DenseMap<Edge::OffsetT, const Edge *> Edges;
};

} // end anonymous namespace

Error TableReader::fail(uint64_t Offset, const Twine &Rule) const {
  return make_error<JITLinkError>(
      formatv("in {0}, {1}+{2:x}: {3}", G.getName(), B.getSection().getName(),
              B.getAddress().getValue() + Offset, Rule.str()));
}

Error TableReader::collectEdges() {
  for (const Edge &E : B.edges()) {
    if (!E.isRelocation())
      continue;
    if (E.getOffset() >= B.getSize())
      return fail(E.getOffset(), "a relocation is past the end of the table");
    if (!Edges.try_emplace(E.getOffset(), &E).second)
      return fail(E.getOffset(), "a field is relocated twice");
  }
  return Error::success();
}

template <typename T> Error TableReader::read(T &Value, const char *What) {
  uint64_t Offset = getOffset();
  if (Error Err = Bytes.readInteger(Value)) {
    consumeError(std::move(Err));
    return fail(Offset, Twine("the table ends before the ") + What);
  }
  return Error::success();
}

bool TableReader::skipPadding(uint64_t Size) {
  if (Bytes.bytesRemaining() < Size)
    return false;
  BinaryStreamReader Ahead = Bytes;
  for (uint64_t I = 0; I < Size; ++I) {
    uint8_t Byte;
    cantFail(Ahead.readInteger(Byte), "there are that many bytes");
    if (Byte || Edges.count(getOffset() + I))
      return false;
  }
  Bytes = Ahead;
  return true;
}

Expected<std::optional<GraphPlace>>
TableReader::resolve(const Edge &E, const char *What) const {
  Symbol &Target = E.getTarget();
  // A weak definition that another object's has replaced becomes external and
  // stays weak.
  if (Target.isExternal() && Target.getLinkage() == Linkage::Weak)
    return std::nullopt;
  if (!Target.isDefined())
    return fail(E.getOffset(), Twine("the ") + What + " is not in this object");
  Expected<GraphPlace> Place =
      follow(E.getOffset(), {&Target.getBlock(), Target.getOffset()},
             E.getAddend(), What);
  if (!Place)
    return Place.takeError();
  return *Place;
}

Expected<GraphPlace> TableReader::follow(uint64_t Offset, GraphPlace From,
                                         int64_t Distance,
                                         const char *What) const {
  Block &Code = *From.Code;
  if ((Code.getSection().getMemProt() & MemProt::Exec) == MemProt::None)
    return fail(Offset, Twine("the ") + What + " is not in code");
  // What would be in front of the block wraps around.
  uint64_t Result = From.Offset + uint64_t(Distance);
  if (Result >= Code.getSize())
    return fail(Offset, Twine("the ") + What + " is outside its block of code");
  return GraphPlace{&Code, Result};
}

Expected<std::optional<GraphPlace>> TableReader::readDelta32(const char *What) {
  uint64_t Offset = getOffset();
  uint32_t Bits;
  if (Error Err = read(Bits, What))
    return std::move(Err);
  auto It = Edges.find(Offset);
  if (It == Edges.end())
    return fail(Offset, Twine("the ") + What + " is not relocated");
  const Edge &E = *It->second;
  if (E.getKind() != Kinds.Delta32)
    return fail(
        Offset,
        Twine("the ") + What +
            " has the wrong kind of relocation instead of a 32-bit distance: " +
            G.getEdgeKindName(E.getKind()));
  Edges.erase(It);
  return resolve(E, What);
}

Expected<std::optional<GraphPlace>>
TableReader::readPointer64(const char *What) {
  uint64_t Offset = getOffset(), Bits;
  if (Error Err = read(Bits, What))
    return std::move(Err);
  auto It = Edges.find(Offset);
  if (It == Edges.end()) {
    // A link of several objects into this one left out the function.
    if (!Bits)
      return std::nullopt;
    return fail(Offset, Twine("the ") + What + " is not relocated");
  }
  const Edge &E = *It->second;
  if (E.getKind() != Kinds.Pointer64)
    return fail(
        Offset,
        Twine("the ") + What +
            " has the wrong kind of relocation instead of a 64-bit address: " +
            G.getEdgeKindName(E.getKind()));
  Edges.erase(It);
  return resolve(E, What);
}

Error TableReader::checkKind(uint64_t Offset, uint32_t Kind,
                             uint32_t Last) const {
  if (Kind < FirstKind || Kind > Last)
    return fail(Offset, "unknown kind " + Twine(Kind));
  return Error::success();
}

Error TableReader::checkEdgesRead() const {
  if (Edges.empty())
    return Error::success();
  Edge::OffsetT First = Edges.begin()->first;
  for (const auto &[Offset, E] : Edges)
    First = std::min(First, Offset);
  return fail(First, "a relocation is not at an address field");
}

//===----------------------------------------------------------------------===//
// Version 2
//===----------------------------------------------------------------------===//

Error TableReader::checkKindAhead(uint64_t Size) const {
  uint64_t Offset = getOffset() + Size - sizeof(uint32_t);
  BinaryStreamReader Ahead = Bytes;
  uint32_t Info;
  if (Error Err = joinErrors(Ahead.skip(Size - sizeof(Info)),
                             Ahead.readInteger(Info))) {
    consumeError(std::move(Err));
    return fail(getOffset(), "the table ends inside an entry");
  }
  uint32_t Kind = Info & KindMaskV2;
  if (Kind == VersionMark)
    return fail(Offset,
                "the table has unknown version " + Twine(Info >> KindBitsV2));
  return checkKind(Offset, Kind, LastKind);
}

// A version mark has no relocations, so the kind is looked at before them.

static Error readShort(TableReader &Reader, std::vector<GraphFault> &Faults) {
  if (Error Err = Reader.checkKindAhead(sizeof(ShortEntryV2)))
    return Err;
  auto Faulting = Reader.readDelta32("faulting instruction");
  if (!Faulting)
    return Faulting.takeError();
  uint64_t Offset = Reader.getOffset();
  uint32_t Info;
  if (Error Err = Reader.read(Info, "handler"))
    return Err;
  if (!*Faulting)
    return Error::success();
  Expected<GraphPlace> Handler =
      Reader.follow(Offset, **Faulting, getDistanceV2(Info), "handler");
  if (!Handler)
    return Handler.takeError();
  Faults.push_back({**Faulting, *Handler, Info & KindMaskV2, std::nullopt});
  return Error::success();
}

static Error readLong(TableReader &Reader, std::vector<GraphFault> &Faults) {
  if (Error Err = Reader.checkKindAhead(sizeof(LongEntryV2)))
    return Err;
  auto Faulting = Reader.readDelta32("faulting instruction");
  if (!Faulting)
    return Faulting.takeError();
  uint64_t HandlerOffset = Reader.getOffset();
  auto Handler = Reader.readDelta32("handler");
  if (!Handler)
    return Handler.takeError();
  uint64_t SiteOffset = Reader.getOffset();
  uint32_t Site, Info;
  if (Error Err = Reader.read(Site, "site id"))
    return Err;
  if (Error Err = Reader.read(Info, "kind"))
    return Err;
  bool HasSite = Info & HasSiteV2;
  if ((Info & ~LongInfoMaskV2) || (Site && !HasSite))
    return Reader.fail(SiteOffset, "reserved bits are not zero");
  if (!*Faulting)
    return Error::success();
  if (!*Handler)
    return Reader.fail(HandlerOffset, "the handler is not in this object");
  GraphFault Fault = {**Faulting, **Handler, Info & KindMaskV2, std::nullopt};
  if (HasSite)
    Fault.Site = Site;
  Faults.push_back(Fault);
  return Error::success();
}

static Error readBlockV2(TableReader &Reader, bool IsShort,
                         std::vector<GraphFault> &Faults) {
  uint64_t Size = IsShort ? sizeof(ShortEntryV2) : sizeof(LongEntryV2);
  while (!Reader.atEnd()) {
    if (Reader.skipPadding(Size))
      continue;
    if (Error Err =
            IsShort ? readShort(Reader, Faults) : readLong(Reader, Faults))
      return Err;
  }
  return Reader.checkEdgesRead();
}

//===----------------------------------------------------------------------===//
// Version 1
//===----------------------------------------------------------------------===//

static Error readEntryV1(TableReader &Reader,
                         std::optional<GraphPlace> Function,
                         std::vector<GraphFault> &Faults) {
  uint64_t Offset = Reader.getOffset();
  EntryV1 Entry;
  if (Error Err = Reader.read(Entry.Kind, "kind"))
    return Err;
  if (Error Err = Reader.read(Entry.FaultingOffset, "faulting instruction"))
    return Err;
  if (Error Err = Reader.read(Entry.HandlerOffset, "handler"))
    return Err;
  if (Error Err = Reader.checkKind(Offset, Entry.Kind, LastKindV1))
    return Err;
  if (!Function)
    return Error::success();
  Expected<GraphPlace> Faulting = Reader.follow(
      Offset, *Function, Entry.FaultingOffset, "faulting instruction");
  if (!Faulting)
    return Faulting.takeError();
  Expected<GraphPlace> Handler =
      Reader.follow(Offset, *Function, Entry.HandlerOffset, "handler");
  if (!Handler)
    return Handler.takeError();
  Faults.push_back({*Faulting, *Handler, Entry.Kind, std::nullopt});
  return Error::success();
}

static Error readFunctionV1(TableReader &Reader,
                            std::vector<GraphFault> &Faults) {
  Expected<std::optional<GraphPlace>> Function =
      Reader.readPointer64("function");
  if (!Function)
    return Function.takeError();
  uint32_t NumEntries, Reserved;
  if (Error Err = Reader.read(NumEntries, "number of entries"))
    return Err;
  uint64_t Offset = Reader.getOffset();
  if (Error Err = Reader.read(Reserved, "end of the function's record"))
    return Err;
  if (Reserved)
    return Reader.fail(Offset, "reserved bytes are not zero");
  for (uint32_t I = 0; I < NumEntries; ++I)
    if (Error Err = readEntryV1(Reader, *Function, Faults))
      return Err;
  return Error::success();
}

static Error readBlockV1(TableReader &Reader, std::vector<GraphFault> &Faults) {
  // A link of several objects into this one left one table after the other.
  while (!Reader.atEnd()) {
    uint64_t Offset = Reader.getOffset();
    HeaderV1 Header;
    if (Error Err = Reader.read(Header.Version, "version"))
      return Err;
    if (Header.Version != 1)
      return Reader.fail(Offset, "the table has unknown version " +
                                     Twine(unsigned(Header.Version)));
    if (Error Err = Reader.read(Header.Reserved0, "end of the header"))
      return Err;
    if (Error Err = Reader.read(Header.Reserved1, "end of the header"))
      return Err;
    if (Header.Reserved0 || Header.Reserved1)
      return Reader.fail(Offset, "reserved bytes are not zero");
    if (Error Err = Reader.read(Header.NumFunctions, "number of functions"))
      return Err;
    for (uint32_t I = 0; I < Header.NumFunctions; ++I)
      if (Error Err = readFunctionV1(Reader, Faults))
        return Err;
  }
  return Reader.checkEdgesRead();
}

//===----------------------------------------------------------------------===//
// All of a graph
//===----------------------------------------------------------------------===//

namespace {
enum class TableForm { V1, Short, Long };
} // end anonymous namespace

static Error readSection(LinkGraph &G, StringRef Name, TableForm Form,
                         std::vector<GraphFault> &Faults) {
  Section *Sec = G.findSectionByName(Name);
  if (!Sec || Sec->empty())
    return Error::success();
  std::optional<FaultMapEdges> Kinds = getFaultMapEdges(G.getTargetTriple());
  if (!Kinds)
    return make_error<JITLinkError>(formatv("in {0}: {1} is not read for {2}",
                                            G.getName(), Name,
                                            G.getTargetTriple().str()));

  // Mach-O's table would keep itself alive, and with it all code.
  for (Symbol *Sym : Sec->symbols())
    Sym->setLive(false);

  // The set of blocks has no order of its own.
  std::vector<Block *> Blocks(Sec->blocks().begin(), Sec->blocks().end());
  llvm::sort(Blocks, [](const Block *Left, const Block *Right) {
    return std::make_pair(Left->getAddress(), Left->getSize()) <
           std::make_pair(Right->getAddress(), Right->getSize());
  });
  for (Block *B : Blocks) {
    TableReader Reader(G, *B, *Kinds);
    if (Error Err = Reader.collectEdges())
      return Err;
    if (Form == TableForm::V1) {
      if (Error Err = readBlockV1(Reader, Faults))
        return Err;
      continue;
    }
    if (Error Err = readBlockV2(Reader, Form == TableForm::Short, Faults))
      return Err;
  }
  return Error::success();
}

Expected<std::vector<GraphFault>> orc::readFaultMaps(LinkGraph &G) {
  std::vector<GraphFault> Faults;
  if (Error Err = readSection(G, SectionV2, TableForm::Short, Faults))
    return std::move(Err);
  if (Error Err = readSection(G, SitesSectionV2, TableForm::Long, Faults))
    return std::move(Err);
  StringRef V1 = G.getTargetTriple().isOSBinFormatMachO()
                     ? SectionV1MachOInGraph
                     : SectionV1ELF;
  if (Error Err = readSection(G, V1, TableForm::V1, Faults))
    return std::move(Err);
  return Faults;
}
