//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FaultMapGraph.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include "llvm/ExecutionEngine/JITLink/aarch64.h"
#include "llvm/ExecutionEngine/JITLink/x86_64.h"
#include "llvm/Support/BinaryStreamWriter.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace llvm::faultmap;
using namespace llvm::jitlink;
using namespace llvm::orc;

// No object has sections of these names, and JIT'd code that looks for the
// boundaries of its own sections must not find what is registered already.
static constexpr char ShortSection[] = "llvm_faultmaps.jit";
static constexpr char LongSection[] = "llvm_faultsites.jit";

std::optional<FaultMapEdges> orc::getFaultMapEdges(const Triple &TT) {
  switch (TT.getArch()) {
  case Triple::x86_64:
    return FaultMapEdges{x86_64::Delta32, x86_64::Pointer64};
  case Triple::aarch64:
    return FaultMapEdges{aarch64::Delta32, aarch64::Pointer64};
  default:
    return std::nullopt;
  }
}

namespace {

/// The entries of a block of code, by offset.
using FaultsOfBlock = SmallVector<GraphFault, 0>;
using FaultsByBlock = MapVector<Block *, FaultsOfBlock>;

/// Makes the blocks of a graph's new fault map.
class FaultMapWriter {
public:
  FaultMapWriter(LinkGraph &G, FaultMapEdges Kinds)
      : G(G), Kinds(Kinds), Short(G.createSection(ShortSection, MemProt::Read)),
        Long(G.createSection(LongSection, MemProt::Read)) {}

  /// Makes blocks for \p Faults and has \p Code keep them.
  void write(Block &Code, ArrayRef<GraphFault> Faults);

private:
  static bool fitsShort(const GraphFault &Fault);
  void writeShort(Block &Code, ArrayRef<const GraphFault *> Faults);
  void writeLong(Block &Code, ArrayRef<const GraphFault *> Faults);
  Block &createTable(Block &Code, Section &In, size_t Size);
  Symbol &startOf(Block &Code);
  void relocate(Block &Entries, Edge::OffsetT Offset, GraphPlace To);
  void noteSize(Block &Entries, Block &Code);

  LinkGraph &G;
  FaultMapEdges Kinds;
  Section &Short;
  Section &Long;
  /// A symbol at the beginning of each block of code that is referred to.
  DenseMap<Block *, Symbol *> Symbols;
};

} // end anonymous namespace

bool FaultMapWriter::fitsShort(const GraphFault &Fault) {
  int64_t Distance = Fault.Handler.Offset - Fault.Faulting.Offset;
  return !Fault.Site && Fault.Handler.Code == Fault.Faulting.Code &&
         Distance >= MinDistanceV2 && Distance <= MaxDistanceV2;
}

Block &FaultMapWriter::createTable(Block &Code, Section &In, size_t Size) {
  // Passes that look for blocks by address skip those at address zero.
  Block &Entries = G.createMutableContentBlock(In, Size, ExecutorAddr(),
                                               AlignmentV2, /*Offset=*/0);
  Symbol &Anchor = G.addAnonymousSymbol(Entries, 0, Size, /*IsCallable=*/false,
                                        /*IsLive=*/false);
  Code.addEdge(Edge::KeepAlive, 0, Anchor, 0);
  return Entries;
}

Symbol &FaultMapWriter::startOf(Block &Code) {
  Symbol *&Start = Symbols[&Code];
  if (!Start)
    Start = &G.addAnonymousSymbol(Code, 0, 0, /*IsCallable=*/false,
                                  /*IsLive=*/false);
  return *Start;
}

void FaultMapWriter::relocate(Block &Entries, Edge::OffsetT Offset,
                              GraphPlace To) {
  Entries.addEdge(Kinds.Delta32, Offset, startOf(*To.Code), To.Offset);
}

/// For checkFaultMaps(). Edges of this kind change nothing in the block.
void FaultMapWriter::noteSize(Block &Entries, Block &Code) {
  Entries.addEdge(Edge::KeepAlive, 0, startOf(Code), Code.getSize());
}

void FaultMapWriter::writeShort(Block &Code,
                                ArrayRef<const GraphFault *> Faults) {
  Block &Entries =
      createTable(Code, Short, Faults.size() * sizeof(ShortEntryV2));
  BinaryStreamWriter Bytes = G.getBlockContentWriter(Entries);
  for (const GraphFault *Fault : Faults) {
    relocate(Entries, Bytes.getOffset(), Fault->Faulting);
    uint32_t Distance = Fault->Handler.Offset - Fault->Faulting.Offset;
    cantFail(Bytes.writeInteger(uint32_t(0)));
    cantFail(Bytes.writeInteger(Distance << KindBitsV2 | Fault->Kind));
  }
  noteSize(Entries, Code);
}

void FaultMapWriter::writeLong(Block &Code,
                               ArrayRef<const GraphFault *> Faults) {
  Block &Entries = createTable(Code, Long, Faults.size() * sizeof(LongEntryV2));
  BinaryStreamWriter Bytes = G.getBlockContentWriter(Entries);
  for (const GraphFault *Fault : Faults) {
    relocate(Entries, Bytes.getOffset(), Fault->Faulting);
    cantFail(Bytes.writeInteger(uint32_t(0)));
    relocate(Entries, Bytes.getOffset(), Fault->Handler);
    cantFail(Bytes.writeInteger(uint32_t(0)));
    cantFail(Bytes.writeInteger(Fault->Site.value_or(0)));
    cantFail(Bytes.writeInteger(Fault->Kind | (Fault->Site ? HasSiteV2 : 0)));
    if (Fault->Handler.Code != &Code)
      noteSize(Entries, *Fault->Handler.Code);
  }
  noteSize(Entries, Code);
}

void FaultMapWriter::write(Block &Code, ArrayRef<GraphFault> Faults) {
  SmallVector<const GraphFault *> InShort, InLong;
  for (const GraphFault &Fault : Faults)
    (fitsShort(Fault) ? InShort : InLong).push_back(&Fault);
  if (!InShort.empty())
    writeShort(Code, InShort);
  if (!InLong.empty())
    writeLong(Code, InLong);
}

/// Sorts the entries of a block and checks what only all of them together can
/// break.
static Error sortFaults(const LinkGraph &G, const Block &Code,
                        FaultsOfBlock &Faults) {
  auto Fail = [&](const GraphFault &Fault, const char *Rule) {
    return make_error<JITLinkError>(
        formatv("in {0}, fault map entry of {1}+{2:x}: {3}", G.getName(),
                Code.getSection().getName(),
                Code.getAddress().getValue() + Fault.Faulting.Offset, Rule));
  };
  llvm::sort(Faults, [](const GraphFault &Left, const GraphFault &Right) {
    return Left.Faulting.Offset < Right.Faulting.Offset;
  });
  const GraphFault *Previous = nullptr;
  for (const GraphFault &Fault : Faults) {
    if (Fault.Handler.Code == &Code &&
        Fault.Handler.Offset == Fault.Faulting.Offset)
      return Fail(Fault, "the faulting instruction is its own handler");
    if (Previous && Previous->Faulting.Offset == Fault.Faulting.Offset)
      return Fail(Fault, "there is another entry for this instruction");
    Previous = &Fault;
  }
  return Error::success();
}

/// The entries of \p G by block of code.
static Expected<FaultsByBlock> groupFaults(LinkGraph &G) {
  Expected<std::vector<GraphFault>> Faults = readFaultMaps(G);
  if (!Faults)
    return Faults.takeError();
  FaultsByBlock ByBlock;
  for (const GraphFault &Fault : *Faults)
    ByBlock[Fault.Faulting.Code].push_back(Fault);
  for (auto &[Code, OfBlock] : ByBlock)
    if (Error Err = sortFaults(G, *Code, OfBlock))
      return std::move(Err);
  return std::move(ByBlock);
}

Error orc::attachFaultMaps(LinkGraph &G) {
  for (const char *Reserved : {ShortSection, LongSection})
    if (G.findSectionByName(Reserved))
      return make_error<JITLinkError>(formatv(
          "in {0}: the section name {1} is reserved", G.getName(), Reserved));
  Expected<FaultsByBlock> ByBlock = groupFaults(G);
  if (!ByBlock)
    return ByBlock.takeError();
  if (ByBlock->empty())
    return Error::success();
  FaultMapWriter Writer(G, *getFaultMapEdges(G.getTargetTriple()));
  for (const auto &[Code, Faults] : *ByBlock)
    Writer.write(*Code, Faults);
  return Error::success();
}

/// Checks that the code of \p Entries is still in the blocks that it was in.
static Error checkSizes(const LinkGraph &G, const Block &Entries) {
  for (const Edge &E : Entries.edges()) {
    const Block &Code = E.getTarget().getBlock();
    if (E.getKind() == Edge::KeepAlive &&
        uint64_t(E.getAddend()) != Code.getSize())
      return make_error<JITLinkError>(formatv(
          "in {0}: a block of {1} was split after its fault map was read",
          G.getName(), Code.getSection().getName()));
  }
  return Error::success();
}

/// Gives the blocks of \p Sec addresses in the order of the code they describe.
static void orderBlocks(Section &Sec) {
  // As BasicLayout orders blocks; a table begins with a reference to its code.
  auto KeyOf = [](const Block *Entries) {
    const Block &Code = Entries->edges().begin()->getTarget().getBlock();
    return std::make_tuple(Code.getSection().getOrdinal(), Code.getAddress(),
                           Code.getSize());
  };
  std::vector<Block *> Blocks(Sec.blocks().begin(), Sec.blocks().end());
  llvm::sort(Blocks, [&](const Block *Left, const Block *Right) {
    return KeyOf(Left) < KeyOf(Right);
  });
  ExecutorAddr End;
  for (Block *Entries : Blocks) {
    Entries->setAddress(End);
    End += Entries->getSize();
  }
}

Error orc::orderFaultMaps(LinkGraph &G) {
  for (const char *Name : {ShortSection, LongSection})
    if (Section *Sec = G.findSectionByName(Name))
      orderBlocks(*Sec);
  return Error::success();
}

Error orc::checkFaultMaps(LinkGraph &G) {
  for (const char *Name : {ShortSection, LongSection})
    if (Section *Sec = G.findSectionByName(Name))
      for (const Block *Entries : Sec->blocks())
        if (Error Err = checkSizes(G, *Entries))
          return Err;
  return Error::success();
}

static ExecutorAddrRange getRange(LinkGraph &G, const char *Name) {
  Section *Sec = G.findSectionByName(Name);
  return Sec ? SectionRange(*Sec).getRange() : ExecutorAddrRange();
}

FaultMapRanges orc::getFaultMapRanges(LinkGraph &G) {
  return {getRange(G, ShortSection), getRange(G, LongSection)};
}
