//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The driver options of Managed LLVM, included by Options.td. They are driver
/// options only: each reaches cc1 as an option cc1 already has, so that no
/// options class changes its layout.
///
//===----------------------------------------------------------------------===//

def fimplicit_null_checks : Flag<["-"], "fimplicit-null-checks">,
  Group<f_Group>,
  HelpText<"Replace -fsanitize=null checks by the fault of the access that they "
           "guard (x86-64 and AArch64)">,
  DocBrief<[{Replace the compare and branch of a ``-fsanitize=null`` check by
the fault of the access that it guards, if that access is certain to fault at
null. A table in the object file maps the address of the access to the trap or
handler of the check; a signal handler in the program does the lookup. Requires
``-fsanitize-trap=null`` or ``-fno-sanitize-recover=null``, and optimization.
Off by default.}]>;
def fimplicit_null_checks_EQ : Joined<["-"], "fimplicit-null-checks=">,
  Group<f_Group>, Values<"wide">,
  HelpText<"The same; with 'wide', also checks of pointers with an index of 32 "
           "bits, in processes that reserve 68 GiB of addresses">,
  DocBrief<[{With ``wide``, do the same for accesses with an index of 32 bits.
The program's runtime reserves 68 GiB of addresses above zero, without memory,
so that no access through null and such an index hits anything. The executable
must be position-independent, and AddressSanitizer is not possible.}]>;
def fno_implicit_null_checks : Flag<["-"], "fno-implicit-null-checks">,
  Group<f_Group>,
  HelpText<"Keep the compare and branch of each -fsanitize=null check "
           "(default)">;

def fdevirtualize : Flag<["-"], "fdevirtualize">,
  Group<f_Group>,
  HelpText<"Call virtual functions directly if the class of the receiver is "
           "known or likely; implies -fstrict-vtable-pointers">,
  DocBrief<[{Call virtual functions directly if the class of the receiver is
known, or after a comparison with the likely class. Implies
``-fstrict-vtable-pointers`` and, without LTO,
``-fdevirtualize-speculatively``. Requires optimization. Off by default, unlike
in GCC.}]>;
def fno_devirtualize : Flag<["-"], "fno-devirtualize">,
  Group<f_Group>,
  HelpText<"Disable -fdevirtualize (default)">;

def fgc_address_spaces_EQ : Joined<["-"], "fgc-address-spaces=">,
  Group<f_Group>, MetaVarName<"<numbers>">,
  HelpText<"Pointers of these address spaces, separated by commas, are "
           "references of a garbage collector, and no integers">,
  DocBrief<[{Pointers of these address spaces, separated by commas, are
references of a garbage collector. They are non-integral pointers in the data
layout, so that no optimization turns them, or copies of memory that may hold
them, into integers.}]>;
