/// Calls of all kinds.
class Calls {
  interface Shape {
    int area();
  }
  static class Base {
    int twice(int n) { return 2 * n; }
    final int once(int n) { return n; }
    private int secret() { return 3; }
  }
  static class Sub extends Base {
    int twice(int n) { return super.twice(n) + 1; }
  }

  // CHECK-LABEL: define i32 @"Calls.callStatic(I)I"
  // CHECK: call i32 @"Calls.callFinal(LCalls$Base;I)I"
  static int callStatic(int n) { return callFinal(new Base(), n); }

  // CHECK-LABEL: define i32 @"Calls.callFinal(LCalls$Base;I)I"
  // CHECK-SAME: (ptr addrspace(1) [[B:%.*]], i32 [[N:%.*]])
  // CHECK: !make.implicit
  // CHECK: call i32 @"Calls$Base.once(I)I"(ptr addrspace(1) [[B]], i32 [[N]])
  static int callFinal(Base b, int n) { return b.once(n); }

  // CHECK-LABEL: define i32 @"Calls.callPrivate(LCalls$Base;)I"
  // CHECK: call i32 @"Calls$Base.secret()I"
  static int callPrivate(Base b) { return b.secret(); }

  // Sub is known here and overrides it.
  // CHECK-LABEL: define i32 @"Calls.callVirtual(LCalls$Base;LCalls$Sub;I)I"
  // CHECK: [[TYPE:%.*]] = load ptr, ptr addrspace(1)
  // CHECK: [[PLACE:%.*]] = getelementptr inbounds i8, ptr [[TYPE]], i64
  // CHECK: [[CALLEE:%.*]] = load ptr, ptr [[PLACE]], align 8, !invariant.load
  // CHECK: call i32 [[CALLEE]](ptr addrspace(1)
  // Another class may override what Sub does.
  // CHECK: [[SAME:%.*]] = icmp eq ptr [[OWN:%.*]], @"Calls$Sub.twice(I)I"
  // CHECK: br i1 [[SAME]], label %direct, label %indirect
  // CHECK: direct:
  // CHECK-NEXT: call i32 @"Calls$Sub.twice(I)I"
  // CHECK: indirect:
  // CHECK-NEXT: call i32 [[OWN]](ptr addrspace(1)
  static int callVirtual(Base b, Sub s, int n) {
    return b.twice(n) + s.twice(n);
  }

  // CHECK-LABEL: define i32 @"Calls.callInterface(LCalls$Shape;)I"
  // CHECK-SAME: (ptr addrspace(1) [[S:%.*]])
  // CHECK: [[TYPE:%.*]] = load ptr, ptr addrspace(1) [[S]]
  // CHECK: [[IS:%.*]] = icmp eq ptr %{{.*}}, @"Calls$Shape#class"
  // CHECK: [[NOT:%.*]] = xor i1 [[IS]], true
  // CHECK: br i1 [[NOT]], label %incompatible,
  // CHECK: call i32 %{{.*}}(ptr addrspace(1) [[S]])
  // CHECK: incompatible:
  // CHECK-NEXT: call void @java_throw_incompatible(ptr addrspace(1) [[S]], ptr @"Calls$Shape#class")
  static int callInterface(Shape s) { return s.area(); }
}
// SUPER-LABEL: define i32 @"Calls$Sub.twice(I)I"
// SUPER: call i32 @"Calls$Base.twice(I)I"
