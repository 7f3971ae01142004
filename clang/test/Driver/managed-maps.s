// What linkers cannot do with the maps of object files is refused. gold and mold
// do not know that a map is linked to its code.

// REQUIRES: x86-registered-target, aarch64-registered-target
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: touch ld.gold ld.mold ld.bfd ld.lld && chmod +x ld.gold ld.mold ld.bfd ld.lld
// RUN: mkdir usr && ln -s ../ld.gold usr/ld
// RUN: %clang --target=x86_64-linux-gnu -c -Wa,--defsym,has_gcidx=1 map.s \
// RUN:   -o gcidx.o
// RUN: %clang --target=x86_64-linux-gnu -c -Wa,--defsym,has_gcmap=1 map.s \
// RUN:   -o gcmap.o
// RUN: %clang --target=x86_64-linux-gnu -c -Wa,--defsym,has_faultmaps=1 map.s \
// RUN:   -o faultmaps.o
// RUN: %clang --target=x86_64-linux-gnu -c -Wa,--defsym,has_faultsites=1 map.s \
// RUN:   -o faultsites.o
// RUN: %clang --target=aarch64-linux-gnu -c -Wa,--defsym,has_gcidx=1 map.s \
// RUN:   -o aarch64.o
// RUN: %clang --target=x86_64-linux-gnu -c map.s -o none.o
// RUN: llvm-ar rc maps.a none.o gcidx.o

// Object files, by each of the names of the option.
// RUN: not %clang -### --target=x86_64-linux-gnu --sysroot= none.o gcidx.o -r \
// RUN:   --ld-path=./ld.gold 2>&1 | FileCheck %s --check-prefix=R \
// RUN:   --implicit-check-not=error: -DOPTION=-r -DMAP="stack map" -DFILE=gcidx.o
// RUN: not %clang -### --target=x86_64-linux-gnu --sysroot= gcmap.o -r \
// RUN:   --ld-path=./ld.mold 2>&1 | FileCheck %s --check-prefix=R \
// RUN:   --implicit-check-not=error: -DOPTION=-r -DMAP="stack map" -DFILE=gcmap.o
// RUN: not %clang -### --target=x86_64-linux-gnu --sysroot= faultmaps.o \
// RUN:   -Wl,--relocatable --ld-path=./ld.gold 2>&1 | FileCheck %s \
// RUN:   --check-prefix=R --implicit-check-not=error: \
// RUN:   -DOPTION=-Wl,--relocatable -DMAP="fault map" -DFILE=faultmaps.o
// RUN: not %clang -### --target=x86_64-linux-gnu --sysroot= faultsites.o \
// RUN:   -Xlinker -r --ld-path=./ld.mold 2>&1 | FileCheck %s --check-prefix=R \
// RUN:   --implicit-check-not=error: -DOPTION="-Xlinker -r" -DMAP="fault map" \
// RUN:   -DFILE=faultsites.o
// RUN: not %clang -### --target=aarch64-linux-gnu --sysroot= aarch64.o -r \
// RUN:   --ld-path=./ld.gold 2>&1 | FileCheck %s --check-prefix=R \
// RUN:   --implicit-check-not=error: -DOPTION=-r -DMAP="stack map" -DFILE=aarch64.o
// Members of archives.
// RUN: not %clang -### --target=x86_64-linux-gnu --sysroot= maps.a -r \
// RUN:   --ld-path=./ld.mold 2>&1 | FileCheck %s --check-prefix=R \
// RUN:   --implicit-check-not=error: -DOPTION=-r -DMAP="stack map" -DFILE=maps.a
// gold by another name.
// RUN: not %clang -### --target=x86_64-linux-gnu --sysroot= gcidx.o -r \
// RUN:   --ld-path=usr/ld 2>&1 | FileCheck %s --check-prefix=R \
// RUN:   --implicit-check-not=error: -DOPTION=-r -DMAP="stack map" -DFILE=gcidx.o
// R: error: '[[OPTION]]' is not possible with 'ld{{(.gold|.mold)?}}' and the [[MAP]] of '[[FILE]]': the map loses the link to its code, and a later link may drop it

// RUN: not %clang -### --target=x86_64-linux-gnu --sysroot= gcidx.o \
// RUN:   -Wl,--icf=safe --ld-path=./ld.gold 2>&1 | FileCheck %s \
// RUN:   --check-prefix=ICF --implicit-check-not=error:
// ICF: error: '-Wl,--icf=safe' is not possible with 'ld.gold' and the stack map of 'gcidx.o': the maps of folded functions stay, so that instructions have several entries

// RUN: not %clang -### --target=x86_64-linux-gnu --sysroot= none.o \
// RUN:   -fimplicit-null-checks -static-pie --ld-path=./ld.gold 2>&1 | FileCheck %s \
// RUN:   --check-prefix=PIE --implicit-check-not=error:
// RUN: not %clang -### --target=aarch64-linux-gnu --sysroot= aarch64.o \
// RUN:   -static-pie --ld-path=./ld.gold 2>&1 | FileCheck %s \
// RUN:   --check-prefix=PIE --implicit-check-not=error:
// PIE: error: '-static-pie' is not possible with 'ld.gold' and {{'-fimplicit-null-checks'|the stack map of 'aarch64.o'}}: gold does not link static position-independent executables

// Nothing is lost without a map, without these options, or with other linkers; an
// executable need not have the members of an archive.
// RUN: %clang -### --target=x86_64-linux-gnu --sysroot= none.o %s -r \
// RUN:   -Wl,--icf=all --ld-path=./ld.gold 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %clang -### --target=x86_64-linux-gnu --sysroot= gcidx.o -pie \
// RUN:   -Wl,--icf=none --ld-path=./ld.gold 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %clang -### --target=x86_64-linux-gnu --sysroot= maps.a \
// RUN:   -Wl,--icf=all --ld-path=./ld.gold 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %clang -### --target=x86_64-linux-gnu --sysroot= gcidx.o -static-pie \
// RUN:   --ld-path=./ld.mold 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %clang -### --target=x86_64-linux-gnu --sysroot= gcidx.o -r \
// RUN:   --ld-path=./ld.bfd 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %clang -### --target=x86_64-linux-gnu --sysroot= gcidx.o -r \
// RUN:   -Wl,--icf=all --ld-path=./ld.lld 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %clang -### --target=riscv64-linux-gnu --sysroot= gcidx.o -r \
// RUN:   --ld-path=./ld.gold 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: is not possible
// OK: "{{[^"]*}}ld.{{gold|mold|bfd|lld}}"

// A linker that does not exist is reported once.
// RUN: not %clang -### --target=x86_64-linux-gnu --sysroot= gcidx.o -r \
// RUN:   -fimplicit-null-checks -fuse-ld=absent 2>&1 | FileCheck %s \
// RUN:   --check-prefix=ABSENT --implicit-check-not=error:
// ABSENT: error: invalid linker name in argument '-fuse-ld=absent'

//--- map.s
  .text
f:
  nop
  .ifdef has_gcidx
  .section llvm_gcidx,"ao",%progbits,.text
  .endif
  .ifdef has_gcmap
  .section llvm_gcmap,"ao",%progbits,.text
  .endif
  .ifdef has_faultmaps
  .section llvm_faultmaps,"ao",%progbits,.text
  .endif
  .ifdef has_faultsites
  .section llvm_faultsites,"ao",%progbits,.text
  .endif
  .long 0, 0
