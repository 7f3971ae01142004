// -fdevirtualize, GCC's spelling.

// RUN: %clangxx -### -O2 -fdevirtualize -c %s 2>&1 | FileCheck %s --check-prefix=BOTH --implicit-check-not=warning
// BOTH: "-fstrict-vtable-pointers"
// BOTH: "-fdevirtualize-speculatively"

// Off unless asked for, and by its opposite.
// RUN: %clangxx -### -O2 -c %s 2>&1 | FileCheck %s --check-prefix=NEITHER --implicit-check-not=warning
// RUN: %clangxx -### -O2 -fdevirtualize -fno-devirtualize -c %s 2>&1 | FileCheck %s --check-prefix=NEITHER --implicit-check-not=warning
// NEITHER-NOT: "-fstrict-vtable-pointers"
// NEITHER-NOT: "-fdevirtualize-speculatively"
// NEITHER: "-o"

// What is said of the parts holds, in any order.
// RUN: %clangxx -### -O2 -fno-strict-vtable-pointers -fdevirtualize -c %s 2>&1 | FileCheck %s --check-prefix=SPECULATIVE
// RUN: %clangxx -### -O2 -fdevirtualize -fno-strict-vtable-pointers -c %s 2>&1 | FileCheck %s --check-prefix=SPECULATIVE
// SPECULATIVE-NOT: "-fstrict-vtable-pointers"
// SPECULATIVE: "-fdevirtualize-speculatively"
// RUN: %clangxx -### -O2 -fdevirtualize -fno-devirtualize-speculatively -c %s 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT: "-fstrict-vtable-pointers"
// STRICT-NOT: "-fdevirtualize-speculatively"

// The linker knows better than to guess.
// RUN: %clangxx -### -O2 -fdevirtualize -flto -c %s 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: %clangxx -### -O2 -fdevirtualize -flto=thin -c %s 2>&1 | FileCheck %s --check-prefix=STRICT

// Once each.
// RUN: %clangxx -### -O2 -fdevirtualize -fstrict-vtable-pointers -c %s 2>&1 | FileCheck %s --check-prefix=ONCE
// ONCE: "-fstrict-vtable-pointers"
// ONCE-NOT: "-fstrict-vtable-pointers"
