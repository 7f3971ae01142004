//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrameRules.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;
using namespace llvm::stackmap;

static constexpr int64_t Word = WordSize;
/// No frame is as large.
static constexpr int64_t Far = int64_t(1) << 48;

/// Whether \p Register, a DWARF number, is a general one.
static bool isGeneral(uint32_t Register, const TargetV4 &Target) {
  return Register != Target.SP &&
         Register < (Target.ReturnAddress == NoRegister ? 16u : 31u);
}

StackMapFrame llvm::managed_maps::frameOf(const CallFrame &Row,
                                          const TargetV4 &Target) {
  const StackMapFrame Unknown;
  if (!Row.CFA || Row.CFA->second < 0 || Row.CFA->second % Word ||
      (Row.CFA->first != Target.SP && Row.CFA->first != Target.FP))
    return Unknown;
  StackMapFrame Frame;
  Frame.Base = Row.CFA->first == Target.SP ? FromSP : FromFP;
  Frame.Offset = Row.CFA->second;
  bool HasReturnAddress = Target.ReturnAddress == NoRegister;
  for (const auto &[Register, Offset] : Row.Saves) {
    if (!isGeneral(Register, Target))
      continue;
    if (!Offset && Register == Target.ShadowStack)
      continue;
    if (!Offset || *Offset >= 0 || *Offset % Word)
      return Unknown;
    Frame.Saves.push_back({uint16_t(Register), *Offset});
    HasReturnAddress |= Register == Target.ReturnAddress;
  }
  return HasReturnAddress ? Frame : Unknown;
}

static Location encodedFrom(const StackMapLocation &Place,
                            const TargetV4 &Target) {
  switch (Place.Kind) {
  case StackMapLocation::InRegister:
    return Location::inRegister(Place.Register);
  case StackMapLocation::FromCFA:
    return {BelowCFA, uint64_t(-Place.Offset) / WordSize - 1, 0};
  case StackMapLocation::FromRegister:
    break;
  }
  if (Place.Register == Target.SP && Place.Offset >= 0 &&
      Place.Offset % Word == 0)
    return {AboveSP, uint64_t(Place.Offset) / WordSize, 0};
  return {AtRegister, Place.Register, Place.Offset};
}

static DeoptValue encodedFrom(const StackMapValue &Value,
                              const TargetV4 &Target) {
  DeoptValue Result;
  const StackMapLocation &Place = Value.Where;
  if (Value.Kind == StackMapValue::Constant) {
    Result.Value = Value.Number;
    return Result;
  }
  if (Value.Kind == StackMapValue::Contents && Value.Size == WordSize) {
    Result.Kind = DeoptValue::Contents;
    Result.Where = encodedFrom(Place, Target);
    return Result;
  }
  Result.Size = Value.Size;
  if (Place.Kind == StackMapLocation::InRegister) {
    Result.Kind = DeoptValue::Register;
    Result.Base = Place.Register;
    return Result;
  }
  Result.Kind = Value.Kind == StackMapValue::Contents ? DeoptValue::Memory
                                                      : DeoptValue::Address;
  Result.Base = Place.Kind == StackMapLocation::FromCFA
                    ? 0
                    : uint64_t(Place.Register) + 1;
  Result.Offset = Place.Offset;
  return Result;
}

Safepoint llvm::managed_maps::encodedFrom(const StackMapSafepoint &Safepoint,
                                          const TargetV4 &Target) {
  stackmap::Safepoint Result;
  Result.Id = Safepoint.Id;
  Result.Caller.Base = Safepoint.Frame->Base;
  Result.Caller.Words = Safepoint.Frame->Offset / WordSize;
  for (const StackMapSave &S : Safepoint.Frame->Saves)
    Result.Caller.Saves.push_back(
        {uint8_t(S.Register), uint32_t(-S.Offset / Word)});
  llvm::sort(Result.Caller.Saves,
             [](const SavedRegister &A, const SavedRegister &B) {
               return A.Register < B.Register;
             });
  for (const StackMapLocation &Root : Safepoint.Roots)
    Result.Roots.push_back(::encodedFrom(Root, Target));
  for (const StackMapDerived &P : Safepoint.Derived)
    Result.Derived.push_back(
        {::encodedFrom(P.Base, Target), ::encodedFrom(P.Derived, Target)});
  if (Safepoint.Deopt) {
    Result.Deopt.emplace();
    Result.Deopt->Early = Safepoint.Deopt->IsEarly;
    for (const StackMapValue &Value : Safepoint.Deopt->Values)
      Result.Deopt->Values.push_back(::encodedFrom(Value, Target));
  }
  return Result;
}

static std::string printSaves(ArrayRef<StackMapSave> Saves) {
  std::string Text;
  for (const StackMapSave &S : Saves)
    Text += (Text.empty() ? "R" : ", R") + std::to_string(S.Register) + " at " +
            toString(StackMapLocation::fromCFA(S.Offset));
  return Text.empty() ? "nothing" : Text;
}

void llvm::managed_maps::checkFrame(const StackMapFrame &Frame,
                                    const StackMapFrame &Expected,
                                    ReportFunction Report) {
  if (Frame.Base != Expected.Base || Frame.Offset != Expected.Offset) {
    // Nothing is wrong with giving up.
    Report("frame",
           "the frame is " + toString(Frame) + ", and .eh_frame says " +
               toString(Expected),
           Frame.isWalkable() ? Finding::Broken : Finding::Suspicious);
    return;
  }
  auto Sorted = [](std::vector<StackMapSave> Saves) {
    llvm::sort(Saves, [](const StackMapSave &A, const StackMapSave &B) {
      return A.Register < B.Register;
    });
    return Saves;
  };
  const std::vector<StackMapSave> Saves = Sorted(Frame.Saves);
  if (Saves != Sorted(Expected.Saves))
    Report("saves",
           "the frame saves " + printSaves(Saves) + ", and .eh_frame says " +
               printSaves(Sorted(Expected.Saves)),
           Finding::Broken);
}

namespace {

class PlaceChecker {
public:
  PlaceChecker(const StackMapFrame &Frame, std::optional<uint64_t> Size,
               bool IsPoll, const Decoder &D, const TargetV4 &Target,
               function_ref<bool(int64_t)> IsAccessed, ReportFunction Report)
      : Frame(Frame), Size(Size && *Size < uint64_t(Far) ? Size : std::nullopt),
        RedZone(IsPoll ? D.getVerifier().redZone() : 0), IsPoll(IsPoll), D(D),
        Target(Target), IsAccessed(IsAccessed), Report(Report) {}

  void check(StackMapLocation Place);
  void checkOverlaps();
  void checkDeopt(const StackMapDeopt &Deopt);

private:
  bool isPreserved(uint16_t Register) const;
  bool isReserved(int64_t Begin, int64_t End) const;
  void checkRegister(const StackMapLocation &Place);
  void checkSlot(const StackMapLocation &Place);
  void broken(StringRef Rule, const StackMapLocation &Place,
              const Twine &Message) {
    Report(Rule, toString(Place) + " " + Message, Finding::Broken);
  }

  const StackMapFrame &Frame;
  const std::optional<uint64_t> Size;
  const int64_t RedZone;
  const bool IsPoll;
  const Decoder &D;
  const TargetV4 &Target;
  function_ref<bool(int64_t)> IsAccessed;
  ReportFunction Report;
  /// Those that have been checked, in one form.
  std::vector<StackMapLocation> Places;
};

} // end anonymous namespace

/// Whether functions keep \p Register for their callers.
bool PlaceChecker::isPreserved(uint16_t Register) const {
  const std::optional<MCRegister> Reg =
      D.getRegisterInfo().getLLVMRegNum(Register, /*isEH=*/true);
  return isGeneral(Register, Target) && Register != Target.ReturnAddress &&
         Reg &&
         D.getVerifier().isPreserved(D.getVerifier().wholeRegister(*Reg));
}

void PlaceChecker::checkRegister(const StackMapLocation &Place) {
  if (IsPoll && isGeneral(Place.Register, Target)) {
    if (Frame.Base == FromFP && Place.Register == Target.FP)
      broken("register", Place, "is the frame pointer");
    return;
  }
  if (!isPreserved(Place.Register))
    return broken("register", Place, "is not a register that calls preserve");
  if (Frame.Base == FromFP && Place.Register == Target.FP)
    return broken("register", Place, "is the frame pointer");
  if (Frame.isWalkable() && none_of(Frame.Saves, [&](const StackMapSave &S) {
        return S.Register == Place.Register;
      }))
    Report("register-saved",
           toString(Place) + " is a register that the function has not saved",
           Finding::Suspicious);
}

/// \p Place counts from the CFA.
void PlaceChecker::checkSlot(const StackMapLocation &Place) {
  const int64_t Begin = Place.Offset, End = Begin + Word;
  if (Size && Begin < -int64_t(*Size) - RedZone)
    return broken("slot", Place, "is below the stack pointer");
  if (Begin < 0 && End > 0)
    return broken("slot", Place, "crosses the end of the frame");
  // Arguments are there, and may be updated in place.
  if (Begin >= 0 && !IsAccessed(Begin))
    Report("slot-argument",
           toString(Place) +
               " is in the caller's frame, and the function does not access it",
           Finding::Suspicious);
  if (Begin % Word)
    Report("slot-aligned",
           toString(Place) + " is not at a multiple of 8 from the CFA",
           Finding::Suspicious);
  const bool PushesAddress = Target.ReturnAddress == NoRegister;
  if (PushesAddress && Begin < 0 && End > -Word)
    return broken("slot", Place, "is the return address");
  for (const StackMapSave &S : Frame.Saves)
    if (Begin < S.Offset + Word && S.Offset < End)
      return broken("slot", Place,
                    "is where R" + Twine(S.Register) + " is saved");
}

void PlaceChecker::check(StackMapLocation Place) {
  if (Place.Offset > Far || Place.Offset < -Far)
    return broken("slot", Place, "is far from the frame");
  if (Size && Place.Kind == StackMapLocation::FromRegister &&
      Place.Register == Target.SP)
    Place = StackMapLocation::fromCFA(Place.Offset - int64_t(*Size));
  Places.push_back(Place);
  switch (Place.Kind) {
  case StackMapLocation::InRegister:
    return checkRegister(Place);
  case StackMapLocation::FromCFA:
    return checkSlot(Place);
  case StackMapLocation::FromRegister:
    break;
  }
  if (Place.Register == Target.SP) {
    if (Place.Offset < -RedZone)
      broken("slot", Place, "is below the stack pointer");
    else if (Place.Offset % Word)
      Report("slot-aligned",
             toString(Place) +
                 " is not at a multiple of 8 from the stack pointer",
             Finding::Suspicious);
  } else if (!isPreserved(Place.Register)) {
    broken("slot", Place,
           "is relative to a register that calls do not preserve");
  }
}

/// Whether the bytes from the CFA are among those of the return address or of
/// registers that are saved.
bool PlaceChecker::isReserved(int64_t Begin, int64_t End) const {
  if (Target.ReturnAddress == NoRegister && Begin < 0 && End > -Word)
    return true;
  return any_of(Frame.Saves, [&](const StackMapSave &S) {
    return Begin < S.Offset + Word && S.Offset < End;
  });
}

/// Values of deoptimization state are in the frame, in the arguments, or in
/// registers that have not changed. At a poll by page none has.
void PlaceChecker::checkDeopt(const StackMapDeopt &Deopt) {
  const auto IsKept = [&](uint16_t Register) {
    return Deopt.IsEarly || (IsPoll && isGeneral(Register, Target)) ||
           isPreserved(Register);
  };
  for (const StackMapValue &Value : Deopt.Values) {
    const StackMapLocation &Place = Value.Where;
    if (Value.Kind == StackMapValue::Constant)
      continue;
    if (Value.Kind == StackMapValue::Contents && Value.Size == 0)
      broken("deopt", Place, "has no bytes");
    if (Place.Kind == StackMapLocation::InRegister) {
      if (!IsKept(Place.Register))
        broken("deopt", Place, "is not a register that calls preserve");
      continue;
    }
    const bool IsFromSP = Place.Kind == StackMapLocation::FromRegister &&
                          Place.Register == Target.SP;
    if (Place.Offset > Far || Place.Offset < -Far)
      broken("deopt", Place, "is far from the frame");
    else if (IsFromSP ? Place.Offset < -RedZone
                      : Place.Kind == StackMapLocation::FromCFA && Size &&
                            Place.Offset < -int64_t(*Size) - RedZone)
      broken("deopt", Place, "is below the stack pointer");
    else if (Place.Kind == StackMapLocation::FromRegister && !IsFromSP &&
             !IsKept(Place.Register))
      broken("deopt", Place,
             "is relative to a register that calls do not preserve");
    else if (Place.Kind == StackMapLocation::FromCFA &&
             Value.Kind == StackMapValue::Contents && Place.Offset < 0 &&
             Value.Size > uint64_t(-Place.Offset))
      broken("deopt", Place, "crosses the end of the frame");
    else if (Place.Kind == StackMapLocation::FromCFA &&
             isReserved(Place.Offset, Place.Offset + int64_t(Value.Size)))
      broken("deopt", Place,
             "is reserved for the caller's registers or the return address");
  }
}

/// No byte may be in two places: it would be updated twice.
void PlaceChecker::checkOverlaps() {
  llvm::sort(Places);
  for (size_t I = 1; I < Places.size(); ++I) {
    const StackMapLocation &A = Places[I - 1], &B = Places[I];
    if (A.Kind == B.Kind && A.Register == B.Register &&
        (A.Kind == StackMapLocation::InRegister || B.Offset - A.Offset < Word))
      Report("overlap", toString(A) + " and " + toString(B) + " overlap",
             Finding::Broken);
  }
}

void llvm::managed_maps::checkPlaces(StackMapSafepoint Safepoint,
                                     const StackMapFrame &Frame,
                                     std::optional<uint64_t> Size, bool IsPoll,
                                     const Decoder &D, const TargetV4 &Target,
                                     function_ref<bool(int64_t)> IsAccessed,
                                     ReportFunction Report) {
  const size_t NumPlaces = Safepoint.Roots.size();
  normalizeSafepoint(Safepoint, Frame, Target);
  if (Safepoint.Roots.size() != NumPlaces)
    Report("overlap", "two roots have the same location", Finding::Broken);
  PlaceChecker Checker(Frame, Size, IsPoll, D, Target, IsAccessed, Report);
  for (const StackMapLocation &Root : Safepoint.Roots)
    Checker.check(Root);
  for (const StackMapDerived &P : Safepoint.Derived)
    Checker.check(P.Derived);
  Checker.checkOverlaps();
  if (Safepoint.Deopt)
    Checker.checkDeopt(*Safepoint.Deopt);
}
