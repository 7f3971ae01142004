/// Arrays: bounds, small elements, and what may be stored.
class Arrays {
  // CHECK-LABEL: define i32 @"Arrays.get([BI)I"
  // CHECK-SAME: (ptr addrspace(1) [[A:%.*]], i32 [[I:%.*]])
  // CHECK: !make.implicit
  // CHECK: [[PLACE:%.*]] = getelementptr inbounds i8, ptr addrspace(1) [[A]], i64 12
  // CHECK: [[LENGTH:%.*]] = load i32, ptr addrspace(1) [[PLACE]], align 4, !range
  // CHECK: [[OUT:%.*]] = icmp uge i32 [[I]], [[LENGTH]]
  // CHECK: br i1 [[OUT]], label %bounds,
  // CHECK: [[FIRST:%.*]] = getelementptr inbounds i8, ptr addrspace(1) [[A]], i64 16
  // CHECK: [[INDEX:%.*]] = zext i32 [[I]] to i64
  // CHECK: [[E:%.*]] = getelementptr inbounds i8, ptr addrspace(1) [[FIRST]], i64 [[INDEX]]
  // CHECK: load atomic i8, ptr addrspace(1) [[E]] unordered, align 1, !tbaa ![[BYTES:[0-9]+]]
  // CHECK: bounds:
  // CHECK-NEXT: call void @java_throw_bounds(i32 [[I]], i32 [[LENGTH]])
  static int get(byte[] a, int i) { return a[i]; }

  // CHECK-LABEL: define void @"Arrays.set([ZIZ)V"
  // CHECK: and i32 %{{.*}}, 1
  // CHECK: store atomic i8
  static void set(boolean[] a, int i, boolean v) { a[i] = v; }

  // The array may be one of a subclass. Null is never asked for.
  // CHECK-LABEL: define void @"Arrays.store([Ljava/lang/Object;Ljava/lang/Object;)V"
  // CHECK-SAME: (ptr addrspace(1) [[A:%.*]], ptr addrspace(1) [[V:%.*]])
  // CHECK: [[CAN:%.*]] = call i1 @java_can_store(ptr addrspace(1) [[A]], ptr addrspace(1) [[V]])
  // CHECK: [[FITS:%.*]] = phi i1 [ true, %{{.*}} ], [ [[CAN]], %object ]
  // CHECK: [[NOT:%.*]] = xor i1 [[FITS]], true
  // CHECK: br i1 [[NOT]], label %store,
  // CHECK: store:
  // CHECK-NEXT: call void @java_throw_store(ptr addrspace(1) [[A]], ptr addrspace(1) [[V]])
  static void store(Object[] a, Object v) { a[0] = v; }

  // CHECK-LABEL: define void @"Arrays.storeNull([Ljava/lang/Object;)V"
  // CHECK-NOT: java_can_store
  // CHECK: ret void
  static void storeNull(Object[] a) { a[0] = null; }

  // String has no subclasses, and this is one.
  // CHECK-LABEL: define void @"Arrays.storeString([Ljava/lang/String;Ljava/lang/String;)V"
  // CHECK-NOT: java_can_store
  // CHECK: ret void
  static void storeString(String[] a, String v) { a[0] = v; }

  // CHECK-LABEL: define ptr addrspace(1) @"Arrays.make(I){{\[\[}}I"
  // CHECK-SAME: (i32 [[N:%.*]])
  // CHECK: call ptr addrspace(1) @java_allocate_array_fast(ptr @"{{\[\[}}I#class", i32 [[N]])
  // CHECK: full:
  // CHECK-NEXT: call ptr addrspace(1) @java_allocate_array(ptr @"{{\[\[}}I#class", i32 [[N]])
  static int[][] make(int n) { return new int[n][]; }

  // CHECK-LABEL: define ptr addrspace(1) @"Arrays.makeMany(II){{\[\[}}J"
  // CHECK: [[LENGTHS:%.*]] = alloca [2 x i32]
  // CHECK: call ptr addrspace(1) @java_allocate_multi(ptr @"{{\[\[}}J#class", i32 2, ptr [[LENGTHS]])
  static long[][] makeMany(int n, int m) { return new long[n][m]; }

  // CHECK-LABEL: define ptr addrspace(1) @"Arrays.copy([I)[I"
  // CHECK: call ptr addrspace(1) @"java/lang/Object.clone()Ljava/lang/Object;"
  static int[] copy(int[] a) { return a.clone(); }

  // CHECK-DAG: ![[BYTES]] = !{![[NODE:[0-9]+]], ![[NODE]], i64 0}
  // CHECK-DAG: ![[NODE]] = !{!"[B", !{{[0-9]+}}}
}
