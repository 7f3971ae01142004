// The driver's side of -fimplicit-null-checks: what it passes on to cc1, what
// it refuses, what it ignores.

// Both forms of a null check that do not come back.
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ON
// RUN: %clang -### --target=aarch64-linux-gnu -c %s -fsanitize=null \
// RUN:   -fno-sanitize-recover=null -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ON
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=null \
// RUN:   -fsanitize-minimal-runtime -fno-sanitize-recover=all \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=ON
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=null \
// RUN:   -fsanitize-undefined-trap-on-error -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ON
// Through a group, and among other sanitizers.
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=undefined \
// RUN:   -fsanitize-trap=undefined -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ON
// RUN: %clang -### --target=x86_64-linux-gnu -c %s \
// RUN:   -fsanitize=alignment,null,bounds -fno-sanitize-recover=null \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=ON
// The last one wins.
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fno-implicit-null-checks \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=ON
// With LTO, checks may be inlined into a file that has none itself.
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -flto \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=ON
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -flto=thin \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=ON
// IR has its checks already.
// RUN: %clang -### --target=x86_64-linux-gnu -c -x ir %s \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=ON
// The other targets that have faulting accesses and a table for them.
// RUN: %clang -### --target=x86_64-apple-macos -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ON
// RUN: %clang -### --target=arm64-apple-macos -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ON
// RUN: %clang -### --target=aarch64_be-linux-gnu -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ON
// ON-NOT: {{error|warning}}:
// ON: "-default-function-attr" "implicit-null-checks"
// ON-NOT: {{error|warning}}:

// Off by default, and off if the last one says so.
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks \
// RUN:   -fno-implicit-null-checks 2>&1 | FileCheck %s --check-prefix=OFF
// Where the flag could not be used, its negation is no mistake.
// RUN: %clang -### --target=i386-linux-gnu -c %s \
// RUN:   -fno-implicit-null-checks 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: {{error|warning}}:
// OFF-NOT: implicit-null-checks"{{$}}
// OFF-NOT: "-default-function-attr"

// A check that comes back cannot be implicit, whether by default, by request,
// or because a later option says so.
// RUN: not %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=null \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=RECOVER
// RUN: not %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=undefined \
// RUN:   -fno-sanitize-recover=all -fsanitize-recover=null \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=RECOVER
// RUN: not %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fno-sanitize-trap=null \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=RECOVER
// RECOVER: error: invalid argument '-fimplicit-null-checks' only allowed with '-fsanitize-trap=null' or '-fno-sanitize-recover=null'

// An object at address zero makes an access through null succeed.
// RUN: not %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fno-delete-null-pointer-checks \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=VALID
// VALID: error: invalid argument '-fimplicit-null-checks' not allowed with '-fno-delete-null-pointer-checks'
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fno-delete-null-pointer-checks \
// RUN:   -fdelete-null-pointer-checks -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ON

// Nothing to apply to: no sanitizer, another one, or null taken out again.
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNUSED
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=alignment \
// RUN:   -fsanitize-trap=all -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNUSED
// RUN: %clang -### --target=x86_64-linux-gnu -c %s \
// RUN:   -fsanitize=nullability-arg,nonnull-attribute \
// RUN:   -fno-sanitize-recover=all -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNUSED
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=undefined \
// RUN:   -fno-sanitize=null -fsanitize-trap=all -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNUSED
// RUN: %clang -### --target=x86_64-linux-gnu -c -x assembler %s \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=UNUSED
// UNUSED: warning: argument unused during compilation: '-fimplicit-null-checks'
// UNUSED-NOT: "-default-function-attr"

// Targets without faulting accesses or without the table. The explicit checks
// remain.
// RUN: %clang -### --target=i386-linux-gnu -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TARGET
// RUN: %clang -### --target=x86_64-linux-gnux32 -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TARGET
// RUN: %clang -### --target=x86_64-windows-msvc -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TARGET
// RUN: %clang -### --target=aarch64-windows-msvc -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TARGET
// RUN: %clang -### --target=aarch64-linux-gnu_ilp32 -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TARGET
// RUN: %clang -### --target=arm64_32-apple-watchos -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TARGET
// RUN: %clang -### --target=riscv64-linux-gnu -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TARGET
// TARGET: warning: optimization flag '-fimplicit-null-checks' is not supported for target
// TARGET-NOT: "-default-function-attr"
// TARGET: "-fsanitize=null"
// TARGET-NOT: "-default-function-attr"

// GNU ld drops unused functions with a fault map only if told so; lld does, and
// others do not know the option.
// RUN: %clang -### --target=x86_64-linux-gnu --sysroot= %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks -fuse-ld=bfd 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LINK
// RUN: echo > %t.o
// RUN: %clang -### --target=aarch64-linux-gnu --sysroot= %t.o \
// RUN:   -fimplicit-null-checks -Werror 2>&1 | FileCheck %s --check-prefix=LINK
// RUN: %clang -### --target=x86_64-linux-gnu --sysroot= %t.o \
// RUN:   -fimplicit-null-checks -fuse-ld=lld 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLAIN-LINK
// RUN: %clang -### --target=x86_64-linux-gnu --sysroot= %t.o \
// RUN:   -fimplicit-null-checks -fno-implicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLAIN-LINK
// RUN: %clang -### --target=x86_64-linux-gnu --sysroot= %t.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLAIN-LINK
// LINK: ld{{(.bfd)?}}" {{.*}}"-z" "start-stop-gc"
// PLAIN-LINK: {{ld(.lld)?}}"
// PLAIN-LINK-NOT: start-stop-gc

// Gold and mold know no fragments that are linked to their code. What would lose
// a map is refused; other linkers do it right.
// RUN: rm -rf %t.bin && mkdir %t.bin
// RUN: touch %t.bin/ld.gold %t.bin/ld.mold %t.bin/ld.bfd %t.bin/ld.lld
// RUN: chmod +x %t.bin/ld.gold %t.bin/ld.mold %t.bin/ld.bfd %t.bin/ld.lld
// RUN: not %clang -### --target=x86_64-linux-gnu --sysroot= %t.o -r \
// RUN:   -fimplicit-null-checks --ld-path=%t.bin/ld.gold 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-R --implicit-check-not=error:
// RUN: not %clang -### --target=aarch64-linux-gnu --sysroot= %t.o -r \
// RUN:   -fimplicit-null-checks --ld-path=%t.bin/ld.mold 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-R --implicit-check-not=error:
// NO-R: error: '-r' is not possible with 'ld.{{gold|mold}}' and '-fimplicit-null-checks': the map loses the link to its code, and a later link may drop it
// RUN: not %clang -### --target=x86_64-linux-gnu --sysroot= %t.o \
// RUN:   -fimplicit-null-checks --ld-path=%t.bin/ld.gold \
// RUN:   -Wl,-z,now,--icf=all 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-ICF --implicit-check-not=error:
// NO-ICF: error: '-Wl,-z,now,--icf=all' is not possible with 'ld.gold' and '-fimplicit-null-checks': the maps of folded functions stay, so that instructions have several entries
// RUN: not %clang -### --target=aarch64-linux-gnu --sysroot= %t.o \
// RUN:   -fimplicit-null-checks --ld-path=%t.bin/ld.mold -Wl,-icf=none \
// RUN:   -Xlinker --icf -Xlinker safe 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-XICF --implicit-check-not=error:
// NO-XICF: error: '-Xlinker safe' is not possible with 'ld.mold' and '-fimplicit-null-checks'
// RUN: %clang -### --target=x86_64-linux-gnu --sysroot= %t.o -Werror \
// RUN:   -fimplicit-null-checks --ld-path=%t.bin/ld.gold \
// RUN:   -Wl,--icf,all,--icf=none 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OTHER
// RUN: %clang -### --target=x86_64-linux-gnu --sysroot= %t.o -Werror \
// RUN:   --ld-path=%t.bin/ld.gold -Wl,--icf=all 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OTHER
// RUN: %clang -### --target=x86_64-linux-gnu --sysroot= %t.o -Werror -r \
// RUN:   --ld-path=%t.bin/ld.bfd -fimplicit-null-checks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OTHER
// RUN: %clang -### --target=x86_64-linux-gnu --sysroot= %t.o -Werror \
// RUN:   --ld-path=%t.bin/ld.lld -fimplicit-null-checks -Wl,--icf=all 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OTHER
// OTHER-NOT: error:
// OTHER: "{{[^"]*}}ld.{{gold|bfd|lld}}"

// cc1 does not know the flag: the attribute is all it needs.
// RUN: not %clang -fsyntax-only -Xclang -fimplicit-null-checks %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CC1
// CC1: error: unknown argument: '-fimplicit-null-checks'

// RUN: %clang --help | FileCheck %s --check-prefix=HELP
// HELP: -fimplicit-null-checks
// HELP: -fno-implicit-null-checks

// The wide guard. The last one wins here, too.
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks=wide 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WIDE
// RUN: %clang -### --target=aarch64-linux-gnu -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks \
// RUN:   -fimplicit-null-checks=wide 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: %clang -### --target=x86_64-linux-gnu -c -x ir %s \
// RUN:   -fimplicit-null-checks=wide 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks=wide \
// RUN:   -fimplicit-null-checks 2>&1 | FileCheck %s --check-prefix=ON
// WIDE: "-cc1"{{.*}} "-default-function-attr" "implicit-null-checks=wide"
// RUN: not %clang -### --target=x86_64-linux-gnu -c %s \
// RUN:   -fimplicit-null-checks=page 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: error: invalid value 'page' in '-fimplicit-null-checks='
// RUN: not %clang -### --target=x86_64-linux-gnu -c %s \
// RUN:   -fsanitize=null,address -fsanitize-trap=null \
// RUN:   -fimplicit-null-checks=wide 2>&1 | FileCheck %s --check-prefix=ASAN
// ASAN: error: invalid argument '-fimplicit-null-checks=wide' not allowed with '-fsanitize=address'

// An executable at a fixed address would be in the guard.
// RUN: not %clang -### --target=x86_64-linux-gnu %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks=wide -no-pie 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOPIE
// NOPIE: error: invalid argument '-fimplicit-null-checks=wide' not allowed with '-no-pie'
// RUN: not %clang -### --target=aarch64-linux-gnu %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks=wide -static 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STATIC
// STATIC: error: invalid argument '-fimplicit-null-checks=wide' not allowed with '-static'
// RUN: %clang -### --target=x86_64-linux-gnu %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks=wide -pie 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WIDE --implicit-check-not=error:
// RUN: %clang -### --target=x86_64-linux-gnu %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks=wide -static-pie 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WIDE --implicit-check-not=error:
// RUN: %clang -### --target=x86_64-linux-gnu %s -fsanitize=null -fPIC \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks=wide -shared -no-pie 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WIDE --implicit-check-not=error:
// RUN: %clang -### --target=x86_64-linux-gnu %s -fsanitize=null \
// RUN:   -fsanitize-trap=null -fimplicit-null-checks -no-pie 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ON --implicit-check-not=error:
