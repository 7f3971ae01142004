; RUN: not opt -passes=place-safepoints %s -disable-output 2>&1 | FileCheck %s

; CHECK: in function julia {{.*}}: the GC strategy 'julia' has no page that polls load from; use "gc-poll-form"="flag"
define void @julia() "gc-polls"="backedge" "gc-poll-form"="page" gc "julia" {
  br label %loop
loop:
  br label %loop
}

; CHECK: in function no_page {{.*}}: the GC strategy 'statepoint-example' has no page that polls load from; use "gc-poll-form"="flag"
define void @no_page() "gc-poll-form"="page" gc "statepoint-example" {
  br label %loop
loop:
  br label %loop
}
