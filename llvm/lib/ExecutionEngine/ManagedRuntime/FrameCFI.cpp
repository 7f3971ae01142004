//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The caller of a frame by its unwind table.
///
/// The unwinder of the process finds the table. A program with the static
/// library that walks by CFI gets it linked, and others do not, as this is a
/// member of its own; the shared library takes it if it is there. The rows are
/// computed here, as unwinders do not tell where a register was saved. What
/// compilers write for code that is not hand-made is understood: the CFA is a
/// register plus a constant, and registers are saved at constant distances from
/// it.
///
//===----------------------------------------------------------------------===//

#include "FrameWalker.h"
#include <string.h>

using namespace llvm;
using namespace llvm::stackmap;
using namespace llvm::managed;

namespace {

/// What the unwinder tells besides; only the function matters.
struct EhBases {
  void *Text;
  void *Data;
  void *Function;
};

} // end anonymous namespace

#ifndef LLVM_MANAGED_RUNTIME_STATIC
#pragma weak _Unwind_Find_FDE
#endif
extern "C" const void *_Unwind_Find_FDE(void *PC, EhBases *Bases);

static const uint8_t *findEntry(uintptr_t PC, EhBases &Bases) {
#ifndef LLVM_MANAGED_RUNTIME_STATIC
  if (!_Unwind_Find_FDE)
    return nullptr;
#endif
  return static_cast<const uint8_t *>(
      _Unwind_Find_FDE(reinterpret_cast<void *>(PC), &Bases));
}

namespace {

/// Columns of the rows: those of the tracked registers and the return address.
constexpr unsigned NumColumns = 33;
#if defined(__aarch64__)
constexpr unsigned ReturnColumn = 30;
#else
constexpr unsigned ReturnColumn = 16;
#endif

enum class Rule : uint8_t { Same, Undefined, AtOffset, Other };

struct Row {
  bool IsKnown = false;
  uint64_t CFARegister = 0;
  int64_t CFAOffset = 0;
  Rule Rules[NumColumns] = {};
  int64_t Offsets[NumColumns] = {};
};

/// Bytes that end somewhere; reading beyond gives zeros and is remembered.
class Bytes {
public:
  Bytes(const uint8_t *Next, const uint8_t *End) : Next(Next), End(End) {}

  bool isAtEnd() const { return Next >= End; }
  bool failed() const { return HasFailed; }
  const uint8_t *position() const { return Next; }

  void skip(uint64_t Size) {
    HasFailed |= Size > uint64_t(End - Next);
    Next = HasFailed ? End : Next + Size;
  }
  template <typename T> T fixed() {
    T Value = 0;
    if (uint64_t(End - Next) >= sizeof(T))
      memcpy(&Value, Next, sizeof(T));
    skip(sizeof(T));
    return Value;
  }
  uint64_t uleb() { return isWhole() ? readUleb(Next) : fail(); }
  int64_t sleb() {
    return isWhole() ? readSleb(Next) : static_cast<int64_t>(fail());
  }
  /// The rest, from here to \p Size bytes on.
  Bytes take(uint64_t Size) {
    const uint8_t *Begin = Next;
    skip(Size);
    return Bytes(Begin, Next);
  }

private:
  bool isWhole() const {
    for (const uint8_t *I = Next; I < End && I < Next + 10; ++I)
      if (!(*I & 0x80))
        return true;
    return false;
  }
  uint64_t fail() {
    HasFailed = true;
    Next = End;
    return 0;
  }

  const uint8_t *Next;
  const uint8_t *End;
  bool HasFailed = false;
};

/// The common part of the entries that refer to it.
struct CommonEntry {
  uint64_t CodeAlignment = 0;
  int64_t DataAlignment = 0;
  uint8_t PointerEncoding = 0;
  bool HasAugmentation = false;
  Bytes Instructions{nullptr, nullptr};
};

} // end anonymous namespace

/// The bytes of the entry at \p Entry, after its length; false if it has more
/// than 32 bits can tell.
static bool readEntry(const uint8_t *Entry, Bytes &Body) {
  uint32_t Length;
  memcpy(&Length, Entry, sizeof(Length));
  Body = Bytes(Entry + 4, Entry + 4 + Length);
  return Length && Length != UINT32_MAX;
}

/// Bytes of a pointer; 0 if it is of no fixed size.
static unsigned sizeOfPointer(uint8_t Encoding) {
  switch (Encoding & 0x0f) {
  case 0x00: // DW_EH_PE_absptr
  case 0x04: // DW_EH_PE_udata8
  case 0x0c: // DW_EH_PE_sdata8
    return 8;
  case 0x02: // DW_EH_PE_udata2
  case 0x0a: // DW_EH_PE_sdata2
    return 2;
  case 0x03: // DW_EH_PE_udata4
  case 0x0b: // DW_EH_PE_sdata4
    return 4;
  }
  return 0;
}

static bool readCommonEntry(const uint8_t *Entry, CommonEntry &Common) {
  Bytes Body(nullptr, nullptr);
  if (!readEntry(Entry, Body))
    return false;
  if (Body.fixed<uint32_t>() != 0)
    return false;
  uint8_t Version = Body.fixed<uint8_t>();
  if (Version != 1 && Version != 3)
    return false;
  const char *Augmentation = reinterpret_cast<const char *>(Body.position());
  while (Body.fixed<uint8_t>())
    ;
  Common.CodeAlignment = Body.uleb();
  Common.DataAlignment = Body.sleb();
  uint64_t Column = Version == 1 ? Body.fixed<uint8_t>() : Body.uleb();
  if (Body.failed() || Column != ReturnColumn)
    return false;
  Common.HasAugmentation = *Augmentation == 'z';
  if (Common.HasAugmentation) {
    Bytes Data = Body.take(Body.uleb());
    while (char Letter = *++Augmentation) {
      switch (Letter) {
      case 'R':
        Common.PointerEncoding = Data.fixed<uint8_t>();
        break;
      case 'L':
        Data.fixed<uint8_t>();
        break;
      case 'P':
        Data.skip(sizeOfPointer(Data.fixed<uint8_t>()));
        break;
      case 'S': // A signal frame is not suspended at a call.
        return false;
      case 'B': // Signed with the other key.
      case 'G': // Tagged memory.
        break;
      default:
        return false;
      }
    }
    if (Data.failed())
      return false;
  } else if (*Augmentation) {
    return false;
  }
  Common.Instructions = Body;
  return !Body.failed();
}

namespace {

/// Executes the instructions of an entry up to a PC.
class RowFinder {
public:
  RowFinder(const CommonEntry &Common, uintptr_t Function, uintptr_t PC)
      : Common(Common), PC(PC), Location(Function) {}

  /// False if there is an instruction that is not understood.
  bool run(Bytes Code);

  /// What registers have at the beginning of a function.
  void keepInitial() { Initial = Current; }

  Row Current;

private:
  bool execute(uint8_t Opcode, Bytes &Code);
  bool executeExtended(uint8_t Opcode, Bytes &Code);
  void advance(uint64_t Delta) { Location += Delta * Common.CodeAlignment; }
  void set(uint64_t Column, Rule New, int64_t Offset = 0) {
    if (Column >= NumColumns)
      return;
    Current.Rules[Column] = New;
    Current.Offsets[Column] = Offset;
  }
  void restore(uint64_t Column) {
    if (Column < NumColumns)
      set(Column, Initial.Rules[Column], Initial.Offsets[Column]);
  }
  void setCFA(uint64_t Register, int64_t Offset) {
    Current.IsKnown = true;
    Current.CFARegister = Register;
    Current.CFAOffset = Offset;
  }

  const CommonEntry &Common;
  const uintptr_t PC;
  uintptr_t Location;
  Row Initial;
  static constexpr unsigned MaxRemembered = 4;
  Row Remembered[MaxRemembered];
  unsigned NumRemembered = 0;
};

} // end anonymous namespace

bool RowFinder::run(Bytes Code) {
  // A row holds until the next; the call is before its return address.
  while (!Code.isAtEnd() && Location < PC)
    if (!execute(Code.fixed<uint8_t>(), Code) || Code.failed())
      return false;
  return true;
}

bool RowFinder::execute(uint8_t Opcode, Bytes &Code) {
  const uint8_t Low = Opcode & 0x3f;
  switch (Opcode & 0xc0) {
  case 0x40: // DW_CFA_advance_loc
    advance(Low);
    return true;
  case 0x80: // DW_CFA_offset
    set(Low, Rule::AtOffset, int64_t(Code.uleb()) * Common.DataAlignment);
    return true;
  case 0xc0: // DW_CFA_restore
    restore(Low);
    return true;
  }
  return executeExtended(Opcode, Code);
}

bool RowFinder::executeExtended(uint8_t Opcode, Bytes &Code) {
  uint64_t Column;
  switch (Opcode) {
  case 0x00: // DW_CFA_nop
    return true;
  case 0x02: // DW_CFA_advance_loc1
    advance(Code.fixed<uint8_t>());
    return true;
  case 0x03: // DW_CFA_advance_loc2
    advance(Code.fixed<uint16_t>());
    return true;
  case 0x04: // DW_CFA_advance_loc4
    advance(Code.fixed<uint32_t>());
    return true;
  case 0x05: // DW_CFA_offset_extended
    Column = Code.uleb();
    set(Column, Rule::AtOffset, int64_t(Code.uleb()) * Common.DataAlignment);
    return true;
  case 0x06: // DW_CFA_restore_extended
    restore(Code.uleb());
    return true;
  case 0x07: // DW_CFA_undefined
    set(Code.uleb(), Rule::Undefined);
    return true;
  case 0x08: // DW_CFA_same_value
    set(Code.uleb(), Rule::Same);
    return true;
  case 0x09: // DW_CFA_register
    set(Code.uleb(), Rule::Other);
    Code.uleb();
    return true;
  case 0x0a: // DW_CFA_remember_state
    if (NumRemembered == MaxRemembered)
      return false;
    Remembered[NumRemembered++] = Current;
    return true;
  case 0x0b: // DW_CFA_restore_state
    if (!NumRemembered)
      return false;
    Current = Remembered[--NumRemembered];
    return true;
  case 0x0c: // DW_CFA_def_cfa
    Column = Code.uleb();
    setCFA(Column, static_cast<int64_t>(Code.uleb()));
    return true;
  case 0x0d: // DW_CFA_def_cfa_register
    setCFA(Code.uleb(), Current.CFAOffset);
    return true;
  case 0x0e: // DW_CFA_def_cfa_offset
    Current.CFAOffset = static_cast<int64_t>(Code.uleb());
    return true;
  case 0x0f: // DW_CFA_def_cfa_expression
    Current.IsKnown = false;
    Code.skip(Code.uleb());
    return true;
  case 0x10: // DW_CFA_expression
  case 0x16: // DW_CFA_val_expression
    set(Code.uleb(), Rule::Other);
    Code.skip(Code.uleb());
    return true;
  case 0x11: // DW_CFA_offset_extended_sf
    Column = Code.uleb();
    set(Column, Rule::AtOffset, Code.sleb() * Common.DataAlignment);
    return true;
  case 0x12: // DW_CFA_def_cfa_sf
    Column = Code.uleb();
    setCFA(Column, Code.sleb() * Common.DataAlignment);
    return true;
  case 0x13: // DW_CFA_def_cfa_offset_sf
    Current.CFAOffset = Code.sleb() * Common.DataAlignment;
    return true;
  case 0x14: // DW_CFA_val_offset
    set(Code.uleb(), Rule::Other);
    Code.uleb();
    return true;
  case 0x15: // DW_CFA_val_offset_sf
    set(Code.uleb(), Rule::Other);
    Code.sleb();
    return true;
  case 0x2d: // DW_CFA_AARCH64_negate_ra_state: signatures are removed anyway.
    return true;
  case 0x2e: // DW_CFA_GNU_args_size: for landing pads.
    Code.uleb();
    return true;
  }
  return false;
}

/// The row for \p PC, the last byte of a call.
static LLVMManagedStep findRow(uintptr_t PC, Row &Found) {
  EhBases Bases = {};
  const uint8_t *Entry = findEntry(PC, Bases);
  if (!Entry)
    return LLVMManagedStepNoCFI;
  Bytes Body(nullptr, nullptr);
  if (!readEntry(Entry, Body))
    return LLVMManagedStepUnknownCFI;
  const uint8_t *Field = Body.position();
  CommonEntry Common;
  if (!readCommonEntry(Field - Body.fixed<uint32_t>(), Common))
    return LLVMManagedStepUnknownCFI;
  unsigned Size = sizeOfPointer(Common.PointerEncoding);
  if (!Size)
    return LLVMManagedStepUnknownCFI;
  Body.skip(2 * Size);
  if (Common.HasAugmentation)
    Body.skip(Body.uleb());
  RowFinder Finder(Common, 0, UINTPTR_MAX);
  if (!Finder.run(Common.Instructions))
    return LLVMManagedStepUnknownCFI;
  RowFinder Of(Common, reinterpret_cast<uintptr_t>(Bases.Function), PC + 1);
  Of.Current = Finder.Current;
  Of.keepInitial();
  if (Body.failed() || !Of.run(Body))
    return LLVMManagedStepUnknownCFI;
  Found = Of.Current;
  return LLVMManagedStepFrame;
}

/// As findCallerByMap(), by unwind tables.
static LLVMManagedStep findCallerByCFI(FrameCursor &Cursor, Caller &Found) {
  Row At;
  LLVMManagedStep Step = findRow(Cursor.PC - 1, At);
  if (Step != LLVMManagedStepFrame)
    return Step;
  uint64_t Base;
  if (!At.IsKnown || At.Rules[ReturnColumn] != Rule::AtOffset ||
      !Cursor.getRegister(static_cast<unsigned>(At.CFARegister), Base))
    return LLVMManagedStepUnknownCFI;
  Found.CFA = Base + At.CFAOffset;
  if (!isSane(Cursor, Found.CFA))
    return LLVMManagedStepCorrupt;
  for (unsigned Column = 0; Column < NumColumns; ++Column) {
    if (At.Rules[Column] == Rule::Other && Column != HostTarget.ShadowStack)
      return LLVMManagedStepUnknownCFI;
    if (At.Rules[Column] != Rule::AtOffset)
      continue;
    uintptr_t Place = Found.CFA + At.Offsets[Column];
    if (Place < Cursor.SP || !Cursor.isInStack(Place, WordSize))
      return LLVMManagedStepCorrupt;
    auto *Saved = reinterpret_cast<uint64_t *>(Place);
    if (Column == ReturnColumn)
      Found.ReturnAddress = stripSignature(*Saved);
    if (Column < NumTrackedRegisters)
      Cursor.Places[Column] = Saved;
  }
  return LLVMManagedStepFrame;
}

//===----------------------------------------------------------------------===//
// The C interface
//===----------------------------------------------------------------------===//

LLVMManagedStep LLVMManagedNextFrameByCFI(LLVMManagedCursor *Cursor) {
  FrameCursor &C = unwrap(*Cursor);
  if (C.State != LLVMManagedStepFrame)
    return C.State;
  Caller Found;
  LLVMManagedStep Step = findCallerByCFI(C, Found);
  return Step == LLVMManagedStepFrame ? goToCaller(C, Found) : C.State = Step;
}

/// Whether both ways have led to the same; if not, \p Difference says why.
static bool areSame(const FrameCursor &Map, const Caller &ByMap,
                    const FrameCursor &CFI, const Caller &ByCFI,
                    LLVMManagedFrameDifference &Difference) {
  if (ByMap.CFA != ByCFI.CFA) {
    Difference = {0, 0, ByMap.CFA, ByCFI.CFA};
    return false;
  }
  if (ByMap.ReturnAddress != ByCFI.ReturnAddress) {
    Difference = {1, 0, ByMap.ReturnAddress, ByCFI.ReturnAddress};
    return false;
  }
  for (unsigned I = 0; I < HostTarget.NumMaskRegisters; ++I) {
    unsigned R = HostTarget.MaskRegisters[I];
    if (Map.Places[R] == CFI.Places[R])
      continue;
    Difference = {2, R, reinterpret_cast<uintptr_t>(Map.Places[R]),
                  reinterpret_cast<uintptr_t>(CFI.Places[R])};
    return false;
  }
  return true;
}

LLVMManagedStep
LLVMManagedNextFrameVerified(LLVMManagedCursor *Cursor,
                             LLVMManagedFrameDifference *Difference) {
  FrameCursor &C = unwrap(*Cursor);
  if (C.State != LLVMManagedStepFrame)
    return C.State;
  FrameCursor Map = C, CFI = C;
  Caller ByMap, ByCFI;
  LLVMManagedStep Step = findCallerByMap(Map, ByMap);
  if (Step == LLVMManagedStepFrame)
    Step = findCallerByCFI(CFI, ByCFI);
  if (Step != LLVMManagedStepFrame)
    return C.State = Step;
  if (!areSame(Map, ByMap, CFI, ByCFI, *Difference))
    return C.State = LLVMManagedStepDiffers;
  C = Map;
  return goToCaller(C, ByMap);
}
