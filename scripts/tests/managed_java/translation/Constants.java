/// Constants: strings are objects with the layout of java.lang.String.
class Constants {
  // CHECK-DAG: @"java.string.plain text" = linkonce_odr addrspace(1) global <{ ptr, [{{.*}} }>
  // CHECK-DAG: @"java.string.plain text.value" = linkonce_odr addrspace(1) global <{ ptr, [4 x i8], i32, [10 x i8], [6 x i8] }> <{ ptr @"[B#class", [4 x i8] zeroinitializer, i32 10, [10 x i8] c"plain text", [6 x i8] zeroinitializer }>, comdat, align 8
  // CHECK-DAG: @"java.string#{{[0-9a-f]+}}.value" = linkonce_odr addrspace(1) global <{ ptr, [4 x i8], i32, [2 x i16], [4 x i8] }> <{ ptr @"[B#class", [4 x i8] zeroinitializer, i32 4, [2 x i16] [i16 8364, i16 33], [4 x i8] zeroinitializer }>

  // CHECK-LABEL: define ptr addrspace(1) @"Constants.plain()Ljava/lang/String;"
  // CHECK: ret ptr addrspace(1) @"java.string.plain text"
  static String plain() { return "plain text"; }

  // CHECK-LABEL: define ptr addrspace(1) @"Constants.wide()Ljava/lang/String;"
  // CHECK: ret ptr addrspace(1) @"java.string#
  static String wide() { return "\u20ac!"; }

  // CHECK-LABEL: define ptr addrspace(1) @"Constants.mirror()Ljava/lang/Class;"
  // CHECK: call ptr addrspace(1) @java_class_mirror(ptr @"[Ljava/lang/String;#class")
  static Class<?> mirror() { return String[].class; }

  // CHECK-LABEL: define double @"Constants.number()D"
  // CHECK: ret double 2.500000e-01
  static double number() { return 0.25; }

  // CHECK-LABEL: define i64 @"Constants.large()J"
  // CHECK: ret i64 -1234567890123
  static long large() { return -1234567890123L; }
}
