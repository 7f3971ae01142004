//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackMapGraph.h"
#include "FaultMapGraph.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/BinaryFormat/StackMaps.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <set>

using namespace llvm;
using namespace llvm::jitlink;
using namespace llvm::orc;
using namespace llvm::stackmap;

static Error fail(const LinkGraph &G, const Block &Index, uint64_t Offset,
                  const Twine &Rule) {
  return make_error<JITLinkError>(formatv(
      "in {0}, {1}+{2:x}: {3}", G.getName(), Index.getSection().getName(),
      Index.getAddress().getValue() + Offset, Rule.str()));
}

/// Checks the relocation \p E of a fragment of the index. A code field is
/// followed by one that refers to a map.
static Error checkEdge(const LinkGraph &G, const Block &Index, const Edge &E,
                       Edge::Kind Delta32) {
  const bool IsCode = E.getOffset() % sizeof(IndexEntryV4) == 0;
  const StringRef What = IsCode ? "safepoint" : "function map";
  if (!IsCode &&
      E.getOffset() % sizeof(IndexEntryV4) != offsetof(IndexEntryV4, Run))
    return fail(G, Index, E.getOffset(),
                "a relocation is not at an address field");
  if (E.getKind() != Delta32)
    return fail(
        G, Index, E.getOffset(),
        "the " + What +
            " has the wrong kind of relocation instead of a 32-bit distance: " +
            G.getEdgeKindName(E.getKind()));
  if (!E.getTarget().isDefined())
    return fail(G, Index, E.getOffset(),
                "the " + What + " is not in this object");
  const Section &In = E.getTarget().getBlock().getSection();
  if (IsCode && (In.getMemProt() & MemProt::Exec) == MemProt::None)
    return fail(G, Index, E.getOffset(), "the safepoint is not in code");
  if (!IsCode && In.getName() != MapSectionV4)
    return fail(G, Index, E.getOffset(),
                "the function map is not in " + Twine(MapSectionV4));
  return Error::success();
}

/// Attaches the fragment \p Index to the code that it refers to.
static Error attachIndex(LinkGraph &G, Block &Index, Edge::Kind Delta32) {
  SmallPtrSet<Block *, 4> Described;
  SmallVector<Block *, 4> Codes;
  // Offsets of the fields that lead to code, and to maps.
  std::set<Edge::OffsetT> Firsts, Runs;
  for (const Edge &E : Index.edges()) {
    if (!E.isRelocation())
      continue;
    if (Error Err = checkEdge(G, Index, E, Delta32))
      return Err;
    if (E.getOffset() % sizeof(IndexEntryV4) != 0) {
      Runs.insert(E.getOffset() - offsetof(IndexEntryV4, Run));
      continue;
    }
    Firsts.insert(E.getOffset());
    Block &Target = E.getTarget().getBlock();
    if (Described.insert(&Target).second)
      Codes.push_back(&Target);
  }
  if (Firsts != Runs)
    return fail(G, Index, 0, "an entry has only one address");

  Symbol &Anchor =
      G.addAnonymousSymbol(Index, 0, Index.getSize(), /*IsCallable=*/false,
                           /*IsLive=*/false);
  for (Block *Code : Codes) {
    Code->addEdge(Edge::KeepAlive, 0, Anchor, 0);
    // The addend is the size that the code has now, see checkStackMaps().
    Symbol &Start = G.addAnonymousSymbol(*Code, 0, 0, /*IsCallable=*/false,
                                         /*IsLive=*/false);
    Index.addEdge(Edge::KeepAlive, 0, Start, Code->getSize());
  }
  return Error::success();
}

Error orc::attachStackMaps(LinkGraph &G) {
  Section *Sec = G.findSectionByName(IndexSectionV4);
  if (!Sec || Sec->empty())
    return Error::success();
  const std::optional<FaultMapEdges> Kinds =
      getFaultMapEdges(G.getTargetTriple());
  if (!Kinds)
    return make_error<JITLinkError>(formatv("in {0}: {1} is not read for {2}",
                                            G.getName(), IndexSectionV4,
                                            G.getTargetTriple().str()));
  std::vector<Block *> Blocks(Sec->blocks().begin(), Sec->blocks().end());
  for (Block *Index : Blocks)
    if (Error Err = attachIndex(G, *Index, Kinds->Delta32))
      return Err;
  return Error::success();
}

Error orc::checkStackMaps(LinkGraph &G) {
  Section *Sec = G.findSectionByName(IndexSectionV4);
  if (!Sec)
    return Error::success();
  for (const Block *Index : Sec->blocks())
    for (const Edge &E : Index->edges()) {
      const Block &Code = E.getTarget().getBlock();
      if (E.getKind() == Edge::KeepAlive &&
          uint64_t(E.getAddend()) != Code.getSize())
        return make_error<JITLinkError>(formatv(
            "in {0}: a block of {1} was split after its stack map was read",
            G.getName(), Code.getSection().getName()));
    }
  return Error::success();
}

static ExecutorAddrRange getRange(LinkGraph &G, const char *Name) {
  Section *Sec = G.findSectionByName(Name);
  return Sec ? SectionRange(*Sec).getRange() : ExecutorAddrRange();
}

StackMapRanges orc::getStackMapRanges(LinkGraph &G) {
  return {getRange(G, IndexSectionV4), getRange(G, MapSectionV4)};
}

SmallVector<ExecutorAddrRange, 1> orc::getCodeRanges(const LinkGraph &G) {
  // A memory manager keeps what has the same protection together.
  std::map<MemProt, ExecutorAddrRange> Ranges;
  for (const Section &Sec : G.sections()) {
    if ((Sec.getMemProt() & MemProt::Exec) == MemProt::None ||
        Sec.getMemLifetime() != MemLifetime::Standard)
      continue;
    for (const Block *B : Sec.blocks()) {
      auto [It, IsNew] = Ranges.try_emplace(Sec.getMemProt(), B->getRange());
      It->second.Start = std::min(It->second.Start, B->getRange().Start);
      It->second.End = std::max(It->second.End, B->getRange().End);
    }
  }
  SmallVector<ExecutorAddrRange, 1> Result;
  for (const auto &[Protection, Range] : Ranges)
    if (!Range.empty())
      Result.push_back(Range);
  return Result;
}
