//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapEncoding.h"
#include "FrameRules.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/BinaryFormat/StackMapEncoder.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;
using namespace llvm::stackmap;

/// Whether \p Map, which is well-formed, is what the encoder makes of \p
/// Function, but for the length of distances.
static bool isAsEncoded(StringRef Map, const StackMapFunction &Function,
                        const TargetV4 &Target) {
  std::vector<Safepoint> Sites;
  for (const StackMapSite &Site : Function.Sites)
    Sites.push_back(encodedFrom(getSafepoint(Function, Site), Target));
  const EncodedFunction Encoded = encodeFunction(Sites, Target);
  auto Consume = [&](ArrayRef<char> Bytes) {
    return Map.consume_front(StringRef(Bytes.data(), Bytes.size()));
  };
  if (!Consume(Encoded.Head))
    return false;
  for (size_t I = 0; I != Encoded.Sites.size(); ++I) {
    if (I != 0) {
      Map = Map.drop_while([](char Byte) { return Byte & 0x80; });
      Map = Map.drop_front();
    }
    if (!Consume(Encoded.Sites[I]))
      return false;
  }
  return Map.empty();
}

Error llvm::managed_maps::checkMapEncoding(const ObjectFile &Obj,
                                           const StackMaps &Maps,
                                           std::vector<Finding> &Findings) {
  DenseMap<uint64_t, StringRef> Contents;
  for (SectionRef Section : Obj.sections()) {
    if (none_of(Maps.Sections, [&](const StackMapSection &S) {
          return S.Index == Section.getIndex();
        }))
      continue;
    Expected<StringRef> Bytes = Section.getContents();
    if (!Bytes)
      return Bytes.takeError();
    Contents[Section.getIndex()] = *Bytes;
  }
  std::vector<Finding> Others;
  for (const StackMapFunction &Function : Maps.Functions) {
    const StringRef Map = Contents.lookup(Function.SectionIndex)
                              .substr(Function.Offset, Function.Size);
    if (!isAsEncoded(Map, Function, *Maps.Target))
      Others.push_back({"encoding",
                        formatv("function at {0}+{1:x}: the encoder would "
                                "write a different map with the same meaning",
                                MapSectionV4, Function.Offset)
                            .str(),
                        Finding::Suspicious});
  }
  if (Others.size() != Maps.Functions.size())
    append_range(Findings, Others);
  return Error::success();
}

void llvm::managed_maps::checkMapCovered(const StackMaps &Maps,
                                         std::vector<Finding> &Findings) {
  std::map<uint64_t, std::vector<std::pair<uint64_t, uint64_t>>> Ranges;
  for (const StackMapRun &Run : Maps.Runs)
    Ranges[Run.MapSection].push_back(
        {Run.MapOffset, Run.MapOffset + Run.MapSize});
  for (const StackMapSection &Section : Maps.Sections) {
    if (Section.IsIndex)
      continue;
    std::vector<std::pair<uint64_t, uint64_t>> &Covered = Ranges[Section.Index];
    Covered.push_back({Section.Size, Section.Size});
    llvm::sort(Covered);
    uint64_t Offset = 0;
    for (const auto &[Begin, End] : Covered) {
      if (Offset < Begin)
        Findings.push_back(
            {"covered",
             formatv("section '{0}' (index {1}) has {2} bytes at {3:x} that no "
                     "entry of the index refers to",
                     Section.Name, Section.Index, Begin - Offset, Offset)
                 .str(),
             Finding::Broken});
      Offset = End;
    }
  }
}
