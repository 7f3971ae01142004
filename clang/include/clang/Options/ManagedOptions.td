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
  HelpText<"Let the access that follows a -fsanitize=null check fault in place "
           "of the check (x86-64 and AArch64)">,
  DocBrief<[{Replace the compare and branch of a ``-fsanitize=null`` check by
the fault of the access that it guards, where that access is sure to fault. A
table in the object file leads from the address of the access to the trap or
handler of the check; a signal handler in the program does the lookup. Needs
``-fsanitize-trap=null`` or ``-fno-sanitize-recover=null``, and optimization.
Off by default.}]>;
def fno_implicit_null_checks : Flag<["-"], "fno-implicit-null-checks">,
  Group<f_Group>,
  HelpText<"Keep the compare and branch of each -fsanitize=null check "
           "(default)">;

def fdevirtualize : Flag<["-"], "fdevirtualize">,
  Group<f_Group>,
  HelpText<"Call virtual functions directly where the class of the object is "
           "known or likely; implies -fstrict-vtable-pointers">,
  DocBrief<[{Call virtual functions directly where the class of the object is
known, or ask for the likely one first. Implies ``-fstrict-vtable-pointers``,
and, without LTO, ``-fdevirtualize-speculatively``. Needs optimization. Off by
default; GCC has it on.}]>;
def fno_devirtualize : Flag<["-"], "fno-devirtualize">,
  Group<f_Group>,
  HelpText<"Do not do what -fdevirtualize does (default)">;
