/// Null checks say how much of an object can be read.
class NullChecks {
  long a, b;

  // Header, two fields.
  // CHECK-LABEL: define i64 @"NullChecks.get(LNullChecks;)J"
  // CHECK-SAME: (ptr addrspace(1) [[X:%.*]])
  // CHECK: [[NULL:%.*]] = icmp eq ptr addrspace(1) [[X]], null
  // CHECK-NEXT: br i1 [[NULL]], label %null, label %{{.*}}, !prof !{{[0-9]+}}, !make.implicit ![[FIRST:[0-9]+]]
  // CHECK: null:
  // CHECK-NEXT: call void @java_throw_null()
  // CHECK-NEXT: unreachable
  // EXPLICIT-LABEL: define i64 @"NullChecks.get(LNullChecks;)J"
  // EXPLICIT: icmp eq ptr addrspace(1) %{{.*}}, null
  // EXPLICIT-NOT: !make.implicit
  // NONE-LABEL: define i64 @"NullChecks.get(LNullChecks;)J"
  // NONE-NOT: null
  // NONE: load atomic
  static long get(NullChecks x) { return x.a; }

  // One check is enough.
  // CHECK-LABEL: define i64 @"NullChecks.twice(LNullChecks;)J"
  // CHECK: icmp eq ptr
  // CHECK-NOT: icmp eq ptr
  // CHECK: ret i64
  static long twice(NullChecks x) { return x.a + x.b; }

  // CHECK-LABEL: define i64 @"NullChecks.own()J"
  // CHECK-NOT: icmp
  // CHECK: ret i64
  long own() { return a; }

  // A new object is not null.
  // CHECK-LABEL: define i64 @"NullChecks.fresh()J"
  // CHECK: call ptr addrspace(1) @java_allocate_fast
  // CHECK-NOT: !make.implicit
  // CHECK: ret i64
  static long fresh() { return new NullChecks().b; }

  // Of an interface, only the header is known.
  // CHECK-LABEL: define i32 @"NullChecks.length(Ljava/lang/CharSequence;)I"
  // CHECK: !make.implicit ![[HEADER:[0-9]+]]
  static int length(CharSequence s) { return s.length(); }

  // CHECK-LABEL: attributes #
  // CHECK-SAME: "implicit-null-checks"
  // WIDE: "implicit-null-checks"="wide"
  // EXPLICIT: attributes
  // EXPLICIT-NOT: implicit-null-checks
  // CHECK-DAG: ![[FIRST]] = !{i32 0, i64 32}
  // CHECK-DAG: ![[HEADER]] = !{i32 {{[0-9]+}}, i64 16}
}
