//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which x86-64 instructions fault reliably, by their encodings.  The table is
/// X86Encodings.def.
///
//===----------------------------------------------------------------------===//

#include "X86Verifier.h"
#include "MCTargetDesc/X86BaseInfo.h"
#include "MCTargetDesc/X86MCTargetDesc.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace llvm::managed_maps;

namespace {

enum Prefix : uint8_t { N = 1, P = 2, S = 4, D = 8 };
enum Encoding : uint8_t { L = 1, V = 2, E = 4 };

/// How many bytes a memory operand has.
enum class OperandSize : uint8_t {
  Byte,
  Word,
  DWord,
  QWord,
  /// Ten bytes.
  Extended,
  XmmWord,
  YmmWord,
  /// 2, 4 or 8, by operand size prefix and W.
  Integer,
  /// 4 or 8, by W.
  ByW,
  /// 8 or 16, by W.
  Pair,
  /// 4 or 8, by prefix: single or double precision.
  Scalar,
  /// With prefix f3 or f2 as Scalar, otherwise Vector.
  Fp,
  /// The vector, or one element of it that is broadcast.
  Vector,
  /// Parts of the vector.
  Half,
  Quarter,
  Eighth,
  /// The vector with W, half of it without.
  HalfWithoutW,
  /// Half of a short vector, a longer one as a whole.
  Duplicated,
  /// As many bits as the vector at most has elements.
  Mask
};

enum class Alignment : uint8_t { Any, Sse, Whole };

struct Row {
  uint64_t Map;
  uint8_t First, Last;
  uint8_t Prefixes, Encodings;
  /// A bit for each value; zero if the field selects a register.
  uint8_t Digits;
  faultmap::Kind Kind;
  OperandSize Size;
  Alignment Align;
};

} // end anonymous namespace

// The words of X86Encodings.def.
static constexpr faultmap::Kind Load = faultmap::FaultingLoad;
static constexpr faultmap::Kind Store = faultmap::FaultingStore;
static constexpr faultmap::Kind Both = faultmap::FaultingLoadStore;
static constexpr uint8_t REG = 0;

static constexpr uint8_t R(unsigned Digit) { return 1 << Digit; }

static constexpr Row Rows[] = {
#define ROW(MAP, FIRST, LAST, PREFIXES, ENCODINGS, DIGITS, KIND, SIZE, ALIGN)  \
  {                                                                            \
      X86II::MAP,      FIRST,  LAST, PREFIXES,                                 \
      ENCODINGS,       DIGITS, KIND, OperandSize::SIZE,                        \
      Alignment::ALIGN},
#include "X86Encodings.def"
};

/// The values that the ModRM field of \p Flags has, as in Row::Digits; nothing
/// if the instruction has no plain ModRM memory operand.
static std::optional<uint8_t> digitsOf(uint64_t Flags) {
  const uint64_t Form = Flags & X86II::FormMask;
  switch (Form) {
  case X86II::MRMDestMem:
  case X86II::MRMSrcMem:
  case X86II::MRMSrcMem4VOp3:
  case X86II::MRMSrcMemCC:
  case X86II::MRMXmCC:
    return REG;
  case X86II::MRM0m:
  case X86II::MRM1m:
  case X86II::MRM2m:
  case X86II::MRM3m:
  case X86II::MRM4m:
  case X86II::MRM5m:
  case X86II::MRM6m:
  case X86II::MRM7m:
    return R(Form - X86II::MRM0m);
  default:
    return std::nullopt;
  }
}

static uint8_t prefixOf(uint64_t Flags) {
  switch (Flags & X86II::OpPrefixMask) {
  case X86II::PD:
    return P;
  case X86II::XS:
    return S;
  case X86II::XD:
    return D;
  default:
    return N;
  }
}

/// Zero if no row has this encoding.
static uint8_t encodingOf(uint64_t Flags) {
  switch (Flags & X86II::EncodingMask) {
  case X86II::LEGACY:
    return L;
  case X86II::VEX:
    return V;
  case X86II::EVEX:
    return E;
  default:
    return 0;
  }
}

static const Row *findRow(uint64_t Flags) {
  const std::optional<uint8_t> Digits = digitsOf(Flags);
  if (!Digits)
    return nullptr;
  const uint8_t Opcode = X86II::getBaseOpcodeFor(Flags);
  for (const Row &Row : Rows)
    if ((Flags & X86II::OpMapMask) == Row.Map && Opcode >= Row.First &&
        Opcode <= Row.Last && (prefixOf(Flags) & Row.Prefixes) &&
        (encodingOf(Flags) & Row.Encodings) &&
        (Row.Digits == REG ? *Digits == REG : *Digits & Row.Digits))
      return &Row;
  return nullptr;
}

static unsigned sizeOf(OperandSize Size, uint64_t Flags) {
  const unsigned ByW = Flags & X86II::REX_W ? 8 : 4;
  const unsigned Vector = Flags & X86II::EVEX_L2 ? 64
                          : Flags & X86II::VEX_L ? 32
                                                 : 16;
  const uint8_t Prefix = prefixOf(Flags);
  const bool IsBroadcast = Flags & X86II::EVEX_B;
  switch (Size) {
  case OperandSize::Byte:
    return 1;
  case OperandSize::Word:
    return 2;
  case OperandSize::DWord:
    return 4;
  case OperandSize::QWord:
    return 8;
  case OperandSize::Extended:
    return 10;
  case OperandSize::XmmWord:
    return 16;
  case OperandSize::YmmWord:
    return 32;
  case OperandSize::Integer:
    return (Flags & X86II::OpSizeMask) == X86II::OpSize16 ? 2 : ByW;
  case OperandSize::ByW:
    return ByW;
  case OperandSize::Pair:
    return 2 * ByW;
  case OperandSize::Scalar:
    return Prefix == N || Prefix == S ? 4 : 8;
  case OperandSize::Fp:
    if (Prefix == S || Prefix == D)
      return Prefix == S ? 4 : 8;
    [[fallthrough]];
  case OperandSize::Vector:
    return IsBroadcast ? ByW : Vector;
  case OperandSize::Half:
    return IsBroadcast ? ByW : Vector / 2;
  case OperandSize::HalfWithoutW:
    return IsBroadcast ? ByW : Flags & X86II::REX_W ? Vector : Vector / 2;
  case OperandSize::Quarter:
    return Vector / 4;
  case OperandSize::Eighth:
    return Vector / 8;
  case OperandSize::Duplicated:
    return Vector == 16 ? 8 : Vector;
  case OperandSize::Mask:
    if (Prefix == P)
      return Flags & X86II::REX_W ? 4 : 1;
    return Flags & X86II::REX_W ? 8 : 2;
  }
  llvm_unreachable("all sizes are covered");
}

/// Why an instruction that no row has does not qualify.
static StringRef reasonAgainst(uint64_t Flags) {
  const uint8_t Opcode = X86II::getBaseOpcodeFor(Flags);
  switch (Flags & X86II::OpMapMask) {
  case X86II::TB:
    if (Opcode == 0x0d || (Opcode >= 0x18 && Opcode <= 0x1f))
      return "is a hint, which never faults";
    break;
  case X86II::T8:
    if ((Opcode >= 0x2c && Opcode <= 0x2f) || (Opcode >= 0x8c && Opcode < 0x90))
      return "accesses memory under a mask";
    if ((Opcode >= 0x90 && Opcode <= 0x93) ||
        (Opcode >= 0xa0 && Opcode <= 0xa3))
      return "gathers or scatters under a mask";
    break;
  case X86II::T_MAP4:
    return "is an APX form, which may be conditional";
  default:
    break;
  }
  return "is not known to fault reliably";
}

Expected<AddressSum> X86Verifier::addressOf(const DecodedInst &I,
                                            bool MayBeStack) const {
  const MCInstrDesc &Desc = MII.get(I.Inst.getOpcode());
  const unsigned First =
      X86II::getMemoryOperandNo(Desc.TSFlags) + X86II::getOperandBias(Desc);
  auto RegisterAt = [&](unsigned Number) {
    return MCRegister(I.Inst.getOperand(First + Number).getReg());
  };
  const MCRegisterClass &Whole = MRI.getRegClass(X86::GR64RegClassID);

  if (RegisterAt(X86::AddrSegmentReg))
    return refuse("has a segment override");
  AddressSum Sum;
  Sum.Base = RegisterAt(X86::AddrBaseReg);
  Sum.Index = RegisterAt(X86::AddrIndexReg);
  if (Sum.Index == X86::RIZ)
    Sum.Index = MCRegister();
  Sum.Scale = I.Inst.getOperand(First + X86::AddrScaleAmt).getImm();
  if (Sum.Base == X86::RIP)
    return refuse("has an address relative to itself");
  if (Sum.Base == X86::RSP && !MayBeStack)
    return refuse("accesses the stack");
  for (MCRegister Reg : {Sum.Base, Sum.Index})
    if (Reg && !Whole.contains(Reg))
      return refuse("truncates its address to 32 bits");
  const MCOperand &Displacement = I.Inst.getOperand(First + X86::AddrDisp);
  if (!Displacement.isImm() || I.IsAddressRelocated)
    return refuse("has a displacement that the linker fills in");
  Sum.Displacement = Displacement.getImm();
  return Sum;
}

Expected<Access> X86Verifier::describeAccess(const DecodedInst &I,
                                             bool MayBeStack) const {
  const MCInstrDesc &Desc = MII.get(I.Inst.getOpcode());
  const uint64_t Flags = Desc.TSFlags;
  if (X86II::getMemoryOperandNo(Flags) < 0)
    return refuse("has no memory operand");
  if (Flags & X86II::EVEX_K)
    return refuse("accesses memory under a mask");
  const Row *Row = findRow(Flags);
  if (!Row)
    return refuse(reasonAgainst(Flags));

  const unsigned Prefixes = I.Inst.getFlags();
  if (Prefixes & (X86::IP_HAS_REPEAT | X86::IP_HAS_REPEAT_NE))
    return refuse("has a repeat prefix");
  const bool IsLocked = Prefixes & X86::IP_HAS_LOCK || Flags & X86II::LOCK;
  if (IsLocked && Row->Kind != Both)
    return refuse("cannot be locked");

  Expected<AddressSum> Address = addressOf(I, MayBeStack);
  if (!Address)
    return Address.takeError();
  Access Result;
  Result.Address = *Address;
  // As X86::isKnownBelowZero says for code generation.
  Result.IsKnownBelowZero = Address->Base != X86::RBP &&
                            Address->Base != X86::RSP &&
                            !X86II::isApxExtendedReg(Address->Base) &&
                            !X86II::isApxExtendedReg(Address->Index);
  Result.Kind = Row->Kind;
  Result.Size = sizeOf(Row->Size, Flags);
  // A locked access that crosses a cache line may raise an alignment check.
  if (Row->Align == Alignment::Whole || IsLocked ||
      (Row->Align == Alignment::Sse && encodingOf(Flags) == L &&
       Result.Size == 16))
    Result.Alignment = Result.Size;
  return Result;
}

/// A displacement comes before an immediate.
bool X86Verifier::isAddressByte(const DecodedInst &I, unsigned Offset) const {
  const uint64_t Flags = MII.get(I.Inst.getOpcode()).TSFlags;
  const unsigned Immediate =
      X86II::hasImm(Flags) ? X86II::getSizeOfImm(Flags) : 0;
  return Offset + Immediate < I.Size;
}

bool X86Verifier::mergePrefix(const MCInst &Prefix, MCInst &Inst) const {
  if (!X86II::isPrefix(MII.get(Prefix.getOpcode()).TSFlags))
    return false;
  const bool IsLock = Prefix.getOpcode() == X86::LOCK_PREFIX;
  Inst.setFlags(Inst.getFlags() |
                (IsLock ? X86::IP_HAS_LOCK : X86::IP_HAS_REPEAT));
  return true;
}

std::unique_ptr<TargetVerifier>
llvm::managed_maps::createX86Verifier(const MCInstrInfo &MII,
                                      const MCRegisterInfo &MRI) {
  return std::make_unique<X86Verifier>(MII, MRI);
}
