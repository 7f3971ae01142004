/// Exceptions: calls under handlers are invokes.
class Exceptions {
  static native void call();

  // CHECK-LABEL: define i32 @"Exceptions.nested()I"() {{.*}} personality ptr @java_personality
  // CHECK: invoke void @"Exceptions.call()V"()
  // CHECK-NEXT: to label %{{.*}} unwind label %[[PAD:.*]]
  // CHECK: [[PAD]]:
  // CHECK: [[L:%.*]] = landingpad { ptr, i32 }
  // CHECK-NEXT: catch ptr null
  // CHECK-NEXT: [[H:%.*]] = extractvalue { ptr, i32 } [[L]], 0
  // CHECK-NEXT: [[E:%.*]] = call ptr addrspace(1) @java_exception(ptr [[H]])
  // CHECK: [[IS:%.*]] = icmp eq ptr %{{.*}}, @"java/lang/ArithmeticException#class"
  // CHECK: br i1 [[IS]], label %[[FIRST:.*]], label %[[NEXT:.*]]
  // CHECK: [[NEXT]]:
  // CHECK: [[IS2:%.*]] = icmp eq ptr %{{.*}}, @"java/lang/RuntimeException#class"
  // CHECK: br i1 [[IS2]], label %{{.*}}, label %[[LAST:.*]]
  // CHECK: [[LAST]]:
  // CHECK-NEXT: call void @java_begin_catch(ptr
  // CHECK-NEXT: call void @java_throw(ptr addrspace(1) %thrown)
  // CHECK-NEXT: unreachable
  // CHECK: [[FIRST]]:
  // CHECK-NEXT: call void @java_begin_catch(ptr [[H]])
  static int nested() {
    try {
      try {
        call();
        return 0;
      } catch (ArithmeticException e) {
        return 1;
      }
    } catch (RuntimeException e) {
      return 2;
    }
  }

  // All is caught, and nothing goes on.
  // CHECK-LABEL: define void @"Exceptions.finallyCall()V"
  // CHECK: call void @java_throw(ptr addrspace(1)
  // CHECK: landingpad
  // CHECK-NOT: resume
  // CHECK: call void @java_begin_catch(
  // CHECK-NOT: resume
  // CHECK: {{^}$}}
  static void finallyCall() {
    try {
      call();
    } finally {
      call();
    }
  }

  // CHECK-LABEL: define void @"Exceptions.raise(Ljava/lang/RuntimeException;)V"
  // CHECK-SAME: (ptr addrspace(1) [[E:%.*]])
  // CHECK: call void @java_throw(ptr addrspace(1) [[E]])
  // CHECK-NEXT: unreachable
  static void raise(RuntimeException e) { throw e; }

  // A check that handlers cover throws by an invoke, which is one of this
  // function: the value of i there is known.
  // CHECK-LABEL: define i32 @"Exceptions.caught([I)I"
  // CHECK: invoke void @java_throw_null()
  // CHECK: [[I:%.*]] = phi i32
  // CHECK: landingpad
  static int caught(int[] a) {
    int i = 1;
    try {
      i = a[0];
      i = a[i];
    } catch (RuntimeException e) {
      return i;
    }
    return 0;
  }
}
