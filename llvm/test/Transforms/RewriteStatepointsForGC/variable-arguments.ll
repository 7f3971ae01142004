; What is in variable arguments is known in front of calls, in large functions, too.

; RUN: opt -S -passes=rewrite-statepoints-for-gc %s | FileCheck %s
; RUN: sed 's/gc "managed"/gc "managed-frames"/' %s | opt -passes=place-gc-roots -disable-output

declare void @safepoint()
declare void @use(ptr addrspace(1))

; CHECK-LABEL: define void @large(
; CHECK:         va_arg ptr %list, ptr addrspace(1)
define void @large(ptr %list, i64 %n, ...) gc "managed" {
  %r = va_arg ptr %list, ptr addrspace(1)
  br label %call
call:
  call void @safepoint()
  br label %b0
b0:
  %c0 = icmp ugt i64 %n, 0
  br i1 %c0, label %b1, label %end
b1:
  %c1 = icmp ugt i64 %n, 1
  br i1 %c1, label %b2, label %end
b2:
  %c2 = icmp ugt i64 %n, 2
  br i1 %c2, label %b3, label %end
b3:
  %c3 = icmp ugt i64 %n, 3
  br i1 %c3, label %b4, label %end
b4:
  %c4 = icmp ugt i64 %n, 4
  br i1 %c4, label %b5, label %end
b5:
  %c5 = icmp ugt i64 %n, 5
  br i1 %c5, label %b6, label %end
b6:
  %c6 = icmp ugt i64 %n, 6
  br i1 %c6, label %b7, label %end
b7:
  %c7 = icmp ugt i64 %n, 7
  br i1 %c7, label %b8, label %end
b8:
  %c8 = icmp ugt i64 %n, 8
  br i1 %c8, label %b9, label %end
b9:
  %c9 = icmp ugt i64 %n, 9
  br i1 %c9, label %b10, label %end
b10:
  %c10 = icmp ugt i64 %n, 10
  br i1 %c10, label %b11, label %end
b11:
  %c11 = icmp ugt i64 %n, 11
  br i1 %c11, label %b12, label %end
b12:
  %c12 = icmp ugt i64 %n, 12
  br i1 %c12, label %b13, label %end
b13:
  %c13 = icmp ugt i64 %n, 13
  br i1 %c13, label %b14, label %end
b14:
  %c14 = icmp ugt i64 %n, 14
  br i1 %c14, label %b15, label %end
b15:
  %c15 = icmp ugt i64 %n, 15
  br i1 %c15, label %b16, label %end
b16:
  %c16 = icmp ugt i64 %n, 16
  br i1 %c16, label %b17, label %end
b17:
  %c17 = icmp ugt i64 %n, 17
  br i1 %c17, label %b18, label %end
b18:
  %c18 = icmp ugt i64 %n, 18
  br i1 %c18, label %b19, label %end
b19:
  %c19 = icmp ugt i64 %n, 19
  br i1 %c19, label %b20, label %end
b20:
  %c20 = icmp ugt i64 %n, 20
  br i1 %c20, label %b21, label %end
b21:
  %c21 = icmp ugt i64 %n, 21
  br i1 %c21, label %b22, label %end
b22:
  %c22 = icmp ugt i64 %n, 22
  br i1 %c22, label %b23, label %end
b23:
  %c23 = icmp ugt i64 %n, 23
  br i1 %c23, label %b24, label %end
b24:
  %c24 = icmp ugt i64 %n, 24
  br i1 %c24, label %b25, label %end
b25:
  %c25 = icmp ugt i64 %n, 25
  br i1 %c25, label %b26, label %end
b26:
  %c26 = icmp ugt i64 %n, 26
  br i1 %c26, label %b27, label %end
b27:
  %c27 = icmp ugt i64 %n, 27
  br i1 %c27, label %b28, label %end
b28:
  %c28 = icmp ugt i64 %n, 28
  br i1 %c28, label %b29, label %end
b29:
  %c29 = icmp ugt i64 %n, 29
  br i1 %c29, label %b30, label %end
b30:
  %c30 = icmp ugt i64 %n, 30
  br i1 %c30, label %b31, label %end
b31:
  %c31 = icmp ugt i64 %n, 31
  br i1 %c31, label %b32, label %end
b32:
  %c32 = icmp ugt i64 %n, 32
  br i1 %c32, label %b33, label %end
b33:
  %c33 = icmp ugt i64 %n, 33
  br i1 %c33, label %b34, label %end
b34:
  %c34 = icmp ugt i64 %n, 34
  br i1 %c34, label %b35, label %end
b35:
  %c35 = icmp ugt i64 %n, 35
  br i1 %c35, label %b36, label %end
b36:
  %c36 = icmp ugt i64 %n, 36
  br i1 %c36, label %b37, label %end
b37:
  %c37 = icmp ugt i64 %n, 37
  br i1 %c37, label %b38, label %end
b38:
  %c38 = icmp ugt i64 %n, 38
  br i1 %c38, label %b39, label %end
b39:
  %c39 = icmp ugt i64 %n, 39
  br i1 %c39, label %b40, label %end
b40:
  br label %end
end:
  call void @use(ptr addrspace(1) %r)
  ret void
}
