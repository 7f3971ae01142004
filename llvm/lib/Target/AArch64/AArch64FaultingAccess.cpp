//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which AArch64 instructions fault reliably. The switch lists them by
/// families. Not listed, with the reason:
///
/// - PRFM, PRFUM, RPRFM: hints, they never fault;
/// - SVE and SME loads and stores under a predicate: no active element, no
///   access. The unpredicated fills and spills have offsets that scale with
///   the vector length, and are for the stack;
/// - store-exclusive: without the monitor, it need not access memory.
/// - LDRAA and LDRAB: a null that fails authentication becomes some other
///   address;
/// - literal loads: no base register;
/// - memory copy and set (MOPS): a size of zero accesses nothing, and a fault
///   comes after part of the work;
/// - tag loads and stores (LDG, STG and kin): memory without tags ignores them;
/// - unprivileged (LDTR), 64-byte (LD64B), 128-bit and LRCPC3 ordered accesses
///   and read-check-write: not emitted for a dereference.
///
/// An instruction that writes its base register back leaves the base as it was
/// if it takes a data abort. One that loads several registers may have loaded
/// some of them by then.
///
//===----------------------------------------------------------------------===//

#include "AArch64FaultingAccess.h"
#include "AArch64Subtarget.h"
#include "MCTargetDesc/AArch64MCTargetDesc.h"
#include "Utils/AArch64BaseInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

using Access = std::optional<FaultingAccess>;

/// An access of \p Size bytes in elements of \p Element bytes. The elements
/// need their alignment only where the kernel forbids unaligned accesses,
/// which is what the strict-align feature states.
static Access plain(const MachineInstr &MI, unsigned Size, unsigned Element,
                    bool LosesDefs = false) {
  const auto &STI = MI.getMF()->getSubtarget<AArch64Subtarget>();
  return FaultingAccess{Size, STI.requiresStrictAlign() ? Element : 1,
                        LosesDefs};
}

/// An ordered or atomic access of \p Size bytes. It takes an alignment fault
/// unless it is naturally aligned.
static Access ordered(unsigned Size, bool LosesDefs = false) {
  return FaultingAccess{Size, Size, LosesDefs};
}

/// An exclusive load of \p Size bytes, with the same rule. It sets the monitor.
static Access exclusive(unsigned Size, bool LosesDefs = false) {
  return FaultingAccess{Size, Size, LosesDefs, /*OnlyLoads=*/true};
}

// clang-format off: lists of case labels.

// The accesses to one register and to a pair, with their sizes.
#define LOAD_AND_STORE(TYPE, SIZE) SINGLE(LD, TYPE, SIZE) SINGLE(ST, TYPE, SIZE)
#define SINGLES                                                                \
  LOAD_AND_STORE(BB, 1) LOAD_AND_STORE(HH, 2) LOAD_AND_STORE(W, 4)             \
  LOAD_AND_STORE(X, 8) LOAD_AND_STORE(B, 1) LOAD_AND_STORE(H, 2)               \
  LOAD_AND_STORE(S, 4) LOAD_AND_STORE(D, 8) LOAD_AND_STORE(Q, 16)              \
  SINGLE(LD, SBW, 1) SINGLE(LD, SBX, 1) SINGLE(LD, SHW, 2)                     \
  SINGLE(LD, SHX, 2) SINGLE(LD, SW, 4)
#define PAIRS PAIR(W, 4) PAIR(X, 8) PAIR(S, 4) PAIR(D, 8) PAIR(Q, 16)

std::optional<FaultingAccess>
llvm::AArch64::reliablyFaults(const MachineInstr &MI) {
#define CASE(OP) case OP:
  switch (MI.getOpcode()) {
// One register, in every addressing mode: scaled and unscaled immediate,
// register offset, pre- and post-index.
#define SINGLE(OP, TYPE, SIZE)                                                 \
  CASE(OP##R##TYPE##ui) CASE(OP##UR##TYPE##i) CASE(OP##R##TYPE##roW)           \
  CASE(OP##R##TYPE##roX) CASE(OP##R##TYPE##pre) CASE(OP##R##TYPE##post)        \
    return plain(MI, SIZE, SIZE);
    SINGLES

// Pairs. Both halves are accessed, in no defined order.
#define PAIR(TYPE, SIZE)                                                       \
  CASE(LDP##TYPE##i) CASE(LDP##TYPE##pre) CASE(LDP##TYPE##post)                \
  CASE(LDNP##TYPE##i)                                                          \
    return plain(MI, 2 * SIZE, SIZE, /*LosesDefs=*/true);                      \
  CASE(STP##TYPE##i) CASE(STP##TYPE##pre) CASE(STP##TYPE##post)                \
  CASE(STNP##TYPE##i)                                                          \
    return plain(MI, 2 * SIZE, SIZE);
    PAIRS
    CASE(LDPSWi) CASE(LDPSWpre) CASE(LDPSWpost)
      return plain(MI, 8, 4, /*LosesDefs=*/true);

// Structures. There is no predicate, so that each lane is accessed.
#define POST(OP) CASE(OP) CASE(OP##_POST)
#define NARROW(OP)                                                             \
  POST(OP##v8b) POST(OP##v16b) POST(OP##v4h) POST(OP##v8h) POST(OP##v2s)       \
  POST(OP##v4s) POST(OP##v2d)
#define SHAPES(OP) NARROW(OP) POST(OP##v1d)
#define LANES(OP) POST(OP##i8) POST(OP##i16) POST(OP##i32) POST(OP##i64)
    SHAPES(LD1One) SHAPES(LD1R) LANES(LD1)
    SHAPES(ST1One) SHAPES(ST1Two) SHAPES(ST1Three) SHAPES(ST1Four)
    NARROW(ST2Two) NARROW(ST3Three) NARROW(ST4Four)
    LANES(ST1) LANES(ST2) LANES(ST3) LANES(ST4)
      return plain(MI, 64, 8);

    SHAPES(LD1Two) SHAPES(LD1Three) SHAPES(LD1Four)
    NARROW(LD2Two) NARROW(LD3Three) NARROW(LD4Four)
    SHAPES(LD2R) SHAPES(LD3R) SHAPES(LD4R)
    LANES(LD2) LANES(LD3) LANES(LD4)
      return plain(MI, 64, 8, /*LosesDefs=*/true);

// Ordered loads and stores, and atomic operations. One of the latter reads
// memory even if it ends up not writing it.
#define ORDERS(OP, SUFFIX)                                                     \
  CASE(OP##SUFFIX) CASE(OP##A##SUFFIX) CASE(OP##L##SUFFIX) CASE(OP##AL##SUFFIX)
#define ATOMICS(SUFFIX)                                                        \
  ORDERS(LDADD, SUFFIX) ORDERS(LDCLR, SUFFIX) ORDERS(LDEOR, SUFFIX)            \
  ORDERS(LDSET, SUFFIX) ORDERS(LDSMAX, SUFFIX) ORDERS(LDSMIN, SUFFIX)          \
  ORDERS(LDUMAX, SUFFIX) ORDERS(LDUMIN, SUFFIX) ORDERS(SWP, SUFFIX)            \
  ORDERS(CAS, SUFFIX) CASE(LDAR##SUFFIX) CASE(LDAPR##SUFFIX)                   \
  CASE(LDLAR##SUFFIX) CASE(STLR##SUFFIX) CASE(STLLR##SUFFIX)
    ATOMICS(B)
      return ordered(1);
    ATOMICS(H)
      return ordered(2);
    ATOMICS(W)
      return ordered(4);
    ATOMICS(X)
      return ordered(8);
    ORDERS(CASP, W)
      return ordered(8, /*LosesDefs=*/true);
    ORDERS(CASP, X)
      return ordered(16, /*LosesDefs=*/true);

    CASE(LDXRB) CASE(LDAXRB)
      return exclusive(1);
    CASE(LDXRH) CASE(LDAXRH)
      return exclusive(2);
    CASE(LDXRW) CASE(LDAXRW)
      return exclusive(4);
    CASE(LDXRX) CASE(LDAXRX)
      return exclusive(8);
    CASE(LDXPW) CASE(LDAXPW)
      return exclusive(8, /*LosesDefs=*/true);
    CASE(LDXPX) CASE(LDAXPX)
      return exclusive(16, /*LosesDefs=*/true);

  default:
    return std::nullopt;
  }
#undef ATOMICS
#undef ORDERS
#undef LANES
#undef SHAPES
#undef NARROW
#undef POST
#undef PAIR
#undef SINGLE
#undef CASE
}


/// How an access forms its address, if it is not a register and a plain number.
enum class AddressForm { Other, WordIndex, Index, PreIndex, PostIndex };

/// The form that \p Opcode has, and the unit that its index or number counts.
static std::pair<AddressForm, unsigned> addressForm(unsigned Opcode) {
  switch (Opcode) {
#define SINGLE(OP, TYPE, SIZE)                                                 \
  case AArch64::OP##R##TYPE##roW: return {AddressForm::WordIndex, SIZE};       \
  case AArch64::OP##R##TYPE##roX: return {AddressForm::Index, SIZE};           \
  case AArch64::OP##R##TYPE##pre: return {AddressForm::PreIndex, 1};           \
  case AArch64::OP##R##TYPE##post: return {AddressForm::PostIndex, 1};
#define PAIR(TYPE, SIZE)                                                       \
  case AArch64::LDP##TYPE##pre: case AArch64::STP##TYPE##pre:                  \
    return {AddressForm::PreIndex, SIZE};                                      \
  case AArch64::LDP##TYPE##post: case AArch64::STP##TYPE##post:                \
    return {AddressForm::PostIndex, SIZE};
    SINGLES
    PAIRS
  case AArch64::LDPSWpre: return {AddressForm::PreIndex, 4};
  case AArch64::LDPSWpost: return {AddressForm::PostIndex, 4};
#undef PAIR
#undef SINGLE
  default:
    return {AddressForm::Other, 0};
  }
}
#undef PAIRS
#undef SINGLES
#undef LOAD_AND_STORE
// clang-format on

/// The register that is the whole address of \p MI, a structure or ordered
/// access: its last operand, or the one before it if that is what is added to
/// the base.
static Register wholeAddress(const MachineInstr &MI) {
  unsigned Number = MI.getNumExplicitOperands() - 1;
  if (MI.getDesc().getOperandConstraint(Number - 1, MCOI::TIED_TO) == 0)
    --Number;
  const MachineOperand &MO = MI.getOperand(Number);
  if (!MO.isReg() || !AArch64::GPR64spRegClass.contains(MO.getReg()))
    return Register();
  return MO.getReg();
}

std::optional<ExtAddrMode>
llvm::AArch64::addressOfFaulting(const MachineInstr &MI) {
  ExtAddrMode Mode;
  Mode.Scale = 1;
  const auto [Form, Unit] = addressForm(MI.getOpcode());
  if (Form == AddressForm::PreIndex || Form == AddressForm::PostIndex) {
    // The base and what to add to it come last.
    const unsigned Last = MI.getNumExplicitOperands() - 1;
    Mode.BaseReg = MI.getOperand(Last - 1).getReg();
    if (Form == AddressForm::PreIndex)
      Mode.Displacement = MI.getOperand(Last).getImm() * Unit;
    return Mode;
  }
  if (Form != AddressForm::Other) {
    // Data, base, index, whether that is signed, and whether it counts units.
    Mode.BaseReg = MI.getOperand(1).getReg();
    Mode.ScaledReg = MI.getOperand(2).getReg();
    Mode.Scale = MI.getOperand(4).getImm() ? Unit : 1;
    if (Form == AddressForm::WordIndex)
      Mode.Form = MI.getOperand(3).getImm()
                      ? ExtAddrMode::Formula::SExtScaledReg
                      : ExtAddrMode::Formula::ZExtScaledReg;
    return Mode;
  }

  const TargetSubtargetInfo &STI = MI.getMF()->getSubtarget();
  const MachineOperand *Base;
  bool IsScalable;
  if (STI.getInstrInfo()->getMemOperandWithOffset(
          MI, Base, Mode.Displacement, IsScalable, STI.getRegisterInfo())) {
    if (IsScalable || !Base->isReg())
      return std::nullopt;
    Mode.BaseReg = Base->getReg();
    return Mode;
  }
  Mode.Displacement = 0;
  Mode.BaseReg = wholeAddress(MI);
  if (!Mode.BaseReg)
    return std::nullopt;
  return Mode;
}

/// The load of a LOADgot that is expanded names the symbol, and that it wants
/// the address of its entry. So does that of the offset of a thread-local
/// variable, which is in the table for one model.
bool AArch64::loadsGOTEntry(const MachineInstr &MI) {
  const unsigned Opcode = MI.getOpcode();
  if (Opcode != AArch64::LDRXui && Opcode != AArch64::LDRXl)
    return false;
  const MachineOperand &Symbol =
      MI.getOperand(Opcode == AArch64::LDRXui ? 2 : 1);
  if (!Symbol.isGlobal() && !Symbol.isSymbol())
    return false;
  if (Symbol.getTargetFlags() & AArch64II::MO_GOT)
    return true;
  return (Symbol.getTargetFlags() & AArch64II::MO_TLS) && Symbol.isGlobal() &&
         MI.getMF()->getTarget().getTLSModel(Symbol.getGlobal()) ==
             TLSModel::InitialExec;
}

bool AArch64::readsThreadPointer(const MachineInstr &MI) {
  if (MI.getOpcode() != AArch64::MRS)
    return false;
  switch (MI.getOperand(1).getImm()) {
  case AArch64SysReg::TPIDR_EL0:
  case AArch64SysReg::TPIDRRO_EL0:
  case AArch64SysReg::TPIDR_EL1:
  case AArch64SysReg::TPIDR_EL2:
  case AArch64SysReg::TPIDR_EL3:
    return true;
  default:
    return false;
  }
}

unsigned llvm::AArch64::sizeOfProbe(const ExtAddrMode &Address) {
  if (!AArch64::GPR64spRegClass.contains(Address.BaseReg))
    return 0;
  if (!Address.ScaledReg)
    return isUInt<12>(Address.Displacement) || isInt<9>(Address.Displacement);
  // What scales its index does so by the size of what it accesses. No vector
  // register can be left out.
  const bool HasForm = Address.Displacement == 0 && Address.Scale <= 8;
  return HasForm ? static_cast<unsigned>(Address.Scale) : 0;
}

/// The load into a general register of \p Size bytes with an index, which is a
/// register of 64 bits if \p IsWide is set.
static unsigned loadWithIndex(int64_t Size, bool IsWide) {
  switch (Size) {
  case 1:
    return IsWide ? AArch64::LDRBBroX : AArch64::LDRBBroW;
  case 2:
    return IsWide ? AArch64::LDRHHroX : AArch64::LDRHHroW;
  case 4:
    return IsWide ? AArch64::LDRWroX : AArch64::LDRWroW;
  case 8:
    return IsWide ? AArch64::LDRXroX : AArch64::LDRXroW;
  default:
    llvm_unreachable("no probe has this size");
  }
}

MachineInstr *llvm::AArch64::insertProbe(MachineBasicBlock &MBB,
                                         MachineBasicBlock::iterator I,
                                         const MIMetadata &MD,
                                         const ExtAddrMode &Address) {
  const TargetInstrInfo &TII = *MBB.getParent()->getSubtarget().getInstrInfo();
  auto Build = [&](unsigned Opcode, Register Nowhere) {
    return BuildMI(MBB, I, MD, TII.get(Opcode), Nowhere)
        .addReg(Address.BaseReg);
  };
  if (!Address.ScaledReg) {
    const bool IsPositive = Address.Displacement >= 0;
    return Build(IsPositive ? AArch64::LDRBBui : AArch64::LDURBBi, AArch64::WZR)
        .addImm(Address.Displacement);
  }
  const bool IsWide = Address.Form == ExtAddrMode::Formula::Basic;
  const bool IsSigned = Address.Form == ExtAddrMode::Formula::SExtScaledReg;
  return Build(loadWithIndex(Address.Scale, IsWide),
               Address.Scale == 8 ? AArch64::XZR : AArch64::WZR)
      .addReg(Address.ScaledReg)
      .addImm(IsSigned)
      .addImm(/*Shift=*/Address.Scale != 1);
}
