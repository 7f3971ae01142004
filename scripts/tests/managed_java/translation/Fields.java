/// Fields are accessed atomically, and volatile ones in one order.
class Fields {
  byte b;
  char c;
  boolean z;
  long l;
  volatile int v;
  Object o;
  final int f;
  static Object s;

  // The object's fields can be written by others once it is known to them.
  // CHECK-LABEL: define void @"Fields.<init>(I)V"(ptr addrspace(1) nonnull %this
  // CHECK: store atomic i32 %{{.*}}, ptr addrspace(1) %{{.*}} unordered, align 4
  // CHECK-NEXT: fence release
  // CHECK-NEXT: ret void
  Fields(int f) { this.f = f; }

  // CHECK-LABEL: define i32 @"Fields.getByte(LFields;)I"
  // CHECK: [[V:%.*]] = load atomic i8, ptr addrspace(1) %{{.*}} unordered, align 1
  // CHECK: sext i8 [[V]] to i32
  static int getByte(Fields x) { return x.b; }

  // CHECK-LABEL: define i32 @"Fields.getChar(LFields;)I"
  // CHECK: [[V:%.*]] = load atomic i16, ptr addrspace(1) %{{.*}} unordered, align 2
  // CHECK: zext i16 [[V]] to i32
  static int getChar(Fields x) { return x.c; }

  // CHECK-LABEL: define void @"Fields.setFlag(LFields;Z)V"
  // CHECK: and i32 %{{.*}}, 1
  // CHECK: trunc i32 %{{.*}} to i8
  // CHECK: store atomic i8 %{{.*}} unordered, align 1
  static void setFlag(Fields x, boolean z) { x.z = z; }

  // CHECK-LABEL: define void @"Fields.setLong(LFields;J)V"
  // CHECK: store atomic i64 %{{.*}}, ptr addrspace(1) %{{.*}} unordered, align 8
  static void setLong(Fields x, long l) { x.l = l; }

  // CHECK-LABEL: define void @"Fields.increment(LFields;)V"
  // CHECK: load atomic i32, ptr addrspace(1) %{{.*}} seq_cst, align 4
  // CHECK: store atomic i32 %{{.*}}, ptr addrspace(1) %{{.*}} seq_cst, align 4
  static void increment(Fields x) { ++x.v; }

  // CHECK-LABEL: define ptr addrspace(1) @"Fields.getObject(LFields;)Ljava/lang/Object;"
  // CHECK: load atomic ptr addrspace(1), ptr addrspace(1) %{{.*}} unordered, align 8, !tbaa ![[O:[0-9]+]], !annotation ![[REFERENCE:[0-9]+]]
  static Object getObject(Fields x) { return x.o; }

  // CHECK-LABEL: define void @"Fields.setObject(LFields;Ljava/lang/Object;)V"
  // CHECK: store atomic ptr addrspace(1) %{{.*}}, ptr addrspace(1) [[A:%.*]] unordered, align 8
  // CHECK-NOT: java_card_mark
  // CARDS-LABEL: define void @"Fields.setObject(LFields;Ljava/lang/Object;)V"
  // CARDS-SAME: (ptr addrspace(1) [[X:%.*]], ptr addrspace(1)
  // CARDS: store atomic ptr addrspace(1)
  // CARDS-NEXT: call void @java_card_mark(ptr addrspace(1) [[X]])
  static void setObject(Fields x, Object o) { x.o = o; }

  // CHECK-LABEL: define void @"Fields.setStatic(Ljava/lang/Object;)V"
  // CHECK: store atomic ptr addrspace(1) %{{.*}}, ptr @"Fields.s:Ljava/lang/Object;" unordered, align 8
  static void setStatic(Object o) { s = o; }

  // Each field is memory of its own.
  // CHECK-DAG: ![[O]] = !{![[NODE:[0-9]+]], ![[NODE]], i64 0}
  // CHECK-DAG: ![[NODE]] = !{!"Fields.o:Ljava/lang/Object;", ![[ROOT:[0-9]+]]}
  // CHECK-DAG: ![[ROOT]] = !{!"java"}
  // CHECK-DAG: ![[REFERENCE]] = !{!"managed.reference"}
}
