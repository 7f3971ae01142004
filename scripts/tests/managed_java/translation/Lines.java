/// Line numbers.
class Lines {
  static int calls(int n) { // line 3
    n = n / 3;
    return call(n)
        + call(n);
  }
  static native int call(int n);
}
// CHECK-LABEL: define i32 @"Lines.calls(I)I"
// CHECK-SAME: (i32 %0){{.*}} !dbg [[SUBPROGRAM:![0-9]+]]
// CHECK: sdiv {{.*}}, !dbg [[DIVISION:![0-9]+]]
// CHECK: call i32 @"Lines.call(I)I"{{.*}}, !dbg [[FIRST:![0-9]+]]
// CHECK: call i32 @"Lines.call(I)I"{{.*}}, !dbg [[SECOND:![0-9]+]]
// CHECK-DAG: distinct !DICompileUnit(language: DW_LANG_Java, {{.*}}emissionKind: LineTablesOnly
// CHECK-DAG: [[SUBPROGRAM]] = distinct !DISubprogram(name: "Lines.calls", linkageName: "Lines.calls(I)I"
// CHECK-DAG: !DIFile(filename: "Lines.java"
// CHECK-DAG: [[DIVISION]] = !DILocation(line: 4, scope: [[SUBPROGRAM]])
// CHECK-DAG: [[FIRST]] = !DILocation(line: 5, scope: [[SUBPROGRAM]])
// CHECK-DAG: [[SECOND]] = !DILocation(line: 6, scope: [[SUBPROGRAM]])
