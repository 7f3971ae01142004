//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Describe.h"
#include "Decoder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace llvm::managed_maps;

static StringRef nameOf(faultmap::Kind Kind) {
  switch (Kind) {
  case faultmap::FaultingLoad:
    return "load";
  case faultmap::FaultingLoadStore:
    return "load-store";
  case faultmap::FaultingStore:
    return "store";
  default:
    return "";
  }
}

static StringRef nameOf(AddressSum::Extension Extension) {
  switch (Extension) {
  case AddressSum::None:
    return "none";
  case AddressSum::ZeroExtend32:
    return "zero";
  case AddressSum::SignExtend32:
    return "sign";
  }
  llvm_unreachable("all extensions are covered");
}

static void writeAccess(json::OStream &J, const Access &A, const Decoder &D) {
  const MCRegisterInfo &MRI = D.getRegisterInfo();
  auto Name = [&](MCRegister Reg) { return Reg ? MRI.getName(Reg) : ""; };
  J.attribute("kind", nameOf(A.Kind));
  J.attribute("size", A.Size);
  J.attribute("alignment", A.Alignment);
  J.attribute("base", Name(A.Address.Base));
  J.attribute("index", Name(A.Address.Index));
  J.attribute("scale", A.Address.Scale);
  J.attribute("extension", nameOf(A.Address.IndexExtension));
  J.attribute("displacement", A.Address.Displacement);
  J.attributeArray("lost", [&] {
    for (MCRegister Reg : A.LostOnFault)
      J.value(Name(Reg));
  });
}

Error llvm::managed_maps::describeInstructions(StringRef Text, const Decoder &D,
                                               raw_ostream &OS) {
  unsigned Number = 0;
  for (StringRef Line : split(Text.rtrim('\n'), '\n')) {
    ++Number;
    std::string Bytes;
    if (!tryGetFromHex(Line.trim(), Bytes) || Bytes.empty())
      return refuse("line " + Twine(Number) +
                    " is not an instruction in hexadecimal");
    std::optional<DecodedInst> I =
        D.decode(arrayRefFromStringRef(Bytes), /*Address=*/0);
    json::OStream J(OS);
    J.object([&] {
      J.attribute("bytes", Line.trim());
      if (!I || I->Size != Bytes.size()) {
        J.attribute("refused", "is not an instruction");
        return;
      }
      J.attribute("instruction", D.print(*I));
      if (Expected<Access> A = D.getVerifier().describeAccess(*I))
        writeAccess(J, *A, D);
      else
        J.attribute("refused", toString(A.takeError()));
    });
    OS << '\n';
  }
  return Error::success();
}
