/// Branches, loops and switches. Variables are SSA values.
class Branches {
  // CHECK-LABEL: define i32 @"Branches.sum(I)I"
  // CHECK-NOT: alloca
  // CHECK: phi i32
  // CHECK: icmp sge i32
  // CHECK: add i32
  // CHECK-NOT: alloca
  // CHECK: ret i32
  static int sum(int n) {
    int s = 0;
    for (int i = 0; i < n; ++i)
      s += i;
    return s;
  }

  // CHECK-LABEL: define i32 @"Branches.choose(I)I"
  // CHECK: switch i32 %{{.*}}, label %[[DEFAULT:.*]] [
  // CHECK-NEXT: i32 -5, label
  // CHECK-NEXT: i32 7, label
  // CHECK-NEXT: i32 1000, label %[[DEFAULT]]
  // CHECK-NEXT: ]
  static int choose(int n) {
    switch (n) {
    case -5:
      return 1;
    case 7:
      return 2;
    case 1000:
    default:
      return 3;
    }
  }

  // A slot of the stack has values of both branches.
  // CHECK-LABEL: define ptr addrspace(1) @"Branches.select(ZLjava/lang/String;)Ljava/lang/String;"
  // CHECK: phi ptr addrspace(1)
  static String select(boolean b, String s) { return b ? s : null; }

  // The result of a method is as its type wants it.
  // CHECK-LABEL: define i32 @"Branches.flag(Z)Z"
  // CHECK: [[R:%.*]] = and i32 %{{.*}}, 1
  // CHECK: ret i32 [[R]]
  static boolean flag(boolean b) { return b; }
}
