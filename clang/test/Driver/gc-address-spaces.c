// The address spaces of references go to cc1 as a function attribute.

// RUN: %clang -### --target=x86_64-linux-gnu -c %s -fgc-address-spaces=1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ONE
// RUN: %clang -### --target=aarch64-linux-gnu -c -x ir %s \
// RUN:   -fgc-address-spaces=1 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: "-cc1"
// ONE-SAME: "-default-function-attr" "gc-address-spaces=1"

// The last one wins.
// RUN: %clang -### --target=x86_64-linux-gnu -c %s -fgc-address-spaces=3 \
// RUN:   -fgc-address-spaces=1,2 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: "-default-function-attr" "gc-address-spaces=1,2"
// TWO-NOT: gc-address-spaces=3

// RUN: %clang -### --target=x86_64-linux-gnu -c %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// NONE-NOT: "-default-function-attr"

// RUN: not %clang -### --target=x86_64-linux-gnu -c %s \
// RUN:   -fgc-address-spaces=0 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: error: invalid value '0' in '-fgc-address-spaces='
// RUN: not %clang -### --target=x86_64-linux-gnu -c %s \
// RUN:   -fgc-address-spaces=1,x 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: error: invalid value 'x' in '-fgc-address-spaces='
// RUN: not %clang -### --target=x86_64-linux-gnu -c %s \
// RUN:   -fgc-address-spaces= 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: invalid value '' in '-fgc-address-spaces='
// RUN: not %clang -### --target=x86_64-linux-gnu -c %s \
// RUN:   -fgc-address-spaces=16777216 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: invalid value '16777216' in '-fgc-address-spaces='
