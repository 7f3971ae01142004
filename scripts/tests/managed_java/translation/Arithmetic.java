/// Arithmetic that LLVM IR does not define for all operands.
class Arithmetic {
  // CHECK-LABEL: define i32 @"Arithmetic.divide(II)I"
  // CHECK: [[ZERO:%.*]] = icmp eq i32 [[B:%.*]], 0
  // CHECK: br i1 [[ZERO]], label %zero, label
  // CHECK: [[MINUS:%.*]] = icmp eq i32 [[B]], -1
  // CHECK: [[SAFE:%.*]] = select i1 [[MINUS]], i32 1, i32 [[B]]
  // CHECK: [[NEG:%.*]] = sub i32 0, [[A:%.*]]
  // CHECK: [[QUOTIENT:%.*]] = sdiv i32 [[A]], [[SAFE]]
  // CHECK: select i1 [[MINUS]], i32 [[NEG]], i32 [[QUOTIENT]]
  // CHECK: zero:
  // CHECK-NEXT: call void @java_throw_arithmetic()
  // CHECK-NEXT: unreachable
  static int divide(int a, int b) { return a / b; }

  // Nothing is tested of a constant.
  // CHECK-LABEL: define i64 @"Arithmetic.remainder(J)J"
  // CHECK-NOT: icmp
  // CHECK: srem i64 %{{.*}}, 10
  // CHECK-NOT: icmp
  // CHECK: ret i64
  static long remainder(long a) { return a % 10; }

  // CHECK-LABEL: define i64 @"Arithmetic.shift(JI)J"
  // CHECK: [[BY:%.*]] = and i32 %{{.*}}, 63
  // CHECK: [[WIDE:%.*]] = zext i32 [[BY]] to i64
  // CHECK: lshr i64 %{{.*}}, [[WIDE]]
  static long shift(long a, int by) { return a >>> by; }

  // CHECK-LABEL: define i32 @"Arithmetic.left(II)I"
  // CHECK: [[BY:%.*]] = and i32 %{{.*}}, 31
  // CHECK: shl i32 %{{.*}}, [[BY]]
  static int left(int a, int by) { return a << by; }

  // CHECK-LABEL: define i32 @"Arithmetic.toInt(D)I"
  // CHECK: call i32 @llvm.fptosi.sat.i32.f64(double
  static int toInt(double a) { return (int)a; }

  // CHECK-LABEL: define i32 @"Arithmetic.toByte(I)I"
  // CHECK: trunc i32 %{{.*}} to i8
  // CHECK: sext i8 %{{.*}} to i32
  static int toByte(int a) { return (byte)a; }

  // CHECK-LABEL: define i32 @"Arithmetic.isLess(DD)Z"
  // Not a number is not less: 1 for fcmpg.
  // CHECK-DAG: [[EQ:%.*]] = fcmp oeq double [[A:%.*]], [[B:%.*]]
  // CHECK-DAG: [[LT:%.*]] = fcmp olt double [[A]], [[B]]
  // CHECK: [[REST:%.*]] = select i1 [[EQ]], i32 0, i32 1
  // CHECK: select i1 [[LT]], i32 -1, i32 [[REST]]
  static boolean isLess(double a, double b) { return a < b; }

  // CHECK-LABEL: define i32 @"Arithmetic.compare(JJ)Z"
  // CHECK: call i32 @llvm.scmp.i32.i64(i64
  static boolean compare(long a, long b) { return a < b; }

  // CHECK-LABEL: define float @"Arithmetic.modulo(FF)F"
  // CHECK: frem float
  static float modulo(float a, float b) { return a % b; }
}
