//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stands in for the linkers of lld that the overlay does not build: each says
/// so and fails. A complete build has the real ones and does not compile this.
///
//===----------------------------------------------------------------------===//

#include "lld/Common/Driver.h"

using namespace llvm;

LLD_HAS_DRIVER(coff)
LLD_HAS_DRIVER(mingw)
LLD_HAS_DRIVER(macho)
LLD_HAS_DRIVER(wasm)

static bool refuse(raw_ostream &Errors, StringRef What) {
  Errors << "lld: error: this build links ELF only, not " << What << '\n';
  return false;
}

bool lld::coff::link(ArrayRef<const char *>, raw_ostream &, raw_ostream &Errors,
                     bool, bool) {
  return refuse(Errors, "COFF");
}

bool lld::mingw::link(ArrayRef<const char *>, raw_ostream &,
                      raw_ostream &Errors, bool, bool) {
  return refuse(Errors, "COFF");
}

bool lld::macho::link(ArrayRef<const char *>, raw_ostream &,
                      raw_ostream &Errors, bool, bool) {
  return refuse(Errors, "Mach-O");
}

bool lld::wasm::link(ArrayRef<const char *>, raw_ostream &, raw_ostream &Errors,
                     bool, bool) {
  return refuse(Errors, "WebAssembly");
}
