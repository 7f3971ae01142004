/// instanceof and casts.
class TypeChecks {
  static class Base {}
  static class Middle extends Base {}
  static final class Leaf extends Middle {}

  // The display: Object, Base, Middle.
  // CHECK-LABEL: define i32 @"TypeChecks.isMiddle(Ljava/lang/Object;)Z"
  // CHECK-SAME: (ptr addrspace(1) [[O:%.*]])
  // CHECK: [[NULL:%.*]] = icmp eq ptr addrspace(1) [[O]], null
  // CHECK: br i1 [[NULL]], label %[[NEXT:.*]], label %object
  // CHECK: object:
  // CHECK-NEXT: [[TYPE:%.*]] = load ptr, ptr addrspace(1) [[O]], align 8, !invariant.load
  // CHECK-NEXT: [[PLACE:%.*]] = getelementptr inbounds i8, ptr [[TYPE]], i64 48
  // CHECK-NEXT: [[SUPER:%.*]] = load ptr, ptr [[PLACE]], align 8, !invariant.load
  // CHECK-NEXT: [[IS:%.*]] = icmp eq ptr [[SUPER]], @"TypeChecks$Middle#class"
  // CHECK: phi i1 [ false, %{{.*}} ], [ [[IS]], %object ]
  static boolean isMiddle(Object o) { return o instanceof Middle; }

  // CHECK-LABEL: define i32 @"TypeChecks.isLeaf(Ljava/lang/Object;)Z"
  // CHECK: [[TYPE:%.*]] = load ptr, ptr addrspace(1)
  // CHECK-NEXT: icmp eq ptr [[TYPE]], @"TypeChecks$Leaf#class"
  static boolean isLeaf(Object o) { return o instanceof Leaf; }

  // CHECK-LABEL: define i32 @"TypeChecks.isRunnable(Ljava/lang/Object;)Z"
  // CHECK-DAG: load i32, ptr getelementptr inbounds (i8, ptr @"java/lang/Runnable#class", i64 20)
  // CHECK: and i32
  // CHECK: icmp eq ptr %{{.*}}, @"java/lang/Runnable#class"
  static boolean isRunnable(Object o) { return o instanceof Runnable; }

  // CHECK-LABEL: define i32 @"TypeChecks.isArray(Ljava/lang/Object;)Z"
  // CHECK: call i1 @java_is_instance(ptr addrspace(1) %{{.*}}, ptr @"[Ljava/lang/Object;#class")
  static boolean isArray(Object o) { return o instanceof Object[]; }

  // Null may be cast to anything.
  // CHECK-LABEL: define ptr addrspace(1) @"TypeChecks.cast(Ljava/lang/Object;)LTypeChecks$Leaf;"
  // CHECK-SAME: (ptr addrspace(1) [[O:%.*]])
  // CHECK: [[FITS:%.*]] = phi i1 [ true, %{{.*}} ], [ %{{.*}}, %object ]
  // CHECK: [[NOT:%.*]] = xor i1 [[FITS]], true
  // CHECK: br i1 [[NOT]], label %cast,
  // CHECK: cast:
  // CHECK-NEXT: call void @java_throw_cast(ptr addrspace(1) [[O]], ptr @"TypeChecks$Leaf#class")
  static Leaf cast(Object o) { return (Leaf)o; }
}
