// The runtime that is installed beside clang is linked to what has implicit null
// checks.
//
// RUN: rm -rf %t && mkdir -p %t/bin %t/lib/aarch64-unknown-linux-gnu %t/none/bin
// RUN: %clang --target=x86_64-linux-gnu -c -x c /dev/null \
// RUN:   -o %t/lib/LLVMManagedImage.o
// RUN: %clang --target=aarch64-linux-gnu -c -x c /dev/null \
// RUN:   -o %t/lib/aarch64-unknown-linux-gnu/LLVMManagedImage.o
// RUN: touch %t/lib/libLLVMManagedRuntime.so %t/x.o

// RUN: %clang -### -ccc-install-dir %t/bin --target=x86_64-linux-gnu %t/x.o \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s
// RUN: %clang -### -ccc-install-dir %t/bin --target=x86_64-linux-gnu %t/x.o \
// RUN:   -shared -fimplicit-null-checks=wide 2>&1 | FileCheck %s
// CHECK-NOT: LLVMManagedGuard.o
// CHECK: x.o" "{{[^"]*}}/lib/LLVMManagedImage.o" "{{[^"]*}}/LLVMManagedAuto.o" "{{[^"]*}}/libLLVMManagedRuntime.so" "-rpath" "{{[^"]*}}/lib"

// The wide guard is reserved by executables.
// RUN: %clang -### -ccc-install-dir %t/bin --target=x86_64-linux-gnu %t/x.o \
// RUN:   -fimplicit-null-checks=wide 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: "{{[^"]*}}/LLVMManagedGuard.o" "{{[^"]*}}/LLVMManagedImage.o" "{{[^"]*}}/LLVMManagedAuto.o"

// Wherever the program is started, its loader finds the library.
// RUN: cd %t && %clang -### -ccc-install-dir bin --target=x86_64-linux-gnu x.o \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=ABSOLUTE
// RUN: cd %t/bin && %clang -### -ccc-install-dir . --target=x86_64-linux-gnu \
// RUN:   ../x.o -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=ABSOLUTE
// ABSOLUTE: "-rpath" "/{{[^"]*}}runtime.c.tmp/lib"

// A static program has a static runtime.
// RUN: %clang -### -ccc-install-dir %t/bin --target=x86_64-linux-gnu %t/x.o \
// RUN:   -static-pie -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STATIC
// RUN: %clang -### -ccc-install-dir %t/bin --target=x86_64-linux-gnu %t/x.o \
// RUN:   -static -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=STATIC
// The other target has no shared library here.
// RUN: %clang -### -ccc-install-dir %t/bin --target=aarch64-linux-gnu %t/x.o \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: LLVMManagedImage.o" "{{[^"]*}}/LLVMManagedAuto.o" "{{[^"]*}}/libLLVMManagedRuntime.a"
// STATIC-NOT: "-rpath"

// Each target has its own.
// RUN: %clang -### -ccc-install-dir %t/bin --target=aarch64-linux-gnu %t/x.o \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=AARCH64
// AARCH64: /lib/aarch64-unknown-linux-gnu/LLVMManagedImage.o"
// RUN: rm -r %t/lib/aarch64-unknown-linux-gnu
// RUN: %clang -### -ccc-install-dir %t/bin --target=aarch64-linux-gnu %t/x.o \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=NONE

// Nothing is linked without the flag, against it, if it is linked by hand, for a
// relocatable object, and if there is none.
// RUN: %clang -### -ccc-install-dir %t/bin --target=x86_64-linux-gnu %t/x.o \
// RUN:   2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %clang -### -ccc-install-dir %t/bin --target=x86_64-linux-gnu %t/x.o \
// RUN:   -fimplicit-null-checks -fno-implicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// RUN: %clang -### -ccc-install-dir %t/bin --target=x86_64-linux-gnu %t/x.o \
// RUN:   -fimplicit-null-checks -fno-sanitize-link-runtime 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// RUN: %clang -### -ccc-install-dir %t/bin --target=x86_64-linux-gnu %t/x.o \
// RUN:   -fimplicit-null-checks -nostdlib 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %clang -### -ccc-install-dir %t/bin --target=x86_64-linux-gnu %t/x.o \
// RUN:   %t/lib/LLVMManagedImage.o -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// RUN: %clang -### -ccc-install-dir %t/bin --target=x86_64-linux-gnu %t/x.o \
// RUN:   -r -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %clang -### -ccc-install-dir %t/none/bin --target=x86_64-linux-gnu %t/x.o \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=NONE
// Another C library has its own.
// RUN: %clang -### -ccc-install-dir %t/bin --target=x86_64-linux-musl %t/x.o \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %clang -### -ccc-install-dir %t/bin --target=x86_64-linux-android %t/x.o \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=NONE
// A file of that name that is no object file is none.
// RUN: echo nothing > %t/lib/LLVMManagedImage.o
// RUN: %clang -### -ccc-install-dir %t/bin --target=x86_64-linux-gnu %t/x.o \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: ld{{[^"]*}}"
// NONE-NOT: LLVMManagedAuto.o
