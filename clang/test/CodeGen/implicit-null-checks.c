// In a function with the attribute that -fimplicit-null-checks gives it, the
// null test of -fsanitize=null is a branch of its own with !make.implicit, in
// each of the forms that do not come back.

// DEFINE: %{cc} = %clang_cc1 -triple x86_64-linux-gnu -O1 \
// DEFINE:   -disable-llvm-passes -emit-llvm -o - %s
// DEFINE: %{on} = -default-function-attr implicit-null-checks
// DEFINE: %{undef} = -fsanitize=null,alignment,object-size

// The trap and both handlers.
// RUN: %{cc} %{on} -fsanitize=null -fsanitize-trap=null \
// RUN:   | FileCheck %s --check-prefixes=CHECK,TRAP
// RUN: %{cc} %{on} -fsanitize=null \
// RUN:   | FileCheck %s --check-prefixes=CHECK,HANDLER
// RUN: %{cc} %{on} -fsanitize=null -fsanitize-minimal-runtime \
// RUN:   | FileCheck %s --check-prefixes=CHECK,MINIMAL

// With other tests in the type check: theirs are not marked. Alignment cannot
// fail for null, and a test that ends in the same way may come first.
// RUN: %{cc} %{on} %{undef} -fsanitize-trap=null,alignment,object-size \
// RUN:   | FileCheck %s --check-prefix=LAST
// RUN: %{cc} %{on} %{undef} | FileCheck %s --check-prefix=LAST
// RUN: %{cc} %{on} -fsanitize=null,alignment -fsanitize-trap=null \
// RUN:   -fsanitize-recover=alignment | FileCheck %s --check-prefix=LAST

// The object size of null is zero; where that test ends in another way, it
// comes after the null test.
// RUN: %{cc} %{on} %{undef} -fsanitize-trap=null \
// RUN:   | FileCheck %s --check-prefix=MIXED
// RUN: %{cc} %{on} %{undef} -fsanitize-recover=alignment,object-size \
// RUN:   | FileCheck %s --check-prefix=MIXED

// All checks of a function may share one trap.
// RUN: %{cc} %{on} -fsanitize=null -fsanitize-trap=null -fsanitize-merge=null \
// RUN:   | FileCheck %s --check-prefix=MERGE

// What debug information says about a trap stays: its reason and its line.
// RUN: %{cc} %{on} -fsanitize=null -fsanitize-trap=null \
// RUN:   -debug-info-kind=limited | FileCheck %s --check-prefix=DEBUG

// Without the flag nothing changes: no mark, one branch.
// RUN: %{cc} %{undef} -fsanitize-trap=null,alignment,object-size \
// RUN:   | FileCheck %s --check-prefix=OFF --implicit-check-not=make.implicit

// The form that comes back is not marked, and its type check stays one branch.
// RUN: %{cc} %{on} %{undef} -fsanitize-recover=null,alignment,object-size \
// RUN:   | FileCheck %s --check-prefix=BACK --implicit-check-not=make.implicit

// Other sanitizers that test for null are not marked: no access follows.
// RUN: %{cc} %{on} -DOTHERS \
// RUN:   -fsanitize=null,nonnull-attribute,returns-nonnull-attribute \
// RUN:   -fsanitize-trap=null,nonnull-attribute,returns-nonnull-attribute \
// RUN:   | FileCheck %s --check-prefix=OTHERS

struct Node {
  int value;
  struct Node *next;
};

// CHECK-LABEL: define {{.*}} @load(
// CHECK-SAME: #[[ATTR:[0-9]+]]
// CHECK: [[NONNULL:%.*]] = icmp ne ptr {{%.*}}, null, !nosanitize
// TRAP-NEXT: br i1 [[NONNULL]], label %cont, label %trap, !prof [[LIKELY:![0-9]+]], !make.implicit [[EMPTY:![0-9]+]], !nosanitize [[EMPTY]]
// TRAP: trap:
// TRAP-NEXT: call void @llvm.ubsantrap(i8 22) {{.*}}!nosanitize
// TRAP-NEXT: unreachable
// HANDLER: br i1 [[NONNULL]], label %cont, label %handler.type_mismatch, !prof [[LIKELY:![0-9]+]], !make.implicit [[EMPTY:![0-9]+]], !nosanitize [[EMPTY]]
// HANDLER: call void @__ubsan_handle_type_mismatch_v1_abort(
// HANDLER-NEXT: unreachable
// MINIMAL: br i1 [[NONNULL]], label %cont, label %handler.type_mismatch, !prof [[LIKELY:![0-9]+]], !make.implicit [[EMPTY:![0-9]+]], !nosanitize [[EMPTY]]
// MINIMAL: call void @__ubsan_handle_type_mismatch_minimal_abort(
// MINIMAL-NEXT: unreachable
// CHECK: cont:
// CHECK: getelementptr inbounds nuw %struct.Node
// CHECK: attributes #[[ATTR]] = {{.*}}"implicit-null-checks"
// CHECK: [[EMPTY]] = !{}

// MERGE-LABEL: define {{.*}} @load(
// MERGE: br i1 {{.*}}, label %{{.*}}, label %trap, {{.*}}!make.implicit
// MERGE: call void @llvm.ubsantrap
// MERGE: br i1 {{.*}}, label %{{.*}}, label %trap, {{.*}}!make.implicit
// MERGE-NOT: call void @llvm.ubsantrap
// MERGE: ret i32

// DEBUG-LABEL: define {{.*}} @load(
// DEBUG: br i1 {{.*}}!dbg [[ACCESS:![0-9]+]], {{.*}}!make.implicit
// DEBUG: call void @llvm.ubsantrap(i8 22) {{.*}}!dbg [[REASON:![0-9]+]]
// DEBUG-DAG: [[REASON]] = !DILocation(line: 0, scope: [[FRAME:![0-9]+]], inlinedAt: [[ACCESS]])
// DEBUG-DAG: [[FRAME]] = distinct !DISubprogram(name: "__clang_trap_msg$Undefined Behavior Sanitizer$

// LAST-LABEL: define {{.*}} @load(
// LAST: [[NONNULL:%.*]] = icmp ne ptr {{%.*}}, null, !nosanitize
// LAST: br i1 {{%.*}}, label %[[NEXT:.*]], label %
// LAST-NOT: make.implicit
// LAST: {{^}}[[NEXT]]:
// LAST-NEXT: br i1 [[NONNULL]], label %[[ACCESS:.*]], label {{.*}}!make.implicit
// LAST: {{^}}[[ACCESS]]:
// LAST-NEXT: getelementptr inbounds nuw %struct.Node

// MIXED-LABEL: define {{.*}} @load(
// MIXED: [[NONNULL:%.*]] = icmp ne ptr {{%.*}}, null, !nosanitize
// MIXED: [[LARGE:%.*]] = icmp uge i64
// MIXED: [[ALIGNED:%.*]] = icmp eq i64
// MIXED-NEXT: br i1 [[ALIGNED]], label %[[NULL:.*]], label %
// MIXED-NOT: make.implicit
// MIXED: {{^}}[[NULL]]:
// MIXED-NEXT: br i1 [[NONNULL]], label %[[NEXT:.*]], label {{.*}}!make.implicit
// MIXED: {{^}}[[NEXT]]:
// MIXED-NEXT: br i1 [[LARGE]], label %[[ACCESS:.*]], label %handler
// MIXED-NOT: make.implicit
// MIXED: {{^}}[[ACCESS]]:
// MIXED-NEXT: getelementptr inbounds nuw %struct.Node

// OFF-LABEL: define {{.*}} @load(
// OFF: and i1
// OFF: and i1
// OFF-NEXT: br i1
// OFF: getelementptr inbounds nuw %struct.Node

// BACK-LABEL: define {{.*}} @load(
// BACK: and i1
// BACK: and i1
// BACK-NEXT: br i1
// BACK: call void @__ubsan_handle_type_mismatch_v1(
int load(struct Node *node) { return node->next->value; }

#ifdef OTHERS
void *sink(void *p) __attribute__((nonnull, returns_nonnull));
void *sink(void *p) { return p; }

// OTHERS-LABEL: define {{.*}} @others(
// OTHERS: br i1 {{.*}}!make.implicit
// OTHERS: load ptr, ptr %next
// OTHERS: icmp ne ptr {{%.*}}, null, !nosanitize
// OTHERS-NOT: make.implicit
// OTHERS: call void @llvm.ubsantrap(i8 16)
// OTHERS-NOT: br {{.*}}make.implicit
// OTHERS: ret void
void others(struct Node *node) { sink(node->next); }
#endif
