//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Readers of stack maps, versions 3 and 4, as docs/StackMaps.md specifies
/// them.
///
/// There are three levels:
///
///  1. StackMapSafepoint: what a safepoint of either version says, in one form,
///     so that versions can be compared (getSafepoint, readStatepoint).
///  2. readStackMaps: all that the sections of an object file hold, for dumpers
///     and verifiers.
///  3. parseStackMapTables, parseStackMapIndex, parseStackMapRun: the bytes of
///     one section, from wherever they are.
///
/// As with fault maps, all of them take untrusted input, and what is malformed
/// is an Error that names the section, the offset in it and the rule.  Time is
/// O(n log n) and memory O(n) in the size of the file, whatever counts it
/// contains; only what level 1 gives for one safepoint is as long as the root
/// set that it shares with others.  Nothing is kept between calls, so any
/// number of threads may read at the same time.
///
/// The readers prove that a table is well-formed, not that it is right: that a
/// PC follows a call, that frames are those of .eh_frame, and that there are no
/// duplicates is what llvm-managed-maps verifies.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_OBJECT_MANAGEDSTACKMAPS_H
#define LLVM_OBJECT_MANAGEDSTACKMAPS_H

#include "llvm/BinaryFormat/StackMaps.h"
#include "llvm/Object/ManagedMaps.h"
#include <tuple>

namespace llvm {
namespace object {

/// A place, or what is there: a register, or memory at a distance from the CFA
/// or from what a register holds.  Registers have their DWARF numbers, offsets
/// are in bytes.
struct StackMapLocation {
  enum KindType : uint8_t { InRegister, FromCFA, FromRegister };

  KindType Kind = InRegister;
  /// Not FromCFA.
  uint16_t Register = 0;
  /// Not InRegister.
  int64_t Offset = 0;

  static StackMapLocation inRegister(uint16_t Register) {
    return {InRegister, Register, 0};
  }
  static StackMapLocation fromCFA(int64_t Offset) {
    return {FromCFA, 0, Offset};
  }
  static StackMapLocation fromRegister(uint16_t Register, int64_t Offset) {
    return {FromRegister, Register, Offset};
  }

  bool operator==(const StackMapLocation &Other) const {
    return key() == Other.key();
  }
  bool operator!=(const StackMapLocation &Other) const {
    return !(*this == Other);
  }
  bool operator<(const StackMapLocation &Other) const {
    return key() < Other.key();
  }

private:
  std::tuple<KindType, uint16_t, int64_t> key() const {
    return {Kind, Register, Offset};
  }
};

/// Where a function saved a register of its caller: 8 bytes at CFA + Offset.
struct StackMapSave {
  uint16_t Register = 0;
  int64_t Offset = 0;

  bool operator==(const StackMapSave &Other) const {
    return Register == Other.Register && Offset == Other.Offset;
  }
};

/// How to get from a frame to its caller's: CFA = base + Offset.
struct StackMapFrame {
  stackmap::FrameBase Base = stackmap::Unwalkable;
  uint64_t Offset = 0;
  /// In the order of the map; on AArch64 with that of the return address.
  std::vector<StackMapSave> Saves;

  bool isWalkable() const { return Base != stackmap::Unwalkable; }
  bool operator==(const StackMapFrame &Other) const {
    return Base == Other.Base && Offset == Other.Offset && Saves == Other.Saves;
  }
};

/// A value of deoptimization state.
struct StackMapValue {
  enum KindType : uint8_t {
    /// The constant.
    Constant,
    /// What Where holds.
    Contents,
    /// Where's address; it is no register.
    Address
  };

  KindType Kind = Constant;
  uint64_t Number = 0;
  StackMapLocation Where;
  /// Of Contents, in bytes.
  uint64_t Size = 0;

  bool operator==(const StackMapValue &Other) const {
    return Kind == Other.Kind && Number == Other.Number &&
           Where == Other.Where && Size == Other.Size;
  }
};

struct StackMapDeopt {
  std::vector<StackMapValue> Values;
  /// The values are there when the call begins, and perhaps not later.
  bool IsEarly = false;

  bool operator==(const StackMapDeopt &Other) const {
    return Values == Other.Values && IsEarly == Other.IsEarly;
  }
};

/// A base pointer's location and that of a pointer derived from it.
struct StackMapDerived {
  StackMapLocation Base, Derived;

  bool operator==(const StackMapDerived &Other) const {
    return Base == Other.Base && Derived == Other.Derived;
  }
  bool operator<(const StackMapDerived &Other) const {
    return std::tie(Derived, Base) < std::tie(Other.Derived, Other.Base);
  }
};

/// All that a map says of a safepoint.  Places in the code are as in
/// FaultMapEntry.
struct StackMapSafepoint {
  SectionedAddress PC;
  std::optional<uint64_t> Id;
  /// Version 3 does not tell.
  std::optional<StackMapFrame> Frame;
  std::vector<StackMapLocation> Roots;
  std::vector<StackMapDerived> Derived;
  std::optional<StackMapDeopt> Deopt;
};

// Version 4.

/// Which locations of a function are roots, and which are derived pointers, by
/// their numbers.
struct StackMapSet {
  std::vector<uint32_t> Roots;
  struct Pair {
    uint32_t Base, Derived;
  };
  std::vector<Pair> Derived;
};

struct StackMapSite {
  SectionedAddress PC;
  /// Of its first byte in the section.
  uint64_t Offset = 0;
  /// In StackMapFunction::Sets and Frames.
  uint32_t Set = 0, Frame = 0;
  std::optional<uint64_t> Id;
  std::optional<StackMapDeopt> Deopt;
};

/// What a function has in one text section.
struct StackMapFunction {
  /// SectionRef::getIndex of the map's section, the offset there, and the size.
  uint64_t SectionIndex = 0;
  uint64_t Offset = 0;
  uint64_t Size = 0;
  /// Of stackmap::FunctionFlagsV4.
  uint8_t Flags = 0;
  std::vector<StackMapFrame> Frames;
  std::vector<StackMapLocation> Locations;
  /// Those of the dictionary, or else one for each site.
  std::vector<StackMapSet> Sets;
  /// Ascending by PC; there is one at least.
  std::vector<StackMapSite> Sites;
};

/// An entry of the index, and what it leads to.
struct StackMapRun {
  /// SectionRef::getIndex of the entry's section, and the entry's offset there.
  uint64_t IndexSection = 0;
  uint64_t IndexOffset = 0;
  /// The same of the run, and its size.
  uint64_t MapSection = 0;
  uint64_t MapOffset = 0;
  uint64_t MapSize = 0;
  SectionedAddress FirstPC;
  /// Its functions in StackMaps::Functions.
  size_t FirstFunction = 0;
  size_t NumFunctions = 0;
};

/// A section of version 4.
struct StackMapSection {
  std::string Name;
  /// SectionRef::getIndex.
  uint64_t Index = 0;
  uint64_t Size = 0;
  /// llvm_gcidx, or else llvm_gcmap.
  bool IsIndex = false;
  /// The number of entries that are padding.
  size_t NumPadding = 0;
};

// Version 3.

struct StackMapRecordV3 {
  /// The offset of the record in the section.
  uint64_t Offset = 0;
  uint64_t Id = 0;
  /// From the beginning of the function.
  uint32_t InstructionOffset = 0;
  /// In StackMapTables::Functions.
  size_t Function = 0;
  SectionedAddress PC;
  std::vector<stackmap::LocationV3> Locations;
  std::vector<stackmap::LiveOutV3> LiveOuts;
};

struct StackMapFunctionV3 {
  /// The offset of the record in the section.
  uint64_t Offset = 0;
  SectionedAddress Address;
  /// The address as the bytes have it, before any relocation.
  uint64_t AddressField = 0;
  uint64_t StackSize = 0;
  /// Its records in StackMapTables::Records.
  size_t FirstRecord = 0;
  size_t NumRecords = 0;
  /// The linker has dropped the function: it is at address 0 of a linked image.
  /// Its records mean nothing.
  bool IsDiscarded = false;
};

struct StackMapTableV3 {
  /// The offset of the header in the section.
  uint64_t Offset = 0;
  size_t FirstFunction = 0, NumFunctions = 0;
  size_t FirstConstant = 0, NumConstants = 0;
  size_t FirstRecord = 0, NumRecords = 0;
};

/// The tables of version 3 in a section.
struct StackMapTables {
  std::string Name;
  /// SectionRef::getIndex.
  uint64_t Index = 0;
  std::vector<StackMapTableV3> Tables;
  std::vector<StackMapFunctionV3> Functions;
  std::vector<uint64_t> Constants;
  std::vector<StackMapRecordV3> Records;

  /// The value of \p Location, of the kinds Constant or ConstantIndex, in
  /// \p Table.
  uint64_t getConstant(const StackMapTableV3 &Table,
                       const stackmap::LocationV3 &Location) const;

  /// The records of \p Table.
  ArrayRef<StackMapRecordV3> getRecords(const StackMapTableV3 &Table) const {
    return ArrayRef(Records).slice(Table.FirstRecord, Table.NumRecords);
  }
};

/// The stack maps of a file.
struct StackMaps {
  /// What the numbers of registers and the distances of version 4 mean; null
  /// for a machine that version 4 is not for.
  const stackmap::TargetV4 *Target = nullptr;
  /// Sections of version 3, in the file's order.
  std::vector<StackMapTables> Tables;
  /// Sections of version 4, in the file's order.
  std::vector<StackMapSection> Sections;
  /// In the order of the index.
  std::vector<StackMapRun> Runs;
  /// In the order of the maps.
  std::vector<StackMapFunction> Functions;
};

/// Reads the stack maps of \p Obj, of both versions, and applies relocations.
/// It is an error if the file is neither ELF nor Mach-O, which has version 3
/// only.
LLVM_ABI Expected<StackMaps>
readStackMaps(const ObjectFile &Obj, const ManagedMapReadOptions &Options = {});

/// What \p Site of \p Function says.
LLVM_ABI StackMapSafepoint getSafepoint(const StackMapFunction &Function,
                                        const StackMapSite &Site);

/// What \p Record, of \p Table in \p Tables, says if it is a statepoint's; an
/// error that names what keeps it from being one.  The locations of pairs and
/// stack objects become roots if they hold their own base, and derived pointers
/// if not.  A constant is no root.  There is no frame, and no deoptimization
/// state if it has no values.
LLVM_ABI Expected<StackMapSafepoint>
readStatepoint(const StackMapTables &Tables, const StackMapTableV3 &Table,
               const StackMapRecordV3 &Record);

/// Names each place of \p Safepoint that \p Frame tells by its distance from
/// the CFA, and brings roots and derived pointers into order, so that two
/// safepoints that mean the same are equal.
LLVM_ABI void normalizeSafepoint(StackMapSafepoint &Safepoint,
                                 const StackMapFrame &Frame,
                                 const stackmap::TargetV4 &Target);

/// What version 4 has to know of the machine of \p Obj; null if it is not for
/// that machine.
LLVM_ABI const stackmap::TargetV4 *getStackMapTarget(const ObjectFile &Obj);

/// "[CFA-16]", "[R7+8]", "R3".
LLVM_ABI std::string toString(const StackMapLocation &Location);
/// "CFA=SP+16", "CFA=FP+16" or "unwalkable".
LLVM_ABI std::string toString(const StackMapFrame &Frame);

/// Reads tables of version 3.
LLVM_ABI Expected<StackMapTables>
parseStackMapTables(const ManagedMapBytes &Bytes);

/// An entry of the index.
struct StackMapIndexEntry {
  /// In the section.
  uint64_t Offset = 0;
  SectionedAddress FirstPC;
  /// The size of the section of FirstPC, or where in the image it ends.
  uint64_t Limit = UINT64_MAX;
  SectionedAddress Run;
};

/// Reads an index of version 4.  \p NumPadding is set to the number of entries
/// that are left out because they are padding.
LLVM_ABI Expected<std::vector<StackMapIndexEntry>>
parseStackMapIndex(const ManagedMapBytes &Bytes, size_t &NumPadding);

/// Reads the run at \p Offset of \p Bytes and appends its functions to
/// \p Functions.  Safepoints have the section of \p FirstPC.  Returns the
/// offset after the run.
LLVM_ABI Expected<uint64_t>
parseStackMapRun(const ManagedMapBytes &Bytes, uint64_t Offset,
                 SectionedAddress FirstPC, uint64_t Limit,
                 const stackmap::TargetV4 &Target,
                 std::vector<StackMapFunction> &Functions);

} // end namespace object
} // end namespace llvm

#endif // LLVM_OBJECT_MANAGEDSTACKMAPS_H
