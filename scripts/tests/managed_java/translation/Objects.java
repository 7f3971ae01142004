/// New objects, initialization of classes, monitors, native methods.
class Objects {
  static class Lazy {
    static int n = Integer.parseInt("1");
    int own() { return n; }
  }

  // CHECK-LABEL: define ptr addrspace(1) @"Objects.make()LObjects$Lazy;"
  // CHECK: [[STATE:%.*]] = load atomic i32, ptr getelementptr inbounds (i8, ptr @"Objects$Lazy#class", i64 {{[0-9]+}}) acquire, align 4
  // CHECK: [[WAIT:%.*]] = icmp ne i32 [[STATE]], 0
  // CHECK: br i1 [[WAIT]], label %initialize, label
  // CHECK: [[FAST:%.*]] = call ptr addrspace(1) @java_allocate_fast(ptr @"Objects$Lazy#class", i32 16)
  // CHECK: [[FULL:%.*]] = icmp eq ptr addrspace(1) [[FAST]], null
  // CHECK: br i1 [[FULL]], label %full, label
  // CHECK: phi ptr addrspace(1) [ [[FAST]], %{{.*}} ], [ [[SLOW:%.*]], %full ]
  // CHECK: initialize:
  // CHECK-NEXT: call void @java_initialize(ptr @"Objects$Lazy#class")
  // CHECK: full:
  // CHECK-NEXT: [[SLOW]] = call ptr addrspace(1) @java_allocate(ptr @"Objects$Lazy#class")
  static Lazy make() { return new Lazy(); }

  // CHECK-LABEL: define i32 @"Objects.locked(Ljava/lang/Object;I)I"
  // CHECK-SAME: (ptr addrspace(1) [[O:%.*]], i32
  // CHECK: call void @java_monitor_enter(ptr addrspace(1) [[O]])
  // CHECK: invoke void @java_monitor_exit(ptr addrspace(1) [[O]])
  // CHECK: ret i32
  static int locked(Object o, int n) {
    synchronized (o) {
      return n;
    }
  }

  // What throws unlocks.
  // CHECK-LABEL: define void @"Objects.whole(I)V"(ptr addrspace(1) nonnull %this
  // CHECK: call void @java_monitor_enter(ptr addrspace(1) %this)
  // CHECK: invoke void @java_throw_arithmetic()
  // CHECK: [[PAD:%.*]] = landingpad { ptr, i32 }
  // CHECK-NEXT: cleanup
  // CHECK-NEXT: call void @java_monitor_exit(ptr addrspace(1) %this)
  // CHECK-NEXT: resume { ptr, i32 } [[PAD]]
  synchronized void whole(int n) { n = 1 / n; }

  // CHECK-LABEL: define void @"Objects.wholeStatic()V"
  // CHECK: [[MIRROR:%.*]] = call ptr addrspace(1) @java_class_mirror(ptr @"Objects#class")
  // CHECK-NEXT: call void @java_monitor_enter(ptr addrspace(1) [[MIRROR]])
  // CHECK: call void @java_monitor_exit(ptr addrspace(1) [[MIRROR]])
  static synchronized void wholeStatic() {}

  // CHECK-LABEL: define i32 @"Objects.native_1(Ljava/lang/Object;)I"
  // CHECK: call i32 @Java_Objects_native_11(ptr addrspace(1)
  static native int native_1(Object o);

  // CHECK-LABEL: define void @"Objects.both(I)V"
  // CHECK: call void @Java_Objects_both__I(ptr addrspace(1) %0, i32
  native void both(int n);
  // CHECK-LABEL: define void @"Objects.both([J)V"
  // CHECK: call void @Java_Objects_both___3J(ptr addrspace(1) %0, ptr addrspace(1)
  native void both(long[] n);

  // CHECK-LABEL: define double @"Objects.root(D)D"
  // CHECK: call double @llvm.sqrt.f64(double
  static double root(double d) { return Math.sqrt(d); }
}
// A class does not ask for itself.
// CHECK-LABEL: define i32 @"Objects$Lazy.own()I"
// CHECK-NOT: acquire
// CHECK: ret i32
